"""What is said beside an answer, or instead of one."""

from __future__ import annotations

import pytest

from twintree.answering.question import read_question
from twintree.answering.remarks import (
    asked_as,
    asked_in,
    on_language,
    on_nearest,
    on_unread,
    on_unsaid,
    with_remarks,
)
from twintree.base.answers import Answer, AnswerSentence
from twintree.base.ids import PaperId, RunId
from twintree.base.records import PaperRow

ANTS = PaperRow(id=PaperId("Pants"), key="moreau2006ants", title="Ants", authors=("Ada Moreau",), year=2006)
NONE = Answer(run=RunId("R"), question="How do ants count?", answering="none", reason="Nothing holds.")


def test_a_refusal_says_what_the_nearest_paper_speaks_of_and_what_of_nowhere() -> None:
    asked = read_question("Why did the ants of Moreau use GPT-3 to count their steps?")
    pages = ["Ants count the steps.", "A step is short; 3 make a leap."]
    said = on_nearest(asked, ANTS, pages, {"gpt": 5.0, "ant": 1.0, "step": 4.0, "moreau": 0.5})
    assert said.startswith("The nearest paper, Moreau 2006, speaks of “steps”, “ants”")
    assert said.endswith(", and nowhere of “GPT-3”, “Moreau”.")


def test_words_that_carry_much_of_a_question_and_stand_nowhere_in_what_is_quoted_are_told() -> None:
    idf = {"ant": 1.0, "safe": 2.0, "pregnanc": 5.0, "in": 0.1}
    asked = read_question("Are ants safe in pregnancy?")
    said = on_unsaid(asked, [ANTS], ["Ants are safe to eat."], idf)
    assert said == "“pregnancy” stands nowhere in Moreau 2006."
    assert on_unsaid(asked, [ANTS], ["Ants are safe to eat.", "Not in pregnancy."], idf) == ""
    small = {"ant": 9.0, "safe": 9.0, "pregnanc": 2.0}
    assert on_unsaid(asked, [ANTS], ["Ants are safe to eat."], small) == ""


def test_papers_that_are_not_read_may_hold_what_was_not_found() -> None:
    assert on_unread([]) == ""
    assert on_unread([ANTS]) == "1 paper (moreau2006ants) is not read, or not whole: it may hold it."
    assert on_unread([ANTS] * 9) == "9 papers are not read, or not whole: they may hold it."


def test_nothing_is_said_of_a_paper_that_has_no_word_of_the_question() -> None:
    assert on_nearest(read_question("How do bees dance?"), ANTS, ["Ants count."], {}) == ""
    assert on_nearest(read_question("How do ants count?"), ANTS, ["Ants count."], {}) == (
        "The nearest paper, Moreau 2006, speaks of “ants”, “count”."
    )


def test_remarks_stand_behind_the_sentences_or_behind_the_reason() -> None:
    remark = "Your library has no Lo 2021, only Lo 2020."
    assert with_remarks(NONE, ()) is NONE
    assert with_remarks(NONE, (remark,)).reason == f"Nothing holds.\n{remark}"
    found = Answer(
        run=RunId("R"), question="q", sentences=(AnswerSentence(text="Ants count.", supported=True),)
    )
    first, second = with_remarks(found, (remark,)).sentences
    assert (first.text, second.text, second.supported) == ("Ants count.", remark, False)
    assert "records" in second.reason


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Wie hoch ist der Anteil von Eugenol im ätherischen Öl von Tulsi?", "de"),
        ("Welche Merkmale nutzt der Tagger von Chieu für Großschreibung?", "de"),
        ("Quelle est la taille du corpus utilisé par les auteurs?", "fr"),
        ("Какова точность метода на корпусе?", "ru"),
        ("What is a section tree?", ""),
        ("Is a GPU a must?", ""),
        ("Does SPECTER use Adam?", ""),
        ("Eugenol", ""),
        ("Was ist ein Abschnittsbaum?", "de"),
        ("Welche Lernrate wurde verwendet?", "de"),
        ("Wie viele Artikel enthält das Korpus?", "de"),
        ("Combien d’articles contient le corpus?", "fr"),
        ("In welchen Arbeiten wird die Genauigkeit der Methode genannt?", "de"),
        ("Was Adam used?", ""),
        ("Was SciBERT trained with Adam in Berlin?", ""),
        ("In which papers is Adam used?", ""),
    ],
)
def test_the_language_of_a_question_is_told_where_its_words_tell_it(question: str, language: str) -> None:
    assert asked_in(question) == language


def test_a_refusal_names_another_language_as_the_likely_reason_and_what_to_do() -> None:
    german = "Wie hoch ist der Anteil von Eugenol im ätherischen Öl von Tulsi?"
    said = on_language(german, ["en"])
    assert said.startswith("The question is in German and the nearest papers are in English")
    assert said.endswith("Ask in English.")
    assert on_language(german, ["de", "en"]) == ""
    assert on_language(german, [""]) == ""
    assert on_language("What is a section tree?", ["en", "de"]) == ""
    assert on_language("Eugenol", ["de"]) == ""


def test_an_english_question_to_papers_in_another_language_is_told_so_as_well() -> None:
    said = on_language("How many bytes does a packet hold?", ["fr", "fr"])
    assert said.startswith("The question is in English and the nearest papers are in French")
    nearest = on_language("How many bytes does a packet hold?", ["fr", "en", ""])
    assert nearest.startswith("The question is in English and the nearest paper is in French, which may be")
    assert nearest.endswith("Ask in French.")


def test_few_papers_that_a_follow_up_is_asked_of_are_named_and_many_are_counted() -> None:
    assert asked_as("Why?", ()) == "asked as: Why?"
    assert asked_as("Why?", ("Lind 2011", "Meng 2026b")) == "asked as: Why? · of Lind 2011 and Meng 2026b"
    assert asked_as("Why?", ["Lind 2011"] * 40) == "asked as: Why? · of 40 papers"
