"""Keeps a few parser processes and reads files in them, each within its limits of time and memory."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import psutil

from twintree.base import process
from twintree.base.errors import Cancelled, InternalError, UnreadableFile
from twintree.base.inlinks import InnerLink
from twintree.base.pages import FileHead, PageText
from twintree.base.progress import CancelToken
from twintree.base.records import Mark
from twintree.sources import worker

_LOOK = 0.05  #: seconds between looks at cancel and limits
_MEMORY_LOOK = 0.25
_SECONDS_A_PAGE = 2.0
_STOP_PATIENCE = 0.4
_START_SECONDS = 120.0

OnHead = Callable[[FileHead], None]
OnPages = Callable[[Sequence[PageText]], None]
OnMarks = Callable[[Sequence[Mark]], None]
OnLinks = Callable[[Sequence[InnerLink]], None]


class _Worker:
    """One child process and our end of its pipe."""

    def __init__(self, memory: int) -> None:
        self.process: BaseProcess
        self.connection: Connection
        self.process, self.connection = process.start(worker.serve, "twintree-parser", memory)
        self.ready = False

    def rss(self) -> int:
        """Bytes of memory that the child holds; 0 when it is gone."""
        with contextlib.suppress(psutil.Error):
            return int(psutil.Process(self.process.pid).memory_info().rss)
        return 0

    def stop(self, patience: float = 0.0) -> None:
        """End and reap the child."""
        process.stop(self.process, self.connection, patience)


class ParserPool:
    """Reads files in child processes; safe to use from several threads at once.

    Children start when they are first needed (or by ``warm``) and are replaced after a crash, a hang, or
    when they grew large. ``close`` ends them all, and may be called twice.
    """

    def __init__(
        self, workers: int | None = None, seconds: float = 120.0, memory: int = 1 << 30, *, warm: bool = False
    ) -> None:
        """Set the limits.

        Args:
            workers: how many files are read at once; by default one less than there are cores, 2 to 4.
            seconds: how long a file may go without a page being finished; in all it may take this plus
                2 seconds a page.
            memory: bytes that a child may take.
            warm: start the children now.
        """
        self._size = workers or max(2, min(4, process.cores() - 1))
        self._seconds = seconds
        self._memory = memory
        self._condition = threading.Condition()
        self._idle: list[_Worker] = []
        self._count = 0
        self._closed = False
        if warm:
            self.warm()

    def warm(self, files: int | None = None) -> None:
        """Start the children that so many files can use now, or all, without waiting for them."""
        wanted = self._size if files is None else min(files, self._size)
        with self._condition:
            while self._count < wanted and not self._closed:
                self._idle.append(_Worker(self._memory))
                self._count += 1
            self._condition.notify_all()

    def parse(
        self,
        path: Path | str,
        password: str | None = None,
        on_head: OnHead | None = None,
        on_pages: OnPages | None = None,
        cancel: CancelToken | None = None,
        on_marks: OnMarks | None = None,
        on_links: OnLinks | None = None,
        turn: Sequence[Mark] = (),
    ) -> FileHead:
        """Read a file; blocks until it is read.

        Args:
            path: the file.
            password: for encrypted files.
            on_head: called once, in this thread, as soon as the head is known.
            on_pages: called in this thread with batches of pages, in order; without it only the head is read.
            cancel: stops the reading within a second.
            on_marks: called in this thread, after the pages, with what other programs marked, if anything.
            on_links: called in this thread, after the pages, with the links that stay in the file, if any.
            turn: marks that ``on_marks`` is to get as ``as_shown`` gives them, before all else.

        Raises:
            UnreadableFile: with a code; ``crashed``, ``timeout`` and ``memory`` cost one child process.
            Cancelled: when ``cancel`` was set.
        """
        child = self._take(cancel)
        keep = False
        try:
            reading = _Reading(child, Path(path), self._seconds, self._memory)
            head = reading.run(password, on_head, on_pages, cancel, on_marks, on_links, turn)
            keep = True
            return head
        except (UnreadableFile, Cancelled):
            keep = reading.clean
            raise
        finally:
            self._give_back(child, keep)

    def as_shown(
        self,
        path: Path | str,
        marks: Sequence[Mark],
        password: str | None = None,
        cancel: CancelToken | None = None,
    ) -> list[Mark]:
        """Marks that count in the PDF's own space, in the same order, with their boxes on the pages as shown.

        Raises:
            UnreadableFile: as ``parse`` does.
            Cancelled: when ``cancel`` was set.
        """
        placed: list[Mark] = []
        self.parse(path, password, cancel=cancel, on_marks=placed.extend, turn=marks)
        return placed

    def close(self) -> None:
        """End every child and wait for it; files that are being read end as crashed."""
        with self._condition:
            self._closed = True
            idle, self._idle = self._idle, []
            self._count -= len(idle)
            self._condition.notify_all()
        for child in idle:
            child.stop(_STOP_PATIENCE)
        with self._condition:
            self._condition.wait_for(lambda: self._count == 0, timeout=30)

    def __enter__(self) -> ParserPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self, cancel: CancelToken | None) -> _Worker:
        with self._condition:
            while True:
                if self._closed:
                    raise InternalError("The parser pool is closed.")
                if cancel is not None:
                    cancel.check()
                while self._idle:
                    child = self._idle.pop()
                    if child.process.is_alive():
                        return child
                    # Ended by another's doing (the system short of memory, a person): no file is to blame.
                    child.stop()
                    self._count -= 1
                if self._count < self._size:
                    self._count += 1
                    break
                self._condition.wait(0.2)
        try:
            return _Worker(self._memory)
        except BaseException:
            with self._condition:
                self._count -= 1
            raise

    def _give_back(self, child: _Worker, keep: bool) -> None:
        # A child that grew by one big file gives the memory back to the system only by ending.
        keep = keep and child.rss() < self._memory // 2
        with self._condition:
            keep = keep and not self._closed
            if keep:
                self._idle.append(child)
                self._condition.notify()
        if keep:
            return
        child.stop()
        with self._condition:
            self._count -= 1
            self._condition.notify_all()


class _Reading:
    """One file on its way through one child."""

    def __init__(self, child: _Worker, path: Path, seconds: float, memory: int) -> None:
        self._child = child
        self._path = path
        self._seconds = seconds
        self._memory = memory
        self._head: FileHead | None = None
        self._begun = self._moved = time.monotonic()
        self._looked = 0.0
        self._page = 0
        #: Whether the child has answered in full and can take the next file.
        self.clean = False

    def run(
        self,
        password: str | None,
        on_head: OnHead | None,
        on_pages: OnPages | None,
        cancel: CancelToken | None,
        on_marks: OnMarks | None = None,
        on_links: OnLinks | None = None,
        turn: Sequence[Mark] = (),
    ) -> FileHead:
        """Send the request and hand on what comes back."""
        pages = on_pages is not None
        request = worker.Request(str(self._path), password, self._seconds, pages, list(turn))
        try:
            self._await_start(cancel)
            self._child.connection.send_bytes(worker.encode(request))
            self._begun = self._moved = time.monotonic()
            while True:
                reply = self._next(cancel)
                if isinstance(reply, worker.Head):
                    self._head = reply.head
                    if on_head is not None:
                        on_head(reply.head)
                elif isinstance(reply, worker.Pages):
                    if on_pages is not None:
                        on_pages(reply.pages)
                        self._moved = time.monotonic()
                elif isinstance(reply, worker.Marks):
                    if on_marks is not None:
                        on_marks(reply.marks)
                        self._moved = time.monotonic()
                elif isinstance(reply, worker.Links):
                    if on_links is not None:
                        on_links(reply.links)
                        self._moved = time.monotonic()
                elif isinstance(reply, worker.Failed):
                    self.clean = True
                    raise UnreadableFile(reply.message, reply.way_out, code=reply.code)
                elif isinstance(reply, worker.Done):
                    self.clean = True
                    break
        except (EOFError, OSError) as error:
            raise self._crashed() from error
        if self._head is None:
            raise self._crashed()
        return self._head

    def _await_start(self, cancel: CancelToken | None) -> None:
        if self._child.ready:
            return
        until = time.monotonic() + _START_SECONDS
        while not self._child.connection.poll(_LOOK):
            if cancel is not None:
                cancel.check()
            if time.monotonic() > until:
                raise InternalError("The process that reads files does not start.")
        self._child.connection.recv_bytes()
        self._child.ready = True

    def _next(self, cancel: CancelToken | None) -> worker.Reply:
        connection = self._child.connection
        while not connection.poll(_LOOK):
            if cancel is not None and cancel.cancelled:
                self._abandon()
                raise Cancelled
            self._check_limits()
        if cancel is not None and cancel.cancelled:
            self._abandon()
            raise Cancelled
        self._check_limits()
        reply = worker.decode_reply(connection.recv_bytes())
        self._moved = time.monotonic()
        if isinstance(reply, worker.Tick):
            self._page = reply.page
        elif isinstance(reply, worker.Pages) and reply.pages:
            self._page = reply.pages[-1].number
        return reply

    def _abandon(self) -> None:
        """Ask the child to stop; it is kept when it does so quickly, else the pool ends it."""
        connection = self._child.connection
        until = time.monotonic() + _STOP_PATIENCE
        with contextlib.suppress(EOFError, OSError):
            connection.send_bytes(b"")
            while (left := until - time.monotonic()) > 0:
                if connection.poll(left) and isinstance(
                    worker.decode_reply(connection.recv_bytes()), worker.Done | worker.Failed
                ):
                    self.clean = True
                    return

    def _check_limits(self) -> None:
        now = time.monotonic()
        allowed = self._seconds + _SECONDS_A_PAGE * (self._head.pages if self._head else 0)
        if now - self._moved > self._seconds or now - self._begun > allowed:
            raise self._refusal(
                f"took more than {self._seconds:.0f} seconds{self._where()}",
                "Raise the time limit in the settings, or print the file anew as PDF.",
                "timeout",
            )
        if now - self._looked > _MEMORY_LOOK:
            self._looked = now
            if self._child.rss() > self._memory:
                raise self._refusal(
                    f"needs more than {self._memory >> 20} MB of memory{self._where()}",
                    "Raise the memory limit in the settings, or split the file.",
                    "memory",
                )

    def _crashed(self) -> UnreadableFile:
        return self._refusal(
            f"made the reading process end{self._where()}",
            "Print the file anew as PDF and try that.",
            "crashed",
        )

    def _where(self) -> str:
        return f" at page {self._page}" if self._page else ""

    def _refusal(self, what: str, way_out: str, code: str) -> UnreadableFile:
        return UnreadableFile(f"“{self._path.name}” {what}.", way_out, code=code)
