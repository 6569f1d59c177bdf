"""Words that a hyphen joins count together: *co-citation* is neither *co-view* nor any *citation*."""

from __future__ import annotations

import numpy as np
import pytest

from twintree.answering.evidence import Candidate, coverage, score_candidates
from twintree.answering.question import read_question
from twintree.answering.wholes import known, stems_in, wholes_of
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Span


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("Co-citations are predicted.", True),
        ("The co citation of two papers.", True),
        ("We predict cocitation.", True),
        ("Users co-view papers, and a citation leads on.", False),
        ("A citation, co-signed.", False),
    ],
)
def test_a_joined_word_stands_where_its_parts_stand_in_a_row(text: str, there: bool) -> None:
    wholes = wholes_of("How is co-citation scored?")
    assert ({"co", "citat"} <= stems_in(text, wholes)) is there
    assert bool({"co", "citat"} & stems_in(text, wholes)) is there


def test_a_part_that_the_question_has_elsewhere_counts_by_itself() -> None:
    wholes = wholes_of("Is co-citation scored as a direct citation is?")
    assert "citat" in stems_in("A direct citation is scored.", wholes)


def test_where_no_text_has_the_whole_its_parts_count() -> None:
    asked = read_question("Is the honey-comb heavy?")
    assert known(asked.wholes, ["Honey is sweet.", "The comb is light."]) == ()
    assert known(asked.wholes, ["Honey is sweet.", "The honey comb is light."]) == asked.wholes
    assert coverage(asked.stems, "The honey is heavy.", {}, asked.wholes) == pytest.approx(1 / 3)


def test_a_question_about_a_joined_word_is_answered_by_what_has_it() -> None:
    def alike(texts: list[str]) -> np.ndarray:
        return np.ones((len(texts), 1), dtype=np.float32)

    asked = read_question("What does the co-citation task predict?")
    texts = (
        "The co-view task predicts what a citation leads to.",
        "The co-citation task asks for papers cited together.",
    )
    found = [
        Candidate(paper=PaperId("P"), file=FileId("F"), spans=(Span(1, at, at + 1),), text=text, passage=0.5)
        for at, text in enumerate(texts)
    ]
    assert score_candidates(asked, found, {}, alike)[0].text == texts[1]
