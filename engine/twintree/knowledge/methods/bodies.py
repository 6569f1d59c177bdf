"""Which names are those of organisations, conferences and places: who did something or where, never how (gold's
rules)."""

from __future__ import annotations

import re
from functools import lru_cache

from twintree.knowledge.methods.naming import kind_of_head

_BODIES = frozenset(
    """university universities institute institution hospital college academy ministry department consortium
    corporation agency laboratory laboratories observatory association foundation council commission committee faculty
    centre center conference symposium journal organisation organization infrastructure federation fellowship""".split()
)
#: ``Swedish National Infrastructure``, ``Research Coordination Network``: networks of people and places.
_OF_MANY = re.compile(
    r"^(?=[A-Z]).*\b(?:National|European|International|Observator(?:y|ies)|Coordination|Cities|Admissions|Universities)\b"
    r"(?: [A-Z][\w-]*)* (?:Network|Service|Programme|Program|Team|Society|Union|Board)s?$"
)
#: Short names of countries and what they are joined in.
_COUNTRIES = frozenset("USA U.S.A U.S.A. US U.S. UK U.K. EU UN UAE UNESCO WHO NASA".split())
#: ``Microsoft Research``, ``Facebook AI Research``: the capital tells them from what is researched.
_RESEARCH = re.compile(r"^[A-Z]\w+(?: [A-Z]\w+)? Research(?: [A-Z][a-z]+)?$")

#: ``Conference on Language Models``: what it is about says nothing of what it is.
_FOR_WHAT = re.compile(r" (?:on|for|in) ")


@lru_cache(maxsize=65536)
def is_organisation(name: str) -> bool:
    """Whether a name is one of an organisation, and of nothing that it made: not ``Stanford University parser``."""
    if _RESEARCH.match(name) or _OF_MANY.match(name) or name in _COUNTRIES:
        return True
    words = name.split()
    bodies = [word for word in words if word[:1].isupper() and word.strip(".,’'").casefold() in _BODIES]
    return bool(bodies) and len(words) > 1 and not kind_of_head(_FOR_WHAT.split(name)[0])


_PLACE = re.compile(
    r"(?:(?:North|South|East|West|Central|Latin|Sub-Saharan)(?:ern)?[ -])*"
    r"(?:Africa|America|Asia|Europe|Australia|Antarctica|Oceania|India|China|Japan|Germany|France|Italy|Spain|Brazil|"
    r"Mexico|Canada|United States|United Kingdom|Mediterranean|California|London|Paris|Berlin|Beijing|New York|Tokyo)"
    r"(?:[ -](?:city|region|regions))?"
)
#: ``UC San Diego``, ``CU Boulder``: a campus.
_CAMPUS = re.compile(r"(?:UC|CU|SUNY|CUNY|UNC|UT)(?: [A-Z][a-z]+){1,2}")


def is_place(name: str) -> bool:
    """Whether a name is one of a continent, a large country, a city or a campus, and of nothing that is from there."""
    return bool(_PLACE.fullmatch(name) or (_CAMPUS.fullmatch(name) and not kind_of_head(name)))
