"""Rows that are cells of a table: what stands beside them on their baseline, and what stands under them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from twintree.structure.rows import Body, Row
from twintree.structure.running import LARGER

#: A cell is narrower than this share of a column; the next row of cells is no farther below, in lines of text, and no
#: farther on in the order of reading, in rows.
_NARROW, _APART, _AHEAD = 0.6, 2.0, 12


def mates_of(rows: Sequence[Row], body: Body) -> dict[int, list[Row]]:
    """The rows that share each row's baseline within one column's width, by its index."""
    out: dict[int, list[Row]] = defaultdict(list)
    by_page: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_page[row.page].append(row)
    reach = 1.05 * body.width
    for here in by_page.values():
        here.sort(key=lambda row: row.box.y0)
        for i, row in enumerate(here):
            for other in here[i + 1 :]:
                if other.box.y0 > row.box.y1:
                    break
                a, b = row.box, other.box
                overlap = min(a.y1, b.y1) - max(a.y0, b.y0)
                span = max(a.x1, b.x1) - min(a.x0, b.x0)
                if overlap > 0.5 * min(a.y1 - a.y0, b.y1 - b.y0) and span < reach:
                    out[row.index].append(other)
                    out[other.index].append(row)
    return out


def is_cell(row: Row, mates: Mapping[int, Sequence[Row]], rows: Sequence[Row], body: Body) -> bool:
    """Whether a row no larger than the text stands beside one like it, or over a short one that has others beside it.

    Words in a margin stand beside headings too, but not in their print, and what is under a heading fills its lines.

    Args:
        row: one of ``rows``.
        mates: as ``mates_of`` gives them.
        rows: all rows of the document.
        body: how its running text looks.
    """
    if row.size >= body.size + LARGER or not mates.get(row.index):
        return False
    if any(other.style == row.style and other.block == row.block for other in mates[row.index]):
        return True
    under = _under(row, rows, body)
    return (
        under is not None
        and under.box.x1 - under.box.x0 < _NARROW * body.width
        and bool(mates.get(under.index))
    )


def _under(row: Row, rows: Sequence[Row], body: Body) -> Row | None:
    """The first row right under a row, in the order of reading."""
    for other in rows[row.index + 1 : row.index + 1 + _AHEAD]:
        if other.page != row.page or other.box.y0 - row.box.y1 >= _APART * body.leading:
            return None
        below = other.box.y0 > row.box.y0 + 0.5 * row.size
        if below and other.box.x0 < row.box.x1 and row.box.x0 < other.box.x1:
            return other
    return None
