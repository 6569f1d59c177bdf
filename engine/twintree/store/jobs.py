"""Long work as the ledger knows it: jobs, their items, and files that killed a worker."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec

from twintree.base.errors import NotFound
from twintree.base.ids import FileId, JobId, PaperId, new_job_id
from twintree.base.jobs import Job, JobItem
from twintree.store.ledger import Ledger, now

_COLUMNS = frozenset(JobItem.__struct_fields__) - {"position"}
#: A file that killed a worker so often is set aside (PAINS 4).
CRASH_LIMIT = 2
_TAKEN_OVER = "Interrupted; a later job does this work."
_INTERRUPTED = "Interrupted; resuming it goes on with what is left."


class JobStore:
    """Reads from any thread; every write is one transaction."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def create(self, kind: str, title: str, paths: Sequence[str] = (), options: Any = None) -> Job:
        """A new job, queued, with an item for each path."""
        job = new_job_id()
        with self._ledger.write() as connection:
            connection.execute(
                "INSERT INTO job (id, kind, title, options, state, created) VALUES (?, ?, ?, ?, 'queued', ?)",
                (job, kind, storable(title), msgspec.json.encode(options or {}).decode(), now()),
            )
            self.add_items(job, paths)
        return self.get(job)

    def add_items(self, job: str, paths: Sequence[str], papers: Sequence[str | None] = ()) -> None:
        """Append items, one a path; ``papers`` says whose file each is to become, where that is known."""
        known = papers or [None] * len(paths)
        with self._ledger.write() as connection:
            (first,) = connection.execute(
                "SELECT coalesce(max(position) + 1, 0) FROM job_item WHERE job = ?", (job,)
            ).fetchone()
            connection.executemany(
                "INSERT INTO job_item (job, position, path, paper) VALUES (?, ?, ?, ?)",
                [
                    (job, first + place, storable(path), paper)
                    for place, (path, paper) in enumerate(zip(paths, known, strict=True))
                ],
            )

    def get(self, job: str) -> Job:
        """One job with its figures.

        Raises:
            NotFound: no job has this id.
        """
        row = self._ledger.read().execute(f"{_JOB} WHERE id = ?", (job,)).fetchone()
        if row is None:
            raise NotFound(f"There is no job {job}.", "`twintree jobs` lists them.")
        return _job(row)

    def list(self, states: Sequence[str] = ()) -> Sequence[Job]:
        """Jobs, the newest first; only those in ``states`` when given."""
        where = f"WHERE state IN ({', '.join('?' * len(states))})" if states else ""
        rows = self._ledger.read().execute(f"{_JOB} {where} ORDER BY created DESC, id DESC", states)
        return [_job(row) for row in rows]

    def options(self, job: str) -> Any:
        """The options that a job was created with, decoded from JSON."""
        row = self._ledger.read().execute("SELECT options FROM job WHERE id = ?", (job,)).fetchone()
        return msgspec.json.decode(row[0]) if row else {}

    def items(self, job: str, states: Sequence[str] = ()) -> Sequence[JobItem]:
        """A job's items in order; only those in ``states`` when given."""
        where = f"AND state IN ({', '.join('?' * len(states))})" if states else ""
        sql = f"SELECT * FROM job_item WHERE job = ? {where} ORDER BY position"
        return [_item(row) for row in self._ledger.read().execute(sql, [job, *states])]

    def update_item(self, job: str, position: int, **values: Any) -> None:
        """Change columns of one item (``state``, ``stage``, ``paper``, ``pages_done``, …).

        Raises:
            TypeError: there is no such column.
        """
        unknown = values.keys() - _COLUMNS
        if unknown:
            raise TypeError(f"job items have no {', '.join(sorted(unknown))}")
        columns = ", ".join(f"{name} = ?" for name in values)
        with self._ledger.write() as connection:
            connection.execute(
                f"UPDATE job_item SET {columns} WHERE job = ? AND position = ?",
                [storable(v) if isinstance(v, str) else v for v in values.values()] + [job, position],
            )

    def settle_item(
        self, job: str, position: int, more: Sequence[tuple[str, PaperId]] = (), **values: Any
    ) -> None:
        """``update_item``, and append the files that this one brought, each for its paper, once."""
        with self._ledger.write() as connection:
            self.update_item(job, position, **values)
            rows = connection.execute("SELECT path FROM job_item WHERE job = ?", (job,)) if more else ()
            there = {row["path"] for row in rows}
            new = [(path, paper) for path, paper in more if storable(path) not in there]
            self.add_items(job, [path for path, _ in new], [paper for _, paper in new])

    def claim_file(self, job: str, position: int, file: str) -> bool:
        """Make an item the one of its job that brought a file; False when another one did, or is about to."""
        with self._ledger.write() as connection:
            rival = connection.execute(
                "SELECT 1 FROM job_item WHERE job = ? AND file = ? AND position <> ? "
                "AND state IN ('queued', 'running', 'done')",
                (job, file, position),
            ).fetchone()
            if rival is None:
                self.update_item(job, position, file=file)
            return rival is None

    def set_state(self, job: str, state: str, message: str = "") -> None:
        """Move a job on; ``done``, ``failed`` and ``cancelled`` are final and stamped with the time.

        Cancelling settles every item that is not settled yet. A cancelled job stays so, whatever a worker
        that has not heard of it yet says (PAINS 7); only putting it back to ``queued`` revives it. A job that
        is done is neither paused nor cancelled any more.
        """
        final = state in ("done", "failed", "cancelled")
        with self._ledger.write() as connection:
            moved = connection.execute(
                "UPDATE job SET state = ?1, message = ?2, finished = ?3 WHERE id = ?4 "
                "AND (state <> 'cancelled' OR ?1 IN ('queued', 'cancelled')) "
                "AND (state <> 'done' OR ?1 NOT IN ('paused', 'cancelled'))",
                (state, message, now() if final else None, job),
            ).rowcount
            if moved and state == "cancelled":
                connection.execute(
                    "UPDATE job_item SET state = 'cancelled' "
                    "WHERE job = ? AND state IN ('queued', 'running')",
                    (job,),
                )

    def take_up(self, job: str) -> None:
        """Queue a job that was paused, interrupted, cancelled or failed, with what was cancelled of it.

        Whoever works on it puts back what was in hand (``requeue``).
        """
        with self._ledger.write() as connection:
            if self.get(job).state == "cancelled":
                self.requeue(job, ("cancelled",))
            connection.execute(
                "UPDATE job SET state = 'queued', message = '', finished = NULL WHERE id = ? "
                "AND state IN ('queued', 'paused', 'cancelled', 'failed')",
                (job,),
            )

    def states(self, jobs: Collection[str]) -> dict[str, str]:
        """The states of these jobs; without the figures of ``get``, for whoever looks again and again."""
        marks = ", ".join("?" * len(jobs))
        rows = self._ledger.read().execute(f"SELECT id, state FROM job WHERE id IN ({marks})", [*jobs])
        return {row["id"]: row["state"] for row in rows}

    def begin(self, job: str) -> bool:
        """Move a queued job to ``running``; False when it was paused or cancelled in the meantime."""
        with self._ledger.write() as connection:
            sql = "UPDATE job SET state = 'running', finished = NULL WHERE id = ? AND state = 'queued'"
            return connection.execute(sql, (job,)).rowcount == 1

    def take_over(self, job: str, abandoned: Collection[str]) -> None:
        """Cancel what an ended process left queued where a new job does all of that again.

        Args:
            job: the new one, with its items.
            abandoned: jobs that an ended process left, and that nobody works on since.
        """
        mine = self.get(job)
        own = {(item.path, item.paper) for item in self.items(job)}
        for other in self.list(("queued",)):
            if other.id == job or other.id not in abandoned or other.kind != mine.kind:
                continue
            if self.options(other.id) != self.options(job):
                continue
            items = self.items(other.id)
            # A file that was begun has its paper already; one that is named again has none yet.
            left = [item for item in items if item.state in ("queued", "running")]
            # Where nothing is left its end is: that may queue work of its own, and is nobody else's.
            again = bool(left) and all({(item.path, item.paper), (item.path, None)} & own for item in left)
            # A folder or a file of records brings its further items once more.
            source = mine.title == other.title and own <= {(item.path, None) for item in items}
            if again or source:
                self.set_state(other.id, "cancelled", _TAKEN_OVER)

    def requeue(self, job: str, states: Sequence[str] = ("running",)) -> int:
        """Put items in ``states`` back into the queue: after a crash, or to retry ``failed`` ones.

        Returns:
            How many there were.
        """
        with self._ledger.write() as connection:
            changed = connection.execute(
                "UPDATE job_item SET state = 'queued', reason = '', way_out = '', code = '' "
                f"WHERE job = ? AND state IN ({', '.join('?' * len(states))})",
                [job, *states],
            )
            return changed.rowcount

    def interrupted(self) -> Sequence[Job]:
        """Jobs that were running when the process ended; on opening they go on, or wait for a word."""
        return self.list(("running",))

    def stop_interrupted(self) -> None:
        """Say of jobs whose process ended that they wait; only whoever holds the writer's lock may call it."""
        if not self.interrupted():
            return
        with self._ledger.write() as connection:
            connection.execute(
                "UPDATE job_item SET state = 'queued' WHERE state = 'running' "
                "AND job IN (SELECT id FROM job WHERE state = 'running')"
            )
            connection.execute(
                "UPDATE job SET state = 'queued', message = ? WHERE state = 'running'", (_INTERRUPTED,)
            )

    def delete(self, job: str) -> None:
        """Forget a job and its items."""
        with self._ledger.write() as connection:
            connection.execute("DELETE FROM job WHERE id = ?", (job,))

    def record_crash(self, sha256: str, reason: str) -> int:
        """Note that bytes killed a worker; returns how often they have by now."""
        with self._ledger.write() as connection:
            row = connection.execute(
                "INSERT INTO crash (sha256, times, reason) VALUES (?, 1, ?) ON CONFLICT (sha256) DO UPDATE "
                "SET times = times + 1, reason = excluded.reason RETURNING times",
                (sha256, reason),
            ).fetchone()
            times: int = row[0]
            return times

    def crashes(self, sha256: str) -> int:
        """How often these bytes killed a worker; at ``CRASH_LIMIT`` they are set aside."""
        row = self._ledger.read().execute("SELECT times FROM crash WHERE sha256 = ?", (sha256,)).fetchone()
        return row[0] if row else 0

    def forgive(self, sha256: str) -> None:
        """Let bytes that were set aside be tried again."""
        with self._ledger.write() as connection:
            connection.execute("DELETE FROM crash WHERE sha256 = ?", (sha256,))


