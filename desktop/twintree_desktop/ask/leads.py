"""Where a line of *How this was found* leads: to a paper, or to words on one of its pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from twintree.base.errors import NotFound
from twintree.base.ids import FileId
from twintree.base.labels import citation_label
from twintree.base.records import Citation, Span
from twintree.base.text import find_quote

if TYPE_CHECKING:
    from twintree.library import Library

#: A pair of a citation key and a page.
_PAIR = 2
#: Steps that name papers by their keys.
_KEYS = ("library", "record", "verdict")


@dataclass(frozen=True)
class Lead:
    """A paper by its id or key, the page that is meant, and the words there (``""``: the page as a whole)."""

    paper: str
    page: int = 1
    words: str = ""


def lead_of(step: str, each: Any) -> Lead | None:
    """Where a detail of a step leads; None where it names no place."""
    if isinstance(each, Mapping):
        paper = str(each.get("paper") or each.get("key") or "")
        pages = each.get("pages") or [each.get("page") or 1]
        words = str(each.get("text", "")) if step == "evidence" else ""
        return Lead(paper, int(pages[0]), words) if paper else None
    if step in _KEYS and isinstance(each, str):
        return Lead(each)
    if step == "pages" and isinstance(each, Sequence) and len(each) == _PAIR:
        return Lead(str(each[0]), int(each[1]))
    return None


def citation_of(library: Library, lead: Lead) -> Citation:
    """What a lead means as a citation; of the whole page where the words do not stand there as they are told.

    Raises:
        NotFound: the paper or its pages are gone.
    """
    row = library.papers.row(library.papers.find(lead.paper))
    files = library.papers.files(row.id)
    label = citation_label(row, lead.page)
    for file in files if lead.words else ():
        with suppress(NotFound):
            at = find_quote(library.papers.page(file.id, lead.page).text, lead.words)
            if at is not None:
                return Citation(row.id, file.id, lead.page, (Span(lead.page, *at),), lead.words, label)
    if not files:
        raise NotFound(f"{row.title} has no file to show.", "Add its PDF.")
    return Citation(row.id, FileId(files[0].id), lead.page, (), "", label)
