"""The reader: open papers as tabs under one bar, with the way back after every jump.

Signals:
    page_changed(str, int): the paper (PaperId) and page (from 1) being read
    back_available(bool): whether ``go_back`` leads anywhere
    paper_shown(str): another paper (PaperId) is in front; empty when none is open
    left(): the person went back from the first place, or closed the last paper
    whole_wanted(Citation | Spot): read this in the whole reader (only in the small form)
    first_shown(): the panel came into view
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence, QShowEvent
from PySide6.QtWidgets import QFrame, QMenu, QStackedWidget, QTabBar, QVBoxLayout

from twintree.base.errors import TwintreeError
from twintree.base.ids import PaperId
from twintree.base.records import Citation, Scope
from twintree_desktop.commands import Commands
from twintree_desktop.operations import copy_outside
from twintree_desktop.reader.bar import QuoteState, ReaderBar
from twintree_desktop.reader.document import Document, open_document
from twintree_desktop.reader.layout import Flow
from twintree_desktop.reader.renderer import PageRenderer
from twintree_desktop.reader.tab import PaperTab
from twintree_desktop.reader.trail import Spot, Trail
from twintree_desktop.reader.view import Fit
from twintree_desktop.reader.writing import HIGHLIGHT_COLOURS
from twintree_desktop.session import Session
from twintree_desktop.widgets import EmptyPlace, icon_button


class ReaderPanel(QFrame):
    """One or several papers; ``compact`` is the form that stands beside an answer."""

    page_changed = Signal(str, int)
    back_available = Signal(bool)
    paper_shown = Signal(str)
    left = Signal()
    whole_wanted = Signal(object)
    first_shown = Signal()

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
        self._wanted: tuple[str, int, Citation | None, float | None] | None = None
        self._dark_pages: bool | None = None
        self.tabs = QTabBar()
        self.bar = ReaderBar(session.appearance, session.icons, compact=compact)
        self.stack = QStackedWidget()
        self.empty = EmptyPlace(
            session.icons,
            "reader",
            self.tr("No paper is open"),
            self.tr("Choose a paper in the library and press Enter, or click a citation in an answer."),
            "" if compact else self.tr("Go to the library"),
        )
        self._build()
        self._connect()
        self.actions_ = self._make_actions(commands)

    def _build(self) -> None:
        self.tabs.setMovable(False)
        self.tabs.setExpanding(False)
        self.tabs.setDocumentMode(True)
        self.tabs.setDrawBase(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setAccessibleName(self.tr("Open papers"))
        self.tabs.hide()
        self.stack.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.tabs, self.bar):
            layout.addWidget(widget)
        layout.addWidget(self.stack, 1)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._tab_chosen)
        self.empty.wanted.connect(lambda: self._session.navigation.place_wanted.emit("library"))
        self.bar.back_wanted.connect(self.go_back)
        self.bar.forward_wanted.connect(self.go_forward)
        self.bar.page_wanted.connect(lambda page: self._with_tab(lambda tab: tab.jump_to(page)))
        self.bar.zoom_wanted.connect(lambda steps: self._with_tab(lambda tab: tab.view.zoom_by(steps)))
        self.bar.find_wanted.connect(lambda: self._with_tab(PaperTab.open_find))
        self.bar.side_wanted.connect(self.toggle_side)
        self.bar.menu_wanted.connect(self._show_menu)
        self.bar.whole_wanted.connect(self._want_whole)
        self._session.navigation.back_wanted.connect(self._back_wanted)
        self._session.appearance.changed.connect(self._look_changed)
        self._session.bridge.papers_changed.connect(self._papers_changed)

    # ── papers ───────────────────────────────────────────────────────────────────────────────────────

    def open_paper(
        self, paper_id: str, page: int = 1, citation: Citation | None = None, *, down: float | None = None
    ) -> None:
        """Show a paper at a page; with a citation, its words are lit and checked against the page."""
        if citation is not None:
            page = citation.page
        file = citation.file if citation is not None else ""
        tab = self._tab_of(paper_id, file)
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

    def open_spot(self, spot: Spot) -> None:
        """Show a place in a paper."""
        self.open_paper(spot.paper, spot.page, spot.citation, down=spot.down)

    def bring(self, paper_id: str) -> bool:
        """Bring an open paper to the front, at the page where it is; False when it is not open."""
        tab = self._tab_of(paper_id)
        if tab is not None and tab is not self.current:
            self._leave_here()
            self._bring(tab)
        return tab is not None

    def keep_open(self, document: Document, page: int) -> None:
        """Have a paper open behind the others (in front when it is the first)."""
        if self._tab_of(document.paper.row.id, document.file.id) is None:
            tab = self._add_tab(document)
            tab.view.go_to(page)
            if self.current is None:
                self._bring(tab)

    def front_first(self) -> list[PaperId]:
        """The papers that are open, the one in front first."""
        front = [self.current.document.paper.row.id] if self.current is not None else []
        return front + [paper for paper in self.open_papers if paper not in front]

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.first_shown.emit()

    def _opened(self, document: Document) -> None:
        if self._wanted is None:
            return
        _, page, citation, down = self._wanted
        self._wanted = None
        tab = self._tab_of(document.paper.row.id, document.file.id)
        self._leave_here()
        if tab is None:
            tab = self._add_tab(document)
        self._show(tab, page, citation, down)

    def _failed(self, paper_id: str, error: TwintreeError) -> None:
        self._wanted = None
        self._session.messages.fail(
            error, self.tr("Show in library"), lambda: self._session.navigation.inspect_wanted.emit(paper_id)
        )

    def _add_tab(self, document: Document) -> PaperTab:
        tab = PaperTab(self._session, self._renderer, document)
        tab.side.setVisible(not self._compact and self._session.settings.flag("reader/side", True))
        if self._dark_pages is not None:
            tab.view.set_dark(self._dark_pages)
        tab.page_changed.connect(lambda page: self._page_changed(tab, page))
        tab.zoom_changed.connect(lambda zoom: self.bar.show_zoom(zoom) if tab is self.current else None)
        tab.quote_changed.connect(lambda state: self._quote_changed(tab, state))
        tab.jumped.connect(self._leave_here)
        tab.citation_wanted.connect(self.open_citation)
        tab.context_wanted.connect(self._show_context)
        self.stack.addWidget(tab)
        self.tabs.blockSignals(True)
        index = self.tabs.addTab(document.name)
        self.tabs.setTabToolTip(index, document.paper.row.title)
        name = self.tr("Close {0}").format(document.name)
        close = icon_button(
            self._session.icons, "close", name, lambda: self.close_tab(self._all().index(tab)), 14
        )
        self.tabs.setTabButton(index, QTabBar.ButtonPosition.RightSide, close)
        self.tabs.blockSignals(False)
        self.tabs.setVisible(self.tabs.count() > 1 and not self._compact)
        return tab

    @property
    def current(self) -> PaperTab | None:
        """The paper in front."""
        widget = self.stack.currentWidget()
        return widget if isinstance(widget, PaperTab) else None

    @property
    def open_papers(self) -> list[PaperId]:
        """The papers that are open, in the order of their tabs."""
        return [tab.document.paper.row.id for tab in self._all()]

    def _all(self) -> list[PaperTab]:
        found = [self.stack.widget(number) for number in range(1, self.stack.count())]
        return [tab for tab in found if isinstance(tab, PaperTab)]

    def _tab_of(self, paper_id: str, file: str = "") -> PaperTab | None:
        for tab in self._all():
            if tab.document.paper.row.id == paper_id and file in ("", tab.document.file.id):
                return tab
        return None

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
        self.stack.setCurrentWidget(tab)
        self.tabs.blockSignals(True)
        self.tabs.setCurrentIndex(self._all().index(tab))
        self.tabs.blockSignals(False)
        self.bar.show_document(tab.document)
        self.bar.show_page(tab.view.page)
        self.bar.show_zoom(tab.view.layout_.zoom)
        self.bar.show_quote(tab.quote_state)
        self._tell_ways()
        self.paper_shown.emit(tab.document.paper.row.id)

    def _tab_chosen(self, index: int) -> None:
        tabs = self._all()
        if 0 <= index < len(tabs) and tabs[index] is not self.current:
            self._leave_here()
            self._bring(tabs[index])
            tabs[index].view.setFocus()

    def close_tab(self, index: int) -> None:
        """Close a paper."""
        tab = self._all()[index]
        self.tabs.blockSignals(True)
        self.tabs.removeTab(index)
        self.tabs.blockSignals(False)
        self.tabs.setVisible(self.tabs.count() > 1 and not self._compact)
        self._trail.forget(tab.document.paper.row.id)
        self.stack.removeWidget(tab)
        tab.hide()
        tab.deleteLater()
        remaining = self._all()
        if remaining:
            self._bring(remaining[min(index, len(remaining) - 1)])
            return
        self.stack.setCurrentWidget(self.empty)
        self.bar.clear()
        self.paper_shown.emit("")
        self.left.emit()

    def close_all(self) -> None:
        """Close every paper (another library is opened)."""
        for index in range(len(self._all()) - 1, -1, -1):
            self.close_tab(index)

    # ── the way back ─────────────────────────────────────────────────────────────────────────────────

    def _leave_here(self) -> None:
        if self.current is not None:
            self._trail.leave(self.current.spot())
        self._tell_ways()

    def go_back(self) -> None:
        """Show the place before the last jump; from the first one, leave."""
        here = self.current
        spot = self._trail.back(here.spot()) if here is not None else None
        if spot is None:
            self.left.emit()
        else:
            self._return(spot)

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
        tab = self._tab_of(spot.paper)
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

    def _quote_changed(self, tab: PaperTab, state: QuoteState) -> None:
        if tab is self.current:
            self.bar.show_quote(state)

    def _look_changed(self) -> None:
        if self._dark_pages is None:
            for tab in self._all():
                tab.view.set_dark(self._session.appearance.theme.dark)
                tab.side.thumbnails.set_dark(self._session.appearance.theme.dark)

    def _papers_changed(self, papers: frozenset[PaperId]) -> None:
        for tab in self._all():
            if not papers or tab.document.paper.row.id in papers:
                tab.refresh_marks()

    def _want_whole(self) -> None:
        if self.current is not None:
            self.whole_wanted.emit(self.current.citation or self.current.spot())

    # ── tools ────────────────────────────────────────────────────────────────────────────────────────

    def _with_tab(self, do: Callable[[PaperTab], object]) -> None:
        if self.current is not None:
            do(self.current)

    def toggle_side(self) -> None:
        """Fold outline and pages away, or back."""

        def toggle(tab: PaperTab) -> None:
            shown = not tab.side.isVisibleTo(tab)
            tab.side.setVisible(shown)
            if not self._compact:
                self._session.settings.put("reader/side", shown)

        self._with_tab(toggle)

    def toggle_dark(self) -> None:
        """Read on dark paper, or on white, whatever the window's theme."""
        now = self.current.view.dark if self.current else self._session.appearance.theme.dark
        self._dark_pages = not now
        for tab in self._all():
            tab.view.set_dark(not now)
            tab.side.thumbnails.set_dark(not now)

    def toggle_flow(self) -> None:
        """Pages under each other, or one at a time."""

        def toggle(tab: PaperTab) -> None:
            single = tab.view.layout_.flow is Flow.SINGLE
            tab.view.set_flow(Flow.CONTINUOUS if single else Flow.SINGLE)
            tab.view.set_fit(Fit.WIDTH if single else Fit.PAGE)

        self._with_tab(toggle)

    def open_outside(self) -> None:
        """Open the file in the system's viewer."""

        def open_file(tab: PaperTab) -> None:
            self._session.read(copy_outside, [tab.document.paper.row.id], then=shown, owner=self)

        def shown(paths: list[Path]) -> None:
            if not paths or not QDesktopServices.openUrl(QUrl.fromLocalFile(str(paths[0]))):
                self._session.messages.warn(self.tr("The system has no viewer for this file."))

        self._with_tab(open_file)

    def ask_about(self) -> None:
        """Ask about this paper; the selected words stand in the field."""

        def ask(tab: PaperTab) -> None:
            scope = Scope(papers=(tab.document.paper.row.id,))
            tab.with_words(lambda words: self._session.navigation.question_wanted.emit(scope, words[:300]))

        self._with_tab(ask)

    def _make_actions(self, commands: Commands | None) -> dict[str, QAction]:
        act = self._with_tab
        table: list[tuple[str, str, str, Callable[[], object]]] = [
            ("find", self.tr("Find in this paper"), "Ctrl+F", lambda: act(PaperTab.open_find)),
            ("next", self.tr("Next match"), "F3", lambda: act(lambda tab: tab.step(1))),
            ("previous", self.tr("Previous match"), "Shift+F3", lambda: act(lambda tab: tab.step(-1))),
            ("page", self.tr("Go to page"), "Ctrl+G", self.bar.type_page),
            ("larger", self.tr("Larger"), "Ctrl++", lambda: act(lambda tab: tab.view.zoom_by(1))),
            ("smaller", self.tr("Smaller"), "Ctrl+-", lambda: act(lambda tab: tab.view.zoom_by(-1))),
            ("width", self.tr("Fit width"), "Ctrl+0", lambda: act(lambda tab: tab.view.set_fit(Fit.WIDTH))),
            ("whole", self.tr("Whole page"), "Ctrl+9", lambda: act(lambda tab: tab.view.set_fit(Fit.PAGE))),
            ("flow", self.tr("One page at a time"), "Ctrl+8", self.toggle_flow),
            ("rotate", self.tr("Rotate"), "Ctrl+R", lambda: act(lambda tab: tab.view.rotate())),
            ("dark", self.tr("Dark pages"), "Ctrl+Alt+D", self.toggle_dark),
            ("side", self.tr("Outline and pages"), "F9", self.toggle_side),
            ("forward", self.tr("Forward"), "Alt+Right", self.go_forward),
            ("copy", self.tr("Copy"), "Ctrl+C", lambda: act(PaperTab.copy_words)),
            ("quote", self.tr("Copy with citation"), "Ctrl+Shift+C", lambda: act(PaperTab.copy_quote)),
            ("cite", self.tr("Copy \\cite{…}"), "Ctrl+Alt+C", lambda: act(PaperTab.copy_cite)),
            ("all", self.tr("Select all"), "Ctrl+A", lambda: act(PaperTab.select_all)),
            ("highlight", self.tr("Highlight"), "H", lambda: act(PaperTab.highlight)),
            ("notes", self.tr("Highlights and notes"), "", lambda: act(lambda tab: tab.show_side("note"))),
            ("everywhere", self.tr("Find in the library"), "Ctrl+Shift+F",
             lambda: act(lambda tab: tab.find_everywhere(tab.finder.words))),
            ("ask", self.tr("Ask about this paper"), "", self.ask_about),
            ("outside", self.tr("Open in the system viewer"), "", self.open_outside),
            ("close", self.tr("Close this paper"), "Ctrl+W", self._close_current),
        ]  # fmt: skip
        return {row[0]: self._make_action(commands, *row) for row in table}

    def _make_action(
        self, commands: Commands | None, name: str, text: str, keys: str, do: Callable[[], object]
    ) -> QAction:
        if commands is not None:
            group = self.tr("Reader")
            return commands.add(f"reader.{name}", text, group, do, self, shortcut=keys, everywhere=False)
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _=False: do())
        self.addAction(action)
        return action

    def _close_current(self) -> None:
        if self.current is not None:
            self.close_tab(self._all().index(self.current))

    def _menu(self, names: list[str]) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in names:
            if name == "-":
                menu.addSeparator()
            else:
                menu.addAction(self.actions_[name])
        return menu

    def _show_menu(self, at: QPoint) -> None:
        names = [
            "width",
            "whole",
            "flow",
            "rotate",
            "dark",
            "-",
            "page",
            "everywhere",
            "notes",
            "-",
            "ask",
            "cite",
        ]
        self._menu([*names, "outside", "-", "close"]).popup(at)

    def _enable_copying(self) -> None:
        for name in ("copy", "quote"):
            self.actions_[name].setEnabled(True)

    def _show_context(self, at: QPoint) -> None:
        menu = self._menu(["copy", "quote", "cite", "-"])
        colours = menu.addMenu(self.tr("Highlight"))
        words = {
            "amber": self.tr("Amber"),
            "green": self.tr("Green"),
            "blue": self.tr("Blue"),
            "rose": self.tr("Rose"),
        }
        for name in HIGHLIGHT_COLOURS:
            colours.addAction(words[name]).triggered.connect(
                lambda _=False, name=name: self._with_tab(lambda tab: tab.highlight(name))
            )
        selected = self.current is not None and self.current.view.pointer.selection is not None
        for action in (self.actions_["copy"], self.actions_["quote"], colours.menuAction()):
            action.setEnabled(selected)
        menu.aboutToHide.connect(self._enable_copying)
        menu.addSeparator()
        for name in ("all", "find", "ask", "outside"):
            menu.addAction(self.actions_[name])
        menu.popup(at)
