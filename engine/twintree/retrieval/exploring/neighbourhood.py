"""The part of the citation graph that an exploration sees: seeds, their references and citers, the links between."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from twintree.base.records import Record
from twintree.store.citationgraph import CitationEdge, CitationGraph, CitationNode

#: A work that is not held is a neighbour like any other; links among neighbours are counted from this many hops.
_LINKS_FROM = 1.5
#: From so many hops on the neighbours' neighbours belong to it.
_TWICE = 2.0


class Neighbourhood(Record, frozen=True, kw_only=True):
    """Nodes and edges, both by id; ``capped`` tells how many links of a seed were not followed."""

    nodes: tuple[CitationNode, ...]
    edges: tuple[CitationEdge, ...]
    capped: dict[str, int] = msgspec.field(default_factory=dict)


def allowed_part(graph: CitationGraph, held: Iterable[str] | None, latest: int | None) -> CitationGraph:
    """The graph without held papers outside of a set, and without what is later than a year."""
    inside = None if held is None else set(held)
    nodes = {
        node.id: node
        for node in graph.nodes
        if (not node.held or inside is None or node.id in inside)
        and (latest is None or node.year is None or node.year <= latest)
    }
    edges = tuple(edge for edge in graph.edges if edge.citing in nodes and edge.cited in nodes)
    return CitationGraph(nodes=tuple(nodes.values()), edges=edges)


def bound_of(graph: CitationGraph, queries: int, seeds: int, cap: int) -> int:
    """The most calls that any plan can lead to: 1 + |V| + |E| of the largest neighbourhood (Crase, complexity)."""
    nodes = min(len(graph.nodes) + queries * seeds, queries * seeds * (cap + 1))
    return 1 + nodes + min(len(graph.edges), nodes * (nodes - 1))


def neighbourhood(
    graph: CitationGraph, seeds: Sequence[CitationNode], hops: float, cap: int
) -> Neighbourhood:
    """Expand seeds once (twice with 2 hops); of a seed with more links than ``cap`` the strongest are followed.

    A cycle, a paper that cites itself by way of a merge, or an edge met from both ends changes nothing: nodes and
    edges are sets.
    """
    links: dict[str, list[CitationEdge]] = defaultdict(list)
    for edge in graph.edges:
        links[edge.citing].append(edge)
        links[edge.cited].append(edge)
    known = {node.id: node for node in (*seeds, *graph.nodes)}
    reached: dict[str, None] = dict.fromkeys(seed.id for seed in seeds)
    followed: dict[tuple[str, str], CitationEdge] = {}
    capped: dict[str, int] = {}
    frontier = list(reached)
    for _ in range(2 if hops >= _TWICE else 1):
        later: dict[str, None] = {}
        for node in frontier:
            strongest = sorted(links[node], key=lambda e: (-e.level, -e.strength, e.citing, e.cited))
            if len(strongest) > cap:
                capped[node] = len(strongest) - cap
            for edge in strongest[:cap]:
                followed[edge.citing, edge.cited] = edge
                other = edge.cited if edge.citing == node else edge.citing
                if other not in reached:
                    later[other] = None
        reached |= later
        frontier = list(later)
    if hops >= _LINKS_FROM:
        followed |= {
            (e.citing, e.cited): e for e in graph.edges if e.citing in reached and e.cited in reached
        }
    return Neighbourhood(
        nodes=tuple(known[name] for name in sorted(reached)),
        edges=tuple(followed[pair] for pair in sorted(followed)),
        capped=capped,
    )
