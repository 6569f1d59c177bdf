"""The questions that were asked before, by day; chosen, renamed, deleted.

Signals:
    HistoryList.chosen(str): show this run (RunId) and what follows it up
    HistoryList.compared(str, str): compare these two runs
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from twintree.base.answers import Answer, Conversation, RunRow
from twintree.base.ids import RunId
from twintree.base.records import Change
from twintree_desktop.ask.modes import mode_name
from twintree_desktop.reader.outline import paint_ground
from twintree_desktop.session import Session
from twintree_desktop.theme import Appearance, Type
from twintree_desktop.tokens import HEIGHT, SPACE
from twintree_desktop.widgets import button, label
from twintree_desktop.words import moment_words

if TYPE_CHECKING:
    from twintree.library import Library

RUN = Qt.ItemDataRole.UserRole + 1
NAME = Qt.ItemDataRole.UserRole + 2
DAY = Qt.ItemDataRole.UserRole + 3
FOUND = Qt.ItemDataRole.UserRole + 4
_MOST = 500
_BESIDE = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier

Index = QModelIndex | QPersistentModelIndex


def read_history(library: Library) -> tuple[list[RunRow], tuple[Conversation, ...]]:
    """The runs that began a conversation, the newest first, and the names given to some."""
    rows = [row for row in library.runs.list(limit=_MOST) if row.parent is None]
    return rows, tuple(library.runs.conversations())


def read_conversation(library: Library, run: RunId) -> list[Answer]:
    """A run and the follow-ups to it, those that were asked again too, in the order in which they were asked."""
    found = {run}
    for row in sorted(library.runs.list(limit=_MOST), key=lambda row: (row.created, row.run)):
        if row.parent in found:
            found.add(row.run)
    return sorted(map(library.runs.get, found), key=lambda answer: (answer.run != run, answer.created))


def runs_alike(library: Library, question: str) -> list[RunRow]:
    """The kept answers to a question, the newest first."""
    return [row for row in library.runs.list(limit=_MOST) if row.question == question]


def name_run(library: Library, run: RunId, name: str) -> Change:
    """Give a question and its follow-ups a name."""
    row = next((each for each in library.runs.list(limit=_MOST) if each.run == run), None)
    if row is not None and row.conversation:
        return library.runs.rename_conversation(row.conversation, name)
    made = library.runs.create_conversation(name)
    for answer in read_conversation(library, run):
        library.runs.put_into(answer.run, made.subject)
    return made


def delete_run(library: Library, run: RunId) -> Change:
    """Delete a question with its answer."""
    return library.runs.delete(run)


class HistoryList(QWidget):
    """A field that narrows, and the list."""

    chosen = Signal(str)
    compared = Signal(str, str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find a question"))
        self.field.setAccessibleName(self.tr("Find a question"))
        self.model = QStandardItemModel(self)
        self._shown = QSortFilterProxyModel(self)
        self._shown.setSourceModel(self.model)
        self._shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.field.textChanged.connect(self._shown.setFilterFixedString)
        self.view = _RunView(self)
        self.view.setItemDelegate(_RunDelegate(session.appearance, self.view))
        self.view.setModel(self._shown)
        self.view.activated.connect(self._choose)
        self.view.clicked.connect(self._choose)
        self.view.selectionModel().selectionChanged.connect(lambda *_: self._offer_comparison())
        self.compare = button(self.tr("Compare the two"), "link", self._compare)
        self.compare.setEnabled(False)
        self.compare.setToolTip(self.tr("Choose two questions with Ctrl to compare their answers."))
        self.model.itemChanged.connect(self._renamed)
        self.state = label(self.tr("Questions that you ask appear here."), "muted", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.huge, SPACE.large, SPACE.huge, SPACE.medium)
        layout.setSpacing(SPACE.small)
        head = QHBoxLayout()
        head.setSpacing(SPACE.small)
        head.addWidget(self.field, 1)
        head.addWidget(self.compare)
        layout.addLayout(head)
        layout.addWidget(self.state)
        layout.addWidget(self.view, 1)

    def refresh(self) -> None:
        """Read the list again."""
        self._session.read(read_history, then=self._show, owner=self)

    def _show(self, read: tuple[Sequence[RunRow], Sequence[Conversation]]) -> None:
        rows, conversations = read
        names = {each.id: each.name for each in conversations}
        self.model.blockSignals(True)
        self.model.clear()
        for row in rows:
            item = QStandardItem(names.get(row.conversation, row.question))
            item.setData(row.run, RUN)
            item.setData(item.text(), NAME)
            day = moment_words(row.created)
            item.setData(day if row.mode == "direct" else f"{mode_name(row.mode)} · {day}", DAY)
            item.setData(row.found, FOUND)
            found = "" if row.found else self.tr("not in your library")
            item.setToolTip(
                "\n".join(part for part in (row.question, moment_words(row.created), found) if part)
            )
            self.model.appendRow(item)
        self.model.blockSignals(False)
        self._shown.invalidate()
        self.state.setVisible(not rows)

    def _choose(self, index: QModelIndex) -> None:
        # With Ctrl or Shift a question is chosen beside others, to be compared, and the list has to stay.
        beside = QGuiApplication.keyboardModifiers() & _BESIDE
        if index.isValid() and not beside and len(self.view.selectedIndexes()) <= 1:
            self.chosen.emit(index.data(RUN))

    def _offer_comparison(self) -> None:
        self.compare.setEnabled(len(self.view.selectedIndexes()) == 2)

    def _compare(self) -> None:
        chosen = sorted(self.view.selectedIndexes(), key=lambda index: -index.row())
        if len(chosen) == 2:
            self.compared.emit(chosen[0].data(RUN), chosen[1].data(RUN))

    def _renamed(self, item: QStandardItem) -> None:
        name = item.text().strip()
        if name and name != item.data(NAME):
            item.setData(name, NAME)
            self._session.act(name_run, item.data(RUN), name, owner=self)

    def delete_current(self) -> None:
        """Delete the chosen question; it can be undone."""
        index = self.view.currentIndex()
        if index.isValid():
            self._session.act(delete_run, index.data(RUN), then=lambda _: self.refresh(), owner=self)


class _RunView(QListView):
    def __init__(self, owner: HistoryList) -> None:
        super().__init__()
        self._owner = owner
        self.setAccessibleName(self.tr("Earlier questions"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self._owner.delete_current()
        else:
            super().keyPressEvent(event)


class _RunDelegate(QStyledItemDelegate):
    """A question, and at the right the day, or that nothing was found."""

    def __init__(self, appearance: Appearance, parent: QListView) -> None:
        super().__init__(parent)
        self._appearance = appearance

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, self._appearance.theme.px(HEIGHT.row))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, box = self._appearance.theme, QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, QRectF(box), option.state, theme)
        inner = box.adjusted(SPACE.small, 0, -SPACE.small, 0)
        day = index.data(DAY) if index.data(FOUND) else self.tr("not found · {0}").format(index.data(DAY))
        painter.setFont(theme.font(Type.SMALL))
        painter.setPen(theme.colour("muted"))
        width = painter.fontMetrics().horizontalAdvance(day)
        vertical = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inner, vertical | Qt.AlignmentFlag.AlignRight, day)
        painter.setFont(theme.font(Type.BODY))
        painter.setPen(theme.colour("text"))
        room = inner.adjusted(0, 0, -width - SPACE.medium, 0)
        text = painter.fontMetrics().elidedText(index.data(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, vertical | Qt.AlignmentFlag.AlignLeft, text)
        painter.restore()
