"""Zotero: everything comes over, a second time only what is new, and nothing is ever written there."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pymupdf
import pytest
from zotero_profile import Profile, big_profile

from twintree.base.errors import UnreadableFile, WrongUse
from twintree.base.jobs import JobItem
from twintree.base.records import PaperFilter
from twintree.library import ImportOptions, Library
from twintree.sources.zotero import plain_text, read_profile

QUICK = ImportOptions(until="searchable")
TEXT = "Swarms That Think\n\nAda Ant\n\nBees dance to tell where the flowers are. Ants leave trails of scent."


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.create(tmp_path_factory.mktemp("zotero") / "library") as library:
        yield library


@pytest.fixture
def library(opened: Library) -> Iterator[Library]:
    yield opened
    if papers := opened.papers.ids():
        opened.delete(papers)


def take(library: Library, folder: Path, options: ImportOptions = QUICK) -> list[JobItem]:
    handle = library.jobs.submit_zotero(folder, options)
    assert handle.wait(300)
    return list(library.jobs.items(handle.id))


def contents(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def flipped(pdf: Path, words: str) -> list[float]:
    """Where words stand, as Zotero counts: from the bottom left."""
    with pymupdf.open(pdf) as document:
        page = document[0]
        box = page.search_for(words)[0]
        return [box.x0, page.rect.height - box.y1, box.x1, page.rect.height - box.y0]


def test_a_work_comes_with_all_that_belongs_to_it(
    library: Library, tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    pdf = make_pdf("swarm.pdf", TEXT)
    make_pdf("base/sub/linked.pdf", "Another one, far away.")
    profile = Profile(tmp_path / "zotero")
    upper = profile.collection("Insects")
    lower = profile.collection("Bees", upper)
    number = profile.work(
        authors=[("Ada", "Ant"), ("", "The Hive")],
        tags=["swarms"],
        collections=[lower],
        title="Swarms That <i>Think</i>",
        date="2019-04-01 April 2019",
        DOI="10.5555/swarm.1",
        publicationTitle="J. Swarms",
        abstractNote="How they do.",
        extra="Citation Key: ant2019swarms",
        volume="3",
    )
    profile.note(number, "<p>Read <b>twice</b></p><ul><li>once</li></ul>")
    file = profile.stored(number, pdf)
    profile.mark(
        file, "trails  of scent", flipped(pdf, "trails of scent"), comment="how far?", colour="#5fb236"
    )
    other = profile.work("book", title="All About Growing Trees", authors=[("Olga", "Oak")])
    profile.linked(other, "attachments:sub/linked.pdf")
    profile.linked(other, "/nowhere/gone.pdf")
    profile.close()
    before = contents(tmp_path / "zotero")
    items = take(library, tmp_path / "zotero", ImportOptions(until="searchable", base=str(tmp_path / "base")))
    assert [(item.state, Path(item.path).name) for item in items] == [
        ("done", "zotero"),
        ("done", "swarm.pdf"),
        ("done", "linked.pdf"),
    ]
    assert "gone.pdf" in items[0].reason
    assert "volume" in items[0].reason
    assert contents(tmp_path / "zotero") == before
    paper = library.papers.get(library.papers.find("ant2019swarms"))
    assert (paper.row.title, paper.row.authors) == ("Swarms That Think", ("Ada Ant", "The Hive"))
    assert (paper.row.year, paper.row.venue, paper.abstract) == (2019, "J. Swarms", "How they do.")
    assert (paper.row.tags, paper.row.added) == (("swarms",), "2021-05-04T03:02:01.000Z")
    assert (paper.row.status, paper.row.pages) == ("searchable", 1)
    assert [note.text for note in paper.notes] == ["Read **twice**\n- once"]
    assert library.papers.count(PaperFilter(collection="Insects")) == 1
    (mark,) = library.person.highlights(paper.row.id)
    assert (mark.quote, mark.note, mark.colour) == ("trails of scent", "how far?", "#5FB236")


def test_a_second_time_brings_only_what_changed(
    library: Library, tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    pdf = make_pdf("swarm.pdf", TEXT)
    profile = Profile(tmp_path / "zotero")
    first = profile.work(title="Swarms That Think", date="2019", tags=["old"])
    file = profile.stored(first, pdf)
    note = profile.note(first, "<p>first thought</p>")
    gone = profile.note(first, "<p>to be deleted here</p>")
    take(library, tmp_path / "zotero")
    paper = library.papers.find("Swarms That Think")
    library.person.set_field(paper, "year", 2020)
    unwanted = next(each for each in library.papers.notes(paper) if "deleted" in each.text)
    library.person.delete_note(unwanted.id)
    (again,) = take(library, tmp_path / "zotero")
    assert again.state == "duplicate"
    assert library.person.changes(1)[0].action == "delete_note"
    profile.set(first, "date", "2018")
    profile.database.execute("UPDATE itemNotes SET note = '<p>second thought</p>' WHERE itemID = ?", (note,))
    profile.database.execute("UPDATE itemNotes SET title = 'x' WHERE itemID = ?", (gone,))
    profile.mark(file, "Bees dance", flipped(pdf, "Bees dance"))
    profile.work("thesis", title="A Thesis on Quiet Rivers", date="2001")
    profile.close()
    items = take(library, tmp_path / "zotero")
    assert "1 new, 1 brought up to date" in items[0].reason
    row = library.papers.get(paper)
    assert row.row.year == 2020
    assert [each.text for each in row.notes] == ["second thought"]
    assert [mark.quote for mark in library.person.highlights(paper)] == ["Bees dance"]
    assert len(row.files) == 1
    assert library.papers.count() == 2


def turned_pdf(path: Path, rotation: int) -> Path:
    """Three lines on a page that is cropped and then shown turned; the words' own places stay the same."""
    with pymupdf.open() as document:
        page = document.new_page(width=400, height=600)
        for row, place in enumerate(("here", "there", "everywhere")):
            page.insert_text((120, 150 + 60 * row), f"Bees dance {place}, and we look on.", fontsize=12)
        page.set_cropbox(pymupdf.Rect(40, 30, 390, 500))
        page.set_rotation(rotation)
        document.save(path)
    return path


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_marks_lie_on_their_words_where_a_page_is_shown_turned(
    library: Library, tmp_path: Path, rotation: int
) -> None:
    pdf = turned_pdf(tmp_path / "turned.pdf", rotation)
    profile = Profile(tmp_path / "zotero")
    file = profile.stored(profile.work(title="Swarms That Think", date="2019"), pdf)
    # In the PDF's own space a line 150 below the top of 600 stands at 450, whatever is cut off or turned.
    profile.mark(file, "Bees dance", (118, 600 - 214, 180, 600 - 196), comment="of three")
    profile.mark(file, "", (118, 600 - 274, 180, 600 - 256), comment="without words")
    profile.close()
    take(library, tmp_path / "zotero")
    paper = library.papers.find("Swarms That Think")
    found = {mark.note: mark for mark in library.person.highlights(paper)}
    (file_row,) = library.papers.files(paper)
    text = library.papers.page(file_row.id, 1).text
    (span,) = found["of three"].spans
    assert text[span.start :].startswith("Bees dance there")
    (span,) = found["without words"].spans
    assert text[span.start :].startswith("Bees dance every")
    assert text[span.start : span.end] == found["without words"].quote == "Bees dance"


