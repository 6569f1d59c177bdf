"""Writes labels beside nodes: the chosen and the lit first, then the largest, none over another."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from twintree_desktop.graphs.camera import Camera, Points
from twintree_desktop.graphs.content import Content, pixel_radius
from twintree_desktop.graphs.drawing import seen_nodes
from twintree_desktop.graphs.labels import place_labels
from twintree_desktop.theme import Appearance, Type

_WIDEST = 220
_MOST_WANTING = 600
_GROUND = 205


class Lettering:
    """Keeps what a label's shortened words and their width are."""

    def __init__(self, appearance: Appearance) -> None:
        self._appearance = appearance
        self._known: dict[tuple[int, int, int], tuple[str, float]] = {}

    def forget(self) -> None:
        """Another graph is shown."""
        self._known.clear()

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
        places = place_labels(
            self._wanting(content, at, camera, chosen, lit),
            at,
            lambda node: pixel_radius(content.size[node], camera.scale),
            lambda node: self._label(content, node, metrics)[1],
            metrics.height(),
            (camera.width, camera.height),
            forced=chosen,
        )
        painter.setFont(font)
        ground = theme.colour("surface")
        ground.setAlpha(_GROUND)
        strong, weak = theme.colour("text"), theme.colour("muted")
        for node, (x, y) in places.items():
            words, width = self._label(content, node, metrics)
            painter.fillRect(QRectF(x - 2, y - metrics.height() / 2, width + 4, metrics.height()), ground)
            painter.setPen(strong if node in chosen or node in lit else weak)
            painter.drawText(QPointF(x, y + metrics.ascent() / 2 - 1.5), words)

    def _wanting(
        self, content: Content, at: Points, camera: Camera, chosen: frozenset[int], lit: frozenset[int]
    ) -> list[int]:
        """The nodes that want a label, in the order of their claim."""
        first = [node for node in chosen if content.shown[node]]
        if lit:
            rest = sorted(lit - chosen, key=lambda node: -content.size[node])
            return [*first, *(node for node in rest if content.shown[node])]
        seen = np.zeros(len(content), dtype=bool)
        seen[seen_nodes(content, at, camera)] = True
        order = content.order[seen[content.order]][:_MOST_WANTING].tolist()
        return [*first, *(node for node in order if node not in chosen)]

    def _label(self, content: Content, node: int, metrics: QFontMetricsF) -> tuple[str, float]:
        folded = content.folded(node) if node in content.collapsed else 0
        key = node, folded, self._appearance.theme.size
        if key not in self._known:
            words = content.labels[node] + (f"  +{folded}" if folded else "")
            words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, _WIDEST)
            self._known[key] = words, metrics.horizontalAdvance(words)
        return self._known[key]
