"""A work may be called by who wrote it and by words of its title."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from twintree.answering.citing import CitationAnswers
from twintree.answering.described import described
from twintree.library import Library


@pytest.mark.parametrize(
    ("name", "names", "about"),
    [
        ("literature graph paper by Ammar", "Ammar", "literature graph"),
        ("literature graph by Waleed Ammar", "Ammar", "literature graph"),
        ("bee dances study by Chieu and Ng", "Chieu and Ng", "bee dances"),
        ("Ammar's literature graph", "Ammar", "literature graph"),
        ("Ammar et al. on the literature graph", "Ammar et al.", "the literature graph"),
        ("Ammar’s paper about literature graphs", "Ammar", "literature graphs"),
    ],
)
def test_an_author_and_words_of_a_title_are_read(name: str, names: str, about: str) -> None:
    found = described(name)
    assert found is not None
    assert (found.names, found.about) == (names, about)


@pytest.mark.parametrize(
    "name", ["Attention Is All You Need", "BM25", "the paper by Ammar", "honey by weight"]
)
def test_what_names_no_author_or_no_title_is_no_description(name: str) -> None:
    assert described(name) is None


def entry(title: str, *authors: str) -> SimpleNamespace:
    return SimpleNamespace(title=title, authors=authors, year=2018, raw="")


def told_of(question: str, entries: dict[str, SimpleNamespace], called: dict[str, list[str]]) -> str:
    graph: Any = SimpleNamespace(
        called=lambda name: called.get(name, []),
        written_by=lambda first, year: [
            node for node, each in entries.items() if each.authors[0].endswith(first)
        ],
        entries_for=lambda node: [entries[node]],
        cited_by=lambda node: [],
    )
    catalogue: Any = SimpleNamespace(mentioned=lambda text: [], rows=lambda wanted, limit: [])
    run: Any = SimpleNamespace(remarks=(), note=lambda *said: None)
    said = CitationAnswers(graph, catalogue, lambda text: []).answer(question, run)
    return " ".join([*(each.text for each in said), *run.remarks])


GRAPH = entry("Construction of the Literature Graph in Semantic Scholar", "Waleed Ammar", "Dirk Groeneveld")
OTHER = entry("Syntax for Free", "Waleed Ammar")


def test_a_work_that_is_not_held_is_known_by_an_author_and_words_of_its_title() -> None:
    told = told_of(
        "Which papers cite the literature graph paper by Ammar?", {"W1": OTHER, "W2": GRAPH}, called={}
    )
    assert "Construction of the Literature Graph" in told
    assert "Syntax for Free" not in told


def test_the_words_may_be_what_a_work_of_that_author_is_called_otherwise() -> None:
    works = {"W1": entry("Deep Words", "Matthew Peters"), "W2": entry("Red Puppets", "Jim Henson")}
    assert "Deep Words" in told_of(
        "Who cites the ELMo paper by Peters?", works, called={"ELMo": ["W2", "W1"]}
    )
    assert "as a work" in told_of("Who cites the ELMo paper by Oz?", works, called={"ELMo": ["W2", "W1"]})


def test_how_many_more_works_have_a_name_is_said() -> None:
    works = {f"W{n}": entry(f"Ants {n}", "Ada Moreau") for n in range(5)}
    told = told_of("Who cites Ants?", works, called={"Ants": list(works)})
    assert "“Ants 2” (Moreau 2018) and 2 more works" in told


def test_a_held_paper_is_known_by_an_author_and_words_of_its_title(sample_library: Library) -> None:
    whole = sample_library.ask("Which papers cite Two Trees over Methods?")
    part = sample_library.ask("Which papers cite the paper by Okafor on two trees?")
    assert part.sentences == whole.sentences
