"""Trains the scorer of candidate names: ``python -m twintree.knowledge.train.method_scores FOLDER``.

``FOLDER`` holds the PDFs of the shared library. The methods of the open half of ``bench/gold/methods`` and of its
development papers, and the names of ``method_names.tsv``, are methods; every other candidate of those papers is none.
Each gold paper is scored by weights trained without it; the threshold is chosen on those scores. The held half of the
gold is never opened.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from statistics import mean

import numpy as np
from rapidfuzz.fuzz import ratio
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from twintree.base.records import Record
from twintree.knowledge.methods.deterministic import methods_of
from twintree.knowledge.methods.naming import key_of, without_head
from twintree.knowledge.methods.opened import read_paper
from twintree.knowledge.methods.reading import Candidate, PaperReading
from twintree.knowledge.methods.scoring import Weights, features
from twintree.metrics.naming import match_names, same_name, score_of

TARGET = Path("resources/twintree_resources/weights/method_scores.json")
_GOLD = files("twintree.bench") / "gold" / "methods"
_LEAST = 0.02
#: Papers in which names have to end so, and the likeness of a name that stands for one that is not found as it is.
_PAPERS, _ALIKE = 3, 60.0
_THRESHOLDS = (0.22, 0.26, 0.3, 0.34)
#: The gold follows its guidelines more closely than names picked from lists.
_GOLD_WEIGHT = 2.0


class Gold(Record, frozen=True, kw_only=True):
    """The methods of a gold paper: each one's names."""

    split: str
    names: list[list[str]]


class Example(Record, frozen=True, kw_only=True):
    """A candidate of a paper with its features."""

    paper: str
    names: tuple[str, ...]
    features: dict[str, float]
    method: bool


def read_gold() -> dict[str, Gold]:
    """The gold papers that may be trained on: those of the held half are passed over."""
    found = {}
    for entry in (*_GOLD.iterdir(), *(_GOLD / "development").iterdir()):
        text = entry.read_text("utf-8") if entry.name.endswith(".json") else ""
        split = next((name for name in ("open", "development") if f'"split": "{name}"' in text), "")
        if split:
            plain = json.loads(text)
            names = [[each["name"], *each["aliases"]] for each in plain["methods"]]
            found[plain["paper"]] = Gold(split=split, names=names)
    return dict(sorted(found.items()))


