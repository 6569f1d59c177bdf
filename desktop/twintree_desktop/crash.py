"""When the window itself fails: a report without document text, and a dialog that does not block."""

from __future__ import annotations

import logging
import platform
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Qt, QTimer, Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from twintree_desktop.log import LogBook
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, label

log = logging.getLogger(__name__)


def report(kind: type[BaseException], trace: TracebackType | None, book: LogBook) -> str:
    """What happened, where, on what, and the last of the log; never an exception's own words or values."""
    frames = traceback.extract_tb(trace)
    where = [f"  {_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    system = f"{platform.system()} {platform.release()}, Python {platform.python_version()}, Qt {qVersion()}"
    return "\n".join([f"{kind.__name__}", *where, "", system, "", *book.lines()[-200:]])


def _short(name: str) -> str:
    parts = Path(name).parts
    return "/".join(parts[-2:])


class CrashDialog(QDialog):
    """Says that something went wrong, shows the report, and goes on."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Something went wrong"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 420)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.huge, SPACE.huge, SPACE.huge, SPACE.large)
        layout.setSpacing(SPACE.medium)
        layout.addWidget(label(self.tr("Something went wrong in the window"), "headline"))
        words = self.tr(
            "Your library is safe. You can go on; if it happens again, this report helps to find out why. "
            "It contains no text of your documents."
        )
        layout.addWidget(label(words, "muted", wrap=True))
        self.text = QPlainTextEdit(text)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.tr("Report"))
        layout.addWidget(self.text, 1)
        row = QHBoxLayout()
        row.addWidget(button(self.tr("Copy"), "", lambda: QGuiApplication.clipboard().setText(text)))
        row.addStretch(1)
        row.addWidget(button(self.tr("Go on"), "primary", self.accept))
        layout.addLayout(row)


class CrashWatch(QObject):
    """Catches what nobody caught, in slots and in threads, once a minute at most."""

    caught = Signal(str)

    def __init__(self, book: LogBook, parent: QObject) -> None:
        super().__init__(parent)
        self._book = book
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(60_000)
        self._before: Callable[..., object] = sys.excepthook
        sys.excepthook = self._hook

    def stop(self) -> None:
        """Let Python handle exceptions itself again."""
        sys.excepthook = self._before

    def _hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._before(kind, error, trace)
            return
        log.error("%s in the window", kind.__name__)
        self._before(kind, error, trace)
        if not self._quiet.isActive():
            self._quiet.start()
            self.caught.emit(report(kind, trace, self._book))
