"""The library's table: which papers a filter shows, in which order, a window at a time."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Sequence

from twintree.base.errors import WrongUse
from twintree.base.ids import PaperId
from twintree.base.records import PaperCounts, PaperFilter, PaperRow
from twintree.store.words import gram_text, has_unspaced

#: What the table can be sorted by, and the indexed expression behind it.
SORTS = {
    "title": "sort_title",
    "authors": "first_author",
    "author": "first_author",
    "year": "year",
    "venue": "venue COLLATE NOCASE",
    "added": "added",
    "modified": "modified",
    "pages": "pages",
    "status": "status",
    "read_state": "read_state",
    "starred": "starred",
    "key": "key",
}
VISIBLE = "binned IS NULL AND merged_into IS NULL"
_BINNED = {False: VISIBLE, True: "binned IS NOT NULL AND merged_into IS NULL", None: "merged_into IS NULL"}
_ROW = (
    "num, id, key, title, authors, year, venue, pages, status, reason, added, read_state, starred, "
    "description"
)
_ATTENTION = "(status IN ('failed', 'set_aside') OR reason <> '')"
#: Words that a person types are matched on pages from this length on: shorter prefixes match everywhere.
_PAGE_PREFIX = 3


def row_of(row: sqlite3.Row, tags: tuple[str, ...] = ()) -> PaperRow:
    """A row of ``paper`` as the record."""
    return PaperRow(
        id=PaperId(row["id"]),
        key=row["key"],
        title=row["title"],
        authors=tuple(json.loads(row["authors"])),
        year=row["year"],
        venue=row["venue"],
        pages=row["pages"],
        status=row["status"],
        reason=row["reason"],
        added=row["added"],
        read_state=row["read_state"],
        starred=bool(row["starred"]),
        description=row["description"],
        tags=tags,
    )


def list_rows(
    connection: sqlite3.Connection,
    wanted: PaperFilter,
    sort: str = "added",
    descending: bool = False,
    *,
    offset: int = 0,
    limit: int = 200,
) -> list[PaperRow]:
    """A window of the table; ties stand in the order in which papers came.

    Raises:
        WrongUse: ``sort`` names no column.
    """
    if sort not in SORTS:
        raise WrongUse(f"Papers cannot be sorted by {sort!r}.", f"Choose one of {', '.join(SORTS)}.")
    where, values = _where(wanted)
    way = "DESC" if descending else "ASC"
    # The inner query walks one covering index; only the window's own rows are read.
    sql = f"SELECT num FROM paper WHERE {where} ORDER BY {SORTS[sort]} {way}, num {way} LIMIT ? OFFSET ?"
    numbers = [row[0] for row in connection.execute(sql, [*values, limit, offset])]
    return rows_by_number(connection, numbers)


def rows_by_number(connection: sqlite3.Connection, numbers: Sequence[int]) -> list[PaperRow]:
    """Rows with their tags, in the order of ``numbers``."""
    marks = ", ".join("?" * len(numbers))
    rows = {
        row["num"]: row
        for row in connection.execute(f"SELECT {_ROW} FROM paper WHERE num IN ({marks})", numbers)
    }
    tags = tags_of(connection, [row["id"] for row in rows.values()])
    return [row_of(rows[each], tags.get(rows[each]["id"], ())) for each in numbers if each in rows]


def tags_of(connection: sqlite3.Connection, papers: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Each paper's tags, in alphabetical order; papers without any are left out."""
    found: dict[str, tuple[str, ...]] = {}
    sql = f"SELECT paper, tag FROM tag_paper WHERE paper IN ({', '.join('?' * len(papers))}) ORDER BY tag"
    for paper, tag in connection.execute(sql, papers):
        found[paper] = (*found.get(paper, ()), tag)
    return found


def count_rows(connection: sqlite3.Connection, wanted: PaperFilter) -> int:
    """How many papers the filter shows."""
    where, values = _where(wanted)
    count: int = connection.execute(f"SELECT count(*) FROM paper WHERE {where}", values).fetchone()[0]
    return count


def list_ids(connection: sqlite3.Connection, wanted: PaperFilter) -> list[PaperId]:
    """Every paper that the filter shows, in the order in which they came."""
    where, values = _where(wanted)
    return [
        PaperId(r[0]) for r in connection.execute(f"SELECT id FROM paper WHERE {where} ORDER BY num", values)
    ]


