"""Work and events reach the window's thread, in order, throttled, and never after their owner is gone."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from twintree.base.errors import InternalError, NotFound, TwintreeError
from twintree.base.events import Event, JobFinished, JobProgress, JobStarted, LibraryChanged, PaperReady
from twintree.base.ids import JobId, PaperId
from twintree_desktop.bridge import Bridge

JOB = JobId("Jx")


@pytest.fixture
def bridge(qtbot: QtBot) -> Iterator[Bridge]:
    made = Bridge()
    yield made
    made.close()
    made.close()


def test_results_come_back_on_the_windows_thread(bridge: Bridge, qtbot: QtBot) -> None:
    """PAINS 34."""
    seen: list[tuple[bool, bool]] = []
    main = threading.main_thread()
    bridge.run(
        lambda: threading.current_thread() is main,
        lambda worked_here: seen.append((worked_here, threading.current_thread() is main)),
    )
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [(False, True)]


def test_errors_of_the_engine_are_passed_and_others_are_translated(bridge: Bridge, qtbot: QtBot) -> None:
    errors: list[TwintreeError] = []

    def lost() -> None:
        raise NotFound("No such paper.")

    def bug() -> None:
        raise KeyError("secret words of a paper")

    bridge.run(lost, failed=errors.append, writes=True)
    bridge.run(bug, failed=errors.append, writes=True)
    qtbot.waitUntil(lambda: len(errors) == 2)
    assert isinstance(errors[0], NotFound)
    assert isinstance(errors[1], InternalError)
    assert "secret" not in str(errors[1])


def test_nothing_is_called_for_an_owner_that_is_gone(bridge: Bridge, qtbot: QtBot) -> None:
    owner = QObject()
    seen: list[int] = []
    gate = threading.Event()
    bridge.run(lambda: gate.wait(5), lambda _: seen.append(1), owner=owner, writes=True)
    bridge.run(lambda: None, lambda _: seen.append(2), writes=True)
    import shiboken6

    shiboken6.delete(owner)
    gate.set()
    qtbot.waitUntil(lambda: 2 in seen)
    assert seen == [2]


def test_a_flood_of_progress_reaches_the_window_as_its_last_state(bridge: Bridge, qtbot: QtBot) -> None:
    """PAINS 34: event floods are throttled."""
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    steps: list[float] = []
    closed: list[Event] = []
    bridge.job_progress.connect(lambda event: steps.append(event.done))
    bridge.job_closed.connect(closed.append)
    events.put(JobStarted(JOB, "import", "Import"))
    for step in range(5000):
        events.put(JobProgress(JOB, step, 5000, "pages", ""))
    events.put(JobFinished(JOB))
    bridge.listen(events)
    qtbot.waitUntil(lambda: bool(closed))
    assert len(steps) < 50
    assert steps[-1] == 4999


def test_changed_papers_of_a_batch_are_told_once(bridge: Bridge, qtbot: QtBot) -> None:
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    told: list[frozenset[str]] = []
    bridge.papers_changed.connect(told.append)
    for name in "abc":
        events.put(PaperReady(JOB, PaperId(name), "searchable"))
    events.put(LibraryChanged("tags", (PaperId("d"),)))
    bridge.listen(events)
    qtbot.waitUntil(lambda: bool(told))
    assert frozenset().union(*told) == {"a", "b", "c", "d"}
    assert len(told) <= 2


def test_draining_waits_for_what_runs_and_lets_nothing_of_it_arrive(bridge: Bridge, qtbot: QtBot) -> None:
    """A library is closed only when nobody reads through it any more."""
    began, ended = threading.Event(), threading.Event()
    seen: list[str] = []

    def slow() -> None:
        began.set()
        threading.Event().wait(0.2)
        ended.set()

    bridge.run(slow, lambda _: seen.append("slow"), writes=True)
    bridge.run(lambda: None, lambda _: seen.append("queued"), writes=True)
    assert began.wait(5)
    bridge.drain()
    assert ended.is_set()
    bridge.run(lambda: None, lambda _: seen.append("next"), writes=True)
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == ["next"]
