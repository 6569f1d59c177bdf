"""Where the nodes of the two trees stand when they are drawn: tidy trees that grow to the right, or along the years."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import igraph
import msgspec
import numpy as np
from numpy.typing import NDArray

from twintree.base.methods import Cluster, Method, MethodEdge, MethodId
from twintree.base.placement import COLUMN, LABEL, ROW, PlacedEdge, PlacedNode, Placement, Tick
from twintree.trees.abstraction import counts

Floats = NDArray[np.float64]

#: igraph's Reingold-Tilford takes time with the square of a tree's nodes; a larger tree gets a row a leaf.
_LARGEST = 3000
_SMALLEST_SIZE, _LARGEST_SIZE = 4.0, 16.0
#: Width over height that a forest of many trees is packed to, and the rows left between two of its trees.
_ASPECT, _GAP = 1.6, 1.0
_NO_YEAR = "no year"


def place_provenance(
    methods: Sequence[Method],
    edges: Sequence[MethodEdge],
    *,
    timeline: bool = False,
    homes: Mapping[MethodId, str] | None = None,
) -> Placement:
    """Place a provenance tree: its backbone as tidy trees, supporting edges between the same places.

    Args:
        methods: those to draw.
        edges: between them; edges to others are left out. ``primary`` says which are the backbone.
        timeline: columns are the methods' years instead of their depth; those without a year come first.
        homes: the paper of each method, where it is known.
    """
    place = {method.id: at for at, method in enumerate(methods)}
    drawn = [e for e in edges if e.source in place and e.target in place]
    drawn.sort(key=lambda e: (not e.primary, e.source, e.target))
    parent = np.full(len(methods), -1)
    for edge in drawn:
        if edge.primary:
            parent[place[edge.target]] = place[edge.source]
    trees = _trees(parent)
    ticks: tuple[Tick, ...] = ()
    if timeline:
        xy, ticks = _along_years(trees, [method.year for method in methods])
    else:
        xy = _packed(trees, len(methods))
    depth = _depths(trees, len(methods))
    sizes = _sizes([method.mention_count for method in methods])
    nodes = tuple(
        PlacedNode(
            id=method.id,
            label=method.name,
            x=float(xy[at, 0]),
            y=float(xy[at, 1]),
            size=sizes[at],
            year=method.year,
            depth=int(depth[at]),
            kind=method.kind,
            count=method.mention_count,
            home=(homes or {}).get(method.id, ""),
        )
        for at, method in enumerate(methods)
    )
    placed = tuple(
        PlacedEdge(
            source=place[e.source],
            target=place[e.target],
            weight=e.weight,
            primary=e.primary,
            broken=e.broken,
        )
        for e in drawn
    )
    return bounded(nodes, placed, ticks)


def part_of(placement: Placement, nodes: Sequence[bool], edges: Sequence[bool]) -> Placement:
    """What is seen of a drawing, where the rest of it is folded, filtered or out of focus; everything keeps its place.

    Args:
        placement: the whole.
        nodes: which of its nodes are seen.
        edges: which of its edges are; one whose end is not seen is left out all the same.
    """
    place = {old: new for new, old in enumerate(at for at, seen in enumerate(nodes) if seen)}
    kept = tuple(
        msgspec.structs.replace(each, source=place[each.source], target=place[each.target])
        for each, seen in zip(placement.edges, edges, strict=True)
        if seen and each.source in place and each.target in place
    )
    return bounded(tuple(placement.nodes[old] for old in place), kept, placement.ticks)


def place_themes(clusters: Sequence[Cluster], methods: Mapping[MethodId, Method] | None = None) -> Placement:
    """Place the abstraction tree, the widest themes on the left.

    Args:
        clusters: of all levels.
        methods: where given, the methods that are drawn as leaves.
    """
    below = counts(clusters)
    place: dict[str, int] = {each.id: at for at, each in enumerate(clusters)}
    leaves = [method for each in clusters for method in each.methods if method in (methods or {})]
    place |= {method: len(clusters) + at for at, method in enumerate(leaves)}
    parent = np.full(len(place), -1)
    for each in clusters:
        for child in (*each.children, *each.methods):
            if child in place:
                parent[place[child]] = place[each.id]
    trees = _trees(parent)
    xy = _stacked(trees, len(place))
    depth = _depths(trees, len(place))
    size_of = _sizes([below[each.id] for each in clusters])
    nodes = [
        PlacedNode(
            id=each.id,
            label=each.title,
            x=float(xy[at, 0]),
            y=float(xy[at, 1]),
            size=size_of[at],
            depth=int(depth[at]),
            kind="theme",
            count=below[each.id],
        )
        for at, each in enumerate(clusters)
    ]
    for at, name in enumerate(leaves, start=len(clusters)):
        method = (methods or {})[name]
        nodes.append(
            PlacedNode(
                id=name,
                label=method.name,
                x=float(xy[at, 0]),
                y=float(xy[at, 1]),
                size=_SMALLEST_SIZE,
                year=method.year,
                depth=int(depth[at]),
                kind=method.kind,
                count=method.mention_count,
            )
        )
    edges = [PlacedEdge(source=int(over), target=at) for at, over in enumerate(parent) if over >= 0]
    return bounded(tuple(nodes), tuple(edges), ())


# ── one tree ─────────────────────────────────────────────────────────────────────────────────────────


class _Tree(msgspec.Struct, frozen=True):
    """The nodes of one tree, parents before children, with each one's parent as a place among them."""

    nodes: NDArray[np.int64]
    parents: NDArray[np.int64]  # -1 for the root, which comes first
    depths: NDArray[np.int64]

    def rows(self) -> Floats:
        """Each node's row, the topmost being 0."""
        found = self._tidy() if len(self.nodes) <= _LARGEST else self._row_a_leaf()
        return np.asarray(found - found.min(), np.float64)

    def _tidy(self) -> Floats:
        if len(self.nodes) < 3:
            return np.zeros(len(self.nodes))
        links = [(int(over), at) for at, over in enumerate(self.parents) if over >= 0]
        graph = igraph.Graph(n=len(self.nodes), edges=links, directed=True)
        return np.array(graph.layout_reingold_tilford(mode="out", root=[0]).coords)[:, 0]

    def _row_a_leaf(self) -> Floats:
        children: list[list[int]] = [[] for _ in self.nodes]
        for at, over in enumerate(self.parents):
            if over >= 0:
                children[over].append(at)
        rows, leaf, pending = np.zeros(len(self.nodes)), 0, [0]
        while pending:
            at = pending.pop()
            pending += reversed(children[at])
            if not children[at]:
                rows[at] = leaf
                leaf += 1
        for at in range(len(self.nodes) - 1, -1, -1):
            if children[at]:
                rows[at] = (rows[children[at][0]] + rows[children[at][-1]]) / 2
        return rows


