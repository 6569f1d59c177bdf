"""Vectors of texts by way of the ledger's cache, so that no text is ever embedded twice with one model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from twintree.models.protocol import Embedder, Vectors, no_vectors
from twintree.store.ledger import Ledger
from twintree.store.papers import hash_of

#: Texts between two writes: what a crash may cost.
_AT_ONCE = 64
_KEYS_AT_ONCE = 500


def embed_cached(ledger: Ledger, embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """Vectors of texts, from the table ``embedding`` where they are there, else computed and stored.

    Args:
        ledger: one opened for reading only is read from, not written.
        embedder: pass ``host.background`` for work that nobody waits for.
        texts: in any order, with repetition.

    Returns:
        float32, shape (len(texts), dimension), unit length, in the order given.
    """
    info = embedder.info()
    if not texts:
        return no_vectors(info.dimension)
    keys = [hash_of(text) for text in texts]
    known = stored_vectors(ledger, info.id, keys)
    missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
    for start in range(0, len(missing), _AT_ONCE):
        part = list(missing.items())[start : start + _AT_ONCE]
        vectors = embedder.embed([text for _, text in part])
        known |= {key: vector for (key, _), vector in zip(part, vectors, strict=True)}
        _store(ledger, info.id, [key for key, _ in part], vectors)
    return np.stack([known[key] for key in keys])


def stored_vectors(ledger: Ledger, model: str, keys: Sequence[str]) -> dict[str, Vectors]:
    """The vectors, each of shape (dimension,), of those keys that the cache holds."""
    found: dict[str, Vectors] = {}
    wanted = list(dict.fromkeys(keys))
    for start in range(0, len(wanted), _KEYS_AT_ONCE):
        part = wanted[start : start + _KEYS_AT_ONCE]
        sql = f"SELECT hash, vector FROM embedding WHERE model = ? AND hash IN ({', '.join('?' * len(part))})"
        for key, blob in ledger.read().execute(sql, [model, *part]):
            found[key] = np.frombuffer(blob, dtype=np.float32)
    return found


def _store(ledger: Ledger, model: str, keys: Sequence[str], vectors: Vectors) -> None:
    if ledger.readonly:
        return
    with ledger.write() as connection:
        connection.executemany(
            "INSERT OR IGNORE INTO embedding (hash, model, vector) VALUES (?, ?, ?)",
            [(key, model, np.ascontiguousarray(v).tobytes()) for key, v in zip(keys, vectors, strict=True)],
        )
