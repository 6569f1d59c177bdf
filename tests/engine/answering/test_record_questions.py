"""Who wrote a paper, when and where it appeared: asked of its record, told with its title page."""

from __future__ import annotations

import pytest

from twintree.answering.record_questions import read_record_question
from twintree.library import Library


@pytest.mark.parametrize(
    ("question", "asks", "work"),
    [
        ("Who wrote Two Trees over Methods?", "authors", "Two Trees over Methods"),
        ("Who are the authors of “Two Trees over Methods”?", "authors", "Two Trees over Methods"),
        ("By whom was okafor2026two written?", "authors", "okafor2026two"),
        ("When was the two trees paper published?", "year", "the two trees paper"),
        ("In which year did Two Trees appear?", "year", "Two Trees"),
        ("Where was Two Trees published?", "venue", "Two Trees"),
        ("Who wrote Two Trees and when was it published?", "authors year", "Two Trees"),
        ("When did Two Trees appear, and who wrote it?", "authors year", "Two Trees"),
        ("When and where was Two Trees published?", "year venue", "Two Trees"),
        ("Who wrote Trees and Tables?", "authors", "Trees and Tables"),
        ("Wer hat das Buch Zwei Bäume geschrieben?", "authors", "das Buch Zwei Bäume"),
        ("Von wem ist Zwei Bäume?", "authors", "Zwei Bäume"),
        ("Wann ist Zwei Bäume erschienen?", "year", "Zwei Bäume"),
        ("Qui a écrit Deux arbres ?", "authors", "Deux arbres"),
    ],
)
def test_what_is_asked_of_a_record_is_read(question: str, asks: str, work: str) -> None:
    read = read_record_question(question)
    assert read is not None
    assert (" ".join(read.asks), read.work) == (asks, work)


@pytest.mark.parametrize(
    "question",
    [
        "Who annotated the corpus?",
        "When was the survey carried out?",
        "Where do bees live?",
        "Which year has the most papers?",
        "Who cites okafor2026two?",
        "Who wrote Two Trees and where do bees live?",
    ],
)
def test_questions_about_what_papers_say_are_left_alone(question: str) -> None:
    assert read_record_question(question) is None


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who wrote Two Trees over Methods?", "Tomás Okafor and Lena Meng"),
        ("Who are the authors of okafor2026two?", "Tomás Okafor and Lena Meng"),
        ("Wer hat das Buch Two Trees over Methods geschrieben?", "Tomás Okafor and Lena Meng"),
        ("When was the paper called Two Trees over Methods published?", "2026"),
        ("Who wrote Two Trees over Methods and when was it published?", "Lena Meng and appeared in 2026"),
    ],
)
def test_a_record_answers_and_its_title_page_is_cited(
    sample_library: Library, question: str, words: str
) -> None:
    answer = sample_library.ask(question)
    assert answer.found
    (sentence,) = answer.sentences
    assert words in sentence.text
    assert sentence.citations[0].page == 1
    assert sentence.citations[0].quote.startswith("Two Trees over Methods")


@pytest.mark.parametrize(
    "question", ["Who wrote the index?", "When was the ledger written?", "Who wrote it?"]
)
def test_what_is_no_title_of_the_library_is_asked_of_its_pages(
    sample_library: Library, question: str
) -> None:
    assert all("” is by " not in each.text for each in sample_library.ask(question).sentences)
