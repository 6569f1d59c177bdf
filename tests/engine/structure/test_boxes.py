"""What the layout model's boxes take from candidates that stand in them."""

from __future__ import annotations

import pytest

from twintree.base.pages import LayoutBox
from twintree.base.records import Rect
from twintree.structure.boxes import weigh
from twintree.structure.candidates import Candidate
from twintree.structure.numbering import parse_number
from twintree.structure.rows import Row
from twintree.structure.scoring import THRESHOLD


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
    weigh([each], {1: [LayoutBox(kind, Rect(60, 80, 300, 200))]})
    assert (each.score >= THRESHOLD) == kept
