"""Which sentences may carry an answer: whole ones, once each, over page ends, and no rows of tables."""

from __future__ import annotations

import numpy as np
import pytest

from twintree.answering.evidence import (
    Candidate,
    candidates,
    choose,
    promising,
    says_how_much,
    says_what_it_is,
    score_candidates,
)
from twintree.answering.question import read_question
from twintree.base.answers import Hit
from twintree.base.errors import NotFound
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import Span

FILE = FileId("F")


def page(number: int, text: str) -> PageText:
    return PageText(number, "", 600, 800, text, len(text), ())


def said(*texts: str, rows: bool = False) -> list[str]:
    pages = {n: page(n, text) for n, text in enumerate(texts, 1)}

    def page_of(file: FileId, number: int) -> PageText:
        if number not in pages:
            raise NotFound("no such page")
        return pages[number]

    hit = Hit(paper=PaperId("P"), file=FILE, page=1, spans=(Span(1, 0, len(texts[0])),), snippet="")
    return [each.text for each in candidates([hit], page_of, rows=rows)]


def test_a_sentence_that_runs_over_the_page_is_followed_to_its_end() -> None:
    found = said(
        "Bees dance on the comb to show the others",
        "where the food is. Ants do not dance at all in the nest.",
    )
    assert found == ["Bees dance on the comb to show the others where the food is."]


def test_a_sentence_at_the_end_of_the_file_ends_there() -> None:
    assert said("Bees dance on the comb to show the others") == ["Bees dance on the comb to show the others"]


def test_a_word_divided_by_the_end_of_a_page_is_one_word() -> None:
    assert said("We train on short- and long-term pretraining cor-", "pus parts of many papers.")[0] == (
        "We train on short- and long-term pretraining corpus parts of many papers."
    )


def test_rows_of_a_table_are_no_sentences_unless_the_table_was_named() -> None:
    row = "Sampath et al. double-blind\nImproved attention None reported"
    assert said(row) == []
    assert said(row, rows=True)


def test_a_row_that_begins_like_an_item_is_no_sentence() -> None:
    assert (
        said("Tagger LOB WSJ\n- MBT 96.41 Transformation 96.61 Transformation 96.28 Maximum Entropy 96.83")
        == []
    )
    assert (
        said(
            "It rose from 90.75 to 93.27 on the first set of names and from 85.2 to 87.2 on the second of them."
        )
        != []
    )


def test_an_item_of_a_list_may_carry_an_answer() -> None:
    assert said("• we show how bees dance on the comb\nand what they mean by it") != []


def test_a_title_answers_nothing() -> None:
    title = "Named Entity Recognition: A Maximum Entropy Approach Using Global Information"
    assert said(title) == []
    assert said("Bees dance on the comb to tell Ants and Wasps") != []


def test_a_sentence_with_a_glyph_that_nobody_can_read_is_not_quoted() -> None:
    assert said("The sign “\ufffd” is used to replace another one in chats.") == []


def test_references_and_formulas_carry_none() -> None:
    assert said("[12] A. Smith. Bees and their dances. In Proc. of Insects, pp. 12-19.") == []
    assert said("x = {a | b} ∈ C ∑ y ≤ z → w = 4 ⟨p⟩ and so") == []


def test_what_repeats_a_chosen_sentence_is_left_out() -> None:
    found = candidates([], lambda file, number: page(1, ""))
    assert choose(found, 3, 0.5) == []


def found_for(part: int, text: str, score: float) -> Candidate:
    return Candidate(
        paper=PaperId(f"P{part}"), file=FILE, spans=(Span(1, 0, 1),), text=text, score=score, part=part
    )


def test_every_part_of_a_question_has_its_best_sentence_before_any_has_its_second() -> None:
    said_of_ants = ("Ants carry seeds.", "Ants farm lice on roses.", "Queens found colonies in spring.")
    ants = [found_for(0, text, 0.9 - at / 100) for at, text in enumerate(said_of_ants)]
    bees = found_for(1, "Bees danced for eleven seconds.", 0.2)
    wasps = found_for(2, "Wasps built nests of grey paper.", 0.3)
    assert choose([*ants, wasps, bees], 2, 0.7) == [ants[0], wasps, bees]
    assert choose([*ants, wasps, bees], 5, 0.7) == [ants[0], wasps, bees, ants[1], ants[2]]
    assert choose(ants, 2, 0.7) == ants[:2]


