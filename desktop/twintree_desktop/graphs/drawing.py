"""Draws a graph's edges and nodes into an image, a few at a time, so that no frame waits for all of them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from twintree_desktop.graphs.camera import Camera, Points
from twintree_desktop.graphs.content import Content, EdgeTone, Indices, NodeTone, pixel_radii, pixel_radius
from twintree_desktop.theme import Theme
from twintree_desktop.tokens import Palette, mix, tinted

#: Edges and nodes between two looks at the clock.
_EDGES, _NODES = 250, 400
#: Edges shorter than this lie under their nodes.
_SHORT = 1.5
#: From so many edges on they are drawn without smoothing.
_MANY = 2500
_RINGED = 1.6
#: A square on its corner reaches so much further than a circle that looks as large.
_CORNER = 1.5
#: Pixels of an arrow head on a hairline, and how much longer it is for each pixel of a line's width.
_HEAD, _HEAD_GROWS = 5.5, 2.2
#: A head takes at most this share of what is seen of its line; below so many pixels it would be a blot.
_HEAD_SHARE, _HEAD_LEAST, _HEAD_HALF = 0.6, 3.0, 0.45
#: From so many edges in view on heads would be a thicket; they come with a closer look.
_MOST_HEADS = 2500
#: From so many edges in view on the thinner ones step back, by this share, towards the ground.
_CROWD, _FAINT, _STRONG = 500, 0.55, 1.5


def colour_in(name: str, palette: Palette) -> str:
    """A token, ``#RRGGBB``, a mixture (``outline>accent@0.25``), or a colour that is legible in any palette
    (``ink:#RRGGBB``), as ``#RRGGBB``."""
    if name.startswith("#"):
        return name
    if name.startswith("ink:"):
        return tinted(name.removeprefix("ink:"), palette)[0]
    first, _, rest = name.partition(">")
    second, _, share = rest.partition("@")
    colour = str(getattr(palette, first))
    return mix(colour, getattr(palette, second), float(share)) if rest else colour


def colour_of(name: str, theme: Theme) -> QColor:
    """A colour's name as ``colour_in`` reads it, in the theme in force."""
    return QColor(colour_in(name, theme.palette))


def draw_graph(image: QImage, content: Content, camera: Camera, theme: Theme, ratio: float) -> Iterator[None]:
    """Draw everything that is shown; each step is a small part.

    Args:
        image: as large as ``camera``'s view times ``ratio``; filled first.
        content: what there is.
        camera: what is seen.
        theme: its colours.
        ratio: device pixels a pixel.
    """
    image.fill(theme.colour("surface"))
    at = camera.to_screen(content.xy)
    painter = QPainter(image)
    try:
        painter.scale(ratio, ratio)
        yield from _draw_edges(painter, content, at, camera, theme)
        yield from _draw_heads(painter, content, at, camera, theme)
        yield from _draw_nodes(painter, content, at, camera, theme, ratio)
    finally:
        painter.end()


def seen_edges(content: Content, at: Points, camera: Camera) -> Indices:
    """Edges that are shown and whose box meets the view."""
    start, end = at[content.source], at[content.target]
    low, high = np.minimum(start, end), np.maximum(start, end)
    size = (camera.width, camera.height)
    long = np.abs(end - start).max(axis=1, initial=0.0) >= _SHORT if len(start) else np.zeros(0, dtype=bool)
    return np.flatnonzero(content.edge_shown & long & (high >= 0).all(axis=1) & (low <= size).all(axis=1))


def seen_nodes(content: Content, at: Points, camera: Camera, margin: float = 20.0) -> Indices:
    """Nodes that are shown and lie in the view."""
    inside = (at >= -margin).all(axis=1) & (at <= (camera.width + margin, camera.height + margin)).all(axis=1)
    return np.flatnonzero(content.shown & inside)


def _draw_edges(
    painter: QPainter, content: Content, at: Points, camera: Camera, theme: Theme
) -> Iterator[None]:
    edges = seen_edges(content, at, camera)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(edges) < _MANY)
    crowded = len(edges) > _CROWD
    for number, tone in enumerate(content.edge_tones):
        own = edges[content.edge_tone[edges] == number]
        painter.setPen(edge_pen(tone, theme, faint=crowded and tone.width < _STRONG))
        for begin in range(0, len(own), _EDGES):
            part = own[begin : begin + _EDGES]
            ends = np.hstack([at[content.source[part]], at[content.target[part]]]).tolist()
            painter.drawLines([QLineF(*each) for each in ends])
            yield


