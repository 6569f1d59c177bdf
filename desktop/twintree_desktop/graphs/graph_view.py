"""What every view of a graph is: a stage that is read when it is first seen, and again once papers changed."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from twintree_desktop.graphs.stage import Stage
from twintree_desktop.session import Session
from twintree_desktop.widgets import Debounce

_RELOAD_MS = 600


class GraphView(QWidget):
    """Holds the stage; what it reads is the view's."""

    def __init__(self, session: Session, stage: Stage) -> None:
        super().__init__()
        self._session = session
        self.stage = stage
        self._stale = True
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(stage)
        self.setFocusProxy(stage)
        self._reload = Debounce(_RELOAD_MS, self.load, self)
        session.bridge.papers_changed.connect(self._changed)

    def load(self) -> None:
        """Read and place the graph afresh."""
        raise NotImplementedError

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.load()

    def _changed(self, _papers: object) -> None:
        self._stale = True
        if self.isVisible():
            self._reload.start()
