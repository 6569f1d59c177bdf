"""What stands beside a graph: one page at a time, each as long as it needs, under one scroll bar."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import label


class SidePane(QScrollArea):
    """Shows one of its pages."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(260)
        self._holder = QWidget()
        self._holder.setProperty("kind", "page")
        self._layout = QVBoxLayout(self._holder)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.setWidget(self._holder)
        self._pages: list[QWidget] = []
        self.hint = label("", "muted", wrap=True)
        self.hint.setContentsMargins(SPACE.large, SPACE.large, SPACE.large, SPACE.large)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.add(self.hint)

    def add(self, page: QWidget) -> None:
        """Have another page."""
        page.hide()
        self._pages.append(page)
        self._layout.addWidget(page)

    def show_page(self, page: QWidget) -> None:
        """Show this page alone, from its beginning."""
        for each in self._pages:
            each.setVisible(each is page)
        self.verticalScrollBar().setValue(0)

    @property
    def current(self) -> QWidget:
        """The page that is shown."""
        return next((each for each in self._pages if not each.isHidden()), self.hint)
