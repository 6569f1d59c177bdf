"""Raised numbers behind words: the word can be found, powers and charges stay whole, each character has its place."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from twintree.base.pages import PageText, rects_of
from twintree.knowledge.markers import RAISED
from twintree.sources.parser import read_pages
from twintree.sources.raised import HAIR


def _page(tmp_path: Path, before: str, mark: str, after: str) -> tuple[PageText, float]:
    """A line with a raised mark behind ``before``, and where that mark was printed."""
    path = tmp_path / "raised.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=595, height=842)
        x = 72 + pymupdf.get_text_length(before, "tiro", 10)
        page.insert_text((72, 100), before, fontsize=10, fontname="tiro")
        page.insert_text((x, 96.4), mark, fontsize=7, fontname="tiro")
        end = x + pymupdf.get_text_length(mark, "tiro", 7)
        page.insert_text((end, 100), after, fontsize=10, fontname="tiro")
        document.save(path)
    return next(iter(read_pages(path))), x


@pytest.mark.parametrize(
    ("before", "mark", "after"),
    [
        ("We release the corpus", "3", " to all who keep bees."),
        ("This was shown in trials of clover", "12,13", ", and again."),
        ("They are called by their acronym BERT", "2", "."),
    ],
)
def test_a_raised_number_stands_off_the_word_that_it_marks(
    tmp_path: Path, before: str, mark: str, after: str
) -> None:
    page, x = _page(tmp_path, before, mark, after)
    assert page.text == f"{before}{HAIR}{mark}{after}"
    assert " ".join(page.text.split()) == f"{before} {mark}{after}"
    at = len(before) + 1
    (box,) = rects_of(page.lines, at, at + len(mark))
    assert box.x0 == pytest.approx(x, abs=1.5)
    found = RAISED.search(page.text)
    assert found is not None
    assert found.group(1) == mark


@pytest.mark.parametrize(
    ("before", "mark", "after"),
    [
        ("The plots of clover are 20 m", "2", " wide."),
        ("There were more than 10", "3", " bees."),
        ("All bees were fed with Ca", "2+", " and honey."),
        ("It is the value of sin", "2", " that counts."),
        ("It grew by 3 kg per cm", "3", " of clover."),
    ],
)
def test_powers_units_and_charges_stay_whole(tmp_path: Path, before: str, mark: str, after: str) -> None:
    page, _ = _page(tmp_path, before, mark, after)
    assert page.text == f"{before}{mark}{after}"


def test_a_number_that_is_part_of_a_word_stays_in_it(tmp_path: Path) -> None:
    page, _ = _page(tmp_path, "We write it in Python3 and in Fortran90 all the ", "same", " on plots.")
    assert "Python3 and in Fortran90" in page.text
