"""The reader's list of references, and the room that Ask has in a narrow window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from standin_library import SAMPLES, StandInLibrary

from twintree.base.citations import Reference
from twintree.base.records import Span
from twintree_desktop.app import Desktop
from twintree_desktop.reader.panel import ReaderPanel
from twintree_desktop.session import Session


def test_references_say_what_is_held_and_lead_to_it(
    reader: ReaderPanel, session: Session, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    citing, held = sorted(SAMPLES.glob("*.pdf"))[:2]
    paper = shelf.take(citing, ["Lena Meng"], 2026, "Locate")
    other = shelf.take(held, ["Olga Oak"], 2001, "Growing oaks")
    file = shelf.papers.files(paper)[0].id
    shelf.citations.write_references(
        file,
        [
            Reference(
                id="", index=1, raw="Oak. Growing oaks. 2001.", title="Growing oaks", year=2001, paper=other
            ),
            Reference(id="", index=2, raw="Ant. Swarms. 2019.", spans=(Span(3, 10, 60),)),
        ],
    )
    reader.open_paper(paper)
    qtbot.waitUntil(lambda: reader.current is not None, timeout=20_000)
    tab = reader.current
    assert tab is not None
    tab.show_side("references")
    listed = tab.side.references
    qtbot.waitUntil(lambda: listed.view.count() == 2, timeout=20_000)
    assert listed.state.text() == "2 entries, 1 of them in the library"
    assert (
        "Growing oaks\n2001 · in the library · background, peripheral (1 of 5)" in listed.view.item(0).text()
    )
    assert "Ant. Swarms. 2019." in listed.view.item(1).text()
    listed.view.itemActivated.emit(listed.view.item(1))
    qtbot.waitUntil(lambda: tab.view.page == 3, timeout=20_000)
    wanted: list[str] = []
    session.navigation.paper_wanted.connect(lambda key, _: wanted.append(key))
    listed.view.setFocus()
    listed.view.setCurrentRow(0)
    qtbot.keyClick(listed.view, Qt.Key.Key_Return)
    assert wanted == [other]


def test_a_paper_without_references_says_so(reader: ReaderPanel, shelf: StandInLibrary, qtbot: QtBot) -> None:
    reader.open_paper(shelf.take(sorted(SAMPLES.glob("*.pdf"))[0], ["Lena Meng"], 2026, "Locate"))
    qtbot.waitUntil(lambda: reader.current is not None, timeout=20_000)
    assert reader.current is not None
    reader.current.show_side("references")
    listed = reader.current.side.references
    qtbot.waitUntil(lambda: "No list of references" in listed.state.text(), timeout=20_000)


@pytest.mark.parametrize(("width", "shown"), [(1000, False), (1440, True)])
def test_ask_has_the_room_of_a_narrow_window_to_itself(opened: Desktop, width: int, shown: bool) -> None:
    assert opened.workspace is not None
    opened.window.resize(width, 800)
    opened.workspace.show_place("ask")
    assert opened.workspace.sidebar.isVisible() is shown
    if not shown:
        opened.workspace.toggle("sidebar")
        assert opened.workspace.sidebar.isVisible()
