"""Writes labels beside nodes: the chosen and the lit first, then the largest, none over another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from twintree_desktop.graphs.camera import LARGEST, Camera, Points
from twintree_desktop.graphs.content import Content, Indices, pixel_radius
from twintree_desktop.graphs.drawing import seen_nodes
from twintree_desktop.graphs.labels import GAP, place_labels
from twintree_desktop.theme import Appearance, Type

_WIDEST = 420
#: The share of a graph's width whose nodes have their labels at its right edge.
_OUTER = 0.12
_MOST_WANTING = 450
#: Up to so many nodes in view no label covers one.
_KEPT_CLEAR = 600
#: Labels are chosen anew when the view is so much larger or smaller, or moved by so many pixels.
_SCALED, _MOVED = 1.15, 160.0
#: How much a label's ground hides of the lines under it (of 255), and by how many pixels it is larger than the words.
_GROUND, _HALO = 240, 4.0
#: So many nodes are named even where others lie under the words: those at which so many lines or more gather.
_HEADS, _GATHERED = 10, 5


@dataclass(frozen=True)
class _Written:
    """Which labels were chosen for a view."""

    key: tuple[object, ...]
    camera: Camera
    nodes: dict[int, tuple[bool, float]]  #: whether it stands to the right of its node, and its width

    def is_far_from(self, camera: Camera) -> bool:
        """Whether another view wants other labels."""
        here = self.camera
        ratio = camera.scale / here.scale
        moved = max(abs(camera.x - here.x) * camera.scale, abs(camera.y - here.y) * camera.scale)
        return not 1 / _SCALED <= ratio <= _SCALED or moved > _MOVED


class Lettering:
    """Keeps what a label's shortened words and their width are."""

    def __init__(self, appearance: Appearance) -> None:
        self._appearance = appearance
        self._last: _Written | None = None
        self._known: dict[tuple[int, int, int, int], tuple[str, float]] = {}
        self._areas: list[tuple[int, QRectF]] = []

    def forget(self) -> None:
        """Another graph is shown."""
        self._known.clear()
        self._areas = []
        self._last = None

    def at(self, x: float, y: float) -> int:
        """The node whose label lies under a pixel; -1 when none does."""
        here = QPointF(x, y)
        return next((node for node, area in self._areas if area.contains(here)), -1)

    def room_beside(self, content: Content) -> float:
        """Pixels that the labels of the nodes furthest to the right take."""
        shown = np.flatnonzero(content.shown)
        if not len(shown):
            return 0.0
        across = content.xy[shown, 0]
        edge = across.max() - _OUTER * (across.max() - across.min())
        metrics = QFontMetricsF(self._appearance.theme.font(Type.SMALL))
        outer = shown[across >= edge]
        widest = max(self._label(content, node, metrics)[1] for node in outer[:_MOST_WANTING].tolist())
        return math.ceil(widest + GAP + _HALO) + math.ceil(
            pixel_radius(float(content.size[outer].max()), LARGEST)
        )

    def settle(self) -> None:
        """The view rests: choose anew with the next painting."""
        self._last = None

    def paint(
        self,
        painter: QPainter,
        content: Content,
        at: Points,
        camera: Camera,
        chosen: frozenset[int],
        lit: frozenset[int],
    ) -> None:
        """Write the labels of a view.

        Args:
            painter: of the view.
            content: what there is.
            at: where its nodes are, in pixels.
            camera: what is seen.
            chosen: nodes that are written whatever lies there.
            lit: while there are some, only these are written.
        """
        theme = self._appearance.theme
        font = theme.font(Type.SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        ground = theme.colour("surface")
        ground.setAlpha(_GROUND)
        strong, weak = theme.colour("text"), theme.colour("muted")
        height, ascent = metrics.height(), metrics.ascent()
        self._areas = []
        for node, (right, room) in self._chosen(content, at, camera, chosen, lit, metrics).items():
            x, y = at[node].tolist()
            words, width = self._label(content, node, metrics, room)
            beside = pixel_radius(content.size[node], camera.scale) + GAP
            x += beside if right else -beside - width
            area = QRectF(x - _HALO, y - height / 2, width + 2 * _HALO, height)
            self._areas.append((node, area))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(area, _HALO, _HALO)
            painter.setPen(strong if node in chosen or node in lit else weak)
            painter.drawText(QPointF(x, y + ascent / 2 - 1.5), words)

    def _chosen(
        self,
        content: Content,
        at: Points,
        camera: Camera,
        chosen: frozenset[int],
        lit: frozenset[int],
        metrics: QFontMetricsF,
    ) -> dict[int, tuple[bool, float]]:
        """The nodes that are written, with the side and the room of each label.

        Chosen anew when the view is another one, not for every step of a hand.
        """
        key = (content.version, chosen, lit, self._appearance.theme.size, camera.width, camera.height)
        last = self._last
        if last is None or last.key != key or last.is_far_from(camera):
            seen = np.array(sorted(lit)) if lit else seen_nodes(content, at, camera)
            heads = self._heads(content)
            wanting = self._wanting(content, seen, chosen, lit, heads)
            places = place_labels(
                wanting,
                at,
                lambda node: pixel_radius(content.size[node], camera.scale),
                lambda node: self._label(content, node, metrics)[1],
                metrics.height(),
                (camera.width, camera.height),
                forced=chosen,
                around=seen.tolist() if len(seen) <= _KEPT_CLEAR else (),
                heads=frozenset(heads),
            )
            sides = {node: (left > float(at[node][0]), wide) for node, (left, _, wide) in places.items()}
            last = self._last = _Written(key, camera, sides)
        return last.nodes

    def _heads(self, content: Content) -> list[int]:
        """The nodes that most lines lead to, where lines gather at all."""
        ends = np.concatenate([content.source[content.edge_shown], content.target[content.edge_shown]])
        lines = np.bincount(ends, minlength=len(content))
        most = np.argsort(-lines, kind="stable")[:_HEADS]
        return [node for node in most.tolist() if lines[node] >= _GATHERED and content.shown[node]]

    def _wanting(
        self,
        content: Content,
        nodes: Indices,
        chosen: frozenset[int],
        lit: frozenset[int],
        heads: Sequence[int],
    ) -> list[int]:
        """The nodes that want a label, in the order of their claim: hubs before what lies around them."""
        first = [node for node in chosen if content.shown[node]]
        if lit:
            rest = sorted(lit - chosen, key=lambda node: -content.size[node])
            return [*first, *(node for node in rest if content.shown[node])]
        seen = np.zeros(len(content), dtype=bool)
        seen[nodes] = True
        first += [node for node in heads if seen[node] and node not in chosen]
        order = content.order[seen[content.order]][:_MOST_WANTING].tolist()
        return list(dict.fromkeys([*first, *order]))

    def _label(
        self, content: Content, node: int, metrics: QFontMetricsF, room: float = _WIDEST
    ) -> tuple[str, float]:
        folded = content.folded(node) if node in content.collapsed else 0
        key = node, folded, self._appearance.theme.size, math.ceil(room)
        if key not in self._known:
            words = content.labels[node] + (f"  +{folded}" if folded else "")
            words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, math.ceil(room))
            self._known[key] = words, metrics.horizontalAdvance(words)
        return self._known[key]
