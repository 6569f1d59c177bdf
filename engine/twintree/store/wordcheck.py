"""Comparing the word index with the texts it stands for, row by row, so that each wrong row has a name."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from itertools import islice

from twintree.base.errors import TwintreeError
from twintree.base.jobs import Problem
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.store.ledger import Ledger
from twintree.store.projected import snapshot
from twintree.store.words import gram_text

_ROWS_AT_ONCE = 5000
_MASK = (1 << 64) - 1
_NAMED = 5


class _Index(Record, frozen=True):
    """A word table, where its texts come from, and which paper a row belongs to."""

    table: str
    columns: tuple[str, ...]
    texts: str  # rows of (id, text…)
    paper: str  # the paper of row ?
    what: str


_OF_PASSAGE = (
    "SELECT file.paper || ', page ' || page.number FROM passage JOIN page ON page.id = passage.page "
    "JOIN file ON file.id = page.file WHERE passage.id = ?"
)
_INDEXES = (
    _Index("passage_words", ("text",), "SELECT id, text FROM passage_text", _OF_PASSAGE, "passage"),
    _Index(
        "entry_words",
        ("text",),
        "SELECT id, text FROM entry",
        "SELECT paper FROM entry WHERE id = ?",
        "entry",
    ),
    _Index(
        "paper_words",
        ("title", "authors", "venue", "abstract", "notes"),
        "SELECT id, title, authors, venue, abstract, notes FROM paper_text",
        "SELECT id FROM paper WHERE num = ?",
        "paper",
    ),
)


def word_problems(ledger: Ledger, cancel: CancelToken | None = None) -> list[Problem]:
    """Every passage, entry or paper whose words are missing, left over, doubled or altered in the index.

    FTS5's own check says quickly whether anything is wrong, but not where; only if it does (or cannot be
    asked, in a ledger that is open for reading only) are all words compared.
    """
    token = cancel or CancelToken()
    # Read beside a writer, texts and index must be of one moment. Our own writer waits meanwhile anyway.
    with snapshot(ledger) if ledger.readonly else nullcontext():
        found = [each for index in _INDEXES for each in _index_problems(ledger, index, token)]
        return found + list(_gram_problems(ledger, token))


def _index_problems(ledger: Ledger, index: _Index, cancel: CancelToken) -> Iterator[Problem]:
    sound = _is_sound(ledger, index.table)
    if sound:
        return
    connection = ledger.read()
    try:
        held = _fingerprints(connection, "main", index.table, cancel)
    except sqlite3.DatabaseError:
        yield _problem(f"The index of {index.what} words cannot be read", index.table)
        return
    named = list(_compare(connection, index, held, cancel))
    yield from named
    if sound is False and not named:
        yield from _hidden(connection, index)


def _is_sound(ledger: Ledger, table: str) -> bool | None:
    """FTS5's own verdict; None when it cannot be asked."""
    if ledger.readonly:
        return None
    try:
        with ledger.write() as connection:
            # rank = 1: also against the texts, not only within itself.
            connection.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)")
    except (sqlite3.DatabaseError, TwintreeError):
        return False
    return True


def _compare(
    connection: sqlite3.Connection, index: _Index, held: dict[int, int], cancel: CancelToken
) -> Iterator[Problem]:
    cursor = connection.execute(index.texts)
    while rows := list(islice(cursor, _ROWS_AT_ONCE)):
        cancel.check()
        wanted = _expected(connection, index, rows, cancel)
        for row in rows:
            ours, theirs = held.pop(row[0], 0), wanted.get(row[0], 0)
            if ours != theirs:
                yield _problem(_verdict(index.what, ours, theirs), _name(connection, index, row[0]))
    for number in held:
        yield _problem(f"Words of a {index.what} that is not there are left over", f"{index.what} {number}")


def _hidden(connection: sqlite3.Connection, index: _Index) -> Iterator[Problem]:
    """What reading the index does not show: rows that went in twice hide each other, but were counted.

    The surplus of counted words says how long the row is, and so which rows it can be.
    """
    held = connection.execute(f"SELECT block FROM {index.table}_data WHERE id = 1").fetchone()
    rows, *words = _varints(held[0]) if held else [0]
    lengths = {
        row[0]: sum(_varints(row[1]))
        for row in connection.execute(f"SELECT id, sz FROM {index.table}_docsize")
    }
    surplus = sum(words) - sum(lengths.values())
    fitting = [number for number, length in lengths.items() if length == surplus]
    if rows == len(lengths) + 1 and fitting:
        names = "; ".join(_name(connection, index, number) for number in fitting[:_NAMED])
        more = f" or {len(fitting) - _NAMED} others" if len(fitting) > _NAMED else ""
        yield _problem(f"The words of a {index.what} are in the index twice", names + more)
    else:
        yield _problem(f"The index of {index.what} words does not hold together", index.table)


