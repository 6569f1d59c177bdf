"""The weights of found or not where several papers were read: ``python -m twintree.bench.foreign FOLDER``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from twintree.answering import found as decision
from twintree.bench import found, subjects
from twintree.bench.corpus import library_of, names_of, pdfs
from twintree.library import Library
from twintree_resources import samples

#: Strength of L2, by ten-fold cross-validation over questions: 0.05, 0.1, 0.2 and 0.5 differ by less than 0.005.
_REGULAR = 0.1
#: A group with fewer questions than this counts for less than one with as many.
_FEW = 8

#: The signals of a question, whether the library answers it, and the group that it belongs to.
Sample = tuple[decision.Signals, bool, str]


def everyday() -> dict[str, list[str]]:
    """Everyday questions that are ``foreign`` to papers, and ``plain`` ones that the sample papers answer."""
    read = (resources.files("twintree.bench") / "gold" / "everyday.json").read_text("utf-8")
    return dict(json.loads(read))


def calibrate(data: Path) -> dict[str, float]:
    """Fit the weights on what is there to develop with, at 5, 7, 12 and 113 papers; kept in ``found.AMONG_SEVERAL``.

    Args:
        data: the folder that holds ``library``.
    """
    root = data / "library"
    found_ones = [q for q in found.gold() if q["split"] == "calibrate" and q.get("kind") != "far"]
    subject_ones = [q for q in subjects.gold() if q["split"] == "open"]
    everyday_ones = [_asked(text, False) for text in everyday()["foreign"]]
    plain_ones = [_asked(text, True) for text in everyday()["plain"]]
    read: list[Sample] = []
    with library_of([root / name for name in found.small()], "found-5") as library:
        held = set(names_of(library, root))
        for name, asked in (("found5", found_ones), ("subjects5", subject_ones)):
            own = (q for q in asked if not q["answerable"] or any(e["file"] in held for e in q["evidence"]))
            read += _samples(library, own, name)
    with library_of([root / name for name in subjects.small()], "subjects-12") as library:
        read += _samples(library, subject_ones, "subjects12")
        read += _samples(library, everyday_ones, "everyday12")
    with library_of(pdfs(root), "papers-113") as library:
        read += _samples(library, found_ones, "found113")
        read += _samples(library, subject_ones, "subjects113")
        read += _samples(library, everyday_ones, "everyday113")
    with library_of(samples.paths()) as library:
        read += _samples(library, everyday_ones, "everyday7")
        read += _samples(library, plain_ones, "plain7")
    return fitted([each for each in read if each[0].papers > 1])


def fitted(read: Sequence[Sample]) -> dict[str, float]:
    """Logistic regression, L2 over standardised signals; both classes weigh alike, in a class all groups."""
    from sklearn.linear_model import LogisticRegression

    names = [name for name in decision.AMONG_SEVERAL if name != "bias"]
    values = np.array([[getattr(signals, name) for name in names] for signals, _, _ in read])
    truth = np.array([each for _, each, _ in read])
    groups = np.array([each for _, _, each in read])
    weights = np.zeros(len(read))
    for side in (True, False):
        for group in sorted(set(groups.tolist())):
            of_both = (groups == group) & (truth == side)
            weights[of_both] = 1.0 / max(int(of_both.sum()), _FEW)
        weights[truth == side] *= len(read) / weights[truth == side].sum()
    mean, spread = values.mean(axis=0), values.std(axis=0) + 1e-9
    model = LogisticRegression(C=_REGULAR, max_iter=1000)
    model.fit((values - mean) / spread, truth, sample_weight=weights)
    found_weights = model.coef_[0] / spread
    return {"bias": round(float(model.intercept_[0] - found_weights @ mean), 2)} | {
        name: round(float(weight), 2) for name, weight in zip(names, found_weights, strict=True)
    }


def _asked(text: str, answerable: bool) -> dict[str, Any]:
    return {"question": text, "answerable": answerable}


def _samples(library: Library, questions: Iterable[dict[str, Any]], group: str) -> Iterator[Sample]:
    for each in questions:
        yield found.read_signals(library.ask(each["question"])), bool(each["answerable"]), group


if __name__ == "__main__":
    print(json.dumps(calibrate(Path(sys.argv[1])), indent=2))  # noqa: T201 - it is made to be read
