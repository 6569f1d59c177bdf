"""Watched folders, the crash report, the log, settings, the message strip, and the first page."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot
from window_parts import open_in

from twintree.base.errors import LibraryBusy
from twintree_desktop.app import Desktop
from twintree_desktop.crash import report
from twintree_desktop.icons import Icons
from twintree_desktop.log import LogBook
from twintree_desktop.message_strip import MessageStrip
from twintree_desktop.messages import Messages
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
