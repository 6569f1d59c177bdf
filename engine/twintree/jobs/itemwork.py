"""The items of one job: several in hand at once, each settled in the ledger and told to the hub when it is through."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import msgspec

from twintree.base.errors import Cancelled
from twintree.base.events import EventHub, PaperReady
from twintree.base.ids import JobId, PaperId
from twintree.base.jobs import Job, JobItem
from twintree.base.progress import CancelToken
from twintree.jobs.board import Board
from twintree.jobs.importing import Importer
from twintree.jobs.options import FINISHING, READ, ImportOptions, Outcome
from twintree.store.jobs import JobStore, named_path

#: How far all files of an import are taken before any of them goes further.
_FIRST = "searchable"
#: Pages after which a file's progress is written where other processes see it.
_SHOWN_PAGES = 50
#: Items after which the projections are brought up to the ledger in between.
_SETTLED_TOGETHER = 200

#: What a language model does for one paper of a job: told of its steps, and stopped by the token.
Craft = Callable[[JobItem, CancelToken, Callable[[int, int], None]], Outcome]


def lane_of(job: Job, crafts: Collection[str]) -> str:
    """Where a job waits for its turn: ``import``, ``model`` (the kinds of ``crafts``) or ``pages``."""
    if job.kind == FINISHING:
        return "pages"
    return "model" if job.kind in crafts else "import"


class ItemWork:
    """Takes the items of jobs, one job at a time in each lane.

    Args:
        store, importer, hub, settle, workers, crafts: those of the ``JobRunner``.
    """

    def __init__(
        self,
        store: JobStore,
        importer: Importer,
        hub: EventHub,
        settle: Callable[[], None],
        workers: int,
        crafts: Mapping[str, Craft],
    ) -> None:
        self._store = store
        self._importer = importer
        self._hub = hub
        self._settle = settle
        self._workers = workers
        self._crafts = crafts
        self._passwords: dict[str, str] = {}
        self._lock = threading.Lock()

    def know(self, passwords: Mapping[str, str]) -> None:
        """Keep passwords of files, by their paths or papers; in memory only."""
        with self._lock:
            self._passwords.update(passwords)

    def take_all(self, job: Job, options: ImportOptions, cancel: CancelToken, board: Board) -> None:
        """Take every item of a job that waits, and what those bring; returns early where it is stopped.

        Raises:
            StorageProblem: the disk is full or gone; what was in hand can be taken again later.
        """
        # A file of records brings further files: they are taken once it is through. Of imports every file is made
        # searchable before the first of them is read further.
        while not cancel.cancelled and (todo := self._todo(job.id)):
            fresh = [each for each in todo if not _was_read(each[1])]
            board.expect(len(fresh), len(todo) - len(fresh))
            self._work_through(job, fresh or todo, options, cancel, board)

    def _todo(self, job: JobId) -> Sequence[tuple[int, JobItem]]:
        waiting = self._store.items(job, ("queued", "running"))
        return [(item.position, item) for item in waiting]

    def _work_through(
        self,
        job: Job,
        todo: Sequence[tuple[int, JobItem]],
        options: ImportOptions,
        cancel: CancelToken,
        board: Board,
    ) -> None:
        pending: dict[Future[Outcome], str] = {}
        queue = iter(todo)
        since_settle = 0
        # One model is loaded, and does one thing at a time. Of files one more is in hand than there are readers:
        # it is written while the others are read.
        workers = self._workers + 1 if lane_of(job, self._crafts) == "import" else 1
        with ThreadPoolExecutor(
            workers, thread_name_prefix=f"twintree-{lane_of(job, self._crafts)}"
        ) as threads:
            try:
                while True:
                    while len(pending) < workers + 1 and not cancel.cancelled:
                        following = next(queue, None)
                        if following is None:
                            break
                        position, item = following
                        taken = threads.submit(self._one, job, position, item, options, cancel, board)
                        pending[taken] = item.path
                    if not pending:
                        break
                    finished, _ = wait(pending, timeout=0.5, return_when=FIRST_COMPLETED)
                    for future in finished:
                        self._settle_outcome(job.id, pending.pop(future), future, board)
                        since_settle += 1
                    if since_settle >= _SETTLED_TOGETHER:
                        self._settle()
                        since_settle = 0
            except BaseException:
                cancel.cancel()
                raise

    def _settle_outcome(self, job: JobId, path: str, future: Future[Outcome], board: Board) -> None:
        try:
            outcome = future.result()
        except Cancelled:
            return
        board.item_done(path, final=outcome.state != "queued")
        if outcome.paper is not None and outcome.status:
            self._hub.emit(PaperReady(job, outcome.paper, outcome.status))

    def _one(
        self,
        job: Job,
        position: int,
        item: JobItem,
        options: ImportOptions,
        cancel: CancelToken,
        board: Board,
    ) -> Outcome:
        cancel.check()
        begun = time.monotonic()
        self._store.update_item(job.id, position, state="running", attempts=item.attempts + 1)

        shown = 0

        def on_page(done: int, total: int) -> None:
            nonlocal shown
            board.page(item.path, done, total)
            if done >= shown + _SHOWN_PAGES:
                shown = done
                self._store.update_item(job.id, position, pages_done=done, pages=total)

        if (craft := self._crafts.get(job.kind)) is not None:
            board.stage(item.path)
            outcome = craft(item, cancel, on_page)
        else:
            outcome = self._import(job, position, item, options, cancel, board, on_page)
        # What fails behind being searchable stays that: a retry goes on from there, without the original.
        before = item.stage if _was_read(item) else ""
        self._store.settle_item(
            job.id,
            position,
            outcome.more,
            state=outcome.state,
            stage=_FIRST if outcome.state == "queued" else outcome.status or before,
            status=outcome.status or before,
            paper=outcome.paper,
            file=outcome.file or item.file,
            reason=outcome.reason,
            way_out=outcome.way_out,
            code=outcome.code,
            pages=outcome.pages,
            pages_done=outcome.pages,
            papers=outcome.papers,
            seconds=round(time.monotonic() - begun + (item.seconds if before else 0.0), 3),
        )
        return outcome

    def _import(
        self,
        job: Job,
        position: int,
        item: JobItem,
        options: ImportOptions,
        cancel: CancelToken,
        board: Board,
        on_page: Callable[[int, int], None],
    ) -> Outcome:
        def on_status(paper: PaperId, status: str) -> None:
            self._hub.emit(PaperReady(job.id, paper, status))
            self._store.update_item(job.id, position, stage=status, status=status, paper=paper)

        def on_stage(words: str, before: int, stages: int) -> None:
            board.stage(item.path, words, before, stages)

        with self._lock:
            password = self._passwords.get(item.path) or self._passwords.get(item.paper or "")
        if job.kind == FINISHING or _was_read(item):
            paper = PaperId(item.paper or "")
            return self._importer.finish(paper, options.until, password, cancel, on_page, on_status, on_stage)
        outcome = self._importer.take(
            named_path(item.path),
            options,
            until=_FIRST,
            password=password,
            into=item.paper,
            cancel=cancel,
            on_page=on_page,
            on_status=on_status,
        )
        if password and outcome.paper is not None:
            self.know(
                {outcome.paper: password}
            )  # a later job finishes the paper, whatever its file was called
        if outcome.state != "done" or not self._importer.is_unfinished(outcome, options.until):
            return outcome
        if not self._store.claim_file(job.id, position, outcome.file or ""):
            return self._importer.as_duplicate(outcome)
        return msgspec.structs.replace(outcome, state="queued")


def _was_read(item: JobItem) -> bool:
    """Whether an item's file is searchable, and waits for the stages behind that."""
    return item.file is not None and item.stage in READ
