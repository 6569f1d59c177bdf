"""A model is given few sentences, the best of them with those beside them."""

from __future__ import annotations

from twintree.answering.division import no_layout
from twintree.answering.evidence import Candidate
from twintree.answering.given import given
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import Span

TEXT = (
    "Honey was weighed in May. The bees gathered most of it. It was twelve grams a day.\n\n"
    "Wasps hunt flies. They carry them to their grey nest.\n\n"
    "Moths find their mates by smell."
)
PAGE = PageText(1, "", 600, 800, TEXT, len(TEXT), ())


def said(words: str, score: float, kind: str = "") -> Candidate:
    start = TEXT.index(words)
    return Candidate(
        paper=PaperId("P"), file=FileId("F"), spans=(Span(1, start, start + len(words)),), text=words, score=score,
        kind=kind,
    )  # fmt: skip


def texts(*scored: Candidate, context: int = 1, bar: float = 0.7) -> list[str]:
    found = given(scored, 5, bar, context, lambda file, number: PAGE, no_layout)
    for each in found:
        assert [" ".join(TEXT[s.start : s.end].split()) for s in each.spans] == [each.text]
    return [each.text for each in found]


BEES = said("The bees gathered most of it.", 1.0)
WASPS = said("They carry them to their grey nest.", 0.8)
MOTHS = said("Moths find their mates by smell.", 0.5)


def test_the_best_brings_its_paragraph_s_neighbours_and_the_next_stands_alone() -> None:
    assert texts(BEES, WASPS) == [
        "Honey was weighed in May. The bees gathered most of it. It was twelve grams a day.",
        "They carry them to their grey nest.",
    ]


def test_neighbours_stay_within_the_paragraph() -> None:
    assert texts(WASPS, MOTHS, context=2, bar=0.5) == [
        "Wasps hunt flies. They carry them to their grey nest.",
        "Moths find their mates by smell.",
    ]


def test_what_is_far_from_the_best_is_not_given() -> None:
    assert texts(BEES, MOTHS, context=0) == [BEES.text]


def test_a_sentence_that_came_as_a_neighbour_is_not_given_again() -> None:
    grams = said("It was twelve grams a day.", 0.9)
    assert len(texts(BEES, grams)) == 1
    assert len(texts(BEES, grams, context=0)) == 2


def test_a_caption_stays_as_it_is() -> None:
    assert texts(said("The bees gathered most of it.", 1.0, "caption")) == [BEES.text]
