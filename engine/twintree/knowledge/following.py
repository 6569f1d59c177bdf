"""Keeps what works stand for in step with the papers: whatever changes what a paper is known by, works follow.

A paper's title, authors, year and identifiers change by a person's hand, by undo, by merging and splitting, by
imports of files and of records. Temporary triggers on the writing connection note every such paper, and
the works are matched again at the end of the same transaction: no way of changing a paper can be forgotten.
"""

from __future__ import annotations

import sqlite3

from twintree.knowledge.linking import rematch_described
from twintree.store.citations import CitationStore
from twintree.store.ledger import Ledger

_KNOWN_BY = ("title", "authors", "year", "doi", "arxiv", "binned", "merged_into")
_PREPARE = (
    "CREATE TEMP TABLE IF NOT EXISTS renamed (paper TEXT PRIMARY KEY)",
    "CREATE TEMP TRIGGER IF NOT EXISTS renamed_new AFTER INSERT ON main.paper BEGIN "
    "INSERT OR IGNORE INTO renamed VALUES (new.id); END",
    f"CREATE TEMP TRIGGER IF NOT EXISTS renamed_now AFTER UPDATE OF {', '.join(_KNOWN_BY)} ON main.paper "
    f"WHEN {' OR '.join(f'old.{name} IS NOT new.{name}' for name in _KNOWN_BY)} BEGIN "
    "INSERT OR IGNORE INTO renamed VALUES (new.id); END",
)


def follow_papers(ledger: Ledger, citations: CitationStore) -> None:
    """From now on, match works again with every paper whose title, authors, year or identifiers change."""

    def follow(connection: sqlite3.Connection) -> None:
        changed = [row[0] for row in connection.execute("SELECT paper FROM temp.renamed ORDER BY paper")]
        if changed:
            connection.execute("DELETE FROM temp.renamed")
        for paper in changed:
            known = citations.paper_described(paper)
            if known is not None:
                rematch_described(citations, known)

    ledger.before_commit(_PREPARE, follow)
