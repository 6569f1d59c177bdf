"""Where on a page no sentence runs on: at the borders of captions, cells, footnotes and headings.

The text of a page says little of it, since what stands side by side in reading order may be parts of different
things; anchors and the section tree know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from twintree.base.anchors import Anchor
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import Record, Section, SectionTree
from twintree.base.text import find_quote, sentences

#: Characters behind a section's beginning among which its title is sought, beside the title's own.
_NUMBERED = 24
#: How an item of a list begins on a line of its own.
ITEM = re.compile(r"\s*([•‣◦▪–*-]|\(?\w{1,3}[.)])\s")
_NEW_ITEM = re.compile(r"\n(?=\s*(?:[•‣◦▪–*-]|\(?\w{1,3}[.)])\s)")
#: Paragraphs that may part a sentence: the rest of a figure, a table, their captions.
_BETWEEN = 8


class PageLayout(Record, frozen=True):
    """What is known of a page: offsets that end a sentence, and stretches that running text passes by."""

    borders: tuple[int, ...] = ()
    floats: tuple[tuple[int, int], ...] = ()  #: captions, what stands in figures and tables, footnotes

    def float_at(self, at: int) -> tuple[int, int] | None:
        """The stretch that holds an offset."""
        return next((each for each in self.floats if each[0] <= at < each[1]), None)

    def is_behind_float(self, text: str, at: int) -> bool:
        """Whether nothing but white space parts an offset from the end of such a stretch."""
        return any(end <= at and not text[end:at].strip() for _, end in self.floats)


Layouts = Callable[[PaperId, FileId, PageText], PageLayout]


def no_layout(_paper: PaperId, _file: FileId, _page: PageText) -> PageLayout:
    """Of a page of which nothing is known."""
    return PageLayout()


def layouts(
    anchors: Callable[[PaperId], Sequence[Anchor]], tree: Callable[[PaperId], SectionTree]
) -> Layouts:
    """What is known of the pages of papers; each paper's anchors and sections are looked up once.

    Args:
        anchors: a paper's figures, tables, equations and footnotes.
        tree: its section tree, of its main file.
    """
    known: dict[PaperId, tuple[Sequence[Anchor], Sequence[Section]]] = {}
    pages: dict[tuple[FileId, int], PageLayout] = {}

    def of(paper: PaperId, file: FileId, page: PageText) -> PageLayout:
        key = (file, page.number)
        if key not in pages:
            if paper not in known:
                known[paper] = (anchors(paper), tree(paper).nodes)
            own, nodes = known[paper]
            here = [each for each in own if each.file == file and each.page == page.number]
            pages[key] = page_layout(page, here, nodes)
        return pages[key]

    return of


def page_layout(page: PageText, anchors: Sequence[Anchor], sections: Sequence[Section]) -> PageLayout:
    """What anchors and sections tell of a page.

    Args:
        page: of the file that they belong to.
        anchors: those of the page.
        sections: the paper's.
    """
    # A formula is part of the sentence that it stands in.
    floats = {
        (span.start, span.end)
        for each in anchors
        if each.kind != "equation"
        for span in (*each.spans, *each.inside)
        if span.page == page.number
    }
    headings = [_heading(page, node) for node in sections if node.start[0] == page.number]
    borders = sorted({at for pair in (*floats, *headings) for at in pair})
    return PageLayout(tuple(borders), tuple(sorted(floats)))


def _heading(page: PageText, node: Section) -> tuple[int, int]:
    """Where a section's title begins and ends; its beginning alone where the page has other words."""
    start = node.start[1]
    window = page.text[start : start + 2 * len(node.title) + _NUMBERED]
    found = find_quote(window, node.title)
    return (start, start + found[1]) if found else (start, start)


def pieces(text: str, start: int, end: int, layout: PageLayout) -> Iterator[tuple[int, int]]:
    """The sentences of a stretch of a page, cut at its borders and where items of a list begin."""
    for first, last in sentences(text, start, end, layout.borders):
        begin = first
        for match in _NEW_ITEM.finditer(text, first, last):
            if text[begin : match.start()].strip():
                yield begin, match.start()
            begin = match.end()
        yield begin, last


def goes_on(
    text: str, end: int, stop: int, layout: PageLayout, *, anew: bool = False
) -> tuple[int, int] | None:
    """Where a sentence that is open at ``end`` goes on behind figures and tables in its midst, as offsets.

    Args:
        text: of the page.
        end: where its first part ends.
        stop: where the page's running text ends.
        layout: what is known of the page.
        anew: whether the text begins anew there, on another page: nothing need part it then.
    """
    at, passed = end, anew
    for _ in range(_BETWEEN):
        while at < stop and text[at].isspace():
            at += 1
        if at >= stop:
            return None
        inside = layout.float_at(at)
        paragraph = text.find("\n\n", at, stop)
        paragraph = stop if paragraph < 0 else paragraph
        if inside is not None:
            at, passed = inside[1], True
        elif "\n" in text[at:paragraph] and not ITEM.match(text[at:paragraph]):
            # Rows of a table that no anchor knows; a caption beside them must say that they are some.
            at = paragraph
        else:
            break
    else:
        return None
    if not passed or not text[at].islower():
        return None
    return next(iter(pieces(text, at, paragraph, layout)), None)
