"""What the benchmarks of reading measure: paragraphs sought in a text, words that were recognised."""

from __future__ import annotations

import pytest

from twintree.bench.ocr import in_order, overlap
from twintree.bench.text import similarity

PARAGRAPH = (
    "Forests remember what was done to them for longer than people do, and so do the trees that grow in the gaps "
    "which were left; plots that had been cleared at once recovered more slowly than those that had been thinned."
)


def test_a_paragraph_that_stands_in_the_text_is_found_whole() -> None:
    assert similarity(PARAGRAPH, f"Something before. {PARAGRAPH} Something behind.") == pytest.approx(1.0)
    assert similarity(PARAGRAPH, "Nothing of it stands here at all.") == 0.0


def test_lines_in_another_order_are_less_like_it() -> None:
    words = PARAGRAPH.split()
    lines = [" ".join(words[at : at + 6]) for at in range(0, len(words), 6)]
    assert similarity(PARAGRAPH, " ".join(lines[::-1])) < 0.8


def test_words_are_counted_once_and_their_order_matters() -> None:
    gold = ["bees", "dance", "at", "night"]
    assert overlap(gold, ["night", "bees", "bees"]) == 0.5
    assert in_order(gold, gold[::-1]) < overlap(gold, gold[::-1]) == 1.0
    assert in_order(gold, gold) == 1.0
