"""Another library merged in: papers with what the person said of them, a second time only what is new."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from twintree.base.errors import Cancelled, WrongUse
from twintree.base.jobs import JobItem
from twintree.base.records import PaperFilter, Span
from twintree.library import ImportOptions, Library

QUICK = ImportOptions(until="searchable")
TEXT = "Swarms That Think\n\nAda Ant\n\nBees dance to tell where the flowers are. Ants leave trails of scent."


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Library]:
    with Library.create(tmp_path / "here") as library:
        yield library


@pytest.fixture
def there(tmp_path: Path, make_pdf: Callable[..., Path]) -> Iterator[Library]:
    """A library with one paper of which everything was said that a person can say."""
    with Library.create(tmp_path / "there") as library:
        take(library, lambda: library.jobs.submit_import([make_pdf("swarm.pdf", TEXT)], QUICK))
        (paper,) = library.papers.ids()
        (file,) = library.papers.files(paper)
        start = library.papers.page(file.id, 1).text.index("Bees dance")
        library.person.set_field(paper, "title", "Swarms, corrected")
        library.person.set_key(paper, "ant1999")
        upper = library.person.create_collection("Insects").subject
        lower = library.person.create_collection("Bees", upper).subject
        library.person.add_to_collection(lower, [paper])
        library.person.tag([paper], "dance", "#2C6A4D")
        library.person.add_note(paper, "Read again.")
        library.person.add_highlight(file.id, (Span(1, start, start + 10),), note="how?")
        library.person.set_starred([paper])
        library.person.set_read_state([paper], "reading")
        library.person.save_search("Dances", "dance year:1999")
        yield library


def take(library: Library, submit: Callable[[], object]) -> list[JobItem]:
    handle = submit()
    assert handle.wait(300)  # type: ignore[attr-defined]
    return list(library.jobs.items(handle.id))  # type: ignore[attr-defined]


def merge(here: Library, there: Library) -> list[JobItem]:
    return take(here, lambda: here.jobs.submit_library(there.path, QUICK))


def said(library: Library) -> dict[str, object]:
    """Everything but the history of jobs."""
    tables = json.loads(library.export("json"))["tables"]
    return {name: rows for name, rows in tables.items() if not name.startswith("job")}


def test_a_paper_comes_with_its_file_and_all_that_was_said_of_it(here: Library, there: Library) -> None:
    items = merge(here, there)
    assert [item.state for item in items] == ["done", "done"]
    assert "1 paper: 1 new." in items[0].reason
    (row,) = here.papers.rows()
    assert (row.title, row.key, row.tags) == ("Swarms, corrected", "ant1999", ("dance",))
    assert (row.starred, row.read_state, row.status) == (True, "reading", "searchable")
    paper = here.papers.get(row.id)
    assert [note.text for note in paper.notes] == ["Read again."]
    (file,) = paper.files
    assert file.name == "swarm.pdf"
    assert Path(file.path).is_relative_to(here.path)
    (mark,) = here.person.highlights(row.id)
    assert (mark.quote, mark.note, mark.file) == ("Bees dance", "how?", file.id)
    names = {each.id: each for each in here.person.collections()}
    (shelf,) = paper.collections
    assert (names[shelf].name, names[names[shelf].parent or ""].name) == ("Bees", "Insects")
    assert [(each.name, each.query) for each in here.person.saved_searches()] == [
        ("Dances", "dance year:1999")
    ]


def test_a_second_time_brings_what_is_new_and_doubles_nothing(here: Library, there: Library) -> None:
    merge(here, there)
    before = said(here)
    assert merge(here, there)[0].state == "duplicate"
    assert said(here) == before
    there.person.add_note(there.papers.ids()[0], "Once more.")
    merge(here, there)
    (row,) = here.papers.rows()
    assert {note.text for note in here.papers.get(row.id).notes} == {"Read again.", "Once more."}
    assert len(here.person.highlights(row.id)) == 1


def test_files_follow_where_a_merge_was_stopped_behind_its_papers(
    here: Library, there: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[bool] = []

    def stop_once(*_: object) -> None:
        if not stopped:
            stopped.append(True)
            raise Cancelled

    monkeypatch.setattr("twintree.jobs.libraries.embed_records", stop_once)
    merge(here, there)
    assert stopped
    assert [row.status for row in here.papers.rows()] == ["searchable"]


def test_the_same_bytes_are_one_paper_and_what_was_said_here_stays(
    here: Library, there: Library, tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    take(here, lambda: here.jobs.submit_import([make_pdf("mine.pdf", TEXT), tmp_path / "swarm.pdf"], QUICK))
    papers = here.papers.ids()
    own = next(each for each in papers if here.papers.files(each)[0].name == "swarm.pdf")
    here.person.set_field(own, "title", "My title")
    here.person.set_read_state([own], "read")
    merge(here, there)
    assert len(here.papers.ids()) == len(papers)
    row = here.papers.row(own)
    assert (row.title, row.read_state, row.starred) == ("My title", "read", True)
    assert [mark.quote for mark in here.person.highlights(own)] == ["Bees dance"]


def test_what_looks_alike_is_offered_never_merged(
    here: Library, there: Library, make_pdf: Callable[..., Path]
) -> None:
    take(here, lambda: here.jobs.submit_import([make_pdf("other.pdf", TEXT + " Also wasps.")], QUICK))
    here.person.set_fields(here.papers.ids()[0], {"title": "Swarms, corrected", "authors": ["Ant, Ada"]})
    there.person.set_fields(there.papers.ids()[0], {"authors": ["Ant, Ada"]})
    merge(here, there)
    assert len(here.papers.ids()) == 2
    assert len(here.duplicates()) == 1


def test_files_that_are_gone_are_named_and_the_paper_comes_all_the_same(
    here: Library, there: Library
) -> None:
    Path(there.papers.files(there.papers.ids()[0])[0].path).unlink()
    (item,) = merge(here, there)
    assert "1 files are not where that library says (swarm.pdf)" in item.reason
    (row,) = here.papers.rows(PaperFilter())
    assert row.title == "Swarms, corrected"


def test_what_is_no_library_and_the_library_itself_are_refused(here: Library, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="There is no library in"):
        here.jobs.submit_library(tmp_path)
    (item,) = take(here, lambda: here.jobs.submit_library(here.path))
    assert item.reason == "A library cannot be merged into itself."
