"""Recognised lines as pieces: columns, lines that run over both, tilted pages, sizes that are meant to be one."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pymupdf
import pytest

from twintree.sources import scanned
from twintree.sources.assembly import Vocabulary, assemble
from twintree.sources.ordering import order_pieces
from twintree.sources.pieces import Piece, RawPage, width_of
from twintree.sources.recogniser import Pixels, Seen, pixels_of
from twintree.sources.scanned import fill, level_sizes, tilt_of

SCALE = 2.0
WIDTH, HEIGHT = 400, 500
LEFT = [f"the colony of year {number} went on to grow in" for number in "one two three four five six".split()]
RIGHT = [
    f"every plot of kind {number} had been seen to be" for number in "one two three four five six".split()
]
ROW = 2  #: the row that is recognised as one line over both columns


@pytest.fixture
def page() -> Pixels:
    """Two columns of six lines, 14 points apart, as pixels."""
    with pymupdf.open() as document:
        sheet = document.new_page(width=WIDTH, height=HEIGHT)
        for row, words in enumerate(zip(LEFT, RIGHT, strict=True)):
            for x, text in zip((20, 208), words, strict=True):
                sheet.insert_text((x, 60 + 14 * row), text, fontsize=9)
        return pixels_of(sheet.get_pixmap(matrix=pymupdf.Matrix(SCALE, SCALE)))


def seen_at(text: str, x0: float, x1: float, y0: float, y1: float) -> Seen:
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Seen(text, 0.95, tuple((x * SCALE, y * SCALE) for x, y in corners))  # type: ignore[arg-type]


def lines_of(*, merged: bool) -> list[Seen]:
    found = []
    for row, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        # Boxes are as uneven in height as a recogniser's.
        y0, y1 = 51 + 14 * row - row % 3 * 0.4, 63 + 14 * row + row % 2 * 0.5
        ends = [pymupdf.get_text_length(text, fontsize=9) for text in (left, right)]
        if merged and row == ROW:
            found.append(seen_at(f"{left} {right}", 20, 208 + ends[1], y0, y1))
        else:
            found += [seen_at(left, 20, 20 + ends[0], y0, y1), seen_at(right, 208, 208 + ends[1], y0, y1)]
    return found


def text_of(pixels: Pixels, seen: list[Seen]) -> str:
    raw = RawPage(2, WIDTH, HEIGHT)
    gutters = fill(raw, pixels, seen, SCALE)
    return assemble(raw, order_pieces(raw, gutters), Vocabulary()).text


def turned(seen: Seen, angle: float) -> Seen:
    middle = (WIDTH * SCALE / 2, HEIGHT * SCALE / 2)
    corners = tuple(scanned._turned(point, angle, middle) for point in seen.corners)
    return Seen(seen.text, seen.score, corners)  # type: ignore[arg-type]


def test_columns_of_a_picture_are_read_one_after_the_other_as_running_text(page: Pixels) -> None:
    assert text_of(page, lines_of(merged=False)) == " ".join([*LEFT, *RIGHT])


def test_a_line_that_was_recognised_over_both_columns_is_read_again_in_each(
    page: Pixels, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: Iterator[str] = iter((LEFT[ROW], RIGHT[ROW]))
    cut: list[Pixels] = []

    def reads(pixels: Pixels) -> tuple[str, float]:
        cut.append(pixels)
        return next(told), 0.9

    monkeypatch.setattr(scanned, "read_line", reads)
    assert text_of(page, lines_of(merged=True)) == " ".join([*LEFT, *RIGHT])
    # Each part is whole: nothing is inked at the edge where it was cut.
    assert (cut[0][:, -2:] > 200).all()
    assert (cut[1][:, :2] > 200).all()


def test_a_speck_between_the_columns_parts_nothing(page: Pixels) -> None:
    speck = seen_at("，", 190, 214, 88, 94)
    assert text_of(page, [speck, *lines_of(merged=False)]) == " ".join([*LEFT, *RIGHT])


def test_a_heading_over_both_columns_stays_one_line(page: Pixels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanned, "read_line", lambda pixels: pytest.fail("nothing is to be read again"))
    page[60:90, 40:740] = 0
    heading = seen_at("How colonies of bees grow over the years in forty plots", 20, 370, 30, 45)
    assert text_of(page, [heading, *lines_of(merged=False)]).startswith(heading.text)


@pytest.mark.parametrize("degrees", [1.5, -1.5])
def test_a_tilted_page_is_read_as_a_level_one(page: Pixels, degrees: float) -> None:
    tilted = [turned(each, math.radians(degrees)) for each in lines_of(merged=False)]
    assert math.degrees(tilt_of(tilted)) == pytest.approx(degrees, abs=0.1)
    assert tilt_of(lines_of(merged=False)) == 0.0
    assert text_of(page, tilted) == " ".join([*LEFT, *RIGHT])


def test_sizes_are_told_by_the_words_widths_and_not_by_what_their_letters_reach() -> None:
    pieces = [
        piece("a line of running text, set in ten points", 10.0, 13.0),
        piece("on a mean sea we swim as we can", 10.3, 9.5),
        piece("aa", 10.0, 9.0),
        piece("A heading of some length", 14.0, 17.0),
    ]
    level_sizes(pieces)
    assert len({each.size for each in pieces[:3]}) == 1
    assert pieces[0].size == pytest.approx(10.0, abs=0.4)
    assert pieces[3].size == 14.0


def piece(text: str, size: float, height: float) -> Piece:
    """A line whose words are as wide as in type of this size, in a box of this height."""
    return Piece(text, [], (0, 0, size * sum(map(width_of, text)) / 1000, height), 0)


def test_a_picture_without_contrast_has_no_blanks() -> None:
    assert scanned._blank(np.full((20, 200, 3), 128, np.uint8)) == []
