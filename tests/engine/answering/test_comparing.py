"""A question that compares two things is answered by what speaks of both, before what only points at a figure."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from twintree.answering.comparing import compared_in, comparing_first
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


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("Is Ant better than Bee?", ["Ant", "Bee"]),
        ("Is the ant nest warmer than the bee hive in winter?", ["the ant nest", "the bee hive"]),
        ("Does Ant need more food than Bee?", ["Ant", "Bee"]),
        ("Do ants run much faster than bees on sand?", ["ants", "bees"]),
        ("Does Ant outperform Bee on wax?", ["Ant", "Bee"]),
        ("Which finds more wax, Ant or Bee?", ["Ant", "Bee"]),
        ("How does Ant compare to Bee?", ["Ant", "Bee"]),
        ("Is Ant rather than Bee used here?", []),
        ("Does the ant carry other things than wax?", []),
        ("What does Ant find?", []),
    ],
)
def test_what_is_compared_is_read_off_a_question(question: str, sides: list[str]) -> None:
    assert compared_in(question) == sides


@pytest.mark.parametrize(
    "caption", ["Table 3: Ant is better than Bee in four tasks", "Figure 1. Ant and Bee."]
)
def test_a_caption_never_tops_the_sentence_that_says_how_two_compare(caption: str) -> None:
    scored = [said(caption, 3.0), said("Ant and Bee were bred here.", 0.9), said(BOTH, 0.3)]
    found = comparing_first("Is Ant better than Bee?", scored)
    order = [each.text for each in found]
    assert order.index(BOTH) < order.index(caption)


def test_a_row_that_begins_with_its_caption_is_no_bare_caption() -> None:
    row = replace(said("Table 3: Wax by insect · Ant: 4 · Bee: 2", 1.0), kind="row")
    bare = said("Table 3: Ant compared with Bee", 1.1)
    assert comparing_first("Is Ant better than Bee?", [bare, row])[0].text == row.text


@pytest.mark.parametrize(
    "question",
    [
        "Is there a layer that uses a transformer other than BERT?",
        "Which paper is about parsing, Collins or Charniak?",
    ],
)
def test_a_noun_that_ends_like_a_comparative_compares_nothing(question: str) -> None:
    assert compared_in(question) == []
