"""A question that names a paper is asked of that paper alone, however it names it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.retrieval.conftest import Shelf

from twintree.answering.following import rewrite_follow_up
from twintree.answering.naming import Named, asks_for_a_place_alone, named_papers
from twintree.answering.question import read_question
from twintree.base.answers import Scope
from twintree.base.ids import PaperId


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path)
    made.add("How ants count", authors=["Ada Moreau", "Ng, Hwee Tou"], year=2006)
    made.add("How ants count again in the dark of winter", authors=["Ada Moreau"], year=2007)
    made.add("SWARM: The Bees of a City", authors=["Hans van Halteren"], year=2001)
    made.add("Birds without a year", authors=["Lo, Kim"])
    yield made
    made.close()


def named(shelf: Shelf, question: str) -> Named:
    return named_papers(question, shelf.papers, lambda words: shelf.searcher.nearest(words, limit=4))


def keys(shelf: Shelf, question: str) -> list[str]:
    return [shelf.papers.row(paper).key for paper in named(shelf, question).papers]


def test_a_letter_chooses_among_papers_that_are_called_alike(shelf: Shelf) -> None:
    bees = shelf.add("A second city of bees", authors=["Hans van Halteren"], year=2001)
    swarm = shelf.papers.find("vanhalteren2001swarm")
    assert [shelf.papers.row(each).letter for each in (bees, swarm)] == ["a", "b"]
    for question, meant in (
        ("Table 1 in van Halteren 2001a", [bees]),
        ("Table 1 in van Halteren (2001b)", [swarm]),
        ("Table 1 in van Halteren 2001", [swarm, bees]),
        ("Table 1 in van Halteren 2001c", [swarm, bees]),
        ("Table 2 in Moreau 2007b", [shelf.papers.find("moreau2007ants")]),
    ):
        assert set(named(shelf, question).papers) == set(meant)


def test_letters_of_papers_that_are_compared_may_stand_without_their_authors(shelf: Shelf) -> None:
    bees = shelf.add("A second city of bees", authors=["Hans van Halteren"], year=2001)
    swarm = shelf.papers.find("vanhalteren2001swarm")
    for question in (
        "Compare van Halteren 2001a and van Halteren 2001b",
        "Compare van Halteren 2001a with 2001b",
        "Compare van Halteren 2001a and b",
    ):
        assert named(shelf, question).papers == (bees, swarm)
        assert named(shelf, question).remarks == ()


def test_a_name_that_is_ambiguous_or_not_there_is_said(shelf: Shelf) -> None:
    shelf.add("A second city of bees", authors=["Hans van Halteren"], year=2001)
    both = "van Halteren 2001a and van Halteren 2001b".replace("van ", "")
    for question, remark in (
        ("What does Halteren do?", None),
        ("What did Moreau 2006 and Moreau 2009 count?",
         "Your library has no Moreau 2009, only Moreau 2006 and Moreau 2007."),
        ("What did Darwin 1859 find?", None),
    ):  # fmt: skip
        assert named(shelf, question).remarks == ((remark,) if remark else ())
    (ambiguous,) = named(shelf, "What did van Halteren 2001 find?").remarks
    assert ambiguous.startswith("Halteren 2001 may be any of 2 papers of your library: ")
    assert all(label in ambiguous for label in both.split(" and "))
    (other,) = named(shelf, "What did van Halteren 2001d find?").remarks
    assert other.startswith("No paper of your library is Halteren 2001d; ")


def test_the_librarys_own_keys_are_asked_for_a_letter_first(shelf: Shelf) -> None:
    bees = shelf.add("A second city of bees", authors=["Hans van Halteren"], year=2001)
    shelf.ledger.read().execute("SELECT 1")
    with shelf.ledger.write() as connection:
        connection.execute("UPDATE paper SET key = 'halteren2001b' WHERE id = ?", (bees,))
    assert named(shelf, "What did van Halteren 2001b find?").papers == (bees,)


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("What does Table 3 of moreau2006ants show?", ["moreau2006ants"]),
        ("Is winter dark in MOREAU2007ants?", ["moreau2007ants"]),
        ("Figure 2 in “How ants count”", ["moreau2006ants"]),
        ("What does How Ants Count Again in the Dark of Winter say of light?", ["moreau2007ants"]),
        ("Table 2 in Moreau and Ng (2006)", ["moreau2006ants"]),
        ("Table 2 in Moreau et al., 2007", ["moreau2007ants"]),
        ("What did Moreau (2007) find about light?", ["moreau2007ants"]),
        ("Figure 1 of van Halteren (2001)", ["vanhalteren2001swarm"]),
        ("Table 1 of Lo 2004", ["lobirds"]),
        ("Section 2 of the paper by Lo", ["lobirds"]),
        ("Figure 2 in the bee paper", ["vanhalteren2001swarm"]),
        ("Table 1 in SWARM", ["vanhalteren2001swarm"]),
        ("What does the bees paper say about honey?", ["vanhalteren2001swarm"]),
        ("How do van Halteren's bees find a city?", ["vanhalteren2001swarm"]),
        ("What does van Halteren say of honey?", ["vanhalteren2001swarm"]),
        ("How do Moreau and Ng count ants?", ["moreau2006ants"]),
        ("How do Ng's and van Halteren's animals count?", ["moreau2006ants", "vanhalteren2001swarm"]),
        ("What do Lo and van Halteren study?", ["lobirds", "vanhalteren2001swarm"]),
        ("According to Moreau, do ants count?", ["moreau2006ants", "moreau2007ants"]),
        ("What does the counting system of van Halteren reach?", ["vanhalteren2001swarm"]),
        ("Compare Lo and van Halteren", ["lobirds", "vanhalteren2001swarm"]),
        ("How does Lo differ from van Halteren?", ["lobirds", "vanhalteren2001swarm"]),
        ("Differences between the method of Lo and that of van Halteren?", ["lobirds", "vanhalteren2001swarm"]),
        ("Compare Lo with van Halteren on the counting of ants", ["lobirds", "vanhalteren2001swarm"]),
        ("Compare Moreau 2006 and Moreau 2007", ["moreau2006ants", "moreau2007ants"]),
        ("How do Moreau 2006 and Moreau 2007 differ in light?", ["moreau2006ants", "moreau2007ants"]),
        ("How does Moreau (2006) differ from Moreau (2007)?", ["moreau2006ants", "moreau2007ants"]),
        ("What is the difference between Moreau 2006 and 2007?", ["moreau2006ants", "moreau2007ants"]),
        ("What do Moreau 2006, Moreau 2007 and van Halteren 2001 count?",
         ["moreau2006ants", "moreau2007ants", "vanhalteren2001swarm"]),
        ("Compare Moreau 2007 with van Halteren", ["moreau2007ants", "vanhalteren2001swarm"]),
        ("What dose of honey did van Halteren give to the bees?", ["vanhalteren2001swarm"]),
        ("Compare Lo with Darwin on the counting of ants", []),
        ("Compare ants with bees", []),
        ("Which table gives the counts of Moreau and Ng?", ["moreau2006ants"]),
        ("Compare Table 1 of moreau2006ants with Table 2 of moreau2007ants", ["moreau2006ants", "moreau2007ants"]),
    ],
)  # fmt: skip
def test_a_question_is_asked_of_the_paper_that_it_names(
    shelf: Shelf, question: str, meant: list[str]
) -> None:
    assert keys(shelf, question) == meant


def test_the_key_of_a_merged_paper_means_what_it_was_merged_into(shelf: Shelf) -> None:
    first, second = (shelf.papers.find(key) for key in ("moreau2006ants", "moreau2007ants"))
    shelf.person.merge(second, first)
    assert keys(shelf, "Table 1 of moreau2006ants") == ["moreau2007ants"]


@pytest.mark.parametrize(
    "question",
    [
        "How do ants count?",
        "Who cites moreau2006ants?",
        "Does anyone improve on Moreau and Ng (2006)?",
        "What did the user study show?",
        "What stands in Table 3?",
        "Which city has bees?",
        "What does Moreau's law say of ants?",
        "How does Lo frequency noise harm bees?",
        "Does Moreau clustering find swarms?",
        "What do Moreau and Darwin say of ants?",
        "Can Ants count?",
    ],
)
def test_a_question_that_names_none_or_only_cites_one_is_asked_of_the_whole_library(
    shelf: Shelf, question: str
) -> None:
    assert keys(shelf, question) == []


def test_what_a_paper_is_called_is_none_of_the_questions_topic(shelf: Shelf) -> None:
    question = "What does moreau2007ants say about light?"
    assert named(shelf, question).asked(read_question(question)).stems == ("light",)


def test_papers_chosen_by_hand_are_narrowed_among_themselves_alone(shelf: Shelf) -> None:
    found = named(shelf, "Table 1 in moreau2006ants")
    other = Scope(papers=(PaperId("Pother"),))
    assert found.narrowed(other) == other
    assert found.narrowed(Scope(tag="x")) == Scope(tag="x", papers=found.papers)
    assert found.narrowed(Scope(papers=(PaperId("Pother"), *found.papers))).papers == found.papers


def test_a_follow_up_about_another_table_does_not_carry_the_first_one() -> None:
    rewritten = rewrite_follow_up("And Table 2?", "What does Table 3 say about accuracy?")
    assert "accuracy" in rewritten
    assert "3" not in rewritten


def test_a_question_for_a_place_alone_is_told_from_one_that_may_be_answered_elsewhere() -> None:
    assert asks_for_a_place_alone(read_question("What does Figure 9 show?"))
    assert not asks_for_a_place_alone(read_question("What does Figure 9 show about bees?"))
    assert not asks_for_a_place_alone(read_question("What do bees show?"))
    # A paper without such a section may tell them all the same.
    assert not asks_for_a_place_alone(read_question("What are the limitations?"))
    assert asks_for_a_place_alone(read_question("What do the limitations and Figure 9 show?"))
    assert asks_for_a_place_alone(read_question("What does the abstract say?"))


def test_what_a_paper_is_called_is_nothing_that_a_place_is_asked_about() -> None:
    asked = read_question("What does Table 3 of the paper Teaching a Weaker Classifier report?")
    assert not asks_for_a_place_alone(asked)
    assert asks_for_a_place_alone(asked, "Teaching a Weaker Classifier: Named Entity Recognition")
    assert not asks_for_a_place_alone(
        read_question("Which BLEU score does Table 5 list?"), "Machine Translation"
    )


@pytest.mark.parametrize(
    "question", ["A" * 4000 + " 2006", "中" * 4000 + " 2006", "A-" * 2000 + " 2006", "xMoreau 2006"]
)
def test_a_run_without_spaces_is_no_name_and_no_work(shelf: Shelf, question: str) -> None:
    """Names begin where words begin; a run is not tried from each of its characters (that took seconds)."""
    assert keys(shelf, question) == []
