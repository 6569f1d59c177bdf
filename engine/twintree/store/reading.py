"""Reading papers, their files, pages, fields, trees and entries; no cursor stays open between calls."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import FileId, PaperId, is_paper_id
from twintree.base.names import sort_title
from twintree.base.pages import FileHead, PageSize, PageText, unpack_lines
from twintree.base.records import (
    Entry,
    FileRow,
    Note,
    Paper,
    PaperCounts,
    PaperFilter,
    PaperIdentifiers,
    PaperRow,
    Section,
    SectionTree,
    verification_rate,
)
from twintree.store import fields, listing
from twintree.store.files import FileStore
from twintree.store.ledger import Ledger, translated
from twintree.store.mentioned import Mention, mentioned

_EVERYTHING = PaperFilter()
_SUGGESTIONS = 5


class PaperReader:
    """Reads from any thread; ids of merged papers stand for what they were merged into."""

    def __init__(self, ledger: Ledger, files: FileStore | None = None) -> None:
        self._ledger = ledger
        self._files = files or FileStore(ledger.root)

    def rows(
        self,
        filter: PaperFilter = _EVERYTHING,
        sort: str = "added",
        descending: bool = False,
        offset: int = 0,
        limit: int = 200,
    ) -> list[PaperRow]:
        """A window of the library's table, with tags; ``listing.SORTS`` has the columns."""
        with translated():
            return listing.list_rows(
                self._ledger.read(), filter, sort, descending, offset=offset, limit=limit
            )

    def count(self, filter: PaperFilter = _EVERYTHING) -> int:
        """How many papers a filter shows."""
        with translated():
            return listing.count_rows(self._ledger.read(), filter)

    def ids(self, filter: PaperFilter = _EVERYTHING) -> list[PaperId]:
        """Every paper that a filter shows."""
        with translated():
            return listing.list_ids(self._ledger.read(), filter)

    def counts(self) -> PaperCounts:
        """The figures of the sidebar."""
        with translated():
            return listing.count_papers(self._ledger.read())

    def identifiers(self) -> list[PaperIdentifiers]:
        """DOI, arXiv id and files' hashes of every paper that is neither binned nor merged."""
        sql = (
            "SELECT paper.id, doi, arxiv, coalesce(group_concat(sha256), '') AS hashes FROM paper "
            "LEFT JOIN file ON file.paper = paper.id WHERE binned IS NULL AND merged_into IS NULL "
            "GROUP BY paper.num ORDER BY paper.num"
        )
        return [
            PaperIdentifiers(paper=r[0], doi=r[1], arxiv=r[2], hashes=tuple(filter(None, r[3].split(","))))
            for r in self._ledger.read().execute(sql)
        ]

    def resolve(self, paper: str) -> PaperId:
        """The paper that an id stands for now, after merges.

        Raises:
            NotFound: no paper has or had this id.
        """
        sql = "SELECT id, merged_into FROM paper WHERE id = ?"
        while True:
            row = self._ledger.read().execute(sql, (paper,)).fetchone()
            if row is None:
                raise NotFound(
                    f"There is no paper {paper}.", "`twintree list` shows the papers of this library."
                )
            if row["merged_into"] is None:
                return PaperId(row["id"])
            paper = row["merged_into"]

    def row(self, paper: str) -> PaperRow:
        """One paper's row of the table, binned or not.

        Raises:
            NotFound: no paper has or had this id.
        """
        connection = self._ledger.read()
        paper = self.resolve(paper)
        row = connection.execute("SELECT * FROM paper WHERE id = ?", (paper,)).fetchone()
        tags = listing.tags_of(connection, [paper]).get(paper, ())
        return listing.row_of(row, tags, listing.letter_of(connection, paper))

    def get(self, paper: str) -> Paper:
        """Everything of one paper but its pages and its tree.

        Raises:
            NotFound: no paper has or had this id.
        """
        connection = self._ledger.read()
        paper = self.resolve(paper)
        row = connection.execute("SELECT * FROM paper WHERE id = ?", (paper,)).fetchone()
        collections = connection.execute("SELECT collection FROM collection_paper WHERE paper = ?", (paper,))
        return Paper(
            row=self.row(paper),
            abstract=row["abstract"],
            doi=row["doi"],
            arxiv=row["arxiv"],
            language=row["language"],
            files=tuple(self.files(paper)),
            fields=tuple(fields.stored(connection, paper)),
            collections=tuple(each[0] for each in collections),
            notes=tuple(self.notes(paper)),
        )

    def notes(self, paper: str) -> list[Note]:
        """A paper's notes, oldest first."""
        sql = "SELECT id, paper, text, created, modified FROM note WHERE paper = ? ORDER BY created, id"
        return [Note(**row) for row in self._ledger.read().execute(sql, (paper,))]

    def find(self, reference: str) -> PaperId:
        """The paper that a person means: an id, a citation key, a title (or how it begins), a file's name.

        Raises:
            NotFound: nothing fits; the nearest titles are named.
            WrongUse: several papers fit; their keys are named.
        """
        reference = reference.strip()
        if is_paper_id(reference):
            return self.resolve(reference)
        for condition, value in _ways_to_find(reference):
            sql = f"SELECT id FROM paper WHERE {condition} LIMIT 20"
            rows = self._ledger.read().execute(sql, (value,)).fetchall()
            found = list(dict.fromkeys(self.resolve(row["id"]) for row in rows))
            if len(found) == 1:
                return found[0]
            if found:
                keys = ", ".join(self.row(each).key for each in found)
                raise WrongUse(f"{reference!r} fits several papers: {keys}.", "Give a citation key or an id.")
        raise NotFound(f"No paper is called {reference!r}.", self._suggest(reference))

    def mentioned(self, text: str) -> list[Mention]:
        """The papers that a text calls by key, id or whole title."""
        with translated():
            return mentioned(self._ledger.read(), text)

    def _suggest(self, reference: str) -> str:
        near = self.rows(PaperFilter(text=reference), limit=_SUGGESTIONS)
        if near:
            return "Did you mean " + ", ".join(f"{row.key} ({row.title})" for row in near) + "?"
        return "`twintree list` shows the papers of this library."

    def files(self, paper: str) -> list[FileRow]:
        """A paper's files, the main one first."""
        sql = "SELECT * FROM file WHERE paper = ? ORDER BY position, added, id"
        return [self._file_row(row) for row in self._ledger.read().execute(sql, (paper,))]

    def file(self, file: str) -> FileRow:
        """One file.

        Raises:
            NotFound: no file has this id.
        """
        return self._file_row(self._file(file))

    def files_with_hash(self, sha256: str) -> list[FileRow]:
        """Files whose bytes are these, now or in an earlier version."""
        sql = (
            "SELECT * FROM file WHERE sha256 = ?1 OR id IN (SELECT file FROM file_version WHERE sha256 = ?1) "
            "ORDER BY added, id"
        )
        return [self._file_row(row) for row in self._ledger.read().execute(sql, (sha256,))]

    def head(self, file: str) -> FileHead:
        """What a file said of itself when it was read.

        Raises:
            NotFound: no file has this id.
        """
        row = self._file(file)
        if row["head"] == "{}":
            return FileHead(format=row["format"], pages=row["pages"])
        return msgspec.json.decode(row["head"], type=FileHead)

    def page(self, file: str, number: int) -> PageText:
        """A page of a file, counted from 1.

        Raises:
            NotFound: the file has no such page, or it is not read yet.
        """
        sql = "SELECT * FROM page WHERE file = ? AND number = ?"
        row = self._ledger.read().execute(sql, (file, number)).fetchone()
        if row is None:
            raise NotFound(
                f"There is no page {number} of {file}.", "It may not be read yet: see `twintree jobs`."
            )
        return _page(row)

    def pages(self, file: str, first: int = 1, last: int | None = None) -> Iterator[PageText]:
        """A file's pages in order, one at a time; pages that are not read yet are left out."""
        sql = "SELECT number FROM page WHERE file = ? AND number BETWEEN ? AND ? ORDER BY number"
        numbers = self._ledger.read().execute(sql, (file, first, last or 1 << 31)).fetchall()
        # One statement a page: an open cursor would hold the write-ahead log for as long as the caller likes.
        for row in numbers:
            yield self.page(file, row[0])

    def page_sizes(self, file: str) -> list[PageSize]:
        """The sizes and labels of a file's pages that are read, in order, without their texts."""
        sql = "SELECT number, label, width, height FROM page WHERE file = ? ORDER BY number"
        return [PageSize(*row) for row in self._ledger.read().execute(sql, (file,))]

    def has_text(self, file: str) -> bool | None:
        """Whether any page of a file has text; None while no page is read."""
        sql = "SELECT number FROM page WHERE file = ?{} LIMIT 1"
        connection = self._ledger.read()
        if connection.execute(sql.format(" AND how NOT IN ('empty', 'failed')"), (file,)).fetchone():
            return True
        return False if connection.execute(sql.format(""), (file,)).fetchone() else None

    def passages(self, file: str, number: int) -> list[tuple[int, int]]:
        """The paragraphs of a page, as offsets into its text."""
        sql = (
            'SELECT passage.start, passage."end" FROM passage JOIN page ON page.id = passage.page '
            "WHERE page.file = ? AND page.number = ? ORDER BY passage.start, passage.id"
        )
        return [(row[0], row[1]) for row in self._ledger.read().execute(sql, (file, number))]

    def tree(self, paper: str) -> SectionTree:
        """A paper's section tree; without nodes when it has none yet."""
        connection = self._ledger.read()
        cursor = connection.cursor()
        cursor.row_factory = None
        sql = f"SELECT {_SECTION} FROM section WHERE paper = ? ORDER BY position"
        rows = cursor.execute(sql, (paper,)).fetchall()
        kept = connection.execute("SELECT rates, notes FROM structure WHERE paper = ?", (paper,)).fetchone()
        rates = {source: (v, p) for source, (v, p) in json.loads(kept["rates"]).items()} if kept else {}
        nodes = tuple(_section(row) for row in rows)
        return SectionTree(
            paper=PaperId(paper),
            nodes=nodes,
            verification_rate=verification_rate(rates),
            rates=rates,
            notes=tuple(json.loads(kept["notes"])) if kept else (),
        )

    def next_section(self, paper: str) -> int:
        """The first section number that this paper has never used."""
        row = self._ledger.read().execute("SELECT next_section FROM paper WHERE id = ?", (paper,)).fetchone()
        if row is None:
            raise NotFound(f"There is no paper {paper}.")
        number: int = row[0]
        return number

    def entries(self, paper: str) -> list[Entry]:
        """A paper's entries: its own first, then its sections' in document order."""
        sql = (
            "SELECT entry.id, entry.paper, entry.section, entry.kind, entry.text, entry.hash FROM entry "
            "LEFT JOIN section ON section.id = entry.section WHERE entry.paper = ? "
            "ORDER BY entry.section IS NOT NULL, section.position, entry.id"
        )
        return [Entry(**row) for row in self._ledger.read().execute(sql, (paper,))]

    def stages(self, file: str) -> dict[str, str]:
        """Which stages of a file are done, and by which version of their extractor."""
        rows = self._ledger.read().execute("SELECT stage, version FROM stage WHERE file = ?", (file,))
        return {row["stage"]: row["version"] for row in rows}

    def _file(self, file: str) -> sqlite3.Row:
        row: sqlite3.Row | None = (
            self._ledger.read().execute("SELECT * FROM file WHERE id = ?", (file,)).fetchone()
        )
        if row is None:
            raise NotFound(f"There is no file {file}.", "`twintree show PAPER` names a paper's files.")
        return row

    def _paper_of(self, file: str) -> PaperId:
        return PaperId(self._file(file)["paper"])

    def _file_row(self, row: sqlite3.Row) -> FileRow:
        path = row["linked"] or self._files.path(row["sha256"], row["format"])
        return FileRow(
            id=FileId(row["id"]),
            paper=PaperId(row["paper"]),
            path=str(path),
            name=row["name"],
            role=row["role"],
            linked=row["linked"] is not None,
            sha256=row["sha256"],
            size=row["size"],
            pages=row["pages"],
            format=row["format"],
        )


