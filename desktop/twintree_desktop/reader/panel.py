"""The reader: open papers as tabs under one bar, with the way back after every jump.

Signals:
    page_changed(str, int): the paper (PaperId) and page (from 1) being read
    back_available(bool): whether ``go_back`` leads anywhere
    paper_shown(str): another paper (PaperId) is in front; empty when none is open
    left(str): the person went back to what was shown before (a place's key; empty: from the first place), or
        closed the last paper
    whole_wanted(Citation | Spot): read this in the whole reader (only in the small form)
    came(): the panel came into view
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from twintree.base.errors import TwintreeError
from twintree.base.ids import PaperId
from twintree.base.records import Citation
from twintree_desktop.commands import Commands
from twintree_desktop.reader.bar import ReaderBar
from twintree_desktop.reader.document import Document, open_document
from twintree_desktop.reader.open_papers import OpenPapers
from twintree_desktop.reader.renderer import PageRenderer
from twintree_desktop.reader.tab import PaperTab
from twintree_desktop.reader.tools import ReaderTools
from twintree_desktop.reader.trail import Outside, Spot, Trail
from twintree_desktop.session import Session
from twintree_desktop.widgets import EmptyPlace


class ReaderPanel(QFrame):
    """One or several papers; ``compact`` is the form that stands beside an answer."""

    page_changed = Signal(str, int)
    back_available = Signal(bool)
    paper_shown = Signal(str)
    left = Signal(str)
    whole_wanted = Signal(object)
    came = Signal()

    def __init__(
        self,
        session: Session,
        renderer: PageRenderer,
        *,
        compact: bool = False,
        commands: Commands | None = None,
    ) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self._renderer, self._compact = session, renderer, compact
        self._trail = Trail()
        self._before: Outside | None = None
        self._wanted: tuple[str, int, Citation | None, float | None] | None = None
        self.bar = ReaderBar(session.appearance, session.icons, compact=compact)
        self.empty = EmptyPlace(
            session.icons,
            "reader",
            self.tr("No paper is open"),
            self.tr("Choose a paper in the library and press Enter, or click a citation in an answer."),
            "" if compact else self.tr("Go to the library"),
        )
        self.papers = OpenPapers(session.icons, self.empty, compact=compact)
        self.tools = ReaderTools(session, self.papers, self, commands)
        self._build()
        self._connect()
        self.tools.add_all()
        self.tools.add(
            [
                ("page", self.tr("Go to page"), "Ctrl+G", self.bar.type_page),
                ("side", self.tr("Outline and pages"), "F9", self.toggle_side),
                ("forward", self.tr("Forward"), "Alt+Right", self.go_forward),
                ("close", self.tr("Close this paper"), "Ctrl+W", lambda: self.tools.act(self.close_tab)),
            ]
        )

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.papers.tabs, self.bar):
            layout.addWidget(widget)
        layout.addWidget(self.papers.stack, 1)

    def _connect(self) -> None:
        act = self.tools.act
        self.papers.chosen.connect(self._tab_chosen)
        self.papers.close_wanted.connect(self.close_tab)
        self.empty.wanted.connect(lambda: self._session.navigation.place_wanted.emit("library"))
        self.bar.back_wanted.connect(self.go_back)
        self.bar.forward_wanted.connect(self.go_forward)
        self.bar.page_wanted.connect(lambda page: act(lambda tab: tab.jump_to(page)))
        self.bar.zoom_wanted.connect(lambda steps: act(lambda tab: tab.view.zoom.by(steps)))
        self.bar.find_wanted.connect(lambda: act(PaperTab.open_find))
        self.bar.side_wanted.connect(self.toggle_side)
        self.bar.menu_wanted.connect(self.tools.show_menu)
        self.bar.whole_wanted.connect(self._want_whole)
        self._session.navigation.back_wanted.connect(self._back_wanted)
        self._session.bridge.papers_changed.connect(self._papers_changed)

    # ── papers ───────────────────────────────────────────────────────────────────────────────────────

    def come_from(self, place: str = "") -> None:
        """What is opened next was asked for while this panel was not shown: the way back leads out of it again."""
        self._before = Outside(place)

    def open_paper(
        self, paper_id: str, page: int = 1, citation: Citation | None = None, *, down: float | None = None
    ) -> None:
        """Show a paper at a page; with a citation, its words are lit and checked against the page."""
        if citation is not None:
            page = citation.page
        file = citation.file if citation is not None else ""
        tab = self.papers.of(paper_id, file)
        if tab is not None:
            self._leave_here()
            self._show(tab, page, citation, down)
            return
        self._wanted = (paper_id, page, citation, down)
        self._session.read(
            open_document,
            paper_id,
            file,
            then=self._opened,
            failed=lambda error: self._failed(paper_id, error),
            owner=self,
        )

    def open_citation(self, citation: Citation) -> None:
        """Show the page of a citation with its words lit."""
        self.open_paper(citation.paper, citation.page, citation)

    def open_here(self, what: Citation | Spot) -> None:
        """Show what ``here`` said, of this panel or of another."""
        if isinstance(what, Citation):
            self.open_citation(what)
        else:
            self.open_paper(what.paper, what.page, what.citation, down=what.down)

    def bring(self, paper_id: str) -> bool:
        """Bring an open paper to the front, at the page where it is; False when it is not open."""
        tab = self.papers.of(paper_id)
        if tab is not None and (tab is not self.current or self._before is not None):
            self._leave_here()
            self._bring(tab)
        return tab is not None

    def keep_open(self, document: Document, page: int) -> None:
        """Have a paper open behind the others (in front when it is the first)."""
        if self.papers.of(document.paper.row.id, document.file.id) is None:
            tab = self._add_tab(document)
            tab.view.go_to(page)
            if self.current is None:
                self._bring(tab)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.came.emit()

    def _opened(self, document: Document) -> None:
        if self._wanted is None:
            return
        _, page, citation, down = self._wanted
        self._wanted = None
        tab = self.papers.of(document.paper.row.id, document.file.id)
        self._leave_here()
        if tab is None:
            tab = self._add_tab(document)
        self._show(tab, page, citation, down)

    def _failed(self, paper_id: str, error: TwintreeError) -> None:
        self._wanted = self._before = None
        self._session.messages.fail(
            error, self.tr("Show in library"), lambda: self._session.navigation.inspect_wanted.emit(paper_id)
        )

    def _add_tab(self, document: Document) -> PaperTab:
        tab = PaperTab(self._session, self._renderer, document)
        tab.side.setVisible(not self._compact and self._session.settings.flag("reader/side", True))
        if self.tools.dark_pages is not None:
            tab.set_dark(self.tools.dark_pages)
        tab.page_changed.connect(lambda page: self._page_changed(tab, page))
        tab.zoom_changed.connect(lambda zoom: self.bar.show_zoom(zoom) if tab is self.current else None)
        tab.quote_changed.connect(lambda _: self._show_quote(tab) if tab is self.current else None)
        tab.recognised_changed.connect(
            lambda so: self.bar.show_recognised(so) if tab is self.current else None
        )
        tab.jumped.connect(self._leave_here)
        tab.citation_wanted.connect(self.open_citation)
        tab.context_wanted.connect(self.tools.show_context)
        self.papers.add(tab)
        return tab

    @property
    def current(self) -> PaperTab | None:
        """The paper in front."""
        return self.papers.current

    def _show(self, tab: PaperTab, page: int, citation: Citation | None, down: float | None = None) -> None:
        self._bring(tab)
        if citation is not None:
            tab.show_citation(citation)
        else:
            tab.forget_citation()
            tab.view.go_to(page, down)
        tab.view.setFocus()
        self._page_changed(tab, tab.view.page)

    def _bring(self, tab: PaperTab) -> None:
        self.papers.bring(tab)
        self.bar.show_document(tab.document)
        self.bar.show_page(tab.view.page)
        self.bar.show_zoom(tab.view.sheets.zoom)
        self._show_quote(tab)
        self.bar.show_recognised(tab.recognised)
        tab.look_how_read()
        self._tell_ways()
        self.paper_shown.emit(tab.document.paper.row.id)

    def _tab_chosen(self, tab: PaperTab) -> None:
        self._leave_here()
        self._bring(tab)
        tab.view.setFocus()

    def close_tab(self, tab: PaperTab) -> None:
        """Close a paper; without one left, the panel is left."""
        self._trail.forget(tab.document.paper.row.id)
        following = self.papers.remove(tab)
        if following is not None:
            self._bring(following)
            return
        self._trail.clear()
        self.bar.clear()
        self.paper_shown.emit("")
        self.left.emit("")

    # ── the way back ─────────────────────────────────────────────────────────────────────────────────

    def _leave_here(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            self._trail.leave(before)
        elif self.current is not None:
            self._trail.leave(self.current.spot())
        self._tell_ways()

    def go_back(self) -> None:
        """Show what was there before the last jump: a place in a paper, or what was shown instead of this panel."""
        here = self.current
        step = self._trail.back(here.spot()) if here is not None else None
        if isinstance(step, Spot):
            self._return(step)
        else:
            self._tell_ways()
            self.left.emit(step.place if step is not None else "")

    def _back_wanted(self) -> None:
        if self.isVisible() and self.current is not None:
            self.go_back()

    def go_forward(self) -> None:
        """Show the place that going back left."""
        here = self.current
        spot = self._trail.forward(here.spot()) if here is not None else None
        if spot is not None:
            self._return(spot)

    def _return(self, spot: Spot) -> None:
        tab = self.papers.of(spot.paper)
        if tab is not None:
            self._bring(tab)
            tab.return_to(spot)
            tab.view.setFocus()
        self._tell_ways()

    def _tell_ways(self) -> None:
        back = self._trail.can_go_back or self._compact
        self.bar.set_ways(back=back, forward=self._trail.can_go_forward)
        self.back_available.emit(self._trail.can_go_back)

    # ── what tabs say ────────────────────────────────────────────────────────────────────────────────

    def _page_changed(self, tab: PaperTab, page: int) -> None:
        if tab is self.current:
            self.bar.show_page(page)
            self.page_changed.emit(tab.document.paper.row.id, page)

    def _show_quote(self, tab: PaperTab) -> None:
        recognised = tab.citation is not None and tab.citation.recognised and not tab.recognised
        self.bar.show_quote(tab.quote_state, recognised=recognised)

    def _papers_changed(self, papers: frozenset[PaperId]) -> None:
        for tab in self.papers.all:
            if not papers or tab.document.paper.row.id in papers:
                tab.refresh_marks()

    @property
    def here(self) -> Citation | Spot | None:
        """What is read: the citation that is lit, or a place; None while no paper is open."""
        return None if self.current is None else self.current.citation or self.current.spot()

    def _want_whole(self) -> None:
        if self.here is not None:
            self.whole_wanted.emit(self.here)

    def toggle_side(self) -> None:
        """Fold outline and pages away, or back."""

        def toggle(tab: PaperTab) -> None:
            shown = not tab.side.isVisibleTo(tab)
            tab.side.setVisible(shown)
            if not self._compact:
                self._session.settings.put("reader/side", shown)

        self.tools.act(toggle)
