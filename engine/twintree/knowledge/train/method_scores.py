"""Trains the scorer of candidate names: ``python -m twintree.knowledge.train.method_scores LIBRARY``.

``LIBRARY`` is a library of all of the shared papers. Names of ``method_names.tsv`` and of the open half of
``bench/gold/methods`` are the methods; every other candidate of those papers is none. Papers are held out one
group at a time to choose the threshold; the held half of the gold is never opened.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from twintree.base.records import Record
from twintree.knowledge.methods.naming import key_of, without_head
from twintree.knowledge.methods.reading import Candidate, PaperReading
from twintree.knowledge.methods.scoring import features
from twintree.knowledge.methods.segments import cut_segments
from twintree.metrics.naming import match_names, score_of
from twintree.store.citations import CitationStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore

TARGET = Path("resources/twintree_resources/weights/method_scores.json")
_GOLD = files("twintree.bench") / "gold" / "methods"
_LEAST = 0.05
#: The gold follows its guidelines more closely than names picked from lists.
_GOLD_WEIGHT = 2.0


class Example(Record, frozen=True, kw_only=True):
    """A candidate of a paper with its features."""

    paper: str
    names: tuple[str, ...]
    features: dict[str, float]
    method: bool


def wanted_names() -> dict[str, set[str]]:
    """Keys of the methods of each training paper, by its file's stem."""
    text = Path(__file__).with_name("method_names.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    found = {paper: {key_of(name) for name in names.split("; ")} for paper, names in rows}
    for paper, gold in open_gold().items():
        found[paper] = {key_of(name) for names in gold for name in names}
    return found


def open_gold() -> dict[str, list[list[str]]]:
    """The open half of the gold: each method's names, by paper. Files of the held half are passed over."""
    found = {}
    for entry in sorted(_GOLD.iterdir(), key=lambda each: each.name):
        if entry.name.endswith(".json") and '"split": "open"' in (text := entry.read_text("utf-8")):
            plain = json.loads(text)
            found[plain["paper"]] = [[each["name"], *each["aliases"]] for each in plain["methods"]]
    return found


def examples(library: Path) -> list[Example]:
    """Every candidate of the training papers."""
    ledger = Ledger(library / "ledger.sqlite", readonly=True)
    papers, citations = PaperStore(ledger), CitationStore(ledger)
    wanted = wanted_names()
    found: list[Example] = []
    for row in papers.rows(limit=10_000):
        main = next(iter(papers.files(row.id)), None)
        stem = Path(main.name).stem if main else ""
        if main is None or stem not in wanted:
            continue
        tree = papers.tree(row.id)
        segments = cut_segments(row.id, main.id, list(papers.pages(main.id)), tree)
        reading = PaperReading(row.title, segments, tree, citations.references(row.id))
        for each in reading.candidates:
            keys = {each.key, *(key_of(name) for name in (*each.spellings, each.long, each.short) if name)}
            found.append(
                Example(
                    paper=stem,
                    names=names_of(each),
                    features=features(each, reading),
                    method=bool(keys & wanted[stem]),
                )
            )
    ledger.close()
    return found


def names_of(each: Candidate) -> tuple[str, ...]:
    """Every name under which a candidate would be told."""
    names = [each.name, *each.spellings, *([each.short] if each.short else [])]
    return tuple(dict.fromkeys([*names, *(without_head(name) for name in names)]))


def fit(found: Sequence[Example], c: float = 0.3) -> tuple[dict[str, float], float, np.ndarray]:
    """Weights, bias, and the probabilities that each example gets from papers other than its own."""
    vectoriser = DictVectorizer(sparse=True)
    matrix = vectoriser.fit_transform([_known(each.features) for each in found])
    gold = np.array([each.method for each in found])
    model = LogisticRegression(C=c, max_iter=2000)
    papers_of_gold = set(open_gold())
    groups = np.array([each.paper for each in found])
    trusted = np.array([_GOLD_WEIGHT if each.paper in papers_of_gold else 1.0 for each in found])
    held = np.zeros(len(found))
    for seen, unseen in GroupKFold(9).split(matrix, gold, groups):
        model.fit(matrix[seen], gold[seen], sample_weight=trusted[seen])
        held[unseen] = model.predict_proba(matrix[unseen])[:, 1]
    model.fit(matrix, gold, sample_weight=trusted)
    names = vectoriser.get_feature_names_out()
    weights = {
        str(name): round(float(weight), 3)
        for name, weight in zip(names, model.coef_[0], strict=True)
        if abs(weight) >= _LEAST
    }
    return weights, round(float(model.intercept_[0]), 3), held


def _known(plain: dict[str, float]) -> dict[str, float]:
    return {name: value for name, value in plain.items() if value}


def best_threshold(found: Sequence[Example], held: np.ndarray) -> tuple[float, float]:
    """The threshold with the best mean F1 over the open gold papers, one-to-one, and that F1."""
    best = (0.0, 0.0)
    for threshold in np.arange(0.1, 0.7, 0.02):
        scores = []
        for paper, gold in open_gold().items():
            said = [e.names for p, e in zip(held, found, strict=True) if e.paper == paper and p >= threshold]
            scores.append(score_of(len(match_names(gold, said)), len(said), len(gold)).f1)
        best = max(best, (float(np.mean(scores)), round(float(threshold), 2)))
    return best[1], round(best[0], 4)


def main() -> None:
    """Train, and write weights with their score on papers that they did not see."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--target", type=Path, default=TARGET)
    given = parser.parse_args()
    found = examples(given.library)
    weights, bias, held = fit(found)
    threshold, f1 = best_threshold(found, held)
    report = {
        "trained on": "candidate names of papers of the shared library, picked by us",
        "papers": len({each.paper for each in found}),
        "candidates": len(found),
        "methods": sum(each.method for each in found),
        "F1 on the open gold papers, each unseen in training": f1,
        "threshold": threshold,
        "bias": bias,
        "weights": weights,
    }
    given.target.write_text(json.dumps(report, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
