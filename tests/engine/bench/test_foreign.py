"""The weights of found or not among several papers are learned from their signals, and the gold they come from."""

from __future__ import annotations

from twintree.answering.found import AMONG_SEVERAL, Signals
from twintree.bench.foreign import everyday, fitted


def test_what_tells_the_classes_apart_is_weighed_and_what_does_not_is_not() -> None:
    near = [(Signals(best_similarity=0.6 + at / 100, paper=0.5, papers=3), True, "a") for at in range(10)]
    far = [(Signals(best_similarity=0.2 + at / 100, paper=0.5, papers=3), False, "a") for at in range(10)]
    weights = fitted([*near, *far])
    assert set(weights) == set(AMONG_SEVERAL)
    assert weights["best_similarity"] > 1
    assert weights["paper"] == weights["names"] == weights["common"] == 0


def test_a_large_group_does_not_outweigh_a_small_one() -> None:
    """Twelve questions of one library, 120 of another that are answered alike however near: the first decide."""
    few = [(Signals(best_similarity=s, papers=3), s > 0.4, "few") for s in (0.2, 0.6) for _ in range(10)]
    many = [(Signals(best_similarity=0.4, papers=3), True, "many") for _ in range(200)]
    foreign = [(Signals(best_similarity=0.4, papers=3), False, "many") for _ in range(10)]
    weights = fitted([*few, *many, *foreign])
    assert abs(weights["bias"] + 0.4 * weights["best_similarity"]) < 0.2


def test_everyday_questions_are_there_and_in_one_list_each() -> None:
    read = everyday()
    assert not set(read["foreign"]) & set(read["plain"])
    assert min(len(read["foreign"]), len(read["plain"])) > 20
