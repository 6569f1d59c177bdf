"""What comes from other programs: who brought it, so that an import done again brings only what is new.

These writes are an import's, not actions of the person's: they stand in no undo history, and never replace
what the person wrote.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from twintree.base.ids import PaperId, new_id
from twintree.base.records import FieldValue, Mark, Record, Span
from twintree.store import fields
from twintree.store.ledger import Ledger, now, touch

_COLOUR = "#FFE98A"
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_:.+/-]{0,99}")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class Origin(Record, frozen=True):
    """What an item of another program became here; ``made`` is the note or highlight, "" for the paper."""

    version: str
    paper: PaperId
    made: str = ""


class Holding(Record, frozen=True, kw_only=True):
    """What a paper is known again by."""

    id: PaperId
    title: str
    authors: tuple[str, ...]
    year: int | None
    doi: str
    arxiv: str
    recorded: bool  #: a record (or the person) has said what it is called


class IncomingStore:
    """Reads from any thread; every write is one transaction, or part of the one that is open."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make the writes of the block one."""
        with self._ledger.write():
            yield

    # ── what is there ────────────────────────────────────────────────────────────────────────────────

    def holdings(self) -> list[Holding]:
        """Every paper that is not merged into another one, the bin's too."""
        sql = (
            "SELECT id, title, authors, year, doi, arxiv, EXISTS (SELECT 1 FROM field "
            "WHERE field.paper = paper.id AND field = 'title' "
            "AND source IN ('person', 'bibtex', 'ris', 'csl', 'zotero')) "
            "AS recorded FROM paper WHERE merged_into IS NULL ORDER BY num"
        )
        return [
            Holding(
                id=PaperId(row["id"]),
                title=row["title"],
                authors=tuple(msgspec.json.decode(row["authors"])),
                year=row["year"],
                doi=row["doi"],
                arxiv=row["arxiv"],
                recorded=bool(row["recorded"]),
            )
            for row in self._ledger.read().execute(sql)
        ]

    def file_sizes(self) -> set[int]:
        """The sizes of all files that are here."""
        return {row[0] for row in self._ledger.read().execute("SELECT DISTINCT size FROM file_version")}

    def file_names(self) -> set[tuple[str, str]]:
        """Every file that is here, as (paper after merges, name)."""
        return {(row[0], row[1]) for row in self._ledger.read().execute("SELECT paper, name FROM file")}

    def origins(self, source: str) -> dict[str, Origin]:
        """What came from a source so far, by its key there; papers as they are called after merges."""
        sql = (
            "SELECT origin.item, origin.version, origin.made, coalesce(paper.merged_into, paper.id) AS paper "
            "FROM origin JOIN paper ON paper.id = origin.paper WHERE source = ?"
        )
        rows = self._ledger.read().execute(sql, (source,))
        return {row["item"]: Origin(row["version"], PaperId(row["paper"]), row["made"]) for row in rows}

    def origin(self, source: str, item: str) -> Origin | None:
        """What one item became."""
        sql = "SELECT version, paper, made FROM origin WHERE source = ? AND item = ?"
        row = self._ledger.read().execute(sql, (source, item)).fetchone()
        return Origin(row["version"], PaperId(row["paper"]), row["made"]) if row else None

    def made_by(self, source: str) -> set[str]:
        """The notes and highlights that came from a source."""
        rows = self._ledger.read().execute("SELECT made FROM origin WHERE source = ?", (source,))
        return {row[0] for row in rows}

    def note_origin(self, source: str, item: str, version: str, paper: str, made: str = "") -> None:
        """Keep what an item became."""
        with self._ledger.write() as connection:
            connection.execute(
                "INSERT INTO origin (source, item, version, paper, made) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET version = excluded.version, paper = excluded.paper, "
                "made = excluded.made",
                (source, item, version, paper, made),
            )

    # ── papers ───────────────────────────────────────────────────────────────────────────────────────

    def replace_fields(self, paper: str, source: str, proposals: Sequence[FieldValue]) -> None:
        """Make these all that a source says of a paper."""
        with self._ledger.write() as connection:
            names = [each.field for each in proposals]
            connection.execute(
                f"DELETE FROM field WHERE paper = ? AND source = ? AND field NOT IN "
                f"({', '.join('?' * len(names))})",
                [paper, source, *names],
            )
            fields.write(connection, paper, proposals)
            touch(connection, [paper])

    def offer_key(self, paper: str, key: str) -> bool:
        """Give a paper the citation key that the person knows it by, if it is one, and free."""
        if not _KEY.fullmatch(key):
            return False
        with self._ledger.write() as connection:
            taken = connection.execute("SELECT id, key_pinned FROM paper WHERE key = ?", (key,)).fetchone()
            if taken is not None and taken["id"] != paper:
                return False
            changed = connection.execute(
                "UPDATE paper SET key = ?, key_pinned = 1 WHERE id = ? AND key_pinned = 0", (key, paper)
            )
            return changed.rowcount > 0

    def set_added(self, paper: str, added: str) -> None:
        """When the person took a paper into the other program, so that sorting by date means something."""
        with self._ledger.write() as connection:
            connection.execute("UPDATE paper SET added = min(added, ?) WHERE id = ?", (added, paper))

    def leave_bin(self, paper: str) -> None:
        """Importing what lies in the bin takes it out again."""
        with self._ledger.write() as connection:
            connection.execute("UPDATE paper SET binned = NULL WHERE id = ?", (paper,))

    def offer_reading(self, paper: str, state: str, *, starred: bool) -> None:
        """Take over where the person is with a paper, unless something was said of that here."""
        with self._ledger.write() as connection:
            connection.execute(
                "UPDATE paper SET read_state = CASE read_state WHEN 'unread' THEN ? ELSE read_state END, "
                "starred = max(starred, ?) WHERE id = ?",
                (state, int(starred), paper),
            )

    def offer_correction(self, paper: str, what: str, subject: str, content: dict[str, object]) -> None:
        """Take over what the person set right elsewhere, unless this was set right here."""
        with self._ledger.write() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO correction (paper, what, subject, content, at) VALUES (?, ?, ?, ?, ?)",
                (paper, what, subject, msgspec.json.encode(content).decode(), now()),
            )

    # ── shelves and notes ────────────────────────────────────────────────────────────────────────────

    def put_tags(self, paper: str, tags: Iterable[str], colours: dict[str, str] | None = None) -> None:
        """Put tags on a paper; those that are not there are made."""
        with self._ledger.write() as connection:
            for tag in dict.fromkeys(" ".join(_clean(each).split())[:200] for each in tags):
                if tag:
                    colour = (colours or {}).get(tag, "")
                    connection.execute(
                        "INSERT OR IGNORE INTO tag (name, colour) VALUES (?, ?)", (tag, colour)
                    )
                    connection.execute(
                        "INSERT OR IGNORE INTO tag_paper SELECT name, ? FROM tag WHERE name = ?", (paper, tag)
                    )

    def collection(self, known: str, name: str, parent: str | None) -> str:
        """The id of a collection: ``known`` if still there, else one of that name and place, else new."""
        with self._ledger.write() as connection:
            row = connection.execute(
                "SELECT id FROM collection WHERE id = ?1 OR (name = ?2 AND parent IS ?3) "
                "ORDER BY id = ?1 DESC",
                (known, name, parent),
            ).fetchone()
            if row is not None:
                found: str = row["id"]
                return found
            made = new_id("K")
            connection.execute(
                "INSERT INTO collection (id, name, parent, position) VALUES (?, ?, ?, "
                "(SELECT coalesce(max(position) + 1, 0) FROM collection))",
                (made, _clean(name), parent),
            )
            return made

    def put_into(self, collection: str, paper: str) -> None:
        """Put a paper into a collection; nothing happens when that is gone."""
        with self._ledger.write() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO collection_paper SELECT id, ? FROM collection WHERE id = ?",
                (paper, collection),
            )

    def put_note(self, paper: str, text: str, at: str = "") -> str:
        """Write a note unless the paper has one with this text; returns its id."""
        text = _clean(text)
        with self._ledger.write() as connection:
            row = connection.execute(
                "SELECT id FROM note WHERE paper = ? AND text = ?", (paper, text)
            ).fetchone()
            if row is not None:
                found: str = row["id"]
                return found
            note = new_id("T")
            connection.execute(
                "INSERT INTO note (id, paper, text, created, modified) VALUES (?, ?, ?, ?, ?)",
                (note, paper, text, at or now(), at or now()),
            )
            return note

    def follow_note(self, note: str, version: str, text: str) -> None:
        """Bring a note's new text, unless the person changed or deleted it here.

        Args:
            note: its id here.
            version: ``version_of`` the text that was brought before.
            text: the new one.
        """
        with self._ledger.write() as connection:
            row = connection.execute("SELECT text FROM note WHERE id = ?", (note,)).fetchone()
            if row is not None and version_of(row["text"]) == version:
                connection.execute(
                    "UPDATE note SET text = ?, modified = ? WHERE id = ?", (_clean(text), now(), note)
                )

    def keep_search(self, name: str, query: str) -> None:
        """Save a search, unless the same is saved."""
        with self._ledger.write() as connection:
            connection.execute(
                "INSERT INTO saved_search (id, name, query) SELECT ?1, ?2, ?3 WHERE NOT EXISTS "
                "(SELECT 1 FROM saved_search WHERE name = ?2 AND query = ?3)",
                (new_id("Q"), _clean(name), _clean(query)),
            )

    # ── marks ────────────────────────────────────────────────────────────────────────────────────────

    def put_highlight(self, paper: str, file: str, spans: Sequence[Span], quote: str, mark: Mark) -> str:
        """Write a highlight; returns its id."""
        own = new_id("H")
        values = (
            own,
            paper,
            file,
            msgspec.json.encode(list(spans)).decode(),
            _clean(quote),
            mark.colour or _COLOUR,
            _clean(mark.note),
            mark.created or now(),
        )
        with self._ledger.write() as connection:
            connection.execute(
                "INSERT INTO highlight (id, paper, file, spans, quote, colour, note, created) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
        return own

    def follow_highlight(self, highlight: str, mark: Mark) -> None:
        """Bring a highlight's new colour and comment."""
        with self._ledger.write() as connection:
            connection.execute(
                "UPDATE highlight SET colour = ?, note = ? WHERE id = ?",
                (mark.colour or _COLOUR, _clean(mark.note), highlight),
            )

    def keep_waiting(self, source: str, paper: str, name: str, marks: Iterable[Mark]) -> None:
        """Keep marks until the paper's file of this name is read."""
        with self._ledger.write() as connection:
            connection.executemany(
                "INSERT INTO waiting_mark (source, item, paper, name, content) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET paper = excluded.paper, name = excluded.name, "
                "content = excluded.content",
                [(source, mark.key, paper, name, msgspec.json.encode(mark).decode()) for mark in marks],
            )

    def waiting(self, paper: str, name: str) -> list[tuple[str, Mark]]:
        """The marks, each with its source, that wait for this file of this paper."""
        sql = "SELECT source, content FROM waiting_mark WHERE paper = ? AND name = ? ORDER BY source, item"
        return [
            (row["source"], msgspec.json.decode(row["content"], type=Mark))
            for row in self._ledger.read().execute(sql, (paper, name))
        ]

    def stop_waiting(self, source: str, item: str) -> None:
        """A mark has found its place."""
        with self._ledger.write() as connection:
            connection.execute("DELETE FROM waiting_mark WHERE source = ? AND item = ?", (source, item))

    def keep_setting(self, name: str, value: object) -> None:
        """Keep what an import must know next time; no action of the person's, so nothing to undo."""
        with self._ledger.write() as connection:
            connection.execute(
                "INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, msgspec.json.encode(value).decode()),
            )

    # ── watched folders ──────────────────────────────────────────────────────────────────────────────

    def watched(self) -> dict[str, str]:
        """What the watched folders held when they were last looked at: path -> stamp."""
        return {row[0]: row[1] for row in self._ledger.read().execute("SELECT path, stamp FROM watched_file")}

    def set_watched(self, stamps: dict[str, str]) -> None:
        """Keep what the watched folders hold now."""
        with self._ledger.write() as connection:
            connection.executemany(
                "INSERT INTO watched_file (path, stamp) VALUES (?, ?) "
                "ON CONFLICT DO UPDATE SET stamp = excluded.stamp",
                list(stamps.items()),
            )


def version_of(value: object) -> str:
    """A short hash of anything that can be written as JSON."""
    data = value.encode("utf-8", "replace") if isinstance(value, str) else msgspec.json.encode(value)
    return hashlib.sha256(data).hexdigest()[:24]


def _clean(text: str) -> str:
    return _UNSTORABLE.sub("\ufffd", text)
