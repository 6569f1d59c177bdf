"""BibTeX files that follow collections: up to date, atomic, never over what somebody else wrote."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from twintree.base.errors import NotFound, StorageProblem, WrongUse
from twintree.base.ids import PaperId
from twintree.base.records import Collection, FieldValue
from twintree.store.keeping import BibliographyKeeper
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore


@pytest.fixture
def keeper(ledger: Ledger, person: PersonStore) -> Iterator[BibliographyKeeper]:
    keeper = BibliographyKeeper(ledger, person)
    keeper.start()
    yield keeper
    keeper.close()


@pytest.fixture
def shelf(papers: PaperStore, person: PersonStore) -> tuple[str, PaperId]:
    """A collection with one paper."""
    title = FieldValue(field="title", value="On trees", source="bibtex", confidence=1.0, chosen=True)
    paper = papers.create([title])
    collection = person.create_collection("Trees").subject
    person.add_to_collection(collection, [paper])
    return collection, paper


def test_what_changed_while_the_file_was_written_is_written_at_the_end(
    keeper: BibliographyKeeper,
    person: PersonStore,
    shelf: tuple[str, PaperId],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collection, paper = shelf
    path = tmp_path / "trees.bib"
    keeper.keep(collection, path)
    content, read, go_on = keeper._content, threading.Event(), threading.Event()

    def slowly(collection: str) -> bytes | None:
        found = content(collection)
        read.set()
        assert go_on.wait(20)
        return found

    monkeypatch.setattr(keeper, "_content", slowly)
    person.set_field(paper, "title", "On paths")
    assert read.wait(20)
    person.set_field(paper, "title", "On woods")
    closing = threading.Thread(target=keeper.close)
    closing.start()
    assert keeper._ended.wait(20)
    go_on.set()
    closing.join(20)
    assert "On woods" in path.read_text("utf-8")


def test_the_file_follows_what_becomes_of_the_collection(
    keeper: BibliographyKeeper, person: PersonStore, shelf: tuple[str, PaperId], tmp_path: Path
) -> None:
    collection, paper = shelf
    path = tmp_path / "trees.bib"
    keeper.keep(collection, path)
    assert "On trees" in path.read_text("utf-8")
    person.set_field(paper, "title", "On woods")
    keeper.close()  # what is outstanding is written at the end
    assert "On woods" in path.read_text("utf-8")
    assert not list(tmp_path.glob("*.part"))


def test_it_is_written_by_itself_soon_after_a_change(
    keeper: BibliographyKeeper,
    person: PersonStore,
    shelf: tuple[str, PaperId],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collection, paper = shelf
    path = tmp_path / "trees.bib"
    keeper.keep(collection, path)
    written = threading.Event()
    write = keeper.write

    def noticed() -> object:
        result = write()
        if "On woods" in path.read_text("utf-8"):
            written.set()
        return result

    monkeypatch.setattr(keeper, "write", noticed)
    person.set_field(paper, "title", "On woods")
    assert written.wait(30)


def test_a_foreign_file_is_never_overwritten(
    keeper: BibliographyKeeper, person: PersonStore, shelf: tuple[str, PaperId], tmp_path: Path
) -> None:
    collection, paper = shelf
    path = tmp_path / "trees.bib"
    path.write_text("@article{mine}", "utf-8")
    with pytest.raises(WrongUse, match="left alone"):
        keeper.keep(collection, path)
    path.unlink()
    keeper.keep(collection, path)
    path.write_text(path.read_text("utf-8") + "% my own note", "utf-8")
    person.set_field(paper, "title", "On woods")
    (kept,) = keeper.write()
    assert "left alone" in kept.problem
    assert "% my own note" in path.read_text("utf-8")
    path.unlink()
    (kept,) = keeper.write()
    assert kept.problem == ""
    assert "On woods" in path.read_text("utf-8")


def test_keeping_can_be_undone_and_stopped(
    keeper: BibliographyKeeper, person: PersonStore, shelf: tuple[str, PaperId], tmp_path: Path
) -> None:
    collection, paper = shelf
    change = keeper.keep(collection, tmp_path / "trees.bib")
    person.set_field(paper, "title", "On woods")
    keeper.write()
    person.undo(change.id)
    assert keeper.kept() == []
    keeper.keep(collection, tmp_path / "trees.bib")
    keeper.stop(collection)
    assert keeper.kept() == []
    assert (tmp_path / "trees.bib").exists()
    with pytest.raises(NotFound):
        keeper.stop(collection)


def test_a_deleted_collection_leaves_its_file_and_says_so(
    keeper: BibliographyKeeper, person: PersonStore, shelf: tuple[str, PaperId], tmp_path: Path
) -> None:
    keeper.keep(shelf[0], tmp_path / "trees.bib")
    person.delete_collection(shelf[0])
    (kept,) = keeper.write()
    assert "deleted" in kept.problem
    assert "On trees" in (tmp_path / "trees.bib").read_text("utf-8")


def test_a_collection_that_is_deleted_while_its_file_is_written_leaves_it_full(
    keeper: BibliographyKeeper,
    person: PersonStore,
    shelf: tuple[str, PaperId],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keeper.keep(shelf[0], tmp_path / "trees.bib")
    keeper.close()
    collections = person.collections

    def and_then_deleted() -> Sequence[Collection]:
        found = collections()
        if threading.current_thread() is threading.main_thread():
            other = threading.Thread(target=person.delete_collection, args=(shelf[0],))
            other.start()
            other.join()
        return found

    monkeypatch.setattr(person, "collections", and_then_deleted)
    keeper.write()
    assert "On trees" in (tmp_path / "trees.bib").read_text("utf-8")


@pytest.mark.parametrize("where", ["missing/trees.bib", ""])
def test_a_place_that_cannot_be_written_is_refused(
    keeper: BibliographyKeeper, shelf: tuple[str, PaperId], tmp_path: Path, where: str
) -> None:
    with pytest.raises((NotFound, WrongUse)):
        keeper.keep(shelf[0], tmp_path / where)
    assert keeper.kept() == []


def test_one_file_is_kept_for_one_collection(
    keeper: BibliographyKeeper, person: PersonStore, shelf: tuple[str, PaperId], tmp_path: Path
) -> None:
    keeper.keep(shelf[0], tmp_path / "trees.bib")
    other = person.create_collection("Woods").subject
    with pytest.raises(WrongUse, match="another collection"):
        keeper.keep(other, tmp_path / "trees.bib")


def test_what_cannot_be_written_is_called_by_the_name_that_was_given(
    keeper: BibliographyKeeper, shelf: tuple[str, PaperId], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(part: Path, *_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(part))

    path = tmp_path / "trees.bib"
    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(StorageProblem) as caught:
        keeper.keep(shelf[0], path)
    assert caught.value.message == f"The disk is full ({path})."
