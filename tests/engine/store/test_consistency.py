"""Checking, rebuilding and replaying a library whose parts were damaged in every way we could think of."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from projection_cases import DIMENSION, MODEL, add_paper, delete_paper, touch, vector_for

from twintree.base.ids import FileId, PaperId
from twintree.base.jobs import Problem
from twintree.base.pages import Line, PageText
from twintree.base.records import Entry, Rect, Section, SectionTree
from twintree.store import consistency, wordcheck
from twintree.store.files import FileStore
from twintree.store.graph import GraphProjection
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.vectors import VectorProjection

WORDS = "Section trees make retrieval work. See BERT-2 and 深層学習 in T5-small."


@dataclass
class Shelf:
    """A small library, as the layers above would write it."""

    root: Path
    ledger: Ledger
    files: FileStore
    graph: GraphProjection
    vectors: VectorProjection
    papers: list[PaperId]

    def check(self) -> list[Problem]:
        return consistency.check(self.root, self.ledger, self.files, self.graph, self.vectors)

    def rebuild(self) -> None:
        consistency.rebuild(self.root, self.ledger, self.files, self.graph, self.vectors, embed=embed)

    def sql(self, statement: str, *values: object) -> None:
        with self.ledger.write() as connection:
            connection.execute(statement, values)

    def file_of(self, paper: str) -> FileId:
        row = self.ledger.read().execute("SELECT id FROM file WHERE paper = ?", (paper,)).fetchone()
        return FileId(row[0])

    def stored(self, paper: str) -> Path:
        row = self.ledger.read().execute("SELECT sha256 FROM file WHERE paper = ?", (paper,)).fetchone()
        return self.files.path(row[0])


def embed(texts: list[str]) -> np.ndarray:
    return np.stack([vector_for(text) for text in texts])


def page(number: int, text: str) -> PageText:
    line = Line(0, len(text), Rect(0, 0, 9, 9), tuple(float(n) for n in range(len(text) + 1)), 10.0)
    return PageText(number, "", 600, 800, text, len(text), (line,))


def add_real_paper(shelf: Shelf, n: int) -> PaperId:
    store = PaperStore(shelf.ledger, shelf.files)
    source = shelf.root / f"source{n}.pdf"
    source.write_bytes(b"%PDF-1.7 " + str(n).encode() * 50)
    paper = store.create()
    file = store.add_file(paper, shelf.files.add(source), source.name)
    source.unlink()
    shelf.sql("UPDATE file SET pages = 2 WHERE id = ?", file)
    texts = [f"{WORDS} Paper {n}, page {p}." for p in (1, 2)]
    pages = [page(p, text) for p, text in enumerate(texts, 1)]
    store.write_pages(file, pages, [[(0, 34), (35, len(text))] for text in texts])
    shelf.sql("UPDATE paper SET title = ?, authors = ? WHERE id = ?", f"Title {n}", '["Ada"]', paper)
    nodes = tuple(
        Section(
            id=f"{paper}.s000{k}",  # type: ignore[arg-type]
            title=f"Part {k}",
            level=1,
            start_page=k,
            end_page=k,
            start=(k, 0),
            end=(k, 30),
        )
        for k in (1, 2)
    )
    store.write_tree(SectionTree(paper=paper, nodes=nodes), 3)
    entries = [
        Entry(id=0, paper=paper, section=each, kind=kind, text=f"entry {kind} {n}", hash="")
        for kind, each in (("paper", None), ("section", nodes[0].id))
    ]
    store.write_entries(paper, entries)
    store.finish_stage(file, "text", "1")
    shelf.sql(
        "INSERT INTO highlight (id, paper, file, spans, quote, colour, created) VALUES (?,?,?,?,'x','','')",
        f"H{n}",
        paper,
        file,
        json.dumps([{"page": 1, "start": 0, "end": 7}]),
    )
    for text in (each.text for each in entries):
        shelf.sql(
            "INSERT INTO embedding SELECT hash, ?, ? FROM entry WHERE text = ?",
            MODEL,
            vector_for(text).tobytes(),
            text,
        )
    store.set_status(paper, "indexed")
    return paper


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    ledger = Ledger(tmp_path / "ledger.sqlite")
    vectors = VectorProjection(tmp_path / "vectors" / "entries.usearch", MODEL, DIMENSION)
    shelf = Shelf(
        tmp_path, ledger, FileStore(tmp_path), GraphProjection(tmp_path / "graph.kuzu"), vectors, []
    )
    shelf.papers = [add_real_paper(shelf, n) for n in range(3)]
    consistency.replay(ledger, shelf.graph, shelf.vectors)
    yield shelf
    shelf.graph.close()
    shelf.vectors.close()
    ledger.close()


def test_a_sound_library_is_clean_and_needs_no_replay(shelf: Shelf) -> None:
    assert shelf.check() == []
    assert not consistency.replay(shelf.ledger, shelf.graph, shelf.vectors)


def test_a_reading_process_checks_beside_the_writer(shelf: Shelf) -> None:
    beside = Ledger(shelf.ledger.path, readonly=True)
    vectors = VectorProjection(shelf.vectors.path, MODEL, DIMENSION)
    graph = GraphProjection(shelf.graph.path, readonly=True)
    assert consistency.check(shelf.root, beside, shelf.files, graph, vectors) == []
    graph.close()
    beside.close()


@pytest.mark.parametrize("readonly", [True, False])
def test_a_check_needs_no_room_on_the_disk_and_no_right_to_write_the_graph(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, readonly: bool
) -> None:
    from shutil import disk_usage

    before = shelf.graph.path.read_bytes()
    shelf.graph.close()
    access = os.access
    monkeypatch.setattr("shutil.disk_usage", lambda path: disk_usage(path)._replace(free=1000))
    monkeypatch.setattr("os.access", lambda path, mode: mode != os.W_OK and access(path, mode))
    ledger = Ledger(shelf.ledger.path, readonly=True) if readonly else shelf.ledger
    graph = GraphProjection(shelf.graph.path, readonly=readonly)
    assert consistency.check(shelf.root, ledger, shelf.files, graph, shelf.vectors) == []
    monkeypatch.undo()
    if not readonly:  # what could only be read a moment ago is written again, once it can be
        add_real_paper(shelf, 9)
        assert graph.sync(ledger) == 1
        assert graph.query("MATCH (p:Paper) RETURN count(p)") == [(4,)]
    graph.close()
    assert readonly == (shelf.graph.path.read_bytes() == before)
    if readonly:
        ledger.close()


def test_what_cannot_be_opened_is_named_and_the_rest_is_checked(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    words_lost(shelf)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    found = {each.where: each for each in shelf.check()}
    assert found.keys() == {"graph", "words"}
    assert found["graph"].what.startswith("It could not be checked. The file cannot be read (")
    assert not found["graph"].repairable


def test_a_check_beside_the_writer_sees_one_moment_while_papers_come_in(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = Ledger(shelf.ledger.path, readonly=True)
    read = wordcheck._fingerprints

    def read_and_write(*of: Any) -> dict[int, int]:
        found = read(*of)
        add_real_paper(shelf, 20 + len(list(shelf.root.glob("files/*/*"))))
        return found

    monkeypatch.setattr(wordcheck, "_fingerprints", read_and_write)
    assert wordcheck.word_problems(beside) == []
    beside.close()


def test_what_is_merely_not_projected_yet_is_taken_up_and_no_problem(shelf: Shelf) -> None:
    add_paper(shelf.ledger, "P9")
    delete_paper(shelf.ledger, "P9")
    touch(shelf.ledger, shelf.papers[0])
    add_real_paper(shelf, 9)
    assert shelf.check() == []
    assert shelf.vectors.count == 8


def words_lost(shelf: Shelf) -> None:
    shelf.sql(
        "INSERT INTO passage_words (passage_words, rowid, text) SELECT 'delete', id, text FROM passage_text "
        "WHERE id = 5"
    )


def words_doubled(shelf: Shelf) -> None:
    shelf.sql("INSERT INTO entry_words (rowid, text) SELECT id, text FROM entry WHERE id = 3")


def words_altered(shelf: Shelf) -> None:
    shelf.sql("DROP TRIGGER paper_words_leave")
    shelf.sql("DROP TRIGGER paper_words_return")
    shelf.sql("UPDATE paper SET venue = 'A venue that nobody indexed' WHERE num = 2")


def words_left_over(shelf: Shelf) -> None:
    shelf.sql("INSERT INTO passage_words (rowid, text) VALUES (999, 'ghost')")


def words_rubbish(shelf: Shelf) -> None:
    shelf.sql("UPDATE entry_words_data SET block = x'00ff' WHERE id > 10")


def grams_lost(shelf: Shelf) -> None:
    shelf.sql("DELETE FROM passage_grams WHERE rowid = (SELECT min(rowid) FROM passage_grams)")


def grams_altered(shelf: Shelf) -> None:
    shelf.sql("UPDATE passage_grams SET text = 'XYZ-9' WHERE rowid = (SELECT min(rowid) FROM passage_grams)")


def vector_file_altered(shelf: Shelf) -> None:
    data = bytearray(shelf.vectors.path.read_bytes())
    data[10] ^= 1
    shelf.vectors.path.write_bytes(data)


def embedding_halved(shelf: Shelf) -> None:
    shelf.sql("UPDATE embedding SET vector = zeroblob(32) WHERE hash = (SELECT hash FROM entry WHERE id = 3)")


def embedding_lost(shelf: Shelf) -> None:
    shelf.sql("DELETE FROM embedding WHERE hash = (SELECT hash FROM entry WHERE id = 3)")


def graph_row_lost(shelf: Shelf) -> None:
    shelf.graph._opened().write("MATCH (s:Section) DETACH DELETE s")


def graph_file_gone(shelf: Shelf) -> None:
    shelf.graph.close()
    shelf.graph.path.unlink()


def projected_too_far(shelf: Shelf) -> None:
    shelf.sql("UPDATE projected SET revision = 999 WHERE name = 'graph' AND paper = ?", shelf.papers[0])


def file_orphaned(shelf: Shelf) -> None:
    stray = shelf.root / "stray.pdf"
    stray.write_bytes(b"nobody's")
    shelf.files.add(stray)


@pytest.mark.parametrize(
    ("damage", "where", "names"),
    [
        (words_lost, "words", "missing"),
        (words_doubled, "words", "twice"),
        (words_altered, "words", "differ"),
        (words_left_over, "words", "left over"),
        (words_rubbish, "words", "entry"),
        (grams_lost, "words", "missing"),
        (grams_altered, "words", "altered"),
        (vector_file_altered, "vectors", "damaged"),
        (embedding_halved, "vectors", "unit vector"),
        (embedding_lost, "vectors", "no embedding"),
        (graph_row_lost, "graph", "Section"),
        (graph_file_gone, "graph", "missing"),
        (projected_too_far, "graph", "does not fit"),
        (file_orphaned, "files", "no paper"),
    ],
)
def test_what_lies_in_a_projection_is_named_and_a_rebuild_repairs_it(
    shelf: Shelf, damage: Callable[[Shelf], None], where: str, names: str
) -> None:
    """PAINS 24."""
    damage(shelf)
    found = shelf.check()
    assert any(each.where == where and names in f"{each.what} {each.subject}" for each in found), found
    assert all(each.repairable for each in found)
    shelf.rebuild()
    assert shelf.check() == []


def test_a_word_fault_names_its_paper(shelf: Shelf) -> None:
    words_lost(shelf)  # passage 5 is the second paper's first
    (problem,) = shelf.check()
    assert problem.subject == f"{shelf.papers[1]}, page 1, passage 5"


def page_lost(shelf: Shelf) -> None:
    shelf.sql("DELETE FROM page WHERE id = 2")


def section_lost(shelf: Shelf) -> None:
    shelf.sql("DELETE FROM section WHERE id = ?", f"{shelf.papers[0]}.s0001")


def section_moved(shelf: Shelf) -> None:
    shelf.sql("UPDATE section SET start_page = 0 WHERE id = ?", f"{shelf.papers[0]}.s0002")


def entry_altered(shelf: Shelf) -> None:
    shelf.sql("UPDATE entry SET text = 'altered' WHERE id = 2")


def passage_outside(shelf: Shelf) -> None:
    shelf.sql('UPDATE passage SET "end" = 10000 WHERE id = 2')


def highlight_outside(shelf: Shelf) -> None:
    shelf.sql('UPDATE highlight SET spans = \'[{"page": 7, "start": 0, "end": 1}]\' WHERE id = \'H1\'')


def lines_altered(shelf: Shelf) -> None:
    shelf.sql("UPDATE page SET lines = x'0102' WHERE id = 1")


def foreign_key_broken(shelf: Shelf) -> None:
    import sqlite3

    other = sqlite3.connect(shelf.ledger.path)  # foreign keys are off here
    other.execute("UPDATE highlight SET paper = 'Pnobody' WHERE id = 'H1'")
    other.commit()
    other.close()


def original_gone(shelf: Shelf) -> None:
    shelf.stored(shelf.papers[0]).unlink()


def original_changed(shelf: Shelf) -> None:
    path = shelf.stored(shelf.papers[0])
    path.write_bytes(path.read_bytes()[:-1] + b"!")


@pytest.mark.parametrize(
    ("damage", "where"),
    [
        (page_lost, "ledger"),
        (section_lost, "ledger"),
        (section_moved, "ledger"),
        (entry_altered, "ledger"),
        (passage_outside, "ledger"),
        (highlight_outside, "ledger"),
        (lines_altered, "ledger"),
        (foreign_key_broken, "ledger"),
        (original_gone, "files"),
        (original_changed, "files"),
    ],
)
def test_what_no_projection_holds_is_named_and_not_called_repairable(
    shelf: Shelf, damage: Callable[[Shelf], None], where: str
) -> None:
    damage(shelf)
    found = [each for each in shelf.check() if not each.repairable]
    assert found
    assert {each.where for each in found} == {where}


def test_a_linked_file_that_vanished_is_named(shelf: Shelf, tmp_path: Path) -> None:
    """PAINS 20: renamed files were not found again; here their absence is said."""
    away = tmp_path / "elsewhere.pdf"
    away.write_bytes(b"linked")
    store = PaperStore(shelf.ledger, shelf.files)
    store.add_file(shelf.papers[0], shelf.files.add(away, link=True), away.name, linked=away)
    assert shelf.check() == []
    away.unlink()
    (problem,) = shelf.check()
    assert (problem.where, problem.what) == ("files", "The linked file is not there any more.")
    assert not problem.repairable


def test_a_rebuild_moves_stray_files_aside_instead_of_deleting_them(shelf: Shelf) -> None:
    file_orphaned(shelf)
    shelf.rebuild()
    assert [each.read_bytes() for each in (shelf.root / "lost").iterdir()] == [b"nobody's"]


def test_opening_finishes_what_a_crash_cut_short_but_leaves_damage_to_be_seen(shelf: Shelf) -> None:
    vector_file_altered(shelf)
    touch(shelf.ledger, shelf.papers[0])
    shelf.graph.close()
    vectors = VectorProjection(shelf.vectors.path, MODEL, DIMENSION)
    assert consistency.replay(shelf.ledger, shelf.graph, vectors, repair=False)  # the graph took up the paper
    assert vectors.damage
    assert consistency.replay(shelf.ledger, shelf.graph, vectors)
    assert vectors.problems(shelf.ledger) == []
