"""The window with a real library: importing, failures, jobs, undo, messages, keys, and how it closes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFrame,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QRadioButton,
    QSlider,
    QStackedWidget,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shelf import add_paper, add_tree, write_pdf
from window_parts import TEXT, details_of, drop, open_in, panel_of, wait_for_jobs

from twintree.base import errors
from twintree.base.errors import TwintreeError
from twintree.library import Library
from twintree_desktop import operations
from twintree_desktop.app import Desktop
from twintree_desktop.messages import describe
from twintree_desktop.operations import outside_name
from twintree_desktop.theme import Mode


def test_a_drop_of_mixed_files_adds_what_can_be_read_and_names_the_rest(
    desktop: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    """PAINS 1 and 18: the rest goes on; a file without text says so, and nothing is made up."""
    folder = tmp_path / "in"
    folder.mkdir()
    write_pdf(folder / "good.pdf", [TEXT, TEXT])
    write_pdf(folder / "scan.pdf", [""])
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 and then nothing")
    open_in(desktop, tmp_path / "library", qtbot)
    drop(desktop.window, [folder])
    wait_for_jobs(desktop, qtbot)
    qtbot.waitUntil(lambda: "broken.pdf" in desktop.window.strip.text, timeout=20_000)
    assert desktop.session is not None
    library = desktop.session.library
    panel = panel_of(desktop)
    qtbot.waitUntil(lambda: panel.model.rowCount() >= 2, timeout=20_000)
    by_pages = {row.pages: row for row in library.papers.rows()}
    assert by_pages[2].status in ("structured", "indexed", "complete")
    scan = by_pages[1]
    assert "text" in scan.reason.lower()
    assert desktop.workspace is not None
    desktop.workspace.library.show_paper(scan.id)
    qtbot.waitUntil(lambda: details_of(desktop).trouble.text == scan.reason, timeout=20_000)
    desktop.workspace.sidebar.select("view", "attention")
    qtbot.waitUntil(
        lambda: (row := panel.model.paper_at(0)) is not None and row.title == "broken.pdf", timeout=20_000
    )
    refused = panel.model.paper_at(0)
    assert refused is not None
    assert (refused.status, panel.model.rowCount()) == ("failed", 2)
    panel.table.selectRow(0)
    details = desktop.workspace.inspector.refused
    qtbot.waitUntil(lambda: details.isVisible() and details.reason.text() == refused.reason, timeout=20_000)
    panel.with_selected(lambda papers: pytest.fail("a refused file is no paper"))
    desktop.window.strip.act()
    assert desktop.workspace.place == "jobs"


def test_a_locked_file_asks_for_its_password_in_the_strip(
    opened: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    import pymupdf

    plain = write_pdf(tmp_path / "plain.pdf", [TEXT])
    locked = tmp_path / "locked.pdf"
    with pymupdf.open(plain) as document:
        document.save(locked, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="sesame", owner_pw="o")
    opened.give([locked])
    strip = opened.window.strip
    qtbot.waitUntil(lambda: "locked.pdf" in strip.text, timeout=90_000)
    field = strip.findChild(QLineEdit)
    assert field is not None
    assert field.isVisible()
    assert field.echoMode() == QLineEdit.EchoMode.Password
    qtbot.keyClicks(field, "sesame")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert opened.session is not None
    papers = opened.session.library.papers
    qtbot.waitUntil(lambda: any(row.pages == 1 for row in papers.rows()), timeout=90_000)


def test_starting_never_opens_a_pending_file_in_the_window(
    tmp_path: Path, qtbot: QtBot, start_desktop: Callable[[], Desktop]
) -> None:
    """PAINS 4: a poison file among yesterday's jobs does not keep the window from opening."""
    poison = tmp_path / "poison.pdf"
    poison.write_bytes(b"%PDF-1.4\n" + b"\x00" * 4096)
    with Library.create(tmp_path / "library") as library:
        add_paper(library, "Alpha")
        job = library.jobs._store.create("import", "poison.pdf", [str(poison)])
        library.jobs._store.set_state(job.id, "running")
    made = start_desktop()
    open_in(made, tmp_path / "library", qtbot)
    qtbot.waitUntil(lambda: panel_of(made).model.rowCount() == 1, timeout=20_000)
    qtbot.waitUntil(lambda: "poison.pdf" in made.window.strip.text, timeout=90_000)


