"""Which theme of a new clustering is which of the old one, so that a person's words on it stay (Hungarian method)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from twintree.base.methods import Cluster, ClusterId
from twintree.trees.abstraction import linked, members

#: A theme stays the same one when more than this share of the larger of the two is in both.
_STAYS = 0.5


def carry_over(previous: Sequence[Cluster], fresh: Sequence[Cluster]) -> list[Cluster]:
    """A new clustering in which the themes that mostly stayed keep their ids, and nothing a person wrote is lost.

    Themes of any level are compared by the methods under them that both clusterings know: another number of
    levels does not end a theme's life. Titles and summaries by a person, and notes, go with the id; those of a
    theme that is no more go to the new one that holds the most of it.
    """
    if not previous or not fresh:
        return list(fresh)
    shared = _overlaps(previous, fresh)
    matched = _matched(shared)
    names = {fresh[new].id: previous[old].id for old, new in matched.items()}
    taken = set(names.values())
    written = {new: [previous[old]] for old, new in matched.items()}
    for old, new in _heirs(previous, shared, matched):
        written.setdefault(new, []).append(previous[old])
    carried = [_with_words(each, written.get(at, [])) for at, each in enumerate(fresh)]
    return linked(_renamed(each, names) for each in carried) if taken else linked(carried)


class _Shared(msgspec.Struct, frozen=True):
    """Methods in both of two themes, and in each of them, counting only what both clusterings hold."""

    both: NDArray[np.float64]  # (old, new)
    old: NDArray[np.float64]
    new: NDArray[np.float64]


def _overlaps(previous: Sequence[Cluster], fresh: Sequence[Cluster]) -> _Shared:
    under_old, under_new = members(previous), members(fresh)
    place: dict[str, list[int]] = {}
    for at, each in enumerate(fresh):
        for method in under_new[each.id]:
            place.setdefault(method, []).append(at)
    both = np.zeros((len(previous), len(fresh)))
    sizes = np.zeros(len(previous))
    for at, each in enumerate(previous):
        found = [place[method] for method in under_old[each.id] if method in place]
        sizes[at] = len(found)
        np.add.at(both[at], [there for theirs in found for there in theirs], 1)
    held = {method for each in previous for method in each.methods}
    inside = np.array([sum(method in held for method in under_new[each.id]) for each in fresh], float)
    return _Shared(both=both, old=sizes, new=inside)


def _matched(shared: _Shared) -> dict[int, int]:
    # Half a second of imports, for a thing that happens rarely and never before the window stands.
    from scipy.optimize import linear_sum_assignment

    union = shared.old[:, None] + shared.new[None, :] - shared.both
    likeness = np.divide(shared.both, union, out=np.zeros_like(shared.both), where=union > 0)
    larger = np.maximum(shared.old[:, None], shared.new[None, :])
    old, new = linear_sum_assignment(-likeness)
    return {
        int(a): int(b) for a, b in zip(old, new, strict=True) if shared.both[a, b] > _STAYS * larger[a, b]
    }


def _heirs(
    previous: Sequence[Cluster], shared: _Shared, matched: dict[int, int]
) -> Iterator[tuple[int, int]]:
    """For each theme that is no more and that a person wrote on: where most of it went, the smaller theme first."""
    for at, each in enumerate(previous):
        if at in matched or not _has_words(each):
            continue
        row = shared.both[at]
        # Nothing of it is left where all its methods are deleted: its words then go with them.
        if row.max() > 0:
            yield at, int(np.lexsort((shared.new, -row))[0])


def _has_words(each: Cluster) -> bool:
    return bool(each.note) or "person" in (each.title_by, each.summary_by)


def _with_words(each: Cluster, sources: Sequence[Cluster]) -> Cluster:
    """The theme with what a person wrote on those that it continues; the first one's title counts."""
    changes: dict[str, str] = {}
    for source in reversed(sources):
        if source.title_by == "person":
            changes |= {"title": source.title, "title_by": "person"}
        if source.summary_by == "person":
            changes |= {"summary": source.summary, "summary_by": "person"}
    notes = list(dict.fromkeys(source.note for source in sources if source.note))
    return msgspec.structs.replace(each, note="\n\n".join(notes), **changes)


def _renamed(each: Cluster, names: dict[ClusterId, ClusterId]) -> Cluster:
    return msgspec.structs.replace(
        each,
        id=names.get(each.id, each.id),
        children=tuple(names.get(child, child) for child in each.children),
    )
