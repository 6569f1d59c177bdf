"""What goes which way is told by the words around it, and claims are turned round for training."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from twintree.knowledge.entailment import Side, compare, shipped_weights
from twintree.knowledge.train import entailment as training
from twintree.knowledge.train.turned import turned
from twintree.knowledge.turning import Stand, nearest_sentence, same_and_opposite

CLAIM = "Clover increases the yield of wheat."


def ways(claim: str, passage: str) -> tuple[float, float]:
    return same_and_opposite(Stand(claim), Stand(passage), {}, 1.0)


def test_each_thing_goes_its_own_way() -> None:
    same, opposite = ways(CLAIM, "Clover increased the yield of wheat, and the cost of nitrogen was reduced.")
    assert same > opposite
    same, opposite = ways(CLAIM, "The cost of nitrogen increased, and clover reduced the yield of wheat.")
    assert opposite > same


def test_a_negation_turns_the_direction_that_it_stands_before() -> None:
    same, opposite = ways(CLAIM, "Clover did not increase the yield of wheat.")
    assert (same, opposite > 0.5) == (0.0, True)


def test_a_passage_without_a_direction_goes_no_way() -> None:
    assert ways(CLAIM, "Clover was sown between rows of wheat.") == (0.0, 0.0)


def test_only_the_sentence_that_speaks_of_the_claim_negates_it() -> None:
    passage = "Clover raised the yield of wheat. No rain fell in June."
    share, negated = nearest_sentence(Stand(CLAIM), Stand(passage), {}, 1.0)
    assert (share, negated) == (1.0, False)
    passage = "Clover failed to raise the yield of wheat. Rain fell in June."
    assert nearest_sentence(Stand(CLAIM), Stand(passage), {}, 1.0) == (1.0, True)


def test_rare_words_count_most_towards_the_nearest_sentence() -> None:
    passage = "The yield was high. The wheat was short."
    weight = {"wheat": 9.0}
    share, _ = nearest_sentence(Stand(CLAIM), Stand(passage), weight, 1.0)
    assert share == pytest.approx(9 / 11)


def test_the_head_sees_one_value_a_feature() -> None:
    side = Side(CLAIM, {}, 1.0)
    assert len(training.values(compare(side, side, 1.0))) == len(shipped_weights().mean)


@pytest.mark.parametrize(
    ("claim", "opposite"),
    [
        ("Clover increases the yield.", "Clover decreases the yield."),
        ("Higher doses were given.", "Lower doses were given."),
        ("Clover does not feed wheat.", "Clover feed wheat."),
        ("The yield cannot be told.", "The yield can be told."),
        ("Wheat is sown in autumn.", "Wheat is not sown in autumn."),
    ],
)
def test_a_claim_is_turned_round_by_one_word(claim: str, opposite: str) -> None:
    assert turned(claim) == opposite


def test_a_loose_word_is_turned_only_for_want_of_another() -> None:
    assert turned("High doses increase the yield.") == "High doses decrease the yield."


def test_a_claim_without_a_word_that_turns_it_has_no_twin() -> None:
    assert turned("Clover feeds wheat.") is None


def pair(claim: int, document: int, text: str, label: str) -> training.Pair:
    return training.Pair(claim=claim, document=document, text=text, passage="Wheat.", label=label)


def test_a_twin_is_contradicted_by_what_supports_the_claim() -> None:
    given = [
        pair(1, 1, "Clover increases the yield.", "supports"),
        pair(2, 2, "Rain reduces the yield.", "contradicts"),
        pair(3, 3, "Snow increases the yield.", "neither"),
        pair(4, 4, "Clover feeds wheat.", "supports"),
    ]
    assert [(each.claim, each.label) for each in training.twins(given)] == [
        (1, "contradicts"),
        (2, "supports"),
        (3, "neither"),
    ]


def examples(count: int) -> training.Examples:
    """Pairs that one value tells apart, each with a claim and an abstract of its own."""
    labels = [training.LABELS[at % 3] for at in range(count)]
    pairs = [pair(at, at, "Rain increases the yield.", label) for at, label in enumerate(labels)]
    twins = training.twins(pairs)
    value = {"supports": 1.0, "contradicts": -1.0, "neither": 0.0}
    return training.Examples(
        pairs,
        np.array([[value[each.label], 1.0] for each in pairs]),
        twins,
        np.array([[value[each.label], 1.0] for each in twins]),
    )


def test_folds_part_neither_a_claim_nor_an_abstract_nor_twins() -> None:
    pairs = [
        pair(1, 1, "Rain increases it.", "supports"),
        pair(1, 2, "Rain increases it.", "neither"),
        pair(2, 2, "Snow increases it.", "neither"),
        pair(3, 3, "Hail increases it.", "supports"),
    ]
    made = training.Examples(pairs, np.zeros((4, 1)), training.twins(pairs), np.zeros((4, 1)))
    assert made.groups == [0, 0, 0, 1] * 2


def test_what_one_value_tells_apart_is_learnt(tmp_path: Path) -> None:
    weights, by_folds = training.fit(examples(30), "embedder", {"yield": 1.0}, 1.0)
    assert by_folds > 0.9
    assert weights.weights.shape == (2, 3)
