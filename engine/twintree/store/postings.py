"""What scoring by words needs of the index: postings with their term weights, cached in memory."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twintree.base.records import Record
from twintree.store.ledger import Ledger, LedgerState, translated

Ids = NDArray[np.int64]
Floats = NDArray[np.float32]

#: Postings kept, in entries: about 12 bytes each.
_CACHED = 4_000_000
#: FTS5 never lets a term's idf fall below this.
_FLOOR = 1e-6


class Posting(Record, frozen=True):
    """The entries that hold a term, and its saturated frequency in each (BM25 without the idf)."""

    entries: Ids
    weights: Floats


class EntryMap(Record, frozen=True):
    """Where entries belong, by entry id: the paper's number (0 where there is none), and whether it is the
    paper's own entry rather than a section's.
    """

    papers: NDArray[np.int32]
    own: NDArray[np.bool_]
    order: Ids  #: entries by paper, then by id
    sorted: NDArray[np.int32]  #: their papers, in that order

    @classmethod
    def of(cls, papers: NDArray[np.int32], own: NDArray[np.bool_]) -> EntryMap:
        """The map of these entries."""
        order = np.argsort(papers, kind="stable")
        return cls(papers, own, order, papers[order])

    def of_paper(self, number: int) -> Ids:
        """A paper's entries, by id."""
        wanted = np.int32(number)  # of another type, all would be converted for each search
        return self.order[self.sorted.searchsorted(wanted) : self.sorted.searchsorted(wanted, "right")]


_NOTHING = Posting(np.zeros(0, np.int64), np.zeros(0, np.float32))


class EntryPostings:
    """Postings of the entries' word index, read when first asked for and dropped when entries change.

    FTS5 computes the frequencies' saturation (k1 = 1.2, b = 0.75); its idf, which falls to nothing when a
    term is in half of the rows, is divided out, so that the caller can weigh by Lucene's (DESIGN §7).
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lock = threading.RLock()
        self._postings: OrderedDict[str, Posting] = OrderedDict()
        self._counts: dict[str, int] = {}
        self._held = 0
        self._state: tuple[int, ...] = (0, 0)
        self._seen: LedgerState | None = None
        self._map = EntryMap.of(np.zeros(1, np.int32), np.zeros(1, np.bool_))

    def refresh(self) -> int:
        """Follow the ledger; returns the number of entries."""
        with self._lock, translated():
            seen = self._ledger.state()
            if seen != self._seen:
                sql = "SELECT count(*), coalesce(max(id), 0) FROM entry"
                state = tuple(self._ledger.read().execute(sql).fetchone())
                if state != self._state:
                    self._forget(state)
                self._seen = seen
            return self._state[0]

    def _forget(self, state: tuple[int, ...]) -> None:
        grown = state[0] - self._state[0]
        self._postings.clear()
        self._counts.clear()
        self._held = 0
        self._state = state
        # Ids are never given twice, so that what is known of old ones stays true; only an undone deletion
        # brings old ones back.
        if grown > self._extend(len(self._map.papers), state[1]):
            self._extend(1, state[1])

    def _extend(self, known: int, highest: int) -> int:
        """Read the entries from ``known`` on; returns how many there are."""
        size = max(len(self._map.papers), highest + 1)
        papers = np.zeros(size, np.int32)
        own = np.zeros(size, np.bool_)
        papers[:known], own[:known] = self._map.papers[:known], self._map.own[:known]
        rows = self._ledger.read().execute(
            "SELECT entry.id, paper.num, entry.kind = 'paper' FROM entry "
            "JOIN paper ON paper.id = entry.paper WHERE entry.id >= ?",
            (known,),
        )
        found = 0
        for number, paper, kind in rows:
            papers[number], own[number] = paper, kind
            found += 1
        self._map = EntryMap.of(papers, own)
        return found

    @property
    def map(self) -> EntryMap:
        """Papers and kinds of entries, as of the last ``refresh``."""
        return self._map

    def count(self, match: str) -> int:
        """In how many entries an FTS5 query matches."""
        with self._lock:
            if match not in self._counts:
                rows = self._run("SELECT count(*) FROM entry_words WHERE entry_words MATCH ?", match)
                self._counts[match] = rows[0][0]
            return self._counts[match]

    def posting(self, match: str) -> Posting:
        """The entries of one term or phrase, given as an FTS5 query of it alone."""
        with self._lock:
            found = self._postings.get(match)
            if found is None:
                found = self._read(match)
                self._keep(match, found)
            else:
                self._postings.move_to_end(match)
            return found

    def _read(self, match: str) -> Posting:
        rows = self._run("SELECT rowid, rank FROM entry_words WHERE entry_words MATCH ?", match)
        if not rows:
            return _NOTHING
        table = np.fromiter(chain.from_iterable(rows), np.float64, 2 * len(rows)).reshape(-1, 2)
        total, n = self._state[0], len(rows)
        idf = max(math.log((total - n + 0.5) / (n + 0.5)), _FLOOR) if total > n else _FLOOR
        self._counts[match] = n
        return Posting(table[:, 0].astype(np.int64), (-table[:, 1] / idf).astype(np.float32))

    def _keep(self, match: str, posting: Posting) -> None:
        self._postings[match] = posting
        self._held += len(posting.entries)
        while self._held > _CACHED and len(self._postings) > 1:
            _, dropped = self._postings.popitem(last=False)
            self._held -= len(dropped.entries)

    def _run(self, sql: str, match: str) -> list[tuple[Any, ...]]:
        with translated():
            connection = self._ledger.read()
            cursor = connection.cursor()
            cursor.row_factory = None
            return cursor.execute(sql, (match,)).fetchall()