_JOB = (
    "SELECT job.*, (SELECT count(*) FROM job_item WHERE job = job.id) AS total, "
    "(SELECT count(*) FROM job_item WHERE job = job.id AND state IN "
    "('done', 'failed', 'duplicate', 'ignored')) AS settled, "
    "(SELECT count(*) FROM job_item WHERE job = job.id AND state = 'failed') AS failures FROM job"
)


def _job(row: sqlite3.Row) -> Job:
    return Job(
        id=JobId(row["id"]),
        kind=row["kind"],
        title=row["title"],
        state=row["state"],
        created=row["created"],
        done=row["settled"],
        total=row["total"],
        failed=row["failures"],
        message=row["message"],
    )


def _item(row: sqlite3.Row) -> JobItem:
    return JobItem(
        path=row["path"],
        state=row["state"],
        stage=row["stage"],
        paper=PaperId(row["paper"]) if row["paper"] else None,
        file=FileId(row["file"]) if row["file"] else None,
        status=row["status"],
        reason=row["reason"],
        way_out=row["way_out"],
        code=row["code"],
        pages_done=row["pages_done"],
        pages=row["pages"],
        seconds=row["seconds"],
        attempts=row["attempts"],
        position=row["position"],
        sha256=row["sha256"],
        papers=row["papers"],
    )


def named_path(stored: str) -> Path:
    """The path that an item's stored one means."""
    path = Path(stored)
    if "\\x" not in stored or os.path.lexists(path):
        return path
    data = re.sub(rb"\\x([0-9a-f]{2})", lambda found: bytes([int(found[1], 16)]), stored.encode())
    meant = Path(os.fsdecode(data))
    return meant if os.path.lexists(meant) else path


def storable(path: str) -> str:
    """A path or name as text: bytes that are no UTF-8, which POSIX allows, stand as ``\\xNN``."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
