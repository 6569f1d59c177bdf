"""Questions about a paper's own record, which no sentence of it answers: who wrote it, when and where it appeared."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from twintree.base.records import PaperRow, Record, SearchResult
from twintree.base.words import content_stems

_WORK = r"[\"“„«]?(?P<work>.+?)[\"”“»]?"
_END = r"\s*[?.!]*\s*$"
_ASKED: Mapping[str, tuple[re.Pattern[str], ...]] = {
    "authors": (
        re.compile(rf"^\s*who\s+(?:wrote|authored|(?:has|have)\s+written)\s+{_WORK}{_END}", re.I),
        re.compile(rf"^\s*(?:who|what)\s+(?:is|are|was|were)\s+the\s+authors?\s+of\s+{_WORK}{_END}", re.I),
        re.compile(
            rf"^\s*(?:by\s+whom|who)\s+(?:was|is)\s+{_WORK}\s+(?:written|authored)(?:\s+by)?{_END}", re.I
        ),
    ),
    "year": (
        re.compile(
            rf"^\s*when\s+(?:was|were|did)\s+{_WORK}\s+(?:published|written|appear|come\s+out){_END}", re.I
        ),
        re.compile(
            rf"^\s*(?:in\s+)?(?:which|what)\s+year\s+(?:was|did)\s+{_WORK}\s+(?:published|written|appear|come\s+out){_END}",
            re.I,
        ),
        re.compile(rf"^\s*how\s+old\s+is\s+{_WORK}{_END}", re.I),
    ),
    "venue": (
        re.compile(rf"^\s*where\s+(?:was|did)\s+{_WORK}\s+(?:published|appear){_END}", re.I),
        re.compile(
            rf"^\s*(?:in|at)\s+(?:which|what)\s+(?:journal|conference|venue|proceedings)\s+(?:was|did)\s+{_WORK}\s+"
            rf"(?:published|appear){_END}",
            re.I,
        ),
    ),
}
_MANNERS = frozenset(content_stems("paper article the this that called titled preprint thesis"))
#: Titles with the same words that are all told.
_MOST = 3


class RecordQuestion(Record, frozen=True, kw_only=True):
    """What is asked of a record (``authors``, ``year`` or ``venue``), and how the paper is called."""

    asks: str
    work: str


def read_record_question(question: str) -> RecordQuestion | None:
    """The question about a record that this is, or None."""
    for asks, patterns in _ASKED.items():
        for pattern in patterns:
            if found := pattern.match(question):
                return RecordQuestion(asks=asks, work=found["work"].strip())
    return None


def called(
    asked: RecordQuestion, named: Sequence[PaperRow], search: Callable[[str], Sequence[SearchResult]]
) -> list[PaperRow]:
    """The papers that are meant: those that the question names, else the few whose titles have all of its words.

    Args:
        asked: the question.
        named: papers that it names by key, full title or authors with a year.
        search: papers for words, best first.
    """
    if named:
        return list(named)
    words = set(content_stems(asked.work)) - _MANNERS
    if not words:
        return []
    rows = [each.paper for each in search(asked.work)]
    meant = [row for row in rows if words <= set(content_stems(row.title))]
    return meant if len(meant) <= _MOST else []


def told(asked: RecordQuestion, row: PaperRow) -> str:
    """The record's answer as a sentence; ``""`` where the record does not know."""
    if asked.asks == "authors":
        return f"“{row.title}” is by {_listed(row.authors)}." if row.authors else ""
    if asked.asks == "venue":
        year = f", {row.year}" if row.year else ""
        return f"“{row.title}” appeared in {row.venue}{year}." if row.venue else ""
    return f"“{row.title}” appeared in {row.year}." if row.year else ""


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
