"""Reads a Zotero profile from a copy of its database: nothing there is touched, locked or waited for."""

from __future__ import annotations

import contextlib
import html
import os
import re
import sqlite3
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from twintree.base.errors import UnreadableFile, WrongUse
from twintree.base.records import Mark, Record, Rect
from twintree.sources.identifiers import clean_doi
from twintree.sources.sqlitecopy import copied, opened, stamps

_DATABASE = "zotero.sqlite"
_KEYS = "better-bibtex.sqlite"
_KINDS = {
    "journalArticle": "article", "magazineArticle": "article", "newspaperArticle": "article",
    "conferencePaper": "paper-conference", "book": "book", "bookSection": "chapter", "preprint": "preprint",
    "thesis": "thesis", "report": "report", "manuscript": "manuscript", "webpage": "webpage",
    "blogPost": "webpage", "patent": "patent", "dataset": "dataset", "encyclopediaArticle": "chapter",
    "dictionaryEntry": "chapter", "presentation": "paper-conference", "computerProgram": "document",
    "document": "document",
}  # fmt: skip
_VENUES = (
    "publicationTitle", "proceedingsTitle", "conferenceName", "bookTitle", "university", "institution",
    "repository", "websiteTitle", "blogTitle", "encyclopediaTitle", "publisher",
)  # fmt: skip
_USED = frozenset(
    (*_VENUES, "title", "date", "DOI", "abstractNote", "language", "extra", "url", "citationKey", "archiveID")
)
#: Creators who made the work, in order of preference.
_MAKERS = ("author", "artist", "programmer", "inventor", "presenter", "contributor", "editor")
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_CITATION_KEY = re.compile(r"^\s*citation key\s*:\s*(\S+)\s*$", re.I | re.M)
_EXTRA_DOI = re.compile(r"^\s*doi\s*:\s*(\S+)\s*$", re.I | re.M)
_ARXIV = re.compile(r"arxiv[:./\s]*(?:org/(?:abs|pdf)/)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})", re.I)
_PREF = re.compile(r'user_pref\("extensions\.zotero\.(baseAttachmentPath|dataDir)",\s*(".*")\);')
_MARK_KINDS = {1: "highlight", 2: "note", 3: "area", 4: "area", 5: "underline", 6: "note"}


class ZoteroCollection(Record, frozen=True, kw_only=True):
    """A collection: its key, its name, and the key of the one that it lies in."""

    key: str
    name: str
    parent: str = ""


class ZoteroAttachment(Record, frozen=True, kw_only=True):
    """A file of an item, where it lies now (None when it is not on this machine), with its marks."""

    key: str
    path: str | None
    written: str  #: the path as Zotero has it
    marks: tuple[Mark, ...] = ()


class ZoteroNote(Record, frozen=True, kw_only=True):
    """A note as Markdown."""

    key: str
    text: str
    added: str = ""


class ZoteroItem(Record, frozen=True, kw_only=True):
    """A work with all that belongs to it."""

    key: str
    fields: dict[str, Any]
    citation_key: str = ""
    added: str = ""
    tags: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    notes: tuple[ZoteroNote, ...] = ()
    attachments: tuple[ZoteroAttachment, ...] = ()
    lost: tuple[str, ...] = ()


class ZoteroLibrary(Record, frozen=True, kw_only=True):
    """What a profile holds of one library of it (the person's own, or a group's)."""

    name: str  #: the prefix of all keys: two libraries may use the same one
    collections: tuple[ZoteroCollection, ...]
    items: tuple[ZoteroItem, ...]


