"""What the reader's lists of a paper's own things share: a line that counts them, rows, and reading them again.

Signals:
    PaperList.chosen(object): go to what a row stands for
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from twintree.base.errors import TwintreeError
from twintree_desktop.messages import describe
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import label

if TYPE_CHECKING:
    from twintree.library import Library

Thing = TypeVar("Thing")
#: What a row stands for.
THING = Qt.ItemDataRole.UserRole + 1


class PaperList(QWidget, Generic[Thing]):
    """Rows of one kind of thing; read whenever the list comes into view, for later stages add to them."""

    chosen = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.things: list[Thing] = []
        self._read = False
        self.state = label(self.tr("looking …"), "small", wrap=True)
        self.view = QListWidget()
        self.view.setProperty("kind", "side")
        self.view.setSpacing(SPACE.hair)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.view.itemClicked.connect(self._take)
        self.view.itemActivated.connect(self._take)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.small, 0, SPACE.small, SPACE.small)
        layout.setSpacing(SPACE.hair)
        layout.addWidget(self.state)
        layout.addWidget(self.view, 1)

    # ── what each list says itself ───────────────────────────────────────────────────────────────────

    def reading(self) -> Callable[[Library], list[Thing]]:
        """What reads the things; it runs off the window's thread."""
        raise NotImplementedError

    def lines_of(self, thing: Thing) -> Sequence[str]:
        """The lines of a thing's row."""
        raise NotImplementedError

    def item_of(self, thing: Thing, lines: Sequence[str]) -> QListWidgetItem:
        """A thing's row, with all but its lines and what it stands for."""
        raise NotImplementedError

    def summary(self) -> str:
        """What the list has, in a line; or that it has nothing."""
        raise NotImplementedError

    def choose(self, thing: Thing) -> None:
        """Go to a thing."""
        self.chosen.emit(thing)

    # ── the same in all of them ──────────────────────────────────────────────────────────────────────

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._session.read(self.reading(), then=self._show, failed=self._failed, owner=self)

    def _failed(self, error: TwintreeError) -> None:
        self.state.setText(describe(error))

    def _show(self, things: list[Thing]) -> None:
        if self._read and things == self.things:
            return
        self._read, self.things = True, things
        self.view.clear()
        for each in things:
            lines = self.lines_of(each)
            item = self.item_of(each, lines)
            item.setText("\n".join(lines))
            item.setData(THING, each)
            self.view.addItem(item)
        self.state.setText(self.summary())

    def _take(self, item: QListWidgetItem) -> None:
        self.choose(item.data(THING))
