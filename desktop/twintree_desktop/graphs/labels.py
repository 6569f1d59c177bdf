"""Which labels are drawn, and where, so that none lies over another; free of Qt."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator

from twintree_desktop.graphs.camera import Points

#: So many are tried, and so many drawn, at most: a view with more would not be read.
_TRIED, _DRAWN = 400, 90
GAP = 5.0
#: A label that does not fit whole is tried cut short, down to so many pixels.
_SHARES, _LEAST = (1.0, 0.7, 0.45), 44.0
#: So many pixels of a hub's label still say which hub it is.
_TELLING = 150.0
#: The room is kept in cells of so many pixels.
_CELL = 4.0


class Room:
    """Which parts of a view are taken: a row of bits for every few pixels."""

    def __init__(self) -> None:
        self._rows: dict[int, int] = {}

    def is_free(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether no part of a box is taken."""
        bits, rows = _cells(left, top, right, bottom)
        return not any(self._rows.get(row, 0) & bits for row in rows)

    def take(self, left: float, top: float, right: float, bottom: float) -> None:
        """Take a box."""
        bits, rows = _cells(left, top, right, bottom)
        for row in rows:
            self._rows[row] = self._rows.get(row, 0) | bits


def _cells(left: float, top: float, right: float, bottom: float) -> tuple[int, range]:
    first, last = math.floor(left / _CELL), math.ceil(right / _CELL)
    bits = ((1 << max(1, last - first)) - 1) << max(0, first + _BEFORE)
    return bits, range(math.floor(top / _CELL), math.ceil(bottom / _CELL))


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
    heads: frozenset[int] = frozenset(),
) -> dict[int, tuple[float, float, float]]:
    """Places for labels, left edge, middle and width in pixels, by node; a label may be cut short to fit.

    A label stands to the right of its node, or to the left where that is the only side with room.

    Args:
        nodes: which want one, in the order of their claim.
        at: where every node is, in pixels, (n, 2).
        radius: of a node in pixels.
        width: of a node's label in pixels.
        height: of any label.
        size: of the view.
        forced: nodes that get one whatever lies there (selected, under the pointer).
        around: nodes that no label may cover.
        heads: nodes whose label may cover others where there is no better place: a graph without its hubs' names
            says nothing.
    """
    labels, dots = Room(), Room()
    for node in around:
        x, y = at[node].tolist()
        reach = max(0.0, radius(node) - 1)
        dots.take(x - reach, y - reach, x + reach, y + reach)
    placed: dict[int, tuple[float, float, float]] = {}
    for node in itertools.islice(nodes, _TRIED + len(forced)):
        x, y = at[node].tolist()
        if not (-40 <= x <= size[0] and 0 <= y <= size[1]):
            continue
        ways = list(_ways(x, radius(node), width(node), size[0]))
        top, bottom = y - height / 2, y + height / 2
        free = [way for way in ways if labels.is_free(way[0], top, way[0] + way[1] + GAP, bottom)]
        best = next((way for way in free if dots.is_free(way[0], top, way[0] + way[1] + GAP, bottom)), None)
        if node in heads or node in forced:
            whole = [way for way in free if way[1] >= width(node)]
            cut = best is not None and best[1] >= _TELLING and node not in forced
            if best not in whole and not cut:  # rather over other nodes than cut to a few letters
                best = next(iter([*whole, *free]), ways[0] if node in forced else None)
        if best is not None:
            left, wide = best
            labels.take(left, top, left + wide + GAP, bottom)
            placed[node] = (left, y, wide)
        if len(placed) >= _DRAWN + len(forced):
            break
    return placed


def _ways(x: float, radius: float, whole: float, room: float) -> Iterator[tuple[float, float]]:
    """Left edge and width of a node's label, the best first: whole on either side, then cut short."""
    for share in _SHARES:
        wide = whole * share
        if share < 1 and wide < _LEAST:
            return
        right, left = x + radius + GAP, x - radius - GAP - wide
        yield right, wide
        if left >= 0 and right < room:
            yield left, wide
