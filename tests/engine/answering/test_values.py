"""A question that only a duration, a sum or a date answers is not answered where nothing read holds one."""

from __future__ import annotations

import pytest

from twintree.answering.evidence import Candidate, says_what_it_is
from twintree.answering.question import read_question
from twintree.answering.values import first_where_none_is_shown, holding, value_asked
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Span


def said(text: str, paper: str = "P", score: float = 1.0) -> Candidate:
    spans = (Span(1, 0, len(text)),)
    return Candidate(paper=PaperId(paper), file=FileId("F"), spans=spans, text=text, score=score)


def held(question: str, text: str, known: str = "") -> bool:
    kind = value_asked(question)
    assert kind is not None
    return bool(holding(kind, read_question(question), [said(text)], lambda paper: known))


@pytest.mark.parametrize(
    "question",
    [
        "When does the tagger fail?",
        "How long are the documents?",
        "How much does the recall improve?",
        "When was the error lower?",
        "What is the cost of a message?",
        "How was MENERGI trained?",
    ],
)
def test_what_other_words_may_answer_asks_for_no_value(question: str) -> None:
    assert value_asked(question) is None


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How long did it take to train MENERGI?", "Training took 3 hours on one machine."),
        ("How long did it take to train MENERGI?", "MENERGI was trained within two days."),
        ("How long were the rats treated?", "Rats were treated for twenty-eight (28) days with oil."),
        ("How long were the rats given oil?", "Oil was given by mouth over a 4-week period."),
        ("How much did it cost to train MENERGI?", "Training it cost $120 of rented time."),
        ("When was MENERGI released?", "MENERGI came out in 2002 with all of its lists."),
    ],
)
def test_a_value_that_is_bound_to_what_is_asked_answers(question: str, text: str) -> None:
    assert held(question, text, "Named entities with MENERGI")


@pytest.mark.parametrize(
    ("question", "text", "known"),
    [
        (
            "How long did it take to train MENERGI?",
            "MENERGI · Size of training data: 180,000 tokens",
            "MENERGI",
        ),
        ("How long did it take to train MENERGI?", "For 30 rows, this should take 6 hrs.", "LongEval"),
        ("How long did it take to train MENERGI?", "Training took 3 hours on one machine.", "LongEval"),
        ("When was MENERGI first released?", "MENERGI outperforms MENE (Borthwick, 1999).", "MENERGI"),
        ("How much did it cost to annotate S2ORC?", "S2ORC still yields 16.5B tokens.", "S2ORC"),
        ("How much did it cost to annotate S2ORC?", "S2ORC was read by a model for one week.", "S2ORC"),
    ],
)
def test_another_value_or_that_of_another_thing_does_not(question: str, text: str, known: str) -> None:
    assert not held(question, text, known)


def test_a_sentence_with_the_value_is_shown_where_none_of_those_shown_has_one() -> None:
    first, second, third = (
        said("The rats were kept in cages.", score=0.9),
        said("Oil was given to rats by hand.", score=0.8),
        said("It went on for 28 days.", score=0.3),
    )
    ordered = first_where_none_is_shown([third], [first, second, third], 2, 0.7)
    assert [each.text for each in ordered] == [third.text, first.text, second.text]
    assert first_where_none_is_shown([second], [first, second, third], 2, 0.7) == [first, second, third]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Qu'est-ce qu'un packer ?", "On appelle ces programmes des empaqueteurs (packers)."),
        ("Qu'est-ce qu'une vague ?", "Une vague est définie comme un ensemble d'instructions."),
        ("Que désigne une vague ?", "Une vague désigne une suite d'instructions."),
        ("Comment est définie une vague ?", "Nous appelons vague ce qui suit le code."),
    ],
)
def test_a_french_definition_is_known(question: str, text: str) -> None:
    asked = read_question(question)
    assert asked.kind == "definition"
    assert says_what_it_is(asked, text)
    assert not says_what_it_is(asked, "Dans ce chapitre nous expliquons ce qu'est un programme binaire.")
