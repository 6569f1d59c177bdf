"""Questions about the library itself, answered from the ledger: how many papers, what is there by whom."""

from __future__ import annotations

import re

from twintree.base.records import Record

_COUNT = re.compile(r"\bhow many (?P<what>papers|articles|documents|files|publications|authors)\b", re.I)
_HOLDINGS = re.compile(
    r"^\s*(what|which|show|list|do)\b.*\b(do i have|i have|have i|are there|in (my|the|this) library|"
    r"does (my|the|this) library (have|hold|contain)|"
    r"is in (my|the) library|papers? (by|from|of|in|about|on|tagged))\b",
    re.I,
)
_BARE = re.compile(
    r"^\s*(what('s| is) in (my|the|this) library|list (all )?(my |the )?papers|show (me )?(all )?(my |the )?papers)\b",
    re.I,
)
_SHORT = re.compile(
    r"^\s*((all |any |my |the )*(papers|articles|publications) (by|from|since|before|after|until|between|tagged)\b"
    r"|(anything|everything) (by|since|tagged)\b)",
    re.I,
)
_ONLY_COUNT = re.compile(r"^\s*how many (papers|articles|documents|files|publications)\s*[?.!]*\s*$", re.I)
_SELF = re.compile(
    r"\b(do i have|have i|i have|in (my|the|this) library|(my|the|this) library|my papers)\b", re.I
)

#: Figures that a paper reports about other papers; a library counts, it knows no shares.
_FIGURE = re.compile(r"\b(share|percentage|percent|proportion|fraction|majority) of\b", re.I)

_BY = re.compile(
    r"\b(?:by|of|from)\s+(?P<name>[A-ZÀ-Þ][\w'’-]+(?:(?:\s+|\s+(?:van|von|de|der|la)\s+)[A-ZÀ-Þ][\w'’-]+)*)(?=\s|[?.,!]|$)"
)
_YEARS = re.compile(
    r"\b(?:between|from)\s+(?P<a>(?:19|20)\d\d)\s+(?:and|to|until|-)\s+(?P<b>(?:19|20)\d\d)\b", re.I
)
_SINCE = re.compile(r"\b(?:since|after)\s+(?P<a>(?:19|20)\d\d)\b", re.I)
_BEFORE = re.compile(r"\b(?:before|until)\s+(?P<b>(?:19|20)\d\d)\b", re.I)
_YEAR = re.compile(r"\b(?:from|in|of|published in)\s+(?P<a>(?:19|20)\d\d)\b", re.I)
_TAGGED = re.compile(r"\btagged\s+(?:as\s+|with\s+)?[\"'“]?(?P<tag>[\w -]+?)[\"'”]?\s*[?.!]?$", re.I)
_ABOUT = re.compile(r"\b(?:about|on|regarding|concerning)\s+(?P<topic>.+?)\s*[?.!]?$", re.I)


class LibraryQuestion(Record, frozen=True, kw_only=True):
    """What is asked of the library: counted or listed, narrowed by author, years, tag, or topic."""

    count: bool
    author: str = ""
    year_min: int | None = None
    year_max: int | None = None
    tag: str = ""
    topic: str = ""


def read_library_question(question: str) -> LibraryQuestion | None:
    """The library question that this is, or None when it asks about what papers say."""
    if _FIGURE.search(question) and not _SELF.search(question):
        return None
    count = _COUNT.search(question)
    asks_holdings = bool(_BARE.search(question) or _HOLDINGS.search(question) or _SHORT.search(question))
    if not (asks_holdings or (count and _counts_holdings(question, count.end()))):
        return None
    author = _BY.search(question)
    low, high = _years(question)
    tag = _TAGGED.search(question)
    topic = _ABOUT.search(question) if not tag else None
    narrowed = bool(author or low or high or tag or topic)
    if not (narrowed or _SELF.search(question) or _BARE.search(question) or _ONLY_COUNT.search(question)):
        return None
    name = author.group("name") if author else ""
    return LibraryQuestion(
        count=bool(count),
        author="" if re.fullmatch(r"(19|20)\d\d", name) else name,
        year_min=low,
        year_max=high,
        tag=tag.group("tag").strip() if tag else "",
        topic=_trim(topic.group("topic")) if topic else "",
    )


def _counts_holdings(question: str, after: int) -> bool:
    """``How many papers do I have`` counts holdings; ``How many papers did they annotate`` asks a paper."""
    rest = question[after:]
    return bool(
        re.match(
            r"\s*(\?|$|(are|is|do i|have i|i have|does (my|the|this) library|in (my|the|this)|"
            r"by |from |about |on |tagged))",
            rest,
            re.I,
        )
    ) and not re.search(r"\b(were|was|did|they|used|annotated|collected|included|reviewed)\b", rest, re.I)


def _years(question: str) -> tuple[int | None, int | None]:
    if match := _YEARS.search(question):
        return int(match.group("a")), int(match.group("b"))
    if match := _SINCE.search(question):
        after = 1 if match.group().lower().startswith("after") else 0
        return int(match.group("a")) + after, None
    if match := _BEFORE.search(question):
        before = 1 if match.group().lower().startswith("before") else 0
        return None, int(match.group("b")) - before
    if match := _YEAR.search(question):
        return int(match.group("a")), int(match.group("a"))
    return None, None


def _trim(topic: str) -> str:
    return re.sub(
        r"\s*\b(do i have|i have|are there|in (my|the|this) library|by [A-Z].*|since \d{4}|from \d{4}|in \d{4})\b.*$",
        "",
        topic,
        flags=re.I,
    ).strip()
