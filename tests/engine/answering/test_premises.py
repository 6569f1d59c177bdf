"""A *why* question that takes something for granted is told when what was read says the opposite, or nothing of it."""

from __future__ import annotations

import pytest

from twintree.answering.evidence import Candidate
from twintree.answering.premises import read_premise, weigh_premise
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Span
from twintree.library import Library


def said(text: str) -> Candidate:
    return Candidate(paper=PaperId("P"), file=FileId("F"), spans=(Span(1, 0, 1),), text=text)


@pytest.mark.parametrize(
    ("question", "told", "way"),
    [
        ("Why is Ant slower than Bee?", "Ant is slower than Bee", -1),
        ("Why does Ant perform worse than Bee on Wax?", "Ant performs worse than Bee on Wax", -1),
        ("Why are ants so much larger than bees?", "ants are so much larger than bees", 1),
        ("Why does Ant have higher recall than Bee?", "Ant has higher recall than Bee", 1),
        ("Why does Ant outperform Bee?", "Ant outperforms Bee", 1),
        ("Why does tulsi raise total cholesterol?", "tulsi raises total cholesterol", 1),
        ("Why is Ant inferior to Bee?", "Ant is inferior to Bee", -1),
        ("Why does Ant have a lower error rate than Bee?", "Ant has a lower error rate than Bee", -1),
        ("Why does Ant reach higher recall than Bee?", "Ant reaches higher recall than Bee", 1),
        ("Why does Ant surpass Bee?", "Ant surpasses Bee", 1),
        ("Why did Ant perform worse than Bee?", "Ant did perform worse than Bee", -1),
    ],
)
def test_what_a_why_question_takes_for_granted_is_read(question: str, told: str, way: int) -> None:
    premise = read_premise(question)
    assert premise is not None
    assert (premise.told, premise.way) == (told, way)


@pytest.mark.parametrize(
    "question",
    [
        "Why did they prefer rats?",
        "Is Ant slower than Bee?",
        "Why do ants dance?",
        "Why is honey good for bees?",
        "Why is Ant better suited to long texts?",
        "Why was the learning rate set lower to avoid collapse?",
        "Why does Ant need more data than Bee?",
        "Why does sleep improve insulin resistance?",
    ],
)
def test_other_questions_take_no_comparison_for_granted(question: str) -> None:
    assert read_premise(question) is None


@pytest.mark.parametrize(
    ("sentence", "stands"),
    [
        ("Ant is faster than Bee on every corpus.", "against"),
        ("Bee is slower than Ant.", "against"),
        ("Ant is slower than Bee by a factor of two.", "says"),
        ("Bee is faster than Ant.", "says"),
        ("Ant is not faster than Bee.", ""),
        ("Ant and Bee were run on one machine.", ""),
        ("Ant is better than Bee.", ""),
        ("Bee is slower.", ""),
    ],
)
def test_a_sentence_says_so_or_the_opposite_or_neither(sentence: str, stands: str) -> None:
    premise = read_premise("Why is Ant slower than Bee?")
    assert premise is not None
    held = weigh_premise(premise, [said(sentence)])
    assert [name for name in ("says", "against") if getattr(held, name)] == [stands][: bool(stands)]


@pytest.mark.parametrize(
    ("question", "sentence", "stands"),
    [
        ("Why is Ant faster than Bee?", "Compared to Bee, Ant is faster.", "says"),
        ("Why is Ant faster than Bee?", "Unlike Bee, Ant became faster.", "says"),
        ("Why does Ant outperform Bee?", "Bee is outperformed by Ant.", ""),
        ("Why does Ant outperform Bee?", "Ant has higher recall than Bee.", "says"),
        ("Why is Ant better than Bee?", "Ant gives lower perplexity than Bee.", ""),
        ("Why is Ant worse than Bee?", "Ant has a higher error than Bee.", ""),
        ("Why does Ant have a lower error rate than Bee?", "Ant outperforms Bee in error rate.", ""),
        (
            "Why does Ant have a lower error rate than Bee?",
            "Ant has a higher error rate than Bee.",
            "against",
        ),
    ],
)
def test_a_sentence_is_not_taken_for_the_opposite_of_what_it_says(
    question: str, sentence: str, stands: str
) -> None:
    premise = read_premise(question)
    assert premise is not None
    held = weigh_premise(premise, [said(sentence)])
    assert [name for name in ("says", "against") if getattr(held, name)] == [stands][: bool(stands)]


