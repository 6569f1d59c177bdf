"""What tests of the whole window do: find its panels, drop files, wait for jobs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from twintree.library import Library
from twintree_desktop.app import Desktop
from twintree_desktop.ask.place import AskPlace
from twintree_desktop.inspector import PaperDetails
from twintree_desktop.library_panel import LibraryPanel
from twintree_desktop.reader.renderer import PageRenderer
from twintree_desktop.session import Session
from twintree_resources import samples

TEXT = "Methods and trees\n\nWe grow two trees over the methods of a library, and check every citation. " * 8


def panel_of(desktop: Desktop) -> LibraryPanel:
    assert desktop.workspace is not None
    return desktop.workspace.library.panel


def details_of(desktop: Desktop) -> PaperDetails:
    assert desktop.workspace is not None
    return desktop.workspace.inspector.details


def drop(window: QWidget, paths: list[Path]) -> None:
    """Drop files as a file manager does."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    rest = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(300, 300), Qt.DropAction.CopyAction, data, *rest)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, data, *rest))


def wait_for_jobs(desktop: Desktop, qtbot: QtBot, count: int = 1) -> None:
    closed: list[object] = []
    desktop.bridge.job_closed.connect(closed.append)
    qtbot.waitUntil(lambda: len(closed) >= count, timeout=90_000)


def put_away(panel: QWidget, session: Session, renderer: PageRenderer) -> None:
    """End what a panel started, and the panel, so that nothing of it reaches the next test."""
    renderer.close()
    session.bridge.close()
    panel.close()
    panel.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def open_in(desktop: Desktop, path: Path, qtbot: QtBot) -> Library:
    """Open a library through the window."""
    desktop.open(path)
    qtbot.waitUntil(lambda: desktop.session is not None, timeout=30_000)
    assert desktop.session is not None
    return desktop.session.library


def place_of(desktop: Desktop, key: str) -> object:
    assert desktop.workspace is not None
    return next(place.widget for place in desktop.workspace.places if place.key == key)


def paper_file(name: str) -> Path:
    return Path(samples.__file__).parent / name


def dropped_and_ready_to_ask(desktop: Desktop, folder: Path, qtbot: QtBot) -> tuple[Library, AskPlace]:
    """A new library with one paper that was dropped in, and the place where it is asked."""
    library = open_in(desktop, folder, qtbot)
    drop(desktop.window, [paper_file("meng2026locate.pdf")])
    wait_for_jobs(desktop, qtbot)
    assert desktop.workspace is not None
    desktop.workspace.show_place("ask")
    place = place_of(desktop, "ask")
    assert isinstance(place, AskPlace)
    return library, place


@contextmanager
def shown_ask_place(session: Session) -> Iterator[AskPlace]:
    """Ask on a stand-in library, shown, and put away in the end with what still waits to be answered."""
    renderer = PageRenderer(session.library)
    made = AskPlace(session, renderer)
    made.resize(1200, 800)
    made.show()
    yield made
    session.library.hold.set()  # type: ignore[attr-defined]
    put_away(made, session, renderer)
