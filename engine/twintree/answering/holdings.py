"""Answers from the ledger, not from pages: how many papers there are and which, and what a paper's record says."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from twintree.answering.library_questions import LibraryQuestion
from twintree.answering.naming import Named
from twintree.answering.question import Question
from twintree.answering.quotes import cite, locate
from twintree.answering.record_questions import called, read_record_question, told
from twintree.answering.run import Finder, Run, Shelf, closed
from twintree.base.answers import Answer, AnswerSentence, Scope
from twintree.base.records import PaperRow
from twintree.base.text import counted

#: Papers among which the one is sought that a question about a record means.
_ENOUGH = 50
#: Papers that are told by title, of all that are counted.
_LISTED = 50


class Holdings:
    """What a library says of its own papers.

    Args:
        shelf: the papers.
        finder: search.
        named: the papers that words name within a scope.
    """

    def __init__(self, shelf: Shelf, finder: Finder, named: Callable[[str, Scope], Named]) -> None:
        self._shelf = shelf
        self._finder = finder
        self._named = named

    def count(self, run: Run, asked: LibraryQuestion) -> Answer:
        """How many papers there are that the question asks for, and which; each with its title page."""
        scope = _library_scope(run.scope, asked)
        if asked.age:
            return self._by_age(run, asked, scope)
        filter_ = scope.as_filter()
        if asked.topic:
            rows = [r.paper for r in self._finder.search(asked.topic, scope, limit=_LISTED)]
            total = len(rows) if len(rows) < _LISTED else self._finder.matching(asked.topic, scope)
        else:
            total = self._shelf.count(filter_)
            rows = self._shelf.rows(filter_, sort="year", descending=True, offset=0, limit=_LISTED)
        run.note("library", f"{counted(total, 'paper')} counted in the ledger", [row.key for row in rows])
        matching = " that match" if asked.topic or scope != Scope() else ""
        head = AnswerSentence(
            text=f"Your library holds {counted(total, 'paper')}{matching}.",
            supported=False,
            reason="counted in the library's own records, not quoted from a page",
        )
        listed = [self._holding(run, row) for row in rows[: 10 if asked.count else _LISTED]]
        rest = total - len(listed)
        more = AnswerSentence(text=f"And {rest} more.", supported=False, reason=head.reason)
        return closed(
            run, answering="none", found=True, sentences=(head, *listed, *([more] if rest > 0 else []))
        )

    def _by_age(self, run: Run, asked: LibraryQuestion, scope: Scope) -> Answer:
        """The papers of the first or last year that any in scope has; those without a year stay out."""
        if asked.topic:
            found = [r.paper for r in self._finder.search(asked.topic, scope, limit=_LISTED)]
            rows = sorted((row for row in found if row.year), key=lambda row: row.year or 0)
        else:
            dated = replace(scope.as_filter(), year_min=scope.year_min or 1)
            rows = list(self._shelf.rows(dated, sort="year", descending=asked.age == "newest", limit=_LISTED))
        rows = rows if asked.age == "oldest" or not asked.topic else rows[::-1]
        same = [row for row in rows if row.year == rows[0].year]
        run.note("library", f"the {asked.age} by their records' years", [row.key for row in same])
        said = tuple(self._holding(run, row) for row in same)
        reason = "" if said else "No paper that is asked for has a year in the library's records."
        return closed(run, answering="none", found=bool(said), sentences=said, reason=reason)

    def records(self, run: Run, asked: Question) -> tuple[AnswerSentence, ...]:
        """What the records of the papers that are meant say of themselves; nothing where that was not asked."""
        record = read_record_question(asked.text)
        if record is None:
            return ()
        named = [self._shelf.get(paper).row for paper in self._named(record.work, run.scope).papers]
        rows = called(record, named, lambda words: self._finder.nearest(words, run.scope, limit=_ENOUGH))
        said = [(row, text) for row in rows if (text := told(record, row))]
        if said:
            run.note(
                "record",
                f"the {' and '.join(record.asks)} of {counted(len(said), 'paper')}",
                [row.key for row, _ in said],
            )
        return tuple(self._holding(run, row, text) for row, text in said)

    def _holding(self, run: Run, row: PaperRow, text: str = "") -> AnswerSentence:
        names = ", ".join(row.authors[:3]) + (" et al." if len(row.authors) > 3 else "")
        text = text or (
            f"{row.title} ({names}{', ' if names and row.year else ''}{row.year or ''})."
            if names or row.year
            else f"{row.title}."
        )
        for file in list(self._shelf.files(row.id))[:1]:
            first = [run.peek(file.id, number) for number in range(1, min(2, file.pages) + 1)]
            span = locate(row.title, first)
            if span is not None:
                return AnswerSentence(
                    text=text,
                    supported=True,
                    citations=(cite(run.row(row.id), file.id, span, first[span.page - 1]),),
                )
        return AnswerSentence(
            text=text, supported=False, reason="its title was not found on its first pages, so none is cited"
        )


def _library_scope(scope: Scope, asked: LibraryQuestion) -> Scope:
    return Scope(
        collection=scope.collection,
        tag=asked.tag or scope.tag,
        author=asked.author or scope.author,
        year_min=asked.year_min or scope.year_min,
        year_max=asked.year_max or scope.year_max,
        journal=scope.journal,
    )