def read_profile(folder: Path, base: Path | None = None) -> list[ZoteroLibrary]:
    """Read all that a profile holds.

    Args:
        folder: the folder with ``zotero.sqlite`` and ``storage``.
        base: what linked files are relative to; by default what the profile's preferences say.

    Raises:
        WrongUse: the folder holds no Zotero database.
        UnreadableFile: it cannot be read.
    """
    database = folder / _DATABASE
    if not database.is_file():
        raise WrongUse(
            f"{folder} holds no {_DATABASE}.",
            "Name Zotero's data folder: its settings show it under Advanced › Files and Folders.",
        )
    if not any(size for size, _ in stamps(database)):
        raise UnreadableFile(
            f"The Zotero database in {folder} is empty.",
            "Restore it from a backup: Zotero keeps one beside it (zotero.sqlite.bak).",
            code="empty",
        )
    with tempfile.TemporaryDirectory(prefix="twintree-zotero-") as scratch:
        copy = copied(database, Path(scratch))
        keys = _better_keys(folder, Path(scratch))
        try:
            with contextlib.closing(opened(copy)) as connection:
                reader = _Reader(connection, folder, base or base_folder(folder), keys)
                return [reader.library(number, name) for number, name in reader.libraries()]
        except sqlite3.DatabaseError as error:
            raise UnreadableFile(
                f"The Zotero database in {folder} cannot be read: {error}.",
                "Close Zotero, and try again; its database may be newer than this Twintree knows.",
                code="unsupported",
            ) from error


# ── finding ──────────────────────────────────────────────────────────────────────────────────────────


def _better_keys(folder: Path, scratch: Path) -> dict[str, str]:
    """Better BibTeX's citation keys, by ``library/key`` of the item."""
    source = folder / _KEYS
    if not source.is_file():
        return {}
    try:
        with contextlib.closing(opened(copied(source, scratch))) as connection:
            rows = connection.execute("SELECT libraryID, itemKey, citationKey FROM citationkey").fetchall()
        return {f"{row[0]}/{row[1]}": str(row[2]) for row in rows if row[1] and row[2]}
    except (sqlite3.DatabaseError, UnreadableFile):
        return {}


def base_folder(folder: Path) -> Path | None:
    """The folder that linked files are relative to, from the preferences of the profile that uses ``folder``."""
    for prefs in (folder / "prefs.js", *_known_prefs()):
        try:
            text = prefs.read_text("utf-8", "replace")
        except OSError:
            continue
        said = {match[1]: _js_string(match[2]) for match in _PREF.finditer(text)}
        used = Path(said.get("dataDir") or Path.home() / "Zotero")
        if said.get("baseAttachmentPath") and (prefs.parent == folder or _same(used, folder)):
            return Path(said["baseAttachmentPath"])
    return None


def _known_prefs() -> Iterator[Path]:
    home = Path.home()
    roots = {
        "darwin": home / "Library" / "Application Support" / "Zotero" / "Profiles",
        "win32": Path(os.environ.get("APPDATA", home)) / "Zotero" / "Zotero" / "Profiles",
    }
    root = roots.get(sys.platform, home / ".zotero" / "zotero")
    with contextlib.suppress(OSError):
        yield from sorted(root.glob("*/prefs.js"))


def _js_string(text: str) -> str:
    try:
        return str(msgspec.json.decode(text))
    except msgspec.DecodeError:
        return text.strip('"')


def _same(first: Path, second: Path) -> bool:
    try:
        return first.samefile(second)
    except OSError:
        return False


# ── reading ──────────────────────────────────────────────────────────────────────────────────────────


