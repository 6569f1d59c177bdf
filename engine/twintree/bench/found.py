"""Found or not: does the library answer a question at all, at 5, 113 and 10,000 papers (gold/found.jsonl)."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from twintree.answering import found as decision
from twintree.base.answers import Answer
from twintree.bench.corpus import library_of, multiply, names_of, pdfs
from twintree.bench.table import BenchTable, Target
from twintree.library import Library
from twintree.metrics.intervals import Estimate

_GOLD = resources.files("twintree.bench") / "gold"
_BAR = 0.85
_RESAMPLES = 5000


def gold() -> list[dict[str, Any]]:
    """The questions, as they were committed."""
    return [json.loads(line) for line in (_GOLD / "found.jsonl").read_text("utf-8").splitlines() if line]


def small() -> list[str]:
    """The five papers of the smallest setting."""
    read = json.loads((_GOLD / "found_small.json").read_text("utf-8"))
    return list(read["papers"])


def run(data: Path, quick: bool = False) -> BenchTable:
    """Balanced accuracy on the report half; ``quick`` leaves out 10,000 papers."""
    root = data / "library"
    few = small()
    rows: list[tuple[Any, ...]] = []
    targets: list[Target] = []
    with library_of([root / name for name in few], "found-5") as library:
        _row(rows, targets, "5", library, [q for q in gold() if _concerns(q, few)])
    with library_of(pdfs(root), "papers-113") as library:
        _row(rows, targets, "113", library, gold())
        path = library.path
    if not quick:
        with tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder:
            large = Path(folder) / "library"
            shutil.copytree(path, large)
            multiply(large, 10_000)
            with Library.open(large) as library:
                library.settle()
                _row(rows, targets, "10,000", library, gold())
    for name in ("always yes", "always no"):
        rows.append(
            (
                name,
                "any",
                0.5,
                1.0 if name == "always yes" else 0.0,
                *([0.0 if name == "always yes" else 1.0] * 2),
            )
        )
    return BenchTable(
        name="found",
        command="twintree bench found",
        columns=(
            "method",
            "papers",
            "balanced accuracy",
            "answerable found",
            "near foreign refused",
            "far foreign refused",
        ),
        rows=tuple(rows),
        notes=(
            "report half of gold/found.jsonl; weights calibrated on the other half, which shares no paper with it",
            "with 5 papers only the questions about those five count as answerable",
        ),
        targets=tuple(targets),
    )


def _concerns(question: dict[str, Any], names: Sequence[str]) -> bool:
    return not question["answerable"] or any(e["file"] in names for e in question["evidence"])


def _row(
    rows: list[tuple[Any, ...]],
    targets: list[Target],
    size: str,
    library: Library,
    questions: Iterable[dict[str, Any]],
) -> None:
    told = [(q, library.ask(q["question"]).found) for q in questions if q["split"] == "report"]
    truth = [bool(q["answerable"]) for q, _ in told]
    said = [found for _, found in told]
    value = balanced_accuracy(truth, said)
    rows.append(
        (
            "Twintree",
            size,
            value,
            _share([found for q, found in told if q["answerable"]]),
            _share([not found for q, found in told if q.get("kind") == "near"]),
            _share([not found for q, found in told if q.get("kind") == "far"]),
        )
    )
    targets.append(
        Target(name=f"balanced accuracy at {size} papers", bar=_BAR, measured=value.value, trivial=0.5)
    )


def balanced_accuracy(truth: Sequence[bool], said: Sequence[bool], seed: int = 0) -> Estimate:
    """The mean of both classes' accuracies with its interval, each class resampled by itself."""
    rng = np.random.default_rng(seed)
    right = [
        np.array([s == t for t, s in zip(truth, said, strict=True) if t is each], float)
        for each in (True, False)
    ]
    means = sum(each[rng.integers(0, len(each), (_RESAMPLES, len(each)))].mean(axis=1) for each in right) / 2
    low, high = np.quantile(means, [0.025, 0.975])
    return Estimate(float(sum(each.mean() for each in right) / 2), float(low), float(high))


def _share(values: Sequence[bool]) -> float:
    return sum(values) / len(values) if values else 0.0


def read_signals(answer: Answer) -> decision.Signals:
    """The signals that a run's verdict was decided on, from its trace."""
    for step in reversed(answer.trace):
        if step.step == "signals" and isinstance(step.data, dict):
            return decision.Signals(**step.data)
    return decision.Signals()


def calibrate(data: Path) -> dict[str, float]:
    """Fit the decision's weights on the calibrate half at 5 and 113 papers; print-ready, kept in ``found.WEIGHTS``.

    Logistic regression, L2, both classes weighted alike, fixed seed.
    """
    from sklearn.linear_model import LogisticRegression

    root = data / "library"
    few = small()
    samples: list[tuple[decision.Signals, bool]] = []
    with library_of([root / name for name in few], "found-5") as library:
        samples += _samples(library, [q for q in gold() if _concerns(q, few)])
    with library_of(pdfs(root), "papers-113") as library:
        samples += _samples(library, gold())
    names = [name for name in decision.WEIGHTS if name != "bias"]
    model = LogisticRegression(class_weight="balanced", C=1.0, random_state=0, max_iter=1000)
    model.fit([[getattr(s, name) for name in names] for s, _ in samples], [truth for _, truth in samples])
    return {"bias": round(float(model.intercept_[0]), 3)} | {
        name: round(float(weight), 3) for name, weight in zip(names, model.coef_[0], strict=True)
    }


def _samples(library: Library, questions: Iterable[dict[str, Any]]) -> list[tuple[decision.Signals, bool]]:
    return [
        (read_signals(library.ask(q["question"])), bool(q["answerable"]))
        for q in questions
        if q["split"] == "calibrate"
    ]


__all__ = ["calibrate", "gold", "names_of", "run"]
