"""Cells of tables, LaTeX of formulas, and pictures cut out of pages by a process of its own."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from twintree.base.anchors import Cut, CutOut
from twintree.base.errors import Cancelled, UnreadableFile
from twintree.base.progress import CancelToken
from twintree.base.records import Rect
from twintree.sources.cutting import cut_out, header_of, word_grid
from twintree.sources.formulas import Bar, Character, latex_of


def test_cells_are_told_by_gaps_that_all_rows_share() -> None:
    rows = [("Voters", "Tune", "Test"), ("all seven", "83.6", "85.0"), ("four best", "84.0", "86.3")]
    words = []
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            for place, word in enumerate(cell.split()):
                x, y = 100.0 + 90 * column + 26 * place, 100.0 + 14 * row
                words.append((x, y, x + 5 * len(word), y + 10, word))
    assert word_grid(words) == [list(row) for row in rows]


def _grid(*rows: tuple[str, ...]) -> list[tuple[float, float, float, float, str]]:
    return [
        (100.0 + 90 * column, 100.0 + 14 * row, 100.0 + 90 * column + 6 * len(cell), 110.0 + 14 * row, cell)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell
    ]


def test_a_line_that_stands_over_several_columns_leaves_them_apart() -> None:
    rows = [("Model", "May", "June"), ("bees", "9", "3"), ("ants", "8", "2"), ("flies", "7", "1")]
    over = (100.0, 86.0, 400.0, 96.0, "Seminar-Announcements-of-the-Beekeepers-of-the-North")
    assert word_grid([over, *_grid(*rows)])[1:] == [list(row) for row in rows]


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        (
            [
                ("Number", "Compound", "Time", "Area", "Mass"),
                ("of peak", "", "(min)", "", "(g/mol)"),
                ("", "Monoterpene", "", "", ""),
                ("1", "thujene", "5.48", "0.19", "136.23"),
            ],
            2,
        ),
        (
            [
                ("", "Normal", "Fed"),
                ("Organ weight", "", ""),
                ("(g/kg)", "", ""),
                ("Liver", "32.5", "62.2"),
            ],
            1,
        ),
        ([("Sample", "Bees", "Ants"), ("name", "", ""), ("north", "3.1", "4.2")], 2),
        ([("Bees", "May", "June"), ("", "(kg)", ""), ("north", "3.1", "4.2")], 2),
    ],
)
def test_what_names_a_group_of_rows_is_no_part_of_the_head(rows: list[tuple[str, ...]], header: int) -> None:
    assert header_of(rows) == header


def printed(text: str, levels: str) -> list[Character]:
    """Characters side by side; ``-`` full size, ``^`` raised, ``_`` lowered."""
    shift = {"-": (100.0, 10.0), "^": (96.0, 7.0), "_": (102.0, 7.0)}
    return [
        Character(char, *shift[level], 6.0 * at, 6.0 * at + 5)
        for at, (char, level) in enumerate(zip(text, levels, strict=True))
    ]


def test_a_formula_of_one_line_becomes_latex() -> None:
    assert latex_of(printed("xt≤αx2", "-_---^")) == r"x_{t}\le \alpha x^{2}"


def fraction(over: str, under: str, bar: float = 97.0, at: float = 20.0) -> tuple[list[Character], Bar]:
    """Characters over and under a bar that begins at ``at``."""
    wide = 6.0 * max(len(over), len(under))
    rows = ((over, bar - 4), (under, bar + 10))
    chars = [
        Character(char, base, 10.0, at + 6 * place, at + 6 * place + 5)
        for text, base in rows
        for place, char in enumerate(text)
    ]
    return chars, Bar(at - 1, at + wide, bar)


def test_a_fraction_is_told_by_its_bar() -> None:
    parts, bar = fraction("a+b", "c")
    front = [Character("y", 100, 10, 0, 5), Character("=", 100, 10, 8, 13)]
    assert latex_of([*front, *parts], [bar]) == r"y = \frac{a+b}{c}"
    # Without the bar it is not certain that one is divided by the other.
    assert latex_of([*front, *parts]) == ""


def test_scripts_stand_on_their_letter_however_many_and_on_both_sides() -> None:
    letters = [Character("x", 100, 10, 0, 5), Character("=", 100, 10, 16, 21)]
    low = [Character("i", 102, 7, 5, 8), Character("j", 102, 7, 8, 11)]
    high = [Character("2", 96, 7, 5, 9), Character("k", 96, 7, 9, 13)]
    assert latex_of([*letters, *low, *high]) == "x_{ij}^{2k} ="


@pytest.mark.parametrize(
    "more",
    [
        Character("θ", 107, 7, 3, 8),  # a limit under an operator stands lower than a subscript
        Character("ˆ", 100, 10, 0, 5),  # an accent
        Character("\u20d7", 100, 10, 0, 5),  # an arrow over the letter
        Character("(", 103, 16, 6, 12),  # a bracket over several lines
        Character("2", 90, 7, 6, 9),  # nearer to another line than to this
    ],
)
def test_what_is_not_certain_is_no_latex(more: Character) -> None:
    assert latex_of([Character("x", 100, 10, 0, 5), more]) == ""


def test_a_script_with_a_script_of_its_own_is_left_to_the_picture() -> None:
    letters = [Character("x", 100, 10, 0, 5), Character("w", 102, 7, 5, 9), Character("t", 103, 5, 9, 11)]
    assert latex_of(letters) == ""


@pytest.mark.parametrize("bar", [Bar(-1, 6, 103), Bar(-1, 6, 90)])
def test_a_bar_over_or_under_a_letter_is_no_fraction(bar: Bar) -> None:
    assert latex_of([Character("x", 100, 10, 0, 5)], [bar]) == ""


def test_a_formula_over_several_lines_is_left_to_its_picture() -> None:
    fraction = [Character("a", 90, 10, 0, 5), Character("b", 104, 10, 0, 5), Character("=", 97, 10, 8, 13)]
    assert latex_of(fraction) == ""
    assert latex_of(printed("∑x", "--")) == ""


@pytest.fixture
def table_pdf(tmp_path: Path) -> Path:
    path = tmp_path / "table.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=400, height=300)
        for row, cells in enumerate([("Run", "Cost"), ("bees", "12"), ("ants", "7")]):
            for column, cell in enumerate(cells):
                box = pymupdf.Rect(50 + 100 * column, 50 + 20 * row, 150 + 100 * column, 70 + 20 * row)
                page.draw_rect(box)
                page.insert_text((box.x0 + 4, box.y1 - 6), cell, fontsize=10)
        document.save(path)
    return path


def test_a_table_is_cut_out_with_its_picture_its_cells_and_its_header(table_pdf: Path) -> None:
    got: list[CutOut] = []
    box = Rect(50, 50, 250, 110)
    cut_out(
        table_pdf,
        [Cut(name="t", page=1, box=box, kind="table"), Cut(name="gone", page=7, box=box, kind="figure")],
        got.append,
    )
    table, gone = got
    assert table.cells == (("Run", "Cost"), ("bees", "12"), ("ants", "7"))
    assert table.header == 1
    picture = pymupdf.Pixmap(table.png)
    assert not picture.is_unicolor
    assert picture.width / picture.height == pytest.approx(206 / 66, rel=0.05)
    assert (gone.name, gone.png) == ("gone", b"")


def test_cutting_stops_at_once_and_says_why_a_file_cannot_be_read(table_pdf: Path, tmp_path: Path) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        cut_out(
            table_pdf,
            [Cut(name="t", page=1, box=Rect(0, 0, 9, 9), kind="figure")],
            lambda cut: None,
            cancel=token,
        )
    with pytest.raises(UnreadableFile, match="can no longer be read"):
        cut_out(
            tmp_path / "no.pdf",
            [Cut(name="t", page=1, box=Rect(0, 0, 9, 9), kind="figure")],
            lambda cut: None,
        )


def test_a_printed_fraction_is_cut_out_as_latex(tmp_path: Path) -> None:
    path = tmp_path / "formula.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=200, height=100)
        page.insert_text((20, 53), "r =", fontsize=10)
        page.insert_text((42, 46), "a + b", fontsize=10)
        page.draw_line((40, 50), (66, 50), width=0.4)
        page.insert_text((50, 60), "2", fontsize=10)
        document.save(path)
    got: list[CutOut] = []
    cut_out(path, [Cut(name="e", page=1, box=Rect(15, 35, 70, 65), kind="equation")], got.append)
    assert got[0].latex == r"r = \frac{a + b}{2}"
    assert got[0].png
