"""Papers that are one, files that are one: merging and splitting papers, and new versions of a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rapidfuzz.fuzz import ratio

from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import PaperId, new_paper_id
from twintree.base.pages import FileHead, PageText
from twintree.base.records import Change, Record
from twintree.base.supplements import supported_title
from twintree.base.text import folded
from twintree.store import fields
from twintree.store.anchoring import reanchor
from twintree.store.edits import Act, EditLog, edits_of, revert
from twintree.store.files import StoredFile
from twintree.store.ledger import audit, now
from twintree.store.papers import PaperStore, count_pages
from twintree.store.words import drop_passages

#: A file whose bytes changed is the same file when so many of its pages agree (DESIGN §3).
SAME_FILE = 0.95
_SAME_PAGE = 98.0
_READ_ORDER = ("unread", "to_read", "reading", "read")
#: Stages that depend on the file alone; the others are done again when a file comes to another paper.
_OF_THE_FILE = ("file", "text", "metadata")


class Reanchored(Record, frozen=True, kw_only=True):
    """What became of a file's highlights when its bytes changed."""

    kept: int
    orphaned: int


class Merging(EditLog):
    """Merge and split, both undoable; versions of a file."""

    def merge(self, paper: str, other: str) -> Change:
        """Make two papers one: what ``other`` has (files, notes, tags, fields, …) goes to ``paper``.

        ``other``'s id and key stand for ``paper`` from now on. When ``paper`` had no file, its structure is
        to be made from the one it gets: its status becomes ``searchable`` and those stages count as not done.

        Raises:
            WrongUse: they are one already.
        """
        store = PaperStore(self._ledger)
        kept, lost = store.row(paper), store.row(other)
        if kept.id == lost.id:
            raise WrongUse(f"{kept.key} is one paper already.")
        with self._act("merge", lost.id, f"{lost.key} merged into {kept.key}", [kept.id, lost.id]) as act:
            had_file = _has_file(act, kept.id)
            role = "other" if supported_title(lost.title) is None else "supplement"
            _move_belongings(act, lost.id, kept.id, role)
            _carry_over(act, lost.id, kept.id)
            act.execute("UPDATE paper SET merged_into = ? WHERE id = ?", (kept.id, lost.id))
            fields.choose(act.connection, kept.id)
            count_pages(act.connection, kept.id)
            if not had_file and _has_file(act, kept.id):
                _start_again(act, kept.id)
            audit(act.connection, "merge", lost.id, kept.id)
        return act.change

    def split(self, paper: str) -> Change:
        """Make a merged paper a paper of its own again, with what it brought, as far as it is still there.

        Raises:
            WrongUse: this paper was not merged into another one.
        """
        row = (
            self._ledger.read()
            .execute("SELECT id, key, merged_into FROM paper WHERE id = ?1 OR key = ?1", (paper,))
            .fetchone()
        )
        if row is None:
            raise NotFound(f"There is no paper {paper}.")
        lost, kept = row["id"], row["merged_into"]
        if kept is None:
            raise WrongUse(
                f"{row['key']} was not merged into another paper.", "Use `split_file` for a file of it."
            )
        with self._act("split", lost, f"{row['key']} split off again", [kept, lost]) as act:
            merge = act.execute(
                "SELECT id FROM change WHERE action = 'merge' AND subject = ? AND undone = 0 "
                "ORDER BY id DESC LIMIT 1",
                (lost,),
            ).fetchone()
            if merge is not None:
                revert(act.connection, edits_of(act.connection, merge["id"]), "merge", tolerant=True)
            act.execute("UPDATE paper SET merged_into = NULL WHERE id = ?", (lost,))
            count_pages(act.connection, kept)
            count_pages(act.connection, lost)
            audit(act.connection, "split", lost, kept)
        return act.change

    def split_file(self, file: str) -> Change:
        """Take a file out of its paper, with its highlights; the change's ``subject`` is the new paper's id.

        The new paper is to be read anew: its metadata and structure count as not done.

        Raises:
            WrongUse: it is the paper's only file.
        """
        store = PaperStore(self._ledger)
        row = store.file(file)
        if len(store.files(row.paper)) < 2:
            raise WrongUse("A paper's only file cannot be split off.")
        paper, at = new_paper_id(), now()
        with self._act("split_file", paper, f"{row.name} split off", [row.paper, paper]) as act:
            act.execute(
                "INSERT INTO paper (id, key, status, added, modified) VALUES (?, ?, 'searchable', ?, ?)",
                (paper, paper.lower(), at, at),
            )
            act.execute("UPDATE file SET paper = ?, position = 0, role = 'main' WHERE id = ?", (paper, file))
            act.execute("UPDATE highlight SET paper = ? WHERE file = ?", (paper, file))
            act.execute("DELETE FROM stage WHERE file = ? AND stage NOT IN ('file', 'text')", (file,))
            count_pages(act.connection, paper)
            count_pages(act.connection, row.paper)
            audit(act.connection, "split_file", file, paper)
        return act.change

    def mark_distinct(self, first: str, second: str) -> Change:
        """Say that two papers that look alike are two; they are not offered for merging again."""
        store = PaperStore(self._ledger)
        one, two = sorted((store.resolve(first), store.resolve(second)))
        with self._act("mark_distinct", one, "Marked as two papers", [one, two]) as act:
            act.execute("INSERT OR IGNORE INTO distinct_pair (first, second) VALUES (?, ?)", (one, two))
        return act.change

    def add_version(
        self,
        file: str,
        stored: StoredFile,
        head: FileHead,
        pages: Sequence[PageText],
        passages: Sequence[Sequence[tuple[int, int]]],
    ) -> Reanchored:
        """Take new bytes of a file in (annotated elsewhere, say); highlights follow their words.

        Args:
            file: which file it is, see ``agreement``.
            stored: the new bytes, already safe.
            head: what they say of themselves.
            pages: all of their pages.
            passages: for each page its paragraphs.
        """
        store = PaperStore(self._ledger)
        with self._ledger.write() as connection:
            store.file(file)
            last = max((page.number for page in pages), default=0)
            gone = connection.execute(
                "SELECT id, number, text FROM page WHERE file = ? AND number > ?", (file, last)
            ).fetchall()
            store.write_pages(file, pages, passages)
            drop_passages(connection, [row["id"] for row in gone])
            connection.execute("DELETE FROM page WHERE file = ? AND number > ?", (file, last))
            if gone:
                reanchor(connection, file, {row["number"]: row["text"] for row in gone})
            connection.execute(
                "UPDATE file SET sha256 = ?, size = ? WHERE id = ?", (stored.sha256, stored.size, file)
            )
            connection.execute(
                "INSERT INTO file_version (file, sha256, size, added) VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO NOTHING",
                (file, stored.sha256, stored.size, now()),
            )
            store.write_head(file, head)
            audit(connection, "add_version", file, stored.sha256)
            (kept, orphaned) = connection.execute(
                "SELECT count(*) - coalesce(sum(orphaned), 0), coalesce(sum(orphaned), 0) FROM highlight "
                "WHERE file = ?",
                (file,),
            ).fetchone()
        return Reanchored(kept=kept, orphaned=orphaned)


