"""The columns of the papers' table: which show, in which order and width, sorted by which; kept between starts.

Signals:
    PaperColumns.sorted(): another order is wanted
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from twintree_desktop.paper_table import PaperTable, sort_of
from twintree_desktop.paper_table_model import Column
from twintree_desktop.session import Session
from twintree_desktop.widgets import Debounce, icon_button


class PaperColumns(QWidget):
    """The button that chooses columns, and the memory of how they lie."""

    sorted = Signal()

    def __init__(self, session: Session, table: PaperTable) -> None:
        super().__init__(table)
        self._session, self._table = session, table
        self.order = ("added", True)  #: the engine's word for the sorting, and whether it descends
        self.button: QToolButton = icon_button(
            session.icons, "columns", self.tr("Choose columns"), lambda: self.choose()
        )
        self._saving = Debounce(400, self._save, self)
        header = table.horizontalHeader()
        header.sortIndicatorChanged.connect(self._sort)
        header.customContextMenuRequested.connect(lambda point: self.choose(header.mapToGlobal(point)))
        header.sectionMoved.connect(lambda *_: self._save_soon())
        header.sectionResized.connect(lambda *_: self._save_soon())
        self._restore()

    def show_newest_first(self) -> None:
        """Sort by the day of arrival."""
        self._table.horizontalHeader().setSortIndicator(Column.ADDED, Qt.SortOrder.DescendingOrder)

    def choose(self, point: QPoint | None = None) -> None:
        """Let columns be shown or hidden."""
        menu = QMenu(self)
        for column in Column:
            action = menu.addAction(
                self._table.model().headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole)
            )
            action.setCheckable(True)
            action.setChecked(not self._table.isColumnHidden(column))
            action.setEnabled(column is not Column.TITLE)
            action.toggled.connect(lambda on, column=column: self._show(column, on))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(point or self.button.mapToGlobal(QPoint(0, self.button.height())))

    def _show(self, column: Column, on: bool) -> None:
        self._table.setColumnHidden(column, not on)
        self._save()

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        word = sort_of(column)
        if word:
            self.order = (word, order == Qt.SortOrder.DescendingOrder)
            self.sorted.emit()
            self._save()

    def _save(self) -> None:
        self._session.settings.put_state("papers", self._table.header_state())

    def _save_soon(self) -> None:
        if not self._table.squeezing:
            self._saving.start()

    def _restore(self) -> None:
        header = self._table.horizontalHeader()
        state = self._session.settings.state("papers")
        if not state.isEmpty():
            header.restoreState(state)
        word = sort_of(header.sortIndicatorSection()) if header.sortIndicatorSection() < len(Column) else ""
        if word:
            self.order = (word, header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder)
