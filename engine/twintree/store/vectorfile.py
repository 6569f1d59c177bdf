"""The rows of a vector projection in memory and on disk: an exact layout, and an HNSW one for many rows.

A data file is its layout's own bytes (a float32 matrix, or a USearch index), then three columns of eight
bytes a row: keys, tags, owners. A sidecar in JSON describes it. The sidecar is written first, naming the old
and the new content, so that a crash at any moment leaves a data file that it describes.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import msgspec
import numpy as np
import numpy.typing as npt

from twintree.base.crashpoints import crash_point
from twintree.base.records import Record
from twintree.store import durable

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]
Marks = npt.NDArray[np.uint64]

_DEAD = -1
_BLOCK = 4096


class Description(Record, frozen=True, kw_only=True):
    """What a data file holds."""

    generation: int
    model: str
    dimension: int
    count: int
    layout: str  #: exact | hnsw
    removed: int
    size: int
    sha256: str


class Sidecar(Record, frozen=True):
    """The contents that a data file may have: the newest first."""

    versions: tuple[Description, ...]


class Columns(Record, frozen=True):
    """One value a row: the entry's id, a mark of its text, a mark of its paper."""

    keys: Keys
    tags: Marks
    owners: Marks


def mark(text: str) -> int:
    """Eight bytes that stand for a text: 64 bits of its BLAKE2b."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def _best(keys: Keys, scores: Floats, k: int) -> tuple[Keys, Floats]:
    if len(scores) > k:
        # One more than wanted would not settle ties either; equal scores are ordered by key below.
        chosen = np.argpartition(-scores, k - 1)[:k]
        keys, scores = keys[chosen], scores[chosen]
    order = np.lexsort((keys, -scores))
    return keys[order], scores[order]


class _View(Record, frozen=True):
    columns: Columns
    matrix: Floats  # has room for more rows than the columns name


class ExactRows:
    """A float32 matrix that grows at its end; removed rows are marked dead until it is made afresh.

    Readers work on a view: what is added lies behind it, and what is removed leaves its matrix alone.
    """

    layout = "exact"

    def __init__(self, dimension: int, columns: Columns | None = None, matrix: Floats | None = None) -> None:
        self.dimension = dimension
        self.removed = 0
        empty = np.empty(0, np.int64), np.empty(0, np.uint64), np.empty(0, np.uint64)
        self._view = _View(
            columns or Columns(*empty), np.empty((0, dimension), np.float32) if matrix is None else matrix
        )

    @property
    def count(self) -> int:
        """How many rows are alive."""
        return len(self._view.columns.keys) - self.removed

    def columns(self) -> Columns:
        """The living rows' columns."""
        held = self._view.columns
        alive = held.keys != _DEAD
        return Columns(held.keys[alive], held.tags[alive], held.owners[alive])

    def add(self, columns: Columns, vectors: Floats) -> None:
        """Append rows whose keys are not held."""
        old, matrix = self._view.columns, self._view.matrix
        used, need = len(old.keys), len(old.keys) + len(columns.keys)
        if need > len(matrix):
            grown = np.empty((max(need, used + used // 2, 64), matrix.shape[1]), np.float32)
            grown[:used] = matrix[:used]
            matrix = grown
        matrix[used:need] = vectors
        joined = Columns(
            np.concatenate([old.keys, columns.keys]),
            np.concatenate([old.tags, columns.tags]),
            np.concatenate([old.owners, columns.owners]),
        )
        self._view = _View(joined, matrix)

    def remove(self, keys: Iterable[int]) -> None:
        """Take rows out."""
        held = self._view.columns
        gone = np.isin(held.keys, np.fromiter(keys, np.int64))
        left = np.where(gone, np.int64(_DEAD), held.keys)
        self.removed += int(gone.sum())
        self._view = _View(Columns(left, held.tags, held.owners), self._view.matrix)

    def search(self, query: Floats, k: int, allowed: Keys | None) -> tuple[Keys, Floats]:
        """Every allowed row's inner product with ``query``, the best ``k``."""
        view = self._view
        keys = view.columns.keys
        fits = keys != _DEAD
        if allowed is not None:
            fits &= np.isin(keys, allowed)
        places = np.flatnonzero(fits)
        if len(places) * 4 > len(keys):
            scores = (view.matrix[: len(keys)] @ query)[places]
        else:
            scores = view.matrix[places] @ query
        return _best(keys[places], scores, k)

    def vectors(self, keys: Keys) -> Floats:
        """The vectors of keys that are held, in their order."""
        held = self._view.columns.keys
        order = np.argsort(held, kind="stable")
        return np.asarray(self._view.matrix[order[np.searchsorted(held, keys, sorter=order)]])

    def compacted(self) -> ExactRows:
        """The living rows alone."""
        view = self._view
        places = view.columns.keys != _DEAD
        return ExactRows(self.dimension, self.columns(), view.matrix[: len(places)][places])

    def write(self, out: _Counting) -> None:
        """The living rows, without the dead ones' room."""
        view = self._view
        places = np.flatnonzero(view.columns.keys != _DEAD)
        for start in range(0, len(places), _BLOCK):
            out.write(view.matrix[places[start : start + _BLOCK]].tobytes())
        _write_columns(out, self.columns())


class HnswRows:
    """A USearch HNSW index; one call at a time, since growing it must not meet a search."""

    layout = "hnsw"

    def __init__(self, dimension: int, columns: Columns | None = None, data: bytes | None = None) -> None:
        from usearch.index import Index

        self.dimension = dimension
        self.removed = 0
        self._index = Index(
            ndim=dimension,
            metric="ip",
            dtype="f32",
            connectivity=16,
            expansion_add=128,
            expansion_search=128,
        )
        if data is not None:
            self._index.load(data)
        self._lock = threading.Lock()
        self._columns = columns or ExactRows(1).columns()

    @property
    def count(self) -> int:
        """How many rows are alive."""
        return len(self._columns.keys)

    def columns(self) -> Columns:
        """The rows' columns."""
        return self._columns

    def add(self, columns: Columns, vectors: Floats) -> None:
        """Insert rows whose keys are not held."""
        for start in range(0, len(columns.keys), 256):
            part = slice(start, start + 256)
            with self._lock:
                self._index.add(columns.keys[part].astype(np.uint64), vectors[part])
        old = self._columns
        self._columns = Columns(
            np.concatenate([old.keys, columns.keys]),
            np.concatenate([old.tags, columns.tags]),
            np.concatenate([old.owners, columns.owners]),
        )

    def remove(self, keys: Iterable[int]) -> None:
        """Take rows out; their room in the index stays until it is made afresh."""
        wanted = np.fromiter(keys, np.int64)
        gone = np.isin(self._columns.keys, wanted)
        with self._lock:
            for key in self._columns.keys[gone]:
                self._index.remove(int(key))
        held, left = self._columns, ~gone
        self.removed += int(gone.sum())
        self._columns = Columns(held.keys[left], held.tags[left], held.owners[left])

    def search(self, query: Floats, k: int, allowed: Keys | None) -> tuple[Keys, Floats]:
        """The nearest rows, approximately; exactly where few are allowed."""
        if self.count == 0 or k == 0:
            return np.empty(0, np.int64), np.empty(0, np.float32)
        if allowed is None:
            return self._nearest(query, k)
        fit = np.intersect1d(self._columns.keys, allowed)
        if len(fit) > 2 * _BLOCK:
            keys, scores = self._nearest(query, int(2 * k * self.count / len(fit)) + k)
            inside = np.isin(keys, fit)
            if inside.sum() >= min(k, len(fit)):
                return keys[inside][:k], scores[inside][:k]
        return self._compare(query, k, fit)

    def _nearest(self, query: Floats, k: int) -> tuple[Keys, Floats]:
        with self._lock:
            found = self._index.search(query, min(k, self.count), threads=1)
        return _best(found.keys.astype(np.int64), 1 - found.distances, k)

    def _compare(self, query: Floats, k: int, fit: Keys) -> tuple[Keys, Floats]:
        blocks = [fit[start : start + _BLOCK] for start in range(0, len(fit), _BLOCK)]
        scores = [self.vectors(block) @ query for block in blocks]
        return _best(fit, np.concatenate(scores) if scores else np.empty(0, np.float32), k)

    def vectors(self, keys: Keys) -> Floats:
        """The vectors of keys that are held, in their order."""
        with self._lock:
            return np.asarray(self._index.get(keys.astype(np.uint64)), np.float32).reshape(len(keys), -1)

    def write(self, out: _Counting) -> None:
        """The index as USearch writes it, and the columns."""
        with self._lock:
            data = self._index.save()
        out.write(data or b"")
        _write_columns(out, self._columns)


def _write_columns(out: _Counting, columns: Columns) -> None:
    for column in (columns.keys, columns.tags, columns.owners):
        out.write(column.tobytes())


#: Vectors with their columns; searching is safe beside one thread that changes them.
Rows = ExactRows | HnswRows


def new_rows(layout: str, dimension: int) -> Rows:
    """Rows without any vector yet."""
    return HnswRows(dimension) if layout == "hnsw" else ExactRows(dimension)


# ── on disk ──────────────────────────────────────────────────────────────────────────────────────────


def sidecar_path(path: Path) -> Path:
    """Where the description of a data file lies."""
    return path.with_suffix(".json")


class Damaged(Exception):
    """A data file that is missing, truncated, altered or of another model."""


def describe(path: Path) -> tuple[Description, ...]:
    """What the sidecar says.

    Raises:
        Damaged: it is missing or cannot be read.
    """
    try:
        return msgspec.json.decode(sidecar_path(path).read_bytes(), type=Sidecar).versions
    except FileNotFoundError:
        raise Damaged("its description is missing") from None
    except (OSError, msgspec.MsgspecError) as error:
        raise Damaged(f"its description cannot be read ({type(error).__name__})") from error


def load(path: Path, model: str, dimension: int) -> tuple[Rows, Description]:
    """Read a data file, all of it checked against its hash before anything in it is trusted.

    Raises:
        Damaged: see there.
    """
    versions = describe(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Damaged(f"the file cannot be read ({type(error).__name__})") from error
    digest = hashlib.sha256(data).hexdigest()
    known = next((each for each in versions if each.sha256 == digest and each.size == len(data)), None)
    if known is None:
        raise Damaged("its bytes are not the ones that were written")
    if (known.model, known.dimension) != (model, dimension):
        raise Damaged(f"it holds vectors of {known.model}, not of {model}")
    return _rows_of(data, known), known


def _rows_of(data: bytes, known: Description) -> Rows:
    body = len(data) - 24 * known.count
    if body < 0 or (known.layout == "exact" and body != 4 * known.count * known.dimension):
        raise Damaged("its size does not fit its description")
    keys, tags, owners = (
        np.frombuffer(data, kind, known.count, body + 8 * known.count * place)
        for place, kind in enumerate((np.int64, np.uint64, np.uint64))
    )
    columns = Columns(keys.astype(np.int64), tags.astype(np.uint64), owners.astype(np.uint64))
    if known.layout == "exact":
        matrix = np.frombuffer(data, np.float32, known.count * known.dimension)
        return ExactRows(known.dimension, columns, matrix.reshape(known.count, known.dimension))
    rows = HnswRows(known.dimension, columns, data[:body])
    rows.removed = known.removed
    return rows


def save(path: Path, rows: Rows, generation: int, model: str, *, old: Description | None) -> Description:
    """Write a data file and its sidecar, so that at any moment the file that is there is described.

    Args:
        path: the data file.
        rows: what to write.
        generation: the new content's number.
        model: whose vectors they are.
        old: what the data file holds now, None when nothing of use.

    Raises:
        StorageProblem: the disk is full or cannot be written; the old file stays.
    """
    digest, size = hashlib.sha256(), 0

    def fill(out: BinaryIO) -> None:
        nonlocal size
        counting = _Counting(out, digest)
        rows.write(counting)
        size = counting.size

    crash_point("projection.before_write")
    part = durable.write_beside(path, fill)
    crash_point("projection.written")
    new = Description(
        generation=generation,
        model=model,
        dimension=rows.dimension,
        count=rows.count,
        layout=rows.layout,
        removed=rows.removed if rows.layout == "hnsw" else 0,
        size=size,
        sha256=digest.hexdigest(),
    )
    try:
        durable.write_file(sidecar_path(path), msgspec.json.encode(Sidecar((new, old) if old else (new,))))
        crash_point("projection.announced")
        durable.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    crash_point("projection.renamed")
    return new


class _Counting:
    def __init__(self, out: BinaryIO, digest: "hashlib._Hash") -> None:  # noqa: UP037 - a stub's name
        self._out, self._digest, self.size = out, digest, 0

    def write(self, block: bytes) -> None:
        self._digest.update(block)
        self._out.write(block)
        self.size += len(block)
