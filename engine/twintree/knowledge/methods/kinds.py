"""What kind of thing a method is: by its name's head, by words around it, and by what the paper is about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from twintree.base.text import folded
from twintree.knowledge.methods.naming import GENERIC_HEADS, is_coined, kind_of_head, words_of
from twintree.knowledge.methods.reading import Candidate, PaperReading

MODEL, ALGORITHM, SYSTEM, METRIC = "model", "algorithm", "system", "metric"
DATA, PARADIGM = "dataset construction", "experimental paradigm"

_TESTS = re.compile(
    r"\b(?:t|z|f|mcnemar|wilcoxon|signed|rank|tukey|randomi[sz]ation|chi|square|kruskal|mann|whitney|post|hoc|friedman|"
    r"fisher|student|bonferroni|dunnett|duncan|shapiro|mantel|significance|permutation|sign|likelihood|ratio)\b.*\btests?$|"
    r"\bpost[ -]?hoc\b|\b(?:anova|manova)\b|\banalysis of (?:co)?variance$",
    re.IGNORECASE,
)
#: A name's last word, and what it is then; words that ``kind_of_head`` reads as features do are told here otherwise.
_LAST: dict[str, str] = {
    word: kind
    for kind, words in {
        ALGORITHM: """carlo decomposition programming parallelization factorization pooling sampling descent masking
            backtracking recursion quadrature multigrid averaging voting stacking scheduling filtering thresholding
            segmentation hybridization annealing method approach technique scheme strategy procedure""",
        SYSTEM: """parser tagger segmentor segmenter solver extractor recognizer recogniser compiler lemmatizer
            lemmatiser tokenizer tokeniser converter viewer wrapper toolbox communicator server editor simulator""",
        DATA: "treebank corpus corpora wordnet lexicon database dataset gazetteer benchmark ontology thesaurus",
        METRIC: "content ratio coefficient index distance similarity kappa perplexity bleu rouge divergence",
        PARADIGM: """bakeoff competition challenge campaign workshop trial assay staining survey interview questionnaire
            observation microscopy spectroscopy chromatography electrophoresis diffraction titration culture""",
    }.items()
    for word in words.split()
}
_LABORATORY = re.compile(
    r"(?:scop(?:y|ic)|metry|graph(?:y|ic)|phoresis|escence|lysis|centrifugation|incubation|assay|blotting|cytometry)$"
)
_GENERAL = frozenset("method approach technique scheme strategy procedure".split())
_TWO = 2
_VERSION = re.compile(r"\s+(?:v|ver|version)?\.?\s*\d[\w.]*$", re.IGNORECASE)
_NOUNS: dict[str, str] = {
    word: kind
    for kind, words in {
        DATA: "dataset datasets corpus corpora treebank database benchmark collection lexicon ontology",
        SYSTEM: "package software library toolkit tool program framework platform toolbox language system "
        "plugin interface",
        METRIC: "score scores metric metrics measure measures coefficient values statistic",
        ALGORITHM: "algorithm optimizer optimiser heuristic procedure loss objective",
        MODEL: "model models network classifier embeddings representations features architecture",
        PARADIGM: "assay task tasks test protocol experiment experiments interviews workshop challenge",
    }.items()
    for word in words.split()
}
_NEXT_WORD = re.compile(r"^\s+([a-z]+)\b")
_WORD_BEFORE = re.compile(r"\b([a-z]+)\s+$")
#: ``X is a Julia package``, ``X, a new corpus of``.
_SAID_TO_BE = re.compile(
    r"^\s*(?:\([^()]{1,40}\)\s*)?(?:,|is|are|was)\s+(?:an?|the)\s+((?:[\w-]+\s+){0,4}?)"
    rf"({'|'.join(sorted(_NOUNS))})\b",
    re.IGNORECASE,
)
_CUES: tuple[tuple[str, re.Pattern[str], re.Pattern[str] | None], ...] = (
    (
        SYSTEM,
        re.compile(r"\b(?:written|implemented|available|run|coded) (?:in|with|as)\s+(?:the\s+)?$", re.I),
        re.compile(r"^\s*(?:v|ver|version)\.?\s*\d|^\s*\((?:v|version)", re.I),
    ),
    (
        METRIC,
        re.compile(r"\b(?:in terms of|measured by)\s+(?:the\s+)?$", re.I),
        re.compile(r"^\s+(?:of|=)\s+\d", re.I),
    ),
    (
        DATA,
        re.compile(r"\b(?:trained|evaluated|tested|annotated|results|experiments?) on\s+(?:the\s+)?$", re.I),
        None,
    ),
)
_OF_CLASS = {"metric": METRIC, "material": DATA, "task": PARADIGM}
#: Words of laboratories, clinics and fields; of software.
_FIELDWORK = re.compile(
    r"\b(?:patients?|samples?|mice|rats?|cells?|plants?|extracts?|incubated|assays?|concentrations?|mg|µg|ml|°C|"
    r"participants|students?|leaves|species|hospital)\b",
    re.IGNORECASE,
)
_SOFTWARE = re.compile(r"\b(?:package|packages|software|library|GPU|API|GitHub|installed|Julia|users?)\b")
_DENSE = 6.0  #: such words per thousand


def kind_of(paper: PaperReading, each: Candidate) -> str:
    """The kind by the name, else by what is said around it, else by what the term chain and the paper's field say."""
    told: Counter[str] = Counter()
    field = paper.density(_FIELDWORK) > _DENSE
    for name, count in [*each.spellings.items(), (each.long, 3)]:
        if name and (kind := kind_of_name(name, field=field)):
            told[kind] += count
    if told:
        return told.most_common(1)[0][0]
    for kind in _said_around(paper, each):
        told[kind] += 1
    if told:
        return told.most_common(1)[0][0]
    return _by_field(paper, each)


