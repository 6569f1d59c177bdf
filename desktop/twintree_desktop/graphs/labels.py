"""Which labels are drawn, and where, so that none lies over another; free of Qt."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable

from twintree_desktop.graphs.camera import Points

#: So many are tried, and so many drawn, at most: a view with more would not be read.
_TRIED, _DRAWN = 400, 90
GAP = 5.0
#: A label that does not fit whole is tried cut short, down to so many pixels.
_SHARES, _LEAST = (1.0, 0.7, 0.45), 44.0
#: The room is kept in cells of so many pixels.
_CELL = 4.0


class Room:
    """Which parts of a view are taken: a row of bits for every few pixels."""

    def __init__(self) -> None:
        self._rows: dict[int, int] = {}

    def take(self, left: float, top: float, right: float, bottom: float, *, force: bool = False) -> bool:
        """Take a box; False, and nothing taken, when a part of it is taken already."""
        first, last = math.floor(left / _CELL), math.ceil(right / _CELL)
        bits = ((1 << max(1, last - first)) - 1) << max(0, first + _BEFORE)
        rows = range(math.floor(top / _CELL), math.ceil(bottom / _CELL))
        if not force and any(self._rows.get(row, 0) & bits for row in rows):
            return False
        for row in rows:
            self._rows[row] = self._rows.get(row, 0) | bits
        return True


#: Cells to the left of the view that count too.
_BEFORE = 256


def place_labels(
    nodes: Iterable[int],
    at: Points,
    radius: Callable[[int], float],
    width: Callable[[int], float],
    height: float,
    size: tuple[float, float],
    *,
    forced: frozenset[int] = frozenset(),
    around: Iterable[int] = (),
) -> dict[int, tuple[float, float, float]]:
    """Places for labels, left edge, middle and width in pixels, by node; a label may be cut short to fit.

    Args:
        nodes: which want one, in the order of their claim.
        at: where every node is, in pixels, (n, 2).
        radius: of a node in pixels.
        width: of a node's label in pixels.
        height: of any label.
        size: of the view.
        forced: nodes that get one whatever lies there (selected, under the pointer).
        around: nodes that no label may cover.
    """
    room = Room()
    for node in around:
        x, y = at[node].tolist()
        reach = max(0.0, radius(node) - _CELL)
        room.take(x - reach, y - reach, x + reach, y + reach, force=True)
    placed: dict[int, tuple[float, float, float]] = {}
    for node in itertools.islice(nodes, _TRIED + len(forced)):
        x, y = at[node].tolist()
        if not (-40 <= x <= size[0] and 0 <= y <= size[1]):
            continue
        left, top = x + radius(node) + GAP, y - height / 2
        for share in _SHARES:
            wide = width(node) * share
            if share < 1 and wide < _LEAST:
                break
            if room.take(left, top, left + wide + GAP, top + height, force=node in forced):
                placed[node] = (left, y, wide)
                break
        if len(placed) >= _DRAWN + len(forced):
            break
    return placed
