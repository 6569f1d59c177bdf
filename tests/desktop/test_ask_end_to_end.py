"""From a dropped PDF to the cited words lit on their page, through the window and the real engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from standin_library import take_into
from window_parts import dropped_and_ready_to_ask, paper_file, place_of

from conftest import dispose, open_in
from twintree.base.text import find_quote
from twintree.library import Library
from twintree_desktop.app import Desktop, parse
from twintree_desktop.ask.place import AskPlace
from twintree_desktop.log import LogBook
from twintree_desktop.reader.bar import QuoteState
from twintree_desktop.reader.panel import ReaderPanel
from twintree_desktop.settings import Settings

PATIENCE = 60_000


def reader_of(desktop: Desktop) -> ReaderPanel:
    reader = place_of(desktop, "reader")
    assert isinstance(reader, ReaderPanel)
    return reader


def test_a_dropped_paper_answers_and_its_citation_is_lit_on_the_page(
    desktop: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    """PAINS 10, 11 and 13: what is lit is what was quoted, on the page that was named."""
    library, ask = dropped_and_ready_to_ask(desktop, tmp_path / "library", qtbot)
    field = ask.panel.composer.field
    qtbot.keyClicks(field, "How are the dense and the sparse ranking fused?")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    turn = ask.panel.last
    assert turn is not None
    qtbot.waitUntil(lambda: turn.answer is not None, timeout=PATIENCE)
    assert turn.answer is not None
    assert turn.answer.found, turn.answer.reason
    chip = turn.sentences[0].chips[0]
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: ask.beside.current is not None, timeout=PATIENCE)
    tab = ask.beside.current
    assert tab is not None
    qtbot.waitUntil(lambda: tab.quote_state is QuoteState.FOUND, timeout=PATIENCE)
    citation = chip.citation
    assert tab.view.page == citation.page
    text = library.papers.page(citation.file, citation.page).text
    assert find_quote(text, citation.quote) is not None
    assert len(tab.view.marks[citation.page].lit) == len(library.pages.rects(citation.file, citation.spans))
    ask.beside.bar.tools[0].click()
    reader = reader_of(desktop)
    qtbot.waitUntil(lambda: reader.current is not None, timeout=PATIENCE)
    assert desktop.workspace.place == "reader"
    qtbot.waitUntil(
        lambda: reader.current is not None and reader.current.quote_state is QuoteState.FOUND,
        timeout=PATIENCE,
    )


def test_who_goes_to_the_reader_finds_there_what_stands_open_beside_the_answer(
    opened: Desktop, qtbot: QtBot
) -> None:
    """PAINS 11: a page that was opened from an answer is nowhere said not to be open."""
    assert opened.workspace is not None
    assert opened.session is not None
    library = opened.session.library
    ids = [
        take_into(library.papers, library._files, paper_file(name))
        for name in ("meng2026locate.pdf", "okafor2026two.pdf")
    ]
    ask, reader = place_of(opened, "ask"), reader_of(opened)
    assert isinstance(ask, AskPlace)
    opened.workspace.show_place("ask")
    ask.show_paper(ids[0])
    qtbot.waitUntil(lambda: ask.beside.current is not None, timeout=PATIENCE)
    assert ask.beside.current is not None
    ask.beside.current.jump_to(3)
    opened.workspace.show_place("reader")
    qtbot.waitUntil(lambda: reader.current is not None, timeout=PATIENCE)
    assert reader.current is not None
    assert (reader.current.document.paper.row.id, reader.current.view.page) == (ids[0], 3)
    reader.go_back()
    assert opened.workspace.place == "ask"
    opened.session.navigation.paper_wanted.emit(ids[1], 1)
    qtbot.waitUntil(lambda: len(reader.papers.ids) == 2, timeout=PATIENCE)
    opened.workspace.show_place("ask")
    opened.workspace.show_place("reader")
    assert reader.current.document.paper.row.id == ids[1]  # the last one that was asked for stays in front


@pytest.mark.parametrize("name", ["okafor2026two", "no such paper"])
def test_a_paper_named_on_the_command_line_is_opened_at_its_page_or_missed_in_words(
    tmp_path: Path, qtbot: QtBot, start_desktop: Callable[[], Desktop], name: str
) -> None:
    with Library.create(tmp_path / "library") as library:
        take_into(library.papers, library._files, paper_file("okafor2026two.pdf"))
        key = library.papers.rows()[0].key
    desktop = start_desktop()
    given = parse(["--paper", key if name == "okafor2026two" else name, "--page", "2"])
    desktop.open(tmp_path / "library", paper=given.paper, page=given.page)
    qtbot.waitUntil(lambda: desktop.workspace is not None, timeout=PATIENCE)
    if name == "okafor2026two":
        reader = reader_of(desktop)
        qtbot.waitUntil(
            lambda: reader.current is not None and reader.current.view.page == 2, timeout=PATIENCE
        )
    else:
        qtbot.waitUntil(lambda: "no such paper" in shown(desktop), timeout=PATIENCE)


def shown(desktop: Desktop) -> str:
    return " ".join(label.text() for label in desktop.window.findChildren(QLabel) if label.isVisible())


def test_open_papers_come_back_at_their_pages_after_a_restart(
    tmp_path: Path, qtbot: QtBot, qapp: QApplication
) -> None:
    page = 3
    with Library.create(tmp_path / "library") as library:
        paper = take_into(library.papers, library._files, paper_file("okafor2026two.pdf"))
    made = Desktop(qapp, Settings(), LogBook())
    made.window.show()
    open_in(made, tmp_path / "library", qtbot)
    assert made.session is not None
    made.session.navigation.paper_wanted.emit(paper, page)
    reader = reader_of(made)
    qtbot.waitUntil(lambda: reader.current is not None and reader.current.view.page == page, timeout=PATIENCE)
    made.close()
    dispose(made)
    again = Desktop(qapp, Settings(), LogBook())
    again.window.show()
    open_in(again, tmp_path / "library", qtbot)
    assert again.workspace is not None
    again.workspace.show_place("reader")
    reader_again = reader_of(again)
    qtbot.waitUntil(lambda: reader_again.papers.ids == [paper], timeout=PATIENCE)
    qtbot.waitUntil(
        lambda: reader_again.current is not None and reader_again.current.view.page == page, timeout=PATIENCE
    )
    again.close()
    dispose(again)
