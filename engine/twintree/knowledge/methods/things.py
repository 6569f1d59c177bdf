"""Which names are those of what methods work on or are told with: words and phrases, living things, materials,
languages, licences; and fragments of sentences."""

from __future__ import annotations

import re

from twintree.base.text import folded
from twintree.knowledge.methods.naming import is_coined, kind_of_head, words_of

#: A verb inside of what should be a name: ``PCA are linear interpolation``, ``F1 denotes F1-Measure``.
_CLAUSE = re.compile(
    r"\s(?:is|are|was|were|denotes?|represents?|have|has|why|which|because|followed|got)\s|^got\s",
    re.IGNORECASE,
)
#: What is done to or with a method, before its name: ``updating models``, ``performing 5-fold cross-validation``.
_DONE_TO = frozenset(
    """updating performing analyze analyse analyzing analysing modify modifying enhance measure help got create creating
    making choose choosing improve improving provide providing introducing compare comparing shorter""".split()
)
#: What is said of one: ``limitation of CRF``, ``short explanation why double propagation``.
_SAID_OF = re.compile(
    r"^(?:\w+ )?(?:change|limitation|effect|correlation|range|lack|explanation|ambiguity|structure|use|usage)s?"
    r" (?:of|on|in|between|for|why|from|with) ",
    re.IGNORECASE,
)
#: What a name's last word says of what is read, counted or spoken of, not of a way of doing something.
_THINGS = frozenset(
    """phrase word vocabulary string entity sentence dateline satellite city country mission file concept
    ambiguity politician organization organisation company journal transaction regimen band nanoparticle extract oil
    juice leaf cell dose blood vein thrombosis heparin velocity youtube playlist""".split()
)
_LANGUAGES = frozenset(
    """english chinese japanese korean arabic german french spanish italian dutch russian portuguese danish swedish
    finnish turkish hindi thai latin greek czech polish norwegian""".split()
)
#: One word by itself that says what every paper has.
_PLAIN_WORDS = frozenset(
    """index distance deviation ratio content similarity efficiency update experience trace review keyword template
    analysis optimisation optimization coordinator parser tagger analgesic detach error""".split()
)
_LICENCES = re.compile(r"^(?:CC[ -]?(?:BY|0)\b|L?GPL|AGPL|GNU GPL)|\bLicen[sc]e$")
#: ``Ocimum sanctum L``, ``Terminalia chebula``, ``Ocimum``'s other names.
_SPECIES = re.compile(
    r"^[A-Z](?:[a-z]+(?:um|us|ia|a|is|es|on)|\.) (?:[a-z]+(?:um|us|a|is|ii|ens|ensis|oides|folia|ina|ium|alis|arum))"
    r"(?:\s+(?:L|Linn|Willd|Mill|var)\b\.?.*)?$"
)
#: ``anti-inflammatory``, ``plot_normal_force``.
_NO_NAME = re.compile(r"^anti-[a-z]+$|^[a-z]+(?:_[a-z]+)+$")
_ELEMENT = r"(?:Na|Ca|Mg|Al|Si|Cl|Fe|Cu|Zn|Ag|Au|Br|Li|Ti|Mn|Ni|Co|Pb|Cd|H|C|N|O|S|P|K|F|I)"
_FORMULA = re.compile(
    rf"^(?=.*[a-z])(?:{_ELEMENT}\d*){{2,}}$|^(?:Ag|Au|ZnO|CuO?|Fe\dO\d|TiO2|Pt|Se)[ -]?NPs?$"
)
_FIRMS = re.compile(
    r"^[A-Z][\w-]*(?: [A-Z][\w-]*)* (?:Technologies|Scientific|Inc|Ltd|GmbH|Corp|Corporation|Pharma\w*|Team)\.?$"
)


def is_fragment(name: str) -> bool:
    """Whether a name is a piece of a sentence: a clause, or what is done to or said of a method."""
    if _CLAUSE.search(name):
        return True
    return " " in name and (folded(name.split(maxsplit=1)[0]) in _DONE_TO or bool(_SAID_OF.match(name)))


def is_thing(name: str) -> bool:
    """Whether a name is one of words, of a living thing, of a material, of a language, of a licence, of a firm."""
    words = words_of(name)
    if not words:
        return False
    if _LICENCES.search(name) or _FORMULA.match(name) or _FIRMS.match(name):
        return True
    if (len(words) == 1 and words[0] in _LANGUAGES | _PLAIN_WORDS) or _NO_NAME.match(name):
        return True
    if _SPECIES.match(name) and not kind_of_head(name):
        return True
    if "bag" in words or any(map(is_coined, name.split()[:-1])):
        return False  # ``bag of words``, ``LSTM cell``
    return words[-1] in _THINGS and not is_coined(name)
