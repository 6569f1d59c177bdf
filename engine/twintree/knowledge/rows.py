"""Printed rows of a paper in reading order, as splitting a reference list needs them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from twintree.base.records import Line, PageText, Span


@dataclass(slots=True)
class Row:
    """One printed row: pieces of a justified line are put together; ``frame`` counts columns and pages."""

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
    width: float = 0.0

    @property
    def place(self) -> tuple[int, int]:
        """Where it begins: page and offset."""
        return self.page, self.start


def rows_of(pages: Iterable[PageText]) -> list[Row]:
    """The rows of the body of all pages, without running heads and page numbers."""
    found: list[Row] = []
    frame = -1
    for page in pages:
        previous: Row | None = None
        for line in page.lines:
            if line.furniture or line.direction or line.start >= page.body_end or line.end <= line.start:
                continue
            if previous is not None and _continues(previous, line):
                _extend(previous, line, page.text)
                continue
            if previous is None or line.box.y0 < previous.y0 - 2:
                frame += 1
            previous = _row(page, line, frame)
            found.append(previous)
    return found


def _row(page: PageText, line: Line, frame: int) -> Row:
    box = line.box
    text = page.text[line.start : line.end]
    return Row(
        page.number,
        line.start,
        line.end,
        box.x0,
        box.x1,
        box.y0,
        box.y1,
        line.size,
        line.bold,
        text,
        frame,
        page.width,
    )


def _continues(row: Row, line: Line) -> bool:
    middle = (line.box.y0 + line.box.y1) / 2
    return row.y0 < middle < row.y1 and line.box.x0 >= row.x1 - 2 and line.start >= row.end


def _extend(row: Row, line: Line, text: str) -> None:
    row.end = line.end
    row.x1 = max(row.x1, line.box.x1)
    row.y1 = max(row.y1, line.box.y1)
    row.text = text[row.start : row.end]
    row.bold = row.bold and line.bold
    row.size = max(row.size, line.size)


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
