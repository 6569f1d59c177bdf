"""What the orchestration of a direct answer does with the sentences that were weighed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.retrieval.conftest import Shelf

from twintree.answering.answer import Answerer, AnswerSettings
from twintree.library import Library

CAPTION = "Table 1: Composition of the oil of the wax leaves of the north."
ANSWER = "Eugenol is the major part in the composition of the oil of wax leaves, before linalool."
TIMED = "The combs of the hives were dried for nine days on wide boards."


@pytest.fixture
def answerer(tmp_path: Path) -> Iterator[Answerer]:
    made = Shelf(tmp_path)
    made.add("Oil of wax leaves", [f"{CAPTION}\n\n{ANSWER}\n\nThe tables were printed in the north."])
    made.add("Combs of the south", ["Combs of bees are built in the south.\n\n" + TIMED])
    yield Answerer(made.papers, made.searcher, made.embedder.embed, AnswerSettings(found=0.3))
    made.close()


def test_a_sentence_comes_before_a_bare_caption_that_has_more_of_the_words(answerer: Answerer) -> None:
    answer = answerer.ask("What is the composition of the oil of the wax leaves of the north?")
    assert answer.sentences[0].text == ANSWER


def test_a_duration_that_no_paper_gives_is_not_found_and_the_nearest_passage_is_named(
    answerer: Answerer,
) -> None:
    answer = answerer.ask("How long were the combs of the hives dried?")
    assert answer.sentences[0].text == TIMED
    answer = answerer.ask("How long was the oil of the wax leaves of the north boiled for its composition?")
    assert not answer.found
    assert "gives a duration" in answer.reason
    assert "The nearest passage" in answer.reason


def test_a_duration_that_stands_in_other_words_is_sought_again_in_the_best_papers(tmp_path: Path) -> None:
    made = Shelf(tmp_path)
    filler = [f"The oil of wax leaves was given to rats of group {at} in cages." for at in range(12)]
    late = "For a period of 3 weeks, at all hours of the days and months, rats were fed."
    made.add("Oil of wax leaves in rats", ["\n\n".join(filler), late])
    settings = AnswerSettings(found=0.0, passages=8)
    asker = Answerer(made.papers, made.searcher, made.embedder.embed, settings)
    answer = asker.ask("How long were the rats given the oil of wax leaves?")
    made.close()
    assert answer.found, answer.reason
    assert answer.sentences[0].text == late


def test_a_word_that_stands_nowhere_in_what_is_quoted_is_told_beside_the_answer(
    sample_library: Library,
) -> None:
    asked = "What can retrieval over titles and summaries miss"
    answer = sample_library.ask(f"{asked} in zebrafish?")
    assert answer.found
    assert answer.sentences[-1].text.startswith("“zebrafish” stands nowhere in ")
    assert all("nowhere" not in each.text for each in sample_library.ask(f"{asked}?").sentences)


def test_a_table_that_a_paper_has_not_is_told_with_those_that_it_has(sample_library: Library) -> None:
    answer = sample_library.ask("What does Table 9 of okafor2026two show?")
    assert not answer.found
    assert "has no Table 9 that was found; " in answer.reason
    assert "speaks of" not in answer.reason
