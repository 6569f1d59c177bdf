"""The exploration that is being made: started, followed and stopped.

Signals of Exploring:
    began()
    planned(Exploration): what it will look at and cost
    moved(JobProgress): how far it is
    ended(Exploration | None): it is over; None where it was stopped before its plan stood, or failed
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from twintree.base.answers import Scope
from twintree.base.errors import TwintreeError
from twintree.base.events import ExplorationPlanned, ExplorationReady, JobFailed, JobProgress
from twintree.base.exploring import Exploration, ExploreSettings
from twintree_desktop.session import Session

if TYPE_CHECKING:
    from twintree.library import JobHandle


class Exploring(QObject):
    """Holds the handle of the exploration that is under way."""

    began = Signal()
    planned = Signal(object)
    moved = Signal(object)
    ended = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._handle: JobHandle | None = None
        self._found: Exploration | None = None
        bridge = session.bridge
        bridge.exploration_planned.connect(self._planned)
        bridge.exploration_ready.connect(self._ready)
        bridge.job_progress.connect(self._progress)
        bridge.job_closed.connect(self._closed)

    @property
    def busy(self) -> bool:
        """Whether an exploration is under way."""
        return self._handle is not None

    def start(self, question: str, settings: ExploreSettings, scope: Scope) -> None:
        """Explore; returns at once."""
        self._found = None
        try:
            self._handle = self._session.library.submit_explore(question, settings, scope)
        except TwintreeError as error:
            self._session.messages.fail(error)
            return
        self.began.emit()

    def stop(self) -> None:
        """Stop; what was judged is kept."""
        if self._handle is not None:
            self._handle.cancel()

    def _is_mine(self, event: object) -> bool:
        return self._handle is not None and getattr(event, "job", "") == self._handle.id

    def _planned(self, event: ExplorationPlanned) -> None:
        if self._is_mine(event):
            self.planned.emit(event.plan)

    def _progress(self, event: JobProgress) -> None:
        if self._is_mine(event):
            self.moved.emit(event)

    def _ready(self, event: ExplorationReady) -> None:
        if self._is_mine(event):
            self._found = event.found

    def _closed(self, event: object) -> None:
        if not self._is_mine(event):
            return
        found, self._found, self._handle = self._found, None, None
        if isinstance(event, JobFailed):
            self._session.messages.fail(TwintreeError(event.message, event.way_out, code=event.code))
        self.ended.emit(found)
