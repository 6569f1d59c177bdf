"""The library through the window: a quick look, hints, exports, another place, another library, following."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from shelf import add_paper, write_pdf
from window_parts import TEXT, panel_of, wait_for_jobs

from twintree.base.answers import Scope
from twintree.base.errors import WrongUse
from twintree.library import ImportOptions, Library
from twintree_desktop import operations
from twintree_desktop.app import Desktop
from twintree_desktop.moving import _move_by_copy, move_library
from twintree_desktop.paper_dragging import PapersData
from twintree_desktop.paper_filter import field_hint
from twintree_desktop.search_panel import SearchPanel
from twintree_desktop.session import Session


def library_of(desktop: Desktop) -> Library:
    assert desktop.session is not None
    return desktop.session.library


def test_space_looks_at_a_paper_and_space_goes_back(opened: Desktop, tmp_path: Path, qtbot: QtBot) -> None:
    opened.give([write_pdf(tmp_path / "paper.pdf", [TEXT, TEXT])])
    wait_for_jobs(opened, qtbot)
    panel = panel_of(opened)
    qtbot.waitUntil(lambda: panel.model.rowCount() == 1, timeout=20_000)
    panel.table.selectRow(0)
    qtbot.keyClick(panel.table, Qt.Key.Key_Space)
    look = panel.preview
    qtbot.waitUntil(lambda: look.look is not None, timeout=30_000)
    assert look.look is not None
    assert (look.isVisible(), look.look.page, look.look.pages) == (True, 1, 2)
    qtbot.keyClick(look, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: look.look is not None and look.look.page == 2, timeout=20_000)
    qtbot.keyClick(look, Qt.Key.Key_Space)
    assert not look.isVisible()


def test_a_paper_without_a_file_says_so_in_the_quick_look(opened: Desktop, qtbot: QtBot) -> None:
    add_paper(library_of(opened), "No file")
    panel = panel_of(opened)
    panel._refresh()
    qtbot.waitUntil(lambda: panel.model.rowCount() == 1, timeout=20_000)
    panel.preview.show_paper(library_of(opened).papers.ids()[0])
    qtbot.waitUntil(lambda: "no file" in panel.preview.sheet._words, timeout=20_000)


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("autor:chieu", "Do you mean author: ?"),
        ("date:2019", "is no field"),
        ("year:recent", "years such as 2019..2023"),
        ("is:lost", "takes one of"),
        ("year:2023..2019", "Do you mean year:2019..2023 ?"),
        ("author:chieu year:2019..2023 is:starred", ""),
        ("https://doi.org/10.1 and a 3:1 ratio", ""),
        ('"exact: phrase" plain words', ""),
    ],
)
def test_an_unknown_field_is_answered_with_a_hint(typed: str, hint: str) -> None:
    assert hint in field_hint(typed)
    assert bool(field_hint(typed)) == bool(hint)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("bees in:nowhere", "No paper has a section “nowhere”."),
        ("bees tag:nope", "There is no tag “nope”."),
        ("bees year:2023..2019", "Do you mean year:2019..2023 ?"),
        ("bees", "No paper and no passage fits this search."),
    ],
)
def test_a_search_that_finds_nothing_says_what_is_wrong_with_it(
    session: Session, qtbot: QtBot, typed: str, said: str
) -> None:
    panel = SearchPanel(session)
    qtbot.addWidget(panel)
    panel.search(typed, Scope())
    qtbot.waitUntil(lambda: said in panel._empty._hint.text(), timeout=20_000)
    assert panel._empty._title.text() == "Not in your library"


def test_every_format_of_export_is_in_the_menu(opened: Desktop, qtbot: QtBot) -> None:
    """PAINS 32: formatted references leave in the form that others read."""
    assert opened.workspace is not None
    menu = QMenu()
    opened.workspace.library.actions_on_papers._add_exports(menu)
    words = " ".join(action.text() for action in menu.actions())
    assert all(name in words for name in ("BibTeX", "RIS", "CSL-JSON", "Markdown", "JSON", "highlights"))
    menu.deleteLater()


def test_panels_follow_what_another_part_of_the_program_changes(opened: Desktop, qtbot: QtBot) -> None:
    library = library_of(opened)
    paper = add_paper(library, "Followed")
    panel = panel_of(opened)
    panel._refresh()
    qtbot.waitUntil(lambda: panel.model.rowCount() == 1, timeout=20_000)
    library.person.set_field(paper, "title", "Another title")
    qtbot.waitUntil(
        lambda: (row := panel.model.paper_at(0)) is not None and row.title == "Another title", timeout=20_000
    )


def test_dragged_papers_become_files_only_when_someone_asks(
    opened: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    opened.give([write_pdf(tmp_path / "paper.pdf", [TEXT])])
    wait_for_jobs(opened, qtbot)
    data = PapersData(library_of(opened), library_of(opened).papers.ids())
    assert data._urls is None
    (url,) = data.urls()
    assert url.toLocalFile().endswith(".pdf")
    assert Path(url.toLocalFile()).is_file()


def test_the_library_moves_to_another_folder_and_opens_there(
    opened: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    add_paper(library_of(opened), "Moved along")
    (tmp_path / "elsewhere").mkdir()
    opened.move(tmp_path / "elsewhere")
    qtbot.waitUntil(lambda: opened.session is not None, timeout=30_000)
    assert library_of(opened).path == tmp_path / "elsewhere" / "library"
    assert [row.title for row in library_of(opened).papers.rows()] == ["Moved along"]
    assert not (tmp_path / "library").exists()


def test_a_library_is_not_moved_over_another_and_crosses_disks_whole(tmp_path: Path) -> None:
    Library.create(tmp_path / "one").close()
    (tmp_path / "there" / "one").mkdir(parents=True)
    with pytest.raises(WrongUse, match="there already"):
        move_library(tmp_path / "one", tmp_path / "there")
    with pytest.raises(WrongUse, match="into itself"):
        move_library(tmp_path / "one", tmp_path / "one" / "files")
    _move_by_copy(tmp_path / "one", tmp_path / "two")
    assert Library.is_library(tmp_path / "two")
    assert not (tmp_path / "one").exists()


def test_files_of_a_merged_library_are_called_by_their_names(
    opened: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    with Library.create(tmp_path / "other") as other:
        pdf = write_pdf(tmp_path / "swarm.pdf", [TEXT])
        assert other.jobs.submit_import([pdf], ImportOptions(until="searchable")).wait(60)
    opened.merge(tmp_path / "other")
    wait_for_jobs(opened, qtbot)
    job = next(job for job in library_of(opened).job_list() if job.kind == "import")
    names = [Path(item.path).name for item in operations.job_items(library_of(opened), job.id)]
    assert names == ["other", "swarm.pdf"]
    qtbot.waitUntil(
        lambda: [row.status for row in library_of(opened).papers.rows()] == ["complete"], timeout=90_000
    )


def test_messages_leave_the_field_for_questions_free(opened: Desktop, qtbot: QtBot) -> None:
    assert opened.workspace is not None
    opened.messages.warn("Something wants attention.")
    low = opened.window.strip.geometry().bottom()
    opened.workspace.show_place("ask")
    assert opened.window.strip.geometry().bottom() < low - 50
    opened.workspace.show_place("library")
    assert opened.window.strip.geometry().bottom() == low


def test_another_library_is_merged_in_through_the_window(
    opened: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    with Library.create(tmp_path / "other") as other:
        paper = add_paper(other, "From elsewhere", ["Ant, Ada"], 1999, status="record")
        other.person.tag([paper], "ants")
    opened.merge(tmp_path / "other")
    wait_for_jobs(opened, qtbot)
    panel = panel_of(opened)
    qtbot.waitUntil(lambda: panel.model.rowCount() == 1, timeout=20_000)
    (row,) = library_of(opened).papers.rows()
    assert (row.title, row.tags) == ("From elsewhere", ("ants",))
