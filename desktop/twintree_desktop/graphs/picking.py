"""What lies under the pointer: the nearest node, or the nearest edge; free of Qt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from twintree_desktop.graphs.camera import Camera
from twintree_desktop.graphs.content import Content, pixel_radius

_REACH = 9.0
_EDGE_REACH = 5.0


def node_under(content: Content, camera: Camera, x: float, y: float) -> int:
    """The shown node under a pixel; -1 when there is none."""
    if not content.shown.any():
        return -1
    at = camera.to_screen(content.xy)
    distance = np.hypot(at[:, 0] - x, at[:, 1] - y)
    distance[~content.shown] = np.inf
    node = int(distance.argmin())
    reach = max(_REACH, pixel_radius(content.size[node], camera.scale) + 3)
    return node if distance[node] <= reach else -1


def edge_under(content: Content, camera: Camera, x: float, y: float, lit: Sequence[int] = ()) -> int:
    """The shown edge under a pixel, among lit ones while there are some; -1 when there is none."""
    edges = np.flatnonzero(content.edge_shown)
    if lit:
        edges = np.intersect1d(edges, np.array(lit))
    if not len(edges):
        return -1
    at = camera.to_screen(content.xy)
    start = at[content.source[edges]]
    along = at[content.target[edges]] - start
    share = np.clip((((x, y) - start) * along).sum(axis=1) / ((along**2).sum(axis=1) + 1e-9), 0, 1)
    nearest = start + along * share[:, None]
    distance = np.hypot(nearest[:, 0] - x, nearest[:, 1] - y)
    best = int(distance.argmin())
    return int(edges[best]) if distance[best] <= _EDGE_REACH else -1
