"""What stands around the text and what only looks so: tables and headings at the top of a page are text."""

from __future__ import annotations

from random import Random

import pytest
from tests.engine.sources.conftest import MakePdf

from twintree.sources.parser import read_pages

TOP = 66
CELLS = ("System", "Precision", "Recall")


def column(x: float, y: float, name: str, rows: int = 50) -> list[tuple]:
    """Lines that differ in more than their digits, which do not tell running heads apart."""
    rng = Random(name)
    return [(x, y + 13 * row, f"{name}{row} {_words(rng)}", 9) for row in range(rows)]


def _words(rng: Random) -> str:
    return " ".join("".join(rng.choices("aeinorst", k=6)) for _ in range(4))


def table(x: float, rows: int = 4) -> list[tuple]:
    head = [(x + 70 * at, TOP, word, 9) for at, word in enumerate(CELLS)]
    return head + [
        (x + 70 * at, TOP + 13 * (row + 1), f"{row}.{at}", 9) for row in range(rows) for at in range(3)
    ]


def bodies(make_pdf: MakePdf, pages: list[list[tuple]]) -> list[str]:
    return [page.text[: page.body_end] for page in read_pages(make_pdf("a.pdf", pages))]


def test_a_tables_head_at_the_top_of_two_pages_is_no_running_head_and_takes_no_text(
    make_pdf: MakePdf,
) -> None:
    """Neither the cells nor what stands beside them in the other column."""
    pages = [
        [*column(60, TOP, f"l{n}r"), *column(310, TOP, f"r{n}r"), (290, 810, str(n), 9)] for n in range(6)
    ]
    pages[2] = [*column(60, TOP, "l2r"), *table(310), *column(310, 160, "r2r", 40), (290, 810, "2", 9)]
    left = [(60, TOP, "4 Prospects", 9), *column(60, TOP + 20, "l4r", 48)]
    pages[4] = [*left, *table(310), *column(310, 160, "r4r", 40), (290, 810, "4", 9)]
    read = bodies(make_pdf, pages)
    assert all(cell in read[number] for number in (2, 4) for cell in CELLS)
    assert "l2r0" in read[2]
    assert "4 Prospects" in read[4]


def test_a_tables_head_over_a_single_column_is_text_where_other_pages_have_theirs(make_pdf: MakePdf) -> None:
    pages = [column(60, TOP, f"p{n}r") for n in range(6)]
    for number in (2, 4):
        pages[number] = [*table(60), *column(60, 160, f"p{number}r", 40)]
    read = bodies(make_pdf, pages)
    assert all(cell in read[number] for number in (2, 4) for cell in CELLS)


@pytest.mark.parametrize("heading", [False, True])
def test_what_stands_beside_a_number_on_the_first_row_of_a_text_is_text(
    make_pdf: MakePdf, heading: bool
) -> None:
    pages = [[*column(60, TOP, f"p{n}r", 40), (520, TOP, str(n + 11), 9)] for n in range(4)]
    if heading:
        pages[2] = [(60, TOP, "Shade", 9), *column(60, TOP + 24, "p2r", 39), (520, TOP, "13", 9)]
    assert ("Shade" if heading else "p2r0") in bodies(make_pdf, pages)[2]


def test_a_running_head_that_changes_goes_with_the_page_number_beside_it(make_pdf: MakePdf) -> None:
    """Whether the head of a chapter comes on one page or on three of fourteen."""
    pages = []
    for n in range(14):
        head = (
            "Trees in the shade of older ones"
            if n in (3, 5, 7)
            else f"{'abcdefghijklmn'[n] * 4} in the shade of all"
        )
        pages.append(
            [
                (60, 40, head, 9),
                (520, 40, str(n + 1), 9),
                *column(60, TOP, f"l{n}r"),
                *column(310, TOP, f"r{n}r"),
            ]
        )
    for number, read in enumerate(bodies(make_pdf, pages)):
        assert read.startswith(f"l{number}r0"), read[:60]


def test_a_running_head_on_two_pages_of_a_short_paper_is_none_of_its_text(make_pdf: MakePdf) -> None:
    pages = [column(60, TOP, f"p{n}r") for n in range(5)]
    for number in (1, 3):
        pages[number].insert(0, (250, 40, "Trees in the shade of older ones", 9))
    assert not any("older ones" in read for read in bodies(make_pdf, pages))
