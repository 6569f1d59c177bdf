"""What copying puts on the clipboard: the words, a quote with its citation, a ``\\cite``."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from twintree.base.pages import PageText
from twintree.base.records import Highlight, Note, Paper
from twintree_desktop.reader.document import Document, short_name
from twintree_desktop.reader.selection import Selection, flowing, text_of
from twintree_desktop.words import tr


def page_words(first: int, last: int) -> str:
    """``p. 6`` or ``pp. 6-7``."""
    return tr("p. {0}").format(first) if first == last else tr("pp. {0}–{1}").format(first, last)


def quoted(words: str, paper: Paper, first: int, last: int) -> str:
    """The words with their citation: ``“…” (Chieu 2002, p. 6)``."""
    return f"“{flowing(words)}” ({short_name(paper)}, {page_words(first, last)})"


def quoted_selection(selection: Selection, pages: Sequence[PageText], document: Document) -> str:
    """The selection with its citation."""
    first, last = selection.ends
    return quoted(text_of(selection, pages), document.paper, first.page, last.page)


def cite_command(paper: Paper, page: int | None = None) -> str:
    r"""``\cite[p.~6]{key}``."""
    place = f"[p.~{page}]" if page is not None else ""
    return f"\\cite{place}{{{paper.row.key}}}"


def copy(text: str) -> None:
    """Put plain text on the clipboard."""
    data = QMimeData()
    data.setText(text)
    QGuiApplication.clipboard().setMimeData(data)


def marks_as_markdown(paper: Paper, highlights: Sequence[Highlight], notes: Sequence[Note]) -> str:
    """A paper's highlights and notes, in the order of its pages."""
    lines = [f"# {paper.row.title or paper.row.key}", ""]
    for mark in sorted(highlights, key=first_place):
        page = mark.spans[0].page if mark.spans else 0
        lines += [f"> {flowing(mark.quote)}", f"> ({short_name(paper)}, {page_words(page, page)})", ""]
        if mark.note:
            lines += [mark.note, ""]
    if notes:
        lines += ["## " + tr("Notes"), ""]
        for note in notes:
            lines += [note.text, ""]
    return "\n".join(lines)


def first_place(mark: Highlight) -> tuple[int, int]:
    """Where a highlight begins: page and offset."""
    return (mark.spans[0].page, mark.spans[0].start) if mark.spans else (0, 0)
