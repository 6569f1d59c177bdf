"""Questions that the citation graph answers, read off their words: who cites a work, what a paper cites, does it."""

from __future__ import annotations

import re

from twintree.base.records import Record

#: What the capital words of a form stand for; X is the work cited, Y the paper that cites.
_PARTS = {
    "X": r"[\"“„«]?(?P<x>[^?\"“”„«»]{2,200}?)[\"”“»]?",
    "Y": r"[\"“„«]?(?P<y>[^?\"“”„«»]{2,200}?)[\"”“»]?",
    "BE": "(is|are|was|were)",
    "DO": "(do|does|did)",
    "LIBRARY": "(my|the|this|our) library",
    "PAPERS": "(other )?(of my )?(papers?|articles?|publications?|documents?|works?|studies|theses|authors?)"
    "( (of|in|from) LIBRARY)?",
    "WHICH": "(which|what|how many|list( the)?|show( me)?( the)?)",
    "CITES": "((that |which |who )?(do |are |have |is |has )?(cites?|cited|citing|refer(s|ring)? to)(?! (by|in) ))",
    "CITE": "(cite|reference|refer to|quote)",
    "OFTEN": "(where|how often|how many times)",
    "LIST": "(references|citations|bibliography|reference list)",
    "ARBEITEN": r"welche (\w+ )?(arbeiten|artikel|papiere|paper|texte|werke|veröffentlichungen)",
}
#: The forms, by what they ask; the first that fits a question holds.
_FORMS: tuple[tuple[str, str], ...] = (
    ("citers", "(WHICH PAPERS|who( else)?) CITES X"),
    ("citers", "(by )?WHICH PAPERS BE X cited( by)?"),
    ("citers", "(by whom|who|OFTEN) BE X cited( by)?"),
    ("citers", "BE X (ever )?cited( anywhere| at all)?"),
    ("citers", "(wer|ARBEITEN) (zitiert|zitieren) X"),
    ("citers", "(wo|von wem|wie oft) wird X zitiert"),
    ("does", "(OFTEN )?DO Y cite X"),
    ("does", "BE X cited (by|in) Y"),
    ("cited", "(what|whom?|WHICH PAPERS) DO Y CITE"),
    ("cited", "WHICH (references|sources|works) DO Y (cite|have|list)"),
    ("cited", "(what|who|WHICH PAPERS) BE cited (by|in) Y"),
    ("cited", "((what|which) BE|list|show( me)?) (the )?LIST (of|in|from) Y"),
    ("cited", "(papers|articles|works) cited (by|in) Y"),
    ("cited", "(was|wen|ARBEITEN) zitiert Y"),
)


def _pattern(form: str) -> re.Pattern[str]:
    words = re.compile("|".join(sorted(_PARTS, key=len, reverse=True)))
    for _ in range(3):  # parts stand within parts
        form = words.sub(lambda word: _PARTS[word.group()], form)
    grouped = re.sub(r"\((?!\?)", "(?:", form)
    library = re.sub(r"\((?!\?)", "(?:", _PARTS["LIBRARY"])
    return re.compile(rf"^(?:and |but |so |und )?{grouped}(?: in {library})?\s*[?.!]*$", re.IGNORECASE)


_PATTERNS = tuple((asks, _pattern(form)) for asks, form in _FORMS)
#: What is cited *for* is a question to the text, and so is what else a sentence says of it.
_MORE = re.compile(
    r"\s(?:for|as|when|because|to\s+(?:support|show|justify)|that|which|who|but|without)\s", re.I
)
#: *The data that they cite*, *evidence*: things that no reference list lists.
_NO_WORK = re.compile(
    r"^(?:(?:any|some|no|the|other|more|most|a|an)\s+)*(?:evidence|stud(?:y|ies)|papers?|works?|references?|sources?|data|"
    r"reasons?|examples?|figures?|tables?|limitations?|each other|one another|themselves)\b",
    re.I,
)
_CALLED = re.compile(
    r"^(?:(?:the|that|this)\s+)?(?:(?:paper|article|work|study|thesis|preprint)\s+(?:by|of|on|about|called|titled)\s+)?|"
    r"(?:['’]s)?\s+(?:paper|article|thesis|preprint)$",
    re.I,
)
#: Words that stand for what was spoken of before.
POINTING = re.compile(
    r"^(?:it|they|them|that|this|these|those|he|she|(?:this|that|the)\s+(?:paper|article|work|study|one|authors?)|"
    r"(?:these|those|the)\s+(?:papers|articles|works|authors))$",
    re.I,
)


class CitationQuestion(Record, frozen=True, kw_only=True):
    """What is asked of the graph: ``citers`` of ``work``, what ``paper`` cites (``cited``), or ``does`` it cite it."""

    asks: str
    work: str = ""
    paper: str = ""


def read_citation_question(question: str) -> CitationQuestion | None:
    """The question to the citation graph that this may be, or None; whether it names a work is for the library to say.

    ``Who cites X for Y`` and ``Which papers cite evidence`` ask what the texts say.
    """
    text = " ".join(question.split())
    for asks, pattern in _PATTERNS:
        if match := pattern.match(text):
            groups = match.groupdict()
            work, paper = _called(groups.get("x") or ""), _called(groups.get("y") or "")
            if any(_MORE.search(each) or _NO_WORK.match(each) for each in (work, paper) if each):
                return None
            return CitationQuestion(asks=asks, work=work, paper=paper)
    return None


def _called(name: str) -> str:
    """What a work is called, without *the paper by*; a word that points back stays."""
    name = name.strip(" ,;:")
    return name if POINTING.match(name) else _CALLED.sub("", name).strip() or name
