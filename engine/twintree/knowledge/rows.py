"""Printed rows of a paper in reading order, as splitting a reference list needs them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from twintree.base.pages import Line, PageText
from twintree.base.records import Span
from twintree.structure.roles import role_of_title


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

    @property
    def place(self) -> tuple[int, int]:
        """Where it begins: page and offset."""
        return self.page, self.start


#: Points between two pieces of one row; further apart they belong to two columns.
_WIDEST_GAP = 40.0
#: A numbered entry at a page's edge, which repeats too well not to be taken for a running head.
_EDGE_ENTRY = re.compile(r"^\s*(?:\[\d{1,4}\]|\d{1,4}\.)\s+[^\W\d_]")
_BARE_LABEL = re.compile(r"^\s*[\[(]?\d{1,4}[\])]?\.?\s*$")


def rows_of(pages: Iterable[PageText]) -> list[Row]:
    """The rows of the body of all pages, without running heads and page numbers."""
    found: list[Row] = []
    for page in pages:
        rows = _with_labels(_rows_of_page(page))
        found += _ordered(rows, found[-1].frame + 1 if found else 0)
    return found


def _rows_of_page(page: PageText) -> list[Row]:
    """Its rows in the order of its text; ``frame`` rises where a column begins."""
    rows: list[Row] = []
    edges: list[Row] = []
    frame = 0
    for line in page.lines:
        if line.direction or line.recognised or line.end <= line.start:
            continue
        own = edges if line.furniture or line.start >= page.body_end else rows
        previous = own[-1] if own else None
        if previous is not None and _continues(previous, line):
            _extend(previous, line, page.text)
            continue
        if own is rows and previous is not None and _is_elsewhere(previous, line):
            frame += 1
        own.append(_row(page, line, frame))
    for edge in edges:
        if _EDGE_ENTRY.match(edge.text) or role_of_title(edge.text.strip()) == "references":
            _insert(rows, edge)
    return rows


def _is_elsewhere(row: Row, line: Line) -> bool:
    """Whether a line begins another column: it stands higher, or beside."""
    box = line.box
    return box.y0 < row.y0 - 2 or box.x0 > row.x1 or box.x1 < row.x0


def _insert(rows: list[Row], edge: Row) -> None:
    """Put a row of a page's edge at the end of the column that it belongs to, or at its beginning."""
    column = [i for i, row in enumerate(rows) if row.x0 - 30 < edge.x0 < row.x1]
    if not column:
        return
    first, last = column[0], column[-1]
    at = first if edge.y0 < rows[first].y0 else last + 1 if edge.y0 > rows[last].y0 else None
    if at is not None:
        edge.frame = rows[first].frame if at == first else rows[last].frame
        rows.insert(at, edge)


def _row(page: PageText, line: Line, frame: int) -> Row:
    box = line.box
    text = page.text[line.start : line.end]
    return Row(
        page.number, line.start, line.end, box.x0, box.x1, box.y0, box.y1, line.size, line.bold, text, frame
    )


def _ordered(rows: list[Row], first: int) -> list[Row]:
    """Rows of one column, read in several turns, put in order of height; frames numbered from ``first``."""
    frames: list[list[Row]] = []
    for row in rows:
        if frames and frames[-1][0].frame == row.frame:
            frames[-1].append(row)
        else:
            frames.append([row])
    merged: list[list[Row]] = []
    for frame in frames:
        home = next((other for other in merged if _one_column(other, frame)), None)
        if home is None:
            merged.append(frame)
        else:
            home += frame
            home.sort(key=lambda row: (row.y0, row.x0))
    for number, frame in enumerate(_left_first(merged), start=first):
        for row in frame:
            row.frame = number
    return _by_frame(merged)


def _by_frame(frames: Sequence[list[Row]]) -> list[Row]:
    return [row for frame in sorted(frames, key=lambda each: each[0].frame) for row in frame]


def _left_first(frames: Sequence[list[Row]]) -> list[list[Row]]:
    """Columns as they were read, but the left one of two that stand beside each other first."""
    out: list[list[Row]] = []
    for frame in frames:
        at = next((i for i, other in enumerate(out) if _stands_left(frame, other)), len(out))
        out.insert(at, frame)
    return out


def _stands_left(frame: Sequence[Row], other: Sequence[Row]) -> bool:
    if max(row.x1 for row in frame) > min(row.x0 for row in other):
        return False
    return min(max(row.y1 for row in frame), max(row.y1 for row in other)) > max(frame[0].y0, other[0].y0)


def _one_column(first: Sequence[Row], second: Sequence[Row]) -> bool:
    """Whether two frames interleave: they share their width, and none of their rows stand beside each other."""
    left, right = min(row.x0 for row in first), max(row.x1 for row in first)
    other_left, other_right = min(row.x0 for row in second), max(row.x1 for row in second)
    shared = min(right, other_right) - max(left, other_left)
    if shared < 0.6 * min(right - left, other_right - other_left):
        return False
    if max(row.y0 for row in first) < min(row.y0 for row in second):
        return False
    return not any(
        min(a.y1, b.y1) - max(a.y0, b.y0) > 0.6 * min(a.y1 - a.y0, b.y1 - b.y0) for a in first for b in second
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
