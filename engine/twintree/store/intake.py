"""What an import asks of the ledger beyond papers: grouping writes, how pages were read, taking back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

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

    def discard(self, paper: str) -> None:
        """Take back a paper that turned out to be unreadable before anything of it was kept."""
        with self._ledger.write() as connection:
            pages = connection.execute(
                "SELECT page.id FROM page JOIN file ON file.id = page.file WHERE file.paper = ?", (paper,)
            )
            drop_passages(connection, [row[0] for row in pages.fetchall()])
            connection.execute("DELETE FROM paper WHERE id = ?", (paper,))
            audit(connection, "discard", paper)
