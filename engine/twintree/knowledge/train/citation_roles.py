"""Trains the classifier of citation intents: ``python -m twintree.knowledge.train.citation_roles BENCH``.

``BENCH`` is the folder that holds ``scicite`` (weights may ship). The development part, none of whose
sentences is in the training part, is held out; its score stands beside the weights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.svm import LinearSVC

from twintree.knowledge.bag import Bag, grams, load_bag, save_bag
from twintree.knowledge.roles import prepared
from twintree.metrics.classification import macro_f1

TARGET = Path("resources/twintree_resources/weights/citation_roles.npz")
#: N-grams whose weights all lie below this share of the largest are left out.
_LEAST = 0.004
_SPREAD = 2.0
Labelled = tuple[list[str], list[str]]


def load(path: Path) -> Labelled:
    """Texts and labels of a file of JSON lines."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [row["text"] for row in rows], [row["label"] for row in rows]


def fit(
    texts: Sequence[str],
    labels: Sequence[str],
    target: Path,
    *,
    c: float = 0.2,
    prepare: Callable[[str], str] = prepared,
) -> Bag:
    """Fit the classifier, write its weights to ``target``, and read them back."""
    first = _vectoriser(prepare)
    rough = LinearSVC(C=c, class_weight="balanced").fit(first.fit_transform(texts), labels)
    largest = np.abs(rough.coef_).max(axis=0)
    names = first.get_feature_names_out()[largest >= _LEAST * largest.max()]
    # Fitted again on what is kept: the length of a text's vector must be that of its use.
    vectoriser = _vectoriser(prepare, [str(name) for name in names])
    model = LinearSVC(C=c, class_weight="balanced").fit(vectoriser.fit_transform(texts), labels)
    # Margins are spread so that their softmax reads like a probability.
    weights, bias = _SPREAD * model.coef_.T, _SPREAD * model.intercept_
    target.parent.mkdir(parents=True, exist_ok=True)
    save_bag(
        target,
        [str(name) for name in names],
        vectoriser.idf_,
        weights,
        bias,
        [str(each) for each in model.classes_],
    )
    return load_bag(target)


def _vectoriser(prepare: Callable[[str], str], names: Sequence[str] | None = None) -> TfidfVectorizer:
    return TfidfVectorizer(
        analyzer=lambda text: grams(prepare(text)),
        min_df=2 if names is None else 1,
        sublinear_tf=True,
        vocabulary=names,
    )


def predict(bag: Bag, texts: Sequence[str]) -> list[str]:
    """The most probable label of each text."""
    said = (bag.probabilities(prepared(text)) for text in texts)
    return [max(each, key=lambda label: each[label]) for each in said]


def main() -> None:
    """Train, score, and write the score beside the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", type=Path)
    parser.add_argument("--target", type=Path, default=TARGET)
    given = parser.parse_args()
    texts, labels = load(given.bench / "scicite" / "train.jsonl")
    held, wanted = load(given.bench / "scicite" / "dev.jsonl")
    bag = fit(texts, labels, given.target)
    report = {
        "trained on": "SciCite, training part (allenai/scibert's copy, Apache-2.0)",
        "sentences": len(texts),
        "held out": f"SciCite, development part without sentences of the training part, {len(held)}",
        "macro F1": round(macro_f1(wanted, predict(bag, held)), 4),
    }
    given.target.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
