"""Work in a thread of its own that a front end follows by events: a start, what it tells, one closing event."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from twintree.base.errors import Cancelled, TwintreeError
from twintree.base.events import Event, EventHub, JobCancelled, JobFailed, JobFinished, JobStarted
from twintree.base.ids import JobId, new_job_id
from twintree.base.progress import CancelToken
from twintree.jobs.runner import JobHandle

log = logging.getLogger(__name__)

#: Does the work of a job; True when it was stopped and says so itself.
Work = Callable[[JobId, CancelToken], bool]


class Background:
    """Runs pieces of work beside each other; closing stops and joins them."""

    def __init__(self, hub: EventHub) -> None:
        self._hub = hub
        self._lock = threading.Lock()
        self._running: dict[JobId, tuple[threading.Thread, CancelToken]] = {}

    def submit(self, kind: str, title: str, work: Work) -> JobHandle:
        """Start a piece of work: ``JobStarted``, what it emits itself, and exactly one closing event."""
        job, token, done = new_job_id(), CancelToken(), threading.Event()
        thread = threading.Thread(
            target=self._run, args=(job, kind, title, work, token, done), name=f"twintree-{kind}", daemon=True
        )
        with self._lock:
            self._running[job] = (thread, token)
        thread.start()
        return JobHandle(job, token.cancel, done)

    def close(self) -> None:
        """Stop everything and wait for it."""
        with self._lock:
            running = list(self._running.values())
        for _, token in running:
            token.cancel()
        for thread, _ in running:
            thread.join()

    def _run(
        self, job: JobId, kind: str, title: str, work: Work, token: CancelToken, done: threading.Event
    ) -> None:
        closing: Event = JobFinished(job)
        self._hub.emit(JobStarted(job, kind, title))
        try:
            if work(job, token):
                closing = JobCancelled(job)
        except Cancelled:
            closing = JobCancelled(job)
        except TwintreeError as error:
            closing = JobFailed(job, error.message, error.way_out, error.code)
        except Exception as error:
            log.exception("%s: a fault of ours", kind)
            closing = JobFailed(
                job,
                f"The work ended on a fault of Twintree's own: {error}",
                "Try again; the log says more.",
                "internal",
            )
        finally:
            with self._lock:
                self._running.pop(job, None)
            self._hub.emit(closing)
            done.set()
