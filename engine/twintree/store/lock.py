"""The writer's lock: which process writes a library, held for its life and freed by its death."""

from __future__ import annotations

import contextlib
import datetime
import errno
import os
import socket
import sys
from pathlib import Path
from typing import Any

import msgspec

from twintree.base.errors import LibraryBusy, StorageProblem
from twintree.store.ledger import storage_problem

#: Where the locked byte lies: far behind the text, since Windows forbids reading what is locked.
_LOCKED_BYTE = 1 << 30
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class Holder(msgspec.Struct, frozen=True):
    """Who holds the lock."""

    pid: int
    host: str
    program: str
    since: str

    def __str__(self) -> str:
        return f"{self.program} (process {self.pid} on {self.host}, since {self.since})"


class WriterLock:
    """An operating-system lock on ``<root>/lock``; the file stays, and names its last holder.

    Raises:
        LibraryBusy: another process (or another ``WriterLock`` of this one) holds it; the message names it.
        StorageProblem: the folder cannot be written or locked.
    """

    def __init__(self, root: Path) -> None:
        self.path = root / "lock"
        self._file: int | None = None
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
            self._take(self._file)
        except OSError as error:
            self.release()
            raise storage_problem(error) from error
        except BaseException:
            self.release()
            raise

    def _take(self, file: int) -> None:
        try:
            _lock(file)
        except OSError as error:
            if error.errno in _TAKEN:
                raise _busy(self.path) from None
            raise StorageProblem(
                f"The file system of {self.path.parent} cannot lock files.",
                "Keep the library on a drive of this machine.",
            ) from error
        try:
            os.ftruncate(file, 0)
            os.write(file, msgspec.json.encode(_me()))
            os.fsync(file)
        except OSError as error:
            # Who holds it is told to people only: a full disk must not keep the library shut.
            if error.errno not in _NO_ROOM:
                raise

    def release(self) -> None:
        """Give the lock up; safe to call twice."""
        if self._file is not None:
            os.close(self._file)  # closing frees the lock
            self._file = None

    def __enter__(self) -> WriterLock:
        return self

    def __exit__(self, *error: object) -> None:
        self.release()


def holder(root: Path) -> Holder | None:
    """Who holds a library's lock now; None when nobody does."""
    path = root / "lock"
    try:
        file = os.open(path, os.O_RDWR)
    except OSError:
        return None
    try:
        _lock(file)
    except OSError:
        return _read(path)
    finally:
        os.close(file)
    return None


def _busy(path: Path) -> LibraryBusy:
    who = _read(path)
    name = str(who) if who else "another process"
    return LibraryBusy(
        f"This library is being written by {name}.",
        "Wait until it is done, or close it; reading works meanwhile.",
    )


def _read(path: Path) -> Holder | None:
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(path.read_bytes(), type=Holder)
    return None


def _me() -> Holder:
    since = datetime.datetime.now(datetime.UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    return Holder(os.getpid(), socket.gethostname(), program_name(sys.argv[0]), since)


def program_name(path: str) -> str:
    """What a person would call the program of this path: ``python -m`` gives a module's ``__main__.py``."""
    program = Path(path or "twintree")
    name = program.parent.name if program.stem == "__main__" else program.stem
    return "Twintree's window" if name in ("twintree_desktop", "twintree-desktop") else name


_msvcrt: Any
_fcntl: Any
if sys.platform == "win32":
    import msvcrt as _msvcrt
else:
    import fcntl as _fcntl


def _lock(file: int) -> None:
    if sys.platform == "win32":
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        _msvcrt.locking(file, _msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
    else:
        _fcntl.flock(file, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
