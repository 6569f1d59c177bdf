"""The workspace of one open library: rail, sidebar, places, inspector and progress, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from twintree_desktop.inspector import Inspector
from twintree_desktop.library_place import LibraryPlace
from twintree_desktop.place import Place
from twintree_desktop.progress_strip import ProgressStrip
from twintree_desktop.rail import Rail
from twintree_desktop.session import Session
from twintree_desktop.sidebar import Sidebar
from twintree_desktop.sidebar_model import SideEntry
from twintree_desktop.widgets import frame

#: Below this width (at the default font size) two panes remain.
NARROW = 1080


class Workspace(QWidget):
    """Puts the panes together; what they do is theirs."""

    import_wanted = Signal()
    files_dropped = Signal(object, str)
    place_shown = Signal(str)

    def __init__(
        self,
        session: Session,
        places: Sequence[Place],
        library: LibraryPlace,
        inspector: Inspector,
        first: str = "library",
    ) -> None:
        """``first`` is the key of the place that is shown first."""
        super().__init__()
        self._session = session
        self._places = {place.key: place for place in places}
        self.library = library
        self._current = ""
        self._folded = {name: session.settings.flag(f"folded/{name}") for name in ("sidebar", "inspector")}
        self.rail = Rail(places, session.icons, session.appearance)
        self.sidebar = Sidebar(session)
        self.inspector = inspector
        self.stack = QStackedWidget()
        self.progress = ProgressStrip(session, self.stack)
        for place in places:
            self.stack.addWidget(place.widget)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        self._connect()
        self.show_place(first)

    @property
    def place(self) -> str:
        """The key of the place that is shown."""
        return self._current

    @property
    def places(self) -> list[Place]:
        """All places, in the rail's order."""
        return list(self._places.values())

    def show_place(self, key: str) -> None:
        """Go to a place."""
        if key not in self._places:
            key = "library"
        self._current = self._session.navigation.place = key
        place = self._places[key]
        self.stack.setCurrentWidget(place.widget)
        self.progress.leave()
        self.rail.show_current(key)
        self._session.settings.put("place", key)
        self._arrange()
        self.place_shown.emit(key)
        place.widget.setFocus()

    def focus_search(self) -> None:
        """Go to the filter field of the library."""
        if self._current != "library":
            self.show_place("library")
        self.library.panel.focus_filter()

    def toggle(self, pane: str) -> None:
        """Fold a side pane away, or bring it back."""
        self._folded[pane] = self._pane(pane).isVisible()
        self._session.settings.put(f"folded/{pane}", self._folded[pane])
        self._arrange(asked=pane)

    def save(self) -> None:
        """Remember how the panes lie."""
        self._session.settings.put_state("panes", self._split.saveState())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if (event.oldSize().width() < NARROW) != (event.size().width() < NARROW):
            self._arrange()

    def _lay_out(self) -> None:
        column = QWidget()
        inner = QVBoxLayout(column)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self.stack, 1)
        inner.addWidget(self.progress)
        right = frame("panel")
        holder = QVBoxLayout(right)
        holder.setContentsMargins(0, 0, 0, 0)
        holder.addWidget(self.inspector)
        self._right = right
        for each, share in ((self.sidebar, 0), (column, 1), (right, 0)):
            self._split.addWidget(each)
            self._split.setStretchFactor(self._split.count() - 1, share)
        self.sidebar.setMinimumWidth(160)
        column.setMinimumWidth(360)
        right.setMinimumWidth(240)
        self._split.setHandleWidth(1)
        self._split.setChildrenCollapsible(False)
        self._split.setSizes([216, 824, 340])
        state = self._session.settings.state("panes")
        if not state.isEmpty():
            self._split.restoreState(state)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.rail)
        outer.addWidget(self._split, 1)

    def _connect(self) -> None:
        navigation = self._session.navigation
        navigation.place_wanted.connect(self.show_place)
        navigation.paper_wanted.connect(lambda *_: self._go("reader"))
        navigation.citation_wanted.connect(lambda *_: self._go_to_citation())
        navigation.question_wanted.connect(lambda *_: self._go("ask"))
        navigation.inspect_wanted.connect(self._inspect)
        navigation.claim_wanted.connect(self._claim)
        self.sidebar.select("view", "all")
        self.rail.chosen.connect(self.show_place)
        self.sidebar.chosen.connect(self._choose)
        self.sidebar.files_dropped.connect(self.files_dropped)
        self.progress.opened.connect(lambda: self.show_place("jobs"))
        self.library.panel.import_wanted.connect(self.import_wanted)
        self.library.duplicates.counted.connect(self.sidebar.show_duplicates)

    def _go(self, key: str) -> None:
        if key in self._places and key != self._current:
            self.show_place(key)

    def _go_to_citation(self) -> None:
        # Ask shows a cited page beside the answer; from anywhere else the reader does.
        if self._current != "ask":
            self._go("reader")

    def _inspect(self, paper: str) -> None:
        self._go("library")
        self.library.show_paper(paper)

    def _claim(self, paper: str, words: str, page: int) -> None:
        if self._folded["inspector"]:
            self.toggle("inspector")
        self._inspect(paper)
        self.inspector.details.claims.add_resting_on(paper, words, page)

    def _choose(self, entry: SideEntry) -> None:
        self.library.show_entry(entry)
        if self._current not in ("library", "ask"):
            self._go("library")

    def _pane(self, name: str) -> QWidget:
        return self.sidebar if name == "sidebar" else self._right

    def _arrange(self, asked: str = "") -> None:
        place = self._places[self._current]
        sidebar = place.sidebar and not self._folded["sidebar"]
        inspector = place.inspector and not self._folded["inspector"]
        if sidebar and inspector and self.width() < NARROW:
            sidebar, inspector = asked == "sidebar", asked != "sidebar"
        if self._current == "ask" and self.width() < NARROW:
            # The answer and the cited page need the room; the sidebar comes when it is asked for.
            sidebar = asked == "sidebar" and sidebar
        self.sidebar.setVisible(sidebar)
        self._right.setVisible(inspector)
