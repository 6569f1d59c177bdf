"""A hundred seeded mutations of a library: does ``check`` name each, and ``rebuild`` repair what it can?"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

import twintree_resources
from twintree.base.jobs import Problem
from twintree.bench.corpus import library_of, pdfs
from twintree.bench.mutations import DAMAGES, Mutation, damage
from twintree.bench.table import BenchTable, Target
from twintree.store import consistency
from twintree.store.embeddings import Embed
from twintree.store.files import FileStore
from twintree.store.graph import GraphProjection
from twintree.store.ledger import Ledger, now
from twintree.store.vectorfile import Floats
from twintree.store.vectors import VectorProjection, active_model

_SHARES = {"ledger rows": 26, "word rows": 24, "vectors": 20, "graph": 20, "files": 10}
_SEED = 7


def run(data: Path, quick: bool = False) -> BenchTable:
    """Import the sample papers once; damage a copy of that library in each way; check, rebuild, check."""
    del data  # the papers are our own
    shares = {kind: len(DAMAGES[kind]) if quick else share for kind, share in _SHARES.items()}
    tallies: dict[str, Counter[str]] = defaultdict(Counter)
    missed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder:
        base = Path(folder) / "base"
        _make_library(base)
        false_alarms = _false_alarms(base, Path(folder) / "copy")
        for kind, share in shares.items():
            for number in range(share):
                _try(base, Path(folder) / "copy", kind, number, tallies[kind], missed)
    return _table(tallies, missed, false_alarms)


def _make_library(base: Path) -> None:
    samples = pdfs(Path(twintree_resources.__file__).parent / "samples")
    with library_of(samples) as library:
        library.settle()
        path = library.path
        library.close()
        shutil.copytree(path, base)
    with contextlib.closing(Ledger(base / "ledger.sqlite")) as ledger, ledger.write() as connection:
        _add_highlights(connection)


def _add_highlights(connection: sqlite3.Connection) -> None:
    for paper, file in connection.execute("SELECT paper, id FROM file").fetchall():
        spans = json.dumps([{"page": 1, "start": 0, "end": 20}])
        connection.execute(
            "INSERT INTO highlight (id, paper, file, spans, quote, colour, created) "
            "VALUES (?, ?, ?, ?, '', '', ?)",
            (f"H{paper[1:]}", paper, file, spans, now()),
        )


def _false_alarms(base: Path, copy: Path) -> int:
    with _copied(base, copy):
        return len(check_folder(copy))


def _try(base: Path, copy: Path, kind: str, number: int, tally: Counter[str], missed: list[str]) -> None:
    with _copied(base, copy):
        mutation = damage(copy, kind, number, _SEED)
        sqlite_says = _sqlite_check(copy)
        found = check_folder(copy)
        named = _is_named(mutation, found)
        tally["tried"] += 1
        tally["noticed"] += bool(found)
        tally["named"] += named
        tally["sqlite"] += sqlite_says
        if not named:
            said = "; ".join(f"{each.what} {each.subject}" for each in found) or "nothing"
            missed.append(f"not named: {mutation.what} ({', '.join(mutation.names)}); check said: {said}")
        if mutation.repairable:
            left = _rebuild_and_check(copy, _embedder(base))
            tally["repairable"] += 1
            tally["repaired"] += not left
            if left:
                missed.append(f"not repaired: {mutation.what}: {left[0].what} {left[0].subject}")


@contextlib.contextmanager
def _copied(base: Path, copy: Path) -> Iterator[None]:
    shutil.copytree(base, copy)
    try:
        yield
    finally:
        shutil.rmtree(copy)


def _is_named(mutation: Mutation, found: Sequence[Problem]) -> bool:
    return any(name in each.subject for each in found for name in mutation.names)


@contextlib.contextmanager
def _opened(root: Path) -> Iterator[tuple[Ledger, FileStore, GraphProjection, VectorProjection]]:
    model, dimension = active_model(root / "vectors" / "entries.usearch") or _model_of(root)
    ledger = Ledger(root / "ledger.sqlite")
    graph = GraphProjection(root / "graph.kuzu")
    vectors = VectorProjection(root / "vectors" / "entries.usearch", model, dimension)
    try:
        yield ledger, FileStore(root), graph, vectors
    finally:
        graph.close()
        vectors.close()
        ledger.close()


def _model_of(root: Path) -> tuple[str, int]:
    with contextlib.closing(sqlite3.connect(root / "ledger.sqlite")) as connection:
        sql = "SELECT model, max(length(vector)) / 4 FROM embedding GROUP BY model"
        model, dimension = connection.execute(sql).fetchone()
        return str(model), int(dimension)


def check_folder(root: Path) -> list[Problem]:
    """What ``check`` finds in a closed library, without a model."""
    with _opened(root) as (ledger, files, graph, vectors):
        return consistency.check(root, ledger, files, graph, vectors)


def _rebuild_and_check(root: Path, embed: Embed) -> list[Problem]:
    with _opened(root) as (ledger, files, graph, vectors):
        consistency.rebuild(root, ledger, files, graph, vectors, embed=embed)
    return check_folder(root)


def _embedder(base: Path) -> Embed:
    """Gives each text the vector that the base library has for it: what the model would say again."""

    def embed(texts: list[str]) -> Floats:
        with contextlib.closing(sqlite3.connect(base / "ledger.sqlite")) as connection:
            sql = "SELECT vector FROM embedding JOIN entry USING (hash) WHERE entry.text = ?"
            found = [connection.execute(sql, (text,)).fetchone()[0] for text in texts]
        return np.stack([np.frombuffer(each, np.float32) for each in found])

    return embed


def _sqlite_check(root: Path) -> bool:
    """What a plain SQLite user would see: whether its own two checks notice anything."""
    with contextlib.closing(sqlite3.connect(root / "ledger.sqlite")) as connection:
        try:
            sound = connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            return not sound or connection.execute("PRAGMA foreign_key_check").fetchone() is not None
        except sqlite3.DatabaseError:
            return True


def _table(tallies: dict[str, Counter[str]], missed: Sequence[str], false_alarms: int) -> BenchTable:
    total: Counter[str] = Counter()
    for tally in tallies.values():
        total += tally
    shown = {**tallies, "all": total}
    rows = [
        (kind, each["tried"], each["noticed"], each["named"], each["repairable"], each["repaired"])
        for kind, each in shown.items()
    ]
    rows.append(("always clean (trivial)", total["tried"], 0, 0, total["repairable"], 0))
    rows.append(("SQLite's own checks", total["tried"], total["sqlite"], 0, total["repairable"], 0))
    return BenchTable(
        name="check",
        command="twintree bench check",
        columns=("mutated", "mutations", "noticed", "named", "repairable", "repaired"),
        rows=tuple(rows),
        notes=(
            "named: a problem names the paper, row, node, edge or file that was hit",
            "a word row that is in the index twice can only be named among at most five of its length",
            f"problems in the undamaged library: {false_alarms}",
            *missed,
        ),
        targets=(
            Target(
                name="share of mutations named",
                bar=1.0,
                measured=total["named"] / total["tried"],
                trivial=0.0,
            ),
            Target(
                name="share repaired of those that lie in a projection",
                bar=1.0,
                measured=total["repaired"] / max(1, total["repairable"]),
                trivial=0.0,
            ),
        ),
    )
