"""Embeddings as the ledger keeps them: by the hash of the text and the model."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence

import numpy as np

from twintree.base.errors import WrongUse
from twintree.base.progress import CancelToken, Progress
from twintree.store.ledger import Ledger
from twintree.store.vectorfile import Floats, mark

#: Computes vectors: n texts -> float32 (n, dimension), unit length.
Embed = Callable[[list[str]], Floats]
TEXTS_AT_ONCE = 64
#: Tables whose rows name the hash of a text that is embedded.
_OWNERS = ("entry", "region", "claim", "method_source", "method_card", "cluster")


def wanted_rows(
    connection: sqlite3.Connection, papers: Sequence[str], model: str, dimension: int
) -> tuple[dict[tuple[int, int, int], str], set[str]]:
    """Rows that these papers ought to have, with their texts' hashes; and the papers that lack no vector."""
    sql = (
        "SELECT entry.id, entry.hash, entry.paper, length(embedding.vector) FROM entry "
        "LEFT JOIN embedding ON embedding.hash = entry.hash AND embedding.model = ? "
        "WHERE entry.paper IN (SELECT value FROM json_each(?))"
    )
    wanted, complete = {}, set(papers)
    for key, text, paper, size in connection.execute(sql, (model, json.dumps(list(papers)))):
        if size == 4 * dimension:
            wanted[key, mark(text), mark(paper)] = text
        else:
            complete.discard(paper)
    return wanted, complete


def vector_of(connection: sqlite3.Connection, text: str, model: str) -> Floats:
    """The embedding of a text, by its hash; it must be there."""
    sql = "SELECT vector FROM embedding WHERE hash = ? AND model = ?"
    return np.frombuffer(connection.execute(sql, (text, model)).fetchone()[0], np.float32)


def missing_texts(connection: sqlite3.Connection, model: str, limit: int) -> list[tuple[str, str]]:
    """Texts of entries that a model has not embedded yet, as (hash, text)."""
    sql = (
        "SELECT DISTINCT entry.hash, entry.text FROM entry WHERE NOT EXISTS (SELECT 1 FROM embedding "
        "WHERE embedding.hash = entry.hash AND embedding.model = ?) LIMIT ?"
    )
    return [(row[0], row[1]) for row in connection.execute(sql, (model, limit))]


def drop_ownerless(connection: sqlite3.Connection) -> None:
    """Drop the vectors of texts that stand nowhere any more: a vector is a trace of its text."""
    owned = (f"EXISTS (SELECT 1 FROM {each} WHERE {each}.hash = embedding.hash)" for each in _OWNERS)
    connection.execute(f"DELETE FROM embedding WHERE NOT ({' OR '.join(owned)})")


def embed_missing(
    ledger: Ledger, model: str, dimension: int, embed: Embed, *, progress: Progress, cancel: CancelToken
) -> None:
    """Compute what a model has not embedded yet, in short transactions, so that nothing is computed twice."""
    (total,) = ledger.read().execute("SELECT count(DISTINCT hash) FROM entry").fetchone()
    while batch := missing_texts(ledger.read(), model, TEXTS_AT_ONCE):
        cancel.check()
        vectors = np.asarray(embed([text for _, text in batch]), np.float32)
        if vectors.shape != (len(batch), dimension):
            raise WrongUse(
                f"{model} gave vectors of shape {vectors.shape}, not {(len(batch), dimension)}.",
                "Check the model with `twintree models check`.",
            )
        with ledger.write() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO embedding (hash, model, vector) VALUES (?, ?, ?)",
                [(text, model, vector.tobytes()) for (text, _), vector in zip(batch, vectors, strict=True)],
            )
            sql = "SELECT count(DISTINCT entry.hash) FROM entry JOIN embedding USING (hash) WHERE model = ?"
            (done,) = connection.execute(sql, (model,)).fetchone()
        progress.report(done, total, "vectors")
