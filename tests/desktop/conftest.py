"""What the window's tests share: Qt itself, its warnings as failures, no leaked threads, a look."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # shelf.py, shared by the test files

#: What the offscreen platform says of itself.
_LOUD = ("QtWarningMsg", "QtCriticalMsg")
_KNOWN_WARNINGS = ("This plugin does not support", "propagateSizeHints")
PACKAGES = "apt-get install libegl1 libgl1 libxkbcommon0 libfontconfig1 libdbus-1-3"

try:
    from PySide6.QtWidgets import QApplication, QWidget
except ImportError as problem:
    _MISSING = f"Qt's system libraries are missing ({problem}); to run the window's tests: {PACKAGES}"
else:
    _MISSING = ""
    from explored_library import Explored
    from PySide6.QtCore import QCoreApplication, QEvent
    from PySide6.QtGui import QGuiApplication
    from pytestqt.qtbot import QtBot
    from standin_library import StandInLibrary, open_session
    from window_parts import open_in, put_away

    from twintree.library import Library
    from twintree_desktop.app import Desktop
    from twintree_desktop.log import LogBook
    from twintree_desktop.reader.panel import ReaderPanel
    from twintree_desktop.reader.renderer import PageRenderer
    from twintree_desktop.session import Session
    from twintree_desktop.settings import Settings
    from twintree_desktop.theme import Appearance, Mode


class _SkippedModule(pytest.Module):
    """A test file that cannot even be imported without Qt's system libraries."""

    def collect(self) -> NoReturn:
        pytest.skip(_MISSING, allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    return _SkippedModule.from_parent(parent, path=module_path) if _MISSING else None


@pytest.fixture
def appearance(qapp: QApplication) -> Iterator[Appearance]:
    look = Appearance(qapp, Mode.LIGHT)
    yield look
    qapp.styleHints().colorSchemeChanged.disconnect(look._system_changed)
    look.deleteLater()


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """PAINS 34: no thread outlives the window that started it."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
    left = [thread.name for thread in set(threading.enumerate()) - before if thread.is_alive()]
    assert not left, f"threads outlived their window: {left}"


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings of this test alone; the person's are never touched."""
    folder = tmp_path / "config"
    monkeypatch.setenv("TWINTREE_CONFIG", str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "documents"))
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A new, empty library."""
    with Library.create(tmp_path / "library") as made:
        yield made


@pytest.fixture
def start_desktop(qtbot: QtBot, qapp: QApplication) -> Iterator[Callable[[], Desktop]]:
    """Starts the application with its window; what is started is closed at the end."""
    started: list[Desktop] = []

    def start() -> Desktop:
        made = Desktop(qapp, Settings(), LogBook())
        started.append(made)
        made.window.show()
        return made

    yield start
    for made in started:
        made.close()
        dispose(made)


@pytest.fixture
def desktop(start_desktop: Callable[[], Desktop]) -> Desktop:
    """The application with its window, without a library."""
    return start_desktop()


@pytest.fixture
def opened(desktop: Desktop, tmp_path: Path, qtbot: QtBot) -> Desktop:
    """The application with a new library open."""
    open_in(desktop, tmp_path / "library", qtbot)
    return desktop


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[StandInLibrary]:
    """A library without models and jobs."""
    made = StandInLibrary(tmp_path)
    yield made
    made.close()


@pytest.fixture
def session(shelf: StandInLibrary, appearance: Appearance, tmp_path: Path) -> Iterator[Session]:
    """That library, open."""
    with open_session(shelf, appearance, tmp_path) as made:
        yield made


@pytest.fixture
def explored(shelf: StandInLibrary) -> Iterator[Explored]:
    """Four papers of that library with their claims and citations, and the ways to explore them."""
    made = Explored(shelf)
    yield made
    made.close()


@pytest.fixture
def reader(session: Session) -> Iterator[ReaderPanel]:
    """The reader on that library, shown."""
    renderer = PageRenderer(session.library)
    panel = ReaderPanel(session, renderer)
    panel.resize(900, 700)
    panel.show()
    yield panel
    put_away(panel, session, renderer)


def dispose(desktop: Desktop) -> None:
    """Delete the application's objects now, so that nothing of it reaches the next test."""
    desktop.window.deleteLater()
    QGuiApplication.styleHints().colorSchemeChanged.disconnect(desktop.appearance._system_changed)
    desktop.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(scope="session", autouse=True)
def nothing_copied_outlives_python() -> Iterator[None]:
    """Empty the clipboard in the end: offscreen it is a global of Qt's, deleted when Python is gone already."""
    yield
    if QGuiApplication.instance() is not None:
        QGuiApplication.clipboard().clear()


@pytest.fixture(autouse=True)
def widgets_outlive_their_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep what pytest-qt only remembers weakly until it has deleted it.

    A widget without a parent whose last reference is a closure of one of its own children would else go while
    that child is being deleted, and the child with it for a second time. In the window every panel has a parent.
    """
    kept: list[QWidget] = []
    add = QtBot.addWidget

    def keep(self: QtBot, widget: QWidget, **more: Any) -> None:
        kept.append(widget)
        add(self, widget, **more)

    monkeypatch.setattr(QtBot, "addWidget", keep)
    yield
    kept.clear()


@pytest.fixture(autouse=True)
def no_qt_warnings(qtlog: Any) -> Iterator[None]:
    """A warning of Qt's fails the test that caused it."""
    yield
    loud = [
        record.message
        for record in qtlog.records
        if record.log_type_name in ("QtWarningMsg", "QtCriticalMsg")
    ]
    assert not [message for message in loud if not any(known in message for known in _KNOWN_WARNINGS)]
