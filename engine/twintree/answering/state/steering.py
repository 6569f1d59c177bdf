"""The person's hand on the evidence: what stays in and what stays out when a question is answered again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from twintree.base.errors import NotFound
from twintree.base.records import Answer, Record
from twintree.base.state import EvidenceItem


class Steering(Record, frozen=True, kw_only=True):
    """What the person says about evidence: ids of items to keep in, and of items or regions to keep out."""

    pinned: tuple[EvidenceItem, ...] = ()
    dropped: tuple[str, ...] = ()


def steered(earlier: Answer, dropped: Sequence[str], pinned: Sequence[str]) -> Steering | None:
    """What the person wants changed in an earlier run's evidence; None when nothing.

    Raises:
        NotFound: the run has no such evidence.
    """
    if not dropped and not pinned:
        return None
    known: dict[str, EvidenceItem] = {}
    for update in earlier.states:
        if update.field == "evidence" and update.accepted:
            for item in msgspec.convert(update.value, tuple[EvidenceItem, ...]):
                known[item.id] = item
    regions = {item.region for item in known.values()}
    missing = [each for each in dropped if each not in known and each not in regions]
    missing += [each for each in pinned if each not in known]
    if missing:
        raise NotFound(
            f"The run {earlier.run} has no evidence {', '.join(missing)}.",
            "`twintree runs show RUN` names it; only runs in mode state have evidence of their own.",
        )
    kept = tuple(replace(known[each], pinned=True) for each in pinned)
    return Steering(pinned=kept, dropped=tuple(dropped))
