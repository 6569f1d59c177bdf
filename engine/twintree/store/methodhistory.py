"""What became of a method: merges and splits, what a person said of it and of its edges, which papers' methods
joined it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence

from twintree.base.methods import MethodDecision, MethodId, SourceId
from twintree.store.edits import Edit, edits_of
from twintree.store.methodrows import among

#: A method with all that was merged into it: what was said of those belongs to its history.
_PARTS = (
    "WITH RECURSIVE part(id) AS (SELECT ?1 UNION SELECT method.id FROM part JOIN method "
    "ON method.merged_into = part.id) SELECT id FROM part"
)
_BY_HAND = "by hand"


def read_history(connection: sqlite3.Connection, method: str) -> list[MethodDecision]:
    """What was decided on a method, the latest first; behind it which papers' methods were found to be this one.

    What was undone is left out.
    """
    parts = [row[0] for row in connection.execute(_PARTS, (method,))]
    said = [*_decisions(connection, parts), *_said(connection, method, parts)]
    said.sort(key=lambda each: each.at, reverse=True)
    return [*said, *_joins(connection, method)]


def _decisions(connection: sqlite3.Connection, parts: Sequence[str]) -> Iterator[MethodDecision]:
    rows = connection.execute(
        "SELECT method_decision.*, (SELECT summary FROM change WHERE subject = other AND undone = 0 "
        "AND action IN ('merge_methods', 'split_method') ORDER BY id DESC LIMIT 1) AS said "
        "FROM method_decision WHERE kept IN (SELECT value FROM json_each(?1)) "
        "OR other IN (SELECT value FROM json_each(?1)) ORDER BY id",
        (among(parts),),
    )
    for row in rows:
        yield MethodDecision(
            what=row["what"],
            kept=row["kept"],
            other=row["other"],
            by=row["by"],
            why=row["said"] or row["why"],
            at=row["at"],
            similarity=row["similarity"],
        )


def _said(connection: sqlite3.Connection, method: str, parts: Sequence[str]) -> Iterator[MethodDecision]:
    """A person's edits of a method, and ratings of its edges; they stand in the undo history."""
    rows = connection.execute(
        "SELECT id, action, subject, summary, at FROM change WHERE undone = 0 "
        "AND action IN ('edit_method', 'rate_edge') AND EXISTS (SELECT 1 FROM json_each(?) AS part "
        "WHERE change.subject = part.value OR (action = 'rate_edge' AND instr(inverse, part.value)))",
        (among(parts),),
    ).fetchall()
    for row in rows:
        edits = edits_of(connection, row["id"])
        if row["action"] == "edit_method":
            what, kept, other, why = "edit", method, method, ", ".join(_fields(edits))
        else:
            ends = next((e.after or e.before or {} for e in edits if e.table == "method_edge_said"), {})
            what, kept, other, why = "rate", row["subject"], str(ends.get("source", "")), row["summary"]
        yield MethodDecision(
            what=what, kept=MethodId(kept), other=MethodId(other), by="person", why=why, at=row["at"]
        )


def _fields(edits: Sequence[Edit]) -> Iterator[str]:
    """The fields of a method that an edit says otherwise than before."""
    for edit in edits:
        if edit.table == "method" and edit.before and edit.after and "said" in edit.after:
            before, after = json.loads(edit.before["said"]), json.loads(edit.after["said"])
            yield from (name for name in after if after[name] != before.get(name))


def _joins(connection: sqlite3.Connection, method: str) -> Iterator[MethodDecision]:
    rows = connection.execute(
        "SELECT id, joined, similarity FROM method_source WHERE method = ? AND joined NOT IN ('', ?) ORDER BY id",
        (method, _BY_HAND),
    )
    for row in rows:
        yield MethodDecision(
            what="join",
            kept=MethodId(method),
            other=MethodId(method),
            by="rule",
            why=row["joined"],
            similarity=row["similarity"],
            source=SourceId(row["id"]),
        )
