"""How likely a name in a paper is one of its methods: a few dozen simple features and one weight each."""

from __future__ import annotations

import json
import math
import re
from functools import lru_cache
from importlib.resources import files

from twintree.base.records import Record
from twintree.base.text import folded
from twintree.base.words import STOPWORDS
from twintree.knowledge.methods.naming import GENERIC_HEADS, kind_of_head, words_of
from twintree.knowledge.methods.reading import Candidate, PaperReading
from twintree.knowledge.methods.slots import slot_features

#: Verbs and phrases before a name that tell what is done with it.
BEFORE = {
    "use": r"(?:us(?:e[sd]?|ing)|employ\w*|appl(?:y|ied|ies|ying)|utili[sz]\w+|adopt\w*|follow(?:s|ed|ing)?|"
    r"perform(?:ed|ing|s)?|implement\w*|(?:carried|carry) out|conduct\w*|run|ran|train(?:ed|ing)?|fit(?:ted)?)",
    "make": r"(?:propos\w+|introduc\w+|present(?:s|ed|ing)?|develop\w*|describ\w+|design(?:ed|s)?|releas\w+|"
    r"construct\w*|build|built|create[sd]?|our)",
    "base": r"(?:based on|built on|build on|extend(?:s|ed|ing)?|extension of|variant of|modif\w+|following|"
    r"derived from|initiali[sz]ed (?:with|from)|inspired by)",
    "name": r"(?:called|named|known as|termed|denoted(?: as)?|such as|e\.g\.,?|namely|dubbed|like|including|,|and|or)",
    "compare": r"(?:compar\w+ (?:to|with|against)|outperform\w*|baselines?|versus|vs\.?|than|against|over)",
    "by": r"(?:by|via|with|through|in terms of|measured by|determined by|evaluated (?:by|with|on|using)|on)",
    "the": r"(?:the|an?)",
}
_BEFORE = {
    name: re.compile(rf"\b{pattern}\s+(?:(?:the|an?|our|its|their)\s+)?(?:[\w-]+\s+){{0,1}}$", re.I)
    if name not in ("the", "by", "name")
    else re.compile(rf"(?:\b|,){pattern.removeprefix(',')}\s+(?:(?:the|an?)\s+)?$", re.I)
    for name, pattern in BEFORE.items()
}
AFTER = {
    "noun": re.compile(
        r"^\s+(?:model|algorithm|method|approach|technique|classifier|system|framework|test|"
        r"analysis|assay|task|"
        r"dataset|data set|corpus|package|library|tool|software|toolkit|metric|score|network|"
        r"procedure|protocol|"
        r"baseline|features?|optimi[sz]er|loss|objective)s?\b",
        re.I,
    ),
    "verb": re.compile(
        r"^\s+(?:is an?|is the|are an?|was (?:used|performed|carried|applied|conducted|measured|"
        r"determined|introduced|"
        r"proposed)|were (?:used|performed|carried|applied|measured|determined)|outperforms?|"
        r"achieves?|uses?|consists? of|"
        r"provides?|learns?|performs?)\b",
        re.I,
    ),
    "for": re.compile(r"^\s+(?:for|to)\b", re.I),
    "short": re.compile(r"^\s+\([A-Z][\w-]{1,9}\)"),
}
_SCALED_ROLES = ("abstract", "introduction", "related work", "methods", "results", "discussion", "conclusion")
_CLASSES = ("method", "metric", "material", "task", "other", "named", "headed", "titled", "used")
_KINDS = (
    "model",
    "algorithm",
    "theorem",
    "experimental paradigm",
    "dataset construction",
    "metric",
    "system",
)


#: Tokens from which a text is long enough to name twice what matters.
_LONG = 2500


class Weights(Record, frozen=True, kw_only=True):
    """A logistic regression: weights by feature, and where its scores begin to count."""

    bias: float
    weights: dict[str, float]
    threshold: float


@lru_cache(maxsize=1)
def score_weights() -> Weights:
    """The weights that come with Twintree, made by ``train.method_scores``."""
    text = (files("twintree_resources.weights") / "method_scores.json").read_text("utf-8")
    plain = json.loads(text)
    return Weights(bias=plain["bias"], weights=plain["weights"], threshold=plain["threshold"])


