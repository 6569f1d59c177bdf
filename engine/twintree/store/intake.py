"""What an import asks of the ledger beyond papers: grouping writes, how pages were read, links, taking back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from twintree.base.ids import PaperId
from twintree.base.inlinks import InnerLink
from twintree.store.ledger import Ledger, audit
from twintree.store.words import drop_passages


class IntakeStore:
    """Reads from any thread; every write is one transaction."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make the writes of the block one: all of them are kept, or none."""
        with self._ledger.write():
            yield

    def how_read(self, file: str) -> dict[str, int]:
        """How a file's pages were read: ``text``, ``ocr``, ``empty``, ``garbled``, ``failed`` -> pages."""
        rows = self._ledger.read().execute(
            "SELECT how, count(*) FROM page WHERE file = ? GROUP BY how", (file,)
        )
        return {row[0]: row[1] for row in rows}

    def pages_without_text(self, file: str) -> list[int]:
        """The pages that text recognition has to read, in order."""
        sql = "SELECT number FROM page WHERE file = ? AND how IN ('empty', 'garbled') ORDER BY number"
        return [row[0] for row in self._ledger.read().execute(sql, (file,))]

    def keep_links(self, file: str, links: Sequence[InnerLink]) -> None:
        """Keep where a file's own links lead, in place of what was kept before."""
        with self._ledger.write() as connection:
            connection.execute("DELETE FROM file_link WHERE file = ?", (file,))
            if links:
                packed = msgspec.json.encode(links).decode()
                connection.execute("INSERT INTO file_link (file, links) VALUES (?, ?)", (file, packed))

    def links(self, file: str) -> list[InnerLink]:
        """Where a file's own links lead, page by page; empty for what was read by an earlier Twintree."""
        row = self._ledger.read().execute("SELECT links FROM file_link WHERE file = ?", (file,)).fetchone()
        return [] if row is None else msgspec.json.decode(row[0], type=list[InnerLink])

    def count_problem(self, file: str, problem: str) -> int:
        """How many pages of a file have this problem."""
        sql = "SELECT count(*) FROM page WHERE file = ? AND problem = ?"
        return int(self._ledger.read().execute(sql, (file, problem)).fetchone()[0])

    def standing(self, paper: str) -> PaperId | None:
        """What a paper is called after merges; None when it is gone."""
        sql = "SELECT coalesce(merged_into, id) FROM paper WHERE id = ?"
        row = self._ledger.read().execute(sql, (paper,)).fetchone()
        return PaperId(row[0]) if row else None

    def discard(self, paper: str, file: str) -> None:
        """Take back a file that proved unreadable, and its paper if that stands for nothing else."""
        with self._ledger.write() as connection:
            pages = connection.execute("SELECT id FROM page WHERE file = ?", (file,))
            drop_passages(connection, [row[0] for row in pages.fetchall()])
            connection.execute("DELETE FROM file WHERE id = ?", (file,))
            kept = connection.execute(
                "SELECT 1 FROM file WHERE paper = ?1 UNION ALL SELECT 1 FROM origin WHERE paper = ?1 "
                "UNION ALL SELECT 1 FROM note WHERE paper = ?1 "
                "UNION ALL SELECT 1 FROM field WHERE paper = ?1 AND source = 'person' LIMIT 1",
                (paper,),
            ).fetchone()
            if kept is None:
                connection.execute("DELETE FROM paper WHERE id = ?", (paper,))
            else:
                connection.execute(
                    "UPDATE paper SET status = 'record', pages = 0 WHERE id = ? "
                    "AND NOT EXISTS (SELECT 1 FROM file WHERE file.paper = paper.id)",
                    (paper,),
                )
            audit(connection, "discard", paper)
