"""A paper in one sentence of its own: what it does or finds, rather than what nobody knew before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twintree.base.pages import PageText
from twintree.base.text import sentences
from twintree.structure.central import ANAPHORIC, NOISE, centrality, cut, document_counts, flat, words_of

_SHORTEST, _LONGEST = 40, 400
#: Pages that are read where no abstract is known, and those of a longer work whose first ones say nothing of it.
_PAGES, _MORE_PAGES = 2, 10
#: Sentences of them that are weighed.
_WEIGHED, _MORE_WEIGHED = 80, 300
#: Lines of a page that lead to a page number from which on it is a list of contents.
_CONTENTS = 4
#: What a sentence gains or loses: it says what the paper does, is about what its title names, says what was found;
#: it says what is missing, sets the scene, tells where things are to be had, or is no sentence.
_DOES, _IS, _FOUND, _DID, _TITLE = 3.0, 3.0, 2.0, 1.5, 1.5
_LACKS, _SCENE, _WHERE, _CUT_OFF, _ONWARD, _POINTS, _LATER = 3.0, 1.5, 1.5, 2.0, 1.0, 0.5, 0.02

_WORK = r"(?:paper|work|study|article|thesis|dissertation|chapter|review|report|survey|tutorial|course)"
_ACT = (
    r"(?:present|propose|introduce|describe|develop|stud(?:y|ied)|investigate|show|examine|explore|address|offer|release|"
    r"design|test|compare|evaluate|assess|analy[sz]e|extend|appl(?:y|ied)|use|report)"
)
_THING = (
    r"(?:package|library|tool|toolkit|framework|software|course|module|method|approach|review|system|resource|"
    r"collection|bundle|set|series|workflow|bindings?|corpus|data ?set|benchmark|tutorial|textbook|platform|"
    r"pipeline|application|program|model|materials|lessons|environment|language|survey)"
)
_DIRECT = re.compile(
    rf"\b(?:we|i)\s+(?:(?:have|also|first|here|further|thus|will)\s+)?{_ACT}(?:e?d)?\b|"
    rf"\bin (?:this|the present) {_WORK}\b|"
    rf"\b(?:this|the present) {_WORK}\s+(?:\w+ly\s+)?{_ACT}(?:e?s|ed)?\b|"
    rf"\b(?:this|the present)\s+(?:\w+\s+)?{_WORK}\s+(?:aim(?:s|ed)|was (?:done|to))\b|^here,?\s|"
    r"\b(?:aims?|purpose|objectives?|goals?) of (?:this|the|our)\b|"
    r"^(?:in an effort|with a view|with the aim|in order) .*\b(?:was|were)\b|"
    r"^(?:objectives?|aims?|purpose)\s*[:.—–-]|"
    r"\b(?:was|were)\s+(?:designed|undertaken|conducted|carried out|performed) to\b|"
    r"本文|\bin dieser arbeit\b|\bwir (?:zeigen|stellen|schlagen)\b|"
    r"\bdans cet? (?:article|thèse|travail)\b|\bnous (?:proposons|présentons|montrons)\b|"
    r"\ben este (?:trabajo|artículo)\b|\bв (?:данной|этой|настоящей) (?:работе|диссертации|статье)\b|"
    r"\bцель(?:ю)? (?:данной |этой |настоящей )?(?:работы|диссертации|диссертационной)\b",
    re.I,
)
_KIND = re.compile(
    rf"\b(?:is|are|provides?|presents?)\s+(?:both\s+)?(?:an?|the|our)\s+(?:[\w,-]+\s+){{0,4}}?{_THING}s?\b",
    re.I,
)
_FINDS = re.compile(
    r"\b(?:we|i)\s+(?:(?:have|also|further|thus)\s+)?(?:find|found|demonstrated?|conclude[ds]?|observed?|achieved?)\b|"
    rf"\b(?:results?|findings|experiments|analys[ei]s|data|{_WORK})\s+(?:\w+ly\s+)?"
    r"(?:showe?d?s?|shows|indicate[ds]?|suggest(?:s|ed)?|demonstrate[ds]?|reveal(?:s|ed)?|confirm(?:s|ed)?)\b|"
    r"\bsignificantly (?:increase|decrease|reduce|improve|attenuate|lower|enhance)[ds]?\b|\boutperform(?:s|ed)?\b",
    re.I,
)
_DID_SO = re.compile(
    r"\b(?:was|were)\s+(?:\w+ly\s+)?(?:performed|tested|developed|sequenced|employed|applied|analy[sz]ed|evaluated|"
    r"assessed|compared|investigated|studied|determined|examined|synthesi[sz]ed|identified)\b|"
    r"\bour (?:approach|method|model|system|results|findings|work)\b|\bfor the first time\b|"
    r"^(?:results?|findings|conclusions?|interpretation)\s*[:.—–-]",
    re.I,
)
_GAP = re.compile(
    r"\b(?:little|not much|nothing|few studies|less)\s+(?:is|are|was|has been|have been)?\s*(?:known|understood|"
    r"reported|done|attention|information|exist)|"
    r"\b(?:unknown|unclear|lacking|understudied|unexplored|poorly|scarce(?:ly)?|scant|short-lived|unavailable|"
    r"yet to be|remains? (?:a|an|to|un\w+|open|challenging|difficult|elusive)|no (?:studies|study|consensus|data|"
    r"information|previous|prior|systematic)|lacks?|(?:is|are) (?:often|still|very|rather)?\s*(?:limited|rare|"
    r"insufficient|missing|neglected|difficult|hard|challenging)|(?:has|have) not (?:yet )?been|"
    r"there (?:is|are) (?:no|a?\s*few|little|many|several|a (?:need|lack|growing|great))|much needed|absence of|gap)\b|"
    r"\bwenig (?:bekannt|erforscht)\b|\bpeu (?:connue?s?|étudiée?s?)\b",
    re.I,
)
_SETTING = re.compile(r"^(?:background|introduction|context|motivation|significance)\s*[:.—–-]", re.I)
_ELSEWHERE = re.compile(
    r"\b(?:install(?:ed|ation)?|downloaded|copyright|licen[cs]ed?|funded|funding|enrolled|repository|website|"
    r"in (?:the )?future|further (?:stud(?:y|ies)|research|work)|in two ways|"
    r"available (?:at|on|from|under|in|online|via)|freely available|organi[sz]ed as follows)\b",
    re.I,
)
#: Carries on from the sentence before, or grants something first.
_GOES_ON = re.compile(
    r"^(?:while|although|though|despite|alternatively|moreover|furthermore|additionally|also|therefore|thus|hence|"
    r"instead|finally|then|next|in addition|in contrast|in particular|since|if|when|however|"
    r"for (?:example|instance|this)|as a result|to (?:solve|address|do|overcome) (?:this|these|so))\b",
    re.I,
)
#: Dots that lead to a page number in a list of contents.
_LEADERS = re.compile(r"(?:\.\s*){4,}")
_ENDED = re.compile(r"[.!?…。！？][\])}\"'”’»]*$")
#: A name: several words with capitals, or one with a capital or a digit inside.
_NAME = re.compile(
    r"(?:(?:An?|The)\s+)?(?:[^\W\d_a-z][\w.-]*(?:\s+(?:of|to|for|in|on|and|the|[^\W\d_a-z][\w.-]*))+|\w[\w.-]*[A-Z\d][\w.-]*)"
)
_VERB = re.compile(r"\s(?:is|are|was|provides?|presents?)\s")


def describe(pages: Sequence[PageText], abstract: str = "", title: str = "") -> str:
    """One sentence, the paper's own, that says what the paper does or finds; ``""`` when it has no text.

    Args:
        pages: the document's pages; the first ones are read when there is no abstract.
        abstract: the abstract, where it is known.
        title: the title: what a sentence is about says whether it is about the paper.
    """
    if abstract.strip():
        return _best(abstract, _WEIGHED, title)[1]
    said, first = _best(_text(pages[:_PAGES]), _WEIGHED, title)
    if not said and len(pages) > _PAGES:
        said, more = _best(_text(pages[:_MORE_PAGES]), _MORE_WEIGHED, title)
        return more if said else first
    return first


def _text(pages: Sequence[PageText]) -> str:
    texts = [page.text[: page.body_end] for page in pages]
    return "\n\n".join(text for text in texts if len(_LEADERS.findall(text)) < _CONTENTS)


def _best(text: str, most: int, title: str) -> tuple[bool, str]:
    """The sentence that describes best, and whether it says what the paper does, is or finds."""
    found = [flat(text[a:b]) for a, b in sentences(text)][:most]
    fit = [each for each in found if _SHORTEST <= len(each) <= _LONGEST and _is_whole(each)]
    if not fit:
        return False, cut(found[0], 300) if found else ""
    counts = document_counts(fit)

    def score(at: int) -> float:
        return _says(fit[at], title) + centrality(fit[at], counts) - _LATER * at

    best = max(range(len(fit)), key=lambda at: (score(at), -at))
    return _says(fit[best], title) >= _DID, fit[best]


def _says(sentence: str, title: str) -> float:
    gained = max(
        _DOES * bool(_DIRECT.search(sentence)),
        _IS * (_is_about(sentence, title) and bool(_KIND.search(sentence))),
        _FOUND * bool(_FINDS.search(sentence)),
        _DID * bool(_DID_SO.search(sentence) or _KIND.search(sentence)),
    )
    lost = (
        _LACKS * bool(_GAP.search(sentence))
        + _SCENE * bool(_SETTING.search(sentence))
        + _WHERE * bool(_ELSEWHERE.search(sentence))
        + _CUT_OFF * (not _ENDED.search(sentence))
        + _POINTS * bool(ANAPHORIC.match(sentence) and not _DIRECT.search(sentence))
        + _ONWARD * bool(_GOES_ON.match(sentence))
    )
    topic = words_of(title)
    shared = len(topic & words_of(sentence)) / len(topic) if topic else 0.0
    return gained + _TITLE * shared - lost


def _is_whole(sentence: str) -> bool:
    return not (sentence[0].isdigit() or NOISE.search(sentence) or _LEADERS.search(sentence))


def _is_about(sentence: str, title: str) -> bool:
    """Whether what the sentence is about is what the title calls by name (*BeamBending is …*)."""
    subject = _VERB.split(sentence, maxsplit=1)[0].strip()
    words = words_of(subject)
    if not words or not words <= words_of(title):
        return False
    head = words_of(title.partition(":")[0])
    return words == head or _NAME.fullmatch(subject) is not None
