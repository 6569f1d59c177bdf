"""What the engine tells its front ends, as frozen values on a plain queue.

A job emits ``JobStarted``, any number of ``JobProgress`` and ``PaperReady``, and exactly one closing
event: ``JobFinished``, ``JobFailed`` or ``JobCancelled``, sent from a ``finally``.
"""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from typing import Any

from twintree.base.ids import JobId, PaperId, RunId


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""


@dataclass(frozen=True, slots=True)
class JobStarted(Event):
    """A job began, or went on after a pause or a restart."""

    job: JobId
    kind: str
    title: str


@dataclass(frozen=True, slots=True)
class JobProgress(Event):
    """How far a job is; ``done`` and ``total`` are in ``unit``; ``seconds_left`` is None when unknown.

    ``now``: the step that is done at the moment and of which file, ``part``: how far that is; "" where nothing is told.
    """

    job: JobId
    done: float
    total: float
    unit: str
    message: str
    seconds_left: float | None = None
    now: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class PaperReady(Event):
    """A paper reached a status (``searchable``, ``structured``, ``indexed``, ``complete``, ``failed``)."""

    job: JobId
    paper: PaperId
    status: str


@dataclass(frozen=True, slots=True)
class AnswerChunk(Event):
    """A piece of an answer that is still being made: a whole sentence with its citations, as JSON-ready data."""

    job: JobId
    run: RunId
    sentence: Any


@dataclass(frozen=True, slots=True)
class AnswerReady(Event):
    """The answer stands; ``answer`` is the whole of it where no ledger keeps it, else None: ``run`` leads to it."""

    job: JobId
    run: RunId
    answer: Any = None


@dataclass(frozen=True, slots=True)
class ExplorationPlanned(Event):
    """What an exploration will look at and cost, before the first claim is read: an ``Exploration``."""

    job: JobId
    plan: Any


@dataclass(frozen=True, slots=True)
class ExplorationReady(Event):
    """The exploration is over, and stored where the library is writable: an ``Exploration``."""

    job: JobId
    run: RunId
    found: Any


@dataclass(frozen=True, slots=True)
class JobFinished(Event):
    """Closing: done; ``partly`` when some items failed, each with its reason in the job's list."""

    job: JobId
    partly: bool = False


@dataclass(frozen=True, slots=True)
class JobFailed(Event):
    """Closing: the whole job failed."""

    job: JobId
    message: str
    way_out: str
    code: str


@dataclass(frozen=True, slots=True)
class JobCancelled(Event):
    """Closing: the person stopped it."""

    job: JobId


@dataclass(frozen=True, slots=True)
class LibraryChanged(Event):
    """Something was written; ``papers`` is empty when it is unknown or everything."""

    what: str
    papers: tuple[PaperId, ...] = ()


class EventHub:
    """Delivers each event to every subscriber's own queue; never blocks the sender."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queues: list[queue.SimpleQueue[Event]] = []

    def subscribe(self) -> queue.SimpleQueue[Event]:
        """A queue that receives every event from now on."""
        mine: queue.SimpleQueue[Event] = queue.SimpleQueue()
        with self._lock:
            self._queues.append(mine)
        return mine

    def unsubscribe(self, mine: queue.SimpleQueue[Event]) -> None:
        """Stop delivering to that queue."""
        with self._lock:
            if mine in self._queues:
                self._queues.remove(mine)

    def emit(self, event: Event) -> None:
        """Hand the event to all subscribers."""
        with self._lock:
            for each in self._queues:
                each.put(event)
