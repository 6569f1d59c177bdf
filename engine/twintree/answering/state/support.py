"""Whether evidence holds the answer to a question: the deterministic Verifier's bar.

A logistic model over signals of the evidence items; weights by ``bench.state_training`` on questions of QASPER's
training pairs, with and without their own evidence among similar texts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from twintree.answering.evidence import coverage
from twintree.answering.found import names_of
from twintree.answering.question import Question
from twintree.answering.state.likeness import Likeness
from twintree.base.records import Record
from twintree.base.state import EvidenceItem
from twintree.base.words import stem


class Support(Record, frozen=True, kw_only=True):
    """What speaks for an answer in the evidence, each about in [0, 1]."""

    best: float = 0.0  #: the best item's score, words and meaning
    coverage: float = 0.0  #: share of the question's idf mass in all items
    names: float = 1.0  #: share of the question's names that stand there


#: All 474 pairs; by folds over papers balanced accuracy 0.64: of questions with their evidence 0.66 pass, of those
#: without it 0.52 (its neighbours there) and 0.73 (other papers' texts) are refused.
WEIGHTS: Mapping[str, float] = {"bias": -2.446, "best": 2.422, "coverage": 0.161, "names": 1.012}
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
    together = " ".join(texts)
    names = names_of(question)
    plain = together.casefold()
    return Support(
        best=float(scores.max()),
        coverage=coverage(question.stems, together, idf),
        names=sum(stem(name.casefold()) in plain for name in names) / len(names) if names else 1.0,
    )


def support(read: Support, weights: Mapping[str, float] = WEIGHTS) -> float:
    """The probability that the evidence holds an answer."""
    total = weights["bias"] + sum(weights[name] * getattr(read, name) for name in weights if name != "bias")
    return 1.0 / (1.0 + math.exp(-total))
