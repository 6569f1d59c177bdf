"""The ledger: one SQLite file that holds the truth; one writer, many readers, numbered migrations."""

from __future__ import annotations

import contextlib
import datetime
import errno
import importlib
import itertools
import os
import pkgutil
import shutil
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from twintree.base.crashpoints import crash_point
from twintree.base.errors import (
    InternalError,
    LibraryBusy,
    LibraryDamaged,
    LibraryTooNew,
    StorageProblem,
    TwintreeError,
    WrongUse,
)
from twintree.store import migrations

#: Milliseconds that a connection waits for another one before it gives up.
_BUSY_TIMEOUT = 20_000
#: Bytes of the file by which SQLite's readers and writers share a log.
_SHARED = 1 << 15
_FULL = "Free some space; the work goes on from where it stopped."

#: A connection, what others have written before it, what it has written itself; see ``Ledger.state``.
LedgerState = tuple[int, int, int]


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
    thread its own read-only connection, which sees the last committed state, or, inside this thread's own
    ``write()``, the writing connection, so that a transaction sees what it wrote.

    A ledger opened with ``readonly`` works beside a writer in another process, and in a folder that cannot
    be written.
    """

    def __init__(self, path: Path, *, readonly: bool = False) -> None:
        self.path = path
        self.readonly = readonly
        self._lock = threading.RLock()
        self._readers_lock = threading.Lock()
        self._depth = 0
        self._owner = 0
        self._local = threading.local()
        self._numbers = itertools.count(1)
        self._readers: list[tuple[weakref.ref[threading.Thread], sqlite3.Connection]] = []
        self._closed = False
        self._immutable = False
        self._writer: sqlite3.Connection | None = None
        self._followers: list[Callable[[sqlite3.Connection], None]] = []
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    @property
    def root(self) -> Path:
        """The library's folder."""
        return self.path.parent

    def _open(self) -> None:
        if self.readonly and not self.path.is_file():
            raise StorageProblem(
                f"{self.root} holds no library.", "Check the path, or make one with `twintree new`."
            )
        with translated():
            if self.readonly:
                self._immutable = self._must_be_immutable()
                _refuse_strange(self.read(), self.root)
            else:
                self._writer = self._connect(writable=True)
                _migrate(self._writer)

    def _must_be_immutable(self) -> bool:
        # In a folder that cannot be written, or on a full disk, SQLite cannot make the shared-memory file that WAL
        # needs. With no log left over, the file alone is the whole truth, and nobody else can have it open.
        if _size(_beside(self.path, "-shm")) >= _SHARED:
            return False
        writable = os.access(self.root, os.W_OK)
        if writable and shutil.disk_usage(self.root).free >= _SHARED:
            return False
        if _size(_beside(self.path, "-wal")):
            if writable:
                raise StorageProblem(
                    "This library was not closed cleanly, and the disk is full.", _FULL, code="disk_full"
                )
            raise StorageProblem(
                "This library was not closed cleanly, and its folder cannot be written.",
                "Open it once where it can be written, or copy it to such a folder.",
                code="read_only",
            )
        return True

    def _connect(self, *, writable: bool) -> sqlite3.Connection:
        mode = "mode=rwc" if writable else "mode=ro&immutable=1" if self._immutable else "mode=ro"
        connection = sqlite3.connect(
            f"{self.path.resolve().as_uri()}?{mode}",
            uri=True,
            timeout=_BUSY_TIMEOUT / 1000,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            _configure(connection, writable=writable)
        except BaseException:
            connection.close()
            raise
        return connection

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """One transaction on the writing connection; nested calls join the outer one.

        Whatever is raised inside undoes everything since the ``with`` that it leaves.

        Raises:
            LibraryBusy: this ledger is open for reading only.
            StorageProblem: the disk is full or cannot be written; nothing was changed.
        """
        with self._lock, translated():
            connection = self._writing()
            if self._depth:
                with self._nested(connection):
                    yield connection
                return
            if not self.path.exists():
                # SQLite would write into the file that it holds open, and with it everything would be lost.
                raise StorageProblem(
                    f"The library's folder is gone ({self.path.parent}).",
                    "Connect its drive, or bring the folder back, and open the library again.",
                    code="vanished",
                )
            connection.execute("BEGIN IMMEDIATE")
            self._depth, self._owner = 1, threading.get_ident()
            try:
                yield connection
                for follow in self._followers:
                    follow(connection)
                crash_point("ledger.before_commit")
                connection.execute("COMMIT")
                crash_point("ledger.committed")
            except BaseException:
                # A full disk may have rolled back by itself already.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            finally:
                self._depth, self._owner = 0, 0

    @contextlib.contextmanager
    def _nested(self, connection: sqlite3.Connection) -> Iterator[None]:
        name = f"nested{self._depth}"
        connection.execute(f"SAVEPOINT {name}")
        self._depth += 1
        try:
            yield
            connection.execute(f"RELEASE {name}")
        except BaseException:
            if connection.in_transaction:
                connection.execute(f"ROLLBACK TO {name}")
                connection.execute(f"RELEASE {name}")
            raise
        finally:
            self._depth -= 1

    def before_commit(self, prepare: Sequence[str], follow: Callable[[sqlite3.Connection], None]) -> None:
        """Let ``follow`` run at the end of every transaction, inside of it.

        Args:
            prepare: statements for the writing connection, run once: temporary tables and triggers.
            follow: what it writes belongs to the transaction; what it raises undoes that.
        """
        with self._lock, translated():
            for statement in prepare:
                self._writing().execute(statement)
            self._followers.append(follow)

    def _writing(self) -> sqlite3.Connection:
        if self._writer is None:
            if self._closed:
                raise InternalError("The library is closed.")
            raise LibraryBusy(
                "This library is open for reading only.", "Close the process that writes it, then try again."
            )
        return self._writer

    def read(self) -> sqlite3.Connection:
        """This thread's read-only connection; inside its own ``write()``, the writing one."""
        if self._owner == threading.get_ident() and self._writer is not None:
            return self._writer
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None or self._closed:
            connection = self._new_reader()
            self._local.connection, self._local.number = connection, next(self._numbers)
        return connection

    def state(self) -> LedgerState:
        """A mark of what ``read()`` sees now: while it is the same, nobody has written anything.

        Marks tell only whether to look again: another thread's is another one, whatever was written.
        """
        connection = self.read()
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        if connection is self._writer:
            return 0, version, connection.total_changes
        # SQLite counts for each connection by itself, all from the same number, and a thread's id is soon
        # another thread's: only the connection's own number tells two of them apart.
        return self._local.number, version, 0

    def _new_reader(self) -> sqlite3.Connection:
        if self._closed:
            raise InternalError("The library is closed.")
        with translated():
            connection = self._connect(writable=False)
        with self._readers_lock:
            alive = []
            for thread, other in self._readers:
                owner = thread()
                if owner is None or not owner.is_alive():
                    other.close()
                else:
                    alive.append((thread, other))
            alive.append((weakref.ref(threading.current_thread()), connection))
            self._readers = alive
        return connection

    def truncate_log(self) -> bool:
        """Fold the write-ahead log into the file and empty it, so that deleted text leaves the disk.

        Returns:
            False when a reader of another process held on to the log for too long: try again later.
        """
        with self._lock, translated():
            busy = self._writing().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        return not busy

    def close(self) -> None:
        """Close every connection; safe to call twice."""
        with self._lock, self._readers_lock:
            self._closed = True
            for _, connection in self._readers:
                connection.close()
            self._readers.clear()
            if self._writer is not None:
                self._writer.close()
                self._writer = None


def audit(connection: sqlite3.Connection, action: str, subject: str, detail: str = "") -> None:
    """Append to the audit log: ids and hashes only, never text, so that a deletion need not rewrite it."""
    connection.execute(
        "INSERT INTO audit (at, action, subject, detail) VALUES (?, ?, ?, ?)",
        (now(), action, subject, detail),
    )


def touch(connection: sqlite3.Connection, papers: Iterable[str]) -> None:
    """Raise the revision of papers, so that the projections follow, and note when they were changed."""
    connection.executemany(
        "UPDATE paper SET revision = revision + 1, modified = ? WHERE id = ?",
        [(now(), each) for each in papers],
    )


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _configure(connection: sqlite3.Connection, *, writable: bool) -> None:
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA cache_size = -32000")
    connection.execute("PRAGMA mmap_size = 268435456")
    connection.execute("PRAGMA temp_store = MEMORY")
    if writable:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")


def _migrate(connection: sqlite3.Connection) -> None:
    version = _refuse_newer(connection)
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
            if connection.in_transaction:
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


def _refuse_newer(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    newest = steps()[-1][0]
    if version > newest:
        raise LibraryTooNew(
            f"This library has format {version}; this Twintree knows formats up to {newest}.",
            "Open it with the newer Twintree that wrote it.",
        )
    return version


def _refuse_strange(connection: sqlite3.Connection, root: Path) -> None:
    version = _refuse_newer(connection)
    if version == 0:
        raise LibraryDamaged(
            f"The ledger in {root} is empty.", "Open the library for writing once, or restore it."
        )
    if version < steps()[-1][0]:
        raise LibraryBusy(
            "This library has an older format and cannot be converted while it is open for reading only.",
            "Open it for writing once.",
        )


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Turn SQLite's and the system's errors into ours."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise _translate(error) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO):
            raise storage_problem(error) from error
        raise


def storage_problem(error: OSError) -> StorageProblem:
    """A full disk, a read-only or a vanished folder, in plain words."""
    where = f" ({error.filename})" if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StorageProblem(f"The disk is full{where}.", _FULL, code="disk_full")
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        done = "written" if error.errno == errno.EROFS else "read or written"
        return StorageProblem(
            f"The folder cannot be {done}{where}.", "Check its permissions.", code="read_only"
        )
    if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP, errno.EISDIR):
        return StorageProblem(
            f"This path cannot be used{where}: {error.strerror}.", "Check it, and its drive."
        )
    return StorageProblem(f"The disk reported an error{where}: {error.strerror}.", "Check the drive.")


def _translate(error: sqlite3.DatabaseError) -> Exception:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    # The file that a log's readers share could not be given its size: the disk is full, whatever SQLite calls it.
    made = _BY_CODE.get(sqlite3.SQLITE_FULL if code == sqlite3.SQLITE_IOERR_SHMSIZE else code & 0xFF)
    if made is not None:
        kind, message, way_out, word = made
        return kind(message, way_out, code=word)
    if "fts5:" in str(error) or "unterminated string" in str(error):
        return WrongUse("This search cannot be read.", "Put the words in quotes.")
    return error


_BY_CODE: dict[int, tuple[type[TwintreeError], str, str, str | None]] = {
    sqlite3.SQLITE_FULL: (StorageProblem, "The disk is full.", _FULL, "disk_full"),
    sqlite3.SQLITE_IOERR: (
        StorageProblem,
        "The disk reported an error while the ledger was read or written.",
        "Check the drive and its free space; nothing that was finished is lost.",
        None,
    ),
    sqlite3.SQLITE_READONLY: (
        StorageProblem,
        "The library's folder cannot be written.",
        "Check its permissions.",
        "read_only",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        StorageProblem,
        "The library's folder cannot be read or written.",
        "Check that it is there, and its permissions.",
        "read_only",
    ),
    sqlite3.SQLITE_BUSY: (
        LibraryBusy,
        "Another process writes this library.",
        "Wait until it is done, or close it.",
        None,
    ),
    sqlite3.SQLITE_LOCKED: (
        LibraryBusy,
        "Another process writes this library.",
        "Wait until it is done, or close it.",
        None,
    ),
    sqlite3.SQLITE_CORRUPT: (
        LibraryDamaged,
        "The ledger of this library is damaged.",
        "Restore ledger.sqlite from a backup; the papers under files/ are whole, and can be imported anew.",
        None,
    ),
    sqlite3.SQLITE_NOTADB: (
        LibraryDamaged,
        "The file ledger.sqlite of this library is not a ledger.",
        "Restore it from a backup.",
        None,
    ),
}
