"""Sound copies of another program's SQLite database, which it may be writing, and how they are read."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import time
from pathlib import Path
from typing import Any

from twintree.base.errors import UnreadableFile

_TRIES = 3


def copied(database: Path, scratch: Path) -> Path:
    """A sound copy of a database that another process may be writing, and holds locked.

    The bytes are copied, not read through SQLite, which would respect the lock, and might write beside it.

    Raises:
        UnreadableFile: it cannot be copied, or is damaged (``vanished``).
    """
    target = scratch / database.name
    problem = "it changes all the time"
    for attempt in range(_TRIES):
        before = stamps(database)
        try:
            for suffix in ("", "-wal", "-journal"):
                source = database.with_name(database.name + suffix)
                part = target.with_name(target.name + suffix)
                part.unlink(missing_ok=True)
                if source.is_file():
                    shutil.copyfile(source, part)
            if before == stamps(database) and _is_sound(target):
                return target
        except OSError as error:
            problem = error.strerror or str(error)
        except sqlite3.DatabaseError as error:
            problem = str(error)
        time.sleep(0.2 * attempt)
    raise UnreadableFile(
        f"{database} cannot be copied: {problem}.", "Close Zotero, and try again.", code="vanished"
    )


def stamps(database: Path) -> list[tuple[int, int]]:
    """Size in bytes and time of change in nanoseconds of a database and of what belongs to it."""
    stamps = []
    for suffix in ("", "-wal", "-journal"):
        path = database.with_name(database.name + suffix)
        if path.is_file():
            status = path.stat()
            stamps.append((status.st_size, status.st_mtime_ns))
    return stamps


def _is_sound(path: Path) -> bool:
    with contextlib.closing(opened(path)) as connection:
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")


def opened(path: Path) -> sqlite3.Connection:
    """Open a copy; bytes in it are read as text, with marks for what is no UTF-8."""
    # The copy is ours: an unfinished transaction of Zotero's is rolled back in it.
    connection = sqlite3.connect(path)
    # What a broken sync or add-on left as bytes, or in another encoding, costs its own characters only.
    connection.text_factory = _decoded
    connection.row_factory = _row
    return connection


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _row(cursor: sqlite3.Cursor, values: tuple[Any, ...]) -> sqlite3.Row:
    return sqlite3.Row(cursor, tuple(_decoded(each) if isinstance(each, bytes) else each for each in values))
