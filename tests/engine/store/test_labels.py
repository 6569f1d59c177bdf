"""Papers that citations would call alike are told apart by letters, the same ones everywhere."""

from __future__ import annotations

import msgspec
import pytest
from paper_cases import add_paper
from run_cases import answer, citation

from twintree.base.answers import AnswerSentence
from twintree.base.ids import PaperId
from twintree.base.labels import citation_label, letter, short_label
from twintree.base.records import PaperRow
from twintree.store import citing
from twintree.store.ledger import Ledger
from twintree.store.listing import letters_of_all
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.runs import RunStore


def chieu(papers: PaperStore, title: str, **more: object) -> PaperId:
    return add_paper(papers, title=title, authors=["Hai Leong Chieu"], year=2002, **more)[0]


def called(papers: PaperStore, *own: PaperId) -> list[str]:
    return [short_label(papers.row(each)) for each in own]


@pytest.mark.parametrize("titles", [("Teaching", "Named entities"), ("Named entities", "Teaching")])
def test_letters_go_by_titles_whatever_came_first(papers: PaperStore, titles: tuple[str, str]) -> None:
    own = {title: chieu(papers, title) for title in titles}
    other, _ = add_paper(papers, title="Beside", authors=["Hai Leong Chieu"], year=2003)
    assert called(papers, own["Named entities"], own["Teaching"], other) == [
        "Chieu 2002a",
        "Chieu 2002b",
        "Chieu 2003",
    ]
    everything = letters_of_all(papers._ledger.read())
    assert everything == {own["Named entities"]: "a", own["Teaching"]: "b"}
    assert "(2002b)" in citing.markdown([papers.get(own["Teaching"])])


def test_a_paper_in_the_bin_or_merged_away_takes_no_letter(papers: PaperStore, person: PersonStore) -> None:
    first, second, third = (chieu(papers, title) for title in ("A", "B", "C"))
    person.bin([second])
    assert called(papers, first, third) == ["Chieu 2002a", "Chieu 2002b"]
    person.merge(first, third)
    assert called(papers, first) == ["Chieu 2002"]


def test_papers_without_a_year_or_an_author(papers: PaperStore) -> None:
    one, _ = add_paper(papers, title="On oats", authors=["Weiß, A."])
    other, _ = add_paper(papers, title="On rye", authors=["B. Weiß"])
    nobody, _ = add_paper(papers, title="A report of the county council")
    nobody_else, _ = add_paper(papers, title="A report of the city council")
    assert called(papers, one, other) == ["Weiß (a)", "Weiß (b)"]
    assert called(papers, nobody, nobody_else) == ["A report of"] * 2


def test_a_kept_answer_calls_papers_as_they_are_called_now(papers: PaperStore, ledger: Ledger) -> None:
    runs = RunStore(ledger)
    paper, file = add_paper(papers, ["It is a tree."], title="T", authors=["Hai Leong Chieu"], year=2002)
    quoted = (
        citation(paper, str(file), "a tree", citation_label(papers.row(paper), 1)),
        citation(paper, str(file), "a tree", "as the person calls it"),
    )
    runs.save(answer("R1", AnswerSentence(text="It is a tree.", supported=True, citations=quoted)))
    other = chieu(papers, "S")

    def labels() -> list[str]:
        return [each.label for each in runs.get("R1").sentences[0].citations]

    assert labels() == ["Chieu 2002b, p. 1", "as the person calls it"]
    runs.save(runs.get("R1"))
    PersonStore(ledger).bin([other])
    assert labels() == ["Chieu 2002, p. 1", "as the person calls it"]


def test_letters_run_on_after_z() -> None:
    assert [letter(place) for place in (0, 25, 26, 27, 52)] == ["a", "z", "aa", "ab", "ba"]


def test_a_title_stands_for_authors_that_nobody_knows() -> None:
    row = PaperRow(id=PaperId("P"), key="k", title="Trees and more trees", year=1999)
    assert citation_label(row, 3) == "Trees and more 1999, p. 3"
    assert short_label(msgspec.structs.replace(row, title="", year=None)) == "k"
