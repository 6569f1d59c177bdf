"""Writes Zotero profiles of our own making: the tables that matter, with works that nobody wrote."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from itertools import count
from pathlib import Path

_SCHEMA = """
CREATE TABLE libraries (libraryID INTEGER PRIMARY KEY, type TEXT);
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT);
CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT, dateAdded TEXT, dateModified TEXT,
    libraryID INT, key TEXT, version INT DEFAULT 0, synced INT DEFAULT 0);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT);
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value TEXT UNIQUE);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID INT, PRIMARY KEY (itemID, fieldID));
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT);
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE itemCreators (itemID INT, creatorID INT, creatorTypeID INT, orderIndex INT);
CREATE TABLE collections (collectionID INTEGER PRIMARY KEY, collectionName TEXT, parentCollectionID INT,
    libraryID INT, key TEXT);
CREATE TABLE collectionItems (collectionID INT, itemID INT, orderIndex INT);
CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT UNIQUE);
CREATE TABLE itemTags (itemID INT, tagID INT, type INT);
CREATE TABLE itemNotes (itemID INTEGER PRIMARY KEY, parentItemID INT, note TEXT, title TEXT);
CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY, parentItemID INT, linkMode INT, contentType TEXT,
    path TEXT);
CREATE TABLE itemAnnotations (itemID INTEGER PRIMARY KEY, parentItemID INT, type INT, authorName TEXT,
    text TEXT, comment TEXT, color TEXT, pageLabel TEXT, sortIndex TEXT, position TEXT, isExternal INT);
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY);
INSERT INTO libraries VALUES (1, 'user');
"""
_TYPES = (
    "journalArticle", "conferencePaper", "book", "preprint", "thesis", "attachment", "note", "annotation",
)  # fmt: skip
_FIELDS = (
    "title", "date", "DOI", "publicationTitle", "abstractNote", "extra", "url", "proceedingsTitle", "volume",
)  # fmt: skip
_CREATORS = ("author", "editor")


class Profile:
    """A profile that is being written; ``close`` before it is read, or leave it open to hold the lock."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.database = sqlite3.connect(folder / "zotero.sqlite", isolation_level=None)
        fresh = not self.database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        if fresh:
            self.database.executescript(_SCHEMA)
            for table, names in (("itemTypes", _TYPES), ("fields", _FIELDS), ("creatorTypes", _CREATORS)):
                self.database.executemany(f"INSERT INTO {table} VALUES (?, ?)", list(enumerate(names, 1)))
        (last,) = self.database.execute("SELECT coalesce(max(itemID), 0) FROM items").fetchone()
        self._numbers = count(last + 1)

    def thing(self, kind: str, added: str = "2021-05-04 03:02:01") -> tuple[int, str]:
        number = next(self._numbers)
        key = f"K{number:07d}"
        self.database.execute(
            "INSERT INTO items (itemID, itemTypeID, dateAdded, dateModified, libraryID, key) "
            "VALUES (?, ?, ?, ?, 1, ?)",
            (number, _TYPES.index(kind) + 1, added, added, key),
        )
        return number, key

    def work(
        self,
        kind: str = "journalArticle",
        authors: Sequence[tuple[str, str]] = (),
        tags: Sequence[str] = (),
        collections: Sequence[int] = (),
        **data: str,
    ) -> int:
        number, _ = self.thing(kind)
        for name, value in data.items():
            self.set(number, name, value)
        for place, (first, last) in enumerate(authors):
            creator = self._insert("INSERT INTO creators (firstName, lastName) VALUES (?, ?)", first, last)
            self._insert("INSERT INTO itemCreators VALUES (?, ?, 1, ?)", number, creator, place)
        for tag in tags:
            self._insert("INSERT OR IGNORE INTO tags (name) VALUES (?)", tag)
            self._insert("INSERT INTO itemTags SELECT ?, tagID, 0 FROM tags WHERE name = ?", number, tag)
        for collection in collections:
            self._insert("INSERT INTO collectionItems VALUES (?, ?, 0)", collection, number)
        return number

    def set(self, number: int, field: str, value: str) -> None:
        self._insert("INSERT OR IGNORE INTO itemDataValues (value) VALUES (?)", value)
        self._insert(
            "INSERT OR REPLACE INTO itemData SELECT ?, ?, valueID FROM itemDataValues WHERE value = ?",
            number,
            _FIELDS.index(field) + 1,
            value,
        )

    def collection(self, name: str, parent: int | None = None) -> int:
        return self._insert(
            "INSERT INTO collections (collectionName, parentCollectionID, libraryID, key) "
            "VALUES (?, ?, 1, hex(randomblob(4)))",
            name,
            parent,
        )

    def note(self, parent: int, markup: str) -> int:
        number, _ = self.thing("note")
        self._insert("INSERT INTO itemNotes VALUES (?, ?, ?, '')", number, parent, markup)
        return number

    def stored(self, parent: int | None, source: Path) -> int:
        number, key = self.thing("attachment")
        target = self.folder / "storage" / key / source.name
        target.parent.mkdir(parents=True)
        target.write_bytes(source.read_bytes())
        self._attach(number, parent, 0, f"storage:{source.name}")
        return number

    def linked(self, parent: int, path: str) -> int:
        number, _ = self.thing("attachment")
        self._attach(number, parent, 2, path)
        return number

    def _attach(self, number: int, parent: int | None, mode: int, path: str) -> None:
        self._insert(
            "INSERT INTO itemAttachments VALUES (?, ?, ?, 'application/pdf', ?)", number, parent, mode, path
        )

    def mark(
        self, file: int, text: str, rect: Sequence[float], *, comment: str = "", colour: str = "#ffd400"
    ) -> int:
        number, _ = self.thing("annotation")
        position = json.dumps({"pageIndex": 0, "rects": [list(rect)]})
        self._insert(
            "INSERT INTO itemAnnotations VALUES (?, ?, 1, '', ?, ?, ?, '1', '00000|000000|00000', ?, 0)",
            number,
            file,
            text,
            comment,
            colour,
            position,
        )
        return number

    def _insert(self, sql: str, *values: object) -> int:
        return self.database.execute(sql, values).lastrowid or 0

    def close(self) -> None:
        self.database.close()


def big_profile(folder: Path, items: int) -> None:
    """A profile of many works: authors, tags, nested collections and notes, without files."""
    profile = Profile(folder)
    profile.database.execute("BEGIN")
    top = [profile.collection(f"Topic {n}") for n in range(10)]
    shelves = top + [profile.collection(f"Part {n}", top[n % 10]) for n in range(40)]
    words = ("swarm", "tree", "graph", "field", "vector", "proof", "signal", "method", "cell", "river")
    for n in range(items):
        title = f"On the {words[n % 10]} of {words[n // 10 % 10]} and {words[n // 100 % 10]}, part {n}"
        number = profile.work(
            ("journalArticle", "conferencePaper", "book", "preprint", "thesis")[n % 5],
            authors=[(f"Ada{n % 70}", f"Lee{n % 311}"), ("Bo", f"Ray{n % 97}")],
            tags=[f"tag{n % 50}", "all"],
            collections=[shelves[n % 50]],
            title=title,
            date=f"{1980 + n % 45}-03-01",
            DOI=f"10.5555/z.{n}",
            publicationTitle=f"Journal of {words[n % 7]}s",
            abstractNote=f"We study {title.lower()}. " * 4,
        )
        if n % 10 == 0:
            profile.note(number, f"<p>Note <b>{n}</b></p>")
    profile.database.execute("COMMIT")
    profile.close()
