"""Ways through the provenance tree: up to what a method comes from, down to what builds on it, and between two."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from itertools import count

from twintree.base.methods import MethodEdge, MethodId
from twintree.base.records import Record
from twintree.trees.provenance import ProvenanceTree

#: Added to weights before they are multiplied, so that an edge of weight 0 is weak but not impassable (eq. 8).
EPSILON = 0.01
#: What a further edge costs a path whatever its weight: among equals the shorter one explains more.
_STEP = 0.1


class Reached(Record, frozen=True, kw_only=True):
    """A method that was reached, by which edge, in how many steps, and with which influence in [0, 1]."""

    method: MethodId
    edge: MethodEdge
    depth: int
    influence: float


class Relation(Record, frozen=True, kw_only=True):
    """How two methods hang together: the edges between them, in the order in which they are read.

    ``kind`` is ``descends`` (the path leads from the one to the other), ``common origin`` (both paths lead down
    from ``through``), ``common outcome`` (both lead to ``through``), or ``none``.
    """

    kind: str
    edges: tuple[MethodEdge, ...] = ()
    through: MethodId | None = None


def ancestors(tree: ProvenanceTree, method: MethodId, depth: int = 6) -> list[Reached]:
    """All that a method comes from, over primary and supporting edges, nearest first, then most influential."""
    return _reach(method, depth, tree.incoming, lambda edge: edge.source)


def descendants(tree: ProvenanceTree, method: MethodId, depth: int = 6) -> list[Reached]:
    """All that builds on a method, over primary and supporting edges, nearest first, then most influential."""
    return _reach(method, depth, tree.outgoing, lambda edge: edge.target)


def chain(tree: ProvenanceTree, method: MethodId) -> list[MethodEdge]:
    """The primary edges from a method up to its root."""
    edges = []
    while (parent := tree.parent.get(method)) is not None:
        edges.append(tree.edges[parent, method])
        method = parent
    return edges


def relate(tree: ProvenanceTree, a: MethodId, b: MethodId, depth: int = 6) -> Relation:
    """The strongest connection of two methods: by descent, else over what both come from or both lead to.

    A path's strength is the product of its edges' weights (each with ``EPSILON``), at most ``depth`` edges a side.
    """
    for start, end in ((a, b), (b, a)):
        down = _strongest(start, depth, tree.outgoing, lambda edge: edge.target)
        if end in down:
            return Relation(kind="descends", edges=tuple(down[end][1]))
    up = [_strongest(method, depth, tree.incoming, lambda edge: edge.source) for method in (a, b)]
    if met := _meeting(up[0], up[1]):
        return Relation(
            kind="common origin", edges=(*reversed(up[0][met][1]), *reversed(up[1][met][1])), through=met
        )
    low = [_strongest(method, depth, tree.outgoing, lambda edge: edge.target) for method in (a, b)]
    if met := _meeting(low[0], low[1]):
        return Relation(kind="common outcome", edges=(*low[0][met][1], *low[1][met][1]), through=met)
    return Relation(kind="none")


_Along = Callable[[MethodId], list[MethodEdge]]
_End = Callable[[MethodEdge], MethodId]
_Paths = dict[MethodId, tuple[float, list[MethodEdge]]]


def _reach(method: MethodId, depth: int, along: _Along, end: _End) -> list[Reached]:
    found: dict[MethodId, Reached] = {}
    layer = [(method, 1.0)]
    for level in range(1, depth + 1):
        best: dict[MethodId, Reached] = {}
        for at, influence in layer:
            for edge in along(at):
                there = end(edge)
                strength = min(1.0, influence * (edge.weight + EPSILON))
                known = best.get(there)
                if there != method and there not in found and (known is None or strength > known.influence):
                    best[there] = Reached(method=there, edge=edge, depth=level, influence=strength)
        ordered = sorted(best.values(), key=lambda each: (-each.influence, each.method))
        found |= {each.method: each for each in ordered}
        layer = [(each.method, each.influence) for each in ordered]
    return list(found.values())


def _strongest(start: MethodId, depth: int, along: _Along, end: _End) -> _Paths:
    """The strongest path to every method within ``depth`` edges, as (cost, edges); Dijkstra over −log weights."""
    done: _Paths = {}
    order = count()  # settles ties, for paths have no order
    heap: list[tuple[float, MethodId, int, list[MethodEdge]]] = [(0.0, start, next(order), [])]
    while heap:
        cost, at, _, path = heapq.heappop(heap)
        if at in done:
            continue
        done[at] = (cost, path)
        if len(path) == depth:
            continue
        for edge in along(at):
            if end(edge) not in done:
                step = _STEP - math.log(min(1.0, edge.weight + EPSILON))
                heapq.heappush(heap, (cost + step, end(edge), next(order), [*path, edge]))
    del done[start]
    return done


def _meeting(first: _Paths, second: _Paths) -> MethodId | None:
    shared = first.keys() & second.keys()
    return min(shared, key=lambda each: (first[each][0] + second[each][0], each), default=None)
