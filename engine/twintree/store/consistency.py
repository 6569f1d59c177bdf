"""Whether a library holds together: projections and files against the ledger; replay, check, rebuild."""

from __future__ import annotations

import contextlib
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from twintree.base.errors import EnvironmentProblem, LibraryDamaged
from twintree.base.jobs import Problem
from twintree.base.progress import CancelToken, Progress
from twintree.store.anchors import AnchorStore
from twintree.store.durable import LOST
from twintree.store.embeddings import Embed, embed_missing
from twintree.store.files import FileStore
from twintree.store.graph import GraphProjection
from twintree.store.hierarchies import drop_broken_hierarchies, hierarchy_problems
from twintree.store.ledger import Ledger
from twintree.store.projected import snapshot
from twintree.store.rowcheck import embedding_problems, file_problems, is_unit, ledger_problems, orphans
from twintree.store.vectors import VectorProjection
from twintree.store.wordcheck import word_problems
from twintree.store.words import rebuild_words

_LOG = logging.getLogger(__name__)


def replay(
    ledger: Ledger,
    graph: GraphProjection,
    vectors: VectorProjection,
    cancel: CancelToken | None = None,
    *,
    repair: bool = True,
) -> bool:
    """Bring the projections up to what the ledger says; quick when nothing is missing.

    Args:
        ledger: a readonly one lets only the vectors follow, in memory.
        graph: the graph.
        vectors: the vectors.
        cancel: stops it.
        repair: whether to make damaged files afresh too, and not only to finish what a crash cut short.

    Returns:
        Whether anything had to be done.
    """
    acted = [each.replay(ledger, cancel, repair=repair) for each in (graph, vectors)]
    return any(acted)


def check(
    root: Path,
    ledger: Ledger,
    files: FileStore,
    graph: GraphProjection,
    vectors: VectorProjection,
    cancel: CancelToken | None = None,
) -> list[Problem]:
    """Compare everything with the ledger; what a crash interrupted is finished first, damage is reported.

    Args:
        root: the library's folder.
        ledger: a readonly one works too; then waiting papers are no problem, and words are compared in full.
        files: the originals.
        graph: the graph.
        vectors: the vectors.
        cancel: stops it.

    Returns:
        Problems, each naming the row, file, word row, node, edge or vector; empty when all is well.
    """
    token = cancel or CancelToken()
    found = list(_impossible_marks(ledger.read()))  # first: taking up what is missing would hide them
    shut: dict[str, Problem] = {}  # what cannot be opened hides nothing of the rest
    for projection in (graph, vectors):
        if not ledger.readonly:
            with _noting(projection.name, shut):
                projection.replay(ledger, token, repair=False)
    try:
        with snapshot(ledger) as connection:
            found += ledger_problems(connection, token)
            found += hierarchy_problems(connection)
            found += embedding_problems(connection, vectors.model, vectors.dimension, token)
        found += file_problems(ledger.read(), files, token)  # long: must not hold the ledger's log
        found += word_problems(ledger, token)
    except (sqlite3.DatabaseError, LibraryDamaged) as error:
        what = f"The ledger cannot be read: {error}"
        found.append(Problem(where="ledger", what=what, subject=root.name, repairable=False))
        return found
    for projection in (graph, vectors):
        token.check()
        if projection.name not in shut:
            with _noting(projection.name, shut):
                found += projection.problems(ledger)
    found += shut.values()
    return list({(each.where, each.what, each.subject): each for each in found}.values())


@contextlib.contextmanager
def _noting(name: str, shut: dict[str, Problem]) -> Iterator[None]:
    """Note what keeps a projection from being opened as a problem of its own: a full disk, rights, another process."""
    try:
        yield
    except EnvironmentProblem as error:
        where = "graph" if name == "graph" else "vectors"
        why = " ".join(filter(None, (error.message, error.way_out)))
        shut[name] = Problem(where=where, what=f"It could not be checked. {why}", repairable=False)


def rebuild(
    root: Path,
    ledger: Ledger,
    files: FileStore,
    graph: GraphProjection,
    vectors: VectorProjection,
    *,
    embed: Embed | None = None,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> None:
    """Make words, graph and vectors afresh from the ledger, and repair all that lies in a projection.

    Args:
        root: the library's folder.
        ledger: writable.
        files: the originals; stored files that belong to no paper are moved to ``lost/``.
        graph: the graph.
        vectors: the vectors.
        embed: computes embeddings that are missing or no unit vectors; without it their entries wait.
        progress: told by parts.
        cancel: stops it between parts, each being whole.
    """
    progress, cancel = progress or Progress(), cancel or CancelToken()
    _rebuild_words(ledger)
    cancel.check()
    _drop_bad_embeddings(ledger, vectors)
    AnchorStore(ledger).mend()
    drop_broken_hierarchies(ledger)
    if embed is not None:
        embed_missing(ledger, vectors.model, vectors.dimension, embed, progress=progress, cancel=cancel)
    graph.rebuild(ledger, progress, cancel)
    vectors.rebuild(ledger, progress, cancel)
    for path in list(orphans(ledger.read(), files)):
        home = root / LOST
        home.mkdir(exist_ok=True)
        shutil.move(path, home / (path.parent.parent.name + path.parent.name + path.name))


def _rebuild_words(ledger: Ledger) -> None:
    try:
        with ledger.write() as connection:
            rebuild_words(connection)
    except (LibraryDamaged, sqlite3.DatabaseError) as error:
        _LOG.warning("the word tables are made anew: %s", type(error).__name__)
        with ledger.write() as connection:
            _recreate_word_tables(connection)
            rebuild_words(connection)


def _recreate_word_tables(connection: sqlite3.Connection) -> None:
    sql = "SELECT name, sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%'"
    for name, statement in connection.execute(sql).fetchall():
        connection.execute(f"DROP TABLE {name}")
        connection.execute(statement)


def _drop_bad_embeddings(ledger: Ledger, vectors: VectorProjection) -> None:
    rows = ledger.read().execute("SELECT hash, vector FROM embedding WHERE model = ?", (vectors.model,))
    bad = [(row[0], vectors.model) for row in rows if not is_unit(row[1], vectors.dimension)]
    with ledger.write() as connection:
        connection.executemany("DELETE FROM embedding WHERE hash = ? AND model = ?", bad)


def _impossible_marks(connection: sqlite3.Connection) -> Iterator[Problem]:
    """Papers that count as projected in a state that they never had."""
    sql = (
        "SELECT projected.name, projected.paper FROM projected JOIN paper ON paper.id = projected.paper "
        "WHERE projected.revision > paper.revision"
    )
    for name, paper in connection.execute(sql):
        where = "graph" if name == "graph" else "vectors"
        yield Problem(where=where, what="What counts as projected does not fit the paper.", subject=paper)
