"""What goes with a deleted paper: its words in methods' cards, edges and themes."""

from __future__ import annotations

import sqlite3

from twintree.base.methods import MethodId
from twintree.base.records import Record
from twintree.store import methodrows
from twintree.store.methodrows import among


class Leaving(Record, frozen=True, kw_only=True):
    """What a paper has a part in, noted before its rows go."""

    methods: tuple[MethodId, ...] = ()
    targets: tuple[MethodId, ...] = ()
    clusters: tuple[str, ...] = ()


def leaving(connection: sqlite3.Connection, paper: str) -> Leaving:
    """Methods, edges and themes that hold words of this paper."""
    methods = _column(connection, "SELECT DISTINCT method FROM method_source WHERE paper = ?", paper)
    targets = _column(
        connection,
        "SELECT target FROM method_edge WHERE source IN (SELECT value FROM json_each(?))",
        among(methods),
    )
    clusters = _column(
        connection,
        "WITH RECURSIVE above(id) AS (SELECT cluster FROM cluster_member WHERE method IN "
        "(SELECT value FROM json_each(?)) UNION SELECT cluster.parent FROM cluster JOIN above "
        "ON cluster.id = above.id WHERE cluster.parent IS NOT NULL) SELECT id FROM above",
        among(methods),
    )
    return Leaving(
        methods=tuple(MethodId(each) for each in methods),
        targets=tuple(MethodId(each) for each in dict.fromkeys((*methods, *targets))),
        clusters=tuple(clusters),
    )


def forget(connection: sqlite3.Connection, paper: str, left: Leaving) -> None:
    """Once the rows are gone: make again what stays, from other papers alone, and drop what nothing holds.

    Which edge is primary, and what the themes are called, is decided anew by the next refresh.
    """
    if not left.methods:
        return
    methodrows.write_cards(connection, left.methods)
    incoming = methodrows.incoming_edges(connection, left.targets)
    for target, edges in incoming.items():
        connection.execute(
            "DELETE FROM method_edge WHERE target = ? AND source NOT IN (SELECT value FROM json_each(?))",
            (target, among(edge.source for edge in edges)),
        )
        connection.executemany(
            "UPDATE method_edge SET rating = ?, explanation = ?, rated_by = ? WHERE source = ? AND target = ?",
            [(edge.rating, edge.explanation, edge.by, edge.source, target) for edge in edges],
        )
    connection.execute(
        "UPDATE cluster SET title = CASE title_by WHEN 'person' THEN title ELSE '' END, "
        "summary = CASE summary_by WHEN 'person' THEN summary ELSE '' END, hash = '' "
        "WHERE id IN (SELECT value FROM json_each(?))",
        (among(left.clusters),),
    )
    connection.execute("DELETE FROM method_decision WHERE instr(sources, ?)", (f"{paper}.",))
    # What a theme was called before may be words of this paper, whichever theme it was.
    connection.execute("DELETE FROM change WHERE action = 'describe_theme'")


def _column(connection: sqlite3.Connection, sql: str, value: str) -> list[str]:
    return [str(row[0]) for row in connection.execute(sql, (value,))]
