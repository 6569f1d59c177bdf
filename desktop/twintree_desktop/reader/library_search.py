"""Words in the whole library, from within the reader; each hit opens lit on its page.

Signals:
    LibrarySearch.chosen(Hit): open this passage
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QVBoxLayout, QWidget

from twintree.base.answers import SearchResult
from twintree.base.errors import TwintreeError
from twintree_desktop.messages import describe
from twintree_desktop.search_panel import Found, FoundDelegate, FoundList, FoundModel, FoundRole
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import label

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
        self.model = FoundModel(self)
        self.view = FoundList()
        self.view.setModel(self.model)
        self.view.setItemDelegate(FoundDelegate(session, self.view))
        self.view.setProperty("kind", "side")
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setAccessibleName(self.tr("Passages found"))
        self.view.opened.connect(self._choose)
        self.view.clicked.connect(lambda index: self._choose(index.data(FoundRole)))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE.small)
        head = QVBoxLayout()
        head.setContentsMargins(SPACE.small, 0, SPACE.small, 0)
        for widget in (self.field, self.state):
            head.addWidget(widget)
        layout.addLayout(head)
        layout.addWidget(self.view, 1)

    def look_for(self, words: str) -> None:
        """Look for words in all papers."""
        self.field.setText(words)
        self._run += 1
        run = self._run
        self.model.show_results([])
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
        self.state.setText(self._count(hits, len(results)))
        self.model.show_results(results)

    def _count(self, hits: int, papers: int) -> str:
        if not papers:
            return self.tr("not found")
        if papers == 1:
            one = self.tr("1 passage in 1 paper")
            return one if hits == 1 else self.tr("{0} passages in 1 paper").format(hits)
        return self.tr("{0} passages in {1} papers").format(hits, papers)

    def _choose(self, found: Found) -> None:
        paper, hit = found
        if hit is None:
            self._session.navigation.paper_wanted.emit(paper.id, 1)
        else:
            self.chosen.emit(hit)
