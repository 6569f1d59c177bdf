"""Which labels are drawn, and where, so that none lies over another; free of Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from twintree_desktop.graphs.camera import Points

#: So many are tried, and so many drawn, at most: a view with more would not be read.
_TRIED, _DRAWN = 500, 110
_GAP = 5.0


def place_labels(
    nodes: Iterable[int],
    at: Points,
    radius: Callable[[int], float],
    width: Callable[[int], float],
    height: float,
    size: tuple[float, float],
    *,
    forced: frozenset[int] = frozenset(),
) -> dict[int, tuple[float, float]]:
    """Places for labels, left edge and middle in pixels, by node.

    Args:
        nodes: which want one, in the order of their claim.
        at: where every node is, in pixels, (n, 2).
        radius: of a node in pixels.
        width: of a node's label in pixels.
        height: of any label.
        size: of the view.
        forced: nodes that get one whatever lies there (selected, under the pointer).
    """
    taken = np.empty((_DRAWN + len(forced), 4))
    count = 0
    placed: dict[int, tuple[float, float]] = {}
    for tried, node in enumerate(nodes):
        if tried >= _TRIED or count >= len(taken):
            break
        x, y = at[node]
        if not (-40 <= x <= size[0] and 0 <= y <= size[1]):
            continue
        left, top = x + radius(node) + _GAP, y - height / 2
        box = (left, top, left + width(node), top + height)
        others = taken[:count]
        covered = (
            (others[:, 0] < box[2] + _GAP)
            & (others[:, 2] > box[0] - _GAP)
            & (others[:, 1] < box[3])
            & (others[:, 3] > box[1])
        )
        if covered.any() and node not in forced:
            continue
        taken[count] = box
        count += 1
        placed[node] = (float(left), float(y))
    return placed
