"""The field that finds words in the paper.

Signals:
    asked(str): these words are wanted
    stepped(int): the next match (1) or the one before (-1)
    everywhere(str): look for these words in the whole library
    closed(): the person is done
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit

from twintree_desktop.icons import Icons
from twintree_desktop.reader.finding import MOST, Finder
from twintree_desktop.tokens import HEIGHT, SPACE
from twintree_desktop.widgets import Debounce, button, icon_button, label


class FindBar(QFrame):
    """A strip above the pages."""

    asked = Signal(str)
    stepped = Signal(int)
    everywhere = Signal(str)
    closed = Signal()

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        self.setProperty("kind", "bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT.bar)
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find in this paper"))
        self.field.setAccessibleName(self.tr("Find in this paper"))
        self.count = label("", "small")
        self._later = Debounce(150, self._ask, self)
        self._build(icons)

    def _build(self, icons: Icons) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE.medium, 0, SPACE.small, 0)
        layout.setSpacing(SPACE.hair)
        layout.addWidget(self.field, 1)
        layout.addSpacing(SPACE.small)
        layout.addWidget(self.count)
        layout.addSpacing(SPACE.small)
        previous = self.tr("Previous match (Shift+Enter)")
        layout.addWidget(icon_button(icons, "up", previous, lambda: self.stepped.emit(-1)))
        layout.addWidget(
            icon_button(icons, "down", self.tr("Next match (Enter)"), lambda: self.stepped.emit(1))
        )
        layout.addWidget(
            button(self.tr("In the library"), "link", lambda: self.everywhere.emit(self.field.text()))
        )
        layout.addWidget(icon_button(icons, "close", self.tr("Close (Esc)"), self.closed.emit))
        self.field.textChanged.connect(lambda _: self._later.start())

    def open(self, words: str = "") -> None:
        """Show the field and wait for words."""
        if words:
            self.field.setText(words)
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def report(self, finder: Finder) -> None:
        """Say how many matches there are, and at which one the person is."""
        if not finder.words:
            self.count.setText("")
        elif finder.matches:
            total = len(finder.matches)
            more = "+" if finder.searching or total >= MOST else ""
            self.count.setText(self.tr("{0} of {1}{2}").format(finder.position, total, more))
        else:
            self.count.setText(self.tr("looking …") if finder.searching else self.tr("not found"))

    def _ask(self) -> None:
        self.asked.emit(self.field.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def _enter(self, step: int) -> None:
        if self._later.isActive():
            self._later.stop()
            self._ask()
        else:
            self.stepped.emit(step)
