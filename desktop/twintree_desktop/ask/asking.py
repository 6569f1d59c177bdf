"""Asking: one question at a time, its events sorted to the turn that waits for them.

Signals:
    began(): a question is being answered
    ended(): none is any more
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from twintree.base.errors import TwintreeError
from twintree.base.events import AnswerChunk, AnswerReady, JobCancelled, JobFailed, JobProgress
from twintree_desktop.ask.turn import TurnView
from twintree_desktop.session import Session

if TYPE_CHECKING:
    from twintree.library import JobHandle


class Asking(QObject):
    """Holds the handle of the question that is being answered."""

    began = Signal()
    ended = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._handle: JobHandle | None = None
        self._turn: TurnView | None = None
        bridge = session.bridge
        bridge.sentence.connect(self._sentence)
        bridge.job_progress.connect(self._progress)
        bridge.answer_ready.connect(self._ready)
        bridge.job_closed.connect(self._closed)

    @property
    def busy(self) -> bool:
        """Whether a question is being answered."""
        return self._handle is not None

    def ask(self, turn: TurnView) -> None:
        """Answer a turn's question."""
        self._turn = turn
        asked = turn.request
        try:
            # Returns at once: the answering thread is the engine's. Events come later, through the bridge.
            self._handle = self._session.library.questions.submit(
                asked.question,
                asked.scope,
                follow=asked.follow,
                mode=asked.mode,
                model=asked.model,
                steering=asked.steering,
            )
        except TwintreeError as error:
            turn.fail(error)
            self._turn = None
            return
        self.began.emit()

    def stop(self) -> None:
        """Stop answering; what was found so far stays."""
        if self._handle is not None:
            self._handle.cancel()

    def let_go(self) -> None:
        """Stop answering, and forget the turn (a new conversation begins)."""
        self.stop()
        self._turn = None

    def _is_mine(self, job: str) -> bool:
        return self._handle is not None and self._handle.id == job

    def _sentence(self, event: AnswerChunk) -> None:
        if self._is_mine(event.job) and self._turn is not None:
            self._turn.add_sentence(event.sentence)

    def _progress(self, event: JobProgress) -> None:
        if self._is_mine(event.job) and self._turn is not None:
            self._turn.show_progress(event)

    def _ready(self, event: AnswerReady) -> None:
        turn = self._turn
        if not self._is_mine(event.job) or turn is None:
            return

        if event.answer is not None:
            turn.show_answer(event.answer, kept=False)
            return
        self._session.read(lambda library: library.runs.get(event.run), then=turn.show_answer, owner=turn)

    def _closed(self, event: object) -> None:
        job = getattr(event, "job", "")
        if not self._is_mine(job):
            return
        turn, self._turn, self._handle = self._turn, None, None
        if turn is not None and isinstance(event, JobFailed):
            turn.fail(TwintreeError(event.message, event.way_out, code=event.code))
        elif turn is not None and isinstance(event, JobCancelled):
            turn.stop()
        self.ended.emit()
