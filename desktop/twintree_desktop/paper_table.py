"""The papers' table as a person sees and handles it: painting, keys, dragging out; it owns no data.

Signals:
    PaperTable.opened(str): read this paper (Enter, double click)
    PaperTable.previewed(str): Space on this paper
    PaperTable.menu_wanted(QPoint): context menu, at a global position
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from twintree.base.records import PaperRow
from twintree_desktop.paper_table_model import SORTS, Column, PaperRole, PaperTableModel, cell_text
from twintree_desktop.session import Session
from twintree_desktop.theme import Type
from twintree_desktop.tokens import DEFAULT_FONT, HEIGHT, mix

_WIDTHS = {
    Column.TITLE: 380,
    Column.AUTHORS: 130,
    Column.YEAR: 58,
    Column.VENUE: 90,
    Column.PAGES: 62,
    Column.STATUS: 124,
    Column.ADDED: 96,
    Column.READ: 84,
    Column.TAGS: 120,
}
_HIDDEN_AT_FIRST = (Column.ADDED, Column.READ, Column.TAGS)
_PAD = 10
_NUMBERS = (Column.YEAR, Column.PAGES)
_SIDES = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
_LEFT, _RIGHT = int(Qt.AlignmentFlag.AlignLeft | _SIDES), int(Qt.AlignmentFlag.AlignRight | _SIDES)
_MOST_SHORTENED = 4000
#: Titles keep this much room; columns give way in this order.
_TITLE_ROOM = 220
_GIVE_WAY = (Column.TAGS, Column.READ, Column.ADDED, Column.PAGES, Column.VENUE, Column.AUTHORS)


class PaperDelegate(QStyledItemDelegate):
    """Paints cells: titles elided in the middle, numbers muted, states in words and colour.

    A screenful is two hundred cells, painted again with every batch of an import: what a theme decides is
    made once, and what was shortened once is kept.
    """

    def __init__(self, session: Session, table: QTableView) -> None:
        super().__init__(table)
        self._session = session
        self._table = table
        self._shortened: dict[tuple[str, int, bool], str] = {}
        self._dress()
        session.appearance.changed.connect(self._dress)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(80, self._session.appearance.theme.px(HEIGHT.row))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rect: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, self._ground)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, self._line)
        column = index.column()
        if self._is_current(index):
            edge = rect.right() - 2 if self._rtl else rect.left()
            painter.fillRect(edge, rect.top(), 3, rect.height(), self._inks["accent"])
        row = index.data(PaperRole)
        if row is not None:
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            self._paint_text(painter, rect, row, Column(column), selected=selected)

    def _paint_text(
        self, painter: QPainter, rect: QRect, row: PaperRow, column: Column, *, selected: bool
    ) -> None:
        inner = rect.adjusted(_PAD, 0, -_PAD, 0)
        if column is Column.TITLE and row.starred:
            inner = self._paint_star(painter, inner)
        text = self._short(cell_text(row, column), inner.width(), middle=column is Column.TITLE)
        if not text:
            return
        painter.setFont(self._plain)
        # Words run in their own direction, whatever the window's.
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        painter.setPen(self._inks[_ink(row, column, selected=selected)])
        at_right = (column in _NUMBERS) is not self._rtl
        painter.drawText(inner, _RIGHT if at_right else _LEFT, text)

    def _paint_star(self, painter: QPainter, rect: QRect) -> QRect:
        icon = self._session.icons.icon("starred", "accent")
        x = rect.left() if self._rtl else rect.right() - 14
        icon.paint(painter, QRect(x, rect.center().y() - 7, 14, 14))
        return rect.adjusted(20, 0, 0, 0) if self._rtl else rect.adjusted(0, 0, -20, 0)

    @property
    def _rtl(self) -> bool:
        return self._table.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def _is_current(self, index: QModelIndex | QPersistentModelIndex) -> bool:
        """Whether the focus is on this row and the cell stands at its beginning, wherever columns moved."""
        if index.row() != self._table.currentIndex().row() or not self._table.hasFocus():
            return False
        return self._table.horizontalHeader().visualIndex(index.column()) == 0

    def _short(self, text: str, width: int, *, middle: bool) -> str:
        key = (text, width, middle)
        short = self._shortened.get(key)
        if short is None:
            if len(self._shortened) > _MOST_SHORTENED:
                self._shortened.clear()
            mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
            short = self._shortened[key] = self._metrics.elidedText(text, mode, width)
        return short

    def _dress(self) -> None:
        theme = self._session.appearance.theme
        self._plain = theme.font(Type.BODY)
        self._metrics = QFontMetrics(self._plain)
        self._shortened.clear()
        self._inks = {name: theme.colour(name) for name in ("text", "muted", "error", "warn", "accent")}
        self._ground = theme.colour("soft")
        self._line = QColor(mix(theme.palette.border, theme.palette.surface, 0.45))


def _ink(row: PaperRow, column: Column, *, selected: bool) -> str:
    if column is Column.STATUS and row.status in ("failed", "set_aside"):
        return "error"
    if column is Column.STATUS and row.reason:
        return "warn"
    return "text" if selected or (column is Column.TITLE and row.title) else "muted"


class PaperTable(QTableView):
    """The table; sorts by its header, and says what the person wants with a paper."""

    opened = Signal(str)
    previewed = Signal(str)
    menu_wanted = Signal(object)
    drag_wanted = Signal()

    def __init__(self, model: PaperTableModel, session: Session) -> None:
        super().__init__()
        self._session = session
        self._papers = model
        self.setModel(model)
        self.setItemDelegate(PaperDelegate(session, self))
        self.setAccessibleName(self.tr("Papers"))
        self._given_way: list[Column] = []
        self._size = DEFAULT_FONT
        self.squeezing = False
        self._set_behaviour()
        self._set_header()
        self._rescale()
        session.appearance.changed.connect(self._rescale)

    def selected_rows(self) -> list[int]:
        """The selected rows in order."""
        parts = self.selectionModel().selection().toList()
        return sorted({row for part in parts for row in range(part.top(), part.bottom() + 1)})

    def current_paper(self) -> PaperRow | None:
        """The paper under the cursor, if it is here."""
        return self._papers.paper_at(self.currentIndex().row())

    def first_visible(self) -> int:
        """The row at the top of the window."""
        return max(0, self.rowAt(0))

    def header_state(self) -> QByteArray:
        """The columns as the person chose them, whatever gives way just now."""
        self._restore_columns()
        state = self.horizontalHeader().saveState()
        self._squeeze()
        return state

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._squeeze()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        paper = self.current_paper()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and paper is not None:
            self.opened.emit(paper.id)
        elif event.key() == Qt.Key.Key_Space and paper is not None:
            self.previewed.emit(paper.id)
        elif event.key() == Qt.Key.Key_Home and not event.modifiers():
            self.selectRow(0)
        elif event.key() == Qt.Key.Key_End and not event.modifiers():
            self.selectRow(self._papers.rowCount() - 1)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())

    def startDrag(self, supported: Qt.DropAction) -> None:
        self.drag_wanted.emit()

    def keyboardSearch(self, search: str) -> None:
        """Typing goes to the filter field instead of hunting through fetched rows only."""

    def _set_behaviour(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(False)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.doubleClicked.connect(self._open_index)
        vertical = self.verticalHeader()
        vertical.setVisible(False)
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def _set_header(self) -> None:
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.setHighlightSections(False)
        header.setSortIndicatorShown(True)
        header.setSectionsClickable(True)
        header.setStretchLastSection(False)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.setMinimumSectionSize(44)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)
            self.setColumnHidden(column, column in _HIDDEN_AT_FIRST)
        header.setSectionResizeMode(Column.TITLE, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicator(Column.ADDED, Qt.SortOrder.DescendingOrder)

    def _squeeze(self) -> None:
        self._restore_columns()
        self.squeezing = True
        for column in _GIVE_WAY:
            others = sum(self.columnWidth(each) for each in Column if each is not Column.TITLE)
            if self.viewport().width() - others >= _TITLE_ROOM:
                break
            if not self.isColumnHidden(column):
                self.setColumnHidden(column, True)
                self._given_way.append(column)
        self.squeezing = False

    def _restore_columns(self) -> None:
        self.squeezing = True
        for column in self._given_way:
            self.setColumnHidden(column, False)
        self._given_way.clear()
        self.squeezing = False

    def _rescale(self) -> None:
        theme = self._session.appearance.theme
        self.verticalHeader().setDefaultSectionSize(theme.px(HEIGHT.row))
        self._scale_columns(theme.size)
        self.horizontalHeader().setFixedHeight(theme.px(HEIGHT.row))
        self.viewport().update()

    def _scale_columns(self, size: int) -> None:
        """Columns keep their words when type grows or shrinks."""
        self.squeezing = True
        for column in Column:
            if size != self._size and column is not Column.TITLE and not self.isColumnHidden(column):
                self.setColumnWidth(column, round(self.columnWidth(column) * size / self._size))
        self.squeezing = False
        self._size = size

    def _open_index(self, index: QModelIndex) -> None:
        row = self._papers.paper_at(index.row())
        if row is not None:
            self.opened.emit(row.id)


def sort_of(column: int) -> str:
    """The engine's word for sorting by a column; empty when there is none."""
    return SORTS.get(Column(column), "")