def _trees(parent: NDArray[np.int64]) -> list[_Tree]:
    """The trees of a forest, the largest first, else in the order of their roots."""
    children: dict[int, list[int]] = {}
    for at, over in enumerate(parent.tolist()):
        children.setdefault(over, []).append(at)
    found = []
    for root in children.get(-1, ()):
        nodes, parents, depths = [root], [-1], [0]
        for at, node in enumerate(nodes):  # grows while it is walked: breadth first
            for child in children.get(node, ()):
                nodes.append(child)
                parents.append(at)
                depths.append(depths[at] + 1)
        found.append(_Tree(np.array(nodes), np.array(parents), np.array(depths)))
    found.sort(key=lambda tree: -len(tree.nodes))
    return found


def _depths(trees: Sequence[_Tree], count: int) -> NDArray[np.int64]:
    found = np.zeros(count, np.int64)
    for tree in trees:
        found[tree.nodes] = tree.depths
    return found


# ── many trees ───────────────────────────────────────────────────────────────────────────────────────


def _stacked(trees: Sequence[_Tree], count: int) -> Floats:
    """One below the other."""
    xy, top = np.zeros((count, 2)), 0.0
    for tree in trees:
        rows = tree.rows()
        xy[tree.nodes] = np.column_stack([tree.depths * COLUMN, (top + rows) * ROW])
        top += rows.max() + 1 + _GAP
    return xy