def score(found: dict[str, float], weights: Weights) -> float:
    """The probability that a candidate with these features is a method."""
    total = weights.bias + sum(weights.weights.get(name, 0.0) * value for name, value in found.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def features(candidate: Candidate, paper: PaperReading) -> dict[str, float]:
    """What is known of a candidate, each value about in [0, 1]."""
    return {
        **_of_name(candidate),
        **slot_features(candidate.name),
        **_of_places(candidate, paper),
        **_of_surroundings(candidate, paper),
    }


def _of_name(candidate: Candidate) -> dict[str, float]:
    name = candidate.name
    words = name.split()
    plain = words_of(name)
    found: dict[str, float] = {
        f"words={min(len(words), 5)}": 1.0,
        "short": float(bool(candidate.short)),
        "acronym": float(any(re.fullmatch(r"[A-Z][A-Z0-9-]{1,7}s?", each) for each in candidate.spellings)),
        "mixed case": float(bool(re.search(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}", name))),
        "capital": float(_mostly_capital(candidate)),
        "digit": float(any(c.isdigit() for c in name)),
        "hyphen": float("-" in name),
        "ing": float(words[-1].endswith("ing")),
        "generic": float(all(w in GENERIC_HEADS or w in STOPWORDS or w in _PLAIN for w in plain)),
        "plain words": sum(w in _PLAIN for w in plain) / max(1, len(plain)),
        "plural": float(folded(words[-1]).endswith("s") and not folded(words[-1]).endswith("ss")),
    }
    kind = kind_of_head(name)
    if not kind and len(words) == 1 and (found["acronym"] or found["mixed case"]):
        found["coined"] = 1.0
    found[f"head={kind or 'none'}"] = 1.0
    if kind and len(words) == 1:
        found["head alone"] = 1.0
    found[f"last={plain[-1]}" if plain else "last="] = 1.0
    return found


def _mostly_capital(candidate: Candidate) -> bool:
    upper = sum(
        n
        for each, n in candidate.spellings.items()
        if sum(w[0].isupper() for w in each.split()) * 2 > len(each.split())
    )
    return 2 * upper > sum(candidate.spellings.values())


def _of_places(candidate: Candidate, paper: PaperReading) -> dict[str, float]:
    places = candidate.occurrences
    n = len(places)
    title = f" {' '.join(words_of(paper.title))} "
    found = {
        "often": min(1.0, math.log2(1 + n) / 5),
        # In a short text even what it is about is named once.
        "once": min(1.0, paper.length / _LONG) if n == 1 else 0.0,
        "spread": min(1.0, len({each.segment for each in places}) / 5),
        "title": float(any(f" {' '.join(words_of(each))} " in title for each in candidate.spellings)),
        "opens the title": float(_opens(paper.title, candidate)),
        "heading": float(any(each.heading for each in places)),
        "cited": float(any(each.cited for each in places)),
        "cited share": sum(each.cited is not None for each in places) / n,
        "cited use": float(any(each.cited and each.cited.role in ("use", "extend") for each in places)),
    }
    for name in _CLASSES:
        found[f"class {name}"] = sum(each.how == name for each in places) / n
    for role in _SCALED_ROLES:
        found[f"in {role}"] = float(any(each.role == role for each in places))
    return found


def _opens(title: str, candidate: Candidate) -> bool:
    """``SPECTER: Document-level …``: the title begins with a name of its own."""
    first, mark, _ = title.partition(":")
    return bool(mark) and len(first.split()) <= 3 and any(each in first for each in candidate.spellings)


def _of_surroundings(candidate: Candidate, paper: PaperReading) -> dict[str, float]:
    counts = dict.fromkeys([*(f"before {name}" for name in _BEFORE), *(f"after {name}" for name in AFTER)], 0)
    for each in candidate.occurrences:
        text = paper.segments[each.segment].text
        left = text[max(each.sentence[0], each.start - 50) : each.start]
        right = text[each.end : each.end + 30]
        for name, pattern in _BEFORE.items():
            counts[f"before {name}"] += bool(pattern.search(left))
        for name, pattern in AFTER.items():
            counts[f"after {name}"] += bool(pattern.search(right))
    return {
        name: min(1.0, count / 2) if "the" not in name else count / len(candidate.occurrences)
        for name, count in counts.items()
    }


#: Words that make no name by themselves.
_PLAIN = frozenset(
    """result number word value set type case way part example problem task time data information process
        performance
    work paper experiment approach method model feature system sample effect size level rate group
    condition property
    structure function analysis parameter test training error input output text language document sentence
    token tag
    label class category concept term rule step stage point form order use user application field domain
    area role
    change difference increase decrease average mean total baseline score probability distribution
    sequence position
    context representation knowledge resource tool code file page section table figure author study research
    evidence fact reason idea goal aim purpose question answer issue need requirement solution technique
    strategy
    procedure implementation evaluation comparison improvement quality precision accuracy weight vector matrix
    space dimension unit element component instance object item entity name character string list pair
    state action event environment material product water plant animal patient people student teacher course
    university department institute group country year day hour minute temperature concentration activity
    compound solution extract treatment control response result significance p-value contribution
    overview""".split()
)