def _ways_to_find(reference: str) -> list[tuple[str, str]]:
    title = sort_title(reference)
    return [
        ("key = ?", reference),
        ("sort_title = ?", title),
        ("id IN (SELECT paper FROM file WHERE name = ? COLLATE NOCASE)", Path(reference).name),
        ("sort_title LIKE ? ESCAPE '\\'", re.sub(r"([\\%_])", r"\\\1", title) + "%"),
    ]


def _page(row: sqlite3.Row) -> PageText:
    return PageText(
        number=row["number"],
        label=row["label"],
        width=row["width"],
        height=row["height"],
        text=row["text"],
        body_end=row["body_end"],
        lines=unpack_lines(row["lines"]),
        how=row["how"],
        problem=row["problem"],
    )


_SECTION = (
    "id, title, level, start_page, end_page, parent, number, role, summary, summary_by, verified, source, "
    "start_offset, stop_page, stop_offset"
)


def _section(row: Sequence[Any]) -> Section:
    """From the columns of ``_SECTION``: by place, since a search reads hundreds."""
    id_, title, level, first, last, parent, number, role, summary, by, verified, source, start, *stop = row
    return Section(
        id=id_,
        title=title,
        level=level,
        start_page=first,
        end_page=last,
        parent=parent,
        number=number,
        role=role,
        summary=summary,
        summary_by=by,
        verified=bool(verified),
        source=source,
        start=(first, start),
        end=(stop[0], stop[1]),
    )
