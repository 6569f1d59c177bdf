"""Questions about a paper's own record, which no sentence of it answers: who wrote it, when and where it appeared."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from twintree.base.answers import SearchResult
from twintree.base.records import PaperRow, Record
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
        re.compile(rf"^\s*wer\s+hat\s+{_WORK}\s+(?:geschrieben|verfasst|verfaßt){_END}", re.I),
        re.compile(
            rf"^\s*von\s+wem\s+(?:ist|stammt|wurde)\s+{_WORK}(?:\s+(?:geschrieben|verfasst))?{_END}", re.I
        ),
        re.compile(rf"^\s*qui\s+(?:a\s+écrit|est\s+l['’]auteur\s+d(?:e\s+|u\s+|['’])){_WORK}{_END}", re.I),
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
        re.compile(
            rf"^\s*wann\s+(?:ist|wurde)\s+{_WORK}\s+(?:erschienen|veröffentlicht|geschrieben){_END}", re.I
        ),
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
_MANNERS = frozenset(
    content_stems(
        "paper article the this that called titled preprint thesis book das buch die arbeit der den artikel skript le "
        "livre la thèse"
    )
)
#: Titles with the same words that are all told.
_MOST = 3


class RecordQuestion(Record, frozen=True, kw_only=True):
    """What is asked of a record (of ``authors``, ``year``, ``venue``, in this order), and how the paper is called."""

    asks: tuple[str, ...]
    work: str


#: *Who wrote it, and when was it published?*, *when and where was it published?*
_AND = re.compile(
    r",?\s+and\s+(?=(?:who|when|where|by\s+whom|(?:in\s+|at\s+)?(?:which|what)\s+(?:year|journal|conference|venue))\b)",
    re.I,
)
_BOTH = re.compile(r"^\s*(when|where)\s+and\s+(when|where)\s+(.+)$", re.I | re.S)
_SAME = re.compile(r"\b(?:it|this|they)\b", re.I)


def read_record_question(question: str) -> RecordQuestion | None:
    """The question about a record that this is, or None; it may ask several things of one paper."""
    both = _BOTH.match(question)
    first, *more = [f"{both[1]} {both[3]}", f"{both[2]} {both[3]}"] if both else _AND.split(question)
    asked = _asked(first)
    if asked is None:
        return None
    asks, work = [asked[0]], asked[1]
    for part in more:
        further = _asked(_SAME.sub(lambda _: work, part, count=1))
        if further is None or further[1] != work:
            return None
        asks.append(further[0])
    return RecordQuestion(asks=tuple(each for each in _ASKED if each in asks), work=work)


def _asked(question: str) -> tuple[str, str] | None:
    """What one question asks of a record, and of which work."""
    for asks, patterns in _ASKED.items():
        for pattern in patterns:
            if found := pattern.match(question):
                return asks, found["work"].strip()
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
    """The record's answer in a sentence; ``""`` where the record does not know."""
    where = f"in {row.venue}" if row.venue and "venue" in asked.asks else ""
    # The year belongs to where a paper appeared as well.
    when = f"in {row.year}" if row.year and asked.asks != ("authors",) else ""
    appeared = f"{where}, {row.year}" if where and when else where or (when if "year" in asked.asks else "")
    parts = [
        f"is by {_listed(row.authors)}" if row.authors and "authors" in asked.asks else "",
        f"appeared {appeared}" if appeared else "",
    ]
    said = " and ".join(filter(None, parts))
    return f"“{row.title}” {said}." if said else ""


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