@pytest.mark.parametrize(
    ("sentence", "stands"),
    [
        ("Tulsi reduced total cholesterol in rats.", "against"),
        ("Total cholesterol was lowered by tulsi.", "against"),
        ("Tulsi raised total cholesterol.", "says"),
        ("Tulsi did not raise total cholesterol.", ""),
        ("Tulsi reduced weight, and total cholesterol was increased.", ""),
        ("Tulsi reduced the weight of rats whose diet had been rich in total cholesterol.", ""),
    ],
)
def test_what_something_does_to_another_is_held_against_what_is_said_near_it(
    sentence: str, stands: str
) -> None:
    premise = read_premise("Why does tulsi raise total cholesterol?")
    assert premise is not None
    assert not premise.compares
    held = weigh_premise(premise, [said(sentence)])
    assert [name for name in ("says", "against") if getattr(held, name)] == [stands][: bool(stands)]


def test_a_paper_about_what_does_it_need_not_name_it_in_the_sentence() -> None:
    premise = read_premise("Why does tulsi raise total cholesterol?")
    assert premise is not None
    sentence = said("The oil lowered total cholesterol.")
    assert weigh_premise(premise, [sentence]).against == ()
    assert weigh_premise(premise, [sentence], lambda paper: "Effects of Tulsi in Rats").against == (sentence,)
    assert weigh_premise(premise, [sentence], lambda paper: "Effects of Honey in Rats").against == ()


@pytest.mark.parametrize(
    ("sentence", "stands"),
    [
        ("Bee performs like Cow, whereas Ant is notably slower, since it is interpreted.", "says"),
        ("Bee performs like Cow, whereas Ant is notably faster.", "against"),
        ("Ant takes Cow, which is faster than Bee.", ""),
        ("Ant is faster than Cow, unlike Bee.", ""),
        ("Unlike Bee, Ant became faster.", ""),
        ("Both Ant and Bee are faster.", ""),
        ("Ant is slower as compared to Bee.", "says"),
    ],
)
def test_a_comparing_word_belongs_to_the_subject_of_its_own_clause(sentence: str, stands: str) -> None:
    premise = read_premise("Why is Ant slower than Bee?")
    assert premise is not None
    held = weigh_premise(premise, [said(sentence)])
    assert [name for name in ("says", "against") if getattr(held, name)] == [stands][: bool(stands)]


def test_what_is_shown_may_say_so_in_other_words_and_is_not_denied() -> None:
    premise = read_premise("Why is the authors' implementation of Ant slower than the plain Bee of Cow?")
    assert premise is not None
    shown = said("The implementation (provided by the authors) is slower than the plain Bee that Cow has.")
    assert weigh_premise(premise, [shown], shown=[shown]).near
    other = said("The plain Bee that Cow has was run on one machine.")
    assert not weigh_premise(premise, [other], shown=[other]).near
    premise = read_premise("Why is Ant worse than Bee?")
    assert premise is not None
    bound = said("Ant has a lower bound.")
    assert not weigh_premise(premise, [bound], lambda paper: "Ant and Bee", shown=[bound]).near


def test_nothing_says_the_opposite_where_another_sentence_compares_both_and_leaves_it_open() -> None:
    premise = read_premise("Why is Ant slower than Bee?")
    assert premise is not None
    opposite, doubt = said("Ant is faster than Bee."), said("On long texts, Ant is not faster than Bee.")
    assert weigh_premise(premise, [opposite], shown=[opposite]).against == (opposite,)
    assert weigh_premise(premise, [opposite, doubt], shown=[opposite, doubt]).against == ()


def test_an_answer_begins_with_what_the_papers_say_of_a_false_premise(sample_library: Library) -> None:
    answer = sample_library.ask("Why is hybrid retrieval worse than dense retrieval in the gate?")
    assert answer.sentences[0].text.startswith(("The question takes for granted", "Nothing that was read"))
    assert not answer.sentences[0].supported
    assert answer.sentences[1].citations
