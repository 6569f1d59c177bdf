"""Which names are no names of methods: plain words that nothing marks as one, descriptions, what is cut out of a
sentence, substances, genes and diseases, file formats, places and organisations."""

from __future__ import annotations

import re

from twintree.base.text import folded
from twintree.knowledge.methods.asides import is_aside, is_author
from twintree.knowledge.methods.bodies import is_organisation, is_place
from twintree.knowledge.methods.ends import is_problem
from twintree.knowledge.methods.kinds import kind_of_name
from twintree.knowledge.methods.naming import GENERIC_HEADS, is_coined, is_common, is_cut, words_of
from twintree.knowledge.methods.reading import Candidate, Occurrence, PaperReading
from twintree.knowledge.methods.things import is_fragment, is_thing

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
#: Inner words of a description: ``hands-on``, ``well-structured``, ``author's``, ``low-cost``.
_JOINTS = frozenset("on well s low high of in level".split())
#: ``III`` is the last part of an instrument's name.
_NUMBER = re.compile(r"^[IVX]{2,}$")
_SHORT = 5
_MARKERS = re.compile(r"^(?:TNF|IL|COX|IFN|NF|CD|IgG|IgE|IgM|C)-?(?:\d+|[α-ωκ]\w*)$")
_CUE = re.compile(
    r"\b(?:using|used|uses?|via|by means of|called|named|termed|appl(?:y|ied|ying)|employ\w*|perform\w*|implement\w*|"
    r"propos\w*|introduc\w*|based on|train\w*)\s+(?:the\s+|an?\s+|our\s+)?[“\"'‘]?$",
    re.IGNORECASE,
)


#: What says how good, whose, which or how common something is: ``flexible tool``, ``latter model``.
_DESCRIBING = frozenset(
    """practical systematic flexible modern classic classical conventional hand cost effective patient centred centered
    official agreed available consistent complicated detailed dedicated provided given related latter former external
    independent individual supplementary specialized specialised tentative steep quick reliable positive structured
    often comprehensive primary internal house third party advanced theoretical background consecutive connected
    trained equivalent translated graded robust accurate scalable useful successful important key
    innovative traditional author whole developed required needed chosen selected presented described
    mentioned""".split()
)
#: What is described so, beside the words of ``GENERIC_HEADS``.
_DESCRIBED = frozenset(
    """program interface material materials theory survey search learning rule solution study code design
    instrument resource evaluation""".split()
)
_FORMATS = frozenset(
    "pdf txt tif tiff readme html csv jpeg jpg png gif docx doc xlsx url doi email yaml zip pptx powerpoint".split()
)


def is_description(name: str) -> bool:
    """Whether a name only says how good, whose or which a thing is: ``flexible tool``, ``hands-on approach``."""
    telling = [word for word in words_of(name) if word not in GENERIC_HEADS and word not in _JOINTS]
    while len(telling) > 1 and telling[-1] in _DESCRIBED:
        telling.pop()
    return bool(telling) and all(word in _DESCRIBING for word in telling)


def is_no_method(paper: PaperReading, each: Candidate) -> bool:
    """Whether a name is a plain word that nothing in the paper marks as a method, a description, a substance, a
    disease, a place, or an organisation."""
    if (
        is_substance(each.name)
        or is_organisation(each.name)
        or is_place(each.name)
        or is_problem(each.name)
        or is_fragment(each.name)
        or is_thing(each.name)
        or _NUMBER.match(each.name)
    ):
        return True
    if is_author(each.name, paper.authors) or all(_is_beside(paper, place) for place in each.occurrences):
        return True
    words = words_of(each.name)
    if is_cut(each.name) or is_description(each.name) or (len(words) == 1 and words[0] in _FORMATS):
        return True
    if kind_of_name(each.name) == "metric":
        return False
    if all(map(is_common, words)) and len(words) == 1:
        return True
    return len(words) == 1 and not _is_marked(paper, each)


def _is_beside(paper: PaperReading, place: Occurrence) -> bool:
    """Whether a place is one of people, addresses and funders: a name that stands nowhere else is none of a method."""
    return is_aside(paper.segments[place.segment].text, place.sentence, place.start, place.end)


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
