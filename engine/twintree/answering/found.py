"""Whether the library answers a question at all, decided from what was read, before anything is shown.

The decision is a logistic model over a handful of signals that do not depend on how many papers there are. Its weights
are kept here: those for one paper come from ``bench/found.py`` (calibrate half of ``gold/found.jsonl``), those for
several papers from ``bench/foreign.py`` (that half, the open half of ``gold/subjects.jsonl``, ``gold/everyday.json``).
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Collection, Mapping, Sequence

from twintree.answering.evidence import Candidate
from twintree.answering.question import Question
from twintree.base.records import Record
from twintree.base.words import STOPWORDS, content_stems, stem, tokens


class Signals(Record, frozen=True, kw_only=True):
    """What speaks for an answer: cosines in [-1, 1], the others are shares, in [0, 1]."""

    best_similarity: float = 0.0  #: the best sentence's cosine to the question
    best_coverage: float = 0.0  #: the best sentence's share of the question's idf mass
    paper: float = 0.0  #: share of idf mass in all that was read of the paper of the first sentence
    missing: float = 0.0  #: idf of the rarest topic word that stands nowhere there, over the rarest one's
    names: float = 1.0  #: share of the question's names that stand there; 1 when it has none
    common: float = 0.0  #: 1 where all topic words stand there and none is rare in the library, else 0
    papers: float = 1.0  #: how many papers the passages are of


#: Where one paper alone was read, its subject is mostly given: the question names it, or no other is near. From the
#: calibrate half of gold/found.jsonl at 5 and 113 papers: ``bench.found.calibrate``.
WEIGHTS: Mapping[str, float] = {
    "bias": -3.975,
    "best_similarity": 2.991,
    "best_coverage": 1.544,
    "paper": 3.097,
    "missing": -1.535,
    "names": 1.643,
}
#: Where several papers were read, none need be about the subject: meaning counts most, and words that stand there speak
#: for an answer by themselves only where they are common, as in *What data were used for training?* (decision 0004).
AMONG_SEVERAL: Mapping[str, float] = {
    "bias": -8.65,
    "best_similarity": 11.13,
    "paper": 1.49,
    "names": 2.71,
    "common": 2.0,
}
#: Lucene's idf of a word that stands in one passage of a hundred: a rarer one is no common one.
_COMMON = math.log(100)
BAR = 0.5
#: A name so short begins too many other words: *US* is not in *used*.
_SHORT = 3
#: Letters of a stem by which a word of another language is known: *topolog* in *Topologie*.
_BEGINS = 6

_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")


def names_in(text: str) -> tuple[str, ...]:
    """Words of a question that look like names: capitals behind the first word, or capitals and digits inside."""
    words = _WORD.findall(text)
    return tuple(
        word
        for at, word in enumerate(words)
        if word.casefold() not in STOPWORDS
        and ((at and word[0].isupper()) or any(c.isdigit() for c in word) or word[1:] != word[1:].lower())
    )


def names_of(question: Question) -> tuple[str, ...]:
    """The names that a question is about: those of papers that it is put to, and their authors', are not among them."""
    about = set(question.stems)
    return tuple(name for name in names_in(question.text) if about & set(content_stems(name)))


def signals(
    question: Question,
    scored: Sequence[Candidate],
    passages: Mapping[str, str],
    idf: Mapping[str, float],
) -> Signals:
    """Read the signals off the scored sentences and, per paper, the text of the passages read.

    Args:
        question: the question.
        scored: its candidate sentences, best first.
        passages: paper id -> the text of its passages that were read.
        idf: idf by stem.
    """
    if not scored:
        return Signals()
    text = passages.get(scored[0].paper, "")
    weights = {word: idf.get(word, 1.0) for word in question.stems}
    there = _held(weights, text)
    absent = [weight for word, weight in weights.items() if word not in there]
    names = names_of(question)
    return Signals(
        best_similarity=max(each.similarity for each in scored),
        best_coverage=max(each.coverage for each in scored),
        paper=sum(weights[word] for word in there) / (sum(weights.values()) or 1.0),
        missing=max(absent, default=0.0) / (max(weights.values(), default=0.0) or 1.0),
        names=_named(names, question.text, text) if names else 1.0,
        common=float(not absent and all(weight < _COMMON for weight in weights.values())),
        papers=float(len(passages)),
    )


def _named(names: Sequence[str], question: str, text: str) -> float:
    """The share of names that stand in a text; those side by side in the question stand so, or with their capitals.

    *Unit* and *state* name no United States, and *holy basil* is Holy Basil.
    """
    pairs = [
        (one, two)
        for one, two in itertools.pairwise(names)
        if re.search(rf"{re.escape(one)}\s+{re.escape(two)}", question)
    ]
    joined = [pair for pair in pairs if _stands(rf"{_begun(pair[0])}\w*\W+{_begun(pair[1])}", text)]
    together = set(itertools.chain.from_iterable(joined))
    parted = set(itertools.chain.from_iterable(pairs)) - together
    there = sum(name in together or _stands(_begun(name, exact=name in parted), text) for name in names)
    return there / len(names)


def _begun(name: str, *, exact: bool = False) -> str:
    """A pattern of what a name's forms begin with; ``exact`` with its own first letter, capital or not."""
    whole = name.casefold()
    if len(name) <= _SHORT:
        begins, end = whole, r"s?(?![^\W_])"
    else:
        pairs = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(stem(whole), whole, strict=False))
        begins, end = "".join(letter for letter, _ in pairs), ""
    start = f"(?-i:{re.escape(name[0])}){re.escape(begins[1:])}" if exact else re.escape(begins)
    return start + end


def _stands(pattern: str, text: str) -> bool:
    return re.search(rf"(?<![^\W_]){pattern}", text, re.I) is not None


def _held(stems: Collection[str], text: str) -> set[str]:
    """The stems of words of a text; a long one also where it begins a word, whose ending may be another language's."""
    words = set(tokens(text))
    held = set(map(stem, words))
    return {
        each
        for each in stems
        if each in held or (len(each) >= _BEGINS and any(word.startswith(each) for word in words))
    }


def probability(read: Signals) -> float:
    """The probability that the library answers the question."""
    weights = WEIGHTS if read.papers <= 1 else AMONG_SEVERAL
    total = weights["bias"] + sum(weights[name] * getattr(read, name) for name in weights if name != "bias")
    return 1.0 / (1.0 + math.exp(-total))
