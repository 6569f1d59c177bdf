"""Undo: what each of the person's actions did to the rows of the ledger, and how to take it back.

Temporary triggers on the writing connection note every row before and after, cascades included, while an
action runs. A change's inverse is thus never written by hand, and undoing is itself a change.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from twintree.base.errors import InternalError, NotFound, WrongUse
from twintree.base.ids import PaperId
from twintree.base.records import Change
from twintree.store import fields
from twintree.store.ledger import Ledger, now

#: The tables that the person's actions write, with their primary keys.
TABLES: dict[str, tuple[str, ...]] = {
    "paper": ("id",),
    "field": ("paper", "field", "source"),
    "file": ("id",),
    "stage": ("file", "stage"),
    "section": ("id",),
    "work": ("id",),
    "reference": ("id",),
    "mention": ("id",),
    "claim": ("id",),
    "method": ("id",),
    "method_source": ("id",),
    "method_edge_said": ("source", "target"),
    "method_apart": ("first", "second"),
    "method_decision": ("id",),
    "cluster": ("id",),
    "collection": ("id",),
    "collection_paper": ("collection", "paper"),
    "tag": ("name",),
    "tag_paper": ("tag", "paper"),
    "note": ("id",),
    "highlight": ("id",),
    "saved_search": ("id",),
    "correction": ("paper", "what", "subject"),
    "distinct_pair": ("first", "second"),
    "setting": ("name",),
    "conversation": ("id",),
    "run": ("id",),
    "run_paper": ("run", "paper"),
    "state_update": ("run", "position"),
    "tool_call": ("run", "position"),
}
#: Columns that only follow others: never restored, never a reason to refuse.
_IGNORED = {"revision"}
#: Columns that are restored only where nobody wrote them since.
_SOFT = {"modified"}
_REVERSALS = ("undo", "redo")

Row = dict[str, Any]


class Edit(msgspec.Struct, frozen=True):
    """One row's change: ``before`` is None for an inserted row, ``after`` for a deleted one.

    An update holds the key and the columns that changed.
    """

    table: str
    before: Row | None
    after: Row | None


class Act:
    """A running action: its connection, and, once it is over, its change."""

    def __init__(
        self, connection: sqlite3.Connection, subject: str, summary: str, papers: Iterable[str]
    ) -> None:
        self.connection = connection
        self.subject = subject
        self.summary = summary
        self.papers = list(dict.fromkeys(papers))
        self.original: int | None = None  # of an undo or redo: the change that it is about
        self._change: Change | None = None

    def execute(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run a statement inside the action's transaction."""
        return self.connection.execute(sql, values)

    @property
    def change(self) -> Change:
        """What the action did."""
        if self._change is None:
            raise InternalError("An action has no change before it is over.")
        return self._change

    def conclude(self, change: Change) -> None:
        """Set what the action did."""
        self._change = change


class EditLog:
    """Base of the stores of the person's own data: actions with an inverse, undo and redo.

    ``on_change`` is called after each action that changed something, on the thread that did it.
    """

    on_change: Callable[[Change], None] | None = None

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    @contextlib.contextmanager
    def _act(self, action: str, subject: str, summary: str, papers: Iterable[str] = ()) -> Iterator[Act]:
        """One action: a transaction whose row changes are recorded as a ``change``.

        The papers' revisions rise, so that the projections follow.
        """
        with self._ledger.write() as connection:
            _start(connection)
            act = Act(connection, subject, summary, papers)
            try:
                yield act
            finally:
                edits = _stop(connection)
            act.conclude(_keep(connection, action, act, edits))
        if self.on_change is not None and act.change.id:
            self.on_change(act.change)

    def changes(self, limit: int = 100) -> list[Change]:
        """The person's latest changes, the newest first."""
        rows = self._ledger.read().execute(f"{_CHANGE} ORDER BY id DESC LIMIT ?", (limit,))
        return [_change(row) for row in rows]

    def undo(self, change: int | None = None) -> Change:
        """Take back one change, by default the latest that is not taken back yet.

        Undoing an undo does the change again. The undo is a change itself.

        Raises:
            NotFound: there is no such change.
            WrongUse: it is undone already, nothing is left to undo, or what it wrote was changed since.
        """
        row = self._undoable(change)
        kept = json.loads(row["inverse"])
        original = kept["of"] or row["id"]
        redoing = row["action"] == "undo"
        with self._act(
            "redo" if redoing else "undo", str(original), row["summary"], json.loads(row["papers"])
        ) as act:
            edits = msgspec.convert(kept["edits"], list[Edit])
            act.papers += [
                each for each in revert(act.connection, edits, row["summary"]) if each not in act.papers
            ]
            act.execute("UPDATE change SET undone = 1 WHERE id = ?", (row["id"],))
            act.execute("UPDATE change SET undone = ? WHERE id = ?", (int(not redoing), original))
            act.original = original
        return act.change

    def redo(self) -> Change:
        """Do again what was undone last, as long as nothing else was changed since.

        Raises:
            WrongUse: nothing was undone, or something was changed since.
        """
        row = (
            self._ledger.read()
            .execute(
                "SELECT id, action FROM change WHERE action <> 'redo' AND NOT (action = 'undo' AND undone) "
                "ORDER BY id DESC LIMIT 1"
            )
            .fetchone()
        )
        if row is None or row["action"] != "undo":
            raise WrongUse("There is nothing to do again.")
        return self.undo(row["id"])

    def _undoable(self, change: int | None) -> sqlite3.Row:
        connection = self._ledger.read()
        if change is None:
            sql = f"{_CHANGE} WHERE undone = 0 AND action NOT IN ('undo', 'redo') ORDER BY id DESC LIMIT 1"
            row = connection.execute(sql).fetchone()
            if row is None:
                raise WrongUse("There is nothing to undo.")
        else:
            row = connection.execute(f"{_CHANGE} WHERE id = ?", (change,)).fetchone()
            if row is None:
                raise NotFound(f"There is no change {change}.", "`twintree undo --list` names them.")
            if row["undone"]:
                raise WrongUse(f"Change {change} ({row['summary']}) is undone already.")
        found: sqlite3.Row = row
        return found


