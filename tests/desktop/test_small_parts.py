"""Watched folders, the crash report, the log, settings, the message strip, and the first page."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QAbstractButton, QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from window_parts import open_in

from twintree.base.errors import LibraryBusy
from twintree.base.events import Event, JobCancelled, JobFailed, JobFinished, JobProgress, JobStarted
from twintree.base.ids import JobId
from twintree_desktop.app import Desktop
from twintree_desktop.crash import report
from twintree_desktop.icons import Icons
from twintree_desktop.log import LogBook
from twintree_desktop.message_strip import MessageStrip
from twintree_desktop.messages import Messages
from twintree_desktop.progress_strip import ProgressStrip
from twintree_desktop.session import Session
from twintree_desktop.settings import Settings
from twintree_desktop.theme import Appearance
from twintree_desktop.watching import WatchedFolders


def test_only_what_comes_after_is_taken_from_a_watched_folder(tmp_path: Path, qtbot: QtBot) -> None:
    folder = tmp_path / "downloads"
    folder.mkdir()
    (folder / "old.pdf").write_bytes(b"old")
    settings = Settings()
    watched = WatchedFolders(settings)
    watched.add(folder)
    got: list[list[Path]] = []
    watched.arrived.connect(got.append)
    watched.look()
    assert got == []
    new = folder / "new.pdf"
    new.write_bytes(b"new")
    os.utime(new, (4_000_000_000, 4_000_000_000))
    (folder / "notes.txt").write_text("no paper")
    watched.look()
    watched.look()
    assert got == [[new]]
    watched.remove(folder)
    assert Settings().words("watch/folders") == []


def test_a_watched_folder_that_vanished_is_no_trouble(tmp_path: Path, qtbot: QtBot) -> None:
    settings = Settings()
    settings.put("watch/folders", [str(tmp_path / "gone")])
    WatchedFolders(settings).look()


def test_a_crash_report_has_no_words_of_a_document() -> None:
    book = LogBook()
    words = "the unpublished result"
    try:
        raise ValueError(words)
    except ValueError:
        kind, _, trace = sys.exc_info()
        book.handle(logging.LogRecord("x", logging.ERROR, "f", 1, "it failed", (), sys.exc_info()))
    assert kind is not None
    text = report(kind, trace, book)
    assert "ValueError" in text
    assert "test_small_parts.py" in text
    assert "it failed" in text
    assert words not in text


def test_the_log_keeps_the_last_two_thousand_lines_from_info_up() -> None:
    book = LogBook()
    log = logging.getLogger("twintree.test")
    log.addHandler(book)
    log.setLevel(logging.DEBUG)
    try:
        log.debug("text of a page")
        for number in range(2100):
            log.info("line %d", number)
    finally:
        log.removeHandler(book)
    assert len(book.lines()) == 2000
    assert not any("text of a page" in line for line in book.lines())


@pytest.mark.parametrize("damaged", ["", "many", "0x", "None"])
def test_damaged_settings_count_as_absent(damaged: str) -> None:
    settings = Settings()
    settings.put("appearance/size", damaged)
    settings.put("appearance/mode", damaged)
    assert settings.font_size == 13
    assert settings.mode == "system"


def test_a_newer_message_covers_and_an_unsettled_one_comes_back(appearance: Appearance, qtbot: QtBot) -> None:
    messages = Messages()
    strip = MessageStrip(messages, Icons(appearance))
    qtbot.addWidget(strip)
    done: list[str] = []
    messages.fail(
        LibraryBusy("Process 7 writes it.", "Close it there."), "Retry", lambda: done.append("retry")
    )
    messages.tell("Starred.")
    assert strip.text == "Starred."
    strip.dismiss()
    assert strip.text == "Process 7 writes it. Close it there."
    strip.act()
    assert done == ["retry"]
    assert strip.text == ""
    assert not strip.isVisible()


def test_the_first_page_leads_on_without_a_wizard(desktop: Desktop, qtbot: QtBot) -> None:
    texts = [button.text() for button in desktop.window.welcome.findChildren(QAbstractButton)]
    assert {"Choose files …", "Open the sample library", "Open a library …"} <= set(texts)
    assert desktop.session is None


def test_nothing_else_can_be_opened_while_a_library_is_opened(desktop: Desktop) -> None:
    welcome = desktop.window.welcome
    ways = [each for each in welcome.findChildren(QAbstractButton) if each.text().startswith(("Open", "New"))]
    assert all(each.isEnabled() for each in ways)
    welcome.say_opening("Papers", 0)
    assert not any(each.isEnabled() for each in ways)
    welcome.rest()
    assert all(each.isEnabled() for each in ways)


def test_the_theme_is_switched_by_key_and_remembered(
    desktop: Desktop, start_desktop: Callable[[], Desktop], qtbot: QtBot
) -> None:
    before = desktop.appearance.theme.dark
    desktop.commands.action("window.theme").trigger()
    assert desktop.appearance.theme.dark is not before
    desktop.close()
    assert start_desktop().appearance.theme.dark is not before


def test_keys_can_be_given_to_another_command(opened: Desktop) -> None:
    commands = opened.commands
    loser = commands.rebind("window.jobs", commands.action("window.settings").shortcut())
    assert loser == "Settings"
    assert commands.action("window.settings").shortcut().isEmpty()
    assert Settings().text("shortcuts/window.jobs") == "Ctrl+,"


def test_the_window_reads_from_right_to_left(opened: Desktop, tmp_path: Path, qtbot: QtBot) -> None:
    opened.window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qtbot.wait(50)
    workspace = opened.workspace
    assert workspace is not None
    assert workspace.rail.x() > workspace.stack.mapTo(workspace, workspace.stack.pos()).x()
    open_in(opened, tmp_path / "other", qtbot)


class Page(QWidget):
    """What stands above the strip; the pointer is on it or not."""

    touched = False

    def underMouse(self) -> bool:
        return self.touched


@pytest.fixture
def strip(session: Session, qtbot: QtBot) -> Iterator[tuple[ProgressStrip, Page]]:
    place = QWidget()
    page, column = Page(), QVBoxLayout(place)
    made = ProgressStrip(session, page)
    column.addWidget(page, 1)
    column.addWidget(made)
    place.resize(900, 500)
    place.show()
    yield made, page
    place.close()
    place.deleteLater()


def test_the_strip_says_what_is_done_and_how_far_it_is(
    strip: tuple[ProgressStrip, Page], session: Session
) -> None:
    made, _ = strip
    bridge, job, other = session.bridge, JobId("J1"), JobId("J2")
    bridge.job_started.emit(JobStarted(job, "import", "5 files"))
    assert made.sentence == "Reading 5 files …"
    message = "2 of 5 files done · 30 of 44 pages read"
    bridge.job_progress.emit(JobProgress(job, 2, 5, "files", message, 12.0))
    assert made.sentence == f"{message} · about 12 s left"
    bridge.job_progress.emit(JobProgress(job, 5, 5, "files", "bringing the index up to date", None))
    assert made.sentence == "Bringing the index up to date · 5 of 5 files"
    bridge.job_started.emit(JobStarted(other, "summaries", "summaries of 3 papers"))
    assert made.sentence == "Summaries of 3 papers …"
    message = "1 of 3 papers done · 4 of 17 sections read"
    bridge.job_progress.emit(JobProgress(other, 1, 3, "papers", message, None))
    assert made.sentence == f"Summaries of 3 papers: {message}"
    bridge.job_closed.emit(JobFinished(other))
    assert made.sentence == "Reading 5 files …"
    bridge.job_closed.emit(JobFinished(job))
    assert made.isHidden()


@pytest.mark.parametrize(
    ("closing", "said"),
    [
        (JobFinished(JobId("J1")), "Done."),
        (JobFailed(JobId("J1"), "The disk is full.", "", "disk_full"), "Ended by an error; Jobs says which."),
        (JobCancelled(JobId("J1")), "Stopped; what is done stays."),
    ],
)
def test_the_strip_does_not_move_the_page_under_the_pointer_when_it_is_over(
    strip: tuple[ProgressStrip, Page], session: Session, closing: Event, said: str
) -> None:
    made, page = strip
    session.bridge.job_started.emit(JobStarted(JobId("J1"), "import", "a.pdf"))
    QApplication.processEvents()
    page.touched, height = True, page.height()
    session.bridge.job_closed.emit(closing)
    QApplication.processEvents()
    assert (made.sentence, made.isVisible(), page.height()) == (said, True, height)
    page.touched = False
    QCursor.setPos(page.mapToGlobal(page.rect().bottomRight()) + QPoint(500, 500))
    QApplication.sendEvent(page, QEvent(QEvent.Type.Leave))
    assert made.isHidden()
    session.bridge.job_started.emit(JobStarted(JobId("J2"), "import", "b.pdf"))
    assert made.sentence == "Reading b.pdf …"
    assert made._pause.isVisible()
    session.bridge.job_closed.emit(JobFinished(JobId("J2")))
