"""Work on models that takes its time: one piece after another, with progress, and a way to stop it.

Signals, all on the window's thread:
    ModelWork.changed(): work began, went on, or ended
    ModelWork.ended(): a piece of work ended, well or not; the models may be others now
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal

from twintree.base.errors import Cancelled, TwintreeError
from twintree.base.progress import CancelToken, Progress
from twintree_desktop.bridge import Then
from twintree_desktop.session import Session

if TYPE_CHECKING:
    from twintree.modeldesk import ModelDesk

Work = Callable[["ModelDesk", Progress, CancelToken], Any]


class ModelWork(QObject):
    """What is being done to a model at present; at most one thing at a time."""

    changed = Signal()
    ended = Signal()
    _reported = Signal(float, str)

    def __init__(self, session: Session, desk: ModelDesk) -> None:
        super().__init__()
        self._session = session
        self.desk = desk
        self.model = ""  #: the id of the model that is worked on; empty while nothing is done
        self.share = -1.0  #: how much is done, 0..1; below 0: nobody knows
        self.words = ""
        self._token = CancelToken()
        self._reported.connect(self._report, Qt.ConnectionType.QueuedConnection)

    def begin(self, model: str, words: str, work: Work, then: Then | None = None) -> None:
        """Do something to a model; errors go to the message strip, and stopping is no error."""
        if self.model:
            return
        self.model, self.words, self.share = model, words, -1.0
        token = self._token = CancelToken()
        progress = Progress(
            lambda done, total, _: self._reported.emit(done / total if total else -1.0, model)
        )

        def done(result: Any) -> None:
            self._end()
            if then is not None:
                then(result)

        def failed(error: TwintreeError) -> None:
            self._end()
            if not isinstance(error, Cancelled):
                self._session.messages.fail(error)

        self._session.bridge.run(lambda: work(self.desk, progress, token), done, failed, owner=self)
        self.changed.emit()

    def stop(self) -> None:
        """Stop what is being done, at its next step."""
        self._token.cancel()

    def close(self) -> None:
        """Stop, and end the models' process; before the library is closed."""
        self._token.cancel()
        self.desk.close()

    def _report(self, share: float, model: str) -> None:
        if model == self.model:
            self.share = share
            self.changed.emit()

    def _end(self) -> None:
        self.model = ""
        self.changed.emit()
        self.ended.emit()
