"""How the person arranges papers: collections, tags, saved searches, settings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import PaperId, new_id
from twintree.base.records import Change, Collection, SavedSearch, Tag
from twintree.store.edits import Act, EditLog
from twintree.store.papers import PaperStore

_LONGEST_NAME = 200


def tidy(name: str) -> str:
    """A name as it is kept: without surrounding or doubled white space."""
    return " ".join(name.split())


def named(name: str, what: str) -> str:
    """A name without surrounding or doubled white space.

    Raises:
        WrongUse: it is empty or too long.
    """
    name = tidy(name)
    if not name:
        raise WrongUse(f"A {what} needs a name.")
    if len(name) > _LONGEST_NAME:
        raise WrongUse(f"The name of a {what} can have {_LONGEST_NAME} characters at most.")
    return name


class Shelves(EditLog):
    """Collections, tags and saved searches; each write is one action that can be undone."""

    def _papers(self, papers: str | Iterable[str]) -> list[PaperId]:
        store = PaperStore(self._ledger)
        given = [papers] if isinstance(papers, str) else papers
        return list(dict.fromkeys(store.resolve(each) for each in given))

    # ── collections ──────────────────────────────────────────────────────────────────────────────────

    def collections(self) -> list[Collection]:
        """Every collection in the person's order, with how many papers lie directly in it."""
        sql = (
            "SELECT id, name, parent, (SELECT count(*) FROM collection_paper JOIN paper ON paper.id = paper "
            "WHERE collection = collection.id AND binned IS NULL AND merged_into IS NULL) AS papers "
            "FROM collection ORDER BY position, name, id"
        )
        return [Collection(**row) for row in self._ledger.read().execute(sql)]

    def find_collection(self, reference: str) -> str:
        """The id of the collection with this id or name.

        Raises:
            NotFound: there is none.
            WrongUse: several have this name.
        """
        # Also as it stands: names that came from elsewhere are kept as they were there.
        sql = "SELECT id FROM collection WHERE id = ?1 OR name IN (?1, ?2) ORDER BY id = ?1 DESC, id"
        rows = self._ledger.read().execute(sql, (reference, tidy(reference))).fetchall()
        if not rows:
            raise NotFound(f"There is no collection {reference!r}.", "`twintree collection list` shows them.")
        if len(rows) > 1 and rows[0]["id"] != reference:
            raise WrongUse(
                f"Several collections are called {reference!r}.",
                "Give its id; `twintree collection list` shows it.",
            )
        found: str = rows[0]["id"]
        return found

    def collection_named(self, reference: str) -> str:
        """The id of the collection with this id or name; made when there is none."""
        try:
            return self.find_collection(reference)
        except NotFound:
            return self.create_collection(reference).subject

    def create_collection(self, name: str, parent: str | None = None) -> Change:
        """A new, empty collection; the change's ``subject`` is its id."""
        name, collection = named(name, "collection"), new_id("K")
        above = self.find_collection(parent) if parent else None
        with self._act("create_collection", collection, f"New collection “{name}”") as act:
            act.execute(
                "INSERT INTO collection (id, name, parent, position) VALUES (?, ?, ?, "
                "(SELECT coalesce(max(position) + 1, 0) FROM collection))",
                (collection, name, above),
            )
        return act.change

    def rename_collection(self, collection: str, name: str) -> Change:
        """Give a collection another name."""
        collection, name = self.find_collection(collection), named(name, "collection")
        with self._act("rename_collection", collection, f"Collection renamed to “{name}”") as act:
            act.execute("UPDATE collection SET name = ? WHERE id = ?", (name, collection))
        return act.change

    def move_collection(
        self, collection: str, parent: str | None = None, position: int | None = None
    ) -> Change:
        """Hang a collection below another one, or at the top; optionally at a place in the order.

        Raises:
            WrongUse: ``parent`` lies inside the collection.
        """
        collection = self.find_collection(collection)
        above = self.find_collection(parent) if parent else None
        if above in self._below(collection):
            raise WrongUse("A collection cannot be moved into itself.")
        name = self._collection_name(collection)
        with self._act("move_collection", collection, f"Collection “{name}” moved") as act:
            act.execute("UPDATE collection SET parent = ? WHERE id = ?", (above, collection))
            if position is not None:
                self._place(act, collection, above, position)
        return act.change

    def _place(self, act: Act, collection: str, parent: str | None, position: int) -> None:
        rows = act.execute(
            "SELECT id FROM collection WHERE parent IS ? AND id <> ? ORDER BY position, name, id",
            (parent, collection),
        )
        order = [row["id"] for row in rows]
        order.insert(max(0, position), collection)
        for place, each in enumerate(order):
            act.execute("UPDATE collection SET position = ? WHERE id = ?", (place, each))

    def delete_collection(self, collection: str) -> Change:
        """Delete a collection and those below it; the papers stay."""
        collection = self.find_collection(collection)
        papers = self._ledger.read().execute(
            f"SELECT DISTINCT paper FROM collection_paper WHERE collection IN ({_BELOW})", (collection,)
        )
        name = self._collection_name(collection)
        gone = [row[0] for row in papers]
        with self._act("delete_collection", collection, f"Collection “{name}” deleted", gone) as act:
            act.execute("DELETE FROM collection WHERE id = ?", (collection,))
        return act.change

    def add_to_collection(self, collection: str, papers: str | Iterable[str]) -> Change:
        """Put papers into a collection."""
        collection, chosen = self.find_collection(collection), self._papers(papers)
        summary = f"{_count(chosen)} put into “{self._collection_name(collection)}”"
        with self._act("add_to_collection", collection, summary, chosen) as act:
            for paper in chosen:
                act.execute("INSERT OR IGNORE INTO collection_paper VALUES (?, ?)", (collection, paper))
        return act.change

    def remove_from_collection(self, collection: str, papers: str | Iterable[str]) -> Change:
        """Take papers out of a collection; they stay in the library."""
        collection, chosen = self.find_collection(collection), self._papers(papers)
        summary = f"{_count(chosen)} taken out of “{self._collection_name(collection)}”"
        with self._act("remove_from_collection", collection, summary, chosen) as act:
            for paper in chosen:
                act.execute(
                    "DELETE FROM collection_paper WHERE collection = ? AND paper = ?", (collection, paper)
                )
        return act.change

    def _collection_name(self, collection: str) -> str:
        row = (
            self._ledger.read().execute("SELECT name FROM collection WHERE id = ?", (collection,)).fetchone()
        )
        name: str = row["name"]
        return name

    def _below(self, collection: str) -> set[str]:
        return {row[0] for row in self._ledger.read().execute(_BELOW, (collection,))}

    # ── tags ─────────────────────────────────────────────────────────────────────────────────────────

    def tags(self) -> list[Tag]:
        """Every tag in alphabetical order, with how many papers carry it."""
        sql = (
            "SELECT name, colour, (SELECT count(*) FROM tag_paper JOIN paper ON paper.id = paper "
            "WHERE tag = tag.name AND binned IS NULL AND merged_into IS NULL) AS papers "
            "FROM tag ORDER BY name"
        )
        return [Tag(**row) for row in self._ledger.read().execute(sql)]

    def tag(self, papers: str | Iterable[str], tag: str, colour: str = "") -> Change:
        """Put a tag on papers; it is made, with ``colour``, when there is none of that name."""
        tag, chosen = named(tag, "tag"), self._papers(papers)
        with self._act("tag", tag, f"Tag “{tag}” put on {_count(chosen)}", chosen) as act:
            act.execute("INSERT OR IGNORE INTO tag (name, colour) VALUES (?, ?)", (tag, colour))
            for paper in chosen:
                # The name as it was first written, whatever case is given now.
                act.execute(
                    "INSERT OR IGNORE INTO tag_paper SELECT name, ? FROM tag WHERE name = ?", (paper, tag)
                )
        return act.change

    def untag(self, papers: str | Iterable[str], tag: str) -> Change:
        """Take a tag off papers; the tag itself stays."""
        tag, chosen = self.find_tag(tag), self._papers(papers)
        with self._act("untag", tag, f"Tag “{tag}” taken off {_count(chosen)}", chosen) as act:
            for paper in chosen:
                act.execute("DELETE FROM tag_paper WHERE tag = ? AND paper = ?", (tag, paper))
        return act.change

    def recolour_tag(self, tag: str, colour: str) -> Change:
        """Give a tag another colour (``#RRGGBB``, or empty for the default)."""
        tag = self.find_tag(tag)
        with self._act("recolour_tag", tag, f"Tag “{tag}” recoloured") as act:
            act.execute("UPDATE tag SET colour = ? WHERE name = ?", (colour, tag))
        return act.change

    def rename_tag(self, tag: str, name: str) -> Change:
        """Give a tag another name; when a tag of that name exists already, the two become one."""
        tag, name = self.find_tag(tag), named(name, "tag")
        papers = self._tagged(tag)
        with self._act("rename_tag", name, f"Tag “{tag}” renamed to “{name}”", papers) as act:
            if tag.casefold() == name.casefold():
                act.execute("UPDATE tag SET name = ? WHERE name = ?", (name, tag))
            else:
                _pour(act, tag, name)
        return act.change

    def delete_tag(self, tag: str) -> Change:
        """Delete a tag everywhere."""
        tag = self.find_tag(tag)
        with self._act("delete_tag", tag, f"Tag “{tag}” deleted", self._tagged(tag)) as act:
            act.execute("DELETE FROM tag WHERE name = ?", (tag,))
        return act.change

    def find_tag(self, tag: str) -> str:
        """The name of a tag as it was first written, whatever case is given.

        Raises:
            NotFound: there is none.
        """
        sql = "SELECT name FROM tag WHERE name IN (?1, ?2) ORDER BY name = ?1 DESC"
        row = self._ledger.read().execute(sql, (tag, tidy(tag))).fetchone()
        if row is None:
            raise NotFound(f"There is no tag {tag!r}.", "`twintree tag list` shows them.")
        name: str = row["name"]
        return name

    def _tagged(self, tag: str) -> list[str]:
        rows = self._ledger.read().execute("SELECT paper FROM tag_paper WHERE tag = ?", (tag,))
        return [row[0] for row in rows]

    # ── saved searches and settings ──────────────────────────────────────────────────────────────────

    def saved_searches(self) -> list[SavedSearch]:
        """Searches kept by name, in alphabetical order."""
        sql = "SELECT id, name, query FROM saved_search ORDER BY name COLLATE NOCASE, id"
        return [SavedSearch(**row) for row in self._ledger.read().execute(sql)]

    def save_search(self, name: str, query: str, search: str | None = None) -> Change:
        """Keep a search; with ``search``, the id of a kept one, change that one."""
        name, own = named(name, "search"), search or new_id("Q")
        with self._act("save_search", own, f"Search “{name}” kept") as act:
            act.execute(
                "INSERT INTO saved_search (id, name, query) VALUES (?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name, query = excluded.query",
                (own, name, query),
            )
        return act.change

    def delete_search(self, search: str) -> Change:
        """Forget a kept search."""
        with self._act("delete_search", search, "Search deleted") as act:
            if not act.execute("DELETE FROM saved_search WHERE id = ?", (search,)).rowcount:
                raise NotFound(f"There is no saved search {search}.")
        return act.change

    def setting(self, name: str, default: Any = None) -> Any:
        """A setting of this library, decoded from JSON."""
        row = self._ledger.read().execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return default if row is None else msgspec.json.decode(row["value"])

    def set_setting(self, name: str, value: Any, summary: str = "") -> Change:
        """Change a setting of this library; None returns to the default; ``summary`` says it to the person."""
        with self._act("set_setting", name, summary or f"Setting “{name}” changed") as act:
            if value is None:
                act.execute("DELETE FROM setting WHERE name = ?", (name,))
            else:
                act.execute(
                    "INSERT INTO setting VALUES (?, ?) "
                    "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    (name, msgspec.json.encode(value).decode()),
                )
        return act.change


def _pour(act: Act, tag: str, into: str) -> None:
    act.execute("INSERT OR IGNORE INTO tag SELECT ?, colour FROM tag WHERE name = ?", (into, tag))
    act.execute(
        "INSERT OR IGNORE INTO tag_paper SELECT (SELECT name FROM tag WHERE name = ?), paper FROM tag_paper "
        "WHERE tag = ?",
        (into, tag),
    )
    act.execute("DELETE FROM tag WHERE name = ?", (tag,))


_BELOW = (
    "WITH RECURSIVE below(id) AS (SELECT ? UNION SELECT collection.id FROM collection "
    "JOIN below ON collection.parent = below.id) SELECT id FROM below"
)


def _count(papers: Sequence[str]) -> str:
    return "1 paper" if len(papers) == 1 else f"{len(papers)} papers"
