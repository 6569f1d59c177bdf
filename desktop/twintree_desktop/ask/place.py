"""The place where one asks: the conversation, and beside it the page that a citation leads to.

Signals:
    whole_wanted(Citation | Spot): read this in the whole reader
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter

from twintree.base.answers import Answer
from twintree.base.records import Citation
from twintree_desktop.ask.panel import AskPanel
from twintree_desktop.reader.cache import PageKey
from twintree_desktop.reader.demand import PREVIEW
from twintree_desktop.reader.panel import ReaderPanel
from twintree_desktop.reader.renderer import PageRenderer, Request
from twintree_desktop.reader.trail import Spot
from twintree_desktop.session import Session

_STATE = "ask"


class AskPlace(QSplitter):
    """Both side by side; the page comes with the first citation and goes with Back."""

    whole_wanted = Signal(object)

    def __init__(self, session: Session, renderer: PageRenderer) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._session, self._renderer = session, renderer
        self.panel = AskPanel(session)
        self.beside = ReaderPanel(session, renderer, compact=True)
        self.addWidget(self.panel)
        self.addWidget(self.beside)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.panel.setMinimumWidth(320)
        self.beside.setMinimumWidth(280)
        self.setStretchFactor(0, 2)
        self.setStretchFactor(1, 3)
        self.setFocusProxy(self.panel.composer.field)
        self.beside.hide()
        self.setSizes([480, 760])
        state = session.settings.state(_STATE)
        if not state.isEmpty():
            self.restoreState(state)
            self.setHandleWidth(1)
        self._connect()

    def _connect(self) -> None:
        self.panel.citation_activated.connect(self.show_citation)
        self.panel.answered.connect(self._draw_ahead)
        self.panel.paper_wanted.connect(self.show_paper)
        # A page that belongs to another answer, with its green mark, would seem to prove this one.
        self.panel.left.connect(self.beside.hide)
        self.beside.left.connect(self._hide_page)
        self.beside.whole_wanted.connect(self.whole_wanted)
        self.splitterMoved.connect(lambda *_: self._session.settings.put_state(_STATE, self.saveState()))

    def show_citation(self, citation: Citation) -> None:
        """Show the page beside the answer, its words lit."""
        self._come()
        self.beside.open_citation(citation)

    def show_paper(self, paper: str) -> None:
        """Show a paper beside the answer."""
        self._come()
        self.beside.open_paper(paper)

    @property
    def read_beside(self) -> Citation | Spot | None:
        """What stands open beside the answer; None while no page does."""
        return None if self.beside.isHidden() else self.beside.here

    def _come(self) -> None:
        # What an earlier answer led to lies behind the page that was put away, not behind this one.
        if self.beside.isHidden():
            self.beside.come_from()
            self.panel.hold_still()
        self.beside.show()

    def _draw_ahead(self, answer: Answer) -> None:
        """Have small pictures of the cited pages ready before anyone clicks."""
        dark = self._session.appearance.theme.dark
        cited = [c for sentence in answer.sentences for c in sentence.citations]
        pages = dict.fromkeys(PageKey(each.file, each.page, dark) for each in cited)
        self._renderer.want(self, [Request(key, PREVIEW, urgent=False) for key in pages])

    def _hide_page(self) -> None:
        self.panel.hold_still()
        self.beside.hide()
        self.panel.composer.field.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.panel.composer.refresh()
