"""The duplicates page: pairs side by side, built when looked at, merged and taken back."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from standin_library import SAMPLES, StandInLibrary

from twintree_desktop.commands import Commands
from twintree_desktop.duplicates_panel import DuplicatesPanel
from twintree_desktop.inspector import Inspector
from twintree_desktop.library_place import LibraryPlace
from twintree_desktop.session import Session
from twintree_desktop.settings import Settings
from twintree_desktop.sidebar_model import SideEntry


def keeps(panel: DuplicatesPanel) -> list[QPushButton]:
    return [each for each in panel.findChildren(QPushButton) if each.text() == "Keep this one"]


def test_pairs_are_built_only_when_someone_looks_and_merging_can_be_undone(
    shelf: StandInLibrary, session: Session, qtbot: QtBot
) -> None:
    first, second = sorted(SAMPLES.glob("*.pdf"))[:2]
    one = shelf.take(first, ["Olga Oak"], 2001, "Growing oaks in a small garden")
    shelf.take(second, ["Olga Oak"], 2001, "Growing oaks in a small garden")
    panel = DuplicatesPanel(session)
    qtbot.addWidget(panel)
    with qtbot.waitSignal(panel.counted) as told:
        panel.reload()
    assert told.args == [1]
    assert keeps(panel) == []
    panel.show()
    qtbot.waitUntil(lambda: len(keeps(panel)) == 2)
    wanted: list[tuple[str, int]] = []
    session.navigation.paper_wanted.connect(lambda paper, page: wanted.append((paper, page)))
    for read in (each for each in panel.findChildren(QPushButton) if each.text() == "Read"):
        read.click()
    assert (one, 1) in wanted
    keeps(panel)[0].click()
    qtbot.waitUntil(lambda: session.library.papers.count() == 1)
    session.library.person.undo()
    assert session.library.papers.count() == 2
    assert one in [row.id for row in session.library.papers.rows()]


def test_what_was_merged_and_taken_back_is_offered_again_at_once(
    shelf: StandInLibrary, session: Session, qtbot: QtBot
) -> None:
    first, second = sorted(SAMPLES.glob("*.pdf"))[:2]
    for path in (first, second):
        shelf.take(path, ["Olga Oak"], 2001, "Growing oaks in a small garden")
    place = LibraryPlace(session, Inspector(session), Commands(Settings(), session.icons))
    qtbot.addWidget(place)
    place.show()
    place.show_entry(SideEntry("view", "duplicates", ""))
    qtbot.waitUntil(lambda: len(keeps(place.duplicates)) == 2)
    keeps(place.duplicates)[0].click()
    qtbot.waitUntil(lambda: keeps(place.duplicates) == [])
    session.undo()
    qtbot.waitUntil(lambda: len(keeps(place.duplicates)) == 2)