def revert(
    connection: sqlite3.Connection, edits: Sequence[Edit], summary: str, *, tolerant: bool = False
) -> list[PaperId]:
    """Put rows back as they were before ``edits``; returns the papers that this touched.

    Args:
        connection: the writing one, inside an action.
        edits: in the order in which they were made.
        summary: what the change was, for the refusal.
        tolerant: leave rows alone that were changed since, instead of refusing.

    Raises:
        WrongUse: a row was changed since.
    """
    connection.execute("PRAGMA defer_foreign_keys = ON")
    made = {
        str(each.after["id"]) for each in edits if each.table == "method" and each.after and not each.before
    }
    if any(_has_merged(connection, each) for each in made):
        raise _changed_since(summary)
    papers: dict[PaperId, None] = {}
    for edit in reversed(edits):
        if _stands(connection, edit):
            _put_back(connection, edit)
            papers.update(dict.fromkeys(_papers_of(edit)))
        elif not tolerant:
            raise _changed_since(summary)
    _choose_again(connection, edits)
    _bring_home(connection, edits, made)
    return list(papers)


def _changed_since(summary: str) -> WrongUse:
    return WrongUse(
        f"“{summary}” cannot be undone: what it wrote was changed afterwards.", "Undo the later change first."
    )


def _has_merged(connection: sqlite3.Connection, method: str) -> bool:
    return connection.execute("SELECT 1 FROM method WHERE merged_into = ?", (method,)).fetchone() is not None


def _bring_home(connection: sqlite3.Connection, edits: Sequence[Edit], made: set[str]) -> None:
    """What papers put to a method since it was split off goes back with the rest of it: the method itself goes."""
    for edit in edits:
        to, from_ = (edit.after or {}).get("method"), (edit.before or {}).get("method")
        if edit.table == "method_source" and to in made and from_:
            connection.execute("UPDATE method_source SET method = ? WHERE method = ?", (from_, to))


def _choose_again(connection: sqlite3.Connection, edits: Sequence[Edit]) -> None:
    # A run may have brought better proposals since; the shown values follow what is there now.
    touched = {str((edit.before or edit.after or {})["paper"]) for edit in edits if edit.table == "field"}
    for paper in sorted(touched):
        if connection.execute("SELECT 1 FROM paper WHERE id = ?", (paper,)).fetchone():
            fields.choose(connection, paper)


def _stands(connection: sqlite3.Connection, edit: Edit) -> bool:
    present = _present(connection, edit.table, edit.after or edit.before or {})
    if edit.after is None:
        return present is None
    if present is None:
        return False
    return all(
        present.get(name) == value for name, value in edit.after.items() if name not in _SOFT | _IGNORED
    )


def _present(connection: sqlite3.Connection, table: str, row: Row) -> Row | None:
    keys = TABLES[table]
    where = " AND ".join(f'"{name}" = ?' for name in keys)
    found = connection.execute(
        f"SELECT * FROM {table} WHERE {where}", [row[name] for name in keys]
    ).fetchone()
    return dict(found) if found is not None else None


def _put_back(connection: sqlite3.Connection, edit: Edit) -> None:
    keys = TABLES[edit.table]
    if edit.after is None:
        row = edit.before or {}
        names = ", ".join(f'"{name}"' for name in row)
        marks = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO {edit.table} ({names}) VALUES ({marks})", list(row.values()))
        return
    where = " AND ".join(f'"{name}" = ?' for name in keys)
    at = [edit.after[name] for name in keys]
    if edit.before is None:
        connection.execute(f"DELETE FROM {edit.table} WHERE {where}", at)
        return
    present = _present(connection, edit.table, edit.after) or {}
    wanted = {
        name: value
        for name, value in edit.before.items()
        if name not in _SOFT or present.get(name) == edit.after.get(name)
    }
    columns = ", ".join(f'"{name}" = ?' for name in wanted)
    connection.execute(f"UPDATE {edit.table} SET {columns} WHERE {where}", [*wanted.values(), *at])


