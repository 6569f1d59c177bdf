"""Evidence hierarchies as the ledger keeps them: spans and hashes; the words stay on their pages."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from twintree.base.hierarchy import Abstraction, PaperHierarchy, Region
from twintree.base.ids import PaperId
from twintree.base.jobs import Problem
from twintree.base.records import Span
from twintree.store.ledger import Ledger, translated
from twintree.store.papers import hash_of

#: Papers asked about in one statement.
_AT_ONCE = 500
_SPANS = msgspec.json.Decoder(tuple[Span, ...])


class HierarchyStore:
    """Reads from any thread; a paper's hierarchy is written as a whole."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def stamp(self, paper: str) -> str:
        """What a paper's hierarchy was made from; ``""`` when it has none."""
        row = self._ledger.read().execute("SELECT stamp FROM hierarchy WHERE paper = ?", (paper,)).fetchone()
        return str(row[0]) if row else ""

    def missing(self, papers: Sequence[PaperId]) -> list[PaperId]:
        """Those of these papers that have a file and no hierarchy, in the order given."""
        found: set[str] = set()
        for start in range(0, len(papers), _AT_ONCE):
            part = papers[start : start + _AT_ONCE]
            sql = (
                "SELECT DISTINCT paper FROM file WHERE NOT EXISTS "
                "(SELECT 1 FROM hierarchy WHERE hierarchy.paper = file.paper) "
                f"AND paper IN ({', '.join('?' * len(part))})"
            )
            with translated():
                found.update(row[0] for row in self._ledger.read().execute(sql, part))
        return [each for each in papers if each in found]

    def get(self, paper: str) -> PaperHierarchy | None:
        """A paper's hierarchy with its texts; None when it has none."""
        with translated():
            connection = self._ledger.read()
            head = connection.execute("SELECT * FROM hierarchy WHERE paper = ?", (paper,)).fetchone()
            if head is None:
                return None
            groups = tuple(_abstractions(connection, paper))
            return PaperHierarchy(
                paper=head["paper"],
                model=head["model"],
                version=head["version"],
                stamp=head["stamp"],
                regions=tuple(_regions(connection, paper)),
                relations=tuple(each for each in groups if each.kind == "relation"),
                topics=tuple(each for each in groups if each.kind == "topic"),
            )

    def write(self, made: PaperHierarchy) -> None:
        """Replace a paper's hierarchy; what was remembered of its regions goes with the old one."""
        with self._ledger.write() as connection:
            hashes = [hash_of(region.text) for region in made.regions]
            forget_region_vectors(connection, made.paper, keep=hashes)
            connection.execute("DELETE FROM artifact_source WHERE paper = ?", (made.paper,))
            connection.execute("DELETE FROM hierarchy WHERE paper = ?", (made.paper,))
            connection.execute(
                "INSERT INTO hierarchy (paper, model, version, stamp) VALUES (?, ?, ?, ?)",
                (made.paper, made.model, made.version, made.stamp),
            )
            connection.executemany(
                "INSERT INTO region (id, paper, file, position, spans, tokens, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (r.id, r.paper, r.file, r.position, _json(r.spans), r.tokens, hash_)
                    for r, hash_ in zip(made.regions, hashes, strict=True)
                ],
            )
            for each in (*made.relations, *made.topics):
                connection.execute(
                    "INSERT INTO abstraction (id, paper, kind, position, text, text_by) VALUES (?, ?, ?, ?, ?, ?)",
                    (each.id, each.paper, each.kind, each.position, each.text, each.text_by),
                )
                connection.executemany(
                    "INSERT INTO abstraction_member (parent, child) VALUES (?, ?)",
                    [(each.id, child) for child in each.members],
                )