def _draw_heads(
    painter: QPainter, content: Content, at: Points, camera: Camera, theme: Theme
) -> Iterator[None]:
    """Arrow heads over all lines, so that the way each one leads is seen without choosing it."""
    edges = seen_edges(content, at, camera)
    if not content.directed or len(edges) > _MOST_HEADS:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    crowded = len(edges) > _CROWD
    for number, tone in enumerate(content.edge_tones):
        own = edges[content.edge_tone[edges] == number]
        painter.setBrush(edge_pen(tone, theme, faint=crowded and tone.width < _STRONG).color())
        for begin in range(0, len(own), _EDGES):
            draw_heads(painter, content, own[begin : begin + _EDGES], at, camera, tone.width)
            yield


def draw_heads(
    painter: QPainter, content: Content, edges: Indices, at: Points, camera: Camera, width: float
) -> None:
    """Fill the arrow heads of edges with the painter's brush; ``width`` is that of their lines in pixels."""
    for corners in head_corners(content, edges, at, camera, _HEAD + _HEAD_GROWS * width).tolist():
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))


def head_corners(content: Content, edges: Indices, at: Points, camera: Camera, head: float) -> Points:
    """Tip and back corners of arrow heads, (n, 3, 2) in pixels: at the rim of each target, smaller on short lines.

    Edges whose nodes all but touch have none.
    """
    start, end = at[content.source[edges]], at[content.target[edges]]
    length = np.maximum(np.hypot(*(end - start).T), 1e-9)
    reach = pixel_radii(content.size[content.target[edges]], camera.scale) + _RINGED
    seen = length - reach - pixel_radii(content.size[content.source[edges]], camera.scale)
    heads = np.minimum(head, _HEAD_SHARE * seen)
    drawn = heads >= _HEAD_LEAST
    along = ((end - start) / length[:, None])[drawn]
    half = _HEAD_HALF * heads[drawn, None] * np.stack([-along[:, 1], along[:, 0]], axis=1)
    tip = end[drawn] - along * reach[drawn, None]
    back = tip - along * heads[drawn, None]
    return np.stack([tip, back + half, back - half], axis=1)


def edge_pen(tone: EdgeTone, theme: Theme, *, faint: bool = False) -> QPen:
    """The pen of an edge; ``faint`` in a crowd, where the nodes must be told from the lines."""
    colour = colour_of(tone.colour, theme)
    pen = QPen(QColor(mix(colour.name(), theme.palette.surface, _FAINT)) if faint else colour, tone.width)
    if tone.dashed:
        pen.setDashPattern([4.0, 4.0])
    return pen


def _draw_nodes(
    painter: QPainter, content: Content, at: Points, camera: Camera, theme: Theme, ratio: float
) -> Iterator[None]:
    nodes = seen_nodes(content, at, camera)
    pictures: dict[tuple[int, int], QImage] = {}
    for begin in range(0, len(nodes), _NODES):
        for node in nodes[begin : begin + _NODES].tolist():
            radius = round(pixel_radius(content.size[node], camera.scale) * 2)
            key = int(content.node_tone[node]), radius
            picture = pictures.get(key)
            if picture is None:
                picture = pictures[key] = _dot(content.node_tones[key[0]], radius / 2, theme, ratio)
            x, y = at[node]
            half = picture.width() / ratio / 2
            painter.drawImage(QPointF(x - half, y - half), picture)
        yield


def _dot(tone: NodeTone, radius: float, theme: Theme, ratio: float) -> QImage:
    side = int(np.ceil((2 * radius + 4 + 2 * _CORNER) * ratio))
    picture = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    picture.setDevicePixelRatio(ratio)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_dot(painter, QPointF(side / ratio / 2, side / ratio / 2), radius, tone, theme)
    painter.end()
    return picture


def draw_dot(painter: QPainter, middle: QPointF, radius: float, tone: NodeTone, theme: Theme) -> None:
    """One node."""
    painter.setBrush(theme.colour("surface") if tone.hollow else colour_of(tone.fill, theme))
    ring = tone.fill if tone.hollow else tone.ring
    painter.setPen(QPen(colour_of(ring, theme), _RINGED) if ring else Qt.PenStyle.NoPen)
    if tone.square:
        reach = radius + _CORNER
        steps = ((0, -reach), (reach, 0), (0, reach), (-reach, 0))
        painter.drawPolygon(QPolygonF([middle + QPointF(*step) for step in steps]))
    else:
        painter.drawEllipse(QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius))
