"""The model of the papers' table: windows of rows fetched off the window's thread, the last used ones kept.

Signals:
    PaperTableModel.counted(int): how many papers the filter shows now
    PaperTableModel.installed(): another filter or order is in force, its first rows are here
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from twintree.base.errors import TwintreeError
from twintree.base.ids import PaperId
from twintree.base.records import PaperFilter, PaperRow
from twintree_desktop.refused import is_refused, refused_rows
from twintree_desktop.session import Session
from twintree_desktop.words import author_line, date_words, read_state_words, status_words, tr

if TYPE_CHECKING:
    from twintree.library import Library

PAPERS_MIME = "application/x-twintree-papers"
PaperRole = Qt.ItemDataRole.UserRole + 1

_FLAGS = (
    Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
)
_PAGE = 128
_PAGES_KEPT = 48

Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The table's columns, in their first order."""

    TITLE = 0
    AUTHORS = 1
    YEAR = 2
    VENUE = 3
    PAGES = 4
    STATUS = 5
    ADDED = 6
    READ = 7
    TAGS = 8


#: What the engine calls the order of a column; columns without one cannot be sorted by.
SORTS: dict[Column, str] = {
    Column.TITLE: "title",
    Column.AUTHORS: "author",
    Column.YEAR: "year",
    Column.VENUE: "venue",
    Column.PAGES: "pages",
    Column.STATUS: "status",
    Column.ADDED: "added",
    Column.READ: "read_state",
}


@dataclass(frozen=True)
class Query:
    """What the table shows."""

    filter: PaperFilter = field(default_factory=PaperFilter)
    sort: str = "added"
    descending: bool = True


@dataclass(frozen=True)
class _Window:
    """The rows ``[first, first + len(rows))`` of a query, and how many there are in all."""

    total: int
    pages: dict[int, list[PaperRow]]


def fetch_window(library: Library, query: Query, pages: Sequence[int]) -> _Window:
    """Read pages of rows; runs on a reading thread. Refused files come before what else needs attention."""
    lead = refused_rows(library) if query.filter == PaperFilter(needs_attention=True) else []
    total = len(lead) + library.papers.count(query.filter)
    read = {}
    for page in pages:
        first, last = page * _PAGE, (page + 1) * _PAGE
        if first < total:
            skip, want = max(0, first - len(lead)), last - max(first, len(lead))
            rows = library.papers.rows(query.filter, query.sort, query.descending, skip, max(0, want))
            read[page] = [*lead[first:last], *rows]
    return _Window(total, read)


