"""Whether the library answers a question at all, decided from what was read, before anything is shown.

The decision is a logistic model over a handful of signals that do not depend on how many papers there are.
Its weights come from ``bench/found.py`` (calibrate half of ``gold/found.jsonl``) and are kept here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from twintree.answering.evidence import Candidate, coverage
from twintree.answering.question import Question
from twintree.base.records import Record


class Signals(Record, frozen=True, kw_only=True):
    """What speaks for an answer: cosines in [-1, 1], shares of idf mass in [0, 1]."""

    best_similarity: float = 0.0  #: the best sentence's cosine to the question
    third_similarity: float = 0.0  #: the third best's: one lucky sentence is not enough
    best_coverage: float = 0.0  #: the best sentence's share of the question's idf mass
    together: float = 0.0  #: share of idf mass that the best five sentences of one paper cover together
    paper: float = 0.0  #: share of idf mass that all passages read of one paper cover
    rarest: float = 0.0  #: whether the question's rarest topic word occurs in that paper's passages


#: Set by hand until the benchmark has calibrated them; see ``bench/found.py``.
WEIGHTS: Mapping[str, float] = {
    "bias": -7.0,
    "best_similarity": 5.0,
    "third_similarity": 2.0,
    "best_coverage": 1.5,
    "together": 3.0,
    "paper": 2.0,
    "rarest": 0.5,
}
BAR = 0.5


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
    similarities = sorted((each.similarity for each in scored), reverse=True)
    by_paper: dict[str, list[Candidate]] = {}
    for each in scored:
        by_paper.setdefault(each.paper, []).append(each)
    together = max(
        coverage(question.stems, " ".join(c.text for c in group[:5]), idf) for group in by_paper.values()
    )
    covered = {paper: coverage(question.stems, text, idf) for paper, text in passages.items()}
    best_paper = max(covered, key=lambda paper: covered[paper], default="")
    rarest = max(question.stems, key=lambda stem: idf.get(stem, 0.0), default="")
    has_rarest = coverage((rarest,), passages.get(best_paper, ""), idf) if rarest else 0.0
    return Signals(
        best_similarity=similarities[0],
        third_similarity=similarities[min(2, len(similarities) - 1)],
        best_coverage=max(each.coverage for each in scored),
        together=together,
        paper=covered.get(best_paper, 0.0),
        rarest=has_rarest,
    )


def probability(read: Signals, weights: Mapping[str, float] = WEIGHTS) -> float:
    """The probability that the library answers the question."""
    total = weights["bias"] + sum(weights[name] * getattr(read, name) for name in weights if name != "bias")
    return 1.0 / (1.0 + math.exp(-total))
