"""Questions that only a value answers, a duration, a sum or a date, and whether what was read holds one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from twintree.answering.evidence import Candidate, choose
from twintree.answering.found import names_of
from twintree.answering.question import Question
from twintree.base.ids import PaperId
from twintree.base.records import Citation, Record
from twintree.base.words import content_stems

_WRITTEN = (
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|several|few|half|many|per|"
    r"hundreds?|thousands?)(?:\s+of)?"
)
_UNIT = (
    r"(?:(?:milli|micro|nano)?sec(?:ond|onde)s?|secs?|sekunden?|min(?:ute)?n?s?|hrs?|hours?|heures?|stunden?|days?|jours?|"
    r"tagen?|w(?:ee)?ks?|semaines?|wochen?|months?|mois|monaten?|y(?:ea)?rs?|ans|années?|jahren?|decades?|"
    r"centur(?:y|ies)|epochs?)"
)
_BETWEEN = r"(?:\s*[–-]\s*|\s+(?:(?:more|full|whole|consecutive)\s+)?)"
_DURATION = (
    rf"\b(?:\d[\d.,]*\)?|{_WRITTEN}){_BETWEEN}{_UNIT}\b|\b\d[\d.,]*\s?(?:[mnµμ]?s|h|d|min|epochs)\b(?!\.\s?[a-z]\.)|"
    rf"\btime\b[^.;·]{{0,20}}\((?:in\s+)?(?:{_UNIT}|ms|s|h)\)\W{{0,3}}\d|\bovernight\b"
)
_MONEY = (
    r"[$€£¥₹]\s*\d|\b\d[\d.,]*\s*(?:[kKMB]|million|billion|thousand)?\s*(?:US\s*)?(?:[$€£¥₹]|dollars?|USD|EUR|euros?|"
    r"cents?|GBP|pounds|INR|rupees|yuan|yen|CHF|francs?)(?!\w)|\bfree\s+of\s+charge\b|\bno\s+cost\b"
)
_YEAR = r"\b(?:1[5-9]|20)\d\d\b|\b(?:1[5-9]|20)\d\ds\b|\bcentury\b|\byears?\s+ago\b"
_EVENT = (
    r"(?:released?|published?|introduced?|founded?|deployed?|launched?|invented?|discovered?|established?|held|conducted|"
    r"collected|recorded|approved|updated|carried\s+out|proposed?|begun|begin|born)"
)
#: What is published elsewhere is dated in brackets, and says nothing of what is asked.
_CITED = re.compile(r"\([^()]*\d{4}[a-z]?[^()]*\)|\bet\s+al\.,?\s*\(?\d{4}[a-z]?\)?")


class Kind(Record, frozen=True, kw_only=True):
    """A kind of value: what it is called, words that stand beside it, which questions ask for it, and how it looks."""

    name: str
    units: str
    asks: re.Pattern[str]
    looks: re.Pattern[str]


_KINDS = (
    Kind(
        name="duration",
        units="for a period of hours, days, weeks, months",
        asks=re.compile(
            r"^\s*(?:for\s+)?how\s+(?:long|much\s+time)\s+(?:did|does|do|has|have|had|should|must|will)\b|"
            r"^\s*(?:for\s+)?how\s+long\s+(?:was|were|is|are)\s+[^?]*\b(?:\w{3,}ed|given|kept|fed|run|taught|left)\b",
            re.I,
        ),
        looks=re.compile(_DURATION, re.I),
    ),
    Kind(
        name="sum of money, nor a time,",
        units="paid dollars per hour",
        asks=re.compile(
            r"^\s*how\s+much\s+(?:money\b|(?:did|does|do|was|were|is|are)\b[^?]*\b(?:cost|pay|paid|charge[ds]?|spend|spent)\b)",
            re.I,
        ),
        looks=re.compile(f"{_MONEY}|{_DURATION}", re.I),
    ),
    Kind(
        name="date",
        units="in the year",
        asks=re.compile(
            rf"^\s*(?:when|in\s+(?:which|what)\s+year|what\s+year)\s+(?:was|were|did)\b[^?]*\b{_EVENT}\b", re.I
        ),
        looks=re.compile(_YEAR, re.I),
    ),
)  # fmt: skip
#: Words of such questions that say how they ask, and nothing of what they ask about.
_ASKING = frozenset(
    content_stems(
        "long time take takes took last lasts lasted much money cost costs pay paid year first date"
    )
)


def value_asked(question: str) -> Kind | None:
    """The kind of value that alone answers a question; None where other words may answer it."""
    return next((kind for kind in _KINDS if kind.asks.search(question)), None)


def holding(
    kind: Kind, asked: Question, scored: Sequence[Candidate], text_of: Callable[[PaperId], str]
) -> list[Candidate]:
    """The sentences with a value of a kind that speak of what the question asks about.

    They have a word of its topic, and what it calls by name stands in them or in what was read of their paper; a date
    may stand beside the name alone.

    Args:
        kind: of the value.
        asked: the question.
        scored: sentences.
        text_of: what is known of a paper: its title, and what was read of it.
    """
    names = names_of(asked)
    named = {stem for name in names for stem in content_stems(name)}
    topic = set(asked.stems) - _ASKING - named
    found = []
    for each in scored:
        said = _CITED.sub(" ", each.text)
        if not kind.looks.search(said):
            continue
        about = set(content_stems(each.text))
        whole = about | set(content_stems(text_of(each.paper))) if not named <= about else about
        if named <= whole and (topic & about or (kind.name == "date" and named and named <= about)):
            found.append(each)
    return found


def first_where_none_is_shown(
    held: Sequence[Candidate], scored: Sequence[Candidate], limit: int, bar: float
) -> list[Candidate]:
    """The sentences, best first, with the best one that holds a value before all where none would be shown.

    Args:
        held: those that hold one, best first.
        scored: all of them, best first.
        limit: how many are shown.
        bar: share of the best one's score that another one must reach to be shown.
    """
    if any(each in held for each in choose(scored, limit, bar)):
        return list(scored)
    best = held[0]
    return [replace(best, score=scored[0].score), *(each for each in scored if each is not best)]


def no_value(name: str, nearest: Sequence[Citation]) -> str:
    """That no value of a kind was read, and the nearest passage, which is none."""
    near = (
        f" The nearest passage, {nearest[0].label}, holds none: “{nearest[0].quote.rstrip('.')}”"
        if nearest
        else ""
    )
    return f"nothing read gives a {name} for it.{near}"
