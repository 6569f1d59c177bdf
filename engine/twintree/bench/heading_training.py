"""Makes ``twintree_resources/headings.json``: what a heading looks like, learnt from outlines and JATS.

``python -m twintree.bench.heading_training DATA`` writes the weights trained on every paper; the benchmark
trains on one half and measures on the other.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from twintree.base.records import Record
from twintree.bench.headings_gold import GoldPaper, Heading, gold_papers, is_neutral, is_unasked, match
from twintree.structure.candidates import Candidate, read, typographic
from twintree.structure.scoring import HeadingModel, Linear, second_features

#: Thirty papers of one template must not outweigh the rest.
_TEMPLATE_WEIGHT = 0.35
_FOLDS = 5
_REGULARISATION = 0.1
_ORIGIN = (
    "Logistic regression on the outlines and JATS section titles of open-access papers; weights only, no "
    "text. Made by twintree.bench.heading_training."
)
#: What the second stage sees besides the first stage's view of the candidate and of its style.
SECOND = [
    "plain",
    "plain_number",
    "lead_bold",
    "size",
    "bold",
    "italic",
    "caps",
    "font",
    "run_in",
    "decimal",
    "other_number",
    "lower_number",
    "chained",
    "known",
    "role",
    "front",
    "largest",
    "bibliography",
    "cells",
    "style_count",
    "style_share",
    "style_any_known",
    "style_numbered",
    "before_ends",
    "above",
    "after_body",
    "upper_start",
    "stop",
    "chars",
    "repeats",
    "style_length",
    "style_pages",
    "math",
    "commas",
    "page1",
    "width",
]
_VIEW = ["own", "style_mean", "style_min", "style_max", "style_log", "style_positive", "style_trimmed"]


class Sample(Record, frozen=True):
    """A paper's candidates, and for each 1 (a heading), 0 (none) or -1 (not told)."""

    path: Path
    half: bool
    candidates: list[Any]
    labels: list[int]

    @property
    def weight(self) -> float:
        """How much the paper counts."""
        return _TEMPLATE_WEIGHT if "jose" in self.path.name else 1.0


def samples(papers: Sequence[GoldPaper]) -> list[Sample]:
    """Candidates with labels; a paper with two golds has every title that either names."""
    by_path: dict[Path, list[GoldPaper]] = {}
    for paper in papers:
        by_path.setdefault(paper.path, []).append(paper)
    return [_sample(golds) for golds in by_path.values()]


def _sample(golds: Sequence[GoldPaper]) -> Sample:
    candidates = typographic(read(golds[0].pages))
    found = [Heading(0, each.title, each.page) for each in candidates]
    labels = [-1 if is_unasked(each.title) else 0 for each in candidates]
    for gold in golds:
        for j, each in enumerate(candidates):
            if is_neutral(each.title, gold):
                labels[j] = -1
    for gold in golds:
        for _, j in match(found, gold.headings):
            labels[j] = 1
    return Sample(golds[0].path, golds[0].half, candidates, labels)


def train(chosen: Sequence[Sample]) -> HeadingModel:
    """Both stages; the second learns from what the first says of papers that it was not trained on."""
    names = list(next(each.candidates[0].features for each in chosen if each.candidates))
    first = _fit(chosen, names, lambda each: [c.features for c in each.candidates])
    views: dict[Path, list[dict[str, float]]] = {}
    for fold in range(_FOLDS):
        rest = [each for i, each in enumerate(chosen) if i % _FOLDS != fold]
        model = _fit(rest, names, lambda each: [c.features for c in each.candidates])
        for i, each in enumerate(chosen):
            if i % _FOLDS == fold:
                views[each.path] = _view(each.candidates, model)
    second = _fit(chosen, _VIEW + SECOND, lambda each: views[each.path])
    return HeadingModel(first=first, second=second, origin=_ORIGIN)


def _view(candidates: Sequence[Candidate], model: Linear) -> list[dict[str, float]]:
    return second_features(candidates, [model.logit(each.features) for each in candidates])


def _fit(
    chosen: Sequence[Sample], names: Sequence[str], features: Callable[[Sample], list[dict[str, float]]]
) -> Linear:
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    rows, labels, weights = [], [], []
    for each in chosen:
        for values, label in zip(features(each), each.labels, strict=True):
            if label >= 0:
                rows.append([values[name] for name in names])
                labels.append(label)
                weights.append(each.weight)
    scaler = StandardScaler().fit(np.array(rows))
    model = LogisticRegression(C=_REGULARISATION, max_iter=800)
    model.fit(scaler.transform(np.array(rows)), labels, sample_weight=weights)
    scaled = model.coef_[0] / scaler.scale_
    bias = float(model.intercept_[0] - (scaled * scaler.mean_).sum())
    return Linear(round(bias, 5), {name: round(float(w), 5) for name, w in zip(names, scaled, strict=True)})


def main(data: Path, target: Path) -> None:
    """Train on every paper under ``data`` and write the weights to ``target``."""
    model = train(samples(list(gold_papers(data))))
    target.write_bytes(msgspec.json.format(msgspec.json.encode(model), indent=1))


if __name__ == "__main__":
    import twintree_resources

    main(Path(sys.argv[1]), Path(twintree_resources.__file__).parent / "headings.json")
