"""A section that a question names by its title or number is opened, and told in its own words, as it is read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from twintree.answering.evidence import Candidate
from twintree.answering.overview import overview
from twintree.answering.places import names_sections_alone
from twintree.answering.titled import names_a_title, titled_sections
from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.records import Section, SectionTree, Span
from twintree.library import Library

PAPER, FILE = PaperId("P"), FileId("F")


def section(number: int, title: str) -> Section:
    return Section(id=SectionId(f"P.s{number}"), title=title, level=1, start_page=1, end_page=1)


TITLES = ("Related Work", "Data Sets", "Extracting plain data from old hives", "Conclusions and Outlook")
TREE = SectionTree(paper=PAPER, nodes=tuple(section(at, title) for at, title in enumerate(TITLES)))


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What does the section Related Work say about bees?", "Related Work"),
        ("Summarise the related work section of the bee paper", "Related Work"),
        ("What does the paper say in the Data Sets section?", "Data Sets"),
        ("What is said in the section Data Sets of Chieu and Ng?", "Data Sets"),
        ("What does the section “data sets” hold?", "Data Sets"),
        ("What is in the section called datasets?", "Data Sets"),
        ("Summarise the conclusions section", "Conclusions and Outlook"),
        ("Summarise the data section", "Data Sets"),
    ],
)
def test_a_section_is_known_by_its_title(question: str, title: str) -> None:
    assert [node.title for node in titled_sections(question, TREE)] == [title]


@pytest.mark.parametrize(
    "question",
    [
        "What does the section Weather say?",
        "Summarise the old hives section",
        'What does the section "Data Sets of bees" say?',
    ],
)
def test_a_title_that_no_section_has_names_none(question: str) -> None:
    assert names_a_title(question)
    assert titled_sections(question, TREE) == []


@pytest.mark.parametrize(
    "question", ["What does the cross section show?", "What is a section?", "Section 4.1?", "in this section"]
)
def test_other_words_before_section_are_no_title(question: str) -> None:
    assert not names_a_title(question)


def test_sections_are_told_from_figures_and_pages() -> None:
    assert names_sections_alone("Summarise section 3.2")
    assert names_sections_alone("What does the Data Sets section say?")
    assert not names_sections_alone("What does Table 2 of section 3 say?")
    assert not names_sections_alone("How do bees fly?")


def test_a_section_is_told_by_its_first_sentence_and_those_in_the_middle_of_all_as_they_are_read() -> None:
    texts = [
        "Here we tell how all of our hives were read.",
        "Bees of the north bring honey home in all weathers.",
        "An aside on ships has nothing at all to do with it.",
        "Honey of the south is brought by other kinds of wasps.",
        "Every keeper counts combs twice before any winter comes.",
        "Wax, too, melts when summer sun shines upon open boxes.",
    ]
    axes = {0: (0.0, 1.0), 2: (0.0, -1.0)}
    found = [
        Candidate(paper=PAPER, file=FILE, spans=(Span(1, 100 * at, 100 * at + 50),), text=text)
        for at, text in enumerate(texts)
    ]

    def embed(said: list[str]) -> np.ndarray:
        return np.array([axes.get(texts.index(each), (1.0, 0.0)) for each in said], dtype=np.float32)

    told = overview(found[::-1], embed)
    assert [each.text for each in told[:4]] == [texts[0], texts[1], texts[3], texts[4]]
    assert told[3].score > 0.9
    assert told[4].score < 0.5
    assert overview([], embed) == []


def test_a_question_for_a_section_is_answered_from_it_alone(sample_library_path: Path) -> None:
    with Library.open(sample_library_path, readonly=True) as library:
        answer = library.ask("What does the section Crash Safety say in the ledger paper?")
        cited = [citation for each in answer.sentences for citation in each.citations]
        assert {library.papers.row(each.paper).key for each in cited} == {"achterberg2025one"}
        at = [(each.page, each.spans[0].start) for each in cited]
        assert len(at) > 1
        assert at == sorted(at)
        assert all((3, 1141) <= each < (4, 1443) for each in at)


def test_a_section_that_no_paper_has_is_not_made_up(sample_library_path: Path) -> None:
    with Library.open(sample_library_path, readonly=True) as library:
        answer = library.ask('What does the section "Weather" say?')
        assert not answer.found
        assert "the place that it names is not there" in answer.reason
