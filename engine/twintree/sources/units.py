"""Neighbouring pieces of a page that are read one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from twintree.sources.pieces import Piece


class Unit:
    """Neighbouring pieces of one block that stand in one column."""

    __slots__ = ("first", "last", "pieces", "size", "table", "u0", "u1", "v0", "v1")

    def __init__(self, pieces: list[Piece], first: int, last: int, *, table: bool = False) -> None:
        self.pieces = pieces
        self.first = first
        self.last = last
        self.table = table  #: whether its lines are the rows of a table
        self.measure()

    def measure(self) -> None:
        """Set the box and the size from the pieces."""
        pieces = self.pieces
        self.u0 = min(p.u0 for p in pieces)
        self.v0 = min(p.v0 for p in pieces)
        self.u1 = max(p.u1 for p in pieces)
        self.v1 = max(p.v1 for p in pieces)
        self.size = pieces[0].size if len(pieces) == 1 else main_size(pieces)


def main_size(pieces: Iterable[Piece]) -> float:
    """The type size, in points, of most characters."""
    exact: dict[float, int] = {}
    for piece in pieces:
        exact[piece.size] = exact.get(piece.size, 0) + len(piece.text)
    count: Counter[float] = Counter()
    for size, length in exact.items():
        count[round(size * 4) / 4] += length
    return max(count, key=lambda size: count[size]) if count else 0.0


def on_one_line(p: Piece, q: Piece) -> bool:
    """Whether two pieces share most of the lower one's height."""
    return min(p.v1, q.v1) - max(p.v0, q.v0) > 0.5 * min(p.v1 - p.v0, q.v1 - q.v0)


def by_rows(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Pieces line by line from top to bottom, each line from left to right."""
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: p.v0 + p.v1):
        if rows and on_one_line(max(rows[-1], key=lambda p: len(p.text)), piece):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda p: p.u0) for row in rows]
