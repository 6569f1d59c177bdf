"""What must hold between rows of the ledger, and between the ledger and the stored files."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from twintree.base.jobs import Problem
from twintree.base.pages import unpack_lines
from twintree.base.progress import CancelToken
from twintree.store.anchors import picture_problems
from twintree.store.files import FileStore, sha256_of

_LENGTH_SLACK = 1e-3  # of a unit vector, as float32 rounding and averaging leave it
_DONE = "('searchable', 'structured', 'indexed', 'complete')"
#: What must never be: (sentence, query for the subjects).
_RULES: tuple[tuple[str, str], ...] = (
    (
        "A paper has fewer or more pages than its file",
        "SELECT file.paper || ', ' || file.id FROM file JOIN paper ON paper.id = file.paper "
        f"WHERE paper.status IN {_DONE} AND EXISTS (SELECT 1 FROM stage WHERE stage.file = file.id "
        "AND stage.stage = 'text') AND file.pages <> (SELECT count(*) FROM page WHERE page.file = file.id)",
    ),
    (
        "A page's number lies outside of its file",
        "SELECT file.paper || ', page ' || page.number FROM page JOIN file ON file.id = page.file "
        "WHERE page.number NOT BETWEEN 1 AND max(file.pages, 1)",
    ),
    (
        "A page's body ends outside of its text",
        "SELECT file.paper || ', page ' || page.number FROM page JOIN file ON file.id = page.file "
        "WHERE page.body_end NOT BETWEEN 0 AND length(page.text)",
    ),
    (
        "A passage lies outside of its page's text",
        "SELECT file.paper || ', page ' || page.number || ', passage ' || passage.id FROM passage "
        "JOIN page ON page.id = passage.page JOIN file ON file.id = page.file WHERE passage.start < 0 "
        'OR passage."end" <= passage.start OR passage."end" > length(page.text)',
    ),
    (
        "A page with text has no passage",
        "SELECT file.paper || ', page ' || page.number FROM page JOIN file ON file.id = page.file "
        "WHERE trim(substr(page.text, 1, page.body_end), ' ' || char(9, 10, 13, 160)) <> '' "
        "AND NOT EXISTS (SELECT 1 FROM passage WHERE passage.page = page.id)",
    ),
    (
        "A paper's authors are not a list of names",
        "SELECT id FROM paper WHERE NOT json_valid(authors) OR json_type(authors) <> 'array'",
    ),
    (
        "A paper is merged into itself or in a circle",
        "WITH RECURSIVE chain(origin, at) AS ("
        "SELECT id, merged_into FROM paper WHERE merged_into IS NOT NULL "
        "UNION SELECT origin, merged_into FROM chain JOIN paper ON paper.id = at "
        "WHERE merged_into IS NOT NULL) SELECT origin FROM chain WHERE origin = at",
    ),
    (
        "An indexed paper has no entry",
        "SELECT id FROM paper WHERE status IN ('indexed', 'complete') AND merged_into IS NULL "
        "AND EXISTS (SELECT 1 FROM section WHERE section.paper = paper.id) "
        "AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.paper = paper.id)",
    ),
    (
        "A method's mention lies outside of its page's text",
        "SELECT method_mention.source || ', page ' || method_mention.page FROM method_mention LEFT JOIN page "
        "ON page.file = method_mention.file AND page.number = method_mention.page WHERE page.id IS NULL "
        'OR method_mention.start < 0 OR method_mention."end" > length(page.text)',
    ),
    (
        "A method has no card though nothing waits for one",
        "SELECT method FROM method_source WHERE method NOT IN (SELECT method FROM method_card) "
        "AND method NOT IN (SELECT method FROM method_stale)",
    ),
    (
        "An edge between methods rests on nothing",
        "SELECT source || ' → ' || target FROM method_edge WHERE target NOT IN (SELECT method FROM method_stale) "
        "AND rated_by <> 'person' AND NOT EXISTS (SELECT 1 FROM method_relation JOIN method_source AS a "
        "ON a.id = method_relation.source JOIN method_source AS b ON b.id = method_relation.target "
        "WHERE a.method = method_edge.source AND b.method = method_edge.target)",
    ),
    (
        "A file's current bytes are not among its versions",
        "SELECT paper || ', ' || id FROM file WHERE EXISTS (SELECT 1 FROM file_version "
        "WHERE file_version.file = file.id) AND sha256 NOT IN (SELECT sha256 FROM file_version "
        "WHERE file_version.file = file.id)",
    ),
)


def ledger_problems(connection: sqlite3.Connection, cancel: CancelToken) -> Iterator[Problem]:
    """What is wrong within the ledger itself; none of it lies in a projection."""
    yield from _sqlite_problems(connection)
    for what, sql in _RULES:
        cancel.check()
        for row in connection.execute(sql):
            yield _ledger(what, row[0])
    yield from _line_problems(connection, cancel)
    yield from _tree_problems(connection)
    yield from _entry_problems(connection)
    yield from _span_problems(connection)


def _sqlite_problems(connection: sqlite3.Connection) -> Iterator[Problem]:
    for row in connection.execute("PRAGMA integrity_check"):
        if row[0] != "ok":
            yield _ledger(f"SQLite reports: {row[0]}", "ledger.sqlite")
    for table, rowid, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchall():
        name = f"{table} {rowid}" if rowid is not None else table
        yield _ledger(
            f"A row of {table} names a {parent} that is not there", _owner(connection, table, rowid, name)
        )


def _owner(connection: sqlite3.Connection, table: str, rowid: int | None, name: str) -> str:
    columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
    wanted = [each for each in ("paper", "id") if each in columns]
    if rowid is None or not wanted:
        return name
    row = connection.execute(f"SELECT {', '.join(wanted)} FROM {table} WHERE rowid = ?", (rowid,)).fetchone()
    return ", ".join(str(each) for each in row) if row else name


def _line_problems(connection: sqlite3.Connection, cancel: CancelToken) -> Iterator[Problem]:
    sql = (
        "SELECT file.paper, page.number, length(page.text), page.lines FROM page "
        "JOIN file ON file.id = page.file"
    )
    for paper, number, length, blob in connection.execute(sql):
        cancel.check()
        try:
            sound = all(0 <= line.start <= line.end <= length for line in unpack_lines(blob))
        except Exception:
            sound = False
        if not sound:
            yield _ledger("A page's lines do not fit its text", f"{paper}, page {number}")


def _tree_problems(connection: sqlite3.Connection) -> Iterator[Problem]:
    """Sections stand in document order, a child under an earlier one of a lower level (PAINS 15)."""
    papers: dict[str, list[sqlite3.Row]] = defaultdict(list)
    for row in connection.execute("SELECT * FROM section ORDER BY paper, position"):
        papers[row["paper"]].append(row)
    for rows in papers.values():
        seen: dict[str, sqlite3.Row] = {}
        begun = (0, 0)
        for place, row in enumerate(rows):
            if what := _section_fault(row, place, begun, seen):
                yield _ledger(what, row["id"])
            begun = max(begun, (row["start_page"], row["start_offset"]))
            seen[row["id"]] = row


def _section_fault(row: sqlite3.Row, place: int, begun: tuple[int, int], seen: dict[str, sqlite3.Row]) -> str:
    start, stop = (row["start_page"], row["start_offset"]), (row["stop_page"], row["stop_offset"])
    if row["position"] != place:
        return "A section is missing, or stands twice, before this one"
    if start < begun:
        return "A section begins before the one in front of it"
    if stop < start or row["end_page"] < row["start_page"]:
        return "A section ends before it begins"
    parent = row["parent"]
    if parent is not None and (parent not in seen or seen[parent]["level"] >= row["level"]):
        return "A section lies under one that is not above it"
    return ""


def _entry_problems(connection: sqlite3.Connection) -> Iterator[Problem]:
    for number, paper, text, noted in connection.execute("SELECT id, paper, text, hash FROM entry"):
        if hashlib.sha256(text.encode()).hexdigest() != noted:
            yield _ledger("An entry's hash is not that of its text", f"{paper}, entry {number}")


def _span_problems(connection: sqlite3.Connection) -> Iterator[Problem]:
    for row in connection.execute("SELECT * FROM highlight WHERE NOT orphaned"):
        if not _spans_fit(connection, row["file"], row["spans"]):
            yield _ledger("A highlight's words lie outside of its page", f"{row['paper']}, {row['id']}")
    for row in connection.execute("SELECT id, file, spans FROM claim"):
        if not _spans_fit(connection, row["file"], row["spans"]):
            yield _ledger("A claim's words lie outside of its page", row["id"])
    sql = (
        "SELECT anchor.id FROM anchor "
        "LEFT JOIN page ON page.file = anchor.file AND page.number = anchor.page "
        'WHERE page.id IS NULL OR anchor.start < 0 OR anchor."end" > length(page.text)'
    )
    for row in connection.execute(sql):
        yield _ledger("A figure, table or equation lies outside of its page", row[0])


def _spans_fit(connection: sqlite3.Connection, file: str, spans: str) -> bool:
    try:
        places = [
            (each["page"], each["start"], each["end"]) if isinstance(each, dict) else tuple(each)
            for each in json.loads(spans)
        ]
        for page, start, end in places:
            sql = "SELECT length(text) FROM page WHERE file = ? AND number = ?"
            row = connection.execute(sql, (file, page)).fetchone()
            if row is None or not 0 <= start <= end <= row[0]:
                return False
    except (ValueError, TypeError, KeyError):
        return False
    return True


def embedding_problems(
    connection: sqlite3.Connection, model: str, dimension: int, cancel: CancelToken
) -> Iterator[Problem]:
    """Embeddings of a model that are no unit vectors of its length, and entries that have none at all."""
    owner = "SELECT paper || ', entry ' || id FROM entry WHERE hash = ? LIMIT 1"
    sql = "SELECT hash, vector FROM embedding WHERE model = ?"
    for number, (text, blob) in enumerate(connection.execute(sql, (model,))):
        if number % 1024 == 0:
            cancel.check()
        if not is_unit(blob, dimension):
            row = connection.execute(owner, (text,)).fetchone()
            yield Problem(
                where="vectors",
                what="An embedding is not a unit vector of its model's length.",
                subject=row[0] if row else f"text {text[:12]}",
            )
    sql = (
        "SELECT entry.paper || ', entry ' || entry.id FROM entry JOIN paper ON paper.id = entry.paper "
        "WHERE paper.status IN ('indexed', 'complete') AND NOT EXISTS (SELECT 1 FROM embedding "
        "WHERE embedding.hash = entry.hash AND embedding.model = ?)"
    )
    for row in connection.execute(sql, (model,)):
        yield Problem(where="vectors", what="An entry has no embedding.", subject=row[0])


def is_unit(blob: bytes, dimension: int) -> bool:
    """Whether bytes are a float32 vector of that length and of length one."""
    if len(blob) != 4 * dimension:
        return False
    length = float(np.linalg.norm(np.frombuffer(blob, np.float32).astype(np.float64)))
    return abs(length - 1) <= _LENGTH_SLACK  # false for what is no number, too


# ── files ────────────────────────────────────────────────────────────────────────────────────────────


def file_problems(connection: sqlite3.Connection, files: FileStore, cancel: CancelToken) -> Iterator[Problem]:
    """Originals that are gone or changed, and stored bytes that no paper refers to."""
    for row in connection.execute("SELECT * FROM file").fetchall():
        cancel.check()
        path = Path(row["linked"]) if row["linked"] else files.path(row["sha256"], row["format"])
        what = _file_fault(path, row["sha256"], row["size"], linked=bool(row["linked"]), cancel=cancel)
        if what:
            name = f"{row['paper']}, {row['name']}"
            yield Problem(where="files", what=what, subject=name, repairable=False)
    for path in orphans(connection, files):
        yield Problem(where="files", what="A stored file belongs to no paper.", subject=path.name)
    for what, subject in picture_problems(connection, files.root):
        yield Problem(where="files", what=f"{what}.", subject=subject)


def _file_fault(path: Path, sha256: str, size: int, *, linked: bool, cancel: CancelToken) -> str:
    kind = "linked file" if linked else "original"
    if not path.is_file():
        return f"The {kind} is not there any more."
    if path.stat().st_size != size:
        return f"The {kind} has another size than it had."
    try:
        return "" if sha256_of(path, cancel)[0] == sha256 else f"The {kind} was changed."
    except OSError:
        return f"The {kind} cannot be read."


def orphans(connection: sqlite3.Connection, files: FileStore) -> Iterator[Path]:
    """Stored files that no paper refers to, but for those of an import that is not done yet."""
    known = {
        row[0] for row in connection.execute("SELECT sha256 FROM file UNION SELECT sha256 FROM file_version")
    }
    expected: set[int] | None = None
    for sha256, path in files.stored():
        if sha256 not in known:
            if expected is None:
                expected = _sizes_under_way(connection)
            if path.stat().st_size not in expected:
                yield path


def _sizes_under_way(connection: sqlite3.Connection) -> set[int]:
    """Sizes of the files that unfinished jobs are to take in: one may be stored and not recorded yet."""
    sql = (
        "SELECT job_item.path FROM job_item JOIN job ON job.id = job_item.job "
        "WHERE job.state IN ('queued', 'running', 'paused') AND job_item.state IN ('queued', 'running')"
    )
    sizes = set()
    for row in connection.execute(sql):
        try:
            sizes.add(Path(row[0]).stat().st_size)
        except OSError:
            continue
    return sizes


def _ledger(what: str, subject: str) -> Problem:
    return Problem(where="ledger", what=f"{what}.", subject=subject, repairable=False)
