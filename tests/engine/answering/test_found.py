"""Found or not: a question whose names and rare words the papers lack is refused, however near its subject."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from twintree.answering.evidence import Candidate
from twintree.answering.found import BAR, names_in, names_of, probability, signals
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


@pytest.mark.parametrize(
    ("question", "text", "share"),
    [
        ("Who leads the United States?", "The units of measurement are stated in a united front.", 0.0),
        ("Who leads the United States?", "The UNITED STATES sent ships.", 1.0),
        ("Who sells Holy Basil?", "They sold holy basil.", 1.0),
        ("Who sells Tulsi?", "They sold tulsi leaves.", 1.0),
        ("Who sells Rama?", "They sold a panorama.", 0.0),
        ("Which GPU did they use?", "The GPUs were rented.", 1.0),
        ("Who trained the ELM?", "An elmwood table.", 0.0),
    ],
)
def test_a_name_is_there_by_itself_and_not_by_parts_of_common_words(
    question: str, text: str, share: float
) -> None:
    sentence = Candidate(paper=PaperId("P"), file=FileId("F"), spans=(Span(1, 0, 1),), text=text)
    assert signals(read_question(question), [sentence], {"P": text}, {}).names == share


def test_nothing_scored_is_not_found() -> None:
    assert probability(signals(read_question("What is it?"), [], {}, {})) < BAR


def test_names_are_capitals_behind_the_first_word_and_words_with_digits() -> None:
    assert names_in("How does OpenACC speed up lattice QCD on H200 cards in Rome?") == (
        "OpenACC",
        "QCD",
        "H200",
        "Rome",
    )


def test_a_word_of_the_papers_language_is_found_from_a_question_in_another() -> None:
    """The authors that a question is put to, and how it asks, stand nowhere in a German book."""
    text = "Ein topologischer Raum heißt kompakt. Zur Kompaktheit gehört eine endliche Teilüberdeckung."
    asked = read_question("How does Thoma define Kompaktheit?")
    asked = replace(asked, stems=tuple(each for each in asked.stems if each != "thoma"))
    sentence = Candidate(
        paper=PaperId("P"), file=FileId("F"), spans=(Span(1, 0, 1),), text=text, similarity=0.3, coverage=1.0
    )
    assert names_of(asked) == ("Kompaktheit",)
    assert probability(signals(asked, [sentence], {"P": text}, {"kompaktheit": 8.0})) > BAR


def test_a_stem_is_known_in_a_word_with_another_languages_ending() -> None:
    text = "Die Überlagerung ist ein Begriff der algebraischen Topologie."
    asked = read_question("What is Überlagerung in topology?")
    sentence = Candidate(
        paper=PaperId("P"), file=FileId("F"), spans=(Span(1, 0, 1),), text=text, coverage=0.5
    )
    assert signals(asked, [sentence], {"P": text}, {}).missing == 0
    assert signals(read_question("What is a top?"), [sentence], {"P": text}, {}).missing == 1


@pytest.mark.parametrize(
    ("question", "similarity", "rarity", "is_found"),
    [
        ("What is the capital of Australia?", 0.39, 5.6, False),
        ("Who tells which entity was found by the taggers?", 0.62, 5.6, True),
        ("What data were used for training?", 0.33, 3.8, True),
    ],
)
def test_rare_words_among_several_papers_are_an_answer_only_where_the_meaning_is_near(
    question: str, similarity: float, rarity: float, is_found: bool
) -> None:
    """All words stand in the paper; what was measured of real questions is here by hand."""
    text = (
        "All capitals are kept, as in AUSTRALIA. Training data train. Taggers tell an entity found by others."
    )
    asked = read_question(question)
    sentence = Candidate(
        paper=PaperId("P"),
        file=FileId("F"),
        spans=(Span(1, 0, 1),),
        text=text,
        similarity=similarity,
        coverage=0.51,
    )
    read = signals(asked, [sentence], {"P": text, "Q": "Another paper."}, dict.fromkeys(asked.stems, rarity))
    assert (read.papers, read.common) == (2, float(rarity < 4))
    assert (probability(read) > BAR) is is_found
