"""Cells of tables, LaTeX of formulas, and pictures cut out of pages by a process of its own."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from twintree.base.anchors import Cut, CutOut
from twintree.base.errors import Cancelled, UnreadableFile
from twintree.base.progress import CancelToken
from twintree.base.records import Rect
from twintree.sources.cutting import Character, cut_out, latex_of, word_grid


def test_cells_are_told_by_gaps_that_all_rows_share() -> None:
    rows = [("Voters", "Tune", "Test"), ("all seven", "83.6", "85.0"), ("four best", "84.0", "86.3")]
    words = []
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            for place, word in enumerate(cell.split()):
                x, y = 100.0 + 90 * column + 26 * place, 100.0 + 14 * row
                words.append((x, y, x + 5 * len(word), y + 10, word))
    assert word_grid(words) == [list(row) for row in rows]


def printed(text: str, levels: str) -> list[Character]:
    """Characters side by side; ``-`` full size, ``^`` raised, ``_`` lowered."""
    shift = {"-": (100.0, 10.0), "^": (96.0, 7.0), "_": (102.0, 7.0)}
    return [
        Character(char, *shift[level], 6.0 * at, 6.0 * at + 5)
        for at, (char, level) in enumerate(zip(text, levels, strict=True))
    ]


def test_a_formula_of_one_line_becomes_latex() -> None:
    assert latex_of(printed("xt≤αx2", "-_---^")) == r"x_{t}\le \alpha x^{2}"


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
