"""The graph projection: papers and what belongs to them as nodes and edges; made of the ledger alone."""

from __future__ import annotations

import hashlib
import logging
import multiprocessing
import os
import shutil
import sqlite3
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import msgspec

from twintree.base.crashpoints import crash_point
from twintree.base.errors import LibraryDamaged, StorageProblem, TwintreeError, WrongUse
from twintree.base.jobs import Problem
from twintree.base.progress import CancelToken, Progress
from twintree.base.records import Record
from twintree.store import durable
from twintree.store.graphtables import NODES, RELATIONS, Kept, NodeTable, RelationTable, Row
from twintree.store.kuzudb import (
    BUFFER_POOL,
    Closed,
    KuzuDatabase,
    ascii_path,
    columns_of,
    file_hash,
    log_path,
    refuse_unreadable,
    remove_database,
)
from twintree.store.ledger import Ledger, storage_problem
from twintree.store.projected import Stamp, gone_papers, mark_projected, snapshot, stale_papers

_LOG = logging.getLogger(__name__)

_PAPERS_AT_ONCE = 200
#: From so many papers on, few changes wait for more of them, or for so many seconds.
_LARGE = 1000
_WAIT_SHARE = 50
_WAIT_SECONDS = 30.0
_BACKEND = "TWINTREE_GRAPH"
_TABLES = {table.name for table in (*NODES, *RELATIONS)}


