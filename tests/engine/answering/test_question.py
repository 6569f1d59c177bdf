"""Reading questions, rewriting follow-ups, and telling library questions from paper questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twintree.answering.library_questions import read_library_question
from twintree.answering.question import MAX_CHARACTERS, read_question, rewrite_follow_up
from twintree.base.errors import WrongUse


@pytest.mark.parametrize("text", ["", "   \n ", "???", "—"])
def test_a_question_without_a_word_is_refused(text: str) -> None:
    with pytest.raises(WrongUse):
        read_question(text)


def test_a_question_of_fifty_thousand_characters_is_refused_in_plain_words() -> None:
    with pytest.raises(WrongUse, match="50,000"):
        read_question("a" * 50_000)
    assert read_question("a" * MAX_CHARACTERS).text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("How many rats were treated?", "number"),
        ("Why does the gate fail?", "reason"),
        ("Is the tree verified?", "yes_no"),
        ("What is a retrieval region?", "definition"),
        ("Which datasets were used?", "list"),
        ("How are titles verified?", "manner"),
    ],
)
def test_the_kind_of_a_question_is_read_off_its_words(text: str, kind: str) -> None:
    assert read_question(text).kind == kind


@given(st.text(min_size=1, max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        question = read_question(text)
    except WrongUse:
        return
    assert question.text
    assert len(set(question.stems)) == len(question.stems)


def test_a_follow_up_carries_the_topic_of_the_earlier_question() -> None:
    rewritten = rewrite_follow_up(
        "And why does it matter?", "What is the verification rate of a section tree?"
    )
    assert "verification" in rewritten
    assert "tree" in rewritten


def test_a_question_that_stands_alone_is_not_rewritten() -> None:
    question = "Which graph ranking algorithm orders papers in citation exploration?"
    assert rewrite_follow_up(question, "What is a section tree?") == question


@pytest.mark.parametrize(
    "text",
    [
        "How many papers do I have?",
        "What do I have by Meng?",
        "Which papers are in my library from 2020?",
        "List all papers",
        "How many papers are there by Okafor?",
        "What papers do I have about word segmentation?",
        "how many papers",
        "papers from 2026",
        "Papers by Meng since 2020",
        "anything tagged bees",
    ],
)
def test_questions_about_the_library_are_recognised(text: str) -> None:
    assert read_library_question(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "How many papers were annotated in the corpus?",
        "How many rats were used?",
        "What is a section tree?",
        "Which papers did the review include?",
        "What share of papers about long documents do no human evaluation?",
        "How many articles did the systematic review find?",
        "How many papers did they read",
        "Papers from the control group were left out; why?",
        "What do the authors say about hyperlipidemia?",
    ],
)
def test_questions_about_what_papers_say_are_not_taken_for_library_questions(text: str) -> None:
    assert read_library_question(text) is None


def test_a_library_question_is_narrowed_by_author_and_years() -> None:
    asked = read_library_question("How many papers do I have by Meng between 2019 and 2024?")
    assert asked is not None
    assert (asked.count, asked.author, asked.year_min, asked.year_max) == (True, "Meng", 2019, 2024)
