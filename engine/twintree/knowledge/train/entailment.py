"""Trains the entailment head on half of SciFact: ``python -m twintree.knowledge.train.entailment BENCH``.

``BENCH`` is the folder that holds ``scifact`` (claims CC-BY-4.0, abstracts ODC-By: weights may ship) and
``scitldr`` (Apache-2.0: counts of words only). Trained on the ``calibrate`` half of ``split.json``; a claim's
rationales, joined, support or contradict it; the nearest other sentence of each cited abstract, and one drawn at
random, do neither. Every claim that a word turns round has a twin, for which what supported contradicts (``turned``).
A minute on one core beside the embedding; fixed seeds.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from twintree.base.errors import InternalError
from twintree.base.records import Record
from twintree.base.words import content_stems
from twintree.knowledge.entailment import (
    LABELS,
    Side,
    Weights,
    compare,
    save_weights,
    shipped_weights,
    values,
)
from twintree.knowledge.train.turned import turned
from twintree.metrics.classification import macro_f1
from twintree.models.host import ModelHost
from twintree.models.protocol import Vectors

TARGET = Path("resources/twintree_resources/weights/entailment.npz")
VERSION = "2"
#: Chosen by cross-validation over the training claims, three shuffles of five folds: regularisation among 0.01, 0.03
#: and 0.1; a twin's weight beside a real pair among 0.3, 0.6 and 1; the power of a class's inverse frequency with which
#: it counts among 0.4, 0.55, 0.7 and 1 (decision 0013).
_C, _TWIN, _BALANCE = 0.1, 0.6, 0.7
_FOLDS = 5
#: Stems in fewer abstracts have the weight of unknown ones.
_LEAST_DOCUMENTS = 4
_LABEL = {"SUPPORT": "supports", "CONTRADICT": "contradicts"}
_TURNED = {"supports": "contradicts", "contradicts": "supports", "neither": "neither"}

Embed = Callable[[Sequence[str]], Vectors]


class Pair(Record, frozen=True, kw_only=True):
    """A claim, a passage of an abstract that it is held against, and what the annotators say."""

    claim: int
    document: int
    text: str
    passage: str
    label: str


def load_pairs(folder: Path, half: str, embed: Embed) -> list[Pair]:
    """The pairs of one half of the split; the nearest sentences are found by ``embed``."""
    claims, documents, halves = _read(folder)
    chosen = [claim for claim in claims if claim["id"] in halves[half]]
    texts = {text for claim in chosen for d in claim["cited_doc_ids"] for text in documents[d]["abstract"]}
    needed = sorted(texts | {claim["claim"] for claim in chosen})
    vectors = dict(zip(needed, embed(needed), strict=True))
    drawn = random.Random(0)  # noqa: S311 - a fixed draw
    return [
        pair
        for claim in chosen
        for document in claim["cited_doc_ids"]
        for pair in _pairs_of(claim, documents[document], vectors, drawn)
    ]


def _read(folder: Path) -> tuple[list[dict[str, Any]], dict[int, dict[str, Any]], dict[str, set[int]]]:
    claims = [json.loads(line) for line in (folder / "claims.jsonl").read_text("utf-8").splitlines()]
    rows = (json.loads(line) for line in (folder / "corpus.jsonl").read_text("utf-8").splitlines())
    documents = {row["doc_id"]: row for row in rows}
    split = json.loads((folder / "split.json").read_text("utf-8"))
    return claims, documents, {half: set(ids) for half, ids in split.items()}


def _pairs_of(
    claim: dict[str, Any], document: dict[str, Any], vectors: dict[str, Any], drawn: random.Random
) -> Iterable[Pair]:
    sentences, number = document["abstract"], document["doc_id"]
    evidence = claim["evidence"].get(str(number), [])
    used = {place for each in evidence for place in each["sentences"]}

    def pair(passage: str, label: str) -> Pair:
        return Pair(claim=claim["id"], document=number, text=claim["claim"], passage=passage, label=label)

    for each in evidence:
        yield pair(" ".join(sentences[place] for place in each["sentences"]), _LABEL[each["label"]])
    others = sorted(
        (place for place in range(len(sentences)) if place not in used),
        key=lambda place: -float(vectors[claim["claim"]] @ vectors[sentences[place]]),
    )
    chosen = others[:1] + ([drawn.choice(others[1:])] if len(others) > 1 else [])
    yield from (pair(sentences[place], "neither") for place in chosen)


def check_apart(folder: Path) -> None:
    """Fail if a claim, its text, or a cited abstract stands in both halves."""
    claims, documents, halves = _read(folder)
    seen: dict[str, set[object]] = {}
    for half, ids in halves.items():
        mine = [claim for claim in claims if claim["id"] in ids]
        seen[half] = {claim["claim"] for claim in mine}
        seen[half] |= {" ".join(documents[d]["abstract"]) for claim in mine for d in claim["cited_doc_ids"]}
    if seen["calibrate"] & seen["report"]:
        raise InternalError("The halves of SciFact share a claim or an abstract.")


def rarity(bench: Path) -> tuple[dict[str, float], float]:
    """idf of stems over abstracts, without those that the test half cites; and that of an unknown stem."""
    claims, documents, halves = _read(bench / "scifact")
    held = {d for claim in claims if claim["id"] in halves["report"] for d in claim["cited_doc_ids"]}
    texts = [" ".join(each["abstract"]) for number, each in documents.items() if number not in held]
    lines = (bench / "scitldr" / "train.jsonl").read_text("utf-8").splitlines()
    texts += [" ".join(json.loads(line)["source"]) for line in lines]
    counts = Counter(each for text in texts for each in set(content_stems(text)))
    found = {
        each: math.log(1 + len(texts) / count) for each, count in counts.items() if count >= _LEAST_DOCUMENTS
    }
    return found, max(found.values())


def seen_values(
    pairs: Sequence[Pair], embed: Embed, idf: dict[str, float], unknown: float
) -> NDArray[np.float64]:
    """What the head sees of pairs: shape (pairs, values)."""
    claims, passages = embed([each.text for each in pairs]), embed([each.passage for each in pairs])
    cosines = (claims * passages).sum(axis=1)
    return np.array(
        [
            values(compare(Side(each.text, idf, unknown), Side(each.passage, idf, unknown), float(cosine)))
            for each, cosine in zip(pairs, cosines, strict=True)
        ]
    )


def twins(pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs again, with their claims turned round, where a word is known that turns them."""
    return [
        Pair(
            claim=pair.claim,
            document=pair.document,
            text=twin,
            passage=pair.passage,
            label=_TURNED[pair.label],
        )
        for pair in pairs
        if (twin := turned(pair.text)) is not None
    ]


