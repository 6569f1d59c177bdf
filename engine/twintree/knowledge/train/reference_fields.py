"""Trains the tagger of reference strings: ``python -m twintree.knowledge.train.reference_fields BENCH``.

``BENCH`` is the folder that holds ``refstrings``. Training uses AnyStyle's core (BSD-2-Clause) and GROBID's
citation files (Apache-2.0); AnyStyle's gold, none of whose strings is in the core, is held out. Needs
``python-crfsuite``, which the application itself does not.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from twintree.knowledge.tagger import LABELS, features, load_chain, save_chain, tag, tokenise
from twintree.knowledge.train.refdata import Labelled, anystyle, grobid

TARGET = Path("resources/twintree_resources/weights/reference_fields.npz")


def load(bench: Path) -> tuple[list[Labelled], list[Labelled]]:
    """Training and held-out strings; a string that occurs in both is dropped from training."""
    folder = bench / "refstrings"
    test = list(anystyle(folder / "anystyle-gold.xml"))
    held = {_key(text) for text, _ in test}
    train = [*anystyle(folder / "anystyle-core.xml"), *grobid(folder / "grobid")]
    return [each for each in train if _key(each[0]) not in held], test


def _key(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()


def labelled_tokens(item: Labelled) -> tuple[list[list[str]], list[str]]:
    """A string's features and gold labels, token by token."""
    text, labels = item
    tokens = tokenise(text)
    return features(tokens), [labels[token.start] for token in tokens]


def train(
    items: Sequence[Labelled], target: Path, c1: float = 0.3, c2: float = 0.02, rounds: int = 120
) -> None:
    """Fit the chain and write its weights."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(verbose=False)
    for item in items:
        rows, gold = labelled_tokens(item)
        if rows:
            trainer.append([dict.fromkeys(row, 1.0) for row in rows], gold)
    trainer.set_params({"c1": c1, "c2": c2, "max_iterations": rounds, "feature.minfreq": 3})
    with tempfile.TemporaryDirectory() as folder:
        model = str(Path(folder) / "model")
        trainer.train(model)
        tagger = pycrfsuite.Tagger()
        tagger.open(model)
        info = tagger.info()
        target.parent.mkdir(parents=True, exist_ok=True)
        state = {key: value for key, value in info.state_features.items() if abs(value) > 0.02}
        save_chain(str(target), LABELS, state, info.transitions)
        tagger.close()


def score(items: Sequence[Labelled], target: Path) -> dict[str, float]:
    """Token F1 of each label on held-out strings, their macro mean, and the share of tokens that are right."""
    chain = load_chain(str(target))
    right: Counter[str] = Counter()
    said: Counter[str] = Counter()
    wanted: Counter[str] = Counter()
    for text, labels in items:
        for token, label in tag(text, chain):
            gold = labels[token.start]
            said[label] += 1
            wanted[gold] += 1
            right[label] += label == gold
    figures = {
        label: round(2 * right[label] / (said[label] + wanted[label]), 4) for label in LABELS if wanted[label]
    }
    macro = sum(figures.values()) / len(figures)
    return {
        **figures,
        "macro": round(macro, 4),
        "accuracy": round(sum(right.values()) / sum(wanted.values()), 4),
    }


def main() -> None:
    """Train, score, and write the score beside the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", type=Path)
    parser.add_argument("--target", type=Path, default=TARGET)
    given = parser.parse_args()
    training, test = load(given.bench)
    train(training, given.target)
    report = {
        "trained on": "AnyStyle core (BSD-2-Clause), GROBID citation files (Apache-2.0)",
        "strings": len(training),
        "held out": f"AnyStyle gold, {len(test)} strings, none of them in the training part",
        "token F1": score(test, given.target),
    }
    given.target.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
