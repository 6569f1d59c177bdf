"""Where papers and works are drawn, all of them or those explored: along the years, or near what they cite."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence

import igraph
import msgspec
import numpy as np
from numpy.typing import NDArray

from twintree.base.exploring import Exploration
from twintree.base.labels import label_words
from twintree.base.names import family_name
from twintree.base.placement import LABEL, ROW, PlacedEdge, PlacedNode, Placement, Tick
from twintree.base.records import Record
from twintree.base.text import folded
from twintree.base.words import STOPWORDS
from twintree.store.citationgraph import CitationEdge, CitationGraph, CitationNode

Floats = NDArray[np.float64]

_LONGEST = 40
#: Scene units between neighbours in the free layout.
_NEAR = 90.0
_CLOSEST = 30.0
_SWEEPS = 6
#: Scene units between two years; between two rows at most; a picture's width over its height.
_YEAR, _WIDEST_ROW, _ASPECT = 170.0, 160.0, 1.7
#: From so many nodes on the exact layout takes too long.
_LARGE = 1200


class PlacedCitations(Record, frozen=True, kw_only=True):
    """The placement, with the node and the edge behind each of its places; edges lead from cited to citing."""

    placement: Placement
    nodes: tuple[CitationNode, ...]
    edges: tuple[CitationEdge, ...]


def place_citations(graph: CitationGraph, *, timeline: bool = True, least: int = 1) -> PlacedCitations:
    """Place papers and works; what an edge means is that its target builds on its source.

    Args:
        graph: all of it.
        timeline: columns are years, the unknown ones first; else what is joined lies together.
        least: works not held are left out unless so many papers cite them.
    """
    citers = Counter(edge.cited for edge in graph.edges)
    nodes = tuple(each for each in graph.nodes if each.held or citers[each.id] >= least)
    index = {node.id: i for i, node in enumerate(nodes)}
    edges = tuple(each for each in graph.edges if each.cited in index and each.citing in index)
    ends = [(index[each.cited], index[each.citing]) for each in edges]
    xy, ticks = _along_years(nodes, ends) if timeline else (_free(len(nodes), ends), ())
    labels = told_apart(nodes)
    placement = Placement(
        nodes=tuple(_node(node, labels[i], citers, xy[i]) for i, node in enumerate(nodes)),
        edges=tuple(
            PlacedEdge(source=source, target=target, weight=(edge.level - 1) / 4)
            for (source, target), edge in zip(ends, edges, strict=True)
        ),
        bounds=_bounds(xy),
        ticks=ticks,
        primary_count=len(edges),
    )
    return PlacedCitations(placement=placement, nodes=nodes, edges=edges)


def place_exploration(found: Exploration, *, timeline: bool = False) -> Placement:
    """Place what an exploration looked at, in the order of its papers and edges; the more central, the larger."""
    graph = CitationGraph(
        nodes=tuple(
            CitationNode(
                id=each.id,
                title=each.title,
                authors=each.authors,
                year=each.year,
                held=each.held,
                letter=each.letter,
            )
            for each in found.papers
        ),
        edges=tuple(
            CitationEdge(
                citing=edge.source,
                cited=edge.target,
                reference=edge.reference,
                role=edge.role,
                level=edge.level,
                strength=edge.weight,
                strong=edge.kept,
                mentions=len(edge.evidence),
            )
            for edge in found.edges
        ),
    )
    placement = place_citations(graph, timeline=timeline, least=0).placement
    best = {
        held: max((p.score for p in found.papers if p.held == held), default=0.0) for held in (True, False)
    }
    nodes = (
        msgspec.structs.replace(
            node, size=_least_size(each.held) + 9 * float(np.sqrt(each.score / best[each.held]))
        )
        if each.score
        else msgspec.structs.replace(node, size=_least_size(each.held))
        for node, each in zip(placement.nodes, found.papers, strict=True)
    )
    return msgspec.structs.replace(placement, nodes=tuple(nodes))


def _least_size(held: bool) -> float:
    return 6.0 if held else 4.0


def _node(node: CitationNode, label: str, citers: Mapping[str, int], at: Floats) -> PlacedNode:
    count = citers.get(node.id, 0)
    return PlacedNode(
        id=node.id,
        label=label,
        x=float(at[0]),
        y=float(at[1]),
        size=float(min(16.0, _least_size(node.held) + 2.0 * np.sqrt(count))),
        year=node.year,
        kind="held" if node.held else "work",
        count=count,
    )


def short_label(node: CitationNode) -> str:
    """``Meng 2026``; the title's beginning where no author is known."""
    family = family_name(node.authors[0]) if node.authors else ""
    if any(map(str.isalpha, family)) and len(family) <= _LONGEST:
        return label_words(node.authors, node.year, node.letter)
    title = " ".join(node.title.split())
    return title if len(title) <= _LONGEST else title[:_LONGEST].rstrip() + "…"


def told_apart(nodes: Sequence[CitationNode]) -> list[str]:
    """Short labels, in the order of the nodes; those that would be alike get a word of their title, or a letter.

    ``Chieu 2002 · global`` and ``Chieu 2002 · teleportation``; ``Chieu 2002a`` and ``2002b`` where titles do not help.
    """
    labels = [short_label(node) for node in nodes]
    alike: dict[str, list[int]] = {}
    for place, label in enumerate(labels):
        alike.setdefault(label, []).append(place)
    for label, places in alike.items():
        if len(places) > 1:
            words = _own_words([nodes[place].title for place in places])
            letters = iter("abcdefghijklmnopqrstuvwxyz")
            for place, word in zip(places, words, strict=True):
                labels[place] = f"{label} · {word}" if word else f"{label}{next(letters, '')}"
    return labels


