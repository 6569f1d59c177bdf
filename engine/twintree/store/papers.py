"""Writing papers: files, pages with their words, fields, trees, entries; ``reading`` has the other half."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from twintree.base.errors import InputError
from twintree.base.ids import FileId, PaperId, new_file_id, new_paper_id
from twintree.base.pages import FileHead, PageText, pack_lines
from twintree.base.records import Entry, FieldValue, Section, SectionTree
from twintree.store import fields
from twintree.store.anchoring import reanchor
from twintree.store.files import StoredFile, linkable
from twintree.store.ledger import audit, now, touch
from twintree.store.reading import PaperReader
from twintree.store.words import drop_passages, index_passages

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class PaperStore(PaperReader):
    """Every write is one transaction, and raises the paper's revision where a projection must follow."""

    def create(self, proposals: Sequence[FieldValue] = (), *, status: str = "queued") -> PaperId:
        """A new paper; ``status="record"`` for one without a file."""
        paper, at = new_paper_id(), now()
        with self._ledger.write() as connection:
            connection.execute(
                "INSERT INTO paper (id, key, status, added, modified) VALUES (?, ?, ?, ?, ?)",
                (paper, paper.lower(), status, at, at),
            )
            fields.write(connection, paper, proposals)
            audit(connection, "create", paper)
        return paper

    def add_file(
        self, paper: str, stored: StoredFile, name: str, *, role: str = "main", linked: Path | None = None
    ) -> FileId:
        """Give a paper a file whose bytes are safe already; the first one is the paper's main file."""
        file, at = new_file_id(), now()
        with self._ledger.write() as connection:
            (position,) = connection.execute(
                "SELECT coalesce(max(position) + 1, 0) FROM file WHERE paper = ?", (paper,)
            ).fetchone()
            connection.execute(
                "INSERT INTO file (id, paper, role, name, linked, sha256, size, format, position, added) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    file,
                    paper,
                    role,
                    _clean(name),
                    str(linked) if linked else None,
                    stored.sha256,
                    stored.size,
                    stored.format,
                    position,
                    at,
                ),
            )
            connection.execute(
                "INSERT INTO file_version (file, sha256, size, added) VALUES (?, ?, ?, ?)",
                (file, stored.sha256, stored.size, at),
            )
            touch(connection, [paper])
            audit(connection, "add_file", file, stored.sha256)
        return file

    def relink(self, file: str, path: Path) -> None:
        """Say where a file lies now; a copy of ours that was lost is made again from it.

        Raises:
            NotFound: no such file.
            UnreadableFile: nothing can be read at ``path``, or no link can lead there.
            InputError: its bytes are others (``other_file``); nothing is changed.
        """
        row, place = self._file(file), path.expanduser().absolute()
        if self._files.add(place, link=True).sha256 != row["sha256"]:
            raise InputError(
                f"{path.name} is not the same file as {row['name']} was.",
                "Choose the file itself, or add this one as a new paper.",
                code="other_file",
            )
        if row["linked"] is None:
            self._files.add(place)
            return
        with self._ledger.write() as connection:
            connection.execute("UPDATE file SET linked = ? WHERE id = ?", (str(linkable(place)), file))
            touch(connection, [row["paper"]])
            audit(connection, "relink", file)

    def write_head(self, file: str, head: FileHead) -> None:
        """Keep what a file says of itself; the main file's page count is the paper's."""
        with self._ledger.write() as connection:
            connection.execute(
                "UPDATE file SET head = ?, pages = ? WHERE id = ?", (_json(head), head.pages, file)
            )
            count_pages(connection, self._paper_of(file))
            touch(connection, [self._paper_of(file)])

    def write_pages(
        self, file: str, pages: Sequence[PageText], passages: Sequence[Sequence[tuple[int, int]]]
    ) -> None:
        """Insert or replace pages with their passages and words, in one transaction.

        Args:
            file: whose pages they are.
            pages: in any order; others that the file has stay.
            passages: for each of ``pages``, its paragraphs as offsets into the text.
        """
        with self._ledger.write() as connection:
            old = _texts(connection, file, [page.number for page in pages])
            for page, spans in zip(pages, passages, strict=True):
                _write_page(connection, file, page, spans)
            if old:
                reanchor(connection, file, old)
            touch(connection, [self._paper_of(file)])

    def write_fields(self, paper: str, proposals: Iterable[FieldValue]) -> None:
        """Keep every proposal, and choose each field's value by trust, then confidence (``fields.TRUST``)."""
        with self._ledger.write() as connection:
            fields.write(connection, paper, proposals)
            touch(connection, [paper])

    def write_tree(self, tree: SectionTree, next_section: int | None = None) -> None:
        """Replace a paper's section tree; entries of sections that stay keep their embeddings."""
        with self._ledger.write() as connection:
            keep = [node.id for node in tree.nodes]
            connection.execute(
                f"DELETE FROM section WHERE paper = ? AND id NOT IN ({', '.join('?' * len(keep))})",
                [tree.paper, *keep],
            )
            for position, node in enumerate(tree.nodes):
                connection.execute(_UPSERT_SECTION, _section_values(tree.paper, position, node))
            connection.execute(
                "INSERT INTO structure (paper, rates, notes) VALUES (?, ?, ?) "
                "ON CONFLICT (paper) DO UPDATE SET rates = excluded.rates, notes = excluded.notes",
                (tree.paper, _json(tree.rates), _json(tree.notes)),
            )
            if next_section is not None:
                connection.execute(
                    "UPDATE paper SET next_section = max(next_section, ?) WHERE id = ?",
                    (next_section, tree.paper),
                )
            touch(connection, [tree.paper])

    def write_entries(self, paper: str, entries: Sequence[Entry]) -> None:
        """Replace a paper's entries; an unchanged one keeps its row, and so its place in the projections."""
        with self._ledger.write() as connection:
            old = {(e.kind, e.section, e.text): e.id for e in self.entries(paper)}
            new = {(e.kind, e.section, _clean(e.text)) for e in entries}
            gone = [(number,) for key, number in old.items() if key not in new]
            connection.executemany("DELETE FROM entry WHERE id = ?", gone)
            for kind, section, text in sorted(
                new - old.keys(), key=lambda key: (key[1] is not None, key[1] or "")
            ):
                connection.execute(
                    "INSERT INTO entry (paper, section, kind, text, hash) VALUES (?, ?, ?, ?, ?)",
                    (paper, section, kind, text, hash_of(text)),
                )
            touch(connection, [paper])

    def set_description(self, paper: str, text: str) -> None:
        """The sentences that the table shows under a paper's title."""
        with self._ledger.write() as connection:
            connection.execute("UPDATE paper SET description = ? WHERE id = ?", (_clean(text), paper))
            touch(connection, [paper])

    def set_status(self, paper: str, status: str, reason: str = "") -> None:
        """How far a paper is, and what a person should know of it."""
        with self._ledger.write() as connection:
            connection.execute(
                "UPDATE paper SET status = ?, reason = ? WHERE id = ?", (status, reason, paper)
            )

    def finish_stage(self, file: str, stage: str, version: str, seconds: float = 0.0) -> None:
        """Record that a stage of a file is done, so that it is never done twice by the same version."""
        with self._ledger.write() as connection:
            connection.execute(
                "INSERT INTO stage (file, stage, version, at, seconds) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET version = excluded.version, "
                "at = excluded.at, seconds = excluded.seconds",
                (file, stage, version, now(), round(seconds, 4)),
            )