def test_a_part_does_not_repeat_what_another_says() -> None:
    first = found_for(0, "Bees danced for eleven seconds.", 0.9)
    same = found_for(1, "Bees danced for eleven seconds.", 0.8)
    other = found_for(1, "Wasps built nests of grey paper.", 0.7)
    assert choose([first, same, other], 4, 0.7) == [first, other]


def test_a_sentence_that_asks_is_no_candidate() -> None:
    assert said("Can the extract lower the cholesterol of rats? It lowered it by a third.") == [
        "It lowered it by a third."
    ]


def test_promising_sentences_are_those_of_good_passages_or_with_the_words_asked() -> None:
    def sentence(text: str, passage: float) -> Candidate:
        return Candidate(paper=PaperId("P"), file=FILE, spans=(Span(1, 0, 1),), text=text, passage=passage)

    good = sentence("It fell by a third in the fourth week.", 0.9)
    named = sentence("The cholesterol of the treated rats fell.", 0.5)
    poor = sentence("Ethical approval was granted by the board.", 0.5)
    asked = read_question("How far did cholesterol fall?")
    assert promising(asked, [poor, named, good], {}, limit=2) == [good, named]


def test_a_word_that_stands_everywhere_in_a_paper_does_not_choose_among_its_sentences() -> None:
    def alike(texts: list[str]) -> np.ndarray:
        return np.ones((len(texts), 1), dtype=np.float32)

    found = [
        Candidate(paper=PaperId("P"), file=FILE, spans=(Span(1, at, at + 1),), text=text, passage=0.5)
        for at, text in enumerate(
            (
                "The store keeps replicas of the store in many rooms.",
                "The store is a store for replicas of logs.",
                "Replicas of the store and other replicas are many.",
                "Queries are joined in code.",
            )
        )
    ]
    asked = read_question("How does the store with replicas run joined queries?")
    assert score_candidates(asked, found, {}, alike)[0].text == "Queries are joined in code."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("The tagger reaches an F-measure of 87.24% there.", True),
        ("It was slower by a factor of 30 in all runs.", True),
        ("Twice as many bees came home.", True),
        ("Reads take tens of milliseconds.", True),
        ("Figure 4 shows the F-measure on MUC-6 and MUC-7 test data.", False),
        ("In MUC-7 (Chinchor, 1998) a task was set [12].", False),
    ],
)
def test_a_number_is_one_that_says_how_much(text: str, says: bool) -> None:
    asked = read_question("What F-measure does the tagger reach on MUC-7?")
    assert says_how_much(asked, text) is says


def test_a_sentence_with_the_number_wins_where_a_number_is_asked_for() -> None:
    def alike(texts: list[str]) -> np.ndarray:
        return np.ones((len(texts), 1), dtype=np.float32)

    found = [
        Candidate(paper=PaperId("P"), file=FILE, spans=(Span(1, at, at + 1),), text=text, passage=0.5)
        for at, text in enumerate(
            ("The tagger reaches a good F-measure.", "The tagger reaches 87.2 in F-measure.")
        )
    ]
    asked = read_question("What F-measure does the tagger reach?")
    assert "87.2" in score_candidates(asked, found, {}, alike)[0].text


@pytest.mark.parametrize(
    ("question", "text", "says"),
    [
        ("What does RAPD stand for?", "We used random amplified polymorphic DNA (RAPD) markers.", True),
        ("What does RAPD stand for?", "The marker index value for RAPD was 22.95.", False),
        ("What does RAPD stand for?", "Random primers gave no bands in the gel (RAPD).", False),
        ("What is RAPD?", "RAPD is a marker system.", True),
        (
            "Wann heißt ein Raum kompakt?",
            "Ein Raum X heißt kompakt, wenn jede Überdeckung endlich ist.",
            True,
        ),
        ("Wann heißt ein Raum kompakt?", "Jeder metrische Raum ist hausdorffsch.", False),
        ("Was ist ein Homöomorphismus?", "Die Definition von Homöomorphismus steht auf Seite 9.", False),
    ],
)
def test_what_defines_a_thing_is_told_from_what_mentions_it(question: str, text: str, says: bool) -> None:
    assert says_what_it_is(read_question(question), text) == says