class GraphProjection:
    """The one graph of a library; ``query`` works from any thread beside one that syncs.

    After each sync the file is checkpointed and its hash noted in the ledger. A file with another hash is
    never opened: Kuzu opens damaged files silently, with rows missing. It is made afresh instead.

    Args:
        path: the database file.
        buffer_pool: bytes that Kuzu may keep in memory.
        readonly: neither make nor repair the file.
    """

    name = "graph"

    def __init__(self, path: Path, *, buffer_pool: int = BUFFER_POOL, readonly: bool = False) -> None:
        _refuse_other_backends()
        self.path = Path(ascii_path(path))
        self._buffer_pool = buffer_pool
        self._readonly = readonly
        self._writing = threading.RLock()
        self._database: KuzuDatabase | None = None
        self._stamp: Stamp | None = None  # of the file, once it was found to be the ledger's
        self._synced_at = 0.0

    @property
    def stamp(self) -> Stamp:
        """Generation, counts and hash of what is on disk, as far as it was found sound."""
        return self._stamp or Stamp(0, {})

    def close(self) -> None:
        """Interrupt queries and close the database; safe to call twice."""
        with self._writing:
            self._let_go(interrupt=True)

    def _let_go(self, *, interrupt: bool) -> None:
        database, self._database, self._stamp = self._database, None, None
        if database is not None:
            database.close(interrupt=interrupt)

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────

    def query(
        self, cypher: str, params: Mapping[str, Any] | None = None, cancel: CancelToken | None = None
    ) -> list[tuple[Any, ...]]:
        """Run a reading Cypher query.

        Args:
            cypher: with ``$name`` for parameters.
            params: their values.
            cancel: interrupts it at once.

        Raises:
            WrongUse: the query cannot be read, or would write.
            LibraryDamaged: the graph does not fit the ledger and was not made afresh yet.
            Cancelled: ``cancel`` was set.
        """
        while True:
            try:
                return self._opened().read(cypher, params, cancel)
            except Closed:  # a rebuild swapped the file; the next round waits for it to be done
                continue

    def _opened(self, *, writing: bool = False) -> KuzuDatabase:
        database = self._database
        if database is not None and not (writing and database.readonly):
            return database
        with self._writing:
            if writing and self._database is not None and self._database.readonly:
                self._database.close(interrupt=False)
                self._database = None
            if self._database is None:
                if self._stamp is None:
                    raise LibraryDamaged(
                        "The graph of this library is not there or not sound.", "Run `twintree rebuild`."
                    )
                database = self._open(writing=writing)
                if _counts(database) != self._stamp.counts:
                    database.close()
                    self._stamp = None
                    raise LibraryDamaged("The graph of this library lacks rows.", "Run `twintree rebuild`.")
                self._database = database
            return self._database

    def _open(self, *, writing: bool) -> KuzuDatabase:
        if not self._readonly:
            try:
                return KuzuDatabase(self.path, self._buffer_pool)
            except (
                StorageProblem
            ) as error:  # what cannot be written, or has no room to grow, can still be read
                if writing or error.code not in ("read_only", "disk_full"):
                    raise
        return KuzuDatabase(self.path, self._buffer_pool, readonly=True)

    # ── following the ledger ─────────────────────────────────────────────────────────────────────────

    def sync(
        self,
        ledger: Ledger,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
        *,
        flush: bool = False,
    ) -> int:
        """Take up what the ledger holds and the graph does not; call it outside of ``ledger.write()``.

        In a large library a few changed papers wait for more of them, or for half a minute; ``flush`` takes
        them up now. A graph that is missing or damaged is made afresh.

        Returns:
            How many papers were brought up to date.
        """
        with self._writing:
            if self._readonly or ledger.readonly:
                self._verify(ledger)
                return 0
            progress, cancel = progress or Progress(), cancel or CancelToken()
            if not self._verify(ledger):
                return self._remake(ledger, progress, cancel)
            work = _Work.of(ledger, self.stamp.whole)
            if not work or not (flush or self._is_due(work)):
                return 0
            if len(work.papers) > max(_PAPERS_AT_ONCE, work.total // 2):
                return self._remake(ledger, progress, cancel)
            self._follow(ledger, work, progress, cancel)
            return len(work.papers)

    def flush(self, ledger: Ledger) -> None:
        """Take up everything that waits."""
        self.sync(ledger, flush=True)

    def replay(self, ledger: Ledger, cancel: CancelToken | None = None, *, repair: bool = True) -> bool:
        """At opening: finish what a crash cut short, quick when nothing was; say whether it acted.

        Args:
            ledger: may be readonly; then nothing is done.
            cancel: stops it.
            repair: whether to make a damaged file afresh too.
        """
        if not repair and self.damage(ledger):
            return False
        before = Stamp.read(ledger.read(), self.name)
        self.sync(ledger, cancel=cancel, flush=True)
        return Stamp.read(ledger.read(), self.name) != before

    def damage(self, ledger: Ledger) -> str:
        """What is wrong with the file on disk as a whole; ``""`` when nothing is.

        A file that a killed process left half-way is no damage: the next ``sync`` makes it afresh.
        """
        with self._writing:
            known = Stamp.read(ledger.read(), self.name)
            if known is None or known.busy or (known.digest and file_hash(self.path) == known.digest):
                return ""
            return "The graph is missing" if not self.path.exists() else "The graph's file was altered"

    def _verify(self, ledger: Ledger) -> bool:
        """Whether the file is, byte for byte, the one that the ledger knows."""
        if self._stamp is not None:
            return True
        known = Stamp.read(ledger.read(), self.name)
        if known is not None and not known.busy and known.digest == file_hash(self.path) != "":
            if known.counts.keys() != _TABLES:
                _LOG.info("the graph was made by an earlier Twintree, with other tables")
                return False
            self._stamp = known
            return True
        if known is not None:
            _LOG.warning("the graph is not the one that the ledger knows%s", " (cut short)" * known.busy)
        return False

    def _is_due(self, work: _Work) -> bool:
        if work.total < _LARGE or len(work.papers) * _WAIT_SHARE >= work.total:
            return True
        return time.monotonic() - self._synced_at > _WAIT_SECONDS

    def _follow(self, ledger: Ledger, work: _Work, progress: Progress, cancel: CancelToken) -> None:
        database = self._opened(writing=True)
        Stamp.begin(ledger, self.name)
        self._stamp = None  # until the new one is noted; an error in between makes the graph afresh
        crash_point("graph.before_transaction")
        done: list[str] = []
        with snapshot(ledger) as connection:
            whole = _whole(connection)
            with database.transaction():
                new = {
                    node
                    for t in NODES
                    if t.kept is Kept.WHOLE
                    for node in _write_whole(database, t, connection)
                }
                _remove_papers(database, work.gone)
                if work.gone:
                    _remove_unused(database)
            papers = list(dict.fromkeys([*work.papers, *_linked(connection, new)]))
            for start in range(0, len(papers), _PAPERS_AT_ONCE):
                if cancel.cancelled:
                    break
                progress.report(start, len(papers), "graph")
                batch = papers[start : start + _PAPERS_AT_ONCE]
                with database.transaction():
                    _remove_papers(database, batch)
                    crash_point("graph.mid_transaction")
                    _insert(database, connection, batch)
                    _remove_unused(database)
                done += batch
            current = dict(connection.execute("SELECT id, revision FROM paper").fetchall())
        crash_point("graph.committed")
        complete = len(done) == len(papers)
        self._note(ledger, database, {p: current[p] for p in done}, whole if complete else "")
        cancel.check()

    def _note(self, ledger: Ledger, database: KuzuDatabase, papers: Mapping[str, int], whole: str) -> None:
        crash_point("graph.before_checkpoint")
        database.checkpoint()
        _sync_to_disk(self.path)
        crash_point("graph.checkpointed")
        self._announce(ledger, papers, _counts(database), whole)

    def _announce(
        self,
        ledger: Ledger,
        papers: Mapping[str, int],
        counts: dict[str, int],
        whole: str,
        *,
        afresh: bool = False,
    ) -> None:
        known = Stamp.read(ledger.read(), self.name)
        generation = (known.generation if known else 0) + 1
        stamp = Stamp(generation, counts, digest=file_hash(self.path), whole=whole)
        crash_point("graph.before_mark")
        mark_projected(ledger, self.name, stamp, papers, afresh=afresh)
        self._stamp, self._synced_at = stamp, time.monotonic()
        crash_point("graph.marked")

    # ── making it afresh ─────────────────────────────────────────────────────────────────────────────

    def rebuild(
        self, ledger: Ledger, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> None:
        """Make the graph afresh beside the old one, and swap; queries go on until the swap."""
        with self._writing:
            self._remake(ledger, progress or Progress(), cancel or CancelToken())

    def _remake(self, ledger: Ledger, progress: Progress, cancel: CancelToken) -> int:
        beside = self.path.with_name(f"{self.path.stem}-next{self.path.suffix}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            remove_database(beside)
            built = _build(ledger, beside, self._buffer_pool, progress, cancel)
            crash_point("graph.rebuilt_beside")
            Stamp.begin(ledger, self.name)
            self._let_go(interrupt=False)
            remove_database(self.path)
            crash_point("graph.old_removed")
            beside.replace(self.path)
            durable.sync_folder(self.path.parent)
        except OSError as error:
            raise storage_problem(error) from error
        self._announce(ledger, built.papers, built.counts, built.whole, afresh=True)
        return len(built.papers)

    # ── checking ─────────────────────────────────────────────────────────────────────────────────────

    def problems(self, ledger: Ledger) -> list[Problem]:
        """Everything in which the graph differs from the ledger: each node and edge, by paper and id.

        Raises:
            StorageProblem: the file may not be read.
        """
        refuse_unreadable(self.path)
        with self._writing, snapshot(ledger) as connection:
            known = Stamp.read(connection, self.name)
            if known is None and not self.path.exists():
                return []  # nothing was ever projected
            if known is not None and known.busy:
                return [_problem("The graph was cut short and waits to be made afresh", self.path.name)]
            damage = self.damage(ledger)
            if damage and self._database is None:
                return [_problem(damage, self.path.name), *_inspect_apart(self.path, ledger.path)]
            try:
                self._verify(ledger)
                found = list(_differences(connection, self._opened(), self.name))
            except LibraryDamaged as error:
                return [_problem(error.message.rstrip("."), self.path.name)]
            return [_problem(damage, self.path.name), *found] if damage else found


class _Work(Record, frozen=True):
    """What a sync has to do."""

    papers: list[str]  # whose revision is not held
    gone: list[str]
    whole: bool  # whether a small table differs
    total: int

    def __bool__(self) -> bool:
        return bool(self.papers or self.gone or self.whole)

    @classmethod
    def of(cls, ledger: Ledger, whole: str) -> _Work:
        with snapshot(ledger) as connection:
            papers = [paper for paper, _ in stale_papers(connection, "graph", {})]
            (total,) = connection.execute("SELECT count(*) FROM paper").fetchone()
            return cls(papers, gone_papers(connection, "graph"), _whole(connection) != whole, total)


class _Built(Record, frozen=True):
    """What a new database holds: revisions of papers, rows by table, a mark of the small tables."""

    papers: dict[str, int]
    counts: dict[str, int]
    whole: str


def _whole(connection: sqlite3.Connection) -> str:
    """A mark of all small tables' rows in the ledger."""
    rows = {table.name: sorted(table.rows(connection, None)) for table in NODES if table.kept is Kept.WHOLE}
    return hashlib.sha256(msgspec.json.encode(rows)).hexdigest()[:16]


def _linked(connection: sqlite3.Connection, changed: set[tuple[str, str]]) -> Iterator[str]:
    """Papers with an edge to a new node of a small table."""
    for relation in RELATIONS:
        if any(name == relation.target for name, _ in changed):
            for paper, target, *_ in relation.rows(connection, None):
                if (relation.target, target) in changed:
                    yield paper


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────


def _node(name: str) -> NodeTable:
    return next(table for table in NODES if table.name == name)


def _build(ledger: Ledger, path: Path, buffer_pool: int, progress: Progress, cancel: CancelToken) -> _Built:
    """A new database from the ledger alone."""
    database = KuzuDatabase(path, buffer_pool)
    try:
        with snapshot(ledger) as connection:
            revisions = dict(connection.execute("SELECT id, revision FROM paper").fetchall())
            whole = _whole(connection)
            tables: Sequence[NodeTable | RelationTable] = [*NODES, *RELATIONS]
            for number, table in enumerate(tables):
                cancel.check()
                progress.report(number, len(tables), "graph")
                database.write(table.ddl)
                _copy(database, table, list(table.rows(connection, None)))
        database.checkpoint()
        counts = _counts(database)
    finally:
        database.close()
    _sync_to_disk(path)
    return _Built(revisions, counts, whole)


def _copy(database: KuzuDatabase, table: NodeTable | RelationTable, rows: Sequence[Row]) -> None:
    if rows:
        kinds = [kind for _, kind in table.columns]
        if isinstance(table, RelationTable):
            kinds = ["STRING", "STRING", *kinds]
        database.write(f"COPY {table.name} FROM $rows", {"rows": columns_of(rows, kinds)})


def _insert(database: KuzuDatabase, connection: sqlite3.Connection, papers: Sequence[str]) -> None:
    for table in NODES:
        if table.kept is Kept.OWNED:
            _copy(database, table, list(table.rows(connection, papers)))
        elif table.kept is Kept.SHARED:
            rows = list(table.rows(connection, papers))
            held = _held(database, table, [row[0] for row in rows])
            _copy(database, table, [row for row in rows if row[0] not in held])
    for relation in RELATIONS:
        _copy(database, relation, list(relation.rows(connection, papers)))


def _held(database: KuzuDatabase, table: NodeTable, ids: Sequence[str]) -> set[str]:
    if not ids:
        return set()
    found = database.write(f"MATCH (n:{table.name}) WHERE n.id IN $ids RETURN n.id", {"ids": list(ids)})
    return {row[0] for row in found}


def _remove_papers(database: KuzuDatabase, papers: Sequence[str]) -> None:
    for table in NODES:
        if table.kept is Kept.OWNED and papers:
            database.write(
                f"MATCH (n:{table.name}) WHERE n.paper IN $papers DETACH DELETE n", {"papers": list(papers)}
            )


def _remove_unused(database: KuzuDatabase) -> None:
    for table in NODES:
        if table.kept is Kept.SHARED:
            kinds = "|".join(r.name for r in RELATIONS if r.target == table.name)
            database.write(f"MATCH (n:{table.name}) WHERE NOT EXISTS {{ MATCH (n)<-[:{kinds}]-() }} DELETE n")


def _write_whole(
    database: KuzuDatabase, table: NodeTable, connection: sqlite3.Connection
) -> set[tuple[str, str]]:
    """Make a small table equal to the ledger's, keeping edges to nodes that stay; returns the new nodes."""
    held = {row[0]: row for row in _node_rows(database, table, writing=True)}
    wanted = {row[0]: row for row in table.rows(connection, None)}
    gone = [key for key in held if key not in wanted]
    if gone:
        database.write(f"MATCH (n:{table.name}) WHERE n.id IN $ids DETACH DELETE n", {"ids": gone})
    for key, row in wanted.items():
        if key in held and held[key] != row:
            names = [name for name, _ in table.columns[1:]]
            sets = ", ".join(f"n.{name} = ${name}" for name in names)
            values = dict(zip(names, row[1:], strict=True))
            database.write(f"MATCH (n:{table.name}) WHERE n.id = $id SET {sets}", {"id": key, **values})
    new = [row for key, row in wanted.items() if key not in held]
    _copy(database, table, new)
    return {(table.name, row[0]) for row in new}


def _sync_to_disk(path: Path) -> None:
    try:
        with path.open("rb+") as file:
            os.fsync(file.fileno())
        durable.sync_folder(path.parent)
    except OSError as error:
        raise storage_problem(error) from error


# ── comparing ────────────────────────────────────────────────────────────────────────────────────────


def _counts(database: KuzuDatabase) -> dict[str, int]:
    counts = {}
    for table in NODES:
        counts[table.name] = database.write(f"MATCH (n:{table.name}) RETURN count(*)")[0][0]
    for relation in RELATIONS:
        counts[relation.name] = database.write(f"MATCH ()-[r:{relation.name}]->() RETURN count(*)")[0][0]
    return counts


def _node_rows(database: KuzuDatabase, table: NodeTable, *, writing: bool = False) -> Iterator[Row]:
    cypher = f"MATCH (n:{table.name}) RETURN " + ", ".join(f"n.{name}" for name, _ in table.columns)
    if writing:  # must see what its own transaction wrote
        return iter(database.write(cypher))
    return _arrow_rows(database.arrow(cypher))


def _relation_rows(database: KuzuDatabase, table: RelationTable) -> Iterator[Row]:
    columns = "".join(f", r.{name}" for name, _ in table.columns)
    cypher = f"MATCH (a:{table.source})-[r:{table.name}]->(b:{table.target}) RETURN a.id, b.id{columns}"
    return _arrow_rows(database.arrow(cypher))


def _arrow_rows(table: Any) -> Iterator[Row]:
    return zip(*(column.to_pylist() for column in table.columns), strict=True)


def _inspect_apart(path: Path, ledger: Path) -> list[Problem]:
    """Which rows of a damaged file differ, as far as it can be read: in a process of its own, on a copy."""
    if not path.exists():
        return []
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1, mp_context=context) as pool:
        try:
            copy = Path(folder) / "graph.kuzu"
            shutil.copyfile(path, copy)
            if log_path(path).exists():
                shutil.copyfile(log_path(path), log_path(copy))
            return pool.submit(_inspect, copy, ledger).result()
        except (BrokenProcessPool, TwintreeError, OSError) as error:
            _LOG.info("the damaged graph cannot be read (%s)", type(error).__name__)
            return []


def _inspect(path: Path, ledger: Path) -> list[Problem]:
    book = Ledger(ledger, readonly=True)
    try:
        database = KuzuDatabase(path)
        try:
            return list(_differences(book.read(), database, GraphProjection.name))
        finally:
            database.close()
    finally:
        book.close()


def _differences(connection: sqlite3.Connection, database: KuzuDatabase, name: str) -> Iterator[Problem]:
    waiting = {paper for paper, _ in stale_papers(connection, name, {})} | set(gone_papers(connection, name))
    for table in NODES:
        yield from _compare_nodes(table, _node_rows(database, table), table.rows(connection, None), waiting)
    for relation in RELATIONS:
        found = Counter(_relation_rows(database, relation))
        wanted = Counter(relation.rows(connection, None))
        yield from _compare_edges(relation, found, wanted, waiting)


def _compare_nodes(
    table: NodeTable, found: Iterable[Row], wanted: Iterable[Row], waiting: set[str]
) -> Iterator[Problem]:
    held, due = {row[0]: row for row in found}, {row[0]: row for row in wanted}
    for key in held.keys() | due.keys():
        ours, theirs = held.get(key), due.get(key)
        if ours == theirs or _waits(table, ours or theirs, waiting):
            continue
        if ours is None:
            yield _problem(f"A {table.name} node is missing", key)
        elif theirs is None:
            yield _problem(f"A {table.name} node stands for nothing in the ledger", key)
        else:
            yield _problem(
                f"A {table.name} node differs from the ledger ({_which(table, ours, theirs)})", key
            )


def _waits(table: NodeTable, row: Row | None, waiting: set[str]) -> bool:
    if table.kept is Kept.OWNED:
        return row is not None and row[1] in waiting
    return bool(waiting)  # while papers wait, shared and small tables may lag behind too


def _which(table: NodeTable, ours: Row, theirs: Row) -> str:
    pairs = zip(table.columns, ours, theirs, strict=True)
    return ", ".join(name for (name, _), mine, other in pairs if mine != other)


def _compare_edges(
    relation: RelationTable, found: Counter[Row], wanted: Counter[Row], waiting: set[str]
) -> Iterator[Problem]:
    for row in (found - wanted) | (wanted - found):
        if row[0].partition(".")[0] in waiting:
            continue
        edge = f"{row[0]} → {row[1]}"
        if not wanted[row]:
            yield _problem(f"A {relation.name} edge stands for nothing in the ledger", edge)
        elif found[row] < wanted[row]:
            yield _problem(f"A {relation.name} edge is missing", edge)
        else:
            yield _problem(f"A {relation.name} edge is there more than once", edge)


def _problem(what: str, subject: str) -> Problem:
    return Problem(where="graph", what=f"{what}.", subject=subject)


def _refuse_other_backends() -> None:
    wanted = os.environ.get(_BACKEND, "kuzu")
    if wanted != "kuzu":
        raise WrongUse(f"{_BACKEND}={wanted}: only kuzu is built into this Twintree.", f"Unset {_BACKEND}.")
