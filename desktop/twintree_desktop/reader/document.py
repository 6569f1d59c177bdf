"""An open paper: its row, its file, the sizes of its pages, its sections and marks, read in one go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twintree.base.errors import NotFound, UnreadableFile
from twintree.base.pages import Line, rects_of
from twintree.base.records import Citation, FileRow, Highlight, Paper, Rect, SectionTree
from twintree.base.text import find_quote, folded
from twintree_desktop.reader.layout import Sheet
from twintree_desktop.words import short_reference

if TYPE_CHECKING:
    from twintree.library import Library

_UNREAD = Sheet(595, 842)


@dataclass(frozen=True)
class Document:
    """A paper as the reader holds it; ``textless`` when no page of the file has any text."""

    paper: Paper
    file: FileRow
    sheets: tuple[Sheet, ...]
    tree: SectionTree
    highlights: tuple[Highlight, ...] = ()
    textless: bool = False

    @property
    def name(self) -> str:
        """``Chieu 2002``: the first author's family name and the year, else the title."""
        return short_name(self.paper)


@dataclass(frozen=True)
class Lit:
    """Words to light on a page; ``found`` is False when they do not stand there."""

    page: int
    rects: tuple[Rect, ...]
    quote: str
    found: bool


def open_document(library: Library, paper: str, file_id: str = "") -> Document:
    """Read what the reader needs of a paper; a book of 1,500 pages is no slower than a letter.

    Args:
        library: where it is.
        paper: its id.
        file_id: which of its files; the main one when empty.

    Raises:
        NotFound: no such paper.
        UnreadableFile: it has no file.
    """
    found = library.papers.get(paper)
    files = found.files
    if not files:
        raise UnreadableFile(
            f"“{found.row.title or found.row.key}” has no file yet.",
            "Drop its PDF onto the paper in the library.",
            code="vanished",
        )
    file = next((each for each in files if each.id == file_id), files[0])
    sheets = _sheets(library, file)
    tree = library.papers.tree(found.row.id)
    return Document(
        paper=found,
        file=file,
        sheets=sheets,
        tree=tree,
        highlights=tuple(library.person.highlights(found.row.id)),
        textless=library.papers.has_text(file.id) is False,
    )


def _sheets(library: Library, file: FileRow) -> tuple[Sheet, ...]:
    read = {size.number: size for size in library.papers.page_sizes(file.id)}
    # Pages that are not read yet take the size of the one before.
    sheets: list[Sheet] = []
    for number in range(1, max(file.pages, max(read, default=0)) + 1):
        if number in read:
            size = read[number]
            sheets.append(Sheet(size.width or _UNREAD.width, size.height or _UNREAD.height, size.label))
        else:
            last = sheets[-1] if sheets else _UNREAD
            sheets.append(Sheet(last.width, last.height))
    return tuple(sheets) or (_UNREAD,)


def locate_citation(library: Library, citation: Citation) -> list[Lit]:
    """The boxes of a citation's words, a page each, checked against the page (PAINS 11)."""
    lit = list(_stated(library, citation))
    if lit and all(each.found for each in lit):
        return lit
    try:
        page = library.papers.page(citation.file, citation.page)
    except NotFound:
        return [Lit(citation.page, (), citation.quote, False)]
    # A snippet of a search may be cut at its ends.
    at = find_quote(page.text, citation.quote.strip(" …"))
    if at is None:
        return [Lit(citation.page, (), citation.quote, False)]
    return [Lit(citation.page, tuple(covering(page.lines, *at)), citation.quote, True)]


def _stated(library: Library, citation: Citation) -> Iterator[Lit]:
    pages = sorted({span.page for span in citation.spans})
    words = []
    boxes: dict[int, list[Rect]] = {}
    for number in pages:
        try:
            page = library.papers.page(citation.file, number)
        except NotFound:
            return
        for span in (each for each in citation.spans if each.page == number):
            words.append(page.text[span.start : span.end])
            boxes.setdefault(number, []).extend(covering(page.lines, span.start, span.end))
    # A passage that a search found has no quote: its own words are what is lit.
    found = bool(words) and folded(citation.quote or " ".join(words)) == folded(" ".join(words))
    for number in pages:
        yield Lit(number, tuple(boxes.get(number, ())), citation.quote, found)


def covering(lines: Sequence[Line], start: int, end: int) -> Iterator[Rect]:
    """The boxes of characters, out to the line's end when they run on (a hyphen has none)."""
    for line in lines:
        first, last = max(start, line.start), min(end, line.end)
        if first >= last:
            continue
        for rect in rects_of((line,), first, last):
            runs_on = last == line.end and end > line.end and line.direction == 0
            yield Rect(rect.x0, rect.y0, max(rect.x1, line.box.x1), rect.y1) if runs_on else rect


def short_name(paper: Paper) -> str:
    """How people speak of a paper: ``Chieu 2002``."""
    row = paper.row
    return (short_reference(row.authors, row.year, row.letter) if row.authors else "") or row.title or row.key
