"""What a graph holds, as arrays: places, tones, who is next to whom, what is hidden; free of Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from twintree.base.placement import Placement, Tick

Mask = NDArray[np.bool_]
Indices = NDArray[np.int64]
#: What arrow keys look for: a step in this direction.
DIRECTIONS = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "up": (0.0, -1.0), "down": (0.0, 1.0)}
_AWAY = -1


@dataclass(frozen=True)
class NodeTone:
    """How a node looks: colours as ``drawing.colour_of`` reads them; a hollow one shows the ground."""

    fill: str
    ring: str = ""
    hollow: bool = False
    square: bool = False  #: on its corner, rather than round


@dataclass(frozen=True)
class EdgeTone:
    """How an edge looks: a token or a colour, a width in pixels, and whether it is dashed."""

    colour: str
    width: float = 1.0
    dashed: bool = False


def pixel_radius(size: float, scale: float) -> float:
    """The radius of a node in pixels: it shrinks with the view, but slower, and stays to be seen."""
    return float(pixel_radii(np.float64(size), scale))


def pixel_radii(sizes: NDArray[np.float64] | np.float64, scale: float) -> NDArray[np.float64]:
    """``pixel_radius`` of many nodes."""
    radii: NDArray[np.float64] = np.clip(sizes * min(1.4, max(0.3, scale**0.6)), 2.0, 18.0)
    return radii


class Content:
    """A placed graph and its looks. Edges lead from ``source`` to ``target``; descendants follow them.

    Args:
        placement: what is where.
        node_tones, edge_tones: the looks that there are.
        node_tone, edge_tone: which one each node and edge has.
        directed: whether an edge says something by the way it leads, and has an arrow head.
    """

    def __init__(
        self,
        placement: Placement,
        node_tones: Sequence[NodeTone],
        node_tone: Sequence[int],
        edge_tones: Sequence[EdgeTone],
        edge_tone: Sequence[int],
        *,
        directed: bool = True,
    ) -> None:
        self.placement = placement
        self.directed = directed
        self.ids = [node.id for node in placement.nodes]
        self.labels = [node.label for node in placement.nodes]
        self.index = {name: i for i, name in enumerate(self.ids)}
        self.xy = np.array([(node.x, node.y) for node in placement.nodes], dtype=np.float64).reshape(-1, 2)
        self.size = np.array([node.size for node in placement.nodes], dtype=np.float64)
        self.source = np.array([edge.source for edge in placement.edges], dtype=np.int64)
        self.target = np.array([edge.target for edge in placement.edges], dtype=np.int64)
        self.primary = np.array([edge.primary for edge in placement.edges], dtype=bool)
        self.node_tones, self.edge_tones = tuple(node_tones), tuple(edge_tones)
        self.node_tone = np.array(node_tone, dtype=np.int64)
        self.edge_tone = np.array(edge_tone, dtype=np.int64)
        self.wanted_nodes = np.ones(len(self.ids), dtype=bool)
        self.wanted_edges = np.ones(len(self.source), dtype=bool)
        self.collapsed: set[int] = set()
        self.focus: Mask | None = None
        self.version = 0
        self._refresh()

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """Marks of the time axis."""
        return self.placement.ticks

    # ── what is seen ─────────────────────────────────────────────────────────────────────────────────

    def filter(self, nodes: Mask | None = None, edges: Mask | None = None) -> None:
        """Show these alone; an edge needs both its ends."""
        if nodes is not None:
            self.wanted_nodes = nodes
        if edges is not None:
            self.wanted_edges = edges
        self._refresh()

    def tint(self, node_tone: Sequence[int]) -> None:
        """Give the nodes other looks of those that there are."""
        self.node_tone = np.array(node_tone, dtype=np.int64)
        self.version += 1

    def focus_on(self, node: int | None) -> None:
        """Show one node with its ancestors and descendants alone; None: all."""
        if node is None:
            self.focus = None
        else:
            self.focus = self.reach(node, up=True) | self.reach(node, up=False)
        self._refresh()

    def collapse(self, node: int, collapsed: bool = True) -> None:
        """Hide what comes from a node alone, or show it again."""
        if collapsed:
            self.collapsed.add(node)
        else:
            self.collapsed.discard(node)
        self._refresh()

    def folded(self, node: int) -> int:
        """How many nodes a collapsed node hides."""
        return int(self._below(node).sum()) if node in self.collapsed else 0

    def _refresh(self) -> None:
        shown = self.wanted_nodes.copy()
        if self.focus is not None:
            shown &= self.focus
        for node in self.collapsed:
            shown &= ~self._below(node)
        self.shown = shown
        self.edge_shown = self.wanted_edges & shown[self.source] & shown[self.target]
        self.version += 1

    def _below(self, node: int) -> Mask:
        """The primary descendants of a node that nothing else leads to."""
        down = self.reach(node, up=False, primary=True)
        down[node] = False
        others = ~down & (np.arange(len(self)) != node)
        elsewhere = self._spread(others, up=False, primary=True, without=node)
        return down & ~elsewhere

    # ── who is next to whom ──────────────────────────────────────────────────────────────────────────

    @cached_property
    def _out(self) -> list[Indices]:
        return _grouped(self.source, len(self))

    @cached_property
    def _in(self) -> list[Indices]:
        return _grouped(self.target, len(self))

    def edges_of(self, node: int) -> Indices:
        """The edges at a node that are shown."""
        found = np.concatenate([self._out[node], self._in[node]])
        shown: Indices = found[self.edge_shown[found]]
        return shown

    def neighbours(self, node: int) -> list[int]:
        """The nodes next to one, over edges that are shown."""
        edges = self.edges_of(node)
        ends = np.concatenate([self.source[edges], self.target[edges]])
        return [int(each) for each in np.unique(ends) if each != node]

    def degree(self, node: int) -> tuple[int, int]:
        """How many edges lead in and out, hidden ones too."""
        return len(self._in[node]), len(self._out[node])

    def reach(self, node: int, *, up: bool, primary: bool = False) -> Mask:
        """The node with all its ancestors (``up``) or descendants, over edges that pass the filter."""
        start = np.zeros(len(self), dtype=bool)
        start[node] = True
        return self._spread(start, up=up, primary=primary)

    def _spread(self, start: Mask, *, up: bool, primary: bool, without: int = _AWAY) -> Mask:
        found = start.copy()
        usable = self.wanted_edges & self.primary if primary else self.wanted_edges
        near, far = (self.target, self.source) if up else (self.source, self.target)
        usable = usable & (near != without)
        while True:
            fresh = usable & found[near] & ~found[far]
            if not fresh.any():
                return found
            found[far[fresh]] = True

    def joined(self, edges: Mask) -> Mask:
        """The nodes at some edges."""
        found = np.zeros(len(self), dtype=bool)
        found[self.source[edges]] = found[self.target[edges]] = True
        return found

    def edge_between(self, one: int, other: int) -> int:
        """An edge between two nodes, either way; -1 when there is none."""
        here = np.flatnonzero(
            ((self.source == one) & (self.target == other)) | ((self.source == other) & (self.target == one))
        )
        return int(here[0]) if len(here) else _AWAY

    def towards(self, node: int, direction: str) -> int:
        """The neighbour that lies best in a direction; without one, the nearest node there; else the node."""
        for among in (self.neighbours(node), np.flatnonzero(self.shown).tolist()):
            best = self._best(node, [each for each in among if each != node], DIRECTIONS[direction])
            if best != _AWAY:
                return best
        return node

    def _best(self, node: int, among: Sequence[int], direction: tuple[float, float]) -> int:
        if not among:
            return _AWAY
        steps = self.xy[list(among)] - self.xy[node]
        length = np.hypot(steps[:, 0], steps[:, 1]) + 1e-9
        along = (steps @ np.array(direction)) / length
        fitting = along > 0.35
        if not fitting.any():
            return _AWAY
        cost = np.where(fitting, length * (2.2 - along), np.inf)
        return int(among[int(cost.argmin())])

    # ── finding ──────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def order(self) -> Indices:
        """All nodes, the largest first: whose label comes first."""
        degree = np.bincount(self.source, minlength=len(self)) + np.bincount(self.target, minlength=len(self))
        order: Indices = np.lexsort((np.arange(len(self)), -degree, -self.size))
        return order

    @cached_property
    def _folded_labels(self) -> list[str]:
        return [label.casefold() for label in self.labels]

    def search(self, text: str) -> list[int]:
        """Nodes whose label has every word of a text, the largest first, those that are hidden too."""
        words = text.casefold().split()
        if not words:
            return []
        return [int(i) for i in self.order if all(word in self._folded_labels[i] for word in words)]


def _grouped(ends: Indices, count: int) -> list[Indices]:
    order = np.argsort(ends, kind="stable")
    bounds = np.searchsorted(ends[order], np.arange(count + 1))
    return [order[bounds[i] : bounds[i + 1]] for i in range(count)]
