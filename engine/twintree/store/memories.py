"""The global scope of the shared memory: artifacts by library scope, purged with their papers and runs."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from twintree.base.state import Artifact
from twintree.store.ledger import Ledger, now

#: Artifacts of one scope and kind that are looked at, the latest; more would be read for nothing.
_LATEST = 500


class MemoryStore:
    """Reads from any thread; one opened for reading only keeps nothing."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def artifacts(self, scope: str, kind: str) -> list[Artifact]:
        """Those of a library scope, oldest first."""
        connection = self._ledger.read()
        rows = connection.execute(
            "SELECT artifact.*, group_concat(paper) AS papers FROM artifact "
            "JOIN artifact_source ON artifact_source.artifact = artifact.id WHERE scope = ? AND kind = ? "
            "GROUP BY artifact.id ORDER BY at DESC, id LIMIT ?",
            (scope, kind, _LATEST),
        ).fetchall()
        found = [
            {
                "id": row["id"],
                "kind": row["kind"],
                "producer": row["producer"],
                "payload": msgspec.json.decode(row["payload"]),
                "sources": row["papers"].split(","),
            }
            for row in reversed(rows)
        ]
        return msgspec.convert(found, list[Artifact])

    def remember(self, scope: str, run: str, artifacts: Sequence[Artifact]) -> None:
        """Keep artifacts of a run; the same id once, and nothing without a source."""
        if self._ledger.readonly:
            return
        with self._ledger.write() as connection:
            for each in artifacts:
                if not each.sources:
                    continue
                connection.execute(
                    "INSERT OR IGNORE INTO artifact (id, scope, producer, kind, payload, run, at) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (
                        each.id,
                        scope,
                        each.producer,
                        each.kind,
                        msgspec.json.encode(each.payload).decode(),
                        run,
                        now(),
                    ),
                )
                connection.executemany(
                    "INSERT OR IGNORE INTO artifact_source (artifact, paper) VALUES (?, ?)",
                    [(each.id, paper) for paper in each.sources],
                )