def picked_names() -> dict[str, set[str]]:
    """Keys of the methods that were picked from lists of candidates, by the paper's file's stem."""
    text = Path(__file__).with_name("method_names.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {paper: {key_of(name) for name in names.split("; ")} for paper, names in rows}


def readings(folder: Path) -> dict[str, PaperReading]:
    """The training papers, by their file's stem."""
    wanted = read_gold().keys() | picked_names().keys()
    return {path.stem: read_paper(path) for path in sorted(folder.rglob("*.pdf")) if path.stem in wanted}


def examples(papers: Mapping[str, PaperReading]) -> list[Example]:
    """Every candidate of the training papers."""
    gold, picked = read_gold(), picked_names()
    found: list[Example] = []
    for stem, paper in papers.items():
        known = gold[stem].names if stem in gold else []
        keys = {key_of(name) for names in known for name in names} if known else picked[stem]
        right = [bool(_keys(each) & keys) for each in paper.candidates]
        for at in _nearest(paper.candidates, known):
            right[at] = True
        found += [
            Example(paper=stem, names=names_of(each), features=features(each, paper), method=method)
            for each, method in zip(paper.candidates, right, strict=True)
        ]
    return found


def _keys(each: Candidate) -> set[str]:
    return {each.key, *(key_of(name) for name in (*each.spellings, each.long, each.short) if name)}


def _nearest(candidates: Sequence[Candidate], gold: Sequence[Sequence[str]]) -> Iterator[int]:
    """For each method that no candidate is called like, the one that is most alike and would be scored as it."""
    for names in gold:
        wanted = {key_of(name) for name in names}
        if any(_keys(each) & wanted for each in candidates):
            continue
        alike = [
            (max(ratio(a.casefold(), b.casefold()) for a in names for b in names_of(each)), at)
            for at, each in enumerate(candidates)
            if any(same_name(a, b) for a in names for b in (each.name, *each.spellings))
        ]
        best = max(alike, default=(0.0, 0))
        if best[0] >= _ALIKE:
            yield best[1]


def names_of(each: Candidate) -> tuple[str, ...]:
    """Every name under which a candidate would be told."""
    names = [each.name, *each.spellings, *([each.short] if each.short else [])]
    return tuple(dict.fromkeys([*names, *(without_head(name) for name in names)]))


def fit(found: Sequence[Example], c: float = 0.05) -> tuple[dict[str, float], float]:
    """Weights and bias; words of which few papers' names end are left out, for they would be learned by heart."""
    papers: dict[str, set[str]] = {}
    for each in found:
        for name in each.features:
            papers.setdefault(name, set()).add(each.paper)
    common = {name for name, where in papers.items() if not name.startswith("last=") or len(where) >= _PAPERS}
    vectoriser = DictVectorizer(sparse=True)
    matrix = vectoriser.fit_transform(
        [{name: value for name, value in each.features.items() if value and name in common} for each in found]
    )
    gold = read_gold()
    model = LogisticRegression(C=c, max_iter=2000)
    model.fit(
        matrix,
        np.array([each.method for each in found]),
        sample_weight=np.array([_GOLD_WEIGHT if each.paper in gold else 1.0 for each in found]),
    )
    names = vectoriser.get_feature_names_out()
    weights = {
        str(name): round(float(weight), 3)
        for name, weight in zip(names, model.coef_[0], strict=True)
        if abs(weight) >= _LEAST
    }
    return weights, round(float(model.intercept_[0]), 3)


def unseen(found: Sequence[Example], papers: Mapping[str, PaperReading]) -> dict[str, Weights]:
    """For each gold paper the weights of a training without it."""
    made = {}
    for stem in read_gold():
        if stem in papers:
            weights, bias = fit([each for each in found if each.paper != stem])
            made[stem] = Weights(bias=bias, weights=weights, threshold=0.0)
    return made


def f1_of(
    papers: Mapping[str, PaperReading], made: Mapping[str, Weights], threshold: float
) -> dict[str, float]:
    """F1 of each gold paper's methods by its weights, as the extractor lists them."""
    scores = {}
    for stem, gold in read_gold().items():
        if stem in papers:
            chosen = Weights(bias=made[stem].bias, weights=made[stem].weights, threshold=threshold)
            said = [each.names for each in methods_of(papers[stem], chosen)]
            scores[stem] = score_of(len(match_names(gold.names, said)), len(said), len(gold.names)).f1
    return scores


def main() -> None:
    """Train, and write weights with their score on papers that they did not see."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--target", type=Path, default=TARGET)
    given = parser.parse_args()
    train(readings(given.folder), given.target)


def train(papers: Mapping[str, PaperReading], target: Path) -> None:
    """Train on papers, choose the threshold, and write both."""
    found = examples(papers)
    gold, made = read_gold(), unseen(found, papers)
    tried = {threshold: f1_of(papers, made, threshold) for threshold in _THRESHOLDS}
    threshold = max(tried, key=lambda each: sum(tried[each].values()))
    weights, bias = fit(found)
    halves = {
        f"F1 on the {split} gold papers, each unseen in training": round(
            mean(f1 for stem, f1 in tried[threshold].items() if gold[stem].split == split), 4
        )
        for split in ("open", "development")
    }
    report = {
        "trained on": "candidate names of papers of the shared library, picked by us",
        "papers": len({each.paper for each in found}),
        "candidates": len(found),
        "methods": sum(each.method for each in found),
        **halves,
        "each": {stem: round(f1, 3) for stem, f1 in tried[threshold].items()},
        "threshold": threshold,
        "bias": bias,
        "weights": weights,
    }
    target.write_text(json.dumps(report, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
