"""What the layout model's boxes take from candidates that stand in them."""

from __future__ import annotations

import pytest

from twintree.base.pages import LayoutBox
from twintree.base.records import Rect
from twintree.structure.boxes import weigh
from twintree.structure.candidates import Candidate, Reading
from twintree.structure.numbering import parse_number
from twintree.structure.rows import Body, Row
from twintree.structure.scoring import THRESHOLD


def reading(*rows: Row) -> Reading:
    return Reading(list(rows), Body(10.0, "F", False, 12.0, 220.0, 9000), 1, {1: 800.0}, {})


def line(title: str, x0: float, y0: float, *, bold: bool = False) -> Row:
    return Row(1, 0, len(title), title, Rect(x0, y0, x0 + 40, y0 + 12), 10.0, bold, False, "F", 0)


def candidate(row: Row, *, plain: bool = False, score: float = 0.9997) -> Candidate:
    return Candidate(
        row.text, 1, 0, row.end, row.box, number=parse_number(row.text), rows=[row], plain=plain, score=score
    )


@pytest.mark.parametrize(
    ("title", "plain", "beside", "kept"),
    [
        ("Method", True, True, False),
        ("Our trees", False, True, False),
        ("Method", False, True, True),
        ("Method", True, False, True),
        ("2 Method", True, True, True),
    ],
)
def test_a_plain_line_with_cells_beside_it_in_a_table_is_none_whatever_it_says(
    title: str, plain: bool, beside: bool, kept: bool
) -> None:
    """The head of a table's column may be a common title; the list of references is taken for a table at times."""
    row = line(title, 72, 100, bold=not plain)
    each = candidate(row, plain=plain)
    cell = line("0.95", 240, 100 if beside else 130)
    weigh([each], {1: [LayoutBox("table", Rect(60, 80, 300, 200))]}, reading(row, cell))
    assert (each.score >= THRESHOLD) == kept


@pytest.mark.parametrize(
    ("height", "plain", "kept"), [(90, True, False), (14, True, True), (90, False, True)]
)
def test_a_plain_line_that_the_model_takes_for_one_of_a_paragraph_is_no_title(
    height: float, plain: bool, kept: bool
) -> None:
    row = line("Algorithm", 72, 100, bold=not plain)
    each = candidate(row, plain=plain)
    weigh([each], {1: [LayoutBox("text", Rect(60, 99, 300, 99 + height))]}, reading(row))
    assert (each.score >= THRESHOLD) == kept


@pytest.mark.parametrize(
    ("title", "kind", "kept"),
    [
        ("Our trees", "table", False),
        ("Our trees", "picture", False),
        ("Our trees", "list-item", True),
        ("2 Our trees", "table", True),
        ("Our trees", "text", True),
    ],
)
def test_bold_words_in_a_table_are_no_title_unless_they_have_a_number(
    title: str, kind: str, kept: bool
) -> None:
    """A number is seldom printed in front of a cell's words, and the model takes text for a table at times."""
    box = Rect(72, 100, 150, 112)
    row = Row(1, 0, len(title), title, box, 10.0, True, False, "F", 0)
    each = Candidate(title, 1, 0, len(title), box, number=parse_number(title), rows=[row], score=0.9)
    weigh([each], {1: [LayoutBox(kind, Rect(60, 80, 300, 200))]}, reading(row))
    assert (each.score >= THRESHOLD) == kept
