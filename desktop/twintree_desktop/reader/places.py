"""Reading and asking as places of the window, put together once a library is open."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from PySide6.QtCore import QObject

from twintree.base.answers import Scope
from twintree.base.errors import NotFound, TwintreeError
from twintree.base.ids import PaperId
from twintree.base.records import Citation
from twintree_desktop.ask.place import AskPlace
from twintree_desktop.commands import Commands
from twintree_desktop.place import Place
from twintree_desktop.reader.bookmarks import Bookmarks
from twintree_desktop.reader.document import Document, open_document
from twintree_desktop.reader.panel import ReaderPanel
from twintree_desktop.reader.renderer import PageRenderer
from twintree_desktop.reader.trail import Spot
from twintree_desktop.session import Session
from twintree_desktop.words import tr


class ReadingPlaces(QObject):
    """The reader and Ask, sharing one renderer; ``close`` it before the library."""

    def __init__(self, session: Session, commands: Commands | None = None) -> None:
        super().__init__()
        self._session = session
        self._bookmarks = Bookmarks(session.settings)
        self._restored = self._closed = False
        self._newer_beside = False  #: the page beside the answer was opened after what the reader shows
        self.renderer = PageRenderer(session.library)
        self.reader = ReaderPanel(session, self.renderer, commands=commands)
        self.ask = AskPlace(session, self.renderer)
        navigation = session.navigation
        navigation.paper_wanted.connect(self._read)
        navigation.citation_wanted.connect(self._show_citation)
        self.ask.whole_wanted.connect(self._read_whole)
        self.reader.left.connect(lambda place: navigation.place_wanted.emit(place or "library"))
        self.reader.paper_shown.connect(self._paper_shown)
        self.reader.page_changed.connect(self._bookmarks.put)
        self.reader.came.connect(self._restore)
        self.reader.came.connect(self._go_on_reading)
        self.ask.beside.paper_shown.connect(self._beside_shown)
        if commands is not None:
            self._add_commands(commands)

    @property
    def places(self) -> list[Place]:
        """What the window mounts, the reader first."""
        return [
            Place("reader", tr("Reader"), "reader", self.reader, sidebar=False),
            Place("ask", tr("Ask"), "ask", self.ask),
        ]

    @property
    def left_open(self) -> bool:
        """Whether a paper of this library was open at the last end."""
        for paper in self._bookmarks.open:
            with contextlib.suppress(NotFound):
                return bool(self._session.library.papers.resolve(paper))
        return False

    def close(self) -> None:
        """Remember what is open, and end the drawing thread; twice is safe."""
        if not self._closed and self._restored:
            self._bookmarks.save(self.reader.papers.ids)
        self._closed = True
        self.renderer.close()

    def _read(self, paper: str, page: int) -> None:
        """Open a paper; without a page that was meant, where it was left."""
        self._newer_beside = False
        self._restore()
        self._come(self._session.navigation.place)
        if page == 1 and not self.reader.bring(paper):
            page = self._bookmarks.page(paper)
        elif page == 1:
            return
        self.reader.open_paper(paper, page)

    def _restore(self) -> None:
        """Open again what was open at the last end, behind what is wanted now."""
        if self._restored:
            return
        self._restored = True
        library = self._session.library

        def still_there() -> list[Document]:
            found = []
            for paper in self._bookmarks.open:
                with contextlib.suppress(TwintreeError):
                    found.append(open_document(library, paper))
            return found

        def arrived(documents: list[Document]) -> None:
            for document in documents:
                paper = document.paper.row.id
                self.reader.keep_open(document, self._bookmarks.page(paper))

        if self._bookmarks.open:
            self._session.bridge.run(still_there, arrived, owner=self)

    def _add_commands(self, commands: Commands) -> None:
        panel = self.ask.panel
        rows: list[tuple[str, str, str, str, Callable[[], object]]] = [
            ("new", tr("New conversation"), "Ctrl+N", "plus", panel.begin_anew),
            ("history", tr("Earlier questions"), "Ctrl+H", "history", panel.toggle_history),
            ("copy", tr("Copy the last answer with citations"), "Ctrl+Shift+C", "copy", panel.copy_last),
        ]
        for key, title, keys, glyph, call in rows:
            commands.add(
                f"ask.{key}", title, tr("Ask"), call, panel, shortcut=keys, glyph=glyph, everywhere=False
            )

    def _show_citation(self, citation: Citation) -> None:
        # Beside the answer while one asks; from anywhere else in the reader.
        if self.ask.isVisible():
            self.ask.show_citation(citation)
        else:
            self._newer_beside = False
            self._come(self._session.navigation.place)
            self.reader.open_citation(citation)

    def _come(self, place: str) -> None:
        """Note where the person is, unless they read already: Back leads there."""
        if place and place != "reader":
            self.reader.come_from(place)

    def _read_whole(self, what: Citation | Spot) -> None:
        self._newer_beside = False
        self._come("ask")
        self._session.navigation.place_wanted.emit("reader")
        self.reader.open_here(what)

    def _beside_shown(self, paper: str) -> None:
        self._newer_beside = bool(paper)

    def _go_on_reading(self) -> None:
        """Whoever goes to the reader finds there what stands open beside the answer."""
        what = self.ask.read_beside
        if self._newer_beside and what is not None:
            self._newer_beside = False
            self._come("ask")
            self.reader.open_here(what)

    def _paper_shown(self, paper: str) -> None:
        if paper:
            self.ask.panel.offer_scope(Scope(papers=(PaperId(paper),)))
