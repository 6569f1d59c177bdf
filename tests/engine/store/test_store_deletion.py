"""Deleting for good: nothing of a paper is left, in rows or in raw bytes, and nothing else is touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from paper_cases import add_file, add_paper, page
from run_cases import answer, citation

from twintree.base.answers import AnswerSentence
from twintree.base.errors import NotFound, StorageProblem
from twintree.base.pages import FileHead
from twintree.base.records import Entry, Span
from twintree.store import deletion
from twintree.store.deletion import delete_paper, delete_papers, finish_deletions
from twintree.store.export import canonical
from twintree.store.files import FileStore
from twintree.store.jobs import JobStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.runs import RunStore
from twintree.store.words import WordIndex

PHRASE = "quasistellar xylophonism"


def raw(ledger: Ledger) -> bytes:
    """Every byte that the ledger has on the disk."""
    beside = ledger.path.with_name(ledger.path.name + "-wal")
    return (ledger.path.read_bytes() + (beside.read_bytes() if beside.exists() else b"")).lower()


def furnish(ledger: Ledger, papers: PaperStore, person: PersonStore) -> tuple[str, str]:
    """A paper that left its secret words wherever a paper can leave words, beside one that stays."""
    stays, other = add_paper(papers, ["Public words about trees.", "More."], title="Stays", authors=["P Q"])
    paper, file = add_paper(
        papers,
        [f"It speaks of {PHRASE} and xylophonism_v2 and 木琴的研究方法.", f"Again {PHRASE}."],
        title=f"On {PHRASE}",
        authors=["Quasistellar Person"],
        abstract=f"About {PHRASE}.",
        venue="Xylophonism",
    )
    assert file is not None
    assert other is not None
    papers.write_pages(file, [page(2, f"Rewritten, still {PHRASE}.")], [[(0, 10), (10, 40)]])
    papers.write_entries(paper, [Entry(paper=paper, kind="paper", text=f"entry {PHRASE}")])
    note = person.add_note(paper, f"my note on {PHRASE}").subject
    person.edit_note(note, f"my better note on {PHRASE}")
    person.add_highlight(file, [Span(1, 13, 25)], note="xylophonism here")
    person.set_field(paper, "title", f"Truly on {PHRASE}")
    person.correct(paper, "section", f"{paper}.s0001", {"title": PHRASE})
    person.delete_note(note)
    jobs = JobStore(ledger)
    job = jobs.create("import", "t", [f"/home/me/{PHRASE}.pdf"])
    jobs.update_item(job.id, 0, state="done", paper=paper, file=file)
    with ledger.write() as connection:
        connection.execute(
            "INSERT INTO payload (paper, segment, extractor, version, content, at) "
            "VALUES (?, 'g1', 'x', '1', ?, '')",
            (paper, json.dumps(PHRASE)),
        )
        for (hash_,) in connection.execute("SELECT hash FROM entry").fetchall():
            connection.execute("INSERT INTO embedding VALUES (?, 'm', x'00')", (hash_,))
    sentences = (
        AnswerSentence(text=f"It is {PHRASE}.", supported=True, citations=(citation(paper, file, PHRASE),)),
        AnswerSentence(
            text="Both speak.",
            supported=True,
            citations=(citation(paper, file, PHRASE), citation(stays, other, "Public words")),
        ),
        AnswerSentence(
            text="Trees.",
            supported=True,
            citations=(citation(stays, other, "trees"),),
            against=(citation(paper, file, PHRASE), citation(stays, other, "More")),
        ),
    )
    RunStore(ledger).save(answer("R1", *sentences, nearest=(papers.get(paper).row,), paper=paper))
    return paper, stays


def test_no_byte_of_a_deleted_paper_is_left_in_the_ledger(
    ledger: Ledger, papers: PaperStore, person: PersonStore, files: FileStore
) -> None:
    """PAINS 23."""
    paper, _ = furnish(ledger, papers, person)
    phrases = [PHRASE.encode(), b"xylophonism", b"quasistellar", "木琴的研".encode(), b"better note"]
    assert all(phrase in raw(ledger) for phrase in phrases)
    delete_paper(ledger, files, paper)
    assert [phrase for phrase in phrases if phrase in raw(ledger)] == []
    assert "木琴".encode() not in raw(ledger)


def test_what_else_is_there_stays_and_is_whole(
    ledger: Ledger, papers: PaperStore, person: PersonStore, files: FileStore
) -> None:
    paper, stays = furnish(ledger, papers, person)
    delete_paper(ledger, files, paper)
    connection = ledger.read()
    assert [row.id for row in papers.rows()] == [stays]
    assert [hit.paper for hit in WordIndex(ledger).passages('"trees"')] == [stays]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    with ledger.write() as writing:
        for table in ("passage_words", "entry_words", "paper_words"):
            writing.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
    assert paper not in canonical(ledger)
    with pytest.raises(NotFound):
        papers.get(paper)
    (last,) = connection.execute(
        "SELECT action, subject, detail FROM audit ORDER BY seq DESC LIMIT 1"
    ).fetchall()
    assert tuple(last) == ("delete", paper, "")


def test_an_answer_stays_without_the_deleted_papers_words(
    ledger: Ledger, papers: PaperStore, person: PersonStore, files: FileStore
) -> None:
    paper, stays = furnish(ledger, papers, person)
    delete_paper(ledger, files, paper)
    kept = RunStore(ledger).get("R1")
    first, second, third = kept.sentences
    assert (first.supported, first.citations) == (False, ())
    assert "deleted" in first.text
    assert (second.text, [each.paper for each in second.citations]) == ("Both speak.", [stays])
    assert (third.supported, [each.paper for each in third.against]) == (True, [stays])
    assert kept.nearest == ()
    assert kept.trace[0].step == "redacted"
    assert {page[0] for page in kept.read_pages} == {third.citations[0].file}


def test_bytes_go_when_no_other_file_has_them(
    ledger: Ledger, papers: PaperStore, files: FileStore, person: PersonStore, tmp_path: Path
) -> None:
    first, one = add_paper(papers, ["same words"], title="One")
    second, _ = add_paper(papers, ["same words"], title="Two")
    add_file(papers, first, ["only here"])
    new = tmp_path / "new.pdf"
    new.write_bytes(b"%PDF new version")
    assert one is not None
    version = files.add(new)
    person.add_version(one, version, FileHead(format="pdf", pages=1), [page(1, "same words")], [[]])
    figures = ledger.root / "figures"
    (figures / f"{one}").mkdir(parents=True)
    (figures / f"{one}" / "fig1.png").write_bytes(b"x")
    (figures / "F000000000000.png").write_bytes(b"y")
    assert len(list(files.stored())) == 3
    delete_paper(ledger, files, first)
    assert [sha for sha, _ in files.stored()] == [papers.files(second)[0].sha256]
    assert [each.name for each in figures.iterdir()] == ["F000000000000.png"]
    delete_paper(ledger, files, second)
    assert list(files.stored()) == []


def test_a_linked_original_is_never_touched(
    ledger: Ledger, papers: PaperStore, files: FileStore, tmp_path: Path
) -> None:
    original = tmp_path / "mine.pdf"
    original.write_bytes(b"%PDF mine")
    paper = papers.create()
    papers.add_file(paper, files.add(original, link=True), "mine.pdf", linked=original)
    delete_paper(ledger, files, paper)
    assert original.read_bytes() == b"%PDF mine"


def test_merged_papers_go_with_the_one_they_were_merged_into(
    ledger: Ledger, papers: PaperStore, person: PersonStore, files: FileStore
) -> None:
    kept, _ = add_paper(papers, ["one"], title="Kept")
    middle, _ = add_paper(papers, ["two"], title="Middle")
    lost, _ = add_paper(papers, ["three"], title="Xylophonism lost")
    person.merge(middle, lost)
    person.merge(kept, middle)
    delete_papers(ledger, files, [lost])
    assert ledger.read().execute("SELECT count(*) FROM paper").fetchone()[0] == 0
    assert b"xylophonism" not in raw(ledger)
    assert list(files.stored()) == []


def test_deleting_leaves_the_undo_of_other_papers(
    ledger: Ledger, papers: PaperStore, person: PersonStore, files: FileStore
) -> None:
    paper, stays = furnish(ledger, papers, person)
    star = person.set_starred(stays)
    delete_paper(ledger, files, paper)
    assert [change.id for change in person.changes()] == [star.id]
    person.undo()
    assert not papers.get(stays).row.starred


def test_an_embedding_that_another_paper_uses_stays(
    ledger: Ledger, papers: PaperStore, files: FileStore
) -> None:
    first, _ = add_paper(papers, title="One")
    second, _ = add_paper(papers, title="Two")
    papers.write_entries(
        first, [Entry(paper=first, kind="paper", text="shared"), Entry(paper=first, kind="paper", text="own")]
    )
    papers.write_entries(second, [Entry(paper=second, kind="paper", text="shared")])
    hashes = {entry.text: entry.hash for entry in papers.entries(first)}
    with ledger.write() as connection:
        for each in hashes.values():
            connection.execute("INSERT INTO embedding VALUES (?, 'm', x'00')", (each,))
    delete_paper(ledger, files, first)
    assert [row[0] for row in ledger.read().execute("SELECT hash FROM embedding")] == [hashes["shared"]]


def test_the_vector_of_a_text_that_a_paper_had_earlier_goes_too(
    ledger: Ledger, papers: PaperStore, files: FileStore
) -> None:
    """PAINS 23: a section that was corrected since, a theme that was described anew."""
    paper, _ = add_paper(papers, title="One")
    for text in ("as it was read", "as it was corrected"):
        papers.write_entries(paper, [Entry(paper=paper, kind="paper", text=text)])
        with ledger.write() as connection:
            (entry,) = papers.entries(paper)
            connection.execute("INSERT INTO embedding VALUES (?, 'm', x'00')", (entry.hash,))
    delete_paper(ledger, files, paper)
    assert ledger.read().execute("SELECT count(*) FROM embedding").fetchone()[0] == 0


def test_an_unknown_paper_deletes_nothing(ledger: Ledger, papers: PaperStore, files: FileStore) -> None:
    paper, _ = add_paper(papers, ["x"], title="Kept")
    before = canonical(ledger)
    with pytest.raises(NotFound):
        delete_papers(ledger, files, [paper, "P000000000000"])
    assert canonical(ledger) == before


def test_what_a_crash_left_on_the_disk_is_removed_on_the_next_opening(
    ledger: Ledger, papers: PaperStore, files: FileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper, _ = add_paper(papers, ["x"], title="T")

    def stuck(self: FileStore, sha256: str) -> None:
        raise StorageProblem("The drive is gone.")

    with monkeypatch.context() as broken:
        broken.setattr(deletion.FileStore, "remove", stuck)
        with pytest.raises(StorageProblem):
            delete_paper(ledger, files, paper)
    assert len(list(files.stored())) == 1
    finish_deletions(ledger, files)
    assert list(files.stored()) == []
    finish_deletions(ledger, files)
