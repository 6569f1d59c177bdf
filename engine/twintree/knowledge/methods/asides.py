"""Where a paper speaks of people, firms, funders and addresses: what is named there alone is no method."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from twintree.base.text import folded
from twintree.knowledge.methods.naming import kind_of_head

_INSTITUTIONS = re.compile(
    r"\b(?:Universit\w+|Institut\w*|Departa?ment\w*|Dept|School of|College|Hospital|Laborator(?:y|ies)|Faculty|Academy|"
    r"Centre|Center|Division of|GmbH|Correspondence)\b"
)
#: Institutions in a line that is an address whatever else it says, and in one that says nothing else.
_ADDRESS, _BARE_ADDRESS = 3, 2
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|we|can|used?|using|which|that)\b", re.IGNORECASE)
_THANKS = re.compile(
    r"\bwe (?:would like to |also |are )*(?:thank|acknowledge|grateful|gratefully)|"
    r"\b(?:grateful|thankful|indebted|thanks) (?:to|for)\b|"
    r"\b(?:supported|funded|financed|sponsored) (?:in part |partially |partly )?by\b[^.]*"
    r"\b(?:grants?|funds?|funding|foundation|council|fellowship|scholarship|programme|ministry|award|contract)\b|"
    r"\bgrants? (?:no\b|numbers?|agreement)|\backnowledg\w+ (?:the )?(?:financial |generous )?(?:support|funding)|"
    r"^\W*funding\s*:",
    re.IGNORECASE,
)
#: ``• Pablo Castro, a company``: an item of a list of people.
_LISTED = re.compile(r"^\s*[•∙·*–-]\s*[A-Z][\w’'-]+(?: [A-Z][\w.’'-]*){1,3},\s+[A-Z][^.]{2,60}$")
#: What people do with a course, a text, a study.
_PEOPLE_DO = re.compile(
    r"\b(?:taught|teaches|teaching|conceived|wrote|written by|drafted|supervised|conceptuali[sz]ed|"
    r"(?:the |our )?authors? \(|(?:started|founded|organi[sz]ed|led|created) (?:in \d{4} )?by)\b",
    re.IGNORECASE,
)
_FULL_NAME = re.compile(
    r"[A-Z][^\W\d_]+(?: [A-Z]\.)?(?: (?:van|de|von|der|del))*(?: [A-Z][^\W\d_]+(?:-[A-Z]\w+)?){1,2}"
)
#: ``as described by Tapple [13], Luck [14]``.
_BY_PEOPLE = re.compile(
    r"\b(?:described|reported|suggested|proposed|developed|introduced|performed|published|made|stated|found|given|method|"
    r"methods|procedures?) (?:by|of)\s+(?:[A-Z][\w’'-]+(?:\s*[(\[][\d, ]+[)\]])?(?:,\s*(?:and\s+)?|\s+(?:and|&)\s+))*$"
)
_CITED = re.compile(r"^\s*(?:et al\.?\s*)?[(\[]\s*\d|^\s+(?:and|&)\s+[A-Z][\w’'-]+\s*[(\[]\s*\d|^\s+et al\b")
_STATES = frozenset(
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR "
    "PA RI SC SD TN TX UT VT VA WA WV WI WY DC NSW UK USA".split()
)
_TOWN = re.compile(r"[A-Z][a-z]+,\s*$")
_AFTER_TOWN = re.compile(r"\s*(?:,\s*(?:USA?\b|U\.S|in\b|at\b|on\b|from\b|where\b|\d)|\d{5}|\)|\.|$)")
_JOINED = re.compile(r"\s+(?:&|and)\s+")


def is_aside(text: str, sentence: tuple[int, int], start: int, end: int) -> bool:
    """Whether a name stands where people, firms and places do.

    Args:
        text: of the segment.
        sentence: the place of the sentence in it.
        start: where the name begins.
        end: where it ends.
    """
    name, whole = text[start:end], text[slice(*sentence)]
    left, right = text[sentence[0] : start], text[end : sentence[1]]
    if tells_of_people(whole):
        return True
    if name in _STATES and _TOWN.search(left) and _AFTER_TOWN.match(right):
        return True
    if _FULL_NAME.fullmatch(name) and not kind_of_head(name) and _PEOPLE_DO.search(whole):
        return True
    one = (name.isalpha() and name.istitle()) or ("-" in name and name.istitle())
    return bool(one and _BY_PEOPLE.search(left) and _CITED.match(right))


@lru_cache(maxsize=4096)
def tells_of_people(sentence: str) -> bool:
    """Whether a sentence is an address, thanks, a funder's mention or an entry of a list of people."""
    if _THANKS.search(sentence) or _LISTED.match(sentence):
        return True
    institutions = len(_INSTITUTIONS.findall(sentence))
    if institutions >= _ADDRESS:
        return True
    return institutions >= _BARE_ADDRESS and not _VERB.search(sentence)


def is_author(name: str, authors: Collection[str]) -> bool:
    """Whether a name is made of surnames of the works that a paper cites: ``Barba & Forsyth``."""
    names = [folded(each) for each in _JOINED.split(name)]
    return len(names) > 1 and all(each in authors for each in names)
