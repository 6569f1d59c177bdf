"""The vector projection: every entry's embedding, found by nearness; made of the ledger alone."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np

from twintree.base.crashpoints import crash_point
from twintree.base.errors import WrongUse
from twintree.base.jobs import Problem
from twintree.base.progress import CancelToken, Progress
from twintree.store import durable, vectorfile
from twintree.store.embeddings import Embed, embed_missing, missing_texts, vector_of, wanted_rows
from twintree.store.ledger import Ledger
from twintree.store.projected import Stamp, gone_papers, mark_projected, snapshot, stale_papers
from twintree.store.vectorfile import Columns, Damaged, Description, Floats, Rows, mark

_LOG = logging.getLogger(__name__)

#: From here on an exact comparison with every vector is slower than an HNSW index.
EXACT_BELOW = 100_000
#: Above this share of removed rows the projection is made afresh.
REMOVED_SHARE = 0.30
_PAPERS_AT_ONCE = 200
_SAVE_SHARE = 20
_SAVE_SECONDS = 30.0

_Item = TypeVar("_Item")


class VectorProjection:
    """Vectors of one model, keyed by ``entry.id``; ``search`` works from any thread beside one that syncs.

    A missing, truncated or altered file, one of another model, or one that the ledger does not know, is
    noticed at opening and made afresh from the ledger by the next ``sync`` or ``replay``.

    Args:
        path: the data file; ``<stem>.json`` beside it describes it.
        model: the embedder's id, as in ``embedding.model``.
        dimension: length of its vectors.
        exact_below: number of vectors from which an HNSW index takes over.
        name: the projection's name in the ledger; only a successor in the making has another one.
    """

    def __init__(
        self, path: Path, model: str, dimension: int, *, exact_below: int = EXACT_BELOW, name: str = "vectors"
    ) -> None:
        self.path = path
        self.name = name
        self._exact_below = exact_below
        self._writing = threading.RLock()
        self._start(model, dimension)

    def _start(self, model: str, dimension: int) -> None:
        self.model = model
        self.dimension = dimension
        self._on_disk: Description | None = None
        self._pending: dict[str, int] = {}  # papers in memory that the file does not hold yet
        self._unsaved = 0
        self._saved_at = time.monotonic()
        self._settled = False
        self._afresh = False  # whether the pending papers are all that the file holds
        self.damage = ""
        self._rows: Rows = vectorfile.new_rows("exact", dimension)
        try:
            self._rows, self._on_disk = vectorfile.load(self.path, model, dimension)
        except Damaged as error:
            self.damage = str(error)

    @property
    def stamp(self) -> Stamp:
        """Generation and counts of what is on disk."""
        held = self._on_disk
        return Stamp(held.generation, {"vectors": held.count}) if held else Stamp(0, {"vectors": 0})

    @property
    def count(self) -> int:
        """How many vectors can be found."""
        return self._rows.count

    def close(self) -> None:
        """Let go of the memory; what was not flushed is replayed at the next opening. Safe to call twice."""
        with self._writing:
            self._rows = vectorfile.new_rows("exact", self.dimension)
            self._settled = False

    # ── searching ────────────────────────────────────────────────────────────────────────────────────

    def search(self, query: Floats, k: int, allowed: Iterable[int] | None = None) -> list[tuple[int, float]]:
        """The entries nearest to a query.

        Args:
            query: float32 of shape (dimension,), unit length.
            k: at most so many.
            allowed: only these entries; None for all.

        Returns:
            (entry id, cosine), best first, equal ones by id.

        Raises:
            WrongUse: the query has another length than the vectors.
        """
        query = np.asarray(query, np.float32).reshape(-1)
        rows = self._rows  # taken once: a switch of the model may come between
        if len(query) != rows.dimension:
            raise WrongUse(
                f"The query's vector has {len(query)} numbers, this library's vectors {rows.dimension}.",
                "Ask with the model that the library was indexed with.",
            )
        if k <= 0:
            return []
        only = None if allowed is None else np.fromiter(allowed, np.int64)
        keys, scores = rows.search(query, k, only)
        return [(int(key), float(score)) for key, score in zip(keys, scores, strict=True)]

    # ── following the ledger ─────────────────────────────────────────────────────────────────────────

    def sync(
        self,
        ledger: Ledger,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
        *,
        flush: bool = False,
    ) -> int:
        """Take up what the ledger holds and this does not; call it outside of ``ledger.write()``.

        Entries without an embedding are left for later, and their papers stay unmarked. In a large library
        the file is written only once a twentieth of it has changed or half a minute has passed; ``flush``
        writes it now. Until then a crash costs a replay, nothing else.

        Returns:
            How many papers were brought up to date.
        """
        with self._writing:
            done = (
                0 if self._settled else self._settle(ledger, progress or Progress(), cancel or CancelToken())
            )
            done += self._follow(ledger, progress or Progress(), cancel or CancelToken())
            if self._is_due() or flush:
                self.flush(ledger)
            return done

    def flush(self, ledger: Ledger) -> None:
        """Write what is in memory only, and tell the ledger so; nothing happens when there is nothing."""
        with self._writing:
            if not (self._pending or self._unsaved) or ledger.readonly:
                return
            self._shape(ledger)
            if self._unsaved or self._on_disk is None:
                self._save()
            self._mark(ledger)

    def replay(self, ledger: Ledger, cancel: CancelToken | None = None, *, repair: bool = True) -> bool:
        """At opening: finish what a crash cut short, quick when nothing was; say whether it acted.

        Args:
            ledger: may be readonly.
            cancel: stops it.
            repair: whether to make a damaged file afresh too.
        """
        if not repair and self._is_damaged(ledger):
            return False
        before = self._on_disk, self.damage
        self.sync(ledger, cancel=cancel, flush=True)
        return (self._on_disk, self.damage) != before

    def _is_damaged(self, ledger: Ledger) -> bool:
        """Whether the file is not what any crash leaves: a whole one, not older than the ledger knows."""
        known = Stamp.read(ledger.read(), self.name)
        if known is None or self._settled:
            return False
        older = self.stamp.generation < known.generation
        return (
            bool(self.damage) or older or (self.stamp.generation == known.generation and self.stamp != known)
        )

    def rebuild(
        self, ledger: Ledger, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> None:
        """Make the projection afresh from the ledger's embeddings; searches go on meanwhile."""
        with self._writing:
            self._pending = self._fill_anew(ledger, progress or Progress(), cancel or CancelToken())
            self._afresh = self._settled = True
            if not ledger.readonly:
                self._save()
                self._mark(ledger)

    def _settle(self, ledger: Ledger, progress: Progress, cancel: CancelToken) -> int:
        """Trust the file only if it is the one that the ledger knows; otherwise compare every row."""
        if not ledger.readonly:
            durable.sweep(self.path)
        known = Stamp.read(ledger.read(), self.name)
        if self.damage and known is not None:
            _LOG.warning("%s is made afresh: %s", self.path.name, self.damage)
        if self.damage:
            self._pending = self._fill_anew(ledger, progress, cancel)
            self._afresh = True
        elif known != self.stamp:
            _LOG.warning("%s is not of the ledger's generation: every row is compared", self.path.name)
            self._reconcile(ledger, cancel)
        self._settled = True
        return len(self._pending)

    def _reconcile(self, ledger: Ledger, cancel: CancelToken) -> None:
        with snapshot(ledger) as connection:
            current = dict(connection.execute("SELECT id, revision FROM paper").fetchall())
            self._remove_foreign(current)
            self._pending = {}
            for papers in _batches(list(current), _PAPERS_AT_ONCE):
                cancel.check()
                self._pending |= {paper: current[paper] for paper in self._bring(connection, papers)}
        self._afresh = True
        self._unsaved += 1

    def _follow(self, ledger: Ledger, progress: Progress, cancel: CancelToken) -> int:
        done = 0
        with snapshot(ledger) as connection:
            stale = stale_papers(connection, self.name, self._pending)
            self._remove_foreign(row[0] for row in connection.execute("SELECT id FROM paper"))
            for gone in gone_papers(connection, self.name):
                self._pending[gone] = 0
            for number, papers in enumerate(_batches(stale, _PAPERS_AT_ONCE)):
                cancel.check()
                progress.report(number * _PAPERS_AT_ONCE, len(stale), "vectors")
                complete = self._bring(connection, [paper for paper, _ in papers])
                self._pending |= {paper: revision for paper, revision in papers if paper in complete}
                done += len(complete)
        return done

    def _remove_foreign(self, papers: Iterable[str]) -> None:
        owners = np.fromiter((mark(paper) for paper in papers), np.uint64)
        held = self._rows.columns()
        foreign = held.keys[~np.isin(held.owners, owners)]
        if len(foreign):
            self._remove(foreign.tolist())

    def _bring(self, connection: sqlite3.Connection, papers: Sequence[str]) -> set[str]:
        """Make these papers' rows equal to the ledger's; return the papers whose entries all have vectors."""
        wanted, complete = wanted_rows(connection, papers, self.model, self.dimension)
        held = self._rows.columns()
        mine = np.isin(held.owners, np.array([mark(paper) for paper in papers], np.uint64))
        have = set(_triples(Columns(held.keys[mine], held.tags[mine], held.owners[mine])))
        stale = {key for key, _, _ in have - wanted.keys()}
        # A key may have gone from a paper that was not named here: its row must not be met twice.
        new = {triple: text for triple, text in wanted.items() if triple not in have}
        others = np.isin(held.keys, np.fromiter((t[0] for t in new), np.int64))
        self._remove(stale | set(held.keys[others].tolist()))
        self._add(connection, new)
        return complete

    def _remove(self, keys: Iterable[int]) -> None:
        keys = set(keys)
        if keys:
            self._rows.remove(keys)
            self._unsaved += len(keys)

    def _add(self, connection: sqlite3.Connection, new: dict[tuple[int, int, int], str]) -> None:
        if not new:
            return
        vectors = [vector_of(connection, text, self.model) for text in new.values()]
        self._rows.add(_columns(list(new)), np.stack(vectors))
        self._unsaved += len(new)

    # ── writing ──────────────────────────────────────────────────────────────────────────────────────

    def _is_due(self) -> bool:
        waited = time.monotonic() - self._saved_at
        return bool(self._pending or self._unsaved) and (
            self._unsaved >= self._rows.count // _SAVE_SHARE or waited > _SAVE_SECONDS
        )

    def _shape(self, ledger: Ledger) -> None:
        """Make the rows afresh when too many were removed, or the other layout fits their number."""
        rows = self._rows
        worn = rows.layout == "hnsw" and rows.removed > REMOVED_SHARE * (rows.count + rows.removed)
        if worn or rows.layout != self._layout(rows.count):
            self._pending |= self._fill_anew(ledger, Progress(), CancelToken())

    def _layout(self, count: int) -> str:
        if self._rows.layout == "hnsw":  # stays so until clearly smaller, lest it change to and fro
            return "hnsw" if count >= 0.8 * self._exact_below else "exact"
        return "hnsw" if count >= self._exact_below else "exact"

    def _fill_anew(self, ledger: Ledger, progress: Progress, cancel: CancelToken) -> dict[str, int]:
        """New rows from the ledger alone; returns the revisions of the papers that lack no vector."""
        old = self._rows
        with snapshot(ledger) as connection:
            current = dict(connection.execute("SELECT id, revision FROM paper").fetchall())
            (expected,) = connection.execute(
                "SELECT count(*) FROM entry JOIN embedding USING (hash) WHERE model = ?", (self.model,)
            ).fetchone()
            fresh = vectorfile.new_rows(self._layout(expected), self.dimension)
            complete: set[str] = set()
            for number, batch in enumerate(_batches(list(current), _PAPERS_AT_ONCE)):
                cancel.check()
                progress.report(number * _PAPERS_AT_ONCE, len(current), "vectors")
                wanted, whole = wanted_rows(connection, batch, self.model, self.dimension)
                complete |= whole
                if wanted:
                    vectors = [vector_of(connection, text, self.model) for text in wanted.values()]
                    fresh.add(_columns(list(wanted)), np.stack(vectors))
        self._rows = fresh
        self._unsaved += max(old.count, fresh.count, 1)
        return {paper: current[paper] for paper in complete}

    def _save(self) -> None:
        generation = (self._on_disk.generation if self._on_disk else 0) + 1
        self._on_disk = vectorfile.save(self.path, self._rows, generation, self.model, old=self._on_disk)
        if isinstance(self._rows, vectorfile.ExactRows) and self._rows.removed:
            self._rows = self._rows.compacted()
        self._unsaved = 0
        self._saved_at = time.monotonic()
        self.damage = ""

    def _mark(self, ledger: Ledger) -> None:
        crash_point("projection.before_mark")
        mark_projected(ledger, self.name, self.stamp, self._pending, afresh=self._afresh)
        self._pending, self._afresh = {}, False
        crash_point("projection.marked")

    # ── another model ────────────────────────────────────────────────────────────────────────────────

    def switch_model(
        self,
        ledger: Ledger,
        model: str,
        dimension: int,
        embed: Embed | None = None,
        *,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> bool:
        """Build the projection of another model beside this one, and take its place once it is complete.

        Texts come from the ledger, so nothing is extracted again; embeddings that are there are not computed
        again, and a cancelled or killed run goes on where it stopped (PAINS 25).

        Args:
            ledger: writable.
            model: the new embedder's id.
            dimension: length of its vectors.
            embed: computes what is missing, (n texts) -> float32 (n, dimension), unit length; None to take
                only what the ledger holds already.
            progress: told in texts.
            cancel: stops it; this projection goes on as it was.

        Returns:
            Whether the switch was made; without it some entry still has no vector of the new model.
        """
        progress, cancel = progress or Progress(), cancel or CancelToken()
        if embed is not None:
            embed_missing(ledger, model, dimension, embed, progress=progress, cancel=cancel)
        beside = self.path.with_name(f"{self.path.stem}-next{self.path.suffix}")
        following = VectorProjection(
            beside, model, dimension, exact_below=self._exact_below, name=f"vectors:{model}"
        )
        following.sync(ledger, progress, cancel, flush=True)
        with self._writing:
            following.sync(ledger, progress, cancel, flush=True)
            if missing_texts(ledger.read(), model, 1):
                return False
            self._take_over(ledger, following)
        return True

    def _take_over(self, ledger: Ledger, following: VectorProjection) -> None:
        rows, stamp = following._rows, following.stamp
        generation = max(self.stamp.generation, stamp.generation) + 1
        written = vectorfile.save(self.path, rows, generation, following.model, old=self._on_disk)
        with ledger.write() as connection:
            connection.execute("DELETE FROM projected WHERE name = ?", (self.name,))
            connection.execute("UPDATE projected SET name = ? WHERE name = ?", (self.name, following.name))
            connection.execute("DELETE FROM projection WHERE name = ?", (following.name,))
            Stamp(generation, {"vectors": written.count}).write(connection, self.name)
        self.model, self.dimension, self._rows, self._on_disk = (
            following.model,
            following.dimension,
            rows,
            written,
        )
        self._pending, self._unsaved = {}, 0
        for path in (following.path, vectorfile.sidecar_path(following.path)):
            path.unlink(missing_ok=True)

    # ── checking ─────────────────────────────────────────────────────────────────────────────────────

    def problems(self, ledger: Ledger) -> list[Problem]:
        """Everything in which the file on disk differs from the ledger, by entry and paper."""
        with snapshot(ledger) as connection:
            known = Stamp.read(connection, self.name)
            if known is None and not self.path.exists():
                return []  # nothing was ever projected
            try:
                rows, found = vectorfile.load(self.path, self.model, self.dimension)
            except Damaged as error:
                return [_problem(f"The file of vectors is damaged: {error}", self.path.name)]
            problems = []
            if known != Stamp(found.generation, {"vectors": found.count}):
                problems.append(
                    _problem("The file of vectors is not the one that the ledger knows", self.path.name)
                )
            return problems + list(_row_problems(connection, rows, self.name, self.model, self.dimension))


def active_model(path: Path) -> tuple[str, int] | None:
    """The model and dimension of the vectors that a library searches now; None when it has none."""
    with contextlib.suppress(Damaged):
        newest = vectorfile.describe(path)[0]
        return newest.model, newest.dimension
    return None


def _row_problems(
    connection: sqlite3.Connection, rows: Rows, name: str, model: str, dimension: int
) -> Iterator[Problem]:
    held = rows.columns()
    places: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for key, tag, owner in _triples(held):
        places[key].append((tag, owner))
    sql = (
        "SELECT entry.id, entry.hash, entry.paper, embedding.vector, projected.revision IS NOT NULL AS due "
        "FROM entry JOIN paper ON paper.id = entry.paper "
        "LEFT JOIN embedding ON embedding.hash = entry.hash AND embedding.model = ? "
        "LEFT JOIN projected ON projected.name = ? AND projected.paper = paper.id "
        "AND projected.revision = paper.revision ORDER BY entry.id"
    )
    cursor = connection.execute(sql, (model, name))
    while batch := list(islice(cursor, 2000)):
        yield from _batch_problems(batch, places, rows, dimension)
    for key in places:
        yield _problem("A vector stands for no entry", f"entry {key}")


def _batch_problems(
    batch: Sequence[sqlite3.Row], places: dict[int, list[tuple[int, int]]], rows: Rows, dimension: int
) -> Iterator[Problem]:
    compare = []
    for key, text, paper, vector, due in batch:
        found = places.pop(key, [])
        subject = f"{paper}, entry {key}"
        if vector is None and due:
            yield _problem("An entry counts as projected but has no embedding", subject)
        if vector is None or len(vector) != 4 * dimension:
            continue
        if not found and due:
            yield _problem("An entry's vector is missing", subject)
        if len(found) > 1:
            yield _problem("An entry's vector is there more than once", subject)
        if due and found and (mark(text), mark(paper)) not in found:
            yield _problem("A vector belongs to another text or paper", subject)
        elif due and len(found) == 1:
            compare.append((key, subject, vector))
    if compare:
        ours = rows.vectors(np.array([key for key, _, _ in compare], np.int64))
        theirs = np.stack([np.frombuffer(vector, np.float32) for _, _, vector in compare])
        same = (np.abs(ours - theirs) <= 1e-6).all(axis=1)  # also false where a number is none
        for (_, subject, _), fits in zip(compare, same, strict=True):
            if not fits:
                yield _problem("A vector differs from the ledger's embedding", subject)


def _problem(what: str, subject: str) -> Problem:
    return Problem(where="vectors", what=f"{what}.", subject=subject)


def _triples(columns: Columns) -> Iterator[tuple[int, int, int]]:
    return zip(columns.keys.tolist(), columns.tags.tolist(), columns.owners.tolist(), strict=True)


def _columns(triples: Sequence[tuple[int, int, int]]) -> Columns:
    return Columns(
        np.array([t[0] for t in triples], np.int64),
        np.array([t[1] for t in triples], np.uint64),
        np.array([t[2] for t in triples], np.uint64),
    )


def _batches(items: Sequence[_Item], size: int) -> Iterator[Sequence[_Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
