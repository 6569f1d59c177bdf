"""The caches over the word index follow the ledger and compute what BM25 says."""

import math
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from twintree.base.ids import PaperId
from twintree.base.records import Entry
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.postings import EntryPostings

TEXTS = [
    "tree tree page",
    "tree of pages and claims",
    "graph",
    "claims about a graph and its edges in a page",
]


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    made = Ledger(tmp_path / "ledger.sqlite")
    yield made
    made.close()


def put(papers: PaperStore, *texts: str) -> PaperId:
    paper = papers.create(())
    papers.write_entries(paper, [Entry(paper=paper, kind="paper", text=text) for text in texts])
    return paper


def saturation(text: str, term: str) -> float:
    lengths = [len(each.split()) for each in TEXTS]
    frequency = text.split().count(term)
    norm = 1.2 * (0.25 + 0.75 * len(text.split()) / (sum(lengths) / len(lengths)))
    return frequency * 2.2 / (frequency + norm)


def test_weights_are_bm25_without_its_idf_however_frequent_the_term(ledger: Ledger) -> None:
    papers = PaperStore(ledger)
    for text in TEXTS:
        put(papers, text)
    postings = EntryPostings(ledger)
    assert postings.refresh() == 4
    for term in ("tree", "graph", "edges"):
        found = postings.posting(f'"{term}"')
        stem = term.rstrip("s")
        expected = {
            number: saturation(text.replace(term, stem), stem)
            for number, text in enumerate(TEXTS, 1)
            if term in text.split()
        }
        got = dict(zip(found.entries.tolist(), found.weights.tolist(), strict=True))
        assert got == pytest.approx(expected, rel=1e-4)
    assert postings.count('"trees"') == 2


def test_entries_written_later_are_seen_and_deleted_ones_are_not(ledger: Ledger) -> None:
    papers = PaperStore(ledger)
    first = put(papers, "tree")
    postings = EntryPostings(ledger)
    assert postings.refresh() == 1
    second = put(papers, "tree", "more trees")
    assert postings.refresh() == 3
    assert sorted(postings.map.papers[postings.posting('"tree"').entries]) == [1, 2, 2]
    papers.write_entries(first, [])
    assert postings.refresh() == 2
    assert set(postings.map.papers[postings.posting('"tree"').entries]) == {2}
    assert second


def test_entry_that_comes_back_after_an_undo_finds_its_paper(ledger: Ledger) -> None:
    papers = PaperStore(ledger)
    put(papers, "tree")
    put(papers, "graph")
    with ledger.write() as connection:
        row = tuple(connection.execute("SELECT * FROM entry WHERE id = 1").fetchone())
        connection.execute("DELETE FROM entry WHERE id = 1")
    postings = EntryPostings(ledger)
    postings.refresh()
    with ledger.write() as connection:
        connection.execute(f"INSERT INTO entry VALUES ({', '.join('?' * len(row))})", row)
    assert postings.refresh() == 2
    assert postings.map.papers.tolist() == [0, 1, 2]


def test_ids_of_entries_are_never_given_twice(ledger: Ledger) -> None:
    papers = PaperStore(ledger)
    paper = put(papers, "tree")
    papers.write_entries(paper, [])
    papers.write_entries(paper, [Entry(paper=paper, kind="paper", text="graph")])
    assert [entry.id for entry in papers.entries(paper)] == [2]
    assert not math.isnan(EntryPostings(ledger).refresh())


def test_a_thread_that_follows_another_sees_what_was_written_between_them(ledger: Ledger) -> None:
    # A thread that has ended leaves its id to the next, whose connection counts others' writes from the start.
    papers, postings = PaperStore(ledger), EntryPostings(ledger)
    counts: list[int] = []
    for _ in range(3):
        put(papers, "tree")
        asking = threading.Thread(target=lambda: counts.append(postings.refresh()))
        asking.start()
        asking.join()
    assert counts == [1, 2, 3]
