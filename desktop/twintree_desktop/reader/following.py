"""Following what leads elsewhere on a page: within the paper at once, outside only after a question.

Signals:
    place_wanted(int, object): go to this page, so many points below its top (None: to the top)
    reference_wanted(Reference): show this entry of the reference list
    context_wanted(Citation): show another place of this paper that cites the same work
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QCursor

from twintree_desktop.outgoing import offer_link
from twintree_desktop.reader.citation_popover import CitationPopover, Cited, cited_here
from twintree_desktop.reader.document import Document
from twintree_desktop.reader.jumps import Jump, PageJumps
from twintree_desktop.reader.view import PageView
from twintree_desktop.session import Session


class Following(QObject):
    """Watches the mouse over one paper's pages."""

    place_wanted = Signal(int, object)
    reference_wanted = Signal(object)
    context_wanted = Signal(object)

    def __init__(self, session: Session, document: Document, view: PageView) -> None:
        super().__init__(view)
        self._session, self._document, self._view = session, document, view
        self.popover: CitationPopover | None = None
        self.jumps = PageJumps(session, document, self)
        view.hands.clicked.connect(self.click)

    def hover(self, page: int, point: QPointF) -> str:
        """The mouse rests there: show that it can be clicked; returns where it leads."""
        self.jumps.want(page)
        jump = self.jumps.at(page, point)
        if jump is None:
            return ""
        self._view.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        return jump.tip

    def leads(self, page: int, point: QPointF) -> bool:
        """Whether a click there leads anywhere."""
        return bool(self.jumps.cited_at(page, point)) or self.jumps.at(page, point) is not None

    def click(self, page: int, point: QPointF) -> None:
        """Follow what lies there, if anything does."""
        jump = self.jumps.at(page, point)
        cited = self.jumps.cited_at(page, point)
        if cited:
            self._session.read(cited_here, cited, then=self._show_cited, owner=self)
        elif jump is not None:
            self._follow(jump)

    def _show_cited(self, cited: list[Cited]) -> None:
        """Say who is cited there; the entry and the other places are one press away."""
        self.popover = CitationPopover(self._session, self._document.paper, self._view)
        self.popover.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.popover.entry_wanted.connect(self.reference_wanted)
        self.popover.context_wanted.connect(self.context_wanted)
        self.popover.open_at(QCursor.pos(), cited)

    def _follow(self, jump: Jump) -> None:
        if jump.page:
            self.place_wanted.emit(jump.page, jump.down)
        else:
            offer_link(self._session, jump.uri)
