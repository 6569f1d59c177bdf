"""The papers that are open: a tab bar, and the pages behind it.

Signals:
    chosen(PaperTab): the person chose another tab
    close_wanted(PaperTab): the person closes one
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QWidget

from twintree.base.ids import PaperId
from twintree_desktop.icons import Icons
from twintree_desktop.reader.tab import PaperTab
from twintree_desktop.widgets import icon_button


class OpenPapers(QObject):
    """Keeps tab bar and stack in step; ``compact`` shows no tabs."""

    chosen = Signal(object)
    close_wanted = Signal(object)

    def __init__(self, icons: Icons, empty: QWidget, *, compact: bool) -> None:
        super().__init__()
        self._icons, self._compact = icons, compact
        self.tabs = QTabBar()
        self.tabs.setExpanding(False)
        self.tabs.setDocumentMode(True)
        self.tabs.setDrawBase(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setAccessibleName(self.tr("Open papers"))
        self.tabs.hide()
        self.stack = QStackedWidget()
        self.stack.addWidget(empty)
        self.tabs.currentChanged.connect(self._chosen)

    @property
    def current(self) -> PaperTab | None:
        """The paper in front."""
        widget = self.stack.currentWidget()
        return widget if isinstance(widget, PaperTab) else None

    @property
    def all(self) -> list[PaperTab]:
        """Every open paper, in the order of the tabs."""
        found = [self.stack.widget(number) for number in range(1, self.stack.count())]
        return [tab for tab in found if isinstance(tab, PaperTab)]

    @property
    def ids(self) -> list[PaperId]:
        """Their papers, the one in front first."""
        front = [self.current] if self.current is not None else []
        tabs = front + [tab for tab in self.all if tab not in front]
        return list(dict.fromkeys(tab.document.paper.row.id for tab in tabs))

    def of(self, paper: str, file: str = "") -> PaperTab | None:
        """The tab of a paper, or of one of its files."""
        for tab in self.all:
            if tab.document.paper.row.id == paper and file in ("", tab.document.file.id):
                return tab
        return None

    def add(self, tab: PaperTab) -> None:
        """One more, behind the others."""
        self.stack.addWidget(tab)
        self.tabs.blockSignals(True)
        index = self.tabs.addTab(tab.document.name)
        self.tabs.setTabToolTip(index, tab.document.paper.row.title)
        close = icon_button(self._icons, "close", self.tr("Close {0}").format(tab.document.name), size=14)
        close.clicked.connect(lambda: self.close_wanted.emit(tab))
        self.tabs.setTabButton(index, QTabBar.ButtonPosition.RightSide, close)
        self.tabs.blockSignals(False)
        self._show_tabs()

    def bring(self, tab: PaperTab) -> None:
        """Put one in front."""
        self.stack.setCurrentWidget(tab)
        self.tabs.blockSignals(True)
        self.tabs.setCurrentIndex(self.all.index(tab))
        self.tabs.blockSignals(False)

    def remove(self, tab: PaperTab) -> PaperTab | None:
        """Close one; returns the one that is in front then."""
        index = self.all.index(tab)
        self.tabs.blockSignals(True)
        self.tabs.removeTab(index)
        self.tabs.blockSignals(False)
        self.stack.removeWidget(tab)
        tab.hide()
        tab.deleteLater()
        self._show_tabs()
        remaining = self.all
        if not remaining:
            self.stack.setCurrentIndex(0)
            return None
        return remaining[min(index, len(remaining) - 1)]

    def _show_tabs(self) -> None:
        self.tabs.setVisible(self.tabs.count() > 1 and not self._compact)

    def _chosen(self, index: int) -> None:
        tabs = self.all
        if 0 <= index < len(tabs) and tabs[index] is not self.current:
            self.chosen.emit(tabs[index])
