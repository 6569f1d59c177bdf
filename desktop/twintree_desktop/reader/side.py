"""What stands beside the pages: outline, pages, figures, notes, references, the library's passages; one at a time."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout

from twintree_desktop.reader.document import Document
from twintree_desktop.reader.figure_list import FigureList
from twintree_desktop.reader.library_search import LibrarySearch
from twintree_desktop.reader.notes_panel import NotesPanel
from twintree_desktop.reader.outline import OutlinePanel
from twintree_desktop.reader.references import ReferenceList
from twintree_desktop.reader.renderer import PageRenderer
from twintree_desktop.reader.thumbnails import ThumbnailList
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import icon_button


class SidePanel(QFrame):
    """Six views behind six icons.

    Signals:
        shown(str): the person chose another view
    """

    shown = Signal(str)

    def __init__(self, session: Session, renderer: PageRenderer, document: Document) -> None:
        super().__init__()
        self.setProperty("kind", "side")
        self.outline = OutlinePanel(session.appearance, document.tree)
        self.thumbnails = ThumbnailList(session.appearance, renderer, document)
        self.figures = FigureList(session, document)
        self.notes = NotesPanel(session, document)
        self.references = ReferenceList(session, document.paper.row.id)
        self.search = LibrarySearch(session)
        self._views = {
            "outline": (self.outline, self.tr("Outline")),
            "thumbnails": (self.thumbnails, self.tr("Pages")),
            "figure": (self.figures, self.tr("Figures, tables and equations")),
            "note": (self.notes, self.tr("Highlights and notes")),
            "references": (self.references, self.tr("References")),
            "search": (self.search, self.tr("Find in the library")),
        }
        self._stack = QStackedWidget()
        self._group = QButtonGroup(self)
        head = QHBoxLayout()
        head.setContentsMargins(SPACE.small, SPACE.small, SPACE.small, SPACE.hair)
        head.setSpacing(2)
        for number, (glyph, (view, name)) in enumerate(self._views.items()):
            tab = icon_button(session.icons, glyph, name)
            tab.setCheckable(True)
            self._group.addButton(tab, number)
            self._stack.addWidget(view)
            head.addWidget(tab)
        head.addStretch(1)
        self._group.button(0).setChecked(True)
        self._group.idClicked.connect(self._chosen)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE.hair)
        layout.addLayout(head)
        layout.addWidget(self._stack, 1)
        self.setMinimumWidth(180)

    def show_view(self, name: str) -> None:
        """Show ``outline``, ``thumbnails``, ``figure``, ``note``, ``references`` or ``search``."""
        number = list(self._views).index(name)
        self._group.button(number).setChecked(True)
        self._stack.setCurrentIndex(number)

    @property
    def current(self) -> str:
        """Which view shows."""
        return list(self._views)[self._stack.currentIndex()]

    def _chosen(self, number: int) -> None:
        self._stack.setCurrentIndex(number)
        self.shown.emit(self.current)

    def follow(self, page: int) -> None:
        """The person reads this page now."""
        self.outline.follow(page)
        self.thumbnails.follow(page)
