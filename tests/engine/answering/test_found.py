"""Found or not: a question whose names and rare words the papers lack is refused, however near its subject."""

from __future__ import annotations

from twintree.answering.evidence import Candidate
from twintree.answering.found import BAR, names_in, probability, signals
from twintree.answering.question import read_question
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Span

TEXT = "Word segmentation of Chinese text is done by character tagging, with conditional random fields."


def certainty(question: str, similarity: float) -> float:
    asked = read_question(question)
    sentence = Candidate(
        paper=PaperId("P"),
        file=FileId("F"),
        spans=(Span(1, 0, 1),),
        text=TEXT,
        similarity=similarity,
        coverage=0.6,
    )
    return probability(signals(asked, [sentence], {"P": TEXT}, {}))


def test_a_question_that_the_text_covers_is_found() -> None:
    assert certainty("How is word segmentation of Chinese text tagged?", 0.7) > BAR


def test_a_near_question_about_another_language_is_refused() -> None:
    near = certainty("Which word segmentation splits Thai syllables?", 0.5)
    assert near < BAR < certainty("Which word segmentation tags Chinese characters?", 0.7)


def test_nothing_scored_is_not_found() -> None:
    assert probability(signals(read_question("What is it?"), [], {}, {})) < BAR


def test_names_are_capitals_behind_the_first_word_and_words_with_digits() -> None:
    assert names_in("How does OpenACC speed up lattice QCD on H200 cards in Rome?") == (
        "OpenACC",
        "QCD",
        "H200",
        "Rome",
    )
