"""Who cites a work and what a paper cites is read off the citation graph, each with the page that says so."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from twintree.answering.citation_questions import CitationQuestion, read_citation_question
from twintree.answering.citing import CitationAnswers
from twintree.answering.quotes import quote_stands
from twintree.base.answers import Answer, Scope
from twintree.library import Library


@pytest.mark.parametrize(
    ("question", "asks", "work", "paper"),
    [
        ("Which papers cite ELMo?", "citers", "ELMo", ""),
        ("Who cites the paper by Peters et al. (2018)?", "citers", "Peters et al. (2018)", ""),
        ("Which papers in my library cite “Attention Is All You Need”?", "citers", "Attention Is All You Need", ""),
        ("By whom is Lewis 2020 cited?", "citers", "Lewis 2020", ""),
        ("How often is BM25 cited?", "citers", "BM25", ""),
        ("Who cites it?", "citers", "it", ""),
        ("Wer zitiert RAPTOR?", "citers", "RAPTOR", ""),
        ("What does the SPECTER paper cite?", "cited", "", "SPECTER"),
        ("Which works are cited by meng2026locate?", "cited", "", "meng2026locate"),
        ("What are the references of Chieu and Ng (2002)?", "cited", "", "Chieu and Ng (2002)"),
        ("Does S2ORC cite ELMo?", "does", "ELMo", "S2ORC"),
        ("Is ReAct cited in halvorsen2026typed?", "does", "ReAct", "halvorsen2026typed"),
    ],
)  # fmt: skip
def test_questions_about_who_cites_what_are_recognised(
    question: str, asks: str, work: str, paper: str
) -> None:
    assert read_citation_question(question) == CitationQuestion(asks=asks, work=work, paper=paper)


@pytest.mark.parametrize(
    "question",
    [
        "Which papers cite evidence for a link between diet and sleep?",
        "Who cites ReAct as the reason for short loops?",
        "What reasons does the paper cite for failure?",
        "How are citations found?",
        "What does Meng say about references?",
        "Which papers cite other studies?",
        "What does Table 2 list?",
        "Which features do papers have?",
        "Does the study refer to children as patients?",
        "How many citations does the checker reject?",
    ],
)
def test_what_texts_say_of_citing_is_no_question_to_the_graph(question: str) -> None:
    assert read_citation_question(question) is None


@pytest.mark.parametrize("question", ["Who cites it?", "Which papers cite this work?", "What do they cite?"])
def test_a_pronoun_without_a_question_before_is_no_work_that_stands_before_a_marker(question: str) -> None:
    """*It [3]* and *this work (Lind, 2011)* stand in many papers."""
    called: list[str] = []
    graph: Any = SimpleNamespace(called=lambda name: called.append(name) or [])
    run: Any = SimpleNamespace(remarks=())
    unused: Any = None
    assert CitationAnswers(graph, unused, unused).answer(question, run) == ()
    assert not called
    assert not run.remarks


@pytest.mark.parametrize(
    ("question", "answered"),
    [
        ("Which sources do plants have?", False),
        ("Which works do plants2vec cite?", True),
        ("What does PlantNet cite?", True),
    ],
)
def test_a_common_word_that_stands_before_a_marker_is_no_paper_that_cites(
    question: str, answered: bool
) -> None:
    entry = SimpleNamespace(title="Leaves and Light", authors=("Lind",), year=2011, raw="")
    graph: Any = SimpleNamespace(called=lambda name: ["W1"], entries_for=lambda node: [entry])
    catalogue: Any = SimpleNamespace(mentioned=lambda text: [], rows=lambda wanted, limit: [])
    run: Any = SimpleNamespace(remarks=(), note=lambda *said: None)
    said = CitationAnswers(graph, catalogue, lambda text: []).answer(question, run)
    assert [each.text.endswith("what it cites is not known.") for each in said] == [True] * answered


def told(library: Library, answer: Answer) -> set[str]:
    """The keys of the papers that the sentences stand on, after a check of every quote."""
    cited = [citation for sentence in answer.sentences for citation in sentence.citations]
    assert all(quote_stands(each, library.papers.page) for each in cited)
    return {library.papers.row(each.paper).key for each in cited}


def test_papers_that_cite_a_held_one_are_told_with_the_page_of_a_citing_sentence(
    sample_library: Library,
) -> None:
    answer = sample_library.ask("Which papers cite Two Trees over Methods?")
    assert answer.found
    assert told(sample_library, answer) == {"halvorsen2026typed", "silveira2026bounded"}
    assert answer.sentences[0].text.startswith("2 papers of your library cite “Two Trees over Methods")


def test_a_work_that_is_not_held_is_known_by_its_entries_and_said_to_be_missing(
    sample_library: Library,
) -> None:
    answer = sample_library.ask("Who cites RAPTOR?")
    assert told(sample_library, answer) == {"lindqvist2026section", "okafor2026two"}
    assert "not in your library" in answer.sentences[0].text


def test_a_name_that_stands_before_a_marker_alone_is_known_by_it(sample_library: Library) -> None:
    [work] = sample_library.citations.called("QASPER")
    titles = {each.title for each in sample_library.citations.entries_for(work)}
    assert any(title.startswith("A Dataset of Information-Seeking Questions") for title in titles)


def test_what_a_paper_cites_tells_the_held_works_first(sample_library: Library) -> None:
    answer = sample_library.ask("What does Two Trees over Methods cite?")
    head, *entries = answer.sentences
    assert "cites 9 works; 4 of them are in your library" in head.text
    assert [", in your library" in each.text for each in entries] == [True] * 4 + [False] * 5
    assert told(sample_library, answer) == {"okafor2026two"}


def test_whether_one_cites_another_is_said_with_its_sentences_or_with_the_length_of_the_list(
    sample_library: Library,
) -> None:
    yes = sample_library.ask("Does okafor2026two cite brandt2024page?")
    assert yes.sentences[0].text.startswith("Yes: ")
    assert told(sample_library, yes) == {"okafor2026two"}
    no = sample_library.ask("Does brandt2024page cite okafor2026two?")
    assert no.sentences[0].text.startswith("No: ")
    assert "none of its 5 references" in no.sentences[0].text


def test_papers_out_of_scope_cite_nothing_and_a_work_that_none_cites_is_said_to_be_uncited(
    sample_library: Library,
) -> None:
    scope = Scope(papers=(sample_library.papers.find("meng2026locate"),))
    answer = sample_library.ask("Who cites okafor2026two?", scope)
    assert answer.sentences[0].text.startswith("No paper of what you asked within cites “Two Trees")


def test_a_name_that_no_list_knows_is_named_in_the_refusal(sample_library: Library) -> None:
    answer = sample_library.ask("Who cites Frobozz?")
    assert not answer.found
    assert "“Frobozz”" in answer.reason


def test_it_is_the_paper_that_the_question_before_was_about(own_library_path: Path) -> None:
    with Library.open(own_library_path) as library:
        first = library.ask("How many papers does okafor2026two use for its benchmark?")
        answer = library.ask("Who cites it?", follow=first.run)
        assert told(library, answer) == {"halvorsen2026typed", "silveira2026bounded"}
