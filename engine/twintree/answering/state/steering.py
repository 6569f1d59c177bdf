"""The person's hand on the evidence: what stays in and what stays out when a question is answered again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from twintree.base.answers import Answer, StateUpdate
from twintree.base.errors import NotFound
from twintree.base.state import STEERED, EvidenceItem, Steering, steering_of

__all__ = ["Steering", "steered", "steering_step"]


def steering_step(steering: Steering) -> StateUpdate:
    """The first step of a run that the person steered: kept with it, so that asking again does the same."""
    role, field = STEERED
    value = msgspec.to_builtins(steering)
    return StateUpdate(position=1, target=0, cycle=0, role=role, field=field, value=value)


def steered(
    earlier: Answer, dropped: Sequence[str], pinned: Sequence[str], freed: Sequence[str] = ()
) -> Steering | None:
    """What the person wants of an earlier run's evidence: what was said of it then, changed by what is said now.

    Args:
        earlier: the run.
        dropped: ids of items, or of regions, to leave out; one that was pinned is pinned no more.
        pinned: ids of items to keep in; one that was left out is let in again.
        freed: ids of which nothing is said any more.

    Returns:
        None where nothing was said, then or now.

    Raises:
        NotFound: the run has no such evidence.
    """
    before = steering_of(earlier.states)
    seen = {item.id: item for item in (*_evidence(earlier), *before.left_out, *before.pinned)}
    places = {*seen, *(item.region for item in seen.values()), *before.dropped}
    missing = [each for each in (*dropped, *freed) if each not in places]
    missing += [each for each in pinned if each not in seen]
    if missing:
        raise NotFound(
            f"The run {earlier.run} has no evidence {', '.join(missing)}.",
            "`twintree runs show RUN` names it; only runs in mode state have evidence of their own.",
        )
    free = {*pinned, *freed}
    out = tuple(each for each in dict.fromkeys((*before.dropped, *dropped)) if each not in free)
    kept = dict.fromkeys((*(item.id for item in before.pinned if item.id not in freed), *pinned))
    made = Steering(
        pinned=tuple(replace(seen[each], pinned=True) for each in kept if each not in out),
        dropped=out,
        left_out=tuple(replace(seen[each], pinned=False) for each in out if each in seen),
    )
    return made if made != Steering() else None


def _evidence(answer: Answer) -> list[EvidenceItem]:
    return [
        item
        for update in answer.states
        if update.field == "evidence" and update.accepted
        for item in msgspec.convert(update.value, tuple[EvidenceItem, ...])
    ]
