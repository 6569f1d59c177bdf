"""A question that compares papers is put to each of them in words that say something of it."""

from __future__ import annotations

from twintree.answering.parts import of_amounts, of_each, put_to
from twintree.answering.question import read_question
from twintree.base.answers import Hit, Scope
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Span

ANTS, BEES = PaperId("Pants"), PaperId("Pbees")
TITLES = {ANTS: "How ants count their steps", BEES: "The dance of bees"}


def hit(paper: PaperId, number: int = 1) -> Hit:
    return Hit(paper=paper, file=FileId("F"), page=number, spans=(Span(number, 0, 1),), snippet="")


def test_what_papers_are_compared_in_is_asked_of_each() -> None:
    asked = read_question("How do Moreau and Lo differ in their use of landmarks?")
    asked = put_to(type(asked)(text=asked.text, kind=asked.kind, stems=("differ", "landmark")), "x")
    assert (asked.text, asked.stems) == ("landmarks", ("landmark",))


def test_where_nothing_is_said_each_is_asked_for_its_own_subject() -> None:
    asked = read_question("Compare the approaches")
    assert put_to(asked, TITLES[ANTS]).text == TITLES[ANTS]
    assert put_to(asked, "") == asked


def test_any_other_question_is_put_as_it_is() -> None:
    asked = read_question("How do ants count?")
    assert put_to(asked, TITLES[BEES]) is asked


def test_passages_are_sought_again_for_what_each_is_asked() -> None:
    def passages(text: str, paper: PaperId) -> list[Hit]:
        assert text == TITLES[paper]
        return [hit(paper, 7)]

    scope = Scope(papers=(ANTS, BEES))
    hits = [hit(ANTS), hit(BEES)]
    parts = of_each(read_question("Compare their approaches"), scope, hits, TITLES.__getitem__, passages)
    assert [(part.question.text, part.hits[0].page) for part in parts] == [
        (TITLES[ANTS], 7),
        (TITLES[BEES], 7),
    ]
    same = of_each(read_question("How do they count?"), scope, hits, TITLES.__getitem__, passages)
    assert [part.hits for part in same] == [(hits[0],), (hits[1],)]


def test_one_paper_is_no_comparison() -> None:
    asked = read_question("Compare their approaches")
    assert of_each(asked, Scope(papers=(ANTS,)), [hit(ANTS)], TITLES.__getitem__, lambda *_: []) == []


def test_what_is_compared_is_asked_in_its_own_words_and_stays_a_question_for_a_number() -> None:
    asked = read_question("What dose of honey do they differ in, that they gave to bees?")
    put = put_to(asked, TITLES[BEES])
    assert (put.text, put.kind) == ("dose of honey do they differ in, that they gave to bees", "number")
    assert "differ" not in put.stems
    assert "gave" not in put.stems


def test_two_amounts_in_one_question_are_two_questions_to_the_same_passages() -> None:
    hits = [hit(ANTS), hit(BEES)]
    parts = of_amounts(read_question("How many ants are there, and how many bees fly at night?"), hits)
    assert [part.question.text for part in parts] == [
        "How many ants are there",
        "how many bees fly at night?",
    ]
    assert all(part.hits == tuple(hits) and part.paper is None for part in parts)
    assert of_amounts(read_question("How many ants are there, and why?"), hits) == []
    assert of_amounts(read_question("How many ants and bees are there?"), hits) == []
