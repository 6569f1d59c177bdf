"""Sentences that lean on the one before them are quoted with it."""

from __future__ import annotations

import pytest

from twintree.answering.evidence import candidates, counts_what_is_asked, says_what_it_is
from twintree.answering.leaning import leans
from twintree.answering.question import read_question
from twintree.base.answers import Hit
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import Span


def said(text: str) -> list[str]:
    page = PageText(number=1, label="1", width=612, height=792, text=text, body_end=len(text), lines=())
    hit = Hit(
        paper=PaperId("p"), file=FileId("f"), page=1, spans=(Span(1, 0, len(text)),), snippet="", score=1.0
    )
    return [each.text for each in candidates([hit], lambda file, number: page)]


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("This includes collectives and persistent operations.", True),
        ("They were fed twice a day and weighed once a week.", True),
        ("It also keeps the beginning of a prompt.", True),
        ("These are the ones that nobody reads.", True),
        ("Cela permet de lire chaque page une seule fois.", True),
        ("This study includes forty patients of two wards.", False),
        ("It is well known that bees dance.", False),
        ("It has been shown that bees dance in the dark.", False),
        ("These two parsers agree on most of the pages.", False),
        ("Trees are kept in a ledger, and they are small.", False),
    ],
)
def test_a_pronoun_at_the_beginning_leans_on_the_sentence_before(text: str, does: bool) -> None:
    assert leans(text) is does


def test_what_leans_is_quoted_with_what_it_leans_on() -> None:
    before = "Rarely used functions of the standard are not available yet."
    leaning = "This includes neighbourhood collectives and persistent operations."
    assert said(f"{before} {leaning}") == [before, f"{before} {leaning}"]


def test_nothing_is_added_from_another_paragraph_or_from_what_is_no_sentence() -> None:
    leaning = "This includes neighbourhood collectives and persistent operations."
    assert leaning in said(f"Rarely used functions are not available yet.\n\n{leaning}")
    assert leaning in said(f"Not yet. {leaning}")


def test_how_many_asks_for_a_number_of_that_thing() -> None:
    asked = read_question("How many human studies of tulsi were identified?")
    assert counts_what_is_asked(asked, "A total of 24 human studies were identified.")
    assert counts_what_is_asked(asked, "Twenty reviews list 24 randomised controlled studies.")
    assert not counts_what_is_asked(asked, "Compounds of the three varieties need more studies.")
    assert counts_what_is_asked(read_question("What dose was given?"), "Rats were given 20 mg.")


@pytest.mark.parametrize(
    "text",
    [
        "The authors provide a simple stochastic algorithm (h-detach) against this.",
        "We call on h-detach, a simple way of blocking gradients, in all runs.",
        "They use a new abstraction called “h-detach” for it.",
    ],
)
def test_what_a_thing_is_may_stand_before_its_name_in_brackets_behind_a_comma_or_behind_called(
    text: str,
) -> None:
    assert says_what_it_is(read_question("What is h-detach?"), text)


def test_a_footnote_of_addresses_is_no_sentence() -> None:
    assert said("1https://example.org/trees-and-tables 2https://example.org/pages/") == []


def test_items_from_the_midst_of_a_list_are_no_sentence() -> None:
    assert (
        said("(7) dose and dose form (8) comparator; (9) outcome measures, and (10) any adverse event.") == []
    )
    assert said("(1) We read the pages in order, and (2) we keep the boxes of every word.") != []


def test_a_clause_of_reason_without_its_sentence_is_none() -> None:
    assert said("Since the leaves are rich in essential oil.") == []
    assert said("Since the leaves are rich in oil, bees like them.") != []
