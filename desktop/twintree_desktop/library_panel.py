"""The library: filter field, count, the papers' table, and what stands there when it is empty.

Signals:
    LibraryPanel.current_changed(str): the paper under the cursor (``""``: none)
    LibraryPanel.import_wanted(): the person asked for files to import
    LibraryPanel.search_wanted(str): Enter in the filter field: search the texts in the engine's syntax
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QStackedWidget, QVBoxLayout, QWidget

from twintree.base.ids import PaperId
from twintree.base.records import PaperFilter, PaperRow
from twintree_desktop import operations
from twintree_desktop.paper_columns import PaperColumns
from twintree_desktop.paper_dragging import drag_papers
from twintree_desktop.paper_filter import field_hint, typed_filter
from twintree_desktop.paper_nothing import nothing_words
from twintree_desktop.paper_preview import PaperPreview
from twintree_desktop.paper_table import PaperTable
from twintree_desktop.paper_table_model import PaperTableModel, Query
from twintree_desktop.refused import is_refused
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import Debounce, EmptyPlace, Notice, frame, label
from twintree_desktop.words import number_words

#: The table, and what stands in its place when it is empty; others put their pages behind these.
_OWN_PAGES = 2


class FilterField(QLineEdit):
    """The filter field: Down goes to the table, Escape empties it."""

    down = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.down.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class LibraryPanel(QWidget):
    """Filter, table and empty states; selection goes to whoever listens."""

    current_changed = Signal(str)
    selection_changed = Signal(int)
    import_wanted = Signal()
    search_wanted = Signal(str)

    def __init__(self, session: Session, menu: Callable[[QMenu], None]) -> None:
        super().__init__()
        self._session = session
        self._menu = menu
        self._base = PaperFilter()
        self._keep: str = ""
        self.model = PaperTableModel(session, self)
        self.table = PaperTable(self.model, session)
        self.columns = PaperColumns(session, self.table)
        self.preview = PaperPreview(session, self.table, self.model)
        self.field = FilterField()
        self._count = label("", "pill", name="PaperCount")
        self._empty = EmptyPlace(session.icons, "import", "", "")
        self.bar = frame("panel")
        self.notice = Notice()
        self._build()
        self._connect()
        self._show()

    # ── what others call ─────────────────────────────────────────────────────────────────────────────

    def show_filter(self, base: PaperFilter, *, newest_first: bool = False) -> None:
        """Show another part of the library; what is typed stays in force."""
        self._base = base
        if newest_first:
            self.columns.show_newest_first()
        self._show()

    def type_filter(self, text: str) -> None:
        """Put text into the filter field, as if it was typed."""
        self.field.setText(text)

    def focus_filter(self) -> None:
        """Go to the filter field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def show_table(self) -> None:
        """Show the table, or what stands in its place when it is empty."""
        total = self.model.rowCount()
        self.stack.setCurrentIndex(0 if total else 1)
        self.show_count(total)

    def show_count(self, papers: int) -> None:
        """Say how many papers are shown."""
        self._count.setText(self.tr("%n paper(s)", "", papers).replace(str(papers), number_words(papers)))

    def select_paper(self, paper: str) -> None:
        """Put the cursor on a paper, now or as soon as it is here."""
        self._keep = paper
        self._select_kept()

    def current(self) -> PaperRow | None:
        """The paper under the cursor."""
        return self.table.current_paper()

    def with_selected(self, then: Callable[[Sequence[PaperId]], object]) -> None:
        """Call with the selected papers, fetched or not; not at all when nothing is selected."""
        rows = self.table.selected_rows()
        found = [paper.id for paper in map(self.model.paper_at, rows) if paper is not None]
        here = [paper for paper in found if not is_refused(paper)]
        if rows and len(found) == len(rows):
            if here:
                then(here)
        elif rows:
            query = self.model.query
            self._session.read(
                operations.papers_in,
                query.filter,
                query.sort,
                query.descending,
                _ranges(rows),
                then=then,
                owner=self,
            )

    # ── building ─────────────────────────────────────────────────────────────────────────────────────

    def _build(self) -> None:
        self.field.setPlaceholderText(
            self.tr('Search titles, authors, text …   "exact phrase"   author:   year:2019..2023')
        )
        self.field.setAccessibleName(self.tr("Filter papers"))
        self.field.setClearButtonEnabled(True)
        self.field.setAcceptDrops(False)
        self.field.addAction(
            QAction(self._session.icons.icon("search"), "", self.field),
            QLineEdit.ActionPosition.LeadingPosition,
        )
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(SPACE.large, SPACE.medium, SPACE.medium, SPACE.small)
        row.setSpacing(SPACE.medium)
        row.addWidget(self.field, 1)
        row.addWidget(self._count, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.columns.button)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.table)
        self.stack.addWidget(self._empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.notice)
        layout.addWidget(self.stack, 1)
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        self._changing = Debounce(150, self._refresh, self)
        self.field.textChanged.connect(lambda _: self._typed())
        self.field.returnPressed.connect(self._enter)
        self.field.down.connect(self._go_to_table)
        self.columns.sorted.connect(self._show)
        self.table.menu_wanted.connect(self._pop_menu)
        self.table.drag_wanted.connect(self._drag)
        self.table.opened.connect(self._read)
        self.table.previewed.connect(self.preview.show_paper)
        self.preview.opened.connect(self._read)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._tell_current())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._tell_selection())
        self._empty.wanted.connect(self._empty_action)
        self.model.counted.connect(self._counted)
        self.model.installed.connect(self._installed)
        self._session.bridge.papers_changed.connect(self._start_changing)

    # ── showing ──────────────────────────────────────────────────────────────────────────────────────

    def _show(self) -> None:
        current = self.current()
        self._keep = self._keep or (current.id if current else "")
        sort, descending = self.columns.order
        self.model.show_query(Query(typed_filter(self.field.text(), self._base), sort, descending))

    def _typed(self) -> None:
        self.notice.say([hint] if (hint := field_hint(self.field.text())) else [], "")
        self._show()

    def _start_changing(self) -> None:
        # A steady stream of changes must not put the refresh off for ever.
        if not self._changing.isActive():
            self._changing.start()

    def _refresh(self) -> None:
        current = self.current()
        self._keep = self._keep or (current.id if current else "")
        self.model.refresh(self.table.first_visible())

    def _counted(self, total: int) -> None:
        if self.stack.currentIndex() < _OWN_PAGES:  # results of a search stay until they are left
            self.show_table()
        if not total:
            self._say_empty()

    def _installed(self) -> None:
        self._select_kept()
        self._tell_selection()

    def _select_kept(self) -> None:
        row = self.model.row_of(self._keep) if self._keep else -1
        if row >= 0:
            self._keep = ""
            self.table.selectRow(row)
        elif self.model.rowCount() and not self.table.currentIndex().isValid():
            self.table.setCurrentIndex(self.model.index(0, 0))
        self._tell_current()

    def _say_empty(self) -> None:
        self._empty.say(*nothing_words(self._base, typed=bool(self.field.text())))

    def _empty_action(self) -> None:
        if self.field.text():
            self.field.clear()
        else:
            self.import_wanted.emit()

    # ── handling ─────────────────────────────────────────────────────────────────────────────────────

    def _enter(self) -> None:
        if self.field.text().strip():
            self.search_wanted.emit(self.field.text().strip())

    def _go_to_table(self) -> None:
        self.table.setFocus()
        if not self.table.currentIndex().isValid():
            self.table.selectRow(0)

    def _tell_current(self) -> None:
        paper = self.current()
        self.current_changed.emit(paper.id if paper is not None else "")

    def _tell_selection(self) -> None:
        self.selection_changed.emit(len(self.table.selected_rows()))

    def _pop_menu(self, point: QPoint) -> None:
        menu = QMenu(self)
        self._menu(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(point)

    def _drag(self) -> None:
        self.with_selected(lambda papers: drag_papers(self.table, self._session.library, papers))

    def _read(self, paper: str) -> None:
        if not is_refused(paper):
            self._session.navigation.paper_wanted.emit(paper, 1)


def _ranges(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Sorted numbers as ranges ``[first, last]``."""
    ranges: list[tuple[int, int]] = []
    for row in rows:
        if ranges and ranges[-1][1] == row - 1:
            ranges[-1] = (ranges[-1][0], row)
        else:
            ranges.append((row, row))
    return ranges
