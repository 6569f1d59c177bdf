"""What the graph holds: its node and relation tables, and how the rows of each follow from the ledger.

A new kind of node or edge (methods, say) is one more entry in ``NODES`` or ``RELATIONS``; building,
following, comparing and rebuilding need nothing else.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any

from twintree.base.records import Record
from twintree.base.text import folded

Row = tuple[Any, ...]
#: Papers whose rows are wanted; None for all.
Papers = Sequence[str] | None
Rows = Callable[[sqlite3.Connection, Papers], Iterator[Row]]


class Kept(Enum):
    """How long a node lives."""

    OWNED = "with the paper that its property ``paper`` names"
    SHARED = "while any edge leads to it"
    WHOLE = "while the ledger has it, with or without papers; such tables are small"


class NodeTable(Record, frozen=True, kw_only=True):
    """A node table: ``columns`` are (name, Kuzu type), the first being the primary key."""

    name: str
    columns: tuple[tuple[str, str], ...]
    kept: Kept
    rows: Rows

    @property
    def ddl(self) -> str:
        """The statement that makes it."""
        columns = ", ".join(f"{name} {kind}" for name, kind in self.columns)
        return f"CREATE NODE TABLE {self.name}({columns}, PRIMARY KEY({self.columns[0][0]}))"


class RelationTable(Record, frozen=True, kw_only=True):
    """A relation table; its rows are (source id, target id, columns…), and its source is an owned node."""

    name: str
    source: str
    target: str
    rows: Rows
    columns: tuple[tuple[str, str], ...] = ()

    @property
    def ddl(self) -> str:
        """The statement that makes it."""
        columns = "".join(f", {name} {kind}" for name, kind in self.columns)
        return f"CREATE REL TABLE {self.name}(FROM {self.source} TO {self.target}{columns})"


def author_id(name: str) -> str:
    """The id under which every spelling of a name that folds alike meets."""
    return "A" + hashlib.sha256(folded(name).encode()).hexdigest()[:16]


def _query(sql: str, column: str) -> Rows:
    """Rows of a statement, narrowed to papers by ``column`` where papers are given."""

    def rows(connection: sqlite3.Connection, papers: Papers) -> Iterator[Row]:
        if papers is None:
            found = connection.execute(sql)
        else:
            only = f" WHERE {column} IN (SELECT value FROM json_each(?))"
            found = connection.execute(sql + only, (json.dumps(list(papers)),))
        return (tuple(row) for row in found)

    return rows


def _everywhere(sql: str) -> Rows:
    return lambda connection, _papers: (tuple(row) for row in connection.execute(sql))


_names = _query(
    "SELECT paper.id, each.key, each.value FROM paper, json_each(paper.authors) AS each", "paper.id"
)


def _written_by(connection: sqlite3.Connection, papers: Papers) -> Iterator[Row]:
    for paper, position, name in _names(connection, papers):
        if isinstance(name, str) and folded(name):
            yield paper, author_id(name), position, name


def _authors(connection: sqlite3.Connection, papers: Papers) -> Iterator[Row]:
    found = {author: folded(name) for _, author, _, name in _written_by(connection, papers)}
    return iter(found.items())


_cites = _query(
    # An edge is an entry: what it cites is held as ``held``, a paper's id, or not held (an empty one).
    "SELECT paper, work, reference, role, level, strength, held FROM (SELECT file.paper AS paper, "
    "reference.work AS work, reference.id AS reference, reference.role AS role, reference.level AS level, "
    "reference.strength AS strength, coalesce(work.paper, '') AS held FROM reference "
    "JOIN file ON file.id = reference.file JOIN work ON work.id = reference.work)",
    "paper",
)


def _works(connection: sqlite3.Connection, papers: Papers) -> Iterator[Row]:
    return iter({(row[1],): None for row in _cites(connection, papers)})


_TEXT, _NUMBER, _SHARE = "STRING", "INT64", "DOUBLE"

#: Anchors with the paper that their file is of now.
_ANCHORS = (
    "SELECT anchor.id, file.paper AS paper, anchor.kind, anchor.label, anchor.page, anchor.section "
    "FROM anchor JOIN file ON file.id = anchor.file"
)

NODES = (
    NodeTable(
        name="Paper",
        columns=(("id", _TEXT), ("paper", _TEXT), ("title", _TEXT), ("year", _NUMBER), ("venue", _TEXT)),
        kept=Kept.OWNED,
        rows=_query("SELECT id, id, title, year, venue FROM paper", "id"),
    ),
    NodeTable(
        name="File",
        columns=(("id", _TEXT), ("paper", _TEXT), ("name", _TEXT), ("role", _TEXT), ("pages", _NUMBER)),
        kept=Kept.OWNED,
        rows=_query("SELECT id, paper, name, role, pages FROM file", "paper"),
    ),
    NodeTable(
        name="Section",
        columns=(
            ("id", _TEXT),
            ("paper", _TEXT),
            ("title", _TEXT),
            ("level", _NUMBER),
            ("position", _NUMBER),
            ("start_page", _NUMBER),
            ("end_page", _NUMBER),
        ),
        kept=Kept.OWNED,
        rows=_query("SELECT id, paper, title, level, position, start_page, end_page FROM section", "paper"),
    ),
    NodeTable(
        name="MethodSource",
        columns=(("id", _TEXT), ("paper", _TEXT), ("name", _TEXT), ("kind", _TEXT), ("role", _TEXT)),
        kept=Kept.OWNED,
        rows=_query("SELECT id, paper, name, kind, role FROM method_source", "paper"),
    ),
    # What a method is called follows from all its sources: names stand there, where a paper's change finds them.
    NodeTable(
        name="Method",
        columns=(("id", _TEXT),),
        kept=Kept.SHARED,
        rows=_query("SELECT DISTINCT method FROM method_source", "paper"),
    ),
    NodeTable(
        name="Anchor",
        columns=(("id", _TEXT), ("paper", _TEXT), ("kind", _TEXT), ("label", _TEXT), ("page", _NUMBER)),
        kept=Kept.OWNED,
        rows=_query("SELECT id, paper, kind, label, page FROM (" + _ANCHORS + ") AS shown", "paper"),
    ),
    NodeTable(name="Author", columns=(("id", _TEXT), ("name", _TEXT)), kept=Kept.SHARED, rows=_authors),
    NodeTable(name="Work", columns=(("id", _TEXT),), kept=Kept.SHARED, rows=_works),
    NodeTable(
        name="Collection",
        columns=(("id", _TEXT), ("name", _TEXT)),
        kept=Kept.WHOLE,
        rows=_everywhere("SELECT id, name FROM collection"),
    ),
    NodeTable(
        name="Tag", columns=(("id", _TEXT),), kept=Kept.WHOLE, rows=_everywhere("SELECT name FROM tag")
    ),
)

RELATIONS = (
    RelationTable(
        name="HAS_FILE", source="Paper", target="File", rows=_query("SELECT paper, id FROM file", "paper")
    ),
    RelationTable(
        name="HAS_SECTION",
        source="Paper",
        target="Section",
        rows=_query("SELECT paper, id FROM section", "paper"),
    ),
    RelationTable(
        name="PARENT_OF",
        source="Section",
        target="Section",
        rows=_query(
            "SELECT parent, id FROM (SELECT * FROM section WHERE parent IS NOT NULL) AS child", "paper"
        ),
    ),
    RelationTable(
        name="HAS_METHOD",
        source="Paper",
        target="MethodSource",
        rows=_query("SELECT paper, id FROM method_source", "paper"),
    ),
    RelationTable(
        name="OF_METHOD",
        source="MethodSource",
        target="Method",
        rows=_query("SELECT id, method FROM method_source", "paper"),
    ),
    RelationTable(
        name="CONTRIBUTES_TO",
        source="MethodSource",
        target="MethodSource",
        rows=_query(
            "SELECT source, target, rating, (rating - 1) / 4.0, explanation FROM (SELECT method_relation.*, "
            "method_source.paper FROM method_relation JOIN method_source "
            "ON method_source.id = method_relation.source) AS told",
            "paper",
        ),
        columns=(("rating", _NUMBER), ("weight", _SHARE), ("explanation", _TEXT)),
    ),
    RelationTable(
        name="HAS_ANCHOR",
        source="Paper",
        target="Anchor",
        rows=_query("SELECT paper, id FROM (" + _ANCHORS + ") AS shown", "paper"),
    ),
    RelationTable(
        name="BELONGS_TO",
        source="Anchor",
        target="Section",
        rows=_query("SELECT id, section FROM (" + _ANCHORS + " WHERE section IS NOT NULL) AS shown", "paper"),
    ),
    RelationTable(
        name="WRITTEN_BY",
        source="Paper",
        target="Author",
        rows=_written_by,
        columns=(("position", _NUMBER), ("name", _TEXT)),
    ),
    RelationTable(
        name="IN_COLLECTION",
        source="Paper",
        target="Collection",
        rows=_query("SELECT paper, collection FROM collection_paper", "paper"),
    ),
    RelationTable(
        name="TAGGED",
        source="Paper",
        target="Tag",
        # The tag's own spelling: the link may write it in another case.
        rows=_query(
            "SELECT tag_paper.paper, tag.name FROM tag_paper JOIN tag ON tag.name = tag_paper.tag", "paper"
        ),
    ),
    RelationTable(
        name="CITES",
        source="Paper",
        target="Work",
        rows=_cites,
        columns=(
            ("reference", _TEXT),
            ("role", _TEXT),
            ("level", _NUMBER),
            ("strength", _SHARE),
            ("held", _TEXT),
        ),
    ),
)
