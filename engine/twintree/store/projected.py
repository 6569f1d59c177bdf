"""What the ledger says of its projections: their stamps, and which revision of each paper they hold."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Mapping

import msgspec

from twintree.base.records import Record
from twintree.store.ledger import Ledger, translated


class Stamp(Record, frozen=True):
    """A projection's generation, how many rows of each kind it holds, and the hash of its file, if noted.

    ``busy`` says that the file is being changed: found at an opening, it tells that a process was killed.
    """

    generation: int
    counts: dict[str, int]
    digest: str = ""
    busy: bool = False
    whole: str = ""  #: a mark of what belongs to no paper

    @classmethod
    def read(cls, connection: sqlite3.Connection, name: str) -> Stamp | None:
        """The stamp that the ledger expects; None before the first projection."""
        row = connection.execute(
            "SELECT generation, counts FROM projection WHERE name = ?", (name,)
        ).fetchone()
        if row is None:
            return None
        told = json.loads(row[1])
        return cls(
            row[0],
            told.get("rows", {}),
            told.get("sha256", ""),
            told.get("busy", False),
            told.get("whole", ""),
        )

    def write(self, connection: sqlite3.Connection, name: str) -> None:
        """Expect this stamp from now on."""
        told = {"rows": self.counts, "sha256": self.digest, "busy": self.busy, "whole": self.whole}
        connection.execute(
            "INSERT OR REPLACE INTO projection (name, generation, counts) VALUES (?, ?, ?)",
            (name, self.generation, json.dumps(told, sort_keys=True)),
        )

    @staticmethod
    def begin(ledger: Ledger, name: str) -> None:
        """Note, before a file is changed in place, that it is."""
        with ledger.write() as connection:
            known = Stamp.read(connection, name) or Stamp(0, {})
            msgspec.structs.replace(known, busy=True).write(connection, name)


@contextlib.contextmanager
def snapshot(ledger: Ledger) -> Iterator[sqlite3.Connection]:
    """One state of the ledger for several reads."""
    connection = ledger.read()
    with translated():
        if connection.in_transaction:  # an outer snapshot, or a writing transaction of this thread
            yield connection
            return
        connection.execute("BEGIN")
        try:
            yield connection
        finally:
            if connection.in_transaction:
                connection.execute("COMMIT")


def stale_papers(
    connection: sqlite3.Connection, name: str, pending: Mapping[str, int]
) -> list[tuple[str, int]]:
    """Papers whose revision a projection does not hold, as (paper, revision); ``pending`` ones it does."""
    sql = (
        "SELECT paper.id, paper.revision FROM paper LEFT JOIN projected "
        "ON projected.name = ? AND projected.paper = paper.id "
        "WHERE projected.revision IS NOT paper.revision ORDER BY paper.num"
    )
    return [(row[0], row[1]) for row in connection.execute(sql, (name,)) if pending.get(row[0]) != row[1]]


def gone_papers(connection: sqlite3.Connection, name: str) -> list[str]:
    """Papers that a projection is said to hold and that the ledger has no longer."""
    sql = "SELECT paper FROM projected WHERE name = ? AND paper NOT IN (SELECT id FROM paper)"
    return [row[0] for row in connection.execute(sql, (name,))]


def mark_projected(
    ledger: Ledger, name: str, stamp: Stamp, papers: Mapping[str, int], *, afresh: bool = False
) -> None:
    """Record what a projection holds now; papers that are gone are forgotten.

    Args:
        ledger: writable.
        name: the projection's.
        stamp: what it must show at its next opening.
        papers: revisions that were taken up.
        afresh: whether it holds nothing but ``papers``.
    """
    with ledger.write() as connection:
        if afresh:
            connection.execute("DELETE FROM projected WHERE name = ?", (name,))
        connection.executemany(
            "INSERT OR REPLACE INTO projected (name, paper, revision) "
            "SELECT ?, id, ? FROM paper WHERE id = ?",
            [(name, revision, paper) for paper, revision in papers.items()],
        )
        connection.execute(
            "DELETE FROM projected WHERE name = ? AND paper NOT IN (SELECT id FROM paper)", (name,)
        )
        stamp.write(connection, name)
