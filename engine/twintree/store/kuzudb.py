"""Kuzu as we use it: one open database, pooled reading connections, one writer, errors in our words."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib.util  # noqa: F401 - Kuzu uses it without importing it
import os
import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from twintree.base import process
from twintree.base.errors import (
    Cancelled,
    EnvironmentProblem,
    InternalError,
    LibraryDamaged,
    StorageProblem,
    TwintreeError,
    WrongUse,
)
from twintree.base.progress import CancelToken
from twintree.store import durable

#: Bytes that Kuzu may keep in memory; its own default takes most of the machine's.
BUFFER_POOL = 256 << 20
_THREADS = 4
_IDLE = 8
_BLOCK = 1 << 20


#: Bytes that must be free beside as many as the file has: where the disk fills up under it, Kuzu ends the whole
#: process. A new graph takes 12 MB, and its log and what a checkpoint writes beside it as much again.
_ROOM = 32 << 20


class Closed(InternalError):
    """The database was closed before the query began."""


class KuzuDatabase:
    """One database file; readers work beside the one writer, but not beside a checkpoint.

    Args:
        path: the file; made when it is not there.
        buffer_pool: bytes that Kuzu may keep in memory.
        readonly: neither write nor make it; needs no room on the disk, and no right to write.

    Raises:
        StorageProblem: it cannot be written, or read, or the disk has no room for what Kuzu writes beside it.
    """

    def __init__(self, path: Path, buffer_pool: int = BUFFER_POOL, *, readonly: bool = False) -> None:
        import kuzu

        if readonly:
            refuse_unreadable(path)
        else:
            _refuse_unwritable(path)
            _make_sure_of_room(path)
        self.readonly = readonly
        self._kuzu = kuzu
        self._gate = threading.Condition()
        self._waiting = 0
        self._idle: list[Any] = []
        self._busy: set[Any] = set()
        self._closed = False
        with _translated():
            self._database = kuzu.Database(
                ascii_path(path),
                buffer_pool_size=buffer_pool,
                max_num_threads=min(_THREADS, process.cores()),
                auto_checkpoint=False,
                read_only=readonly,
            )
            self._writer: Any = kuzu.Connection(self._database)
            if not readonly:
                # Otherwise closing rewrites the file, and its hash would no longer be the one we noted.
                _run(self._writer, "CALL force_checkpoint_on_close=false")

    def read(
        self, cypher: str, parameters: Mapping[str, Any] | None = None, cancel: CancelToken | None = None
    ) -> list[tuple[Any, ...]]:
        """Run a reading query; ``cancel`` interrupts it.

        Raises:
            WrongUse: it cannot be read, or would write.
            Cancelled: ``cancel`` was set.
        """
        with self._reading() as connection, _translated():
            _run(connection, "BEGIN TRANSACTION READ ONLY")
            try:
                with _interrupting(connection, cancel):
                    return _rows(connection.execute(cypher, dict(parameters or {})))
            finally:
                # A failed statement has ended the transaction already.
                with contextlib.suppress(RuntimeError):
                    _run(connection, "COMMIT")

    def arrow(self, cypher: str) -> Any:
        """The whole result of a reading query as a pyarrow table."""
        with self._reading() as connection, _translated():
            result = connection.execute(cypher)
            try:
                return result.get_as_arrow()
            finally:
                result.close()

    def write(self, cypher: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """Run a statement on the writing connection; only one thread may."""
        with _translated():
            return _rows(self._writer.execute(cypher, dict(parameters or {})))

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All of the writes inside, or none."""
        self.write("BEGIN TRANSACTION")
        try:
            yield
        except BaseException:
            with contextlib.suppress(TwintreeError):  # Kuzu may have rolled back by itself
                self.write("ROLLBACK")
            raise
        # A COPY makes the commit a checkpoint, which fails while any query runs.
        with self._alone():
            self.write("COMMIT")

    def checkpoint(self) -> None:
        """Fold the log into the file, once the queries that run now are done."""
        with self._alone():
            self.write("CHECKPOINT")

    def close(self, *, interrupt: bool = True) -> None:
        """Wait for what runs, or interrupt it, and close; safe to call twice."""
        with self._alone(interrupt=interrupt):
            if self._closed:
                return
            self._closed = True
            for connection in [*self._idle, self._writer]:
                connection.close()
            self._idle.clear()
            self._database.close()

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Any]:
        with self._gate:
            while self._waiting:  # whoever wants to be alone goes first
                self._gate.wait()
            if self._closed:
                raise Closed("The graph is closed.")
            connection = self._idle.pop() if self._idle else self._kuzu.Connection(self._database)
            self._busy.add(connection)
        try:
            yield connection
        finally:
            with self._gate:
                self._busy.discard(connection)
                if len(self._idle) < _IDLE:
                    self._idle.append(connection)
                else:
                    connection.close()
                self._gate.notify_all()

    @contextlib.contextmanager
    def _alone(self, *, interrupt: bool = False) -> Iterator[None]:
        with self._gate:
            self._waiting += 1
            try:
                while self._busy:
                    for connection in self._busy if interrupt else ():
                        connection.interrupt()
                    self._gate.wait(0.1)
                yield
            finally:
                self._waiting -= 1
                self._gate.notify_all()


