"""Deleting a paper for good: every row, word, quote and byte of it, so that no residue is on the disk."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Sequence

import msgspec

from twintree.base.answers import Answer, AnswerSentence, TraceStep
from twintree.base.ids import PaperId
from twintree.store import methodremoval
from twintree.store.embeddings import drop_ownerless
from twintree.store.files import FileStore
from twintree.store.ledger import Ledger, audit
from twintree.store.papers import PaperStore
from twintree.store.runsteps import forget_steps
from twintree.store.words import drop_passages, purge_words

_REMOVED = "(removed: the paper was deleted)"
#: What remains to be done on the disk after the commit; a crash in between is made up for on opening.
_PENDING = "pending_removal"


def _nothing() -> None:
    """Without a graph beside the ledger nothing has to be made afresh."""


def delete_paper(ledger: Ledger, files: FileStore, paper: str) -> None:
    """Delete one paper for good; see ``delete_papers``."""
    delete_papers(ledger, files, [paper])


def delete_papers(
    ledger: Ledger, files: FileStore, papers: Iterable[str], make_graph: Callable[[], None] = _nothing
) -> None:
    """Delete papers, and what was merged into them, for good; linked originals stay.

    One transaction for the rows, then the vectors of their texts go, the word tables are merged, the write-ahead
    log is emptied and the bytes are removed; a crash in between is made up for on the next opening. The
    projections follow by ``sync``. It cannot be undone; changes that mention the papers leave the history too.

    Args:
        ledger: where the papers are.
        files: the originals.
        papers: their ids.
        make_graph: makes the graph afresh: Kuzu leaves the bytes of deleted rows in its file.

    Raises:
        NotFound: there is no such paper; nothing was deleted.
        StorageProblem: the disk is in the way; what was not removed is removed on the next opening.
    """
    store = PaperStore(ledger, files)
    chosen = list(dict.fromkeys(store.resolve(each) for each in papers))
    with ledger.write() as connection:
        for paper in chosen:
            for each in _with_merged(connection, paper):
                _delete_rows(connection, each)
    finish_deletions(ledger, files, make_graph)


def finish_deletions(ledger: Ledger, files: FileStore, make_graph: Callable[[], None] = _nothing) -> None:
    """Remove from the disk what deleted rows left there; also called on opening, after a crash in between."""
    row = ledger.read().execute("SELECT value FROM meta WHERE key = ?", (_PENDING,)).fetchone()
    if row is None:
        return
    pending: dict[str, list[str]] = json.loads(row["value"])
    purge_words(ledger)
    with ledger.write() as connection:
        drop_ownerless(connection)
    for sha256 in pending["hashes"]:
        if not _in_use(ledger.read(), sha256):
            files.remove(sha256)
    for name in pending["ids"]:
        for path in (ledger.root / "figures").glob(f"{name}*"):
            with contextlib.suppress(FileNotFoundError):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
    make_graph()
    if ledger.truncate_log():
        with ledger.write() as connection:
            connection.execute("DELETE FROM meta WHERE key = ?", (_PENDING,))


def _with_merged(connection: sqlite3.Connection, paper: PaperId) -> list[str]:
    # Those that redirect here first: their rows refer to this one.
    rows = connection.execute(
        "WITH RECURSIVE below(id, depth) AS (SELECT ?, 0 UNION SELECT paper.id, depth + 1 FROM paper "
        "JOIN below ON paper.merged_into = below.id) SELECT id FROM below ORDER BY depth DESC",
        (paper,),
    )
    return [row[0] for row in rows]


def _delete_rows(connection: sqlite3.Connection, paper: str) -> None:
    file_rows = connection.execute("SELECT id FROM file WHERE paper = ?", (paper,)).fetchall()
    file_ids = [row["id"] for row in file_rows]
    _note_pending(connection, paper, file_ids)
    pages = connection.execute(
        "SELECT page.id FROM page JOIN file ON file.id = page.file WHERE file.paper = ?", (paper,)
    ).fetchall()
    drop_passages(connection, [row[0] for row in pages])
    _redact_runs(connection, paper)
    _forget_changes(connection, [paper, *file_ids])
    connection.execute("DELETE FROM distinct_pair WHERE first = ?1 OR second = ?1", (paper,))
    connection.execute("DELETE FROM run_paper WHERE paper = ?", (paper,))
    connection.execute("DELETE FROM job_item WHERE paper = ?", (paper,))
    methods = methodremoval.leaving(connection, paper)
    connection.execute("DELETE FROM paper WHERE id = ?", (paper,))
    methodremoval.forget(connection, paper, methods)
    audit(connection, "delete", paper)


def _note_pending(connection: sqlite3.Connection, paper: str, files: Sequence[str]) -> None:
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_PENDING,)).fetchone()
    pending: dict[str, list[str]] = json.loads(row["value"]) if row else {"hashes": [], "ids": []}
    versions = connection.execute(
        "SELECT DISTINCT file_version.sha256 FROM file_version JOIN file ON file.id = file_version.file "
        "WHERE file.paper = ?",
        (paper,),
    )
    pending["hashes"] += [row["sha256"] for row in versions]
    pending["ids"] += [paper, *files]
    connection.execute(
        "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (_PENDING, json.dumps(pending)),
    )


def _in_use(connection: sqlite3.Connection, sha256: str) -> bool:
    sql = (
        "SELECT 1 FROM file WHERE sha256 = ?1 UNION ALL SELECT 1 FROM file_version WHERE sha256 = ?1 LIMIT 1"
    )
    return connection.execute(sql, (sha256,)).fetchone() is not None


def _forget_changes(connection: sqlite3.Connection, ids: Sequence[str]) -> None:
    for each in ids:
        connection.execute(
            "DELETE FROM change WHERE instr(papers, ?1) OR instr(inverse, ?1) OR instr(subject, ?1)", (each,)
        )


# ── runs ─────────────────────────────────────────────────────────────────────────────────────────────


def _redact_runs(connection: sqlite3.Connection, paper: str) -> None:
    forget_steps(connection, paper)
    rows = connection.execute("SELECT id, content FROM run WHERE instr(content, ?)", (paper,)).fetchall()
    for row in rows:
        answer = redacted(msgspec.json.decode(row["content"], type=Answer), PaperId(paper))
        content = msgspec.json.encode(answer).decode()
        connection.execute("UPDATE run SET content = ? WHERE id = ?", (content, row["id"]))


def redacted(answer: Answer, paper: PaperId) -> Answer:
    """An answer without a deleted paper: its citations, quotes, pages and what was found on the way."""
    files = {c.file for s in answer.sentences for c in (*s.citations, *s.against) if c.paper == paper}
    scope = msgspec.structs.replace(
        answer.scope, papers=tuple(each for each in answer.scope.papers if each != paper)
    )
    return msgspec.structs.replace(
        answer,
        sentences=tuple(_without(sentence, paper) for sentence in answer.sentences),
        read_pages=tuple(page for page in answer.read_pages if page[0] not in files),
        nearest=tuple(row for row in answer.nearest if row.id != paper),
        trace=(TraceStep(step="redacted", summary="A paper that had a part in this answer was deleted."),),
        scope=scope,
    )


def _without(sentence: AnswerSentence, paper: PaperId) -> AnswerSentence:
    against = tuple(citation for citation in sentence.against if citation.paper != paper)
    if len(against) < len(sentence.against):
        sentence = msgspec.structs.replace(sentence, against=against)
    mine = [citation for citation in sentence.citations if citation.paper == paper]
    if not mine:
        return sentence
    rest = tuple(citation for citation in sentence.citations if citation.paper != paper)
    if rest and not any(citation.quote in sentence.text for citation in mine):
        return msgspec.structs.replace(sentence, citations=rest)
    return AnswerSentence(text=_REMOVED, supported=False, citations=rest, reason="Its paper was deleted.")
