"""Marked words as evidence: the person's highlights, and those that came with files (``ask --scope highlights``)."""

from __future__ import annotations

from collections.abc import Iterable

from twintree.base.answers import Hit, Scope
from twintree.base.records import Highlight, PaperFilter, Span
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore

#: What ``Scope.within`` may be.
HIGHLIGHTS = "highlights"


def highlights_in(papers: PaperStore, person: PersonStore, scope: Scope) -> list[Highlight]:
    """The highlights of the papers in scope, those of the bin left out."""
    wanted = scope.as_filter()
    return person.all_highlights(None if wanted == PaperFilter() else frozenset(papers.ids(wanted)))


def marked(highlights: Iterable[Highlight]) -> list[Hit]:
    """Marked words as passages, one for each page that a mark touches."""
    found = []
    for each in highlights:
        for page in dict.fromkeys(span.page for span in each.spans):
            here = [span for span in each.spans if span.page == page]
            whole = Span(page, min(span.start for span in here), max(span.end for span in here))
            found.append(
                Hit(
                    paper=each.paper, file=each.file, page=page, spans=(whole,), snippet=each.quote, score=1.0
                )
            )
    return found
