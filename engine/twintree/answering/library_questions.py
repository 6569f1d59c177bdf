"""Questions about the library itself, answered from the ledger: how many papers, what is there by whom."""

from __future__ import annotations

import re
from collections.abc import Mapping

from twintree.base.records import Record

_PAPERS = r"(?:papers?|articles?|publications?|documents?|files|studies|preprints?|theses)"
_LIBRARY = r"(?:my|the|this|our)\s+library"
#: One word before the noun: ``recent papers``; a plural is what is asked for itself: ``the features papers use``.
_WHICH = r"(?:(?:my|the|these|our|any|some|all|every|a|an)\s+){0,3}(?:(?!of\b|in\b|that\b)[\w-]*[^\Ws]\s+)?"
#: How a question or an order begins that is about papers as such: then comes what narrows them, and nothing else.
_HEADS: Mapping[str, re.Pattern[str]] = {
    "which": re.compile(rf"\s*(?:which|what)\s+(?:of\s+)?{_WHICH}{_PAPERS}\b", re.I),
    "count": re.compile(rf"\s*how many\s+(?:of\s+)?{_WHICH}{_PAPERS}\b", re.I),
    "order": re.compile(
        rf"\s*(?:please\s+)?(?:show|list|find|give|get|display)\s+(?:me\s+)?(?:of\s+)?{_WHICH}{_PAPERS}\b",
        re.I,
    ),
    "have": re.compile(
        rf"\s*(?:(?:do\s+i\s+have|have\s+i(?:\s+got)?|(?:are|is)\s+there|does\s+{_LIBRARY}\s+(?:have|hold|contain))\s+"
        rf"(?:{_WHICH}{_PAPERS}|anything|something)|"
        rf"what\s+(?:do\s+i\s+have|have\s+i\s+got|does\s+{_LIBRARY}\s+(?:have|hold|contain))|"
        rf"what(?:\s+is|['’]s)\s+(?:there\s+)?in\s+{_LIBRARY})\b",
        re.I,
    ),
    "bare": re.compile(
        rf"\s*(?:(?:all|any|my|the)\s+)*(?:{_PAPERS}|anything|everything)"
        r"(?=\s+(?:by|from|on|about|since|before|after|until|between|tagged)\b)",
        re.I,
    ),
}
#: One paper by its age: *which is the oldest paper in my library?*, *what is my newest paper on parsing?*
_EXTREME = re.compile(
    rf"\s*(?:(?:which|what)\s+(?:{_PAPERS}\s+)?(?:is|are)\s+)?(?:(?:the|my|our)\s+)*"
    rf"(?P<age>oldest|earliest|newest|latest|most\s+recent)(?:\s+{_PAPERS})?\b",
    re.I,
)
#: Clauses that say that the library holds something: with them no other verb is to be expected.
_HOLDS = re.compile(
    rf"\b(?:(?:that\s+)?(?:do\s+i\s+have|have\s+i(?:\s+got)?|i\s+have)|are\s+there|there\s+are|"
    rf"does\s+{_LIBRARY}\s+(?:have|hold|contain)|(?:that\s+)?are\s+in\s+{_LIBRARY})\b",
    re.I,
)
_IN_LIBRARY = re.compile(rf"\bin\s+{_LIBRARY}\b", re.I)
_NARROWS = re.compile(
    r"\s*(?:(?:that\s+)?(?:are|is|were|was)\s+)?(?:published\s+|written\s+)?"
    r"(?:by|from|of|in|about|on|regarding|concerning|since|before|after|until|between|tagged)\b",
    re.I,
)
#: What makes a question one about what papers say: a verb of theirs with something behind it, a clause about them.
_SAYS = re.compile(
    r"\b(?:(?:use|employ|apply|reuse|report|say|find|propose|agree|disagree|describe|recommend|state|measure|claim|compare|"
    r"give|show|evaluate|introduce|present|discuss|mention|cite|investigate|examine|train|test|achieve|improve|reach|"
    r"outperform|beat|combine|extend|require|need|rely|assume|define|argue|conclude|suggest|support|contradict|"
    r"criticis|criticiz|replicate|release|contain|include|provide|consider|address|solve|treat|handle|work|deal|focus|"
    r"make|take|annotate|collect|review|differ)(?:s|es|d|ed)?|did|do|does|they|found|said|gave|made|took|has|have|had)\s+\w|"
    r"\b(?:are|is|were|was|been)\s+(?!published|written|tagged)\w+(?:ed|en|ade|eft|ound)\b|"
    r"\b(?:that|which|who|whose|where)\s+(?!i\s+have|are\s+(?:in|about|on|by|from)\b)",
    re.I,
)
_CLAUSE = re.compile(
    r"\b(?:that|which|who|whose|where|using)\s+(?!i\s+have|are\s+(?:in|about|on|by|from)\b)", re.I
)
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
    age: str = ""  #: ``oldest`` or ``newest`` where one paper is asked for by its year