class _Reader:
    """One database; each table is read once, whole: a profile of 20,000 items takes a second or two."""

    def __init__(
        self, connection: sqlite3.Connection, folder: Path, base: Path | None, keys: dict[str, str]
    ) -> None:
        self._connection = connection
        self._folder = folder
        self._base = base
        self._keys = keys
        self._data = self._item_data()
        self._makers = self._creators()
        self._tags = self._grouped("SELECT itemID, name FROM itemTags JOIN tags USING (tagID) ORDER BY name")
        self._in_collections = self._grouped(
            "SELECT itemID, key FROM collectionItems JOIN collections USING (collectionID) ORDER BY key"
        )
        self._marks = self._annotations()

    def libraries(self) -> list[tuple[int, str]]:
        """The libraries that hold items of the person's or of groups; feeds are none."""
        rows = self._connection.execute("SELECT libraryID, type FROM libraries ORDER BY libraryID")
        return [(row[0], f"zotero:{row[0]}") for row in rows if row[1] != "feed"]

    def library(self, number: int, name: str) -> ZoteroLibrary:
        """One library, without what lies in its bin."""
        notes, files = self._notes(number), self._attachments(number)
        sql = (
            f"{_ITEMS} WHERE libraryID = ? AND typeName NOT IN ('attachment', 'note', 'annotation') "
            "AND itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY dateAdded, itemID"
        )
        items = [
            self._item(row, notes.get(row["itemID"], ()), files.get(row["itemID"], ()))
            for row in self._connection.execute(sql, (number,)).fetchall()
        ]
        items += self._loose(number)
        collections = self._connection.execute(
            "SELECT c.key, c.collectionName, coalesce(p.key, '') FROM collections c LEFT JOIN collections p "
            "ON p.collectionID = c.parentCollectionID WHERE c.libraryID = ? ORDER BY c.collectionID",
            (number,),
        )
        return ZoteroLibrary(
            name=name,
            collections=tuple(
                ZoteroCollection(key=r[0], name=_words(r[1]), parent=r[2]) for r in collections
            ),
            items=tuple(items),
        )

    def _item(
        self, row: sqlite3.Row, notes: Sequence[ZoteroNote], files: Sequence[ZoteroAttachment]
    ) -> ZoteroItem:
        number = row["itemID"]
        data = self._data.get(number, {})
        extra = data.get("extra", "")
        named = _CITATION_KEY.search(extra)
        key = data.get("citationKey") or self._keys.get(f"{row['libraryID']}/{row['key']}", "")
        return ZoteroItem(
            key=row["key"],
            fields=_fields(row["typeName"], data, self._makers.get(number, {})),
            citation_key=named[1] if named else key,
            added=_iso(row["dateAdded"]),
            tags=tuple(dict.fromkeys(self._tags.get(number, ()))),
            collections=tuple(self._in_collections.get(number, ())),
            notes=tuple(notes),
            attachments=tuple(files),
            lost=tuple(sorted(data.keys() - _USED)),
        )

    def _loose(self, number: int) -> Iterator[ZoteroItem]:
        """Files that stand in the library without an item above them."""
        rows = self._attachment_rows(number, "parentItemID IS NULL")
        for row in rows:
            file = self._attachment(row)
            title = self._data.get(row["itemID"], {}).get("title", "")
            # Zotero calls such a file by its name; what it is called, the file itself says better.
            fields = {} if Path(title).suffix.lower() == ".pdf" or not title else {"title": title}
            yield ZoteroItem(
                key=row["key"],
                fields=fields,
                added=_iso(row["dateAdded"]),
                tags=tuple(self._tags.get(row["itemID"], ())),
                collections=tuple(self._in_collections.get(row["itemID"], ())),
                attachments=(file,),
            )

    def _notes(self, number: int) -> dict[int, list[ZoteroNote]]:
        sql = (
            "SELECT n.parentItemID, n.note, i.key, i.dateAdded FROM itemNotes n JOIN items i USING (itemID) "
            "WHERE i.libraryID = ? AND n.parentItemID IS NOT NULL "
            "AND itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY i.itemID"
        )
        found: dict[int, list[ZoteroNote]] = defaultdict(list)
        for row in self._connection.execute(sql, (number,)):
            text = plain_text(_words(row["note"]))
            if text:
                note = ZoteroNote(key=row["key"], text=text, added=_iso(row["dateAdded"]))
                found[row["parentItemID"]].append(note)
        return found

    def _attachments(self, number: int) -> dict[int, list[ZoteroAttachment]]:
        found: dict[int, list[ZoteroAttachment]] = defaultdict(list)
        for row in self._attachment_rows(number, "parentItemID IS NOT NULL"):
            found[row["parentItemID"]].append(self._attachment(row))
        return found

    def _attachment_rows(self, number: int, condition: str) -> list[sqlite3.Row]:
        sql = (
            "SELECT a.itemID, a.parentItemID, a.linkMode, a.path, i.key, i.dateAdded FROM itemAttachments a "
            f"JOIN items i USING (itemID) WHERE i.libraryID = ? AND {condition} AND a.linkMode IN (0, 1, 2) "
            "AND a.path IS NOT NULL AND lower(a.path) NOT LIKE '%.html' AND lower(a.path) NOT LIKE '%.htm' "
            "AND itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY a.itemID"
        )
        return self._connection.execute(sql, (number,)).fetchall()

    def _attachment(self, row: sqlite3.Row) -> ZoteroAttachment:
        written = str(row["path"])
        path = self._place(written, row["key"])
        return ZoteroAttachment(
            key=row["key"],
            path=str(path) if path else None,
            written=written,
            marks=tuple(self._marks.get(row["itemID"], ())),
        )

    def _place(self, written: str, key: str) -> Path | None:
        if written.startswith("storage:"):
            path = self._folder / "storage" / key / written.removeprefix("storage:")
        elif written.startswith("attachments:"):
            if self._base is None:
                return None
            path = self._base / written.removeprefix("attachments:")
        else:
            path = Path(written.removeprefix("file://"))
        try:
            return path if path.is_file() else None
        except (OSError, ValueError):
            return None

    def _item_data(self) -> dict[int, dict[str, str]]:
        found: dict[int, dict[str, str]] = defaultdict(dict)
        sql = (
            "SELECT itemID, fieldName, value FROM itemData JOIN fields USING (fieldID) "
            "JOIN itemDataValues USING (valueID)"
        )
        for number, name, value in self._connection.execute(sql):
            found[number][name] = str(value)
        return found

    def _creators(self) -> dict[int, dict[str, list[str]]]:
        sql = (
            "SELECT itemID, creatorType, firstName, lastName FROM itemCreators JOIN creators "
            "USING (creatorID) JOIN creatorTypes USING (creatorTypeID) ORDER BY itemID, orderIndex"
        )
        found: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for number, kind, first, last in self._connection.execute(sql):
            name = " ".join(part.strip() for part in map(_words, (first, last)) if part.strip())
            if name:
                found[number][kind].append(name)
        return found

    def _grouped(self, sql: str) -> dict[int, list[str]]:
        found: dict[int, list[str]] = defaultdict(list)
        for number, value in self._connection.execute(sql):
            found[number].append(str(value))
        return found

    def _annotations(self) -> dict[int, list[Mark]]:
        """Marks made in Zotero's reader, by the file's item; those that stand in the file are read there."""
        if not self._has_table("itemAnnotations"):
            return {}
        sql = (
            "SELECT a.*, i.key, i.dateAdded FROM itemAnnotations a JOIN items i USING (itemID) "
            "WHERE a.isExternal = 0 AND itemID NOT IN (SELECT itemID FROM deletedItems) "
            "ORDER BY a.sortIndex, a.itemID"
        )
        found: dict[int, list[Mark]] = defaultdict(list)
        for row in self._connection.execute(sql):
            mark = _mark(row)
            if mark is not None:
                found[row["parentItemID"]].append(mark)
        return found

    def _has_table(self, name: str) -> bool:
        sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        return self._connection.execute(sql, (name,)).fetchone() is not None


