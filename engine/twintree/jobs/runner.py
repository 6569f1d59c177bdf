"""The job lanes: each takes its queued jobs one after another, item by item, and survives crashes.

Imports have one lane, work that a language model does another, so that neither waits for the other.

What is done is written in the ledger as it is done, so a job that was killed at any moment goes on where it
stopped: a finished stage is never run again, an unfinished one is run afresh over what it had left.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from twintree.base.errors import Cancelled, NotFound, StorageProblem, TwintreeError, WrongUse
from twintree.base.events import (
    EventHub,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobStarted,
    LibraryChanged,
)
from twintree.base.ids import JobId, PaperId
from twintree.base.jobs import Job, JobItem
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.jobs.board import Board
from twintree.jobs.importing import Importer
from twintree.jobs.itemwork import Craft, ItemWork, lane_of
from twintree.jobs.options import FINISHING, ImportOptions
from twintree.jobs.orders import TOLD
from twintree.sources.discover import discover
from twintree.store.folder import MARKER, is_library
from twintree.store.jobs import JobStore

log = logging.getLogger(__name__)

#: Seconds between two looks at what other processes ordered.
_LOOK = 0.5
#: States in which a job can be taken up again.
_RESTING = ("paused", "cancelled", "failed")


@dataclass(frozen=True, slots=True)
class JobHandle:
    """What a front end holds of a job."""

    id: JobId
    cancel: Callable[[], None]
    _done: threading.Event = field(default_factory=threading.Event, repr=False)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the job's closing event was sent; False when the time ran out first."""
        return self._done.wait(seconds)


class _Control:
    """The two ways to stop a running job: for good, or for now."""

    def __init__(self, lane: str) -> None:
        self.lane = lane
        self.token = CancelToken()
        self.pause = False
        self.done = threading.Event()


