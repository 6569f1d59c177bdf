"""Which names are no names of methods: plain words that nothing marks as one, substances, genes and diseases, and
organisations."""

from __future__ import annotations

import re

from twintree.base.text import folded
from twintree.knowledge.methods.bodies import is_organisation
from twintree.knowledge.methods.kinds import kind_of_name
from twintree.knowledge.methods.naming import is_coined, is_common, words_of
from twintree.knowledge.methods.reading import Candidate, Occurrence, PaperReading

_SUBSTANCES = frozenset(
    """acid protein enzyme receptor kinase cytokine hormone peptide lipid glucose cholesterol flavonoid saponin alkaloid
    antibody antigen gene allele chromosome mrna metabolite ester ether ethanol methanol sodium chloride sulfate oxide
    disease syndrome cancer diabetes infection inflammation pain tissue serum plasma liver kidney brain""".split()
)
#: ``cyclooxygenase``, ``arthritis``, ``hyperlipidemia``, not ``database``.
_ENDINGS = re.compile(r"(?:[^bhec]ase|itis|emia|aemia|algia|opathy|kine|amine|azole|cillin)$")
_NOT_SO = frozenset(
    "database phase release purchase increase decrease disease phrase erase lease tease vase chase".split()
)
#: What is spoken of a substance: ``creatine kinase MB subunit``.
_OF_SUBSTANCES = frozenset("subunit level activity isoform concentration content expression".split())
#: ``III`` is the last part of an instrument's name.
_NUMBER = re.compile(r"^[IVX]{2,}$")
_SHORT = 5
_MARKERS = re.compile(r"^(?:TNF|IL|COX|IFN|NF|CD|IgG|IgE|IgM|C)-?(?:\d+|[α-ωκ]\w*)$")
_CUE = re.compile(
    r"\b(?:using|used|uses?|via|by means of|called|named|termed|appl(?:y|ied|ying)|employ\w*|perform\w*|implement\w*|"
    r"propos\w*|introduc\w*|based on|train\w*)\s+(?:the\s+|an?\s+|our\s+)?[“\"'‘]?$",
    re.IGNORECASE,
)


def is_no_method(paper: PaperReading, each: Candidate) -> bool:
    """Whether a name is a plain word that nothing in the paper marks as a method, a substance, a disease, or an
    organisation."""
    if is_substance(each.name) or is_organisation(each.name) or _NUMBER.match(each.name):
        return True
    words = words_of(each.name)
    if kind_of_name(each.name) == "metric":
        return False
    if all(map(is_common, words)) and len(words) == 1:
        return True
    return len(words) == 1 and not _is_marked(paper, each)


def is_substance(name: str) -> bool:
    """Whether a name is one of a substance, a gene or a disease: ``ursolic acid``, ``COX-1``, ``arthritis``."""
    words = words_of(name)
    if not words:
        return False
    if _MARKERS.match(name.strip()):
        return True
    while len(words) > 1 and words[-1] in _OF_SUBSTANCES:
        words = tuple(word for word in words[:-1] if len(word) > 2)
    last = words[-1] if words else ""
    return last in _SUBSTANCES or (len(last) > _SHORT and last not in _NOT_SO and bool(_ENDINGS.search(last)))


def _is_marked(paper: PaperReading, each: Candidate) -> bool:
    """Whether one word is written as a name, says a kind by itself, is explained, cited or used somewhere."""
    if each.short or any(map(is_coined, each.spellings)) or kind_of_name(each.name):
        return True
    return any(_marks(paper, place) for place in each.occurrences)


def _marks(paper: PaperReading, place: Occurrence) -> bool:
    text = paper.segments[place.segment].text
    left = text[place.sentence[0] : place.start]
    if place.cited is not None or place.how == "used" or _CUE.search(left):
        return True
    return bool(left.strip()) and not place.heading and folded(text[place.start]) != text[place.start]
