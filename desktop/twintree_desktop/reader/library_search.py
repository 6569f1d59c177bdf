"""Words in the whole library, from within the reader; each hit opens lit on its page.

Signals:
    LibrarySearch.chosen(Hit): open this passage
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QTreeView, QVBoxLayout, QWidget

from twintree.base.errors import TwintreeError
from twintree.base.records import Hit, SearchResult
from twintree_desktop.messages import describe
from twintree_desktop.reader.copying import page_words
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import label
from twintree_desktop.words import short_reference

_HIT = Qt.ItemDataRole.UserRole + 1
_PAPERS = 20


class LibrarySearch(QWidget):
    """A field and the passages found, by paper."""

    chosen = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._run = 0
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr('Words, "a phrase", author:chieu, year:2019..2023'))
        self.field.setAccessibleName(self.tr("Find in the library"))
        self.field.returnPressed.connect(lambda: self.look_for(self.field.text()))
        self.state = label("", "small", wrap=True)
        self.model = QStandardItemModel(self)
        self.view = QTreeView()
        self.view.setModel(self.model)
        self.view.setHeaderHidden(True)
        self.view.setProperty("kind", "side")
        self.view.setIndentation(10)
        self.view.setAccessibleName(self.tr("Passages found"))
        self.view.activated.connect(self._choose)
        self.view.clicked.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.small, 0, SPACE.small, 0)
        layout.setSpacing(SPACE.small)
        for widget in (self.field, self.state):
            layout.addWidget(widget)
        layout.addWidget(self.view, 1)

    def look_for(self, words: str) -> None:
        """Look for words in all papers."""
        self.field.setText(words)
        self._run += 1
        run = self._run
        self.model.clear()
        if not words.strip():
            self.state.setText("")
            return
        self.state.setText(self.tr("looking …"))
        self._session.read(
            lambda library: library.search(words, limit=_PAPERS),
            then=lambda results: self._show(results) if run == self._run else None,
            failed=self._failed,
            owner=self,
        )

    def _failed(self, error: TwintreeError) -> None:
        self.state.setText(describe(error))

    def _show(self, results: list[SearchResult]) -> None:
        hits = sum(len(result.hits) for result in results)
        self.state.setText(
            self.tr("{0} passages in {1} papers").format(hits, len(results))
            if results
            else self.tr("not found")
        )
        for result in results:
            name = short_reference(result.paper.authors, result.paper.year) or result.paper.key
            row = _item(f"{name} · {result.paper.title}", None)
            row.setToolTip(result.paper.title)
            for hit in result.hits:
                words = " ".join(hit.snippet.split())
                child = _item(f"{page_words(hit.page, hit.page)}  {words}", hit)
                child.setToolTip(words)
                row.appendRow(child)
            self.model.appendRow(row)
        self.view.expandAll()

    def _choose(self, index: QModelIndex) -> None:
        hit = index.data(_HIT)
        if isinstance(hit, Hit):
            self.chosen.emit(hit)


def _item(text: str, hit: Hit | None) -> QStandardItem:
    item = QStandardItem(text)
    item.setEditable(False)
    item.setData(hit, _HIT)
    return item
