"""Why a thing was made is said where a paper begins, in other words than those that ask."""

from __future__ import annotations

import numpy as np
import pytest

from twintree.answering.evidence import Candidate, score_candidates
from twintree.answering.question import read_question
from twintree.answering.reasons import asks_purpose, openings, says_purpose
from twintree.base.answers import Hit
from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.pages import PageText
from twintree.base.records import FileRow, Section, SectionTree, Span

PAPER, FILE = PaperId("P"), FileId("F")
GOAL = "The goal of this work is to let keepers find their way among many hives."
DRAWN = "The map was drawn by hand in ink on a very large sheet of paper, and copied twice by other keepers."
TEXT = f"1 Introduction\n\nKeepers are busy and walk a lot. {GOAL}\n\n2 Methods\n\n{DRAWN}"


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Why was the hive map built?", True),
        ("Why did they study essential oils?", True),
        ("What is the purpose of the map?", True),
        ("Why is A faster than B?", False),
        ("How was the hive map built?", False),
        ("Why did Meng and Ito develop the hive map?", True),
        ("Why is a hive map needed?", True),
        ("What was the hive map built for?", True),
        ("What was the main aim of the study?", True),
        ("Why does the tagger make errors on studied words?", False),
        ("Why are errors made by the tagger?", False),
        ("Why is the error lower when the map is made by hand?", False),
        ("Why does a well written hive map help bees?", False),
        ("What is the goal state of the planner?", False),
        ("What is the idea of beam search?", False),
    ],
)
def test_a_question_for_a_purpose_is_known(question: str, asks: bool) -> None:
    assert asks_purpose(question) is asks


def test_a_sentence_that_says_what_was_missing_says_why() -> None:
    assert says_purpose(GOAL)
    assert says_purpose("Yet there are no research studies on hives in cities.")
    assert not says_purpose("The map of the hives was built in two weeks.")


def test_the_introduction_is_read_though_its_words_are_others_and_what_was_found_is_not_read_twice() -> None:
    page = PageText(1, "", 600, 800, TEXT, len(TEXT), ())
    methods = TEXT.index("2 Methods")
    tree = SectionTree(
        paper=PAPER,
        nodes=(
            Section(
                id=SectionId("P.s0001"), title="Introduction", level=1, start_page=1, end_page=1, role="introduction",
                start=(1, 0), end=(1, methods),
            ),
            Section(
                id=SectionId("P.s0002"), title="Methods", level=1, start_page=1, end_page=1, role="methods",
                start=(1, methods), end=(1, len(TEXT)),
            ),
        ),
    )  # fmt: skip
    file = FileRow(
        id=FILE,
        paper=PAPER,
        name="a.pdf",
        path="a.pdf",
        role="main",
        linked=False,
        sha256="",
        size=1,
        pages=1,
    )

    def opened(hits: list[Hit]) -> str:
        found = openings(hits, [PAPER], lambda paper: tree, lambda paper: [file], lambda file, number: page)
        return " ".join(TEXT[span.start : span.end] for hit in found for span in hit.spans)

    assert GOAL in opened([])
    assert "drawn by hand" not in opened([])
    spans = openings([], [PAPER], lambda paper: tree, lambda paper: [file], lambda file, number: page)
    assert GOAL not in opened(spans)


def test_what_says_the_purpose_comes_before_what_repeats_the_words() -> None:
    def alike(texts: list[str]) -> np.ndarray:
        return np.ones((len(texts), 1), dtype=np.float32)

    found = [
        Candidate(paper=PAPER, file=FILE, spans=(Span(1, at, at + 1),), text=text, passage=0.5)
        for at, text in enumerate(("The map has many hives.", GOAL, "Hives are maps of bees."))
    ]
    assert (
        score_candidates(read_question("Why was the map of hives built?"), found, {}, alike)[0].text == GOAL
    )