def _packed(trees: Sequence[_Tree], count: int) -> Floats:
    """On shelves, the tallest trees first, so that a forest of many small trees is no ribbon."""
    xy = np.zeros((count, 2))
    rows = [tree.rows() for tree in trees]
    heights = [(each.max() + 1 + _GAP) * ROW for each in rows]
    widths = [tree.depths.max() * COLUMN + LABEL + ROW for tree in trees]
    area = sum(w * h for w, h in zip(widths, heights, strict=True))
    across = max([math.sqrt(area * _ASPECT), *widths[:1]]) if trees else 0.0
    left = top = shelf = 0.0
    for at in sorted(range(len(trees)), key=lambda each: -heights[each]):
        if left > 0 and left + widths[at] > across:
            left, top, shelf = 0.0, top + shelf, 0.0
        tree = trees[at]
        xy[tree.nodes] = np.column_stack([left + tree.depths * COLUMN, top + rows[at] * ROW])
        left, shelf = left + widths[at], max(shelf, heights[at])
    return xy


def _along_years(trees: Sequence[_Tree], years: Sequence[int | None]) -> tuple[Floats, tuple[Tick, ...]]:
    """Columns by year; within a tree those of one year are pushed apart, and single methods fill each column."""
    known = sorted({year for year in years if year is not None})
    columns = {year: at for at, year in enumerate(range(known[0], known[-1] + 1))} if known else {}
    shift = 1 if None in years and columns else 0
    column = np.array([columns[y] + shift if y is not None else 0 for y in years], np.int64)
    xy, top = np.zeros((len(years), 2)), 0.0
    single = [int(tree.nodes[0]) for tree in trees if len(tree.nodes) == 1]
    for tree in trees:
        if len(tree.nodes) > 1:
            rows = _apart(tree.rows(), column[tree.nodes])
            xy[tree.nodes, 1] = (top + rows) * ROW
            top += rows.max() + 1 + _GAP
    filled: dict[int, int] = {}
    for node in single:
        row = filled.get(int(column[node]), 0)
        xy[node, 1] = (top + row) * ROW
        filled[int(column[node])] = row + 1
    xy[:, 0] = column * COLUMN
    ticks = [Tick(at=(at + shift) * COLUMN, label=str(year)) for year, at in columns.items()]
    if None in years:
        ticks.insert(0, Tick(at=0.0, label=_NO_YEAR))
    return xy, tuple(ticks)


def _apart(rows: Floats, columns: NDArray[np.int64]) -> Floats:
    """The rows, moved down where two nodes of one column would stand less than a row apart."""
    moved = rows.copy()
    for column in np.unique(columns):
        at = np.flatnonzero(columns == column)
        at = at[np.argsort(rows[at], kind="stable")]
        steps = np.arange(len(at))
        moved[at] = np.maximum.accumulate(rows[at] - steps) + steps
    return moved


def _sizes(values: Sequence[int]) -> list[float]:
    """Radii by the logarithm of a count."""
    most = math.log1p(max(values, default=0)) or 1.0
    span = _LARGEST_SIZE - _SMALLEST_SIZE
    return [_SMALLEST_SIZE + span * math.log1p(value) / most for value in values]


def bounded(
    nodes: tuple[PlacedNode, ...], edges: tuple[PlacedEdge, ...], ticks: tuple[Tick, ...]
) -> Placement:
    """Nodes and edges with the bounds that they take, labels included."""
    if not nodes:
        return Placement(nodes=(), edges=())
    return Placement(
        nodes=nodes,
        edges=edges,
        bounds=(
            min(node.x - node.size for node in nodes),
            min(node.y - node.size for node in nodes),
            max(node.x for node in nodes) + LABEL,
            max(node.y + node.size for node in nodes),
        ),
        ticks=ticks,
        primary_count=sum(edge.primary for edge in edges),
    )