_ITEMS = "SELECT itemID, libraryID, key, dateAdded, typeName FROM items JOIN itemTypes USING (itemTypeID)"


def _fields(kind: str, data: dict[str, str], makers: dict[str, list[str]]) -> dict[str, Any]:
    """An item's data as our fields."""
    extra = data.get("extra", "")
    doi = clean_doi(data.get("DOI", "")) or _doi_of(data.get("url", ""))
    said = _EXTRA_DOI.search(extra)
    arxiv = _ARXIV.search(" ".join((data.get("archiveID", ""), extra, data.get("url", ""))))
    year = _YEAR.search(data.get("date", ""))
    fields = {
        "title": _unmarked(data.get("title", "")),
        "authors": next((makers[each] for each in _MAKERS if makers.get(each)), None)
        or next(iter(makers.values()), []),
        "year": int(year[1]) if year else None,
        "venue": next((data[name] for name in _VENUES if data.get(name)), ""),
        "abstract": plain_text(data.get("abstractNote", "")),
        "doi": doi or (clean_doi(said[1]) if said else ""),
        "arxiv": arxiv[1] if arxiv else "",
        "kind": _KINDS.get(kind, "document"),
        "language": data.get("language", ""),
    }
    return {name: value for name, value in fields.items() if value not in (None, "", [])}


