"""Whether evidence holds the answer to a question: the deterministic Verifier's bar.

A logistic model over signals of the evidence items; weights by ``bench.state_training`` on questions of QASPER's
training pairs, with and without their own evidence among similar texts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from twintree.answering.evidence import coverage
from twintree.answering.found import names_in
from twintree.answering.question import Question
from twintree.answering.state.likeness import Likeness
from twintree.base.records import Record
from twintree.base.state import EvidenceItem
from twintree.base.text import sentences
from twintree.base.words import content_stems, stem


class Support(Record, frozen=True, kw_only=True):
    """What speaks for an answer in the evidence, each about in [0, 1]."""

    best: float = 0.0  #: the best item's score, words and meaning
    sentence: float = 0.0  #: the best sentence's score
    margin: float = 0.0  #: the best item's score over the items' mean
    coverage: float = 0.0  #: share of the question's idf mass in all items
    missing: float = 0.0  #: idf of the rarest word that stands nowhere, over the rarest one's
    names: float = 1.0  #: share of the question's names that stand there


WEIGHTS: Mapping[str, float] = {
    "bias": -3.0,
    "best": 3.0,
    "sentence": 2.0,
    "margin": 0.0,
    "coverage": 2.0,
    "missing": -1.0,
    "names": 1.0,
}
BAR = 0.5


def read_support(
    question: Question,
    evidence: Sequence[EvidenceItem],
    idf: Mapping[str, float],
    likeness: Likeness,
) -> Support:
    """Read the signals off evidence items."""
    texts = [item.text for item in evidence]
    scores = likeness.of_texts(question.text, texts)
    best = texts[int(scores.argmax())]
    parts = [best[start:end] for start, end in sentences(best)] or [best]
    together = " ".join(texts)
    there = set(content_stems(together))
    weights = {word: idf.get(word, 1.0) for word in question.stems}
    absent = [weight for word, weight in weights.items() if word not in there]
    names = names_in(question.text)
    plain = together.casefold()
    return Support(
        best=float(scores.max()),
        sentence=float(likeness.of_texts(question.text, parts).max()),
        margin=float(scores.max() - np.mean(scores)),
        coverage=coverage(question.stems, together, idf),
        missing=max(absent, default=0.0) / (max(weights.values(), default=0.0) or 1.0),
        names=sum(stem(name.casefold()) in plain for name in names) / len(names) if names else 1.0,
    )


def support(read: Support, weights: Mapping[str, float] = WEIGHTS) -> float:
    """The probability that the evidence holds an answer."""
    total = weights["bias"] + sum(weights[name] * getattr(read, name) for name in weights if name != "bias")
    return 1.0 / (1.0 + math.exp(-total))
