"""Files of records: each completes the paper it means, or becomes one; done again, it changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from twintree.base.jobs import JobItem
from twintree.library import ImportOptions, Library

QUICK = ImportOptions(until="searchable")


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.create(tmp_path_factory.mktemp("records") / "library") as library:
        yield library


@pytest.fixture
def library(opened: Library) -> Iterator[Library]:
    yield opened
    if papers := opened.papers.ids():
        opened.delete(papers)


def take(library: Library, *paths: Path, options: ImportOptions = QUICK) -> list[JobItem]:
    handle = library.jobs.submit_import(paths, options)
    assert handle.wait(240)
    return list(library.jobs.items(handle.id))


BIB = r"""
@article{swarm2019, title={Swarms That {Think}}, author={Ant, Ada and Bee, Bob}, year=2019,
  journal={J. Swarms}, doi={10.5555/swarm.1}, keywords={swarms, ants}, annote={read twice},
  file={Full Text:pdfs/swarm.pdf:application/pdf;Gone:pdfs/gone.pdf:application/pdf}, groups={x}}
@book{trees, title={All About Growing Trees}, author={Oak, Olga}, year=1999}
"""


def test_records_become_papers_with_keys_tags_and_notes(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "mine.bib"
    path.write_text(BIB, "utf-8")
    (item,) = take(library, path)
    assert (item.path, item.state, item.status, item.papers) == (str(path), "done", "record", 2)
    assert "Not there: 2 linked files" in item.reason
    assert "groups" in item.reason
    swarm = library.papers.get(library.papers.find("swarm2019"))
    assert swarm.row.id == item.paper
    assert (swarm.row.title, swarm.row.year, swarm.row.venue) == ("Swarms That Think", 2019, "J. Swarms")
    assert (swarm.doi, swarm.row.tags) == ("10.5555/swarm.1", ("ants", "swarms"))
    assert [note.text for note in swarm.notes] == ["read twice"]


def test_a_second_time_changes_nothing(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "mine.bib"
    path.write_text(BIB, "utf-8")
    take(library, path)
    before = [(row, library.papers.get(row.id)) for row in library.papers.rows()]
    (item,) = take(library, path)
    assert item.state == "duplicate"
    assert [(row, library.papers.get(row.id)) for row in library.papers.rows()] == before


def test_a_linked_pdf_becomes_the_records_file(
    library: Library, tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    pdf = make_pdf("pdfs/swarm.pdf", "A title that the page has\n\nWords about swarms and more words.")
    path = tmp_path / "mine.bib"
    path.write_text(BIB, "utf-8")
    record, file = take(library, path)
    assert (file.path, file.state, file.paper) == (str(pdf), "done", record.paper)
    paper = library.papers.get(record.paper or "")
    assert (paper.row.title, paper.row.status, paper.row.pages) == ("Swarms That Think", "searchable", 1)
    assert library.papers.count() == 2


def test_an_unreadable_linked_file_leaves_the_record(library: Library, tmp_path: Path) -> None:
    (tmp_path / "pdfs").mkdir()
    (tmp_path / "pdfs" / "swarm.pdf").write_bytes(b"no pdf at all")
    path = tmp_path / "mine.bib"
    path.write_text(BIB, "utf-8")
    record, file = take(library, path)
    assert (file.state, file.code) == ("failed", "not_a_pdf")
    paper = library.papers.get(record.paper or "")
    assert (paper.row.status, paper.files) == ("record", ())


def test_a_record_of_a_file_that_is_here_completes_its_paper(
    library: Library, tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    """The record's fields win over what was read off the page, and lose against the person's."""
    pdf = make_pdf("pdfs/swarm.pdf", "swarm draft v3 final")
    (held,) = take(library, pdf)
    library.person.set_field(held.paper or "", "year", 2020)
    path = tmp_path / "mine.bib"
    path.write_text(BIB, "utf-8")
    record = take(library, path)[0]
    assert record.paper == held.paper
    row = library.papers.get(held.paper or "").row
    assert (row.title, row.year, row.authors) == ("Swarms That Think", 2020, ("Ada Ant", "Bob Bee"))
    assert library.papers.count() == 2


def test_a_foreign_doi_makes_no_match(library: Library, tmp_path: Path) -> None:
    """PAINS 19: the same identifier with another title is another paper."""
    first, second = tmp_path / "a.bib", tmp_path / "b.ris"
    first.write_text("@article{a, title={Growing Trees Slowly}, doi={10.5555/x}}", "utf-8")
    second.write_text("TY  - JOUR\nTI  - A Theory of Fish\nDO  - 10.5555/x\nER  - \n", "utf-8")
    take(library, first)
    take(library, second)
    assert library.papers.count() == 2


def test_the_same_title_author_and_year_is_the_same_paper(library: Library, tmp_path: Path) -> None:
    first, second = tmp_path / "a.bib", tmp_path / "b.ris"
    first.write_text("@article{a, title={Growing Trees Slowly}, author={Oak, O.}, year=2001}", "utf-8")
    second.write_text(
        "TY  - JOUR\nTI  - Growing trees, slowly!\nAU  - Oak, Olga\nPY  - 2001\nAB  - How.\nER  - \n", "utf-8"
    )
    take(library, first)
    take(library, second)
    (row,) = library.papers.rows()
    assert library.papers.get(row.id).abstract == "How."


def test_a_file_without_records_says_so(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"editor.tabSize": 4}', "utf-8")
    (item,) = take(library, path)
    assert (item.state, item.code) == ("failed", "no_records")
    assert library.papers.count() == 0


def test_records_are_found_by_their_words(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "mine.bib"
    path.write_text(BIB, "utf-8")
    take(library, path, options=ImportOptions())
    assert library.search("growing trees")[0].paper.key == "trees"
    assert library.check() == []


def test_no_real_export_ends_the_import(library: Library, shared_bench: Path) -> None:
    """PAINS 1: what people's programs write is read, or refused with a reason; one bad file costs itself."""
    files = sorted(path for path in (shared_bench / "bibexports").rglob("*") if path.is_file())
    items = take(library, *files[::3])
    assert {item.state for item in items} <= {"done", "duplicate", "failed"}
    assert all(item.reason for item in items if item.state == "failed")
    assert all(item.code != "internal" for item in items)
    assert sum(item.state == "done" for item in items) > 0.8 * len(items)