def hash_of(text: str) -> str:
    """The key of a text's embedding: its SHA-256 in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def count_pages(connection: sqlite3.Connection, paper: str) -> None:
    """Make a paper's page count that of its main (first) file."""
    connection.execute(
        "UPDATE paper SET pages = coalesce((SELECT pages FROM file WHERE file.paper = paper.id "
        "ORDER BY position, added, id LIMIT 1), 0) WHERE id = ?",
        (paper,),
    )


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _clean(text: str) -> str:
    # SQLite's functions stop at NUL, and a lone surrogate has no UTF-8: both become U+FFFD, offsets stay.
    return _UNSTORABLE.sub("\ufffd", text)


def _texts(connection: sqlite3.Connection, file: str, numbers: Sequence[int]) -> dict[int, str]:
    marks = ", ".join("?" * len(numbers))
    sql = f"SELECT number, text FROM page WHERE file = ? AND number IN ({marks})"
    return {row[0]: row[1] for row in connection.execute(sql, [file, *numbers])}


def _write_page(
    connection: sqlite3.Connection, file: str, page: PageText, spans: Sequence[tuple[int, int]]
) -> None:
    old = connection.execute(
        "SELECT id FROM page WHERE file = ? AND number = ?", (file, page.number)
    ).fetchone()
    if old is not None:
        drop_passages(connection, [old[0]])
    text = _clean(page.text)
    (number,) = connection.execute(
        _UPSERT_PAGE,
        (
            file,
            page.number,
            _clean(page.label),
            page.width,
            page.height,
            text,
            page.body_end,
            pack_lines(page.lines),
            page.how,
            page.problem,
        ),
    ).fetchone()
    index_passages(connection, number, text, spans)


_PAGE = "file, number, label, width, height, text, body_end, lines, how, problem"
_UPSERT_PAGE = (
    f"INSERT INTO page ({_PAGE}) VALUES ({', '.join('?' * 10)}) ON CONFLICT (file, number) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _PAGE.split(", ")[2:])
    + " RETURNING id"
)


_SECTION = (
    "id, paper, position, parent, level, number, title, role, summary, summary_by, verified, source, "
    "start_page, start_offset, end_page, stop_page, stop_offset"
)
_UPSERT_SECTION = (
    f"INSERT INTO section ({_SECTION}) VALUES ({', '.join('?' * 17)}) ON CONFLICT (id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _SECTION.split(", ")[2:])
)


def _section_values(paper: str, position: int, node: Section) -> tuple[object, ...]:
    return (
        node.id,
        paper,
        position,
        node.parent,
        node.level,
        node.number,
        _clean(node.title),
        node.role,
        _clean(node.summary),
        node.summary_by,
        int(node.verified),
        node.source,
        node.start_page,
        node.start[1],
        node.end_page,
        *node.end,
    )