def test_it_is_read_while_zotero_holds_its_lock(library: Library, tmp_path: Path) -> None:
    profile = Profile(tmp_path / "zotero")
    profile.work(title="Swarms That Think", date="2019")
    profile.database.execute("PRAGMA locking_mode = EXCLUSIVE")
    profile.database.execute("BEGIN EXCLUSIVE")
    (item,) = take(library, tmp_path / "zotero")
    profile.database.execute("ROLLBACK")
    profile.close()
    assert (item.state, item.papers) == ("done", 1)


def test_three_thousand_works_come_in_and_come_once(library: Library, tmp_path: Path) -> None:
    """PAINS 22: a real person's library, in transactions of a hundred."""
    big_profile(tmp_path / "zotero", 3000)
    (item,) = take(library, tmp_path / "zotero")
    assert (item.state, item.papers, library.papers.count()) == ("done", 3000, 3000)
    assert library.papers.count(PaperFilter(tag="tag7")) == 60
    assert sum(each.name.startswith("Part") for each in library.person.collections()) == 40
    revision = [(row.id, row.added) for row in library.papers.rows(limit=5000)]
    (again,) = take(library, tmp_path / "zotero")
    assert again.state == "duplicate"
    assert "3000 as before" in again.reason
    assert [(row.id, row.added) for row in library.papers.rows(limit=5000)] == revision


def test_a_folder_without_a_profile_is_refused(library: Library, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=r"zotero\.sqlite"):
        library.jobs.submit_zotero(tmp_path)


def test_what_lies_in_the_bin_there_stays_there(tmp_path: Path) -> None:
    profile = Profile(tmp_path / "zotero")
    number = profile.work(title="Swarms That Think")
    profile.work(title="All About Growing Trees")
    profile.database.execute("INSERT INTO deletedItems VALUES (?)", (number,))
    profile.close()
    (found,) = read_profile(tmp_path / "zotero")
    assert [item.fields["title"] for item in found.items] == ["All About Growing Trees"]


def test_a_notes_markup_becomes_text() -> None:
    markup = (
        "<div><h1>Plan</h1><p>a &lt; b &amp; <em>c</em></p><script>x()</script><ol><li>one</li></ol></div>"
    )
    assert plain_text(markup) == "# Plan\na < b & *c*\n- one"


def test_a_value_of_bytes_or_in_another_encoding_costs_its_own_characters_only(tmp_path: Path) -> None:
    profile = Profile(tmp_path / "zotero")
    number = profile.work(title="Sound", date="2019")
    profile.note(number, "first")
    profile.work(title="Damaged one")
    profile.close()
    database = sqlite3.connect(profile.folder / "zotero.sqlite")
    database.execute("UPDATE itemNotes SET note = x'ff41'")
    database.execute("UPDATE itemDataValues SET value = CAST(x'44e97a' AS TEXT) WHERE value = 'Damaged one'")
    database.commit()
    database.close()
    (found,) = read_profile(profile.folder)
    by_title = {item.fields["title"]: item for item in found.items}
    assert set(by_title) == {"Sound", "D\ufffdz"}
    assert by_title["Sound"].notes[0].text == "\ufffdA"


def test_an_empty_database_is_said_to_be_empty(tmp_path: Path) -> None:
    (tmp_path / "zotero.sqlite").touch()
    with pytest.raises(UnreadableFile, match="is empty"):
        read_profile(tmp_path)
