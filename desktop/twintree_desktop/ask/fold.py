"""A line that opens to what stands below it; what is below is made when it is first opened."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from twintree_desktop.icons import Icons
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import ElidedLabel, icon_button, label


class Fold(QWidget):
    """A title, a few muted words at the right, and a button that opens it; the whole line can be clicked."""

    def __init__(self, icons: Icons, title: str, aside: str, make: Callable[[], QWidget]) -> None:
        super().__init__()
        self._icons, self._make = icons, make
        self.body: QWidget | None = None
        self.opened = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE.hair)
        self._head = QWidget()
        self._head.setCursor(Qt.CursorShape.PointingHandCursor)
        row = QHBoxLayout(self._head)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE.hair)
        self.toggle = icon_button(icons, "right", self.tr("Open: {0}").format(title), self.open_or_close, 16)
        self.toggle.setStyleSheet("padding: 0;")
        self.toggle.setFixedSize(22, 22)
        row.addWidget(self.toggle)
        self.title = ElidedLabel(title, "fold")
        row.addWidget(self.title, 1)
        self.aside = label(aside, "small")
        row.addWidget(self.aside)
        self._column.addWidget(self._head)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._head.geometry().contains(event.position().toPoint()):
            self.open_or_close()
        else:
            super().mousePressEvent(event)

    def open_or_close(self) -> None:
        """Show what is below, or fold it away."""
        if self.body is None:
            self.body = self._make()
            self._column.addWidget(self.body)
        self.opened = not self.opened
        self.body.setVisible(self.opened)
        self.toggle.setIcon(self._icons.icon("down" if self.opened else "right"))
        words = self.tr("Close: {0}") if self.opened else self.tr("Open: {0}")
        said = words.format(self.title.accessibleName())
        self.toggle.setToolTip(said)
        self.toggle.setAccessibleName(said)
