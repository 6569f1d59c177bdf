"""Explorations that were made: kept, listed, read again, deleted; one goes with the first of its papers."""

from __future__ import annotations

import msgspec

from twintree.base.errors import NotFound
from twintree.base.exploring import Exploration, ExplorationRow
from twintree.base.ids import RunId
from twintree.store.ledger import Ledger


class ExplorationStore:
    """Reads from any thread; every write is one transaction."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def save(self, exploration: Exploration) -> None:
        """Keep an exploration, with the papers whose words stand in it."""
        papers = {each.paper for each in (*exploration.papers, *exploration.unreached) if each.paper}
        papers.update(exploration.scope.papers)
        with self._ledger.write() as connection:
            connection.execute(
                "INSERT INTO exploration (id, question, status, created, content) VALUES (?, ?, ?, ?, ?)",
                (
                    exploration.run,
                    exploration.question,
                    exploration.status,
                    exploration.created,
                    msgspec.json.encode(exploration).decode(),
                ),
            )
            connection.executemany(
                "INSERT INTO exploration_paper (exploration, paper) VALUES (?, ?)",
                [(exploration.run, paper) for paper in sorted(papers)],
            )

    def get(self, run: str) -> Exploration:
        """An exploration as it was made.

        Raises:
            NotFound: none has this id.
        """
        sql = "SELECT content FROM exploration WHERE id = ?"
        row = self._ledger.read().execute(sql, (run,)).fetchone()
        if row is None:
            raise NotFound(f"There is no exploration {run}.", "`twintree explorations` lists them.")
        return msgspec.json.decode(row["content"], type=Exploration)

    def list(self, limit: int = 100) -> list[ExplorationRow]:
        """The latest explorations, the newest first."""
        sql = (
            "SELECT id, question, status, created, json_extract(content, '$.found') AS found FROM exploration "
            "ORDER BY created DESC, id DESC LIMIT ?"
        )
        return [
            ExplorationRow(
                run=RunId(row["id"]),
                question=row["question"],
                status=row["status"],
                created=row["created"],
                found=bool(row["found"]),
            )
            for row in self._ledger.read().execute(sql, (limit,))
        ]

    def delete(self, run: str) -> None:
        """Delete an exploration for good; the judgements it made stay, as a cache.

        Raises:
            NotFound: none has this id.
        """
        self.get(run)
        with self._ledger.write() as connection:
            connection.execute("DELETE FROM exploration WHERE id = ?", (run,))
