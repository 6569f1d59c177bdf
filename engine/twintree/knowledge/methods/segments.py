"""Cuts a paper into segments that methods are extracted from: whole sections, never cut when they are
short."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from twintree.base.anchors import Anchor
from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.methods import Piece, Segment, SegmentId
from twintree.base.pages import PageText
from twintree.base.records import Record, Section, SectionTree, Span
from twintree.base.supplements import CODE
from twintree.knowledge.methods.codeprose import spoken
from twintree.knowledge.methods.shown import shown_on

#: L0 of the dual-tree paper (§3.2.2), in tokens; DESIGN §10.
THRESHOLD = 4000
#: A sentence may run on over a page's end, never over a section's.
_PAGE, _SECTION = "\n", "\n\n"
_TOKEN = re.compile(r"\w+|[^\w\s]")
#: Parts of a paper that describe no method.
_LEFT_OUT = frozenset({"references", "acknowledgements"})
_OF_AUTHORS = re.compile(
    r"\W*(?:authors?\W{0,2}\s*(?:contributions?|details|information|statement)|contributors?$|(?:competing|conflicts?\s+of|"
    r"declaration\s+of)\s+(?:competing\s+)?interests?|funding|(?:data\s+)?availability|consent|ethic(?:s|al)\b|"
    r"additional\s+(?:files?|information)|supplementa(?:ry|l)|abbreviations?$|publisher\W{0,2}s?\s+note|"
    r"list\s+of\s+abbreviations)",
    re.IGNORECASE,
)
#: A paragraph before the first heading is prose from this length on; what is shorter names authors and places.
_PROSE = 240
#: Fewer tokens are a heading without text below it.
_SMALLEST = 12

Place = tuple[int, int]


class _Part(Record, frozen=True, kw_only=True):
    """A stretch of the paper with the sections that it holds."""

    title: str
    start: Place
    end: Place
    sections: tuple[SectionId, ...] = ()


def words_and_marks(text: str) -> int:
    """How many words and marks a text has: near enough to a language model's tokens to bound a prompt by."""
    return sum(1 for _ in _TOKEN.finditer(text))


def cut_segments(
    paper: PaperId,
    file: FileId,
    pages: Sequence[PageText],
    tree: SectionTree,
    *,
    threshold: int = THRESHOLD,
    anchors: Sequence[Anchor] = (),
) -> list[Segment]:
    """Segments in document order (dual-tree paper §3.2.2).

    A paper of at most ``threshold`` tokens stays whole. A longer one is divided at its sections; a section
    above the threshold at its subsections, and, where it has none, between paragraphs. Text that stands on a
    page belongs to it whatever it is, captions too; tables are written row by row and equations in LaTeX where
    the layout gave their cells and LaTeX. Reference lists, acknowledgements and what else is about the authors and
    the files are left out.

    Args:
        paper: whose they are.
        file: its main file.
        pages: all of them, in order.
        tree: its sections; may be empty.
        threshold: L0, in tokens of the pages' own text.
        anchors: the file's tables and equations.
    """
    if not pages:
        return []
    book = _Book(pages, anchors)
    parts = list(_parts(book, tree))
    if sum(book.tokens(part.start, part.end) for part in parts) <= threshold:
        chosen = [tuple(parts)] if parts else []
    else:
        chosen = [(small,) for part in parts for small in _divided(book, tree, part, threshold)]
    segments = (_segment(paper, file, book, i, group) for i, group in enumerate(chosen, start=1))
    return [each for each in segments if each.tokens >= _SMALLEST]


