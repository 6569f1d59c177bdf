"""The library's table: which papers a filter shows, in which order, a window at a time."""

from __future__ import annotations

import itertools
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from twintree.base.errors import WrongUse
from twintree.base.ids import PaperId
from twintree.base.labels import letter
from twintree.base.records import PaperCounts, PaperFilter, PaperRow
from twintree.base.text import folded
from twintree.store.words import gram_text, has_unspaced

#: What the table can be sorted by: the expression, and the index over it that covers what is shown.
SORTS = {
    "title": ("sort_title", "paper_title"),
    "authors": ("first_author", "paper_author"),
    "author": ("first_author", "paper_author"),
    "year": ("year", "paper_year"),
    "venue": ("venue COLLATE NOCASE", "paper_venue"),
    "added": ("added", "paper_added"),
    "modified": ("modified", "paper_modified"),
    "pages": ("pages", "paper_pages"),
    "status": ("status", "paper_status"),
    "read_state": ("read_state", "paper_read"),
    "starred": ("starred", "paper_starred"),
    "key": ("key", "paper_key"),
}
VISIBLE = "binned IS NULL AND merged_into IS NULL"
_BINNED = {False: VISIBLE, True: "binned IS NOT NULL AND merged_into IS NULL", None: "merged_into IS NULL"}
_ROW = (
    "num, id, key, title, authors, year, venue, pages, status, reason, added, read_state, starred, "
    "description"
)
_ATTENTION = "(status IN ('failed', 'set_aside') OR reason <> '')"
#: Shorter prefixes match nearly every page, so they are sought at the beginning of titles and names only.
_SHORTEST_PREFIX = 3


def row_of(row: sqlite3.Row, tags: tuple[str, ...] = (), letter: str = "") -> PaperRow:
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
        letter=letter,
    )


def letter_of(connection: sqlite3.Connection, paper: str) -> str:
    """What tells a paper apart from others that citations would call alike; "" where there are none.

    Letters go by titles, as in a list of references: the order in which papers came does not matter.
    """
    # The index is by author: a year's papers are too many.
    sql = (
        "SELECT other.id FROM paper AS one JOIN paper AS other INDEXED BY paper_author "
        "ON other.first_author = one.first_author AND other.year IS one.year "
        "AND other.binned IS NULL AND other.merged_into IS NULL "
        "WHERE one.id = ? AND one.first_author <> '' ORDER BY other.sort_title, other.id"
    )
    alike = [row[0] for row in connection.execute(sql, (paper,))]
    return letter(alike.index(paper)) if len(alike) > 1 and paper in alike else ""


def letters_of_all(connection: sqlite3.Connection) -> dict[str, str]:
    """The letters of every paper that has one; see ``letter_of``."""
    sql = (
        f"SELECT id, first_author, year FROM paper WHERE {VISIBLE} AND first_author <> '' "
        "ORDER BY first_author, year, sort_title, id"
    )
    groups = itertools.groupby(connection.execute(sql), key=lambda row: (row["first_author"], row["year"]))
    alike = ([row["id"] for row in group] for _, group in groups)
    return {paper: letter(place) for each in alike if len(each) > 1 for place, paper in enumerate(each)}


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
    expression, index = SORTS[sort]
    way = "DESC" if descending else "ASC"
    # The query walks one covering index and tests membership; only the window's own rows are read.
    sql = (
        f"SELECT num FROM {_source(wanted, index)} WHERE {where} "
        f"ORDER BY {expression} {way}, num {way} LIMIT ? OFFSET ?"
    )
    numbers = [row[0] for row in connection.execute(sql, [*values, limit, offset])]
    return rows_by_number(connection, numbers)


def rows_by_number(
    connection: sqlite3.Connection, numbers: Sequence[int], *, letters: bool = False
) -> list[PaperRow]:
    """Rows with their tags, in the order of ``numbers``; with their ``letters`` where they are to be cited."""
    marks = ", ".join("?" * len(numbers))
    rows = {
        row["num"]: row
        for row in connection.execute(f"SELECT {_ROW} FROM paper WHERE num IN ({marks})", numbers)
    }
    tags = tags_of(connection, [row["id"] for row in rows.values()])
    return [
        row_of(
            rows[each],
            tags.get(rows[each]["id"], ()),
            letter_of(connection, rows[each]["id"]) if letters else "",
        )
        for each in numbers
        if each in rows
    ]


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
    sql = f"SELECT count(*) FROM {_source(wanted, 'paper_added')} WHERE {where}"
    count: int = connection.execute(sql, values).fetchone()[0]
    return count


def list_ids(connection: sqlite3.Connection, wanted: PaperFilter) -> list[PaperId]:
    """Every paper that the filter shows, in the order in which they came."""
    where, values = _where(wanted)
    return [
        PaperId(r[0]) for r in connection.execute(f"SELECT id FROM paper WHERE {where} ORDER BY num", values)
    ]


def list_numbers(connection: sqlite3.Connection, wanted: PaperFilter) -> list[int]:
    """The numbers, as the word index knows them, of every paper that the filter shows."""
    where, values = _where(wanted)
    return [row[0] for row in connection.execute(f"SELECT num FROM paper WHERE {where}", values)]