def _run(connection: Any, cypher: str) -> None:
    connection.execute(cypher).close()


def _rows(result: Any) -> list[tuple[Any, ...]]:
    try:
        return [tuple(row) for row in result.get_all()]
    finally:
        result.close()


@contextlib.contextmanager
def _interrupting(connection: Any, cancel: CancelToken | None) -> Iterator[None]:
    if cancel is None:
        yield
        return
    cancel.check()
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            # Again and again: a query that is not under way yet forgets that it was told to stop.
            if cancel.wait(0.05):
                connection.interrupt()
                done.wait(0.05)

    watcher = threading.Thread(target=watch, name="graph-cancel")
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
    cancel.check()  # told to stop at the last moment: the answer is not wanted any more


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (RuntimeError, OSError) as error:
        raise _translate(str(error)) from error


def _translate(text: str) -> TwintreeError:
    line = text.splitlines()[0] if text else "no reason given"
    if "Interrupted" in text:
        return Cancelled()
    if text.startswith(("Parser exception", "Binder exception", "Catalog exception", "Conversion exception")):
        return WrongUse(f"The graph cannot answer this query: {line}.", "See the tables in engine/README.md.")
    if "read-only transaction" in text:
        return WrongUse("Queries may only read the graph.", "Change papers through the library.")
    if "Could not set lock" in text or "set lock on file" in text:
        return EnvironmentProblem(
            "Another process has the graph open.", "Wait until it is done, or close it."
        )
    if "No space left" in text:
        return StorageProblem("The disk is full.", "Free some space.", code="disk_full")
    if "Buffer manager exception" in text or "buffer pool" in text.lower():
        return EnvironmentProblem("The graph ran out of the memory that it may use.", "Ask for less at once.")
    if "database file" in text or "Corrupted" in text or "checksum" in text.lower():
        return LibraryDamaged(f"The graph cannot be opened: {line}.", "Run `twintree rebuild`.")
    return InternalError(f"The graph reported: {line}.", "Run `twintree rebuild`; if it stays, report it.")


# ── the file ─────────────────────────────────────────────────────────────────────────────────────────


def log_path(path: Path) -> Path:
    """Kuzu's write-ahead log of a database."""
    return path.with_name(path.name + ".wal")


def remove_database(path: Path) -> None:
    """Delete a database with its log: a log that stays behind would bring its rows back."""
    for each in (log_path(path), path.with_name(path.name + ".shadow"), path):
        durable.move_folder_aside(each)
        each.unlink(missing_ok=True)


def file_hash(path: Path) -> str:
    """SHA-256 of a database file; ``""`` when it is not there or has a log that is not folded in."""
    log = log_path(path)
    if log.exists() and log.stat().st_size:
        return ""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
    except OSError:
        return ""
    return digest.hexdigest()


def refuse_unreadable(path: Path) -> None:
    """Say that a database file cannot be read, which is not that it was altered.

    Raises:
        StorageProblem: it is there, and the rights to read it are not.
    """
    if path.exists() and not os.access(path, os.R_OK):
        raise StorageProblem(
            f"The file cannot be read ({path}).", "Check its permissions.", code="unreadable"
        )


def _refuse_unwritable(path: Path) -> None:
    if path.exists() and not os.access(path, os.W_OK):
        raise StorageProblem(
            f"The folder cannot be written ({path}).", "Check its permissions.", code="read_only"
        )


def _make_sure_of_room(path: Path) -> None:
    try:
        free = shutil.disk_usage(path.parent).free
        taken = path.stat().st_size if path.exists() else 0
    except OSError:
        return
    if free < _ROOM + taken:
        raise StorageProblem(
            "The disk is full.", "Free some space; the work goes on from where it stopped.", code="disk_full"
        )


def ascii_path(path: Path, *, windows: bool = os.name == "nt") -> str:
    """A way to write a path that Kuzu can open: on Windows it fails on anything but ASCII.

    The folder's short (8.3) name is taken, or, on a drive that keeps none, a folder of ours under
    ``%PROGRAMDATA%``: a projection may lie anywhere (PAINS 30).
    """
    if not windows or str(path).isascii():
        return str(path)
    short = _short_name(path.parent) / path.name
    if str(short).isascii():
        return str(short)
    base = Path(os.environ.get("PROGRAMDATA", r"C:\ProgramData")) / "Twintree" / "graphs"
    folder = base / hashlib.sha256(str(path).encode()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "graph.kuzu")


def _short_name(folder: Path) -> Path:
    library = getattr(ctypes, "windll", None)
    if library is None:
        return folder
    buffer = ctypes.create_unicode_buffer(32768)
    length = library.kernel32.GetShortPathNameW(str(folder), buffer, len(buffer))
    return Path(buffer.value) if length else folder


def columns_of(rows: Sequence[tuple[Any, ...]], kinds: Sequence[str]) -> Any:
    """Rows as a pyarrow table for ``COPY``, one column for each Kuzu type of ``kinds``."""
    import pyarrow

    types = {"STRING": pyarrow.string(), "INT64": pyarrow.int64(), "DOUBLE": pyarrow.float64()}
    arrays = [pyarrow.array([row[place] for row in rows], types[kind]) for place, kind in enumerate(kinds)]
    return pyarrow.table(arrays, names=[f"c{place}" for place in range(len(kinds))])
