"""A row is said as *head: value* where it is sure which head stands above which cell, and else as it stands."""

from __future__ import annotations

import pytest

from twintree.answering.pairs import told_as_pairs
from twintree.base.anchors import Anchor
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Rect


def table(*cells: tuple[str, ...], header: int = 1) -> Anchor:
    return Anchor(
        id="P.tab1", paper=PaperId("P"), file=FileId("F"), kind="table", page=1, box=Rect(0, 0, 1, 1), cells=cells,
        header=header,
    )  # fmt: skip


def test_each_cell_stands_behind_its_head_and_the_rows_name_before_them() -> None:
    known = table(
        ("", "", "group", ""), ("", "Bees", "Ants", "Ants + Lice"), ("Wax (g)", "5 ± 1a", "", "2"), header=2
    )
    assert told_as_pairs(known, "Wax (g) 5 ± 1a 2") == ("Wax (g)", "Bees: 5 ± 1a", "Ants + Lice: 2")


def test_a_head_in_two_rows_is_one_and_a_number_that_begins_a_row_has_its_own() -> None:
    known = table(("No.", "Time", "Area"), ("", "(min)", ""), ("7", "2.5", "0.19"), header=2)
    assert told_as_pairs(known, "7 2.5 0.19") == ("No.: 7", "Time (min): 2.5", "Area: 0.19")


@pytest.mark.parametrize(
    ("cells", "header", "row"),
    [
        ((("Bees", "5", "2"), ("Ants", "3", "1")), 0, "Ants 3 1"),  # no head is known
        ((("", "F1", "F1"), ("Ants", "3", "1")), 1, "Ants 3 1"),  # two columns are called alike
        ((("", "Wax", ""), ("Ants", "3", "1")), 1, "Ants 3 1"),  # one column has no head
        ((("", "Wax", "Ho-"), ("Ants", "3", "1")), 1, "Ants 3 1"),  # a head goes on
        ((("", "Wax", "Honey"), ("", "(g)", "(g)"), ("Ants", "3", "1")), 1, "Ants 3 1"),  # so does this one
        ((("", "Wax", "Honey"), ("Ants", "3 4", "1")), 1, "Ants 3 4 1"),  # two columns in one cell
        ((("", "Wax", "Honey"), ("Ants", "3", "1")), 1, "Wasps 3 1"),  # no row of these cells
        ((("", "Wax"), ("Ants", "3", "1")), 1, "Ants 3 1"),  # fewer heads than cells
    ],
)
def test_where_heads_are_not_sure_nothing_is_told(
    cells: tuple[tuple[str, ...], ...], header: int, row: str
) -> None:
    assert told_as_pairs(table(*cells, header=header), row) == ()