def count_papers(connection: sqlite3.Connection) -> PaperCounts:
    """The figures of the sidebar."""

    def groups(column: str) -> dict[str, int]:
        sql = f"SELECT {column}, count(*) FROM paper WHERE {VISIBLE} GROUP BY {column}"
        return {row[0]: row[1] for row in connection.execute(sql)}

    def one(condition: str) -> int:
        count: int = connection.execute(f"SELECT count(*) FROM paper WHERE {condition}").fetchone()[0]
        return count

    statuses = groups("status")
    return PaperCounts(
        total=sum(statuses.values()),
        starred=one(f"{VISIBLE} AND starred = 1"),
        needs_attention=one(f"{VISIBLE} AND {_ATTENTION}"),
        without_file=one(f"{VISIBLE} AND NOT EXISTS (SELECT 1 FROM file WHERE file.paper = paper.id)"),
        binned=one(_BINNED[True]),
        read_states=groups("read_state"),
        statuses=statuses,
    )


def _where(wanted: PaperFilter) -> tuple[str, list[object]]:
    parts: list[tuple[str, Iterable[object]]] = [(_BINNED[wanted.binned], ())]
    parts += _own_columns(wanted)
    if wanted.collection:
        parts.append((_IN_COLLECTION, (wanted.collection, wanted.collection)))
    if wanted.tag:
        parts.append(("id IN (SELECT paper FROM tag_paper WHERE tag = ?)", (wanted.tag,)))
    if wanted.author:
        parts.append((_CONTAINS.format("authors"), (_like(wanted.author),)))
    if wanted.journal:
        parts.append((_CONTAINS.format("venue"), (_like(wanted.journal),)))
    if wanted.ids is not None:
        parts.append((f"id IN ({', '.join('?' * len(wanted.ids))})", wanted.ids))
    if wanted.text.strip():
        parts.append(_text(wanted.text))
    return " AND ".join(sql for sql, _ in parts), [value for _, values in parts for value in values]


def _own_columns(wanted: PaperFilter) -> list[tuple[str, Iterable[object]]]:
    parts: list[tuple[str, Iterable[object]]] = []
    if wanted.read_state:
        parts.append(("read_state = ?", (wanted.read_state,)))
    if wanted.starred is not None:
        parts.append(("starred = ?", (int(wanted.starred),)))
    if wanted.status:
        parts.append(("status = ?", (wanted.status,)))
    if wanted.year_min is not None:
        parts.append(("year >= ?", (wanted.year_min,)))
    if wanted.year_max is not None:
        parts.append(("year <= ?", (wanted.year_max,)))
    if wanted.needs_attention:
        parts.append((_ATTENTION, ()))
    return parts


_IN_COLLECTION = (
    "id IN (SELECT paper FROM collection_paper WHERE collection IN ("
    "WITH RECURSIVE below(id) AS (SELECT id FROM collection WHERE id = ? OR name = ? "
    "UNION SELECT collection.id FROM collection JOIN below ON collection.parent = below.id) "
    "SELECT id FROM below))"
)
_CONTAINS = "{} LIKE ? ESCAPE '\\'"


def _like(text: str) -> str:
    return "%" + re.sub(r"([\\%_])", r"\\\1", text.strip()) + "%"


def _text(text: str) -> tuple[str, list[object]]:
    tokens = re.findall(r"\w+", text)
    if not tokens:
        return _CONTAINS.format("title"), [_like(text)]
    exact = [f'"{token}"' for token in tokens]
    typed = " ".join([*exact[:-1], exact[-1] + "*"])
    on_pages = typed if len(tokens[-1]) >= _PAGE_PREFIX else " ".join(exact)
    sources = ["SELECT rowid FROM paper_words WHERE paper_words MATCH ?", _ON_PAGES.format("passage_words")]
    values: list[object] = [typed, on_pages]
    grams = [each for each in gram_text(text).split(" ") if len(each) > 2]
    if grams:
        sources.append(_ON_PAGES.format("passage_grams"))
        values.append(" ".join('"' + each.replace('"', '""') + '"' for each in grams))
    if has_unspaced(text):
        sources.append("SELECT num FROM paper WHERE " + _CONTAINS.format("title"))
        values.append(_like(text))
    return f"num IN ({' UNION '.join(sources)})", values


_ON_PAGES = (
    "SELECT paper.num FROM {0} JOIN passage ON passage.id = {0}.rowid JOIN page ON page.id = passage.page "
    "JOIN file ON file.id = page.file JOIN paper ON paper.id = file.paper WHERE {0} MATCH ?"
)
