"""Reading and asking as places of the window, put together once a library is open."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject

from twintree.base.ids import PaperId
from twintree.base.records import Citation, Scope
from twintree_desktop.ask.place import AskPlace
from twintree_desktop.commands import Commands
from twintree_desktop.place import Place
from twintree_desktop.reader.panel import ReaderPanel
from twintree_desktop.reader.renderer import PageRenderer
from twintree_desktop.reader.trail import Spot
from twintree_desktop.session import Session


def tr(text: str) -> str:
    """A text of this module in the window's language."""
    return QCoreApplication.translate("", text)


class ReadingPlaces(QObject):
    """The reader and Ask, sharing one renderer; ``close`` it before the library."""

    def __init__(self, session: Session, commands: Commands | None = None) -> None:
        super().__init__()
        self._session = session
        self.renderer = PageRenderer(session.library)
        self.reader = ReaderPanel(session, self.renderer, commands=commands)
        self.ask = AskPlace(session, self.renderer)
        navigation = session.navigation
        navigation.paper_wanted.connect(self.reader.open_paper)
        navigation.citation_wanted.connect(self._show_citation)
        self.ask.whole_wanted.connect(self._read_whole)
        self.reader.left.connect(lambda: navigation.place_wanted.emit("library"))
        self.reader.paper_shown.connect(self._paper_shown)

    @property
    def places(self) -> list[Place]:
        """What the window mounts, the reader first."""
        return [
            Place("reader", tr("Reader"), "reader", self.reader, sidebar=False),
            Place("ask", tr("Ask"), "ask", self.ask),
        ]

    def close(self) -> None:
        """End the drawing thread; twice is safe."""
        self.renderer.close()

    def _show_citation(self, citation: Citation) -> None:
        # Beside the answer while one asks; from anywhere else in the reader.
        if self.ask.isVisible():
            self.ask.show_citation(citation)
        else:
            self.reader.open_citation(citation)

    def _read_whole(self, what: Citation | Spot) -> None:
        self._session.navigation.place_wanted.emit("reader")
        if isinstance(what, Citation):
            self.reader.open_citation(what)
        else:
            self.reader.open_spot(what)

    def _paper_shown(self, paper: str) -> None:
        if paper:
            self.ask.panel.offer_scope(Scope(papers=(PaperId(paper),)))
