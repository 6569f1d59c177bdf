"""A title that can be pressed, on one line, shortened to the room that it has."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy


class LinkLine(QPushButton):
    """Its whole text is the tool tip and the accessible name."""

    def __init__(self, text: str, clicked: Callable[[], object]) -> None:
        super().__init__()
        self._whole = " ".join(text.split())
        self.setProperty("kind", "link")
        self.setStyleSheet("text-align: left; padding-left: 0;")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setToolTip(self._whole)
        self.setAccessibleName(self._whole)
        self.clicked.connect(lambda _=False: clicked())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = max(0, self.width() - 16)
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room))