def _unmarked(title: str) -> str:
    return " ".join(html.unescape(re.sub(r"</?(?:i|b|em|strong|sub|sup|sc|span)\b[^>]*>", "", title)).split())


def _doi_of(url: str) -> str:
    return clean_doi(url) if "doi.org/" in url.lower() else ""


def _words(value: Any) -> str:
    """A value that should be text, and may be missing or a number."""
    return "" if value is None else str(value)


def _iso(stamp: Any) -> str:
    """Zotero's ``2024-03-01 12:00:00`` (UTC) in the ledger's form."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", text := _words(stamp)):
        return ""
    return text.replace(" ", "T") + ".000Z"


def _mark(row: sqlite3.Row) -> Mark | None:
    try:
        position = msgspec.json.decode(_words(row["position"]) or "{}")
        page = int(position.get("pageIndex", 0)) + 1
        boxes = [tuple(map(float, box[:4])) for box in position.get("rects", [])]
    except (msgspec.DecodeError, TypeError, ValueError, AttributeError):
        return None
    # Rectangles are in the PDF's own space there; how the page lies in it is known once the file is opened.
    return Mark(
        page=page,
        rects=tuple(Rect(x0, y0, x1, y1) for x0, y0, x1, y1 in (b for b in boxes if len(b) == 4)),
        quote=plain_text(_words(row["text"])),
        colour=_words(row["color"]).upper(),
        note=plain_text(_words(row["comment"])),
        kind=_MARK_KINDS.get(row["type"], "area"),
        created=_iso(row["dateAdded"]),
        key=row["key"],
        from_bottom=True,
    )


_BREAK = re.compile(r"<\s*(?:br|/p|/div|/h[1-6]|/li|/tr|/blockquote)\s*/?\s*>", re.I)
_ITEM = re.compile(r"<\s*li\b[^>]*>", re.I)
_HEADING = re.compile(r"<\s*h([1-6])\b[^>]*>", re.I)
_TAG = re.compile(r"<[^<>]*>")
_HIDDEN = re.compile(r"<(script|style)\b.*?</\1\s*>", re.I | re.S)
_STYLES = (("strong|b", "**"), ("em|i", "*"))


def plain_text(markup: str) -> str:
    """A note's HTML as Markdown: paragraphs, lists, headings and emphasis; other tags go, their text stays."""
    if "<" not in markup and "&" not in markup:
        return markup.strip()
    text = _HIDDEN.sub("", markup)
    text = _ITEM.sub("- ", _HEADING.sub(lambda match: "#" * int(match[1]) + " ", text))
    for tags, sign in _STYLES:
        text = re.sub(rf"<\s*/?\s*(?:{tags})\s*>", sign, text, flags=re.I)
    text = html.unescape(_TAG.sub("", _BREAK.sub("\n", text))).replace("\u00a0", " ")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
