"""What a person does to a paper while reading; one function each, called by ``Session.act``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from twintree.base.ids import FileId
from twintree.base.records import Change, Highlight, Note, Rect, Span

if TYPE_CHECKING:
    from twintree.library import Library

#: Colours of highlights: names for people, and what is laid under the ink in both themes.
HIGHLIGHT_COLOURS: dict[str, str] = {
    "amber": "#FFE98A",
    "green": "#BFE8C8",
    "blue": "#BFDDF7",
    "rose": "#F7C9D8",
}


def highlight(library: Library, file: FileId, spans: tuple[Span, ...], colour: str) -> Change:
    """Mark words."""
    return library.person.add_highlight(file, spans, colour=colour)


def annotate(library: Library, mark: str, note: str) -> Change:
    """Say something to a highlight."""
    return library.person.edit_highlight(mark, note=note)


def recolour(library: Library, mark: str, colour: str) -> Change:
    """Give a highlight another colour."""
    return library.person.edit_highlight(mark, colour=colour)


def remove_highlight(library: Library, mark: str) -> Change:
    """Take a highlight away."""
    return library.person.delete_highlight(mark)


def write_note(library: Library, paper: str, text: str) -> Change:
    """Write a note on the paper."""
    return library.person.add_note(paper, text)


def rewrite_note(library: Library, note: str, text: str) -> Change:
    """Change a note."""
    return library.person.edit_note(note, text)


def remove_note(library: Library, note: str) -> Change:
    """Take a note away."""
    return library.person.delete_note(note)


#: A highlight with where it lies: page -> boxes.
Placed = tuple[Highlight, dict[int, tuple[Rect, ...]]]


def read_marks(library: Library, paper: str) -> tuple[list[Placed], list[Note]]:
    """A paper's highlights with their boxes, and its notes."""
    placed = []
    for mark in library.person.highlights(paper):
        boxes: dict[int, list[Rect]] = {}
        if not mark.orphaned:
            for each in library.pages.rects(mark.file, mark.spans):
                boxes.setdefault(each.page, []).append(each.rect)
        placed.append((mark, {page: tuple(rects) for page, rects in boxes.items()}))
    return placed, library.papers.notes(paper)
