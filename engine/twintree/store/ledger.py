"""The ledger: one SQLite file that holds the truth; one writer, many readers, numbered migrations."""

from __future__ import annotations

import contextlib
import datetime
import errno
import importlib
import pkgutil
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from twintree.base.errors import LibraryBusy, LibraryDamaged, LibraryTooNew, StorageProblem
from twintree.store import migrations

#: Milliseconds that a connection waits for another one inside this process before it gives up.
_BUSY_TIMEOUT = 20_000


def now() -> str:
    """The current time in UTC, to the millisecond, sortable as text."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def steps() -> list[tuple[int, str]]:
    """The migrations in order, as (number, SQL)."""
    found = []
    for module in pkgutil.iter_modules(migrations.__path__):
        if module.name.startswith("m"):
            number = int(module.name[1:5])
            found.append((number, importlib.import_module(f"{migrations.__name__}.{module.name}").SQL))
    return sorted(found)


class Ledger:
    """Connections to one ``ledger.sqlite``.

    ``write()`` hands out the single writing connection inside a transaction; ``read()`` gives the calling
    thread its own read-only connection, which sees the last committed state.
    """

    def __init__(self, path: Path, *, readonly: bool = False) -> None:
        self.path = path
        self.readonly = readonly
        self._lock = threading.RLock()
        self._depth = 0
        self._local = threading.local()
        self._readers: list[sqlite3.Connection] = []
        self._closed = False
        self._writer: sqlite3.Connection | None = None
        with translated():
            if not readonly:
                self._writer = self._connect(writable=True)
                _migrate(self._writer)
            else:
                _refuse_newer(self.read())

    def _connect(self, *, writable: bool) -> sqlite3.Connection:
        mode = "rwc" if writable else "ro"
        connection = sqlite3.connect(
            f"{self.path.resolve().as_uri()}?mode={mode}",
            uri=True,
            timeout=_BUSY_TIMEOUT / 1000,
            isolation_level=None,
            check_same_thread=False,
        )
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA cache_size = -32000")
        connection.execute("PRAGMA mmap_size = 268435456")
        if writable:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
        return connection

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """One transaction on the writing connection; nested calls join the outer one."""
        if self._writer is None:
            raise LibraryBusy("This library is open for reading only.", "Close the process that writes it, then try again.")
        with self._lock, translated():
            if self._depth:
                self._depth += 1
                try:
                    yield self._writer
                finally:
                    self._depth -= 1
                return
            self._writer.execute("BEGIN IMMEDIATE")
            self._depth = 1
            try:
                yield self._writer
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._writer.execute("ROLLBACK")
                raise
            else:
                self._commit()
            finally:
                self._depth = 0

    def _commit(self) -> None:
        assert self._writer is not None
        try:
            self._writer.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._writer.execute("ROLLBACK")
            raise

    def read(self) -> sqlite3.Connection:
        """This thread's read-only connection."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            with translated():
                connection = self._connect(writable=False)
            self._local.connection = connection
            with self._lock:
                self._readers.append(connection)
        return connection

    def truncate_log(self) -> None:
        """Fold the write-ahead log into the file and empty it, so that deleted text leaves the disk."""
        with self._lock, translated():
            if self._writer is not None:
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close every connection; safe to call twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            for connection in [*self._readers, *([self._writer] if self._writer else [])]:
                connection.close()
            self._readers.clear()
            self._writer = None


def _migrate(connection: sqlite3.Connection) -> None:
    _refuse_newer(connection)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    for number, sql in steps():
        if number <= version:
            continue
        # executescript would commit by itself; the step and its record must be one transaction.
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in _statements(sql):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def _statements(sql: str) -> Iterator[str]:
    pending = ""
    for line in sql.splitlines():
        pending += line + "\n"
        if line.rstrip().endswith(";") and sqlite3.complete_statement(pending):
            yield pending
            pending = ""
    if pending.strip():
        yield pending


def _refuse_newer(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    newest = steps()[-1][0]
    if version > newest:
        raise LibraryTooNew(
            f"This library has format {version}; this Twintree knows formats up to {newest}.",
            "Open it with the newer Twintree that wrote it.",
        )


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Turn SQLite's and the system's errors into ours."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise _translate(error) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EIO):
            raise storage_problem(error) from error
        raise


def storage_problem(error: OSError) -> StorageProblem:
    """A full disk, a read-only or a vanished folder, in plain words."""
    where = f" ({error.filename})" if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StorageProblem(f"The disk is full{where}.", "Free some space; the work goes on from where it stopped.", code="disk_full")
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return StorageProblem(f"The folder cannot be written{where}.", "Check its permissions.", code="read_only")
    return StorageProblem(f"The disk reported an error{where}: {error.strerror}.", "Check the drive.", code="storage")


def _translate(error: sqlite3.DatabaseError) -> Exception:
    text = str(error).lower()
    if "disk is full" in text or "disk i/o error" in text:
        return StorageProblem("The disk is full or failing.", "Free some space; the work goes on from where it stopped.", code="disk_full")
    if "readonly" in text or "unable to open" in text:
        return StorageProblem("The library's folder cannot be written or read.", "Check that it is there and its permissions.", code="read_only")
    if "locked" in text or "busy" in text:
        return LibraryBusy("Another process writes this library.", "Wait until it is done, or close it.")
    if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError) or "no such" in text or "syntax" in text:
        return error
    if "malformed" in text or "not a database" in text or "corrupt" in text:
        return LibraryDamaged("The ledger of this library is damaged.", "Run `twintree check`, and restore ledger.sqlite from a backup.")
    return error