def test_a_paused_job_shows_its_numbers_after_a_restart(
    tmp_path: Path, qtbot: QtBot, desktop: Desktop
) -> None:
    """PAINS 6: progress is kept, by file, and nothing says 0 %."""
    with Library.create(tmp_path / "library") as library:
        store = library.jobs._store
        job = store.create("import", "four files", [f"/nowhere/{n}.pdf" for n in range(4)])
        for position in range(3):
            store.update_item(job.id, position, state="done", status="indexed", pages=9, pages_done=9)
        store.set_state(job.id, "paused")
    open_in(desktop, tmp_path / "library", qtbot)
    assert desktop.workspace is not None
    desktop.workspace.show_place("jobs")
    jobs = desktop.workspace.places
    panel = next(place.widget for place in jobs if place.key == "jobs")
    qtbot.waitUntil(lambda: panel.sentences() != [], timeout=20_000)  # type: ignore[attr-defined]
    assert panel.sentences()[0].startswith("paused · 3 of 4 files")  # type: ignore[attr-defined]


def test_a_stopped_job_ends_within_a_second_and_stays_stopped(
    desktop: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    """PAINS 7."""
    papers = [write_pdf(tmp_path / f"long{n}.pdf", [TEXT] * 60) for n in range(6)]
    library = open_in(desktop, tmp_path / "library", qtbot)
    started: list[object] = []
    closed: list[object] = []
    desktop.bridge.job_started.connect(started.append)
    desktop.bridge.job_closed.connect(closed.append)
    desktop.give(papers)
    qtbot.waitUntil(lambda: bool(started), timeout=30_000)
    assert desktop.session is not None
    job = started[0].job  # type: ignore[attr-defined]
    desktop.session.act(operations.cancel_job, job)
    qtbot.waitUntil(lambda: bool(closed), timeout=30_000)
    assert library.jobs.get(job).state == "cancelled"
    qtbot.waitUntil(lambda: not desktop.workspace.progress.isVisible(), timeout=5_000)  # type: ignore[union-attr]
    desktop.open(tmp_path / "library")
    qtbot.waitUntil(
        lambda: desktop.session is not None and desktop.session.library is not library, timeout=30_000
    )
    assert desktop.session.library.jobs.get(job).state == "cancelled"


def test_closing_joins_every_thread(
    tmp_path: Path, qtbot: QtBot, start_desktop: Callable[[], Desktop]
) -> None:
    """PAINS 34: threads do not outlive the window."""
    before = set(threading.enumerate())
    made = start_desktop()
    open_in(made, tmp_path / "library", qtbot)
    made.give([write_pdf(tmp_path / "a.pdf", [TEXT])])
    qtbot.waitUntil(lambda: bool(made.imports.running), timeout=30_000)
    made.close()
    made.close()
    deadline = time.monotonic() + 10
    while set(threading.enumerate()) - before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not set(threading.enumerate()) - before


def test_a_library_that_is_still_opening_is_let_go_when_the_window_closes(
    tmp_path: Path, start_desktop: Callable[[], Desktop]
) -> None:
    made = start_desktop()
    made.open(tmp_path / "library")
    made.close()
    if Library.is_library(tmp_path / "library"):
        Library.open(tmp_path / "library").close()


def test_closing_while_papers_are_read_asks_once(opened: Desktop, tmp_path: Path, qtbot: QtBot) -> None:
    opened.give([write_pdf(tmp_path / f"{n}.pdf", [TEXT] * 40) for n in range(4)])
    qtbot.waitUntil(lambda: bool(opened.imports.running), timeout=30_000)
    ended: list[bool] = []
    opened.ended.connect(lambda: ended.append(True))
    opened.window.close()
    assert opened.window.isVisible()
    assert "next start" in opened.window.strip.text
    opened.window.close()
    assert ended == [True]


def test_the_inspector_shows_what_is_known_and_what_was_not_found(opened: Desktop, qtbot: QtBot) -> None:
    assert opened.session is not None
    library = opened.session.library
    paper = add_paper(library, "Alpha", ["Lena Meng", "Jo Ruiz"], 2026)
    add_tree(library, paper)
    opened.bridge.papers_changed.emit(frozenset())
    details = details_of(opened)
    qtbot.waitUntil(lambda: details.paper is not None and details.paper.row.id == paper, timeout=20_000)
    texts = " ".join(label.text() for label in details.findChildren(type(details.title)))
    assert "Lena Meng, Jo Ruiz" in texts
    assert "2 OF 3 TITLES VERIFIED" in texts


def test_editing_a_field_is_kept_and_undone(opened: Desktop, qtbot: QtBot) -> None:
    assert opened.session is not None
    assert opened.workspace is not None
    library = opened.session.library
    paper = add_paper(library, "Alhpa")
    opened.bridge.papers_changed.emit(frozenset())
    qtbot.waitUntil(lambda: details_of(opened).paper is not None, timeout=20_000)
    opened.workspace.inspector.edit()
    editor = opened.workspace.inspector.editor
    editor.fields["title"].edit.setPlainText("Alpha")  # type: ignore[union-attr]
    editor.save()
    qtbot.waitUntil(lambda: library.papers.row(paper).title == "Alpha", timeout=20_000)
    qtbot.waitUntil(lambda: bool(opened.window.strip.text), timeout=20_000)
    opened.commands.action("window.undo").trigger()
    qtbot.waitUntil(lambda: library.papers.row(paper).title == "Alhpa", timeout=20_000)


def test_the_bin_takes_papers_and_gives_them_back(opened: Desktop, qtbot: QtBot) -> None:
    assert opened.session is not None
    assert opened.workspace is not None
    library = opened.session.library
    paper = add_paper(library, "Alpha")
    opened.bridge.papers_changed.emit(frozenset())
    panel = panel_of(opened)
    qtbot.waitUntil(lambda: panel.current() is not None, timeout=20_000)
    panel.table.selectRow(0)
    opened.commands.action("paper.bin").trigger()
    qtbot.waitUntil(lambda: panel.model.rowCount() == 0, timeout=20_000)
    assert library.person.is_binned(paper)
    opened.window.strip.act()
    qtbot.waitUntil(lambda: panel.model.rowCount() == 1, timeout=20_000)


def test_papers_dragged_onto_a_collection_and_a_tag_are_put_there(opened: Desktop, qtbot: QtBot) -> None:
    assert opened.session is not None
    assert opened.workspace is not None
    library = opened.session.library
    paper = add_paper(library, "Alpha")
    collection = library.person.create_collection("Trees").subject
    library.person.tag([paper], "method")
    library.person.untag([paper], "method")
    opened.bridge.papers_changed.emit(frozenset())
    sidebar = opened.workspace.sidebar
    qtbot.waitUntil(lambda: sidebar.entry("collection", collection) is not None, timeout=20_000)
    for kind, key in (("collection", collection), ("tag", "method")):
        sidebar.list.papers_dropped.emit([paper], sidebar.entry(kind, key))
    qtbot.waitUntil(lambda: library.papers.row(paper).tags == ("method",), timeout=20_000)
    assert library.papers.get(paper).collections == (collection,)


def test_pasted_paths_are_imported(opened: Desktop, tmp_path: Path, qtbot: QtBot) -> None:
    paper = write_pdf(tmp_path / "päper 中.pdf", [TEXT])
    QGuiApplication.clipboard().setText(f"{paper}\n")
    opened.window.paste()
    assert opened.session is not None
    qtbot.waitUntil(lambda: opened.session.library.papers.count() == 1, timeout=90_000)  # type: ignore[union-attr]


def test_a_library_that_another_process_writes_names_it_and_opens_for_reading(
    desktop: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    with Library.create(tmp_path / "library") as library:
        add_paper(library, "Alpha")
        desktop.open(tmp_path / "library")
        qtbot.waitUntil(lambda: bool(desktop.window.strip.text), timeout=30_000)
        assert str(__import__("os").getpid()) in desktop.window.strip.text
        desktop.window.strip.act()
        qtbot.waitUntil(lambda: desktop.session is not None, timeout=30_000)
        assert desktop.session is not None
        assert desktop.session.library.readonly
        assert desktop.window.windowTitle().endswith("(reading only) — Twintree")
        assert desktop.workspace is not None
        (said,) = desktop.workspace.sidebar.findChildren(QFrame, "ReadingOnly")
        assert said.isVisible()
        qtbot.waitUntil(lambda: panel_of(desktop).model.rowCount() == 1, timeout=20_000)
        desktop.close()


def test_a_library_open_for_reading_can_be_written_once_nobody_else_does(
    desktop: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    library = Library.create(tmp_path / "library")
    desktop.open(tmp_path / "library", readonly=True)
    qtbot.waitUntil(lambda: desktop.session is not None, timeout=30_000)
    assert desktop.workspace is not None
    note = desktop.workspace.sidebar.reading_only
    assert note is not None
    assert not note.open.isVisible()
    assert not desktop.window.strip.text
    library.close()
    qtbot.waitUntil(lambda: note.open.isVisible(), timeout=30_000)
    assert "can be opened for writing" in desktop.window.strip.text
    note.open.click()
    qtbot.waitUntil(
        lambda: desktop.session is not None and not desktop.session.library.readonly, timeout=30_000
    )
    assert not desktop.window.strip.text
    assert desktop.workspace.sidebar.reading_only is None


def test_opening_for_reading_opens_for_writing_when_the_other_process_is_gone(
    desktop: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    library = Library.create(tmp_path / "library")
    desktop.open(tmp_path / "library")
    qtbot.waitUntil(lambda: bool(desktop.window.strip.text), timeout=30_000)
    library.close()
    desktop.window.strip.act()
    qtbot.waitUntil(lambda: desktop.session is not None, timeout=30_000)
    assert desktop.session is not None
    assert not desktop.session.library.readonly


def test_the_window_opens_on_the_library_when_the_reader_has_nothing_to_show(
    desktop: Desktop, tmp_path: Path, qtbot: QtBot, start_desktop: Callable[[], Desktop]
) -> None:
    library = open_in(desktop, tmp_path / "library", qtbot)
    paper = add_paper(library, "Alpha")
    assert desktop.workspace is not None
    desktop.workspace.show_place("reader")
    desktop.close()
    again = start_desktop()
    open_in(again, tmp_path / "library", qtbot)
    assert again.workspace is not None
    assert again.workspace.place == "library"
    again.workspace.show_place("reader")
    again.close()
    again.settings.put("reader/open", [paper])
    again.settings.save()
    third = start_desktop()
    open_in(third, tmp_path / "library", qtbot)
    assert third.workspace is not None
    assert third.workspace.place == "reader"


def test_every_error_of_the_engine_has_words_for_the_window() -> None:
    def below(kind: type[TwintreeError]) -> list[type[TwintreeError]]:
        return [kind, *(deeper for each in kind.__subclasses__() for deeper in below(each))]

    for kind in below(TwintreeError):
        text = describe(kind("The file is empty.", "Choose another one."))
        assert "The file is empty." in text
        assert "Choose another one." in text
    assert "log" in describe(errors.InternalError("It broke.")).lower()


def test_every_control_has_a_name(opened: Desktop, qtbot: QtBot) -> None:
    assert opened.workspace is not None
    nameless = []
    for place in opened.workspace.places:
        opened.workspace.show_place(place.key)
    for widget in opened.window.findChildren(QWidget):
        if isinstance(widget, _CONTROLS) and not _is_part(widget):
            text = widget.text() if isinstance(widget, QAbstractButton) else ""
            if not (widget.accessibleName() or text or widget.toolTip()):
                nameless.append(f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}")
    assert not nameless


_CONTROLS = (QAbstractButton, QLineEdit, QAbstractItemView)


def _is_part(widget: QWidget) -> bool:
    """Whether Qt made it inside a control that has a name, or it is not shown before it gets its words."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, (*_CONTROLS, QAbstractSpinBox, QKeySequenceEdit, QTabBar, QComboBox)):
            return True
        if above.isHidden() and not isinstance(above.parentWidget(), QStackedWidget):
            return True
        above = above.parentWidget()
    return widget.isHidden()


def test_no_two_commands_share_their_keys_where_both_are_at_hand(opened: Desktop) -> None:
    seen: dict[str, list[QAction]] = {}
    for command in opened.commands.all():
        if not command.action.shortcut().isEmpty():
            seen.setdefault(command.action.shortcut().toString(), []).append(command.action)
    for keys, actions in seen.items():
        local = [a for a in actions if a.shortcutContext() == Qt.ShortcutContext.WidgetWithChildrenShortcut]
        assert len(actions) == 1 or len(local) == len(actions), keys


def test_the_palette_finds_and_runs_a_command(opened: Desktop, qtbot: QtBot) -> None:
    opened.window.palette_box.open()
    qtbot.keyClicks(opened.window.palette_box.field, "settings")
    qtbot.keyClick(opened.window.palette_box.field, Qt.Key.Key_Return)
    assert opened.workspace is not None
    assert opened.workspace.place == "settings"


@pytest.mark.parametrize("what", ["palette_box", "sheet"])
def test_what_was_laid_over_the_window_gives_the_focus_back(opened: Desktop, what: str, qtbot: QtBot) -> None:
    field = panel_of(opened).field
    field.setFocus()
    over = getattr(opened.window, what)
    over.open()
    assert opened.window.focusWidget() is not field
    qtbot.keyClick(opened.window.focusWidget(), Qt.Key.Key_Escape)
    assert opened.window.focusWidget() is field


def test_the_settings_follow_what_a_command_changes(opened: Desktop) -> None:
    assert opened.workspace is not None
    opened.workspace.show_place("settings")
    panel = next(place.widget for place in opened.workspace.places if place.key == "settings")
    styled: list[Mode] = []
    opened.appearance.changed.connect(lambda: styled.append(opened.appearance.mode))
    opened.appearance.set_mode(Mode.DARK)
    opened.appearance.set_size(16)
    assert len(styled) == 2  # each once
    (chosen,) = (each for each in panel.findChildren(QRadioButton) if each.isChecked())
    assert chosen.text() == "Dark"
    slider = panel.findChild(QSlider)
    assert slider.value() == 16
    assert "16" in [each.text() for each in panel.findChildren(QLabel)]


def test_state_is_restored_at_the_next_start(
    desktop: Desktop, tmp_path: Path, qtbot: QtBot, start_desktop: Callable[[], Desktop]
) -> None:
    open_in(desktop, tmp_path / "library", qtbot)
    assert desktop.workspace is not None
    desktop.workspace.show_place("jobs")
    desktop.window.resize(780, 600)
    desktop.close()
    again = start_desktop()
    assert again.settings.recent == [tmp_path / "library"]
    open_in(again, tmp_path / "library", qtbot)
    assert again.workspace is not None
    assert again.workspace.place == "jobs"
    assert again.window.width() == 780


@pytest.mark.parametrize("width", [1000, 1440])
def test_two_panes_remain_in_a_narrow_window(opened: Desktop, width: int, qtbot: QtBot) -> None:
    opened.window.resize(width, 800)
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    assert opened.workspace is not None
    shown = [opened.workspace.sidebar.isVisible(), opened.workspace.inspector.isVisible()]
    assert sum(shown) == (1 if width == 1000 else 2)


def test_a_file_leaves_under_a_name_for_people(library: Library) -> None:
    paper = add_paper(library, 'Trees: "two" of them / or more?', ["Meng, Lena"], 2026)
    assert outside_name(library.papers.row(paper)) == "Meng 2026 - Trees two of them or more.pdf"
    endless = add_paper(library, "A" * 400)
    assert len(outside_name(library.papers.row(endless))) <= 130