class JobRunner:
    """Runs import jobs in the background; one job at a time, several files at once.

    Args:
        store: where jobs and their items are kept.
        importer: takes one file through the stages.
        hub: where events go.
        settle: called after a batch and at the end: brings the projections up to the ledger.
        workers: files that are worked on at once.
        crafts: by kind of job, what a language model does for one paper.
    """

    def __init__(
        self,
        store: JobStore,
        importer: Importer,
        hub: EventHub,
        settle: Callable[[], None],
        workers: int = 2,
        crafts: Mapping[str, Craft] | None = None,
    ) -> None:
        self._store = store
        self._importer = importer
        self._hub = hub
        self._settle = settle
        self._controls: dict[JobId, _Control] = {}
        # Only these may be taken over: what is queued later may be another thread's, made and not started yet.
        self._inherited = frozenset(job.id for job in store.list(("queued",)))
        self._lock = threading.Lock()
        self._crafts = crafts or {}
        self._items = ItemWork(store, importer, hub, settle, workers, self._crafts)
        self._wakes = {lane: threading.Event() for lane in ("import", "model", "pages")}
        self._threads: dict[str, threading.Thread] = {}
        self._closing = False
        #: Jobs that were stopped, and that another process may order to be taken up again.
        self._resting: set[JobId] = set()
        self._watcher: threading.Thread | None = None
        self._ended = threading.Event()

    # ── what front ends call ─────────────────────────────────────────────────────────────────────────

    def submit_import(
        self,
        paths: Sequence[Path | str],
        options: ImportOptions | None = None,
        passwords: Mapping[str, str] | None = None,
        default_password: str | None = None,
        into: PaperId | None = None,
    ) -> JobHandle:
        """Queue files and folders for import; returns at once. ``into``: they become further files of this paper.

        Passwords are kept in memory only, and forgotten with the process.

        Raises:
            NotFound: a path names nothing.
        """
        # Absolute: the job may be resumed from another folder.
        given = [Path(path).absolute() for path in paths]
        missing = [path for path in given if not os.path.lexists(path)]
        if len(missing) == len(given):
            raise NotFound(
                f"There is no file or folder {missing[0]}." if missing else "No file was named.",
                "Check the path.",
            )
        found = discover(given)
        title = given[0].name if len(given) == 1 else f"{len(found)} files"
        if default_password:
            self._items.know({str(path): default_password for path in found})
        self._items.know({str(Path(path).absolute()): each for path, each in (passwords or {}).items()})
        self._importer.expect(len(found))
        named = [str(path) for path in found]
        job = self._store.create("import", title, () if into else named, options or ImportOptions())
        if into:
            self._store.add_items(job.id, named, [into] * len(named))
        return self._queue(job.id)

    def submit_zotero(self, folder: Path | str, options: ImportOptions | None = None) -> JobHandle:
        """Queue a Zotero data folder for import; returns at once, nothing is ever written there.

        Raises:
            WrongUse: it is no such folder.
        """
        folder = Path(folder).expanduser().absolute()
        if not (folder / "zotero.sqlite").is_file():
            raise WrongUse(
                f"{folder} holds no zotero.sqlite.",
                "Name Zotero's data folder: its settings show it under Advanced › Files and Folders.",
            )
        job = self._store.create("import", f"Zotero: {folder}", [str(folder)], options or ImportOptions())
        return self._queue(job.id)

    def submit_model(
        self, kind: str, papers: Sequence[tuple[str, PaperId | None]], options: Record | None = None
    ) -> JobHandle:
        """Queue work of a language model over papers, each with the name it is listed by; returns at once.

        What it works on may also be no paper but something with a name: a theme, say.

        Raises:
            WrongUse: there is no such work, or nothing to do it for.
        """
        if kind not in self._crafts:
            raise WrongUse(f"No model does {kind!r}.", f"There is {', '.join(sorted(self._crafts))}.")
        if not papers:
            raise WrongUse("No paper was chosen.", "Choose papers, a collection, or the whole library.")
        listed = any(paper for _, paper in papers)
        title = f"{kind} of {len(papers)} papers" if listed else f"{len(papers)} {kind}"
        job = self._store.create(kind, title, options=options)
        self._store.add_items(job.id, [name for name, _ in papers], [paper for _, paper in papers])
        return self._queue(job.id)

    def submit_library(self, folder: Path | str, options: ImportOptions | None = None) -> JobHandle:
        """Queue another library for import, with what the person said of its papers; nothing is written there.

        Raises:
            WrongUse: it is no library.
        """
        folder = Path(folder).expanduser().absolute()
        if not is_library(folder):
            raise WrongUse(f"There is no library in {folder}.", f"Name the folder that holds its {MARKER}.")
        job = self._store.create("import", f"Library: {folder}", [str(folder)], options or ImportOptions())
        return self._queue(job.id)

    def submit_finishing(self, papers: Sequence[PaperId], until: str = "complete") -> JobHandle | None:
        """Queue the stages that these papers lack, behind everything else; None when they lack none.

        Layout and text recognition take long: they have a lane of their own, in which one file is worked on
        at a time, so that neither imports nor models wait for them.
        """
        files = self._importer.unfinished(papers, until)
        if not files:
            return None
        title = f"Figures and scans of {files[0].name if len(files) == 1 else f'{len(files)} papers'}"
        job = self._store.create(FINISHING, title, options=ImportOptions(until=until))
        self._store.add_items(job.id, [file.name for file in files], [file.paper for file in files])
        return self._queue(job.id)

    def resume(self, job: JobId) -> JobHandle:
        """Go on with a paused, interrupted or failed job, or with what was cancelled of one; what is done stays."""
        with self._lock:
            self._resting.discard(job)
        self._store.requeue(job, ("running",))
        self._store.take_up(job)
        self._store.set_state(job, "queued")
        return self._start(job)

    def resume_all(self) -> Sequence[JobHandle]:
        """Go on with every job that a closed or killed process left unfinished; paused ones stay paused.

        From then on those can be taken up by the order of another process too (``orders.py``).
        """
        jobs = self._store.list()
        with self._lock:
            self._resting |= {job.id for job in jobs if job.state in _RESTING}
        self._watch_orders()
        return [self.resume(job.id) for job in reversed(jobs) if job.state in ("queued", "running")]

    def retry(
        self, job: JobId, passwords: Mapping[str, str] | None = None, only: Sequence[str] | None = None
    ) -> JobHandle:
        """Try the failed items of a job again (``only`` these paths), with passwords for those that ask for one."""
        self._items.know(passwords or {})
        failed = self._store.items(job, ("failed",))
        again = [item for item in failed if only is None or item.path in only]
        self._importer.forgive(item.path for item in again)
        for item in again:
            self._store.update_item(job, item.position, state="queued", reason="", way_out="", code="")
        self._store.requeue(job, ("running",))
        self._store.set_state(job, "queued")
        return self._start(job)

    def pause(self, job: JobId) -> None:
        """Stop working on a job for now; files in hand are put back."""
        control = self._controls.get(job)
        self._store.set_state(job, "paused")
        if control is not None:
            control.pause = True
            control.token.cancel()

    def cancel(self, job: JobId) -> None:
        """Stop a job for good; what is done stays."""
        control = self._controls.get(job)
        self._store.set_state(job, "cancelled")
        if control is not None:
            control.pause = False
            control.token.cancel()

    def list(self) -> Sequence[Job]:
        """All jobs, the newest first."""
        return self._store.list()

    def get(self, job: JobId) -> Job:
        """One job."""
        return self._store.get(job)

    def items(self, job: JobId) -> Sequence[JobItem]:
        """The files of a job, in the order given."""
        return self._store.items(job)

    def close(self) -> None:
        """Stop at the next step and join the thread; unfinished jobs stay queued for the next start."""
        with self._lock:
            self._closing = True
            for control in self._controls.values():
                control.pause = True
                control.token.cancel()
            threads = [*self._threads.values(), *filter(None, [self._watcher])]
        self._ended.set()
        for wake in self._wakes.values():
            wake.set()
        for thread in threads:
            thread.join()

    # ── the lanes ────────────────────────────────────────────────────────────────────────────────────

    def _queue(self, job: JobId) -> JobHandle:
        """Start a new job, in place of those that a killed process left and that it does again."""
        with self._lock:
            abandoned = self._inherited - self._controls.keys()
        self._store.take_over(job, abandoned)
        return self._start(job)

    def _start(self, job: JobId) -> JobHandle:
        lane = lane_of(self._store.get(job), self._crafts)
        control = _Control(lane)
        with self._lock:
            if self._closing:
                raise Cancelled
            self._controls[job] = control
            if lane not in self._threads:
                thread = threading.Thread(
                    target=self._loop, args=(lane,), name=f"twintree-jobs-{lane}", daemon=True
                )
                self._threads[lane] = thread
                thread.start()
        self._watch_orders()
        self._wakes[lane].set()
        return JobHandle(job, lambda: self.cancel(job), control.done)

    def _watch_orders(self) -> None:
        with self._lock:
            if self._watcher is None and not self._closing:
                self._watcher = threading.Thread(target=self._obey, name="twintree-orders", daemon=True)
                self._watcher.start()

    def _obey(self) -> None:
        """Do what other processes order through the ledger: stop jobs in hand, take up those that rest."""
        while not self._ended.wait(_LOOK):
            with contextlib.suppress(TwintreeError):  # a full or vanished disk is told by the job itself
                self._look_at_orders()

    def _look_at_orders(self) -> None:
        # Taken before the states are read: a state belongs to the control that was there before it was written.
        with self._lock:
            controls, resting = dict(self._controls), self._resting - self._controls.keys()
        states = self._store.states([*controls, *resting]) if controls or resting else {}
        for job, control in controls.items():
            if states.get(job) in ("paused", "cancelled") and not control.token.cancelled:
                control.pause = states[job] == "paused"
                control.token.cancel()
        for job in resting:
            if states.get(job) == "queued":
                with self._lock:
                    mine = job in self._resting  # else a front end of this process is resuming it
                if mine:
                    self.resume(job)

    def _rests(self, job: JobId) -> None:
        """Remember a job that ended before its end, so that an order can take it up."""
        with contextlib.suppress(TwintreeError):
            if self._store.states([job]).get(job) in _RESTING:
                with self._lock:
                    self._resting.add(job)

    def _loop(self, lane: str) -> None:
        wake = self._wakes[lane]
        while True:
            wake.wait()
            wake.clear()
            try:
                while not self._closing and (job := self._next(lane)) is not None:
                    self._run(job)
            except (
                StorageProblem
            ) as error:  # the drive is gone: what waits is owed a closing event all the same
                self._give_up(lane, error)
            if self._closing:
                return

    def _give_up(self, lane: str, error: StorageProblem) -> None:
        """End the jobs of a lane that cannot be looked up; they go on when the library is opened again."""
        with self._lock:
            ended = {job: each for job, each in self._controls.items() if each.lane == lane}
            for job in ended:
                del self._controls[job]
        for job, control in ended.items():
            log.warning("job %s: %s", job, error)
            self._hub.emit(JobFailed(job, error.message, error.way_out, error.code))
            control.done.set()

    def _next(self, lane: str) -> Job | None:
        with self._lock:
            mine = set(self._controls)
        # Also one that was cancelled or paused before its turn came: its closing event is still owed.
        waiting = [job for job in self._store.list() if job.id in mine and lane_of(job, self._crafts) == lane]
        return waiting[-1] if waiting else None

    def _run(self, job: Job) -> None:
        control = self._controls[job.id]
        closing: JobFinished | JobFailed | JobCancelled = JobFinished(job.id)
        self._hub.emit(JobStarted(job.id, job.kind, job.title))
        try:
            if not self._store.begin(job.id):  # a pause or cancel came first, and keeps its word
                control.pause = self._store.get(job.id).state == "paused"
                control.token.cancel()
            self._work(job, control)
            closing = self._close_job(job.id, control)
        except StorageProblem as error:
            # A full or vanished disk is not the files' fault: everything waits, and goes on when it is mended.
            self._put_back(job.id, "paused", str(error))
            closing = JobFailed(job.id, error.message, error.way_out, error.code)
        except Exception as error:
            log.exception("job %s failed", job.id)
            self._put_back(job.id, "failed", str(error))
            ours = error if isinstance(error, TwintreeError) else None
            closing = JobFailed(
                job.id,
                ours.message if ours else "The import stopped on a fault of Twintree's own.",
                ours.way_out if ours else "The log says more; `twintree jobs retry` goes on with the rest.",
                ours.code if ours else "internal",
            )
        finally:
            with self._lock:
                if self._controls.get(job.id) is control:
                    del self._controls[job.id]
            self._rests(job.id)
            self._hub.emit(closing)
            if isinstance(closing, JobFinished):
                self._finish_behind(job)
            control.done.set()

    def _finish_behind(self, job: Job) -> None:
        """Queue what an import leaves for later, where it was asked to."""
        try:
            if not self._store.options(job.id).get("finish"):
                return
            papers = {item.paper: None for item in self._store.items(job.id) if item.paper is not None}
            self.submit_finishing(list(papers))
        except (Cancelled, TwintreeError) as error:  # the library is being closed, or the disk is full
            log.warning("job %s: its pages are not read further (%s)", job.id, error)

    def _close_job(self, job: JobId, control: _Control) -> JobFinished | JobCancelled:
        stopped = control.token.cancelled or self._store.get(job).state in ("cancelled", "paused")
        if stopped:
            if self._store.get(job).state == "cancelled":
                self._store.set_state(job, "cancelled")  # what was in hand then may have been put back since
            elif self._closing or control.pause:
                self._store.requeue(job, ("running",))
                now = self._store.get(job)
                if now.state == "running":
                    self._store.set_state(job, "queued")
                elif now.message == TOLD:
                    self._store.set_state(job, now.state)
            return JobCancelled(job)
        failed = sum(1 for item in self._store.items(job) if item.state == "failed")
        self._store.set_state(job, "done", _failures(lane_of(self._store.get(job), self._crafts), failed))
        return JobFinished(job, partly=failed > 0)

    def _put_back(self, job: JobId, state: str, message: str) -> None:
        try:
            self._store.requeue(job, ("running",))
            self._store.set_state(job, state, message)
        except TwintreeError:
            log.warning("job %s: its state could not be written; it goes on after the next start", job)

    def _work(self, job: Job, control: _Control) -> None:
        options = msgspec.convert(self._store.options(job.id), ImportOptions)
        board = Board(self._hub, job.id, job.kind)
        with self._within_budget(job):
            self._items.take_all(job, options, control.token, board)
        board.settling()
        self._settle()
        self._hub.emit(LibraryChanged(lane_of(job, self._crafts)))

    @contextlib.contextmanager
    def _within_budget(self, job: Job) -> Iterator[None]:
        """Pause the job when the minutes that it was given are over."""
        minutes = float(self._store.options(job.id).get("minutes") or 0)

        def stop() -> None:
            self.pause(job.id)
            self._store.set_state(job.id, "paused", f"Its {minutes:g} minutes are over; resume it to go on.")

        timer = threading.Timer(minutes * 60, stop)
        timer.daemon = True
        if minutes:
            timer.start()
        try:
            yield
        finally:
            timer.cancel()


def _failures(lane: str, failed: int) -> str:
    what = "files could not be read" if lane == "import" else "papers failed"
    return f"{failed} {what}." if failed else ""