def forget_region_vectors(connection: sqlite3.Connection, paper: str, keep: Sequence[str] = ()) -> None:
    """Drop the cached vectors of a paper's regions, but for those that anything else is described by."""
    kept = set(keep)
    rows = connection.execute("SELECT hash FROM region WHERE paper = ?", (paper,)).fetchall()
    connection.executemany(
        "DELETE FROM embedding WHERE hash = ?1 AND hash NOT IN (SELECT hash FROM entry WHERE hash = ?1 "
        "UNION ALL SELECT hash FROM region WHERE hash = ?1 AND paper <> ?2)",
        [(row[0], paper) for row in rows if row[0] not in kept],
    )


#: What must never be: (sentence, query for the subjects with their papers).
_RULES: tuple[tuple[str, str], ...] = (
    (
        "A region of the evidence hierarchy stands under no group",
        "SELECT id, paper FROM region WHERE NOT EXISTS "
        "(SELECT 1 FROM abstraction_member WHERE child = region.id)",
    ),
    (
        "A relation of the evidence hierarchy stands under no topic",
        "SELECT id, paper FROM abstraction WHERE kind = 'relation' AND NOT EXISTS "
        "(SELECT 1 FROM abstraction_member WHERE child = abstraction.id)",
    ),
    (
        "A group of the evidence hierarchy has no member",
        "SELECT id, paper FROM abstraction WHERE NOT EXISTS "
        "(SELECT 1 FROM abstraction_member WHERE parent = abstraction.id)",
    ),
    (
        "A group of the evidence hierarchy names a member that is not there",
        "SELECT abstraction.id, paper FROM abstraction JOIN abstraction_member ON parent = abstraction.id "
        "WHERE NOT EXISTS (SELECT 1 FROM region WHERE region.id = child) "
        "AND NOT EXISTS (SELECT 1 FROM abstraction AS below WHERE below.id = child)",
    ),
)


def hierarchy_problems(connection: sqlite3.Connection) -> Iterator[Problem]:
    """Nodes that no path reaches, and groups without members; ``drop_broken_hierarchies`` mends both."""
    for what, sql in _RULES:
        for row in connection.execute(sql):
            yield Problem(where="ledger", what=f"{what}.", subject=row["id"])


def drop_broken_hierarchies(ledger: Ledger) -> None:
    """Delete hierarchies that do not hold together: they are made again when they are next needed."""
    with ledger.write() as connection:
        broken = {row["paper"] for _, sql in _RULES for row in connection.execute(sql)}
        for paper in sorted(broken):
            forget_region_vectors(connection, paper)
            connection.execute("DELETE FROM hierarchy WHERE paper = ?", (paper,))


def _regions(connection: sqlite3.Connection, paper: str) -> Iterator[Region]:
    @lru_cache(maxsize=64)
    def page_text(file: str, number: int) -> str:
        sql = "SELECT text FROM page WHERE file = ? AND number = ?"
        row = connection.execute(sql, (file, number)).fetchone()
        return str(row[0]) if row else ""

    for row in connection.execute(
        "SELECT * FROM region WHERE paper = ? ORDER BY position", (paper,)
    ).fetchall():
        spans = _SPANS.decode(row["spans"])
        text = " ".join(page_text(row["file"], s.page)[s.start : s.end] for s in spans)
        yield Region(
            id=row["id"],
            paper=row["paper"],
            file=row["file"],
            position=row["position"],
            spans=spans,
            text=" ".join(text.split()),
            tokens=row["tokens"],
        )


def _abstractions(connection: sqlite3.Connection, paper: str) -> Iterator[Abstraction]:
    sql = (
        "SELECT abstraction.*, child FROM abstraction JOIN abstraction_member ON parent = abstraction.id "
        "WHERE paper = ? ORDER BY kind, position, child"
    )
    members: dict[str, list[str]] = {}
    rows: dict[str, sqlite3.Row] = {}
    for row in connection.execute(sql, (paper,)):
        rows[row["id"]] = row
        members.setdefault(row["id"], []).append(row["child"])
    for id_, row in rows.items():
        yield Abstraction(
            id=id_,
            paper=row["paper"],
            kind=row["kind"],
            position=row["position"],
            text=row["text"],
            members=tuple(members[id_]),
            text_by=row["text_by"],
        )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
