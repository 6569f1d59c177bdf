"""Printed rows of a paper in reading order, as splitting a reference list needs them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from twintree.base.records import Line, PageText, Span


@dataclass(slots=True)
class Row:
    """One printed row: pieces of a justified line are put together; ``frame`` counts columns and pages.

    ``glued`` says that its first word began on the row before (a hyphen stood between).
    """

    page: int
    start: int
    end: int
    x0: float
    x1: float
    y0: float
    y1: float
    size: float
    bold: bool
    text: str
    frame: int
    glued: bool = False

    @property
    def place(self) -> tuple[int, int]:
        """Where it begins: page and offset."""
        return self.page, self.start


#: Points between two pieces of one row; further apart they belong to two columns.
_WIDEST_GAP = 40.0
_BARE_LABEL = re.compile(r"^\s*[\[(]?\d{1,4}[\])]?\.?\s*$")


def rows_of(pages: Iterable[PageText]) -> list[Row]:
    """The rows of the body of all pages, without running heads and page numbers."""
    found: list[Row] = []
    frame = -1
    for page in pages:
        own: list[Row] = []
        for line in page.lines:
            if line.furniture or line.direction or line.start >= page.body_end or line.end <= line.start:
                continue
            previous = own[-1] if own else None
            if previous is not None and _continues(previous, line):
                _extend(previous, line, page.text)
                continue
            if previous is None or line.box.y0 < previous.y0 - 2:
                frame += 1
            own.append(_row(page, line, frame, glued=previous is not None and previous.end == line.start))
        found += _with_labels(own)
    return found


def _row(page: PageText, line: Line, frame: int, *, glued: bool) -> Row:
    box = line.box
    text = page.text[line.start : line.end]
    return Row(
        page.number, line.start, line.end, box.x0, box.x1, box.y0, box.y1, line.size, line.bold, text, frame, glued
    )


def _continues(row: Row, line: Line) -> bool:
    middle = (line.box.y0 + line.box.y1) / 2
    gap = line.box.x0 - row.x1
    return row.y0 < middle < row.y1 and -2 <= gap < _WIDEST_GAP and line.start >= row.end


def _extend(row: Row, line: Line, text: str) -> None:
    row.end = line.end
    row.x1 = max(row.x1, line.box.x1)
    row.y1 = max(row.y1, line.box.y1)
    row.text = text[row.start : row.end]
    row.bold = row.bold and line.bold
    row.size = max(row.size, line.size)


def _with_labels(rows: list[Row]) -> list[Row]:
    """Put numbers that were read as a column of their own back before the rows that they label."""
    lone = [row for row in rows if _BARE_LABEL.match(row.text)]
    homes = {id(home): label for label in lone if (home := _home(label, rows)) is not None}
    moved = {id(label) for label in homes.values()}
    for row in rows:
        label = homes.get(id(row))
        if label is not None:
            row.text = f"{label.text.strip()} {row.text}"
            row.x0 = label.x0
    return [row for row in rows if id(row) not in moved]


def _home(label: Row, rows: list[Row]) -> Row | None:
    middle = (label.y0 + label.y1) / 2
    beside = [
        row
        for row in rows
        if row is not label and row.y0 < middle < row.y1 and -2 <= row.x0 - label.x1 < _WIDEST_GAP
    ]
    nearest = min(beside, key=lambda row: row.x0, default=None)
    return None if nearest is None or _BARE_LABEL.match(nearest.text) else nearest


def spans_of(rows: Sequence[Row]) -> tuple[Span, ...]:
    """The stretches of page text that rows cover, one for each run on a page."""
    spans: list[Span] = []
    for row in rows:
        last = spans[-1] if spans else None
        if last is not None and last.page == row.page and last.end <= row.start:
            spans[-1] = Span(last.page, last.start, row.end)
        else:
            spans.append(Span(row.page, row.start, row.end))
    return tuple(spans)