class PaperTableModel(QAbstractTableModel):
    """Rows of the ledger as a table; a row that is not here yet is blank and on its way."""

    counted = Signal(int)
    installed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._query = Query()
        self._asked = 0
        self._busy = False
        self._next: int | None = None
        self._total = 0
        self._pages: OrderedDict[int, list[PaperRow]] = OrderedDict()
        self._wanted: set[int] = set()
        self._flying: set[int] = set()
        self._titles = self._headers()

    # ── what the panel calls ─────────────────────────────────────────────────────────────────────────

    @property
    def query(self) -> Query:
        """What the table shows, or is about to."""
        return self._query

    def show_query(self, query: Query, *, around: int = 0) -> None:
        """Show another filter or order; the old rows stay until the new ones are here.

        One question is under way at a time; of those that come meanwhile only the last is asked.
        """
        self._query = query
        self._asked += 1
        if self._busy:
            self._next = around
            return
        self._busy, self._next = True, None
        asked, pages = self._asked, _pages_around(around)
        self._session.read(
            fetch_window,
            query,
            pages,
            then=lambda window: self._install(asked, window),
            failed=self._failed,
            owner=self,
        )

    def refresh(self, around: int) -> None:
        """Read again what is on screen; rows stay where they are when only their words changed."""
        asked, pages = self._asked, _pages_around(around)
        self._session.read(
            fetch_window, self._query, pages, then=lambda window: self._renew(asked, window), owner=self
        )

    def paper_at(self, row: int) -> PaperRow | None:
        """The paper in a row, if it is here."""
        page = self._pages.get(row // _PAGE)
        place = row % _PAGE
        return page[place] if page is not None and place < len(page) else None

    def row_of(self, paper: str) -> int:
        """The row of a paper among those that are here; -1 when it is not."""
        for page, rows in self._pages.items():
            for place, row in enumerate(rows):
                if row.id == paper:
                    return page * _PAGE + place
        return -1

    @property
    def kept_rows(self) -> int:
        """How many rows are in memory."""
        return sum(len(page) for page in self._pages.values())

    # ── the model ────────────────────────────────────────────────────────────────────────────────────

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else self._total

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[Column(section)]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(Column(section)) if orientation == Qt.Orientation.Horizontal else None
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(Column(index.column()))
        if role not in (
            Qt.ItemDataRole.DisplayRole,
            PaperRole,
            Qt.ItemDataRole.ToolTipRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return None
        row = self.paper_at(index.row())
        if row is None:
            self._want(index.row() // _PAGE)
            return "" if role == Qt.ItemDataRole.DisplayRole else None
        self._pages.move_to_end(index.row() // _PAGE)
        return row if role == PaperRole else cell_text(row, Column(index.column()))

    def flags(self, index: Index) -> Qt.ItemFlag:
        return _FLAGS if index.isValid() else Qt.ItemFlag.NoItemFlags

    def mimeTypes(self) -> list[str]:
        return [PAPERS_MIME]

    def mimeData(self, indexes: Iterable[QModelIndex]) -> QMimeData:
        rows = sorted({index.row() for index in indexes})
        papers = [row.id for row in map(self.paper_at, rows) if row is not None and not is_refused(row.id)]
        data = QMimeData()
        data.setData(PAPERS_MIME, QByteArray("\n".join(papers).encode()))
        return data

    # ── fetching ─────────────────────────────────────────────────────────────────────────────────────

    def _failed(self, error: TwintreeError) -> None:
        self._busy = False
        self._session.messages.fail(error)
        self._go_on()

    def _go_on(self) -> None:
        if self._next is not None:
            self.show_query(self._query, around=self._next)

    def _install(self, asked: int, window: _Window) -> None:
        self._busy = False
        if asked != self._asked:
            self._go_on()
            return
        self._replace(window)

    def _replace(self, window: _Window) -> None:
        self.beginResetModel()
        self._total = window.total
        self._pages = OrderedDict(window.pages)
        self._wanted.clear()
        self._flying.clear()
        self.endResetModel()
        self.counted.emit(self._total)
        self.installed.emit()

    def _renew(self, asked: int, window: _Window) -> None:
        if asked != self._asked:
            return
        if window.total != self._total:
            self._replace(window)
            return
        before, self._pages = self._pages, OrderedDict(window.pages)
        for page, rows in window.pages.items():
            self._tell_changed(page * _PAGE, before.get(page, []), rows)

    def _tell_changed(self, first: int, before: Sequence[PaperRow], rows: Sequence[PaperRow]) -> None:
        """Have the rows painted again that say something else now; during an import most stay as they were."""
        differ = [place for place, row in enumerate(rows) if place >= len(before) or before[place] != row]
        if differ:
            top, bottom = first + differ[0], first + differ[-1]
            self.dataChanged.emit(self.index(top, 0), self.index(bottom, len(Column) - 1))

    def _want(self, page: int) -> None:
        if page in self._flying or page in self._wanted:
            return
        first = not self._wanted
        self._wanted.add(page)
        if first:
            # One request for all rows that this paint misses.
            QTimer.singleShot(0, self, self._fetch)

    def _fetch(self) -> None:
        pages = sorted(self._wanted)[-6:]
        self._wanted.clear()
        if not pages:
            return
        self._flying.update(pages)
        asked = self._asked
        self._session.read(
            fetch_window, self._query, pages, then=lambda window: self._add(asked, window), owner=self
        )

    def _add(self, asked: int, window: _Window) -> None:
        if asked != self._asked:
            return
        self._flying.difference_update(window.pages)
        if window.total != self._total:
            self.show_query(self._query, around=min(window.pages, default=0) * _PAGE)
            return
        for page, rows in window.pages.items():
            self._pages[page] = rows
            if rows:
                last = page * _PAGE + len(rows) - 1
                self.dataChanged.emit(self.index(page * _PAGE, 0), self.index(last, len(Column) - 1))
        while len(self._pages) > _PAGES_KEPT:
            self._pages.popitem(last=False)

    def _headers(self) -> dict[Column, str]:
        return {
            Column.TITLE: self.tr("Title"),
            Column.AUTHORS: self.tr("Authors"),
            Column.YEAR: self.tr("Year"),
            Column.VENUE: self.tr("Venue"),
            Column.PAGES: self.tr("Pages"),
            Column.STATUS: self.tr("Status"),
            Column.ADDED: self.tr("Added"),
            Column.READ: self.tr("Reading"),
            Column.TAGS: self.tr("Tags"),
        }


def cell_text(row: PaperRow, column: Column) -> str:
    """What a cell says."""
    match column:
        case Column.TITLE:
            return row.title or tr("Untitled")
        case Column.AUTHORS:
            return author_line(row.authors)
        case Column.YEAR:
            return str(row.year) if row.year else ""
        case Column.VENUE:
            return row.venue
        case Column.PAGES:
            return str(row.pages) if row.pages else ""
        case Column.STATUS:
            return status_words(row.status)
        case Column.ADDED:
            return date_words(row.added)
        case Column.READ:
            return read_state_words(row.read_state)
        case Column.TAGS:
            return ", ".join(row.tags)


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = (
        Qt.AlignmentFlag.AlignRight if column in (Column.YEAR, Column.PAGES) else Qt.AlignmentFlag.AlignLeft
    )
    return side | Qt.AlignmentFlag.AlignVCenter


def _pages_around(row: int) -> list[int]:
    page = max(0, row) // _PAGE
    return [page, page + 1]


def papers_of(data: QMimeData) -> list[PaperId]:
    """The papers that are being dragged."""
    text = bytes(data.data(PAPERS_MIME).data()).decode()
    return [PaperId(line) for line in text.split("\n") if line]
