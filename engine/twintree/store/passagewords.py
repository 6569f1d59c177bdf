"""What finding paragraphs needs of the word index: which passages match, in all papers or in one."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from twintree.base.ids import FileId, PaperId
from twintree.base.pages import Line, unpack_lines
from twintree.base.records import Record
from twintree.store.ledger import Ledger, LedgerState, translated

Numbers = NDArray[np.int64]

_AT_ONCE = 500
_CACHED = 100_000
_IDS_CACHED = 4_000_000  #: of passages, eight bytes each
#: Characters that the trigram table needs.
_GRAM = 3


class Place(Record, frozen=True, kw_only=True):
    """A passage and where it stands: paper, file, page, and offsets into the page's text."""

    id: int
    number: int  #: the paper's, as in ``paper.num``
    paper: PaperId
    file: FileId
    page: int
    start: int
    end: int
    text: str
    recognised: bool = False  #: read by text recognition: on a scan, or inside a picture


class PassageWords:
    """FTS5 queries over passages that return ids only: ranking is the caller's."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lock = threading.Lock()
        self._state: tuple[int, int] = (0, 0)
        self._seen: LedgerState | None = None
        self._cache: dict[tuple[str, str], int] = {}
        self._ids: OrderedDict[tuple[str, int], Numbers | None] = OrderedDict()
        self._held = 0
        self._pages: tuple[Numbers, Numbers] | None = None
        #: Rises whenever passages have come or gone: what callers derived from here holds no longer.
        self.generation = 0

    def refresh(self) -> None:
        """Follow the ledger: drop what is cached when passages have come or gone."""
        with self._lock, translated():
            seen = self._ledger.state()
            if seen == self._seen:
                return
            sql = "SELECT coalesce(max(id), 0), (SELECT coalesce(max(id), 0) FROM page) FROM passage"
            state = tuple(self._ledger.read().execute(sql).fetchone())
            if state != self._state or len(self._cache) > _CACHED:
                self._cache.clear()
                self._ids.clear()
                self._held = 0
                self._pages = None
                self.generation += 1
            self._seen, self._state = seen, state

    def total(self) -> int:
        """About how many passages there are; deleted ones may be among them."""
        self.refresh()
        return self._state[0]

    def count(self, match: str) -> int:
        """In how many passages a query matches, as of the last ``refresh``."""
        sql = "SELECT count(*) FROM passage_words WHERE passage_words MATCH ?"
        return self._cached("count", match, lambda: self._column(sql, (match,))[0])

    def present(self, matches: Iterable[str]) -> list[str]:
        """Those of some queries that match any passage at all, as of the last ``refresh``."""
        sql = "SELECT rowid FROM passage_words WHERE passage_words MATCH ? LIMIT 1"

        def holds(match: str) -> int:
            return self._cached("present", match, lambda: len(self._column(sql, (match,))))

        return [match for match in matches if holds(match)]

    def _cached(self, kind: str, match: str, compute: Callable[[], int]) -> int:
        found = self._cache.get((kind, match))
        if found is None:
            found = self._cache[kind, match] = compute()
        return found

    def matching(self, match: str, limit: int) -> list[int]:
        """Ids of at most ``limit`` passages that match, in the order of their ids."""
        sql = "SELECT rowid FROM passage_words WHERE passage_words MATCH ? LIMIT ?"
        return self._column(sql, (match, limit))

    def ids(self, match: str, most: int) -> Numbers | None:
        """Ids of all passages that match, ascending, as of the last ``refresh``; None when more than ``most``.

        They are kept, since words come again from query to query.
        """
        with self._lock:
            if (match, most) in self._ids:
                self._ids.move_to_end((match, most))
                return self._ids[match, most]
        # Counting a frequent word's passages takes longer than finding that it has too many.
        found = np.array(self.matching(match, most + 1), np.int64)
        kept = found if len(found) <= most else None
        with self._lock:
            self._ids[match, most] = kept
            self._held += len(found) if kept is not None else 0
            while self._held > _IDS_CACHED and len(self._ids) > 1:
                _, dropped = self._ids.popitem(last=False)
                self._held -= len(dropped) if dropped is not None else 0
        return kept

    def containing(self, piece: str, limit: int, ids: tuple[int, int] | None = None) -> list[int]:
        """Ids of passages whose unspaced scripts or identifiers contain ``piece``, perhaps in an interval.

        Trigrams find three characters or more; for fewer the table is read through.
        """
        if len(piece) >= _GRAM:
            condition, value = "passage_grams MATCH ?", '"' + piece.replace('"', '""') + '"'
        else:
            condition, value = "instr(lower(text), lower(?))", piece
        inside = "" if ids is None else "AND rowid BETWEEN ? AND ?"
        sql = f"SELECT rowid FROM passage_grams WHERE {condition} {inside} LIMIT ?"
        return self._column(sql, (value, *(ids or ()), limit))

    def within(self, match: str, ids: tuple[int, int]) -> list[int]:
        """Ids of the passages that match in an interval of ids, both ends included."""
        sql = "SELECT rowid FROM passage_words WHERE passage_words MATCH ? AND rowid BETWEEN ? AND ?"
        return self._column(sql, (match, *ids))

    def interval(self, paper: str) -> tuple[int, int] | None:
        """The lowest and highest id of a paper's passages; others' may lie between. None when it has none."""
        with translated():
            row = (
                self._ledger.read()
                .execute(
                    "SELECT min(passage.id), max(passage.id) FROM file JOIN page ON page.file = file.id "
                    "JOIN passage ON passage.page = page.id WHERE file.paper = ?",
                    (paper,),
                )
                .fetchone()
            )
        return None if row[0] is None else (row[0], row[1])

    def of_paper(self, paper: str) -> list[Place]:
        """Every passage of a paper, in reading order."""
        where = "file.paper = ? ORDER BY file.position, file.id, page.number, passage.start"
        return list(self._read(where, (paper,)))

    def places(self, ids: Iterable[int]) -> list[Place]:
        """Passages with their texts, in the order of ``ids``; those that are gone are left out."""
        wanted = list(ids)
        found: dict[int, Place] = {}
        for start in range(0, len(wanted), _AT_ONCE):
            part = wanted[start : start + _AT_ONCE]
            where = f"passage.id IN ({', '.join('?' * len(part))})"
            found |= {place.id: place for place in self._read(where, part)}
        return [found[each] for each in wanted if each in found]

    def papers_with(self, match: str) -> set[int]:
        """Numbers of the papers that have a passage that matches."""
        found = self._column("SELECT rowid FROM passage_words WHERE passage_words MATCH ?", (match,))
        first, papers = self._page_map()
        if not len(first):
            return set()
        at = np.searchsorted(first, np.asarray(found, np.int64), side="right") - 1
        return set(np.unique(papers[at[at >= 0]]).tolist())

    def _page_map(self) -> tuple[Numbers, Numbers]:
        """The first passage of each page, ascending, and the page's paper: its passages have ids in a row."""
        self.refresh()
        pages = self._pages
        if pages is None:
            sql = (
                "SELECT first, paper.num FROM "
                "(SELECT min(id) AS first, page FROM passage GROUP BY page) AS starts "
                "JOIN page ON page.id = starts.page JOIN file ON file.id = page.file "
                "JOIN paper ON paper.id = file.paper"
            )
            with translated():
                rows = [tuple(row) for row in self._ledger.read().execute(sql)]
            table = np.array(rows, np.int64).reshape(-1, 2)
            table = table[np.argsort(table[:, 0])]
            pages = self._pages = (table[:, 0], table[:, 1])
        return pages

    def papers_of(self, ids: Sequence[int]) -> dict[int, int]:
        """The paper's number of each passage."""
        found: dict[int, int] = {}
        for start in range(0, len(ids), _AT_ONCE):
            part = ids[start : start + _AT_ONCE]
            sql = (
                "SELECT passage.id, paper.num FROM passage JOIN page ON page.id = passage.page "
                "JOIN file ON file.id = page.file JOIN paper ON paper.id = file.paper "
                f"WHERE passage.id IN ({', '.join('?' * len(part))})"
            )
            with translated():
                found |= {row[0]: row[1] for row in self._ledger.read().execute(sql, part)}
        return found

    def lines(self, place: Place) -> tuple[Line, ...]:
        """The printed lines of a passage."""
        sql = "SELECT lines FROM page WHERE file = ? AND number = ?"
        with translated():
            row = self._ledger.read().execute(sql, (place.file, place.page)).fetchone()
        return unpack_lines(row[0], place.start, place.end) if row else ()

    def _read(self, where: str, values: Sequence[object]) -> Iterator[Place]:
        sql = (
            'SELECT passage.id, paper.num, paper.id, file.id, page.number, passage.start, passage."end", '
            'substr(page.text, passage.start + 1, passage."end" - passage.start), '
            # Of what stands behind the body only words of pictures are passages.
            "page.how = 'ocr' OR passage.start >= page.body_end "
            "FROM passage JOIN page ON page.id = passage.page JOIN file ON file.id = page.file "
            f"JOIN paper ON paper.id = file.paper WHERE {where}"
        )
        with translated():
            for row in self._ledger.read().execute(sql, values):
                yield Place(
                    id=row[0],
                    number=row[1],
                    paper=PaperId(row[2]),
                    file=FileId(row[3]),
                    page=row[4],
                    start=row[5],
                    end=row[6],
                    text=row[7],
                    recognised=bool(row[8]),
                )

    def _column(self, sql: str, values: Sequence[object]) -> list[int]:
        with translated():
            cursor = self._ledger.read().cursor()
            cursor.row_factory = None  # plain tuples: there may be thousands
            return list(chain.from_iterable(cursor.execute(sql, values)))