def read_library_question(question: str) -> LibraryQuestion | None:
    """The library question that this is, or None when it asks about what papers say.

    It must ask for papers themselves, and say nothing of them but what narrows a list: author, years, tag, topic.
    ``Which features do papers on parsing use`` asks for features, ``Which papers on parsing use features`` says more.
    """
    if _FIGURE.search(question) and not _SELF.search(question):
        return None
    if extreme := _EXTREME.match(question):
        return _by_age(question, extreme)
    form, rest = _head(question)
    if not form or not _only_narrows(form, rest):
        return None
    author = _BY.search(question)
    low, high = _years(question)
    tag = _TAGGED.search(question)
    topic = _ABOUT.search(question) if not tag else None
    narrowed = bool(author or low or high or tag or topic)
    whole = not _HOLDS.sub("", rest).strip(" ?.!") and form != "bare"
    if not (narrowed or whole or _SELF.search(question)):
        return None
    name = author.group("name") if author else ""
    return LibraryQuestion(
        count=form == "count",
        author="" if re.fullmatch(r"(19|20)\d\d", name) else name,
        year_min=low,
        year_max=high,
        tag=tag.group("tag").strip() if tag else "",
        topic=_trim(topic.group("topic")) if topic else "",
    )


def _by_age(question: str, extreme: re.Match[str]) -> LibraryQuestion | None:
    """The question for the oldest or newest paper, where nothing but the library, a topic or an author follows."""
    rest = question[extreme.end() :]
    if not _only_narrows("order", rest) or not (_SELF.search(question) or re.search(_PAPERS, extreme[0])):
        return None
    topic, author = _ABOUT.search(rest), _BY.search(rest)
    return LibraryQuestion(
        count=False,
        author=author["name"] if author else "",
        topic=_trim(topic["topic"]) if topic else "",
        age="oldest" if extreme["age"].lower() in ("oldest", "earliest") else "newest",
    )


def _head(question: str) -> tuple[str, str]:
    """How the question begins, and what follows; ``""`` when it is about something else than papers as such."""
    for form, head in _HEADS.items():
        if begun := head.match(question):
            return form, question[begun.end() :]
    return "", question


def _only_narrows(form: str, rest: str) -> bool:
    """Whether what follows the papers only narrows them, or says that the library holds them."""
    left = _IN_LIBRARY.sub(" ", _HOLDS.sub(" ", rest))
    if left.strip(" ?.!") and not _NARROWS.match(left):
        return False
    # After these the sentence has its verb; in the others a verb may still follow.
    complete = form in ("order", "have") or bool(_HOLDS.search(rest))
    return not (_CLAUSE if complete else _SAYS).search(left)


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
    topic = re.split(
        rf"\s*(?:{_HOLDS.pattern}|{_IN_LIBRARY.pattern}|\b(?:by\s+[A-Z]|(?:are|were|is|was)\s+(?:written|published)|since\s+\d{{4}}|from\s+\d{{4}}|in\s+\d{{4}}))",
        topic,
        maxsplit=1,
        flags=re.I,
    )[0]
    return topic.strip()
