"""Which papers a person's words call by their citation key, their id or their whole title."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator

from twintree.base.ids import PaperId, is_paper_id
from twintree.base.records import Record
from twintree.base.text import fold
from twintree.store.listing import VISIBLE

_TOKEN = re.compile(r"[\w:.+/-]+")
#: A shorter key without a digit may be a word like any other.
_LONG_KEY = 8
#: A shorter title stands in many a sentence that does not mean it.
_LONG_TITLE = 12


class Mention(Record, frozen=True, kw_only=True):
    """A paper that a text calls by name; ``start`` and ``end`` are offsets into that text."""

    paper: PaperId
    how: str  #: key | id | title
    start: int
    end: int


def mentioned(connection: sqlite3.Connection, text: str) -> list[Mention]:
    """The papers that a text names, in the order of mention; merged ones are what they are now, binned ones nothing."""
    found = [*_by_key(connection, text), *_by_title(connection, text)]
    # A title within a longer one is not what was meant.
    whole = [each for each in found if not any(_within(each, other) for other in found)]
    return sorted(whole, key=lambda each: (each.start, each.paper))


def _within(one: Mention, other: Mention) -> bool:
    shorter = one.end - one.start < other.end - other.start
    return shorter and other.start <= one.start and one.end <= other.end


def _by_key(connection: sqlite3.Connection, text: str) -> Iterator[Mention]:
    sql = (
        "WITH RECURSIVE meant(id, by_id, next) AS ("
        "SELECT id, id = ?1, merged_into FROM paper WHERE id = ?1 OR key IN (?1, lower(?1)) "
        "UNION SELECT paper.id, by_id, merged_into FROM paper JOIN meant ON paper.id = meant.next) "
        f"SELECT paper.id, by_id FROM meant JOIN paper ON paper.id = meant.id WHERE {VISIBLE}"
    )
    for match in _TOKEN.finditer(text):
        token = match.group().rstrip(".:-")
        if is_paper_id(token) or any(char.isdigit() for char in token) or len(token) >= _LONG_KEY:
            for row in connection.execute(sql, (token,)):
                how = "id" if row["by_id"] else "key"
                end = match.start() + len(token)
                yield Mention(paper=PaperId(row["id"]), how=how, start=match.start(), end=end)


def _by_title(connection: sqlite3.Connection, text: str) -> Iterator[Mention]:
    plain, origin = fold(text)
    sql = (
        f"SELECT id, sort_title FROM paper INDEXED BY paper_title WHERE {VISIBLE} "
        "AND length(sort_title) >= ? AND instr(?, sort_title) > 0"
    )
    for row in connection.execute(sql, (_LONG_TITLE, plain)):
        whole = re.search(rf"(?<!\w){re.escape(row['sort_title'])}(?!\w)", plain)
        if whole:
            start, last = origin[whole.start()], origin[whole.end() - 1]
            yield Mention(paper=PaperId(row["id"]), how="title", start=start, end=last + 1)
