"""The sidebar: views of the library, collections, tags, saved searches, and the offline line at its foot.

Signals:
    Sidebar.chosen(SideEntry): show what this entry stands for
    Sidebar.files_dropped(list[Path], str): import files into this collection (``""``: none)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QVBoxLayout, QWidget

from twintree.base.ids import PaperId
from twintree_desktop import operations
from twintree_desktop.citing import add_keeping
from twintree_desktop.dropping import local_paths
from twintree_desktop.paper_table_model import PAPERS_MIME, papers_of
from twintree_desktop.reading_only import ReadingOnly
from twintree_desktop.session import Session
from twintree_desktop.sidebar_model import EntryRole, SidebarDelegate, SidebarModel, SideEntry, has_plus
from twintree_desktop.tokens import SPACE, TAG_COLOURS
from twintree_desktop.widgets import Debounce, label
from twintree_desktop.words import colour_words


class SideList(QListView):
    """The list itself: takes papers onto collections and tags, and files onto collections."""

    papers_dropped = Signal(object, object)
    files_dropped = Signal(object, str)
    plus_clicked = Signal(object)
    activated_entry = Signal(object)

    def __init__(self, model: SidebarModel, session: Session) -> None:
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(SidebarDelegate(session, self))
        self.setProperty("kind", "side")
        self.setAccessibleName(self.tr("Collections, tags and searches"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.viewport().setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        self.setUniformItemSizes(False)

    def entry_at(self, point: QPoint) -> SideEntry | None:
        """The entry under a point of the viewport."""
        found = self.indexAt(point).data(EntryRole)
        return found if isinstance(found, SideEntry) else None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        entry = self.entry_at(event.position().toPoint())
        if entry is not None and has_plus(entry):
            self.plus_clicked.emit(entry)
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            entry = self.currentIndex().data(EntryRole)
            if isinstance(entry, SideEntry):
                self.activated_entry.emit(entry)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if data.hasFormat(PAPERS_MIME) or local_paths(data):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        entry = self.entry_at(event.position().toPoint())
        wanted = ("collection", "tag", "bin") if event.mimeData().hasFormat(PAPERS_MIME) else ("collection",)
        files = not event.mimeData().hasFormat(PAPERS_MIME)
        fits = entry is not None and (entry.kind in wanted or entry.key in wanted)
        self.setCurrentIndex(self.currentIndex())
        if fits or files:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        entry = self.entry_at(event.position().toPoint())
        data = event.mimeData()
        if data.hasFormat(PAPERS_MIME) and entry is not None:
            self.papers_dropped.emit(papers_of(data), entry)
        elif paths := local_paths(data):
            collection = entry.key if entry is not None and entry.kind == "collection" else ""
            self.files_dropped.emit(paths, collection)
        event.acceptProposedAction()


class Sidebar(QWidget):
    """Lists where papers can be looked at, and lets collections, tags and searches be changed."""

    chosen = Signal(object)
    files_dropped = Signal(object, str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._model = SidebarModel(session.icons, self)
        self._model.renamed.connect(self._rename)
        self.list = SideList(self._model, session)
        self._build()
        self._reload = Debounce(120, self.reload, self)
        session.bridge.papers_changed.connect(self._soon)
        session.bridge.library_changed.connect(self._soon)
        self.reload()

    def reload(self) -> None:
        """Read all figures again."""
        self._session.read(operations.side_figures, then=self._model.show_figures, owner=self)

    def show_duplicates(self, pairs: int) -> None:
        """Say how many pairs of duplicates there are."""
        self._model.set_duplicates(pairs)

    def entry(self, kind: str, key: str) -> SideEntry | None:
        """An entry that is listed."""
        found = self._model.index(self._model.row_of(kind, key)).data(EntryRole)
        return found if isinstance(found, SideEntry) else None

    def select(self, kind: str, key: str) -> None:
        """Put the cursor on an entry."""
        row = self._model.row_of(kind, key)
        if row >= 0:
            self.list.setCurrentIndex(self._model.index(row))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        entry = self.list.entry_at(self.list.viewport().mapFromGlobal(event.globalPos()))
        menu = QMenu(self)
        self._fill_menu(menu, entry)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def new_collection(self, parent: str | None = None) -> None:
        """Make a collection, and let its name be typed at once."""
        name = self.tr("New collection")
        self._model.edit_when_here(name)
        self._session.act(operations.create_collection, name, parent, quiet=True)

    def _soon(self) -> None:
        if not self._reload.isActive():
            self._reload.start()

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.small, SPACE.medium, SPACE.small, 0)
        layout.setSpacing(0)
        layout.addWidget(self.list, 1)
        self.reading_only = ReadingOnly(self._session) if self._session.library.readonly else None
        if self.reading_only is not None:
            layout.addWidget(self.reading_only)
        foot = label(self.tr("Offline · no connection was opened"), "tiny", name="OfflineLine")
        foot.setContentsMargins(SPACE.hair, SPACE.small, 0, SPACE.medium)
        foot.setWordWrap(True)
        layout.addWidget(foot)
        self.list.selectionModel().currentChanged.connect(self._moved)
        self.list.activated_entry.connect(self.chosen)
        self.list.papers_dropped.connect(self._take_papers)
        self.list.files_dropped.connect(self.files_dropped)
        self.list.plus_clicked.connect(lambda _: self.new_collection())
        self._model.edit_wanted.connect(lambda row: self.list.edit(self._model.index(row)))

    def _moved(self, current: QModelIndex) -> None:
        entry = current.data(EntryRole)
        if isinstance(entry, SideEntry) and not self._model.filling:
            self.chosen.emit(entry)

    def _take_papers(self, papers: Sequence[PaperId], entry: SideEntry) -> None:
        if entry.kind == "collection":
            self._session.act(operations.add_to_collection, papers, entry.key)
        elif entry.kind == "tag":
            self._session.act(operations.add_tag, papers, entry.key)
        elif entry.key == "bin":
            self._session.act(operations.bin_papers, papers)

    def _rename(self, entry: SideEntry, name: str) -> None:
        operation = operations.rename_collection if entry.kind == "collection" else operations.rename_tag
        # Naming what was just made is part of making it.
        fresh = entry.kind == "collection" and entry.title == self.tr("New collection")
        self._session.act(operation, entry.key, name, quiet=fresh)

    def _fill_menu(self, menu: QMenu, entry: SideEntry | None) -> None:
        act = self._session.act
        menu.addAction(self.tr("New collection"), self._new_at_top)
        if entry is None:
            return
        if entry.kind == "collection":
            menu.addAction(self.tr("New collection inside"), lambda: self.new_collection(entry.key))
            menu.addAction(self.tr("Rename"), self._edit_current)
            menu.addAction(self.tr("Delete"), lambda: act(operations.delete_collection, entry.key))
            add_keeping(self._session, menu, entry.key, entry.title, self)
        elif entry.kind == "tag":
            menu.addAction(self.tr("Rename"), self._edit_current)
            colours = menu.addMenu(self.tr("Colour"))
            for name, colour in TAG_COLOURS.items():
                icon = self._model.dot(colour)
                colours.addAction(
                    icon, colour_words(name), partial(act, operations.colour_tag, entry.key, colour)
                )
            menu.addAction(self.tr("Delete"), lambda: act(operations.delete_tag, entry.key))
        elif entry.kind == "search":
            menu.addAction(self.tr("Delete"), lambda: act(operations.delete_search, entry.key))

    def _new_at_top(self) -> None:
        self.new_collection()

    def _edit_current(self) -> None:
        self.list.edit(self.list.currentIndex())
