"""What tests of the whole window do: find its panels, drop files, wait for jobs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from twintree.library import Library
from twintree_desktop.app import Desktop
from twintree_desktop.inspector import PaperDetails
from twintree_desktop.library_panel import LibraryPanel
from twintree_desktop.reader.renderer import PageRenderer
from twintree_desktop.session import Session

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
