"""Figures for sets and labels: precision, recall, F1, balanced accuracy, agreement."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

from sklearn import metrics

Label = str | int | bool


def precision(found: Collection[Hashable], relevant: Collection[Hashable]) -> float:
    """Share of what was found that is relevant; 0 when nothing was found."""
    return len(set(found) & set(relevant)) / len(set(found)) if found else 0.0


def recall(found: Collection[Hashable], relevant: Collection[Hashable]) -> float:
    """Share of what is relevant that was found; 0 when nothing is relevant."""
    return len(set(found) & set(relevant)) / len(set(relevant)) if relevant else 0.0


def f1(found: Collection[Hashable], relevant: Collection[Hashable]) -> float:
    """Harmonic mean of precision and recall of two sets."""
    p, r = precision(found, relevant), recall(found, relevant)
    return 2 * p * r / (p + r) if p + r else 0.0


def macro_f1(gold: Sequence[Label], said: Sequence[Label]) -> float:
    """Unweighted mean over labels of each label's F1; a label never said scores 0."""
    return float(metrics.f1_score(gold, said, average="macro", zero_division=0))


def balanced_accuracy(gold: Sequence[Label], said: Sequence[Label]) -> float:
    """Mean over the gold labels of the share of each that was said right."""
    labels = sorted(set(gold), key=str)
    return float(metrics.recall_score(gold, said, labels=labels, average="macro", zero_division=0))


def cohen_kappa(first: Sequence[Label], second: Sequence[Label]) -> float:
    """Agreement of two judges beyond chance; 1 when both gave one and the same label throughout."""
    if set(first) == set(second) and len(set(first)) == 1:
        return 1.0
    return float(metrics.cohen_kappa_score(first, second))
