"""The provenance tree: which method derives from which, each with one primary parent at most (dual-tree §3.1.1).

Everything here is a function of the edges and of the methods' years; nothing is stored. Edges are taken from
the strongest on, and an edge becomes its target's primary one unless the target has one already or the edge
would close a cycle. So a cycle is broken at its weakest edge, and the result does not depend on any order.
Only edges inside a strongly connected part can close a cycle, which is what makes ``update`` local.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from twintree.base.methods import MethodEdge, MethodId
from twintree.base.records import Record

Pair = tuple[MethodId, MethodId]
Years = Mapping[MethodId, int | None]

#: The methods that edges lead to from one, in some direction.
Along = Callable[[MethodId], Iterable[MethodId]]

#: Keeps incoming shares defined where every weight is 0 (equation 3).
_SHARE_EPSILON = 1e-9


class ProvenanceTree:
    """Weighted edges between methods, and the backbone that their primary edges are.

    Attributes:
        edges: every edge by (source, target), with ``share``, ``primary`` and ``broken`` set.
        parent: each method's primary parent; a method without one is a root.
    """

    def __init__(self, edges: dict[Pair, MethodEdge]) -> None:
        self.edges = edges
        self.parent = {edge.target: edge.source for edge in edges.values() if edge.primary}
        self._incoming: dict[MethodId, tuple[MethodId, ...]] = _grouped((t, s) for s, t in edges)
        self._outgoing: dict[MethodId, tuple[MethodId, ...]] = _grouped(edges)

    def with_incoming(self, changed: Mapping[MethodId, Sequence[MethodEdge]]) -> ProvenanceTree:
        """A copy in which these targets have these incoming edges; what is primary is to be decided anew."""
        copy = object.__new__(ProvenanceTree)
        copy.edges, copy.parent = dict(self.edges), dict(self.parent)
        copy._incoming, copy._outgoing = dict(self._incoming), dict(self._outgoing)
        for target, edges in changed.items():
            wanted = {edge.source: edge for edge in edges if edge.source != target}
            for source in self._incoming.get(target, ()):
                del copy.edges[source, target]
                if source not in wanted:
                    copy._outgoing[source] = tuple(t for t in copy._outgoing[source] if t != target)
            for source in wanted.keys() - set(self._incoming.get(target, ())):
                copy._outgoing[source] = (*copy._outgoing.get(source, ()), target)
            copy._incoming[target] = tuple(wanted)
            copy.edges |= {(source, target): edge for source, edge in wanted.items()}
            copy.parent.pop(target, None)
        return copy

    def decide(self, decided: Mapping[Pair, MethodEdge]) -> None:
        """Take over what was decided on all the edges that come into some methods."""
        self.edges |= decided
        for _, target in decided:
            self.parent.pop(target, None)
        self.parent |= {edge.target: edge.source for edge in decided.values() if edge.primary}

    def incoming(self, method: MethodId) -> list[MethodEdge]:
        """What a method comes from: the primary edge first, then by weight."""
        return sorted(
            (self.edges[source, method] for source in self._incoming.get(method, ())),
            key=lambda edge: (not edge.primary, -edge.rating, edge.source),
        )

    def outgoing(self, method: MethodId) -> list[MethodEdge]:
        """What builds on a method: those that have it as primary parent first, then by weight."""
        return sorted(
            (self.edges[method, target] for target in self._outgoing.get(method, ())),
            key=lambda edge: (not edge.primary, -edge.rating, edge.target),
        )

    def children(self, method: MethodId) -> list[MethodId]:
        """The methods whose primary parent this is, by id."""
        return sorted(t for t in self._outgoing.get(method, ()) if self.parent.get(t) == method)

    @property
    def breaks(self) -> list[MethodEdge]:
        """The edges that were left out of the backbone because they would close a cycle, by ids."""
        return [self.edges[pair] for pair in sorted(self.edges) if self.edges[pair].broken]

    def component(self, method: MethodId) -> set[MethodId]:
        """The methods that lie on a cycle of edges with this one, itself included.

        Both directions are searched in turn, so the cost is that of the smaller one: a method that nothing
        builds on yet costs nothing, however long its ancestry.
        """
        ways: tuple[Along, Along] = (
            lambda each: self._outgoing.get(each, ()),
            lambda each: self._incoming.get(each, ()),
        )
        side, seen = _smaller_side(method, ways)
        other = _Walk(method, ways[1 - side], within=seen)
        while other.pending:
            other.step()
        return other.seen


def _grouped(pairs: Iterable[Pair]) -> dict[MethodId, tuple[MethodId, ...]]:
    groups: dict[MethodId, list[MethodId]] = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return {key: tuple(values) for key, values in groups.items()}


class Update(Record, frozen=True, kw_only=True):
    """A tree after a change, and exactly the edges that differ from before."""

    tree: ProvenanceTree
    written: tuple[MethodEdge, ...]
    removed: tuple[Pair, ...]


class _Walk:
    """A search along edges in one direction, node by node, inside ``within`` where that is given."""

    def __init__(
        self,
        start: MethodId,
        along: Along,
        within: set[MethodId] | None = None,
    ) -> None:
        self.seen = {start}
        self.pending = [start]
        self._along = along
        self._within = within

    def step(self) -> None:
        for following in self._along(self.pending.pop()):
            if following not in self.seen and (self._within is None or following in self._within):
                self.seen.add(following)
                self.pending.append(following)


def _smaller_side(method: MethodId, ways: tuple[Along, Along]) -> tuple[int, set[MethodId]]:
    """All that one of two ways leads to from a method, the smaller of the two, and which way that is."""
    walks = [_Walk(method, way) for way in ways]
    while all(walk.pending for walk in walks):
        for walk in walks:
            walk.step()
    return next((at, walk.seen) for at, walk in enumerate(walks) if not walk.pending)


def around(targets: Iterable[MethodId], outgoing: Along, incoming: Along) -> set[MethodId]:
    """Methods whose incoming edges are all that an ``update`` of these targets needs of a tree.

    With each target come all its descendants, or all its ancestors, whichever are fewer: the methods on a cycle with
    it are among either.

    Args:
        targets: whose incoming edges change.
        outgoing, incoming: what edges lead to from a method, and from where they come, before and after the change.
    """
    found: set[MethodId] = set()
    for target in targets:
        if target not in found:
            found |= _smaller_side(target, (outgoing, incoming))[1]
    return found


def build(edges: Iterable[MethodEdge], years: Years) -> ProvenanceTree:
    """The tree of all edges.

    Args:
        edges: at most one for each (source, target); loops are left out.
        years: of the methods, for ties; a method without a year comes after those with one.

    Source: dual-tree §3.1.1, §3.2.5; cycles, ties and several roots as in DESIGN §8.
    """
    return ProvenanceTree(_decided([edge for edge in edges if edge.source != edge.target], years))


def update(tree: ProvenanceTree, changed: Mapping[MethodId, Sequence[MethodEdge]], years: Years) -> Update:
    """The tree after a change of some methods' incoming edges; equal to building it afresh.

    Args:
        tree: as it was.
        changed: for each target whose incoming edges differ, all of its incoming edges now; also for each
            target of a method whose year changed.
        years: of the methods, as they are now.
    """
    after = tree.with_incoming(changed)
    touched = _touched(tree, changed) | _touched(after, changed)
    decided = _decided([edge for target in touched for edge in after.incoming(target)], years)
    after.decide(decided)
    before = [(edge.source, target) for target in changed for edge in tree.incoming(target)]
    return Update(
        tree=after,
        written=tuple(edge for pair, edge in decided.items() if tree.edges.get(pair) != edge),
        removed=tuple(pair for pair in before if pair not in after.edges),
    )


def _touched(tree: ProvenanceTree, changed: Iterable[MethodId]) -> set[MethodId]:
    touched: set[MethodId] = set()
    for target in changed:
        if target not in touched:
            touched |= tree.component(target)
    return touched


def _decided(edges: Sequence[MethodEdge], years: Years) -> dict[Pair, MethodEdge]:
    """The edges with their shares, and which of them are primary or broken."""
    by_target: dict[MethodId, list[MethodEdge]] = defaultdict(list)
    for edge in edges:
        by_target[edge.target].append(edge)
    chosen = {target: min(into, key=lambda e: _preference(e, years)) for target, into in by_target.items()}
    forest, primary, broken = _Forest(), set(), set()
    placed: set[MethodId] = set()
    # What is only compared (weight 0) comes from nowhere. What a person rated highest for a method is never the edge at
    # which a cycle with others is broken.
    for edge in sorted(
        (edge for edge in edges if edge.weight > 0),
        key=lambda e: (not (e.by == "person" and chosen[e.target] is e), *_preference(e, years)),
    ):
        if edge.target in placed:
            continue
        if forest.attach(edge.source, edge.target):
            primary.add((edge.source, edge.target))
            placed.add(edge.target)
        else:
            broken.add((edge.source, edge.target))
    totals = {target: sum(e.weight for e in into) + _SHARE_EPSILON for target, into in by_target.items()}
    return {
        (edge.source, edge.target): msgspec.structs.replace(
            edge,
            share=edge.weight / totals[edge.target],
            primary=(edge.source, edge.target) in primary,
            broken=(edge.source, edge.target) in broken,
        )
        for edge in edges
    }


def _preference(edge: MethodEdge, years: Years) -> tuple[float, bool, int, str, str]:
    """Smaller is better: the heavier edge, then the person's, then of the earlier source, then by id."""
    year = years.get(edge.source)
    return -edge.weight, edge.by != "person", sys.maxsize if year is None else year, edge.source, edge.target


class _Forest:
    """Which methods hang together by primary edges; roots are found with path halving."""

    def __init__(self) -> None:
        self._over: dict[MethodId, MethodId] = {}

    def _root(self, method: MethodId) -> MethodId:
        while (over := self._over.get(method, method)) != method:
            self._over[method] = method = self._over.get(over, over)
        return method

    def attach(self, source: MethodId, target: MethodId) -> bool:
        """Hang the root ``target`` under ``source``; False when ``source`` hangs under it already."""
        root = self._root(source)
        if root == target:
            return False
        self._over[target] = root
        return True