def agreement(old: Iterable[PageText], new: Iterable[PageText]) -> float:
    """Which share of pages have the same text in two versions of a file; ``SAME_FILE`` makes them one.

    Returns:
        Between 0 and 1; 0 when either has no text at all.
    """
    first, second = ([folded(page.without_pictures().text) for page in pages] for pages in (old, new))
    if not any(first) or not any(second):
        return 0.0
    pairs = zip(first, second, strict=False)
    same = sum(a == b or ratio(a, b, score_cutoff=_SAME_PAGE) > 0 for a, b in pairs)
    return same / max(len(first), len(second))


def _has_file(act: Act, paper: str) -> bool:
    return act.execute("SELECT 1 FROM file WHERE paper = ?", (paper,)).fetchone() is not None


def _move_belongings(act: Act, lost: str, kept: str, role: str) -> None:
    (position,) = act.execute(
        "SELECT coalesce(max(position) + 1, 0) FROM file WHERE paper = ?", (kept,)
    ).fetchone()
    act.execute(
        "UPDATE file SET paper = ?1, position = position + ?2, "
        "role = CASE WHEN ?2 > 0 AND role = 'main' THEN ?3 ELSE role END WHERE paper = ?4",
        (kept, position, role, lost),
    )
    act.execute("UPDATE note SET paper = ? WHERE paper = ?", (kept, lost))
    act.execute("UPDATE highlight SET paper = ? WHERE paper = ?", (kept, lost))
    # What only marks a paper is copied: the hidden one keeps it for the day it is split off.
    act.execute("INSERT OR IGNORE INTO tag_paper SELECT tag, ? FROM tag_paper WHERE paper = ?", (kept, lost))
    act.execute(
        "INSERT OR IGNORE INTO collection_paper SELECT collection, ? FROM collection_paper WHERE paper = ?",
        (kept, lost),
    )
    act.execute("INSERT OR IGNORE INTO run_paper SELECT run, ? FROM run_paper WHERE paper = ?", (kept, lost))


def _carry_over(act: Act, lost: str, kept: str) -> None:
    act.execute(
        "INSERT OR IGNORE INTO field SELECT ?, field, source, value, confidence FROM field WHERE paper = ?",
        (kept, lost),
    )
    rows = act.execute("SELECT read_state, starred FROM paper WHERE id IN (?, ?)", (kept, lost)).fetchall()
    furthest = max((row["read_state"] for row in rows), key=_READ_ORDER.index)
    starred = max(row["starred"] for row in rows)
    act.execute("UPDATE paper SET read_state = ?, starred = ? WHERE id = ?", (furthest, starred, kept))


def _start_again(act: Act, paper: PaperId) -> None:
    act.execute("UPDATE paper SET status = 'searchable' WHERE id = ?", (paper,))
    marks = ", ".join("?" * len(_OF_THE_FILE))
    act.execute(
        f"DELETE FROM stage WHERE file IN (SELECT id FROM file WHERE paper = ?) AND stage NOT IN ({marks})",
        (paper, *_OF_THE_FILE),
    )