class Examples:
    """Real pairs and their twins, as the head sees them."""

    def __init__(
        self,
        pairs: Sequence[Pair],
        seen: NDArray[np.float64],
        turned_round: Sequence[Pair],
        seen_turned: NDArray[np.float64],
    ) -> None:
        both = [*pairs, *turned_round]
        self.real = len(pairs)
        self.seen = np.concatenate([seen, seen_turned])
        self.labels = np.array([each.label for each in both])
        self.groups = _groups(both)
        self.weights = np.array([1.0] * len(pairs) + [_TWIN] * len(turned_round))

    def fitted(self, rows: NDArray[np.intp]) -> Pipeline:
        """A model of some of the examples."""
        labels, weights = self.labels[rows], self.weights[rows]
        mass = {each: float(weights[labels == each].sum()) for each in LABELS}
        balance = {each: (weights.sum() / (3 * mass[each])) ** _BALANCE for each in LABELS}
        model = make_pipeline(
            StandardScaler(), LogisticRegression(C=_C, class_weight=balance, max_iter=3000, random_state=0)
        )
        return model.fit(self.seen[rows], labels, logisticregression__sample_weight=weights)

    def by_folds(self) -> NDArray[np.float64]:
        """Each real pair's chances, in the order of ``LABELS``, from a model that saw neither claim nor abstract."""
        chances = np.zeros((self.real, len(LABELS)))
        for known, unknown in GroupKFold(_FOLDS).split(self.seen, groups=self.groups):
            model, held = self.fitted(known), unknown[unknown < self.real]
            order = [list(model.classes_).index(label) for label in LABELS]
            chances[held] = model.predict_proba(self.seen[held])[:, order]
        return chances


