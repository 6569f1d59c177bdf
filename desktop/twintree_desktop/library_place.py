"""The library as a place: the table, the search results and the duplicates, led by the sidebar."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget

from twintree.base.answers import Scope
from twintree.base.records import PaperFilter
from twintree_desktop.commands import Commands
from twintree_desktop.duplicates_panel import DuplicatesPanel
from twintree_desktop.inspector import Inspector
from twintree_desktop.library_panel import LibraryPanel
from twintree_desktop.paper_actions import PaperActions
from twintree_desktop.search_panel import SearchPanel
from twintree_desktop.session import Session
from twintree_desktop.sidebar_model import SideEntry
from twintree_desktop.widgets import Debounce

_LOOK_FOR_DUPLICATES_MS = 4000
#: Changes after which other papers may look alike.
_TOUCHES_DUPLICATES = frozenset(
    {
        "merge",
        "split",
        "mark_distinct",
        "undo",
        "redo",
        "bin",
        "restore",
        "deleted",
        "set_field",
        "clear_field",
    }
)


class LibraryPlace(QWidget):
    """Switches between what the library can show."""

    def __init__(self, session: Session, inspector: Inspector, commands: Commands) -> None:
        super().__init__()
        self._session = session
        self._inspector = inspector
        self._scope = Scope()
        self.panel = LibraryPanel(session, self._fill_menu)
        self.found = SearchPanel(session)
        self.duplicates = DuplicatesPanel(session)
        self.panel.stack.addWidget(self.found)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.panel)
        self.pages.addWidget(self.duplicates)
        self.actions_on_papers = PaperActions(session, self.panel, inspector, commands)
        inspector.details.fill_more = self._fill_menu
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.pages)
        self.setFocusProxy(self.panel.table)
        self.panel.current_changed.connect(inspector.show_paper)
        self.panel.search_wanted.connect(self._search)
        self.panel.field.textChanged.connect(lambda _: self._leave_search())
        self.found.closed.connect(self._leave_search)
        self.found.found.connect(self.panel.show_count)
        self.found.looked_at.connect(inspector.show_paper)
        self._looking = Debounce(_LOOK_FOR_DUPLICATES_MS, self.duplicates.reload, self)
        session.bridge.job_closed.connect(self._look_again)
        session.bridge.library_changed.connect(self._written)
        self._looking.start()

    @property
    def scope(self) -> Scope:
        """What the sidebar stands for, as the scope of a question."""
        return self._scope

    def show_entry(self, entry: SideEntry) -> None:
        """Show what an entry of the sidebar stands for."""
        self._leave_search()
        if (entry.kind, entry.key) == ("view", "duplicates"):
            self.pages.setCurrentWidget(self.duplicates)
            self._inspector.show_paper("")
            self.duplicates.reload()
            return
        self.pages.setCurrentWidget(self.panel)
        self._scope = scope_of(entry)
        self._session.navigation.scope_changed.emit(self._scope)
        self.actions_on_papers.look_at(
            entry.key if entry.kind == "collection" else "", binned=entry.key == "bin"
        )
        if entry.kind == "search":
            self.panel.type_filter(entry.title)
            self._search(entry.title)
            return
        self.panel.show_filter(filter_of(entry), newest_first=entry.key == "recent")

    def show_paper(self, paper: str) -> None:
        """Put the cursor on a paper."""
        self.pages.setCurrentWidget(self.panel)
        self._leave_search()
        self._inspector.show_paper(paper)
        self.panel.select_paper(paper)

    def _look_again(self) -> None:
        self._looking.start()

    def _written(self, what: frozenset[str]) -> None:
        """What makes or unmakes duplicates shows at once where they are looked at, else in a while."""
        if not what & _TOUCHES_DUPLICATES:
            return
        if self.duplicates.isVisible():
            self.duplicates.reload()
        else:
            self._looking.start()

    def _search(self, text: str) -> None:
        self.panel.stack.setCurrentWidget(self.found)
        self.found.search(text, self._scope)

    def _leave_search(self) -> None:
        if self.panel.stack.currentWidget() is self.found:
            self.panel.show_table()

    def _fill_menu(self, menu: QMenu) -> None:
        self.actions_on_papers.fill(menu)


def filter_of(entry: SideEntry) -> PaperFilter:
    """The table's filter behind an entry of the sidebar."""
    match entry.kind, entry.key:
        case "collection", key:
            return PaperFilter(collection=key)
        case "tag", key:
            return PaperFilter(tag=key)
        case "view", "starred":
            return PaperFilter(starred=True)
        case "view", "to_read":
            return PaperFilter(read_state="to_read")
        case "view", "attention":
            return PaperFilter(needs_attention=True)
        case "view", "bin":
            return PaperFilter(binned=True)
    return PaperFilter()


def scope_of(entry: SideEntry) -> Scope:
    """The scope of a question behind an entry of the sidebar."""
    if entry.kind == "collection":
        return Scope(collection=entry.key)
    return Scope(tag=entry.key) if entry.kind == "tag" else Scope()
