"""Sentences that formulas stand in, or that lead into a displayed one, stay whole."""

from __future__ import annotations

import pytest

from twintree.sources.assembly import Vocabulary, assemble
from twintree.sources.ordering import order_pieces
from twintree.sources.pieces import Piece, RawPage

FULL = "Let X be a set of plots that are counted in the ledger of the bees of the north for"


def text_of(*rows: tuple[float, float, str]) -> str:
    """The text of a page with these words (x, y of the top, text), each a block of its own, in ten points."""
    raw = RawPage(1, 595.0, 842.0)
    for block, (x, y, text) in enumerate(rows):
        edges = [x + 5.0 * i for i in range(len(text) + 1)]
        piece = Piece(text, edges, (x, y, edges[-1], y + 10), block)
        piece.size, piece.font = 10.0, "F"
        raw.pieces.append(piece)
    return assemble(raw, order_pieces(raw, []), Vocabulary()).text


@pytest.mark.parametrize(
    ("rest", "joined"), [("0 is called a metric on X.", True), ("Always it is called so.", False)]
)
def test_a_lowered_mark_under_a_raised_one_goes_on_with_its_line(rest: str, joined: bool) -> None:
    first = "Let X be a set. A map d of all pairs to R+"
    end = 72 + 5 * len(first)
    text = text_of((72, 100, first), (end - 6, 103, rest))
    assert (f"{first} {rest}" in text) == joined


@pytest.mark.parametrize(
    ("first", "formula", "after", "expected"),
    [
        (FULL, "D(x, y) = 0", "of all such plots.", f"{FULL}\nD(x, y) = 0 of all such plots."),
        (FULL, "D(x, y) = 0", "Then it is called so.", f"{FULL}\nD(x, y) = 0\n\nThen it is called so."),
        (f"{FULL} us.", "D(x, y) = 0", "Then it is so.", f"{FULL} us.\n\nD(x, y) = 0\n\nThen it is so."),
        (FULL, "North plots", "Then it is so.", f"{FULL}\n\nNorth plots\n\nThen it is so."),
    ],
)
def test_a_sentence_goes_on_over_the_formula_that_it_leads_into(
    first: str, formula: str, after: str, expected: str
) -> None:
    assert text_of((72, 100, first), (200, 124, formula), (72, 148, after)) == expected


def test_a_sentence_that_leads_into_several_formulas_goes_on_behind_the_last() -> None:
    text = text_of(
        (72, 100, FULL), (200, 124, "D(x, y) = 0"), (200, 146, "E(x, y) = 0"), (72, 168, "of all plots.")
    )
    assert text == f"{FULL}\nD(x, y) = 0\nE(x, y) = 0 of all plots."


def test_a_formula_too_far_below_an_open_line_is_none_of_its_sentence() -> None:
    assert "\n\nD(x, y)" in text_of((72, 100, FULL), (200, 160, "D(x, y) = 0"))
