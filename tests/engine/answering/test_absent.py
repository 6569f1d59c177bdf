"""A place that a paper has not is told, with what the paper has of that kind."""

from __future__ import annotations

import pytest

from twintree.answering.absent import on_absent
from twintree.base.anchors import Anchor
from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.records import PaperRow, Section, SectionTree

ROW = PaperRow(id=PaperId("p"), key="okafor2026two", title="Two Trees", authors=("Tomás Okafor",), year=2026)


def table(number: str, kind: str = "table") -> Anchor:
    return Anchor(
        id=number, paper=ROW.id, file=FileId("f"), kind=kind, page=1, box=(0, 0, 1, 1), number=number
    )


def tree(*numbers: str) -> SectionTree:
    return SectionTree(
        paper=ROW.id,
        nodes=tuple(
            Section(id=SectionId(n), title=f"Part {n}", number=n, level=1, start_page=1, end_page=2)
            for n in numbers
        ),
    )


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What does Table 9 show?", "Okafor 2026 has no Table 9 that was found; its tables are 1 to 4."),
        ("What does Fig. 5 show?", "Okafor 2026 has no Fig. 5 that was found; it has one figure, number 2."),
        (
            "What does Algorithm 1 do?",
            "Okafor 2026 has no Algorithm 1 that was found; it has no algorithm with a number.",
        ),
        ("What does Section 7 say?", "Okafor 2026 has no Section 7; its sections are numbered 1 to 3."),
        ("What is on page 40?", "Okafor 2026 has no page 40: it has 8 pages."),
        ("What is a tree?", ""),
    ],
)
def test_what_is_not_there_is_told_with_what_is(question: str, said: str) -> None:
    anchors = [table("1"), table("2"), table("3"), table("4"), table("2", "figure")]
    assert on_absent(question, ROW, tree("1", "2", "3", "3.1"), anchors, 8) == said


def test_numbers_with_gaps_or_letters_are_listed() -> None:
    said = on_absent("What does Table 9 show?", ROW, tree(), [table("1"), table("3"), table("S1")], 8)
    assert "its tables are 1, 3, S1." in said
