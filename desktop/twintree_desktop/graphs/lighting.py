"""What lies over a drawn graph: edges that are lit, with the way they lead, and the marks of the time axis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from twintree_desktop.graphs.camera import Camera, Points
from twintree_desktop.graphs.content import Content
from twintree_desktop.graphs.drawing import draw_heads, edge_pen
from twintree_desktop.theme import Theme, Type
from twintree_desktop.tokens import SPACE

#: More arrow heads than these would be a thicket.
_HEADS = 400
#: Pixels between two marks of the axis.
_APART = 64.0


def draw_lit_edges(
    painter: QPainter, content: Content, edges: Sequence[int], at: Points, camera: Camera, theme: Theme
) -> None:
    """Lit edges in their own colours, a little wider, with arrow heads."""
    shown = [edge for edge in edges if content.edge_shown[edge]]
    for number, tone in enumerate(content.edge_tones):
        own = [edge for edge in shown if content.edge_tone[edge] == number]
        if not own:
            continue
        pen = edge_pen(tone, theme)
        pen.setWidthF(tone.width + 0.6)
        painter.setPen(pen)
        lines = np.hstack([at[content.source[own]], at[content.target[own]]]).tolist()
        painter.drawLines([QLineF(*line) for line in lines])
        if content.directed:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pen.color())
            draw_heads(painter, content, np.array(own[:_HEADS]), at, camera, pen.widthF())


def draw_ticks(painter: QPainter, content: Content, camera: Camera, theme: Theme) -> None:
    """The years along the lower edge, as many as there is room for."""
    if not content.ticks:
        return
    font = theme.font(Type.SMALL)
    painter.setFont(font)
    height = painter.fontMetrics().height() + SPACE.hair
    strip = QRectF(0, camera.height - height, camera.width, height)
    painter.fillRect(strip, theme.colour("raised"))
    painter.setPen(QPen(theme.colour("border"), 1))
    painter.drawLine(strip.topLeft(), strip.topRight())
    last = -_APART
    for tick in content.ticks:
        x = (tick.at - camera.x) * camera.scale + camera.width / 2
        if x - last < _APART or not 0 <= x <= camera.width:
            continue
        last = x
        painter.setPen(theme.colour("muted"))
        painter.drawText(QRectF(x - 40, strip.top(), 80, height), Qt.AlignmentFlag.AlignCenter, tick.label)
