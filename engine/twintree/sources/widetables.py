"""Tables that run across a page's columns, kept in one piece: they are read row by row, not half by half."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence

from twintree.sources.pieces import Piece
from twintree.sources.units import Unit, by_rows

_CAPTION = re.compile(
    r"\W*(?:(?:supplementa(?:ry|l)|supporting|extended\s+data|appendix)\s+)?"
    r"(?P<table>tab(?:le|elle|leau|la)?\.?|табл(?:ица)?\.?|表)?"
    r"(?(table)|(?:fig(?:ure|\.)?|abb(?:ildung|\.)?|scheme|algorithm|listing|chart|рис(?:унок|\.)?))"
    r"\s*(?:[A-Z]{1,2}[.-]?)?(?:\d|[IVX]+\b)",
    re.I,
)
#: Of a line's size: the white space between a caption and its table, and between two rows, at most.
_OFF, _APART = 2.5, 1.8
#: A line of running text has so many words at least, and fills this share of its column or is so many sizes wide.
_WORDS, _FULL, _WIDE = 5, 0.75, 22.0
#: Rows that stand on both sides of a gutter, at least; the share of all rows that do, and that have three cells.
_LEAST, _MOST = 3, 0.5
_INSET = 2.0


def whole_tables(units: Sequence[Unit], gutters: Sequence[float]) -> list[Unit]:
    """The units of a page with each table under or over a caption that crosses the gutters as one of them.

    Args:
        units: as the file gives them, each in the columns that it stands in.
        gutters: the page's, left to right.
    """
    found = list(units)
    edges = [min(u.u0 for u in found), *gutters, max(u.u1 for u in found)] if found else []
    for caption in [u for u in found if u.first != u.last and _names_table(u)]:
        for step in (1, -1):
            pieces = [p for u in found if u is not caption and not u.table for p in u.pieces]
            rows = _beside(caption, pieces, edges, step)
            if rows:
                table = Unit([p for row in rows for p in row], 0, len(gutters), table=True)
                found = [*_without(found, table), table]
    return found


def _names_table(unit: Unit) -> bool:
    match = _CAPTION.match(unit.pieces[0].text)
    return match is not None and match["table"] is not None


def _beside(caption: Unit, pieces: Sequence[Piece], edges: Sequence[float], step: int) -> list[list[Piece]]:
    """The rows of the table that stands under a caption (``step`` 1), or over it; none where there is no table."""
    if step > 0:
        rows = by_rows(p for p in pieces if p.v0 >= caption.v1 - _INSET)
    else:
        rows = by_rows(p for p in pieces if p.v1 <= caption.v0 + _INSET)[::-1]
    taken: list[list[Piece]] = []
    end, room = (caption.v1, _OFF) if step > 0 else (caption.v0, _OFF)
    for row in rows:
        top, foot = min(p.v0 for p in row), max(p.v1 for p in row)
        gap = top - end if step > 0 else end - foot
        if gap > room * row[0].size or any(_is_prose(p, edges) for p in row):
            break
        taken.append(row)
        end, room = (foot if step > 0 else top), _APART
    gutters = edges[1:-1]
    while taken and not _spans(taken[-1], gutters):
        taken.pop()
    return taken[::step] if _is_table(taken, gutters) else []


def _is_prose(piece: Piece, edges: Sequence[float]) -> bool:
    """Whether a piece is a line of running text, or the label of the next figure or table."""
    if _CAPTION.match(piece.text):
        return True
    first = max(1, bisect(edges, piece.u0 + _INSET)) - 1
    last = min(max(bisect(edges, piece.u1 - _INSET), first + 1), len(edges) - 1)
    enough = min(_FULL * (edges[last] - edges[first]), _WIDE * piece.size)
    return piece.u1 - piece.u0 > enough and len(piece.text.split()) >= _WORDS


def _spans(row: Sequence[Piece], gutters: Sequence[float]) -> bool:
    """Whether a row stands on both sides of a gutter."""
    return any(row[0].u0 < x - _INSET and max(p.u1 for p in row) > x + _INSET for x in gutters)


def _is_table(rows: Sequence[Sequence[Piece]], gutters: Sequence[float]) -> bool:
    across = sum(_spans(row, gutters) for row in rows)
    celled = sum(len(row) > 2 for row in rows)
    return across >= max(_LEAST, _MOST * len(rows)) and celled >= _MOST * len(rows)


def _without(units: Sequence[Unit], table: Unit) -> list[Unit]:
    """Units without the pieces that are a table's."""
    taken = set(map(id, table.pieces))
    left = []
    for unit in units:
        rest = [p for p in unit.pieces if id(p) not in taken]
        if len(rest) == len(unit.pieces):
            left.append(unit)
        elif rest:
            unit.pieces = rest
            unit.measure()
            left.append(unit)
    return left
