"""The note that a library is open for reading only, and the way to write it once nobody else does.

Signals:
    ReadingOnly.writable(): the process that wrote the library has ended
    ReadingOnly.write_wanted(): open it again, to be written
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from twintree_desktop import operations
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import flush_link, label, restyle

#: How often it is looked whether the other process still writes.
_LOOK_MS = 2000


class ReadingOnly(QFrame):
    """Looks every other second whether the library can be written, and then offers that."""

    writable = Signal()
    write_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.setObjectName("ReadingOnly")
        self.setProperty("kind", "notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(SPACE.small, SPACE.small, SPACE.small, SPACE.small)
        inside.setSpacing(SPACE.hair)
        text = self.tr(
            "Open for reading only: another program writes this library. Answers and changes are not kept."
        )
        self.words = label(text, "small", wrap=True)
        self.open = flush_link(self.tr("Open for writing"), self.write_wanted.emit)
        self.open.hide()
        inside.addWidget(self.words)
        inside.addWidget(self.open)
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        self._session.read(operations.is_written, then=self._show, failed=lambda _: None, owner=self)

    def _show(self, written: bool) -> None:
        if written or not self._timer.isActive():
            return
        self._timer.stop()
        self.words.setText(
            self.tr(
                "Open for reading only. The program that wrote this library has ended, so it can be opened for "
                "writing now."
            )
        )
        self.open.show()
        restyle(self, level="info")
        self.writable.emit()