@lru_cache(maxsize=65536)
def kind_of_name(name: str, *, field: bool = False) -> str:
    """The kind that a name says by itself; empty when it says none.

    Args:
        name: the name.
        field: whether the paper is one of a laboratory, a clinic or a field, where an approach is no algorithm.
    """
    bare = _VERSION.sub("", name)
    if bare.endswith((".jl", ".py")):
        return SYSTEM
    if _TESTS.search(bare):
        return METRIC
    words = words_of(bare)
    if not words:
        return ""
    last = words[-1]
    if last in _GENERAL and len(words) > 1:
        return (
            "" if is_coined(bare.split()[0]) and len(words) == _TWO else _general(" ".join(words[:-1]), field)
        )
    if last in _LAST:
        return _LAST[last]
    if _LABORATORY.search(last):
        return PARADIGM
    return kind_of_head(bare)


def _general(before: str, field: bool) -> str:
    """Of an approach, a method or a technique, by the words before that."""
    inner = kind_of_name(before)
    if inner in (PARADIGM, METRIC):
        return inner
    return PARADIGM if field and not inner else ALGORITHM


def _said_around(paper: PaperReading, each: Candidate) -> Iterator[str]:
    for place in each.occurrences:
        text = paper.segments[place.segment].text
        left = text[max(place.sentence[0], place.start - 60) : place.start]
        right = text[place.end : min(place.sentence[1], place.end + 80)]
        behind, before = _NEXT_WORD.match(right), _WORD_BEFORE.search(left)
        if behind and behind.group(1) in _NOUNS:
            yield _NOUNS[behind.group(1)]
        elif before and before.group(1) in _NOUNS:
            yield _NOUNS[before.group(1)]
        if being := _SAID_TO_BE.match(right):
            yield from (_NOUNS[folded(being.group(2))],) * 2
        for kind, ahead, after in _CUES:
            if ahead.search(left) or (after is not None and after.match(right)):
                yield kind


def _by_field(paper: PaperReading, each: Candidate) -> str:
    likely = Counter(place.how for place in each.occurrences).most_common(1)[0][0]
    if likely in _OF_CLASS:
        return _OF_CLASS[likely]
    words = [word for word in words_of(each.name) if word not in GENERIC_HEADS]
    if words and words[-1].endswith(("ing", "ation")) and len(words) > 1:
        return ALGORITHM
    if paper.density(_FIELDWORK) > _DENSE:
        return PARADIGM
    return SYSTEM if is_coined(each.name) and paper.density(_SOFTWARE) > _DENSE else MODEL