def _own_words(titles: Sequence[str]) -> list[str]:
    """Of each title the first telling word that no other one has; "" where there is none."""
    words = [re.findall(r"[^\W\d_][\w-]{3,}", title) for title in titles]
    count = Counter(word for each in words for word in {folded(word) for word in each} - STOPWORDS)
    return [next((word for word in each if count[folded(word)] == 1), "") for each in words]


def _bounds(xy: Floats) -> tuple[float, float, float, float]:
    if not len(xy):
        return 0.0, 0.0, 0.0, 0.0
    (left, top), (right, bottom) = xy.min(axis=0), xy.max(axis=0)
    return float(left), float(top), float(right) + LABEL, float(bottom)


# ── along the years ──────────────────────────────────────────────────────────────────────────────────


def _along_years(
    nodes: Sequence[CitationNode], ends: Sequence[tuple[int, int]]
) -> tuple[Floats, tuple[Tick, ...]]:
    """A column a year; within it, nodes lie near the middle of what they are joined to."""
    years = sorted({node.year for node in nodes if node.year is not None})
    shift = 1 if any(node.year is None for node in nodes) and years else 0
    column = {year: i + shift for i, year in enumerate(years)}
    columns = np.array([column[node.year] if node.year is not None else 0 for node in nodes], dtype=np.int64)
    rows = _ordered(columns, ends)
    # About as wide as a window: long columns lie close, short ones have room.
    tallest = max(1.0, float(2 * np.abs(rows).max(initial=0.0)))
    row = min(_WIDEST_ROW, max(ROW, (len(years) + shift) * _YEAR / _ASPECT / tallest))
    xy = np.column_stack([columns * _YEAR, rows * row]).astype(np.float64).reshape(-1, 2)
    return xy, tuple(Tick(at=column[year] * _YEAR, label=str(year)) for year in years)


def _ordered(columns: NDArray[np.int64], ends: Sequence[tuple[int, int]]) -> Floats:
    """Rows within columns, centred: a few sweeps towards the mean of the neighbours."""
    count = len(columns)
    joined = np.array([*ends, *((b, a) for a, b in ends)], dtype=np.int64).reshape(-1, 2)
    degree = np.bincount(joined[:, 0], minlength=count)
    rows = np.zeros(count)
    wanted = -degree.astype(np.float64)  # the most cited ones first
    for _ in range(_SWEEPS):
        for each in np.unique(columns):
            own = np.flatnonzero(columns == each)
            own = own[np.argsort(wanted[own], kind="stable")]
            rows[own] = np.arange(len(own)) - (len(own) - 1) / 2
        total = np.bincount(joined[:, 0], weights=rows[joined[:, 1]], minlength=count)
        wanted = np.where(degree > 0, total / np.maximum(degree, 1), rows)
    return rows


# ── what is joined lies together ─────────────────────────────────────────────────────────────────────


def _free(count: int, ends: Sequence[tuple[int, int]]) -> Floats:
    """Force-directed, component by component; the components are laid side by side, the largest first."""
    graph = igraph.Graph(n=count, edges=list(ends))
    parts = sorted(graph.connected_components(), key=lambda part: (-len(part), part[0]))
    placed = [(part, _component(graph.induced_subgraph(part))) for part in parts]
    xy = np.zeros((count, 2))
    for (part, own), corner in zip(placed, _shelves([own for _, own in placed]), strict=True):
        xy[part] = own - own.min(axis=0) + corner
    return xy


def _component(graph: igraph.Graph) -> Floats:
    size = graph.vcount()
    if size == 1:
        return np.zeros((1, 2))
    igraph.set_random_number_generator(random.Random(0))  # noqa: S311 - the same picture every time
    seed = np.array(graph.layout_circle().coords) * np.sqrt(size)
    layout = (
        graph.layout_fruchterman_reingold(
            seed=seed.tolist(), niter=300, grid="grid" if size > _LARGE else "nogrid"
        )
        if size <= 4 * _LARGE
        else graph.layout_drl(seed=seed.tolist())
    )
    xy = np.array(layout.coords, dtype=np.float64)
    links = np.array(graph.get_edgelist(), dtype=np.int64)
    length = np.hypot(*(xy[links[:, 0]] - xy[links[:, 1]]).T)
    scale = _NEAR / max(1e-6, float(np.median(length)))
    return xy * max(scale, min(3 * scale, _CLOSEST / max(1e-6, _spacing(xy))))


def _spacing(xy: Floats) -> float:
    """How far apart the closer half of the nodes lie from their nearest, in places of a sample."""
    sample = xy[:: max(1, len(xy) // 300)]
    distance = np.hypot(*(sample[:, None, :] - xy[None, :, :]).transpose(2, 0, 1))
    distance[distance == 0] = np.inf
    return float(np.quantile(distance.min(axis=1), 0.25))


def _shelves(parts: Sequence[Floats]) -> list[tuple[float, float]]:
    """The corner of each part's box: rows of boxes, about as wide in all as high."""
    sizes = [own.max(axis=0) - own.min(axis=0) + (LABEL, 2 * ROW) for own in parts]
    width = max(
        (float(np.sqrt(1.8 * sum(float(w * h) for w, h in sizes))), *(float(w) for w, _ in sizes)),
        default=0.0,
    )
    corners, x, y, tallest = [], 0.0, 0.0, 0.0
    for w, h in sizes:
        if x and x + w > width:
            x, y, tallest = 0.0, y + tallest, 0.0
        corners.append((x, y))
        x, tallest = x + float(w), max(tallest, float(h))
    return corners
