"""Selecting text: from a point on a page to a character, from characters to boxes and words; no painting."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from twintree.base.pages import Line, PageText, rects_of
from twintree.base.records import Rect, Span

_WORD = re.compile(r"\w+(?:[-'’]\w+)*", re.UNICODE)


def line_at(lines: Sequence[Line], x: float, y: float, reach: float | None = None) -> Line | None:
    """The line nearest to a point in points; None when none is within ``reach``."""
    best = min(lines, key=lambda line: _distance(line.box, x, y), default=None)
    if best is None or (reach is not None and _distance(best.box, x, y) > reach):
        return None
    return best


def _distance(box: Rect, x: float, y: float) -> float:
    across = max(box.x0 - x, 0.0, x - box.x1)
    down = max(box.y0 - y, 0.0, y - box.y1)
    # Text runs across: a point beside a line means that line sooner than one above or below.
    return float((across**2 / 4 + down**2) ** 0.5)


def offset_at(lines: Sequence[Line], x: float, y: float, reach: float | None = None) -> int | None:
    """The character boundary nearest to a point, as an offset into the page's text."""
    line = line_at(lines, x, y, reach)
    if line is None:
        return None
    along = y if line.direction in (90, 270) else x
    edges = line.edges
    if len(edges) < 2:
        return line.start
    if edges[-1] < edges[0]:
        along, edges = -along, tuple(-edge for edge in edges)
    index = bisect_right(edges, along)
    if index == 0:
        return line.start
    if index >= len(edges):
        return line.end
    before, after = edges[index - 1], edges[index]
    return line.start + index - (1 if along - before < after - along else 0)


def word_at(text: str, offset: int) -> tuple[int, int]:
    """The word around an offset, or the single character there."""
    for match in _WORD.finditer(text, max(0, offset - 80), min(len(text), offset + 80)):
        if match.start() <= offset <= match.end():
            return match.span()
    return offset, min(len(text), offset + 1)


def line_around(lines: Sequence[Line], offset: int) -> tuple[int, int]:
    """The printed line around an offset."""
    for line in lines:
        if line.start <= offset <= line.end:
            return line.start, line.end
    return offset, offset


@dataclass(frozen=True, order=True)
class Place:
    """A character boundary: page (from 1) and offset into its text."""

    page: int
    offset: int


@dataclass(frozen=True)
class Selection:
    """Text between two places, in the order of the pages."""

    anchor: Place
    head: Place

    @property
    def empty(self) -> bool:
        """Whether nothing is selected."""
        return self.anchor == self.head

    @property
    def ends(self) -> tuple[Place, Place]:
        """First and last place."""
        return min(self.anchor, self.head), max(self.anchor, self.head)

    def on(self, page: PageText) -> tuple[int, int] | None:
        """The selected characters of one page."""
        first, last = self.ends
        if not first.page <= page.number <= last.page:
            return None
        start = first.offset if page.number == first.page else 0
        end = last.offset if page.number == last.page else page.body_end
        return (start, end) if start < end else None

    def rects(self, page: PageText) -> list[Rect]:
        """The boxes of the selected characters of one page."""
        part = self.on(page)
        return list(rects_of(page.lines, *part)) if part else []

    def pages(self) -> range:
        """The pages it touches."""
        first, last = self.ends
        return range(first.page, last.page + 1)


def spans_of(selection: Selection, pages: Sequence[PageText]) -> tuple[Span, ...]:
    """The selection as spans, one a page."""
    return tuple(Span(page.number, *part) for page in pages if (part := selection.on(page)) is not None)


def text_of(selection: Selection, pages: Sequence[PageText]) -> str:
    """The selected words, as running text."""
    parts = [page.text[part[0] : part[1]] for page in pages if (part := selection.on(page)) is not None]
    return flowing("\n".join(parts))


def flowing(text: str) -> str:
    """Single line ends and odd white space become spaces, blank lines stay paragraphs."""
    text = re.sub(r"[^\S\n]", " ", text)
    return re.sub(r" *\n *(?!\n)", " ", re.sub(r"\n\s*\n", "\0", text)).replace("\0", "\n\n").strip()