def _papers_of(edit: Edit) -> Iterator[PaperId]:
    for row in (edit.before, edit.after):
        paper = (row or {}).get("id" if edit.table == "paper" else "paper")
        if paper:
            yield PaperId(paper)


def edits_of(connection: sqlite3.Connection, change: int) -> list[Edit]:
    """What a change did to the rows."""
    row = connection.execute("SELECT inverse FROM change WHERE id = ?", (change,)).fetchone()
    return msgspec.convert(json.loads(row["inverse"])["edits"], list[Edit]) if row else []


# ── recording ────────────────────────────────────────────────────────────────────────────────────────


def _start(connection: sqlite3.Connection) -> None:
    if not connection.execute("SELECT 1 FROM sqlite_temp_master WHERE name = 'recording'").fetchone():
        _install(connection)
    if connection.execute("SELECT on_now FROM temp.recording").fetchone()[0]:
        raise InternalError("An action of the person's was started inside another one.")
    connection.execute("UPDATE temp.recording SET on_now = 1")


def _stop(connection: sqlite3.Connection) -> list[Edit]:
    if not connection.in_transaction:  # a full disk rolled everything back
        return []
    connection.execute("UPDATE temp.recording SET on_now = 0")
    rows = connection.execute("SELECT tbl, before, after FROM temp.recorded ORDER BY seq").fetchall()
    connection.execute("DELETE FROM temp.recorded")
    edits = (_edit(table, _decoded(before), _decoded(after)) for table, before, after in rows)
    return [edit for edit in edits if edit is not None]


def _decoded(text: str | None) -> Row | None:
    return None if text is None else json.loads(text)


def _edit(table: str, before: Row | None, after: Row | None) -> Edit | None:
    if before is None or after is None:
        return Edit(table, before, after)
    keep = {name for name in before if before[name] != after[name]}
    if not keep:
        return None
    keep |= set(TABLES[table])
    return Edit(
        table, {k: v for k, v in before.items() if k in keep}, {k: v for k, v in after.items() if k in keep}
    )


def _install(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TEMP TABLE recording (on_now INTEGER NOT NULL)")
    connection.execute("INSERT INTO temp.recording VALUES (0)")
    connection.execute(
        "CREATE TEMP TABLE recorded (seq INTEGER PRIMARY KEY, tbl TEXT NOT NULL, before TEXT, after TEXT)"
    )
    for table in TABLES:
        names = [row["name"] for row in connection.execute(f"PRAGMA table_info({table})")]
        names = [name for name in names if name not in _IGNORED]
        old, new = (_as_json(side, names) for side in ("old", "new"))
        columns = ", ".join(f'"{name}"' for name in names)
        for event, before, after in (
            ("INSERT", "NULL", new),
            (f"UPDATE OF {columns}", old, new),
            ("DELETE", old, "NULL"),
        ):
            connection.execute(
                f"CREATE TEMP TRIGGER record_{table}_{event[:6].lower()} AFTER {event} ON main.{table} "
                "WHEN (SELECT on_now FROM recording) BEGIN "
                f"INSERT INTO recorded (tbl, before, after) VALUES ('{table}', {before}, {after}); END"
            )


def _as_json(side: str, names: Sequence[str]) -> str:
    return "json_object(" + ", ".join(f"'{name}', {side}.\"{name}\"" for name in names) + ")"


def _keep(connection: sqlite3.Connection, action: str, act: Act, edits: Sequence[Edit]) -> Change:
    papers = [PaperId(each) for each in act.papers]
    at, number = now(), 0
    if edits or action in _REVERSALS:
        inserted = connection.execute(
            "INSERT INTO change (at, action, subject, summary, papers, inverse) VALUES (?, ?, ?, ?, ?, ?)",
            (
                at,
                action,
                act.subject,
                act.summary,
                msgspec.json.encode(papers).decode(),
                msgspec.json.encode({"edits": edits, "of": act.original}).decode(),
            ),
        )
        number = inserted.lastrowid or 0
        # Not ``touch``: when a paper was modified is part of the state that an undo brings back.
        connection.executemany(
            "UPDATE paper SET revision = revision + 1 WHERE id = ?", [(each,) for each in papers]
        )
    return Change(
        id=number, action=action, subject=act.subject, at=at, summary=act.summary, papers=tuple(papers)
    )


_CHANGE = "SELECT id, at, action, subject, summary, papers, inverse, undone FROM change"


def _change(row: sqlite3.Row) -> Change:
    return Change(
        id=row["id"],
        action=row["action"],
        subject=row["subject"],
        at=row["at"],
        summary=row["summary"],
        papers=tuple(json.loads(row["papers"])),
        undone=bool(row["undone"]),
    )
