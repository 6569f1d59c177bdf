"""A question that compares two things is answered by what speaks of both, before what only points at a figure."""

from __future__ import annotations

from twintree.answering.comparing import comparing_first
from twintree.answering.evidence import Candidate
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Span

SHOWS = "Figure 2 shows Ant compared with the Bee baseline"
BOTH = "Ant finds more wax than Bee."
ONE = "Ant finds wax."


def said(text: str, score: float) -> Candidate:
    return Candidate(paper=PaperId("P"), file=FileId("F"), spans=(Span(1, 0, 1),), text=text, score=score)


def test_a_sentence_that_names_both_comes_before_a_figure_that_shows_them_and_one_that_names_one() -> None:
    scored = [said(SHOWS, 1.0), said(ONE, 0.95), said(BOTH, 0.85)]
    found = comparing_first("How does Ant compare to Bee?", scored)
    assert found[0].text == BOTH


def test_any_other_question_keeps_the_order() -> None:
    scored = [said(SHOWS, 1.0), said(BOTH, 0.85)]
    assert comparing_first("What does Ant find?", scored) == scored