def cut_further(
    paper: PaperId,
    file: FileId,
    name: str,
    pages: Sequence[PageText],
    *,
    first: int,
    threshold: int = THRESHOLD,
) -> list[Segment]:
    """Segments of a further file of a paper: a program, a data set's card, a supplement.

    Of a program only comments and documentation strings are read; any other file is read whole, between
    paragraphs where it is long. Numbers go on behind the main file's.

    Args:
        paper: whose file it is.
        file: the file.
        name: as the person knows it; its ending says whether it is a program.
        pages: all of them, in order.
        first: the number of the first segment.
        threshold: L0, in tokens.
    """
    if not pages:
        return []
    book = _Book(pages)
    if name.rpartition(".")[2].lower() in CODE:
        parts = [
            _Part(title=name, start=(page.number, start), end=(page.number, end))
            for page in pages
            for start, end in spoken(page)
        ]
        groups = list(_grouped(book, parts, threshold))
    else:
        whole = _Part(title=name, start=(book.numbers[0], 0), end=book.end)
        groups = [(each,) for each in _cut(book, whole, threshold)]
    segments = (_segment(paper, file, book, i, group) for i, group in enumerate(groups, start=first))
    return [each for each in segments if each.tokens >= _SMALLEST]


def _grouped(book: _Book, parts: Sequence[_Part], threshold: int) -> Iterator[tuple[_Part, ...]]:
    group: list[_Part] = []
    used = 0
    for part in parts:
        size = book.tokens(part.start, part.end)
        if group and used + size > threshold:
            yield tuple(group)
            group, used = [], 0
        group.append(part)
        used += size
    if group:
        yield tuple(group)


class _Book:
    """Pages by number, with the bodies that segments are made of."""

    def __init__(self, pages: Sequence[PageText], anchors: Sequence[Anchor] = ()) -> None:
        here: dict[int, list[Anchor]] = {}
        for each in anchors:
            here.setdefault(each.page, []).append(each)
        self._shown = {page.number: shown_on(page, here.get(page.number, ())) for page in pages}
        self.pages = {page.number: page for page in pages}
        self.numbers = sorted(self.pages)
        self.end: Place = (self.numbers[-1] + 1, 0)

    def pieces(self, start: Place, end: Place) -> Iterator[tuple[int, int, int]]:
        """(page, start, end) of the body text between two places, without white space at its ends."""
        for number in self.numbers:
            page = self.pages[number]
            if number < start[0] or number > end[0]:
                continue
            first = start[1] if number == start[0] else 0
            last = min(page.body_end, end[1]) if number == end[0] else page.body_end
            text = page.text[first:last]
            if text.strip():
                yield number, first + len(text) - len(text.lstrip()), first + len(text.rstrip())

    def written(self, page: int, start: int, end: int) -> Iterator[tuple[int, int, str]]:
        """(start, end, text) of a piece: its own characters, and what is written for those of tables and equations."""
        text, at = self.pages[page].text, start
        for each in self._shown[page]:
            if not start <= each.start < each.end <= end:
                continue
            if each.start > at:
                yield at, each.start, text[at : each.start]
            for part in each.parts:
                yield part.start, part.end, part.said
            at = each.end
        if end > at:
            yield at, end, text[at:end]

    def tokens(self, start: Place, end: Place) -> int:
        """Tokens between two places."""
        return sum(words_and_marks(self.pages[page].text[a:b]) for page, a, b in self.pieces(start, end))


def _parts(book: _Book, tree: SectionTree) -> Iterator[_Part]:
    """Top-level sections in order, with what stands before the first one."""
    top = [node for node in tree.nodes if node.parent is None]
    if not top:
        yield _Part(title="", start=(book.numbers[0], 0), end=book.end)
        return
    yield from _front(book, top[0].start)
    for node in top:
        if not _is_left_out(node):
            yield _Part(title=node.title, start=node.start, end=node.end, sections=_below(tree, node))


def _is_left_out(node: Section) -> bool:
    return node.role in _LEFT_OUT or bool(_OF_AUTHORS.match(node.title))


def _front(book: _Book, until: Place) -> Iterator[_Part]:
    """Prose before the first heading: an abstract or an introduction without a title of its own."""
    for page, start, end in book.pieces((book.numbers[0], 0), until):
        text = book.pages[page].text
        for a, b in _paragraphs(text, start, end):
            if b - a >= _PROSE:
                yield _Part(title="", start=(page, a), end=(page, b))


