"""The bridge: the only class that crosses threads; the engine's events and results come out as Qt signals.

Signals, all on the window's thread:
    job_started(JobStarted), job_progress(JobProgress), job_closed(JobFinished | JobFailed | JobCancelled)
    sentence(AnswerChunk), answer_ready(AnswerReady)
    exploration_planned(ExplorationPlanned), exploration_ready(ExplorationReady)
    papers_changed(frozenset[PaperId]): written or reached a new status; empty means unknown or all
    library_changed(frozenset[str]): what was written, in the engine's words
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from twintree.base.errors import Cancelled, InternalError, TwintreeError
from twintree.base.events import (
    AnswerChunk,
    AnswerReady,
    Event,
    ExplorationPlanned,
    ExplorationReady,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobProgress,
    JobStarted,
    LibraryChanged,
    PaperReady,
)
from twintree.base.ids import JobId

log = logging.getLogger(__name__)

#: Kinds of jobs that have a place of their own, which shows how far they are and what came of them.
SHOWN_ELSEWHERE = ("ask", "explore")
#: Events that arrive within this time reach the window together; progress keeps only its last state.
_GATHER_SECONDS = 0.04

Then = Callable[[Any], object]
Failed = Callable[[TwintreeError], object]


@dataclass(frozen=True)
class _Settled:
    """A piece of work that ended, and who waits for it."""

    epoch: int  #: of which library's time it is
    result: Any
    error: TwintreeError | None
    then: Then | None
    failed: Failed | None
    owner: QObject | None


class Bridge(QObject):
    """Runs work off the window's thread, and brings results and events back onto it."""

    job_started = Signal(object)
    job_progress = Signal(object)
    job_closed = Signal(object)
    sentence = Signal(object)
    answer_ready = Signal(object)
    exploration_planned = Signal(object)
    exploration_ready = Signal(object)
    papers_changed = Signal(object)
    library_changed = Signal(object)

    _arrived = Signal(object)
    _settled = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._readers = ThreadPoolExecutor(3, thread_name_prefix="read")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="write")
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._under_way: set[Future[Any]] = set()
        self._epoch = 0
        self._listener: threading.Thread | None = None
        self._events: queue.SimpleQueue[Any] | None = None
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._settled.connect(self._settle, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        work: Callable[[], Any],
        then: Then | None = None,
        failed: Failed | None = None,
        *,
        owner: QObject | None = None,
        writes: bool = False,
    ) -> None:
        """Do ``work`` on another thread; call ``then(result)`` or ``failed(error)`` back on this one.

        Args:
            work: must not touch a widget.
            then: gets what ``work`` returned.
            failed: gets the error; without it the error is logged.
            owner: nothing is called once this object is gone.
            writes: keep the order of what the person does; reads overtake each other.
        """
        if self._stop.is_set():
            return
        lane = self._writer if writes else self._readers
        future = lane.submit(work)
        with self._lock:
            self._under_way.add(future)
        epoch = self._epoch
        future.add_done_callback(lambda done: self._hand_over(done, epoch, then, failed, owner))

    def drain(self) -> None:
        """Drop what has not begun, wait for what has, and let no result of it arrive.

        Before a library is closed: its connections must not go while another thread reads through them.
        """
        self._epoch += 1
        with self._lock:
            under_way = set(self._under_way)
        for future in under_way:
            future.cancel()
        wait(under_way)

    def listen(self, events: queue.SimpleQueue[Event]) -> None:
        """Turn what comes out of this queue into signals, until ``unlisten``."""
        self.unlisten()
        self._events = events
        self._listener = threading.Thread(target=self._gather, args=(events,), name="events", daemon=True)
        self._listener.start()

    def unlisten(self) -> None:
        """Stop listening; the thread is gone when this returns."""
        if self._listener is not None and self._events is not None:
            self._events.put(None)
            self._listener.join()
        self._listener = self._events = None

    def close(self) -> None:
        """End all threads; what has not begun is dropped. Twice is safe."""
        self._stop.set()
        self.unlisten()
        for lane in (self._readers, self._writer):
            lane.shutdown(wait=True, cancel_futures=True)

    # ── on other threads ─────────────────────────────────────────────────────────────────────────────

    def _gather(self, events: queue.SimpleQueue[Any]) -> None:
        while (event := events.get()) is not None:
            batch = [event]
            self._stop.wait(_GATHER_SECONDS)
            ended = False
            while not events.empty():
                event = events.get()
                if event is None:
                    ended = True
                    break
                batch.append(event)
            self._arrived.emit(batch)
            if ended:
                return

    def _hand_over(
        self,
        done: Future[Any],
        epoch: int,
        then: Then | None,
        failed: Failed | None,
        owner: QObject | None,
    ) -> None:
        with self._lock:
            self._under_way.discard(done)
        if done.cancelled() or self._stop.is_set():
            return
        error = done.exception()
        result = None if error is not None else done.result()
        self._settled.emit(_Settled(epoch, result, _ours(error), then, failed, owner))

    # ── on the window's thread ───────────────────────────────────────────────────────────────────────

    def _settle(self, settled: _Settled) -> None:
        gone = settled.owner is not None and not isValid(settled.owner)
        if gone or settled.epoch != self._epoch:
            return
        if settled.error is None:
            if settled.then is not None:
                settled.then(settled.result)
        elif settled.failed is not None:
            settled.failed(settled.error)
        elif not isinstance(settled.error, Cancelled):
            log.error("a task of the window failed: %s", settled.error.code)

    def _deliver(self, batch: Iterable[Event]) -> None:
        papers: set[str] = set()
        everything = False
        what: set[str] = set()
        for event in _latest_progress(batch):
            if isinstance(event, PaperReady):
                papers.add(event.paper)
            elif isinstance(event, LibraryChanged):
                what.add(event.what)
                everything = everything or not event.papers
                papers.update(event.papers)
            else:
                self._pass_on(event)
        if what:
            self.library_changed.emit(frozenset(what))
        if papers or everything:
            self.papers_changed.emit(frozenset() if everything else frozenset(papers))

    def _pass_on(self, event: Event) -> None:
        match event:
            case JobStarted():
                self.job_started.emit(event)
            case JobProgress():
                self.job_progress.emit(event)
            case AnswerChunk():
                self.sentence.emit(event)
            case AnswerReady():
                self.answer_ready.emit(event)
            case ExplorationPlanned():
                self.exploration_planned.emit(event)
            case ExplorationReady():
                self.exploration_ready.emit(event)
            case JobFinished() | JobFailed() | JobCancelled():
                self.job_closed.emit(event)


def _latest_progress(batch: Iterable[Event]) -> list[Event]:
    """The batch in order, with only the last progress of each job."""
    events = list(batch)
    last: dict[JobId, int] = {}
    for position, event in enumerate(events):
        if isinstance(event, JobProgress):
            last[event.job] = position
    return [e for i, e in enumerate(events) if not isinstance(e, JobProgress) or last[e.job] == i]


def _ours(error: BaseException | None) -> TwintreeError | None:
    if error is None or isinstance(error, TwintreeError):
        return error
    log.error("unexpected %s in a task of the window", type(error).__name__, exc_info=error)
    return InternalError("Something went wrong that Twintree did not foresee.", "The log says more.")
