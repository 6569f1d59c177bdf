"""The evidence benchmark: its figures, the clean split, and the training that it judges."""

from __future__ import annotations

import numpy as np
import pytest

from twintree.base.errors import InternalError
from twintree.bench.found import balanced_accuracy
from twintree.bench.paragraphs import score
from twintree.bench.train_evidence import Pair, Pairs, adapted, check_apart, fit

DIMENSION = 8


def pairs(seed: int = 0, count: int = 12) -> Pairs:
    """Questions whose answers lie in one direction off them, each in a paper of its own."""
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(count, DIMENSION)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    asked = np.roll(vectors, 1, axis=1)
    return Pairs(
        pairs=tuple(
            Pair(paper=f"p{at}", question=f"question {at}", evidence=(frozenset({at}),))
            for at in range(count)
        ),
        texts=tuple(f"evidence text {at}" for at in range(count)),
        papers=tuple(frozenset({f"p{at}"}) for at in range(count)),
        words=np.zeros((count, count)),
        asked=asked,
        vectors=vectors,
    )


def paper(**changes: object) -> dict[str, object]:
    held: dict[str, object] = {
        "id": "other",
        "abstract": "An abstract.",
        "full_text": {"paragraphs": [["A paragraph."]]},
        "qas": {"question": ["What is it?"]},
    }
    return held | changes


def test_training_moves_questions_towards_what_answers_them() -> None:
    given = pairs()
    matrix = fit(given, range(12), range(12))
    before = (given.asked * given.vectors).sum(1).mean()
    after = (adapted(given.asked, matrix) * given.vectors).sum(1).mean()
    assert after > before + 0.05


def test_training_is_the_same_each_time() -> None:
    given = pairs()
    assert np.array_equal(fit(given, range(12), range(12)), fit(given, range(12), range(12)))


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "p3"},
        {"abstract": "Evidence  TEXT 5"},
        {"full_text": {"paragraphs": [["evidence text 7"]]}},
        {"qas": {"question": ["Question 2"]}},
    ],
)
def test_a_test_paper_among_the_training_pairs_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(InternalError):
        check_apart(pairs(), [paper(**changes)])


def test_papers_that_share_nothing_pass() -> None:
    check_apart(pairs(), [paper()])


def test_the_annotator_that_agrees_best_counts() -> None:
    scored = score([4, 7, 9, 1], [frozenset({1, 2}), frozenset({7, 9})])
    assert (scored.precision, scored.recall, scored.f1) == (2 / 3, 1.0, 0.8)
    assert scored.recall_read == 1.0


def test_balanced_accuracy_weighs_both_classes_alike() -> None:
    told = balanced_accuracy([True] * 2 + [False] * 8, [True, False] + [False] * 8)
    assert told.value == 0.75
    assert 0.5 <= told.low <= told.value <= told.high <= 1.0
