"""What finding paragraphs needs of the word index: which passages match, in all papers or in one."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence

from twintree.base.ids import FileId, PaperId
from twintree.base.records import Line, Record, unpack_lines
from twintree.store.ledger import Ledger, translated

_AT_ONCE = 500
_CACHED_COUNTS = 4096
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


class PassageWords:
    """FTS5 queries over passages that return ids only: ranking is the caller's."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lock = threading.Lock()
        self._counts: dict[str, int] = {}
        self._present: dict[str, bool] = {}
        self._total: tuple[int, int] = (-1, 0)

    def total(self) -> int:
        """How many passages there are, within a page's worth."""
        with translated():
            connection = self._ledger.read()
            version = connection.execute("PRAGMA data_version").fetchone()[0]
            if self._total[0] != version:
                highest = connection.execute("SELECT coalesce(max(id), 0) FROM passage").fetchone()[0]
                self._total = (version, highest)
            return self._total[1]

    def count(self, match: str) -> int:
        """In how many passages a query matches; may lag behind an import by a twentieth."""
        with self._lock:
            if len(self._counts) > _CACHED_COUNTS:
                self._counts.clear()
            if match not in self._counts:
                sql = "SELECT count(*) FROM passage_words WHERE passage_words MATCH ?"
                self._counts[match] = self._column(sql, (match,))[0]
            return self._counts[match]

    def present(self, matches: Iterable[str]) -> list[str]:
        """Those of some queries that match any passage at all."""
        sql = "SELECT rowid FROM passage_words WHERE passage_words MATCH ? LIMIT 1"
        found = []
        for match in matches:
            if match not in self._present:
                self._present[match] = bool(self._column(sql, (match,)))
            if self._present[match]:
                found.append(match)
        return found

    def forget(self) -> None:
        """Drop what is cached, when the library has changed much."""
        with self._lock:
            self._counts.clear()
            self._present.clear()

    def matching(self, match: str, limit: int) -> list[int]:
        """Ids of at most ``limit`` passages that match, in the order of their ids."""
        sql = "SELECT rowid FROM passage_words WHERE passage_words MATCH ? LIMIT ?"
        return self._column(sql, (match, limit))

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
        sql = (
            "SELECT DISTINCT paper.num FROM passage_words JOIN passage ON passage.id = passage_words.rowid "
            "JOIN page ON page.id = passage.page JOIN file ON file.id = page.file "
            "JOIN paper ON paper.id = file.paper WHERE passage_words MATCH ?"
        )
        return set(self._column(sql, (match,)))

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
            'substr(page.text, passage.start + 1, passage."end" - passage.start) '
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
                )

    def _column(self, sql: str, values: Sequence[object]) -> list[int]:
        with translated():
            return [row[0] for row in self._ledger.read().execute(sql, values)]
