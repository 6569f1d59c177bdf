"""Trains the chain that finds terms: ``python -m twintree.knowledge.train.method_terms BENCH``.

``BENCH`` is the folder that holds ``scierc-entities`` (allenai/scibert's copy, Apache-2.0) and ``crossner-ai``
(MIT). Their development parts are held out. Needs ``python-crfsuite``, which the application does not.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from twintree.knowledge.methods.terms import LABELS, Word, features, joined
from twintree.knowledge.tagger import Chain, load_chain, save_chain

TARGET = Path("resources/twintree_resources/weights/method_terms.npz")
#: The sets' names for what is looked for, in our words; everything else is no term.
_CLASSES = {
    "Method": "method",
    "algorithm": "method",
    "product": "method",
    "Metric": "metric",
    "metrics": "metric",
    "Material": "material",
    "Task": "task",
    "task": "task",
    "OtherScientificTerm": "other",
    "misc": "other",
}
Labelled = tuple[list[str], list[str]]


def read(path: Path) -> Iterator[Labelled]:
    """Sentences of a CoNLL file as words with labels in our words, every term beginning with ``B-``."""
    words: list[str] = []
    labels: list[str] = []
    before = ""
    for line in [*path.read_text("utf-8").splitlines(), ""]:
        parts = line.split()
        if len(parts) < 2 or parts[0] == "-DOCSTART-":
            if words:
                yield words, labels
            words, labels, before = [], [], ""
            continue
        name = _CLASSES.get(parts[-1][2:], "")
        begins = parts[-1].startswith("B-") or parts[-1][2:] != before
        words.append(parts[0])
        labels.append(f"{'B' if begins else 'I'}-{name}" if name else "O")
        before = parts[-1][2:]


def train(
    items: Sequence[Labelled], target: Path, c1: float = 0.15, c2: float = 0.05, rounds: int = 100
) -> None:
    """Fit the chain and write its weights."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(verbose=False)
    for words, labels in items:
        trainer.append([dict.fromkeys(row, 1.0) for row in features(words)], labels)
    trainer.set_params({"c1": c1, "c2": c2, "max_iterations": rounds, "feature.minfreq": 2})
    with tempfile.TemporaryDirectory() as folder:
        model = str(Path(folder) / "model")
        trainer.train(model)
        tagger = pycrfsuite.Tagger()
        tagger.open(model)
        info = tagger.info()
        target.parent.mkdir(parents=True, exist_ok=True)
        save_chain(str(target), LABELS, info.state_features, info.transitions)


def score(items: Sequence[Labelled], chain: Chain, kind: str = "") -> dict[str, float]:
    """Precision, recall and F1 of whole terms; of one class, or of all without regard to class."""
    right = found = wanted = 0
    for words, labels in items:
        places = [Word(word, i, i + 1) for i, word in enumerate(words)]
        gold = {(t.start, t.end) for t in joined(places, labels) if kind in ("", t.kind)}
        said = {(t.start, t.end) for t in joined(places, chain.best(features(words))) if kind in ("", t.kind)}
        right, found, wanted = right + len(gold & said), found + len(said), wanted + len(gold)
    p, r = right / max(1, found), right / max(1, wanted)
    return {"precision": round(p, 4), "recall": round(r, 4), "F1": round(2 * p * r / max(1e-9, p + r), 4)}


def main() -> None:
    """Train, score, and write the score beside the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", type=Path)
    parser.add_argument("--target", type=Path, default=TARGET)
    given = parser.parse_args()
    scierc, crossner = given.bench / "scierc-entities", given.bench / "crossner-ai"
    items = [*read(scierc / "train.conll"), *read(crossner / "train.conll")]
    held = list(read(scierc / "dev.conll"))
    train(items, given.target)
    chain = load_chain(str(given.target))
    report = {
        "trained on": "SciERC (allenai/scibert's copy, Apache-2.0) and CrossNER AI (MIT), training parts",
        "sentences": len(items),
        "held out": f"SciERC, development part, {len(held)} sentences",
        "terms": score(held, chain),
        "methods": score(held, chain, "method"),
    }
    given.target.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