def count_papers(connection: sqlite3.Connection) -> PaperCounts:
    """The figures of the sidebar."""

    def groups(column: str) -> dict[str, int]:
        sql = f"SELECT {column}, count(*) FROM paper WHERE {VISIBLE} GROUP BY {column}"
        return {row[0]: row[1] for row in connection.execute(sql)}

    def one(index: str, condition: str) -> int:
        sql = f"SELECT count(*) FROM paper INDEXED BY {index} WHERE {condition}"
        count: int = connection.execute(sql).fetchone()[0]
        return count

    statuses = groups("status")
    return PaperCounts(
        total=sum(statuses.values()),
        starred=one("paper_starred", f"{VISIBLE} AND starred = 1"),
        needs_attention=one("paper_attention", f"{VISIBLE} AND {_ATTENTION}"),
        without_file=one("paper_shown", f"{VISIBLE} AND id NOT IN (SELECT paper FROM file)"),
        binned=one("paper_binned", _BINNED[True]),
        read_states=groups("read_state"),
        statuses=statuses,
    )


def _source(wanted: PaperFilter, index: str) -> str:
    # Left to itself SQLite would look up each of the filter's rows instead; they are long.
    return f"paper INDEXED BY {index}" if wanted.binned is False else "paper"


_Part = tuple[str, Iterable[object]]


def _where(wanted: PaperFilter) -> tuple[str, list[object]]:
    shown = _BINNED[wanted.binned]
    parts: list[_Part] = [(shown, ())]
    # Each condition is a set of numbers, read from an index of its own.
    for condition, given in _conditions(wanted):
        source = _source(wanted, "paper_attention") if condition == _ATTENTION else "paper"
        parts.append((f"num IN (SELECT num FROM {source} WHERE {shown} AND {condition})", given))
    if wanted.text.strip():
        parts.append(_text(wanted.text, shown))
    return " AND ".join(sql for sql, _ in parts), [value for _, values in parts for value in values]


def _conditions(wanted: PaperFilter) -> Iterator[_Part]:
    if wanted.read_state:
        yield "read_state = ?", (wanted.read_state,)
    if wanted.starred is not None:
        yield "starred = ?", (int(wanted.starred),)
    if wanted.status:
        yield "status = ?", (wanted.status,)
    if wanted.year_min is not None or wanted.year_max is not None:
        yield "year BETWEEN ? AND ?", (wanted.year_min or 0, wanted.year_max or 9999)
    if wanted.needs_attention:
        yield _ATTENTION, ()
    if wanted.collection:
        yield _IN_COLLECTION, (wanted.collection, wanted.collection)
    if wanted.tag:
        yield "id IN (SELECT paper FROM tag_paper WHERE tag = ?)", (wanted.tag,)
    if wanted.ids is not None:
        yield f"id IN ({', '.join('?' * len(wanted.ids))})", wanted.ids
    if wanted.author:
        yield _in_column("authors", wanted.author)
    if wanted.journal:
        yield _in_column("venue", wanted.journal)


_IN_COLLECTION = (
    "id IN (SELECT paper FROM collection_paper WHERE collection IN ("
    "WITH RECURSIVE below(id) AS (SELECT id FROM collection WHERE id = ? OR name = ? "
    "UNION SELECT collection.id FROM collection JOIN below ON collection.parent = below.id) "
    "SELECT id FROM below))"
)
_CONTAINS = "{} LIKE ? ESCAPE '\\'"
_IN_WORDS = "SELECT rowid FROM paper_words WHERE paper_words MATCH ?"


def _in_column(column: str, text: str) -> _Part:
    tokens = re.findall(r"\w+", text)
    if not tokens or has_unspaced(text):
        return _CONTAINS.format(column), (_like(text),)
    return f"num IN ({_IN_WORDS})", (f"{column} : ({_typed(tokens)})",)


def _typed(tokens: Sequence[str]) -> str:
    # The last word is still being typed.
    return " ".join(f'"{token}"' for token in tokens) + "*"


def _like(text: str) -> str:
    return "%" + re.sub(r"([\\%_])", r"\\\1", text.strip()) + "%"


def _text(text: str, shown: str) -> _Part:
    tokens = re.findall(r"\w+", text)
    if not tokens:
        return _CONTAINS.format("title"), (_like(text),)
    if len(tokens) == 1 and len(tokens[0]) < _SHORTEST_PREFIX and not has_unspaced(text):
        return _begins(tokens[0], shown)
    sources, values = [_IN_WORDS], [_typed(tokens)]
    short = len(tokens[-1]) < _SHORTEST_PREFIX
    sources.append(_ON_PAGES.format("passage_words"))
    values.append(" ".join(f'"{token}"' for token in tokens) if short else _typed(tokens))
    grams = [each for each in gram_text(text).split(" ") if len(each) > 2]
    if grams:
        sources.append(_ON_PAGES.format("passage_grams"))
        values.append(" ".join('"' + each.replace('"', '""') + '"' for each in grams))
    if has_unspaced(text):
        sources.append("SELECT num FROM paper WHERE " + _CONTAINS.format("title"))
        values.append(_like(text))
    return f"num IN ({' UNION '.join(sources)})", values


def _begins(text: str, shown: str) -> _Part:
    low = folded(text)
    begin = "num IN (SELECT num FROM paper WHERE {0} AND {1} >= ? AND {1} < ?)"
    ranges = (begin.format(shown, column) for column in ("sort_title", "first_author"))
    # As a whole word ("AI", "C4") it counts anywhere.
    whole = f"num IN ({_IN_WORDS})"
    return f"({' OR '.join([*ranges, whole])})", [*[low, low + "\U0010ffff"] * 2, f'"{text}"']


_ON_PAGES = (
    "SELECT paper.num FROM {0} JOIN passage ON passage.id = {0}.rowid JOIN page ON page.id = passage.page "
    "JOIN file ON file.id = page.file JOIN paper ON paper.id = file.paper WHERE {0} MATCH ?"
)
