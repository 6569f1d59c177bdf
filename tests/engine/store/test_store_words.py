"""Words: in step with the text in every transaction, and what goes into the trigram table."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from paper_cases import add_paper, page

from twintree.base.errors import WrongUse
from twintree.base.records import Entry
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.words import WordIndex, gram_text, rebuild_words


@pytest.fixture
def words(ledger: Ledger) -> WordIndex:
    return WordIndex(ledger)


def consistent(ledger: Ledger) -> None:
    with ledger.write() as connection:
        for table in ("passage_words", "entry_words", "paper_words"):
            connection.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")


@pytest.mark.parametrize(
    ("text", "grams"),
    [
        ("plain words only, nothing else.", ""),
        ("state-of-the-art 2019 (12)", ""),
        ("we use C++ and f_score in numpy.linalg", "C++ f_score numpy.linalg"),
        ("call getValue() or BERT2vec!", "getValue BERT2vec"),
        ("in C# and F# no", ""),
        ("东京 tower と ไทย", "东京 と ไทย"),
        ("한국어 연구", "한국어 연구"),
        ("twice foo_bar twice foo_bar", "foo_bar"),
    ],
)
def test_only_unspaced_scripts_and_identifiers_become_grams(text: str, grams: str) -> None:
    """PAINS 17."""
    assert gram_text(text) == grams


def test_replaced_pages_leave_no_words_behind(ledger: Ledger, papers: PaperStore, words: WordIndex) -> None:
    """PAINS 24."""
    _, file = add_paper(papers, ["old alpha_beta 量子计算", "second page"], title="T")
    assert file is not None
    papers.write_pages(file, [page(1, "new gamma_delta")], [[(0, 3), (4, 15)]])
    assert words.passages('"old"') == []
    assert words.passages('"alpha_beta"', grams=True) == []
    assert words.passages('"量子计"', grams=True) == []
    (hit,) = words.passages('"gamma_delta"', grams=True)
    assert (hit.file, hit.page, hit.start, hit.end) == (file, 1, 4, 15)
    assert [each.page for each in words.passages('"second"')] == [2]
    consistent(ledger)


def test_a_papers_words_follow_its_fields_and_notes(
    ledger: Ledger, papers: PaperStore, person: PersonStore, words: WordIndex
) -> None:
    paper, _ = add_paper(papers, title="Forests", authors=["Ada Łovelace"], venue="Mind")
    note = person.add_note(paper, "compare with meadows").subject
    person.add_note(paper, "second thought")
    for query in ("forests", "authors : ada", "notes : meadows", "notes : thought", "venue : mind"):
        assert words.papers(query) == [paper]
    person.set_field(paper, "title", "Woods")
    person.edit_note(note, "compare with rivers")
    assert words.papers("forests") == words.papers("meadows") == []
    assert words.papers("woods rivers thought") == [paper]
    person.delete_note(note)
    assert words.papers("rivers") == []
    consistent(ledger)
    person.undo()
    assert words.papers("rivers") == [paper]
    person.bin(paper)
    assert words.papers("woods") == []
    consistent(ledger)


def test_entries_and_their_frequencies_follow(ledger: Ledger, papers: PaperStore, words: WordIndex) -> None:
    first, _ = add_paper(papers, title="A")
    second, _ = add_paper(papers, title="B")
    papers.write_entries(first, [Entry(paper=first, kind="paper", text="zebra stripes")])
    papers.write_entries(second, [Entry(paper=second, kind="paper", text="zebra zebra crossing")])
    assert {hit.paper for hit in words.entries("zebra")} == {first, second}
    assert words.document_frequency(["zebra", "absent"]) == {"zebra": 2, "absent": 0}
    assert [hit.paper for hit in words.entries("zebra", papers=[first])] == [first]
    assert words.entries("zebra", papers=[]) == []
    papers.write_entries(second, [])
    assert words.document_frequency(["zebra"]) == {"zebra": 1}
    consistent(ledger)


@pytest.mark.parametrize("query", ['"unclosed', "AND", "a NEAR(", "nosuchcolumn : x", "*", "("])
def test_a_query_that_fts5_cannot_read_is_wrong_use(words: WordIndex, papers: PaperStore, query: str) -> None:
    add_paper(papers, ["some text"], title="T")
    with pytest.raises(WrongUse):
        words.passages(query)


def test_rebuilding_finds_the_same(ledger: Ledger, papers: PaperStore, words: WordIndex) -> None:
    add_paper(papers, ["alpha beta_gamma 東京大学", "delta"], title="T")
    before = [words.passages('"alpha"'), words.passages('"beta_gamma"', grams=True), words.papers("t")]
    with ledger.write() as connection:
        rebuild_words(connection)
    assert [
        words.passages('"alpha"'),
        words.passages('"beta_gamma"', grams=True),
        words.papers("t"),
    ] == before
    consistent(ledger)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(1, 3), st.text(max_size=40)), min_size=1, max_size=8))
def test_any_sequence_of_page_writes_keeps_the_index_whole(
    ledger: Ledger, papers: PaperStore, writes: list[tuple[int, str]]
) -> None:
    _, file = add_paper(papers, ["x"], title="T")
    assert file is not None
    for number, text in writes:
        middle = len(text) // 2
        papers.write_pages(file, [page(number, text)], [[(0, middle), (middle, len(text))]])
    consistent(ledger)