def _groups(pairs: Sequence[Pair]) -> list[int]:
    """A number for each pair, the same for all that are joined by a claim or an abstract."""
    parent: dict[tuple[str, int], tuple[str, int]] = {}

    def root(node: tuple[str, int]) -> tuple[str, int]:
        while (above := parent.setdefault(node, node)) != node:
            node = above
        return node

    for pair in pairs:
        parent[root(("claim", pair.claim))] = root(("document", pair.document))
    numbers: dict[tuple[str, int], int] = {}
    return [numbers.setdefault(root(("claim", pair.claim)), len(numbers)) for pair in pairs]


def fit(examples: Examples, embedder: str, idf: dict[str, float], unknown: float) -> tuple[Weights, float]:
    """Fit the head; its two thresholds are those with the best F1 in cross-validation, whose macro F1 comes with it."""
    chances = examples.by_folds()
    labels = examples.labels[: examples.real]
    model = examples.fitted(np.arange(len(examples.labels)))
    scaler, linear = model[0], model[1]
    order = [list(linear.classes_).index(label) for label in LABELS]
    at = [_best_threshold(chances[:, i], labels == LABELS[i]) for i in (0, 1)]
    weights = Weights(
        version=VERSION,
        embedder=embedder,
        rarity=idf,
        unknown=unknown,
        mean=scaler.mean_.astype(np.float32),
        scale=scaler.scale_.astype(np.float32),
        weights=linear.coef_[order].T.astype(np.float32),
        bias=linear.intercept_[order].astype(np.float32),
        supports_at=at[0],
        contradicts_at=at[1],
    )
    return weights, macro_f1(labels.tolist(), [LABELS[at] for at in chances.argmax(axis=1)])


def _best_threshold(chances: NDArray[np.float64], wanted: NDArray[np.bool_]) -> float:
    def score(threshold: float) -> float:
        return macro_f1(wanted.tolist(), (chances >= threshold).tolist())

    return float(max(np.round(np.arange(0.3, 0.8, 0.02), 2), key=score))


def main() -> None:
    """Train, write the weights, and beside them what they were trained on; ``bench entailment`` scores them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", type=Path)
    parser.add_argument("--target", type=Path, default=TARGET)
    given = parser.parse_args()
    check_apart(given.bench / "scifact")
    host = ModelHost()
    try:
        known: dict[str, Any] = {}

        def embed(texts: Sequence[str]) -> Vectors:
            new = sorted(set(texts) - known.keys())
            if new:
                known.update(zip(new, host.background.embed(new), strict=True))
            return np.stack([known[text] for text in texts])

        pairs = load_pairs(given.bench / "scifact", "calibrate", embed)
        idf, unknown = rarity(given.bench)
        turned_round = twins(pairs)
        seen, seen_turned = (seen_values(each, embed, idf, unknown) for each in (pairs, turned_round))
        examples = Examples(pairs, seen, turned_round, seen_turned)
        weights, by_folds = fit(examples, host.info().id, idf, unknown)
    finally:
        host.close()
    save_weights(given.target, weights)
    shipped_weights.cache_clear()
    report = {
        "trained on": "SciFact, calibrate half of split.json (claims CC-BY-4.0, abstracts ODC-By)",
        "pairs": dict(Counter(each.label for each in pairs)),
        "twins": dict(Counter(each.label for each in turned_round)),
        "macro F1 by folds over claims and abstracts": round(by_folds, 4),
        "embedder": weights.embedder,
        "thresholds": {"supports": weights.supports_at, "contradicts": weights.contradicts_at},
        "held out": "twintree bench entailment, on the report half",
    }
    given.target.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
