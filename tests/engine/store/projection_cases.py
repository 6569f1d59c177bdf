"""Small ledgers for the projections' tests, written in SQL, so that they rest on nothing but the schema."""

from __future__ import annotations

import hashlib
import json

import numpy as np

from twintree.store.ledger import Ledger, now

MODEL = "fake-8"
DIMENSION = 8


def vector_for(text: str, dimension: int = DIMENSION) -> np.ndarray:
    """A unit vector that depends on the text alone."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
    vector = np.random.default_rng(seed).normal(size=dimension).astype(np.float32)
    return vector / np.linalg.norm(vector)


def text_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def add_paper(
    ledger: Ledger,
    paper: str,
    title: str = "",
    *,
    authors: tuple[str, ...] = ("Ada Lovelace",),
    sections: int = 2,
    texts: tuple[str, ...] | None = None,
    model: str | None = MODEL,
    dimension: int = DIMENSION,
) -> None:
    """A paper with a file, a section tree and entries; ``model=None`` leaves these without embeddings."""
    title = title or f"On {paper}"
    with ledger.write() as c:
        c.execute(
            "INSERT INTO paper (id, key, status, title, authors, added, modified) VALUES (?,?,?,?,?,?,?)",
            (paper, paper.lower(), "indexed", title, json.dumps(authors), now(), now()),
        )
        c.execute(
            "INSERT INTO file (id, paper, name, sha256, size, added) VALUES (?,?,?,?,?,?)",
            ("F" + paper[1:], paper, f"{paper}.pdf", text_hash(paper), 10, now()),
        )
        for n in range(sections):
            parent = f"{paper}.s0001" if n else None
            c.execute(
                "INSERT INTO section (id, paper, parent, position, level, title, start_page, start_offset, "
                "end_page, stop_page, stop_offset) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                (
                    f"{paper}.s{n + 1:04d}",
                    paper,
                    parent,
                    n,
                    1 + (n > 0),
                    f"Part {n}",
                    n + 1,
                    0,
                    n + 1,
                    n + 2,
                    0,
                ),
            )
    for text in texts if texts is not None else tuple(f"{title}: part {n}" for n in range(sections + 1)):
        add_entry(ledger, paper, text, model=model, dimension=dimension)


def add_entry(
    ledger: Ledger, paper: str, text: str, *, model: str | None = MODEL, dimension: int = DIMENSION
) -> int:
    with ledger.write() as c:
        row = c.execute(
            "INSERT INTO entry (paper, kind, text, hash) VALUES (?, 'paper', ?, ?)",
            (paper, text, text_hash(text)),
        )
        if model:
            embed(ledger, text, model, dimension)
        c.execute("UPDATE paper SET revision = revision + 1 WHERE id = ?", (paper,))
        assert row.lastrowid is not None
        return row.lastrowid


def embed(ledger: Ledger, text: str, model: str = MODEL, dimension: int = DIMENSION) -> None:
    with ledger.write() as c:
        c.execute(
            "INSERT OR REPLACE INTO embedding (hash, model, vector) VALUES (?, ?, ?)",
            (text_hash(text), model, vector_for(text, dimension).tobytes()),
        )


def delete_paper(ledger: Ledger, paper: str) -> None:
    with ledger.write() as c:
        c.execute("DELETE FROM paper WHERE id = ?", (paper,))


def touch(ledger: Ledger, paper: str) -> None:
    with ledger.write() as c:
        c.execute("UPDATE paper SET revision = revision + 1 WHERE id = ?", (paper,))
