"""The explorations that were made before: chosen, or deleted.

Signals:
    EarlierList.chosen(str): show this one
    EarlierList.delete_wanted(str): delete this one for good
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from twintree.base.exploring import ExplorationRow
from twintree_desktop.explore import reading
from twintree_desktop.explore.rows import KEY, Row, RowList
from twintree_desktop.session import Session
from twintree_desktop.theme import Appearance
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, caption, label
from twintree_desktop.words import date_words

_LINES = 2


class EarlierList(QWidget):
    """Each with its question, its day, and whether it was stopped or found nothing."""

    chosen = Signal(str)
    delete_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.setProperty("kind", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.state = label(self.tr("Explorations that you make appear here."), "muted", wrap=True)
        self.list = _Rows(self, self.tr("Earlier explorations"), session.appearance)
        self.list.itemActivated.connect(lambda item: self.chosen.emit(item.data(KEY)))
        self.list.itemClicked.connect(lambda item: self.chosen.emit(item.data(KEY)))
        self.delete = button(self.tr("Delete"), "danger", self.delete_current)
        self.delete.setVisible(not session.library.readonly)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.huge, SPACE.large, SPACE.huge, SPACE.medium)
        layout.setSpacing(SPACE.small)
        layout.addWidget(caption(self.tr("Earlier explorations")))
        layout.addWidget(self.state)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.delete, 0, Qt.AlignmentFlag.AlignLeft)

    def refresh(self) -> None:
        """Read the list again."""
        self._session.read(reading.earlier, then=self._show, owner=self)

    def delete_current(self) -> None:
        """Delete the chosen one."""
        item = self.list.currentItem()
        if item is not None and not self._session.library.readonly:
            self.delete_wanted.emit(item.data(KEY))

    def _show(self, rows: Sequence[ExplorationRow]) -> None:
        self.list.clear()
        for row in rows:
            made = Row(row.run, row.question, (row.question, self._about(row)), row.question)
            self.list.addItem(made.as_item())
        self.state.setVisible(not rows)
        self.delete.setEnabled(bool(rows))

    def _about(self, row: ExplorationRow) -> str:
        if row.status == "cancelled":
            state = self.tr("stopped")
        else:
            state = "" if row.found else self.tr("nothing found")
        return " · ".join(part for part in (date_words(row.created), state) if part)


class _Rows(RowList):
    """Delete takes the current row away."""

    def __init__(self, owner: EarlierList, name: str, appearance: Appearance) -> None:
        super().__init__(name, appearance, _LINES)
        self._owner = owner

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self._owner.delete_current()
        else:
            super().keyPressEvent(event)
