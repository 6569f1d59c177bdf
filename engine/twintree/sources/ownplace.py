"""Where a paper stands as its first page prints it: volume, issue and pages of a margin; whether it is a thesis."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twintree.base.pages import PageText

_PAGES = r"(?P<first>\d{1,5})\s?[-\u2013]+\s?(?P<last>\d{1,5})"
#: *Journal, 5(51), 121. https://doi.org* in a margin; in the text the same words stand for other people's papers.
_SUGGESTED = re.compile(
    r"\w, (?P<volume>\d{1,4})\((?P<number>\d{1,4})\), (?:(?P<single>e?\d{1,6})|" + _PAGES + r")\.? https?://"
)
#: *Proceedings of …, pages 363-370*; *J. Nutr., 46, 52-59, January 2010*: the paper's own where the margin bears the
#: number of the first of these pages.
_PAGED = (
    re.compile(r"\bProceedings of .{5,200}?, pages? " + _PAGES + r"\b"),
    re.compile(r"\w\.?, (?P<volume>\d{1,4}), " + _PAGES + r", (?:[A-Z]\w+ )?(?:19|20)\d\d\b"),
)
#: What title pages of theses say of themselves, in the languages that we read.
_THESIS = re.compile(
    r"\b(?:(?:dissertation|thesis) (?:submitted |presented )?(?:for|in partial ful\w+ of) the "
    r"(?:award of the )?(?:degree|requirements)|dissertation zur erlangung|inaugural-?dissertation|"
    r"pr[ée]sent[ée]e et soutenue|soutenue publiquement|pour l.obtention du (?:grade|titre|doctorat)|"
    r"диссертация на соискание|tesis doctoral)",
    re.I,
)
_MASTER = re.compile(r"\b(?:master'?s?|m\.? ?sc\.?|magister|магистр\w*|diplom\w*)\b", re.I)
#: A title page holds few words: more of them speak of a thesis, and are none.
_TITLE_PAGE = 250


def find_place(pages: Sequence[PageText]) -> dict[str, str]:
    """Volume, number and pages of the paper itself as its first page prints them; empty where it does not."""
    if not pages:
        return {}
    page = pages[0]
    margins = page.text[page.body_end :]
    printed = {line.strip() for line in margins.splitlines()}
    text = " ".join(page.text.split())
    found = [match.groupdict() for match in _SUGGESTED.finditer(" ".join(margins.split()))]
    for pattern in _PAGED:
        found += [parts for each in pattern.finditer(text) if (parts := each.groupdict())["first"] in printed]
    for parts in found:
        first, last, single = parts.pop("first"), parts.pop("last"), parts.pop("single", None)
        if first and int(first) > int(last):
            continue
        return {name: value for name, value in parts.items() if value} | {
            "pages": single or f"{first}--{last}"
        }
    return {}


def find_kind(pages: Sequence[PageText]) -> str:
    """``phdthesis`` or ``mastersthesis`` where a title page says that the paper is one; else nothing."""
    for page in pages[:2]:
        words = " ".join(page.text.split())
        if len(words.split()) <= _TITLE_PAGE and _THESIS.search(words):
            return "mastersthesis" if _MASTER.search(words) else "phdthesis"
    return ""
