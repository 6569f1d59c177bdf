"""Merging, splitting, and new versions of a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_cases import add_file, add_paper, page, proposals
from run_cases import answer

from twintree.base.answers import AnswerSentence
from twintree.base.errors import WrongUse
from twintree.base.pages import FileHead
from twintree.base.records import Citation, DuplicatePair, Span
from twintree.store.export import canonical
from twintree.store.files import FileStore
from twintree.store.ledger import Ledger
from twintree.store.merging import SAME_FILE, agreement
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.runs import RunStore
from twintree.store.words import WordIndex


def test_a_merge_carries_everything_over_and_redirects(
    ledger: Ledger, papers: PaperStore, person: PersonStore
) -> None:
    kept, first = add_paper(papers, ["one"], title="Preprint", authors=["A B"], year=2020)
    lost, second = add_paper(
        papers, ["two words"], title="Published", authors=["A B"], year=2021, doi="10.1/x"
    )
    assert second is not None
    collection = person.create_collection("C").subject
    person.add_to_collection(collection, lost)
    person.tag(lost, "ai")
    note = person.add_note(lost, "mine").subject
    highlight = person.add_highlight(second, [Span(1, 0, 3)]).subject
    person.set_starred(lost)
    person.set_read_state(lost, "reading")
    before = canonical(ledger)
    person.merge(kept, lost)
    found = papers.get(lost)
    assert found.row.id == kept
    assert [file.id for file in found.files] == [first, second]
    assert [file.role for file in found.files] == ["main", "other"]
    assert (found.row.tags, found.collections, found.doi) == (("ai",), (collection,), "10.1/x")
    assert [each.id for each in found.notes] == [note]
    assert [each.id for each in person.highlights(kept)] == [highlight]
    assert (found.row.starred, found.row.read_state, found.row.title) == (True, "reading", "Preprint")
    assert [row.id for row in papers.rows()] == [kept]
    assert papers.find("b2021published") == kept
    assert [hit.paper for hit in WordIndex(ledger).passages('"two"')] == [kept]
    with pytest.raises(WrongUse, match="one paper already"):
        person.merge(kept, lost)
    person.undo()
    assert canonical(ledger) == before


def test_supporting_information_becomes_a_supplement_of_its_paper(
    papers: PaperStore, person: PersonStore
) -> None:
    kept, _ = add_paper(papers, ["one"], title="How bees find a home")
    other, _ = add_paper(papers, ["two"], title="Supplementary Information for How bees find a home")
    person.merge(kept, other)
    assert [file.role for file in papers.files(kept)] == ["main", "supplement"]


def test_a_split_gives_back_what_was_brought_even_after_later_changes(
    ledger: Ledger, papers: PaperStore, person: PersonStore
) -> None:
    kept, first = add_paper(papers, ["one"], title="Kept")
    lost, second = add_paper(papers, ["two"], title="Lost", year=1999)
    note = person.add_note(lost, "mine").subject
    person.merge(kept, lost)
    person.edit_note(note, "edited since")
    person.set_field(kept, "title", "Edited since")
    person.tag(kept, "later")
    person.split(lost)
    assert [file.id for file in papers.files(kept)] == [first]
    assert [file.id for file in papers.files(lost)] == [second]
    assert [each.text for each in person.notes(lost)] == ["edited since"]
    assert papers.get(lost).row.title == "Lost"
    assert (papers.get(kept).row.title, papers.get(kept).row.year) == ("Edited since", None)
    with pytest.raises(WrongUse, match="was not merged"):
        person.split(lost)
    person.undo()
    assert papers.resolve(lost) == kept
    assert len(papers.files(kept)) == 2


def test_a_record_that_gets_a_file_is_to_be_structured(papers: PaperStore, person: PersonStore) -> None:
    record = papers.create(
        proposals("bibtex", title="From BibTeX", authors=["A B"], year=2020), status="record"
    )
    paper, file = add_paper(papers, ["text"], title="from pdf")
    assert file is not None
    papers.set_status(paper, "indexed")
    for stage in ("text", "metadata", "structure", "entries"):
        papers.finish_stage(file, stage, "1")
    person.merge(record, paper)
    assert papers.get(record).row.status == "searchable"
    assert set(papers.stages(file)) == {"text", "metadata"}
    assert papers.get(record).row.title == "From BibTeX"
    assert papers.get(record).row.pages == 1
    person.undo()
    assert papers.get(record).row.status == "record"
    assert len(papers.stages(file)) == 4


def test_a_file_can_become_a_paper_of_its_own(papers: PaperStore, person: PersonStore) -> None:
    paper, first = add_paper(papers, ["one"], title="T")
    second = add_file(papers, paper, ["two"], name="other.pdf")
    person.add_highlight(second, [Span(1, 0, 3)])
    change = person.split_file(second)
    assert [file.id for file in papers.files(change.subject)] == [second]
    assert [file.id for file in papers.files(paper)] == [first]
    assert len(person.highlights(change.subject)) == 1
    with pytest.raises(WrongUse, match="only file"):
        person.split_file(second)
    person.undo()
    assert [file.id for file in papers.files(paper)] == [first, second]


def test_marked_pairs_are_not_offered_again(papers: PaperStore, person: PersonStore) -> None:
    first, _ = add_paper(papers, title="One")
    second, _ = add_paper(papers, title="Two")
    pair = DuplicatePair(first=second, second=first, why="title", confidence=1.0)
    assert person.not_distinct([pair]) == [pair]
    person.mark_distinct(first, second)
    assert person.not_distinct([pair]) == []
    person.undo()
    assert person.not_distinct([pair]) == [pair]


def test_an_annotated_version_keeps_highlights_on_their_words(
    ledger: Ledger, papers: PaperStore, person: PersonStore, tmp_path: Path
) -> None:
    paper, file = add_paper(
        papers, ["First page with some words.", "Second page, other words.", "Third."], title="T"
    )
    assert file is not None
    stays = person.add_highlight(file, [Span(1, 16, 26)]).subject
    across = person.add_highlight(file, [Span(1, 0, 5), Span(2, 0, 6)]).subject
    moves = person.add_highlight(file, [Span(3, 0, 5)]).subject
    goes = person.add_highlight(file, [Span(2, 13, 24)]).subject
    new = tmp_path / "annotated.pdf"
    new.write_bytes(b"%PDF-1.7 annotated")
    stored = FileStore(ledger.root).add(new)
    texts = ["My cover page.", "First page with some more and some words.", "Second page, different. Third."]
    pages = [page(number, text) for number, text in enumerate(texts, 1)]
    result = person.add_version(file, stored, FileHead(format="pdf", pages=3), pages, [[(0, 5)]] * 3)
    assert (result.kept, result.orphaned) == (3, 1)
    found = {each.id: each for each in person.highlights(paper)}
    assert found[stays].spans == (Span(2, 30, 40),)
    assert found[across].spans == (Span(2, 0, 5), Span(3, 0, 6))
    assert found[moves].spans == (Span(3, 24, 29),)
    assert found[goes].orphaned
    assert found[goes].quote == "other words"
    row = papers.file(file)
    assert (row.sha256, row.pages, papers.get(paper).row.pages) == (stored.sha256, 3, 3)
    assert len(papers.files_with_hash(stored.sha256)) == 1
    assert WordIndex(ledger).passages('"other"') == []
    # Its words come back with a later version: the orphan finds them.
    papers.write_pages(file, [page(1, "These are other words now.")], [[]])
    assert {each.id: each for each in person.highlights(paper)}[goes].spans == (Span(1, 10, 21),)


def test_citations_of_kept_answers_follow_their_words(
    ledger: Ledger, papers: PaperStore, person: PersonStore
) -> None:
    paper, file = add_paper(papers, ["It is a tree.", "And a wood."], title="T")
    assert file is not None
    runs = RunStore(ledger)
    first = Citation(paper, file, 1, (Span(1, 6, 12),), "a tree", "Lovelace 1843, p. 1")
    second = Citation(paper, file, 2, (Span(2, 4, 10),), "a wood", "Lovelace 1843, p. 2")
    runs.save(answer("R1", AnswerSentence(text="s", supported=True, citations=(first, second))))
    pages = [page(1, "A cover."), page(2, "Here it is a tree."), page(3, "And a forest.")]
    papers.write_pages(file, pages, [[]] * 3)
    (sentence,) = runs.get("R1").sentences
    moved, lost = sentence.citations
    assert (moved.page, moved.spans, moved.label) == (2, (Span(2, 11, 17),), "Lovelace 1843, p. 2")
    assert lost == second


def test_pages_that_are_gone_leave_the_ledger_and_orphan_their_highlights(
    ledger: Ledger, papers: PaperStore, person: PersonStore, tmp_path: Path
) -> None:
    _, file = add_paper(papers, ["First.", "Unique ending."], title="T")
    assert file is not None
    person.add_highlight(file, [Span(2, 0, 6)])
    new = tmp_path / "short.pdf"
    new.write_bytes(b"%PDF-1.7 short")
    stored = FileStore(ledger.root).add(new)
    result = person.add_version(
        file, stored, FileHead(format="pdf", pages=1), [page(1, "First.")], [[(0, 6)]]
    )
    assert (result.kept, result.orphaned) == (0, 1)
    assert [each.number for each in papers.pages(file)] == [1]
    assert WordIndex(ledger).passages('"unique"') == []


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=20))
def test_agreement_is_one_for_itself_and_symmetric(texts: list[str]) -> None:
    pages = [page(number, text) for number, text in enumerate(texts, 1)]
    itself = agreement(pages, pages)
    assert itself in (0.0, 1.0)
    other = [*pages[:-1], page(len(pages), "something else entirely 0123456789")]
    assert agreement(pages, other) == agreement(other, pages) <= 1.0


def test_one_changed_page_in_twenty_is_the_same_file() -> None:
    old = [
        page(number, f"The text of page {number}, which is long enough to differ.") for number in range(1, 21)
    ]
    assert agreement(old, [*old[:-1], page(20, "Replaced altogether by other words.")]) >= SAME_FILE
    assert agreement(old, [*old[:-2], page(19, "Replaced."), page(20, "Replaced too.")]) < SAME_FILE
    assert agreement([page(1, "")], [page(1, "")]) == 0.0