def _below(tree: SectionTree, node: Section) -> tuple[SectionId, ...]:
    found = [node.id]
    for each in tree.nodes:
        if each.parent in found and each.id not in found:
            found.append(each.id)
    return tuple(found)


def _divided(book: _Book, tree: SectionTree, part: _Part, threshold: int) -> list[_Part]:
    if book.tokens(part.start, part.end) <= threshold:
        return [part]
    children = [node for node in tree.nodes if part.sections and node.parent == part.sections[0]]
    if not children:
        return list(_cut(book, part, threshold))
    preamble = _Part(title=part.title, start=part.start, end=children[0].start, sections=part.sections[:1])
    below = [
        _Part(title=node.title, start=node.start, end=node.end, sections=_below(tree, node))
        for node in children
        if not _is_left_out(node)
    ]
    return [small for each in (preamble, *below) for small in _divided(book, tree, each, threshold)]


def _cut(book: _Book, part: _Part, threshold: int) -> Iterator[_Part]:
    """A section without subsections that is too long: cut between paragraphs."""
    start: Place | None = None
    used = 0
    for page, a, b in book.pieces(part.start, part.end):
        for first, last in _paragraphs(book.pages[page].text, a, b):
            size = words_and_marks(book.pages[page].text[first:last])
            if start is not None and used + size > threshold:
                yield _Part(title=part.title, start=start, end=(page, first), sections=part.sections)
                start, used = None, 0
            start = start or (page, first)
            used += size
    if start is not None:
        yield _Part(title=part.title, start=start, end=part.end, sections=part.sections)


def _paragraphs(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in re.finditer(r"\n{2,}", text[start:end]):
        if start + match.start() > at:
            yield at, start + match.start()
        at = start + match.end()
    if at < end:
        yield at, end


def _segment(paper: PaperId, file: FileId, book: _Book, number: int, parts: Sequence[_Part]) -> Segment:
    pieces: list[Piece] = []
    text = ""
    for part in parts:
        for i, (page, start, end) in enumerate(book.pieces(part.start, part.end)):
            text += (_PAGE if i else _SECTION) if text else ""
            for first, last, said in book.written(page, start, end):
                own = book.pages[page].text[first:last] == said
                pieces.append(Piece(page, first, last, len(text), "" if own else said))
                text += said
    return Segment(
        id=SegmentId(f"{paper}.g{number:04d}"),
        paper=paper,
        file=file,
        title=parts[0].title if len({part.title for part in parts}) == 1 else "",
        pieces=tuple(pieces),
        text=text,
        tokens=words_and_marks(text),
        sections=tuple(each for part in parts for each in part.sections),
        hash=hashlib.sha256(text.encode()).hexdigest(),
    )


def spans_of(segment: Segment, start: int, end: int) -> tuple[Span, ...]:
    """The pages' characters under ``[start, end)`` of a segment's text, one span a piece; of a cell or an equation
    all of them."""
    found = []
    i = max(0, bisect_right([piece.offset for piece in segment.pieces], start) - 1)
    for piece in segment.pieces[i:]:
        if piece.offset >= end:
            break
        if piece.said:
            if start < piece.offset + len(piece.said):
                found.append(Span(piece.page, piece.start, piece.end))
            continue
        first = max(start, piece.offset) - piece.offset + piece.start
        last = min(end - piece.offset + piece.start, piece.end)
        if first < last:
            found.append(Span(piece.page, first, last))
    return tuple(found)


def read_text(pieces: Sequence[Piece], pages: Sequence[PageText]) -> str:
    """A segment's text again, from its pieces and the pages that they lie on."""
    texts = {page.number: page.text for page in pages}
    text = ""
    for piece in pieces:
        own = texts[piece.page][piece.start : piece.end]
        text += "\n" * (piece.offset - len(text)) + (piece.said or own)
    return text