def _varints(blob: bytes) -> list[int]:
    """Numbers as SQLite writes them: seven bits a byte, the highest first."""
    numbers, value = [], 0
    for byte in blob:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            numbers.append(value)
            value = 0
    return numbers


def _verdict(what: str, ours: int, theirs: int) -> str:
    if not ours:
        return f"The words of a {what} are missing from the index"
    if ours == 2 * theirs & _MASK:
        return f"The words of a {what} are in the index twice"
    return f"The words of a {what} differ from its text"


def _name(connection: sqlite3.Connection, index: _Index, number: int) -> str:
    row = connection.execute(index.paper, (number,)).fetchone()
    return f"{row[0]}, {index.what} {number}" if row else f"{index.what} {number}"


def _expected(
    connection: sqlite3.Connection, index: _Index, rows: Sequence[sqlite3.Row], cancel: CancelToken
) -> dict[int, int]:
    """Fingerprints that the rows' texts ought to have, tokenised by FTS5 itself in a passing table."""
    (sql,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (index.table,)).fetchone()
    options = ", ".join(part for part in _options(sql) if part.startswith("tokenize"))
    columns = ", ".join(index.columns)
    connection.execute(f"CREATE VIRTUAL TABLE temp.expected USING fts5({columns}, content='', {options})")
    try:
        marks = ", ".join("?" * (len(index.columns) + 1))
        connection.executemany(
            f"INSERT INTO temp.expected (rowid, {columns}) VALUES ({marks})", [tuple(row) for row in rows]
        )
        return _fingerprints(connection, "temp", "expected", cancel)
    finally:
        connection.execute("DROP TABLE temp.expected")


def _options(sql: str) -> Iterator[str]:
    inside = sql[sql.index("(") + 1 : sql.rindex(")")]
    return (part.strip() for part in inside.split(","))


def _fingerprints(
    connection: sqlite3.Connection, schema: str, table: str, cancel: CancelToken
) -> dict[int, int]:
    """For each row of a word table a number that all its words, with their places, go into."""
    connection.execute(
        f"CREATE VIRTUAL TABLE temp.instances USING fts5vocab('{schema}', '{table}', 'instance')"
    )
    try:
        sums: dict[int, int] = {}
        last, mark = None, 0
        cursor = connection.execute('SELECT term, doc, col, "offset" FROM temp.instances')
        for number, (term, doc, column, offset) in enumerate(cursor):
            if term != last:
                last, mark = term, zlib.crc32(str(term).encode()) | 1 << 40
                cancel.check() if number % 1024 == 0 else None
            place = zlib.crc32(f"{column}:{offset}".encode()) | 1 << 33
            sums[doc] = (sums.get(doc, 0) + mark * place) & _MASK
        return sums
    finally:
        connection.execute("DROP TABLE temp.instances")


def _gram_problems(ledger: Ledger, cancel: CancelToken) -> Iterator[Problem]:
    """The trigram table keeps its own text, which follows from the passages'."""
    sound = _is_sound(ledger, "passage_grams")
    connection = ledger.read()
    named = False
    try:
        held = dict(connection.execute("SELECT id, c0 FROM passage_grams_content").fetchall())
    except sqlite3.DatabaseError:
        yield _problem("The trigram index cannot be read", "passage_grams")
        return
    index = _INDEXES[0]
    for number, row in enumerate(connection.execute(index.texts)):
        if number % 1024 == 0:
            cancel.check()
        ours, theirs = held.pop(row[0], ""), gram_text(row[1])
        if ours != theirs:
            named = True
            what = "missing" if not ours else "left over" if not theirs else "altered"
            yield _problem(f"The trigrams of a passage are {what}", _name(connection, index, row[0]))
    for number in held:
        named = True
        yield _problem("Trigrams of a passage that is not there are left over", f"passage {number}")
    if sound is False and not named:
        yield _problem("The trigram index does not hold together", "passage_grams")


def _problem(what: str, subject: str) -> Problem:
    return Problem(where="words", what=f"{what}.", subject=subject)
