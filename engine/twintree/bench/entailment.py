"""Entailment on the report half of SciFact: majority, words, similarity, words with negation, cues, the head."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from twintree.bench.table import BenchTable, Cell, Target
from twintree.knowledge.entailment import FEATURES, LABELS, Cues, judge_for, shipped_weights
from twintree.knowledge.train.entailment import Pair, check_apart, load_pairs, seen_values
from twintree.metrics.classification import macro_f1
from twintree.metrics.intervals import Estimate
from twintree.models.host import ModelHost
from twintree.models.protocol import Vectors

_RESAMPLES = 2000
_MAJORITY, _HEAD, _RULE = "majority class (trivial)", "head", "lexical overlap, turned by negation"
#: What judges where the head cannot: the rival that it must beat to be in charge.
_CUES = "cues: words, numbers, negation, directions"
#: Rows that need no training but a threshold, which is chosen on the training half; the rule is not trivial.
_RIVALS = ("lexical overlap", "bare similarity", _RULE)
_NEGATED = FEATURES.index("negated_apart")
_VALUE = {
    "lexical overlap": FEATURES.index("covered"),
    "bare similarity": FEATURES.index("cosine"),
    _RULE: FEATURES.index("covered"),
}

Seen = NDArray[np.float64]


def run(data: Path) -> BenchTable:
    """Train nothing; score every row on the half that the head never saw."""
    folder = data / "bench" / "scifact"
    check_apart(folder)
    host = ModelHost()
    try:
        embed = _remembering(host.background.embed)
        learnt, held = (load_pairs(folder, half, embed) for half in ("calibrate", "report"))
        weights = shipped_weights()
        seen_learnt, seen = (
            seen_values(pairs, embed, weights.rarity, weights.unknown) for pairs in (learnt, held)
        )
        asked = [(pair.text, pair.passage) for pair in held]
        verdicts = {_CUES: Cues().judge(asked), _HEAD: judge_for(embed, host.info().id).judge(asked)}
    finally:
        host.close()
    said = {_MAJORITY: [_majority(learnt)] * len(held)}
    for rival in _RIVALS:
        said[rival] = _by_rule(rival, seen, _threshold(rival, seen_learnt, [pair.label for pair in learnt]))
    said |= {name: [verdict.label for verdict in each] for name, each in verdicts.items()}
    return _table(said, held)


def _remembering(embed: Callable[[Sequence[str]], Vectors]) -> Callable[[Sequence[str]], Vectors]:
    known: dict[str, Vectors] = {}

    def remembered(texts: Sequence[str]) -> Vectors:
        new = sorted(set(texts) - known.keys())
        if new:
            known.update(zip(new, embed(new), strict=True))
        return np.stack([known[text] for text in texts])

    return remembered


def _majority(pairs: Sequence[Pair]) -> str:
    labels = [pair.label for pair in pairs]
    return max(LABELS, key=labels.count)


def _by_rule(rival: str, seen: Seen, threshold: float) -> list[str]:
    near = seen[:, _VALUE[rival]] >= threshold
    turned = seen[:, _NEGATED] > 0 if rival == _RULE else np.zeros(len(seen), bool)
    return [
        "neither" if not close else "contradicts" if turn else "supports"
        for close, turn in zip(near, turned, strict=True)
    ]


def _threshold(rival: str, seen: Seen, labels: Sequence[str]) -> float:
    tried = np.unique(np.quantile(seen[:, _VALUE[rival]], np.linspace(0, 1, 60)))
    return float(max(tried, key=lambda at: macro_f1(labels, _by_rule(rival, seen, float(at)))))


def _table(said: dict[str, list[str]], held: Sequence[Pair]) -> BenchTable:
    gold = np.array([LABELS.index(pair.label) for pair in held])
    given = {name: np.array([LABELS.index(label) for label in labels]) for name, labels in said.items()}
    trivial = (name for name in given if name not in (_HEAD, _RULE, _CUES))
    best = max(trivial, key=lambda name: _macro(gold, given[name]))
    draws = _draws(held)
    gains = {name: _gain(gold, given[_HEAD], given[name], draws) for name in (best, _RULE, _CUES)}
    rows: list[tuple[Cell, ...]] = [
        (name, _interval(gold, labels, draws), *(_f1(gold, labels, at) for at in range(len(LABELS))))
        for name, labels in given.items()
    ]
    rows += [(f"head − {name}", gain, None, None, None) for name, gain in gains.items()]
    return BenchTable(
        name="entailment: SciFact, report half",
        command="twintree bench entailment",
        columns=("method", "macro F1", *(f"F1 {label}" for label in LABELS)),
        rows=tuple(rows),
        targets=(
            Target(
                name="lower bound of the head's gain over the best trivial row",
                bar=0.0,
                measured=gains[best].low,
            ),
            Target(name="lower bound of its gain over the rule", bar=0.0, measured=gains[_RULE].low),
            Target(name="lower bound of its gain over the cues", bar=0.0, measured=gains[_CUES].low),
        ),
        notes=(
            f"{len(held)} pairs of {len({pair.claim for pair in held})} claims; intervals resample claims. "
            "The rivals' thresholds are chosen on the training half.",
        ),
    )


def _draws(held: Sequence[Pair]) -> list[NDArray[np.int64]]:
    """Resamples of claims, each with all of its pairs."""
    by_claim: dict[int, list[int]] = defaultdict(list)
    for place, pair in enumerate(held):
        by_claim[pair.claim].append(place)
    groups = [np.array(places) for places in by_claim.values()]
    random = np.random.default_rng(0)
    return [
        np.concatenate([groups[at] for at in random.integers(0, len(groups), len(groups))])
        for _ in range(_RESAMPLES)
    ]


def _f1(gold: NDArray[np.int64], said: NDArray[np.int64], label: int) -> float:
    right = float(((gold == label) & (said == label)).sum())
    return 2 * right / max(1.0, float((gold == label).sum() + (said == label).sum()))


def _macro(gold: NDArray[np.int64], said: NDArray[np.int64]) -> float:
    return float(np.mean([_f1(gold, said, label) for label in range(len(LABELS))]))


def _interval(
    gold: NDArray[np.int64], said: NDArray[np.int64], draws: Sequence[NDArray[np.int64]]
) -> Estimate:
    low, high = np.quantile([_macro(gold[at], said[at]) for at in draws], [0.025, 0.975])
    return Estimate(_macro(gold, said), float(low), float(high))


def _gain(
    gold: NDArray[np.int64],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    draws: Sequence[NDArray[np.int64]],
) -> Estimate:
    gains = [_macro(gold[at], first[at]) - _macro(gold[at], second[at]) for at in draws]
    low, high = np.quantile(gains, [0.025, 0.975])
    return Estimate(_macro(gold, first) - _macro(gold, second), float(low), float(high))
