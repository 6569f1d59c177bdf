"""Gives marks from other programs their place in our text, and keeps them as highlights, each once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from msgspec.structs import replace

from twintree.base.errors import NotFound, UnreadableFile
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import Line, PageText, rects_of
from twintree.base.progress import CancelToken
from twintree.base.records import Mark, Rect, Span
from twintree.base.text import find_quote, trimmed
from twintree.sources.pool import ParserPool
from twintree.store.incoming import IncomingStore, version_of
from twintree.store.papers import PaperStore

#: How far, in points, a character's middle may lie outside of a mark that covers it.
_SLACK = 1.0


class Shelf(Protocol):
    """What marks need of the workshop."""

    @property
    def papers(self) -> PaperStore:
        """Where pages are read."""

    @property
    def incoming(self) -> IncomingStore:
        """Where highlights are kept."""


class TurningShelf(Shelf, Protocol):
    """What marks of programs that count in the PDF's own space need besides."""

    @property
    def pool(self) -> ParserPool:
        """Where files are opened."""


def keep_marks(shelf: Shelf, paper: PaperId, file: FileId, source: str, marks: Iterable[Mark]) -> int:
    """Make highlights of marks on a file whose pages are read; returns how many are new.

    A mark that was kept before changes only what the other program changed in it (colour, comment). One
    that the person deleted here stays deleted.
    """
    pages: dict[int, PageText | None] = {}
    fresh = 0
    with shelf.incoming.transaction():
        for mark in marks:
            version = version_of([mark.colour, mark.note])
            known = shelf.incoming.origin(source, mark.key)
            if known is not None:
                if known.version != version:
                    shelf.incoming.follow_highlight(known.made, mark)
                    shelf.incoming.note_origin(source, mark.key, version, known.paper, known.made)
                continue
            if mark.page not in pages:
                pages[mark.page] = _page(shelf, file, mark.page)
            made = _keep(shelf, paper, file, mark, pages[mark.page])
            if made:
                shelf.incoming.note_origin(source, mark.key, version, paper, made)
                fresh += 1
    return fresh


def place_waiting(
    shelf: TurningShelf,
    paper: PaperId,
    file: FileId,
    name: str,
    password: str | None = None,
    cancel: CancelToken | None = None,
) -> int:
    """Keep the marks that waited for this file's pages; returns how many there were.

    Call outside a transaction: the file is opened to see how its pages lie.
    """
    waiting = shelf.incoming.waiting(paper, name)
    if not waiting:
        return 0
    row = shelf.papers.file(file)
    marks = [mark for _, mark in waiting]
    try:
        placed = shelf.pool.as_shown(row.path, marks, password, cancel)
    except UnreadableFile:  # its words were read before: most marks find their place by them
        placed = marks
    with shelf.incoming.transaction():
        for (source, _), mark in zip(waiting, placed, strict=True):
            keep_marks(shelf, row.paper, file, source, [mark])
            shelf.incoming.stop_waiting(source, mark.key)
    return len(waiting)


def spans_of(page: PageText, mark: Mark) -> list[Span]:
    """Where a mark's words stand in a page's text: its quote, the nearest one; else what its boxes cover."""
    mark = _turned(page, mark)
    found = list(_occurrences(page.text, mark.quote)) if mark.quote.strip() else []
    if found:
        start, end = min(found, key=lambda place: _distance(page.lines, place, mark.rects))
        return [Span(page.number, start, end)]
    if mark.kind == "note":
        line = _nearest_line(page.lines, mark.rects)
        return [Span(page.number, line.start, line.end)] if line else []
    return _covered(page, mark.rects)


def _turned(page: PageText, mark: Mark) -> Mark:
    if not mark.from_bottom:
        return mark
    rects = (Rect(r.x0, page.height - r.y1, r.x1, page.height - r.y0) for r in mark.rects)
    return replace(mark, rects=tuple(rects), from_bottom=False)


def _page(shelf: Shelf, file: FileId, number: int) -> PageText | None:
    try:
        return shelf.papers.page(file, number)
    except NotFound:
        return None


def _keep(shelf: Shelf, paper: PaperId, file: FileId, mark: Mark, page: PageText | None) -> str:
    spans = spans_of(page, mark) if page else []
    if page and spans:
        quote = " ".join(page.text[span.start : span.end] for span in spans)
        return shelf.incoming.put_highlight(paper, file, spans, quote, mark)
    words = " — ".join(filter(None, (mark.quote.strip(), mark.note.strip())))
    # A mark on a picture has no words to hold on to; what was said of it is kept.
    return shelf.incoming.put_note(paper, f"p. {mark.page}: {words}", mark.created) if words else ""


def _occurrences(text: str, words: str) -> Iterator[tuple[int, int]]:
    place = find_quote(text, words)
    while place is not None:
        yield place
        place = find_quote(text, words, place[0] + 1)


def _distance(lines: Sequence[Line], place: tuple[int, int], rects: Sequence[Rect]) -> float:
    if not rects:
        return 0.0
    first = next(rects_of(lines, *place), None)
    if first is None:
        return float("inf")
    return abs(first.y0 - rects[0].y0) + abs(first.x0 - rects[0].x0)


def _nearest_line(lines: Sequence[Line], rects: Sequence[Rect]) -> Line | None:
    body = [line for line in lines if not line.furniture] or list(lines)
    if not body or not rects:
        return body[0] if body else None
    at = rects[0]

    def far(line: Line) -> float:
        box = line.box
        aside = max(box.x0 - at.x1, at.x0 - box.x1, 0.0)
        # Beside its line more often than above it: columns count, the length of a line hardly.
        return abs((box.y0 + box.y1) / 2 - min(at.y0 + 6, at.y1)) + aside / 10

    return min(body, key=far)


def _covered(page: PageText, rects: Sequence[Rect]) -> list[Span]:
    places: list[tuple[int, int]] = []
    for line in page.lines:
        chosen = [at for at in range(line.end - line.start) if any(_lies_in(line, at, r) for r in rects)]
        if chosen:
            places.append((line.start + chosen[0], line.start + chosen[-1] + 1))
    joined: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if joined and start - joined[-1][1] <= 1:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    kept = (trimmed(page.text, start, end) for start, end in joined)
    return [Span(page.number, start, end) for start, end in kept if start < end]


def _lies_in(line: Line, at: int, rect: Rect) -> bool:
    middle = (line.edges[at] + line.edges[at + 1]) / 2
    box = line.box
    if line.direction in (90, 270):
        x, y = (box.x0 + box.x1) / 2, middle
    else:
        x, y = middle, (box.y0 + box.y1) / 2
    return rect.x0 - _SLACK <= x <= rect.x1 + _SLACK and rect.y0 - _SLACK <= y <= rect.y1 + _SLACK
