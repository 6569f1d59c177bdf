"""Lines of a paper that are lists and no sentences: key words, abbreviations, contents."""

from __future__ import annotations

import re

_LIST = re.compile(
    r"^\W*(?:(?:author\s+|index\s+)?key[\s-]*words?(?:\s+and\s+phrases)?|index\s+terms|general\s+terms|"
    r"(?:list\s+of\s+)?abbreviations?(?:\s+used)?|mots[\s-]*cl[ée]s|schl(?:ü|ue)sselw(?:ö|oe)rter|schlagw(?:ö|oe)rter|"
    r"abk(?:ü|ue)rzungen|abr[ée]viations|palabras\s+clave)\s*(?:[:.—–]|-\s)",
    re.I,
)
#: A line of the contents: a title, dots, a page.
_LEADERS = re.compile(r"(?:\.\s){4,}|\.{5,}|(?:…\s?){3,}|(?:·\s?){5,}")
#: *ROS: reactive oxygen species, CAT: catalase*; *ROS, reactive oxygen species; CAT, catalase*.
_SPELLED = re.compile(r"(?:^|[;,.]\s)\s*[A-Z][\w-]*[A-Z0-9][\w-]*\s*[:,=–]\s(?=[A-Za-zα-ω])")
_SEVERAL = 3
#: The same two, and nothing else.
_ALL_SPELLED = re.compile(r"\s*(?:[A-Z][\w+-]*[A-Z0-9]\s*[:,=–]\s[^;:,]{2,60}(?:[;,]\s+|\.?\s*$)){2,}")
_ASKED = re.compile(
    r"\b(?:key[\s-]*words?|index\s+terms|abbreviat\w*|acronyms?|stands?\s+for|contents|chapters|mots[\s-]*cl[ée]s|"
    r"schl(?:ü|ue)sselw\w+|abk(?:ü|ue)rz\w+|abr[ée]viat\w*|table\s+des\s+mati[èe]res|inhalts?\w*)\b",
    re.I,
)


def is_listing(text: str) -> bool:
    """Whether a text lists key words, abbreviations or contents."""
    if _LIST.match(text) or _LEADERS.search(text):
        return True
    return len(_SPELLED.findall(text)) >= _SEVERAL or bool(_ALL_SPELLED.fullmatch(text))


def asks_listing(question: str) -> bool:
    """Whether a question is about such a list, so that it may answer it."""
    return _ASKED.search(question) is not None
