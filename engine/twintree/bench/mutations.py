"""Seeded damage to a closed library, of every kind that ``check`` must name."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np

from twintree.base.records import Record
from twintree.store import vectorfile
from twintree.store.kuzudb import KuzuDatabase, log_path
from twintree.store.vectorfile import Columns, ExactRows

_ANY_PASSAGE = "SELECT id FROM passage"


class Mutation(Record, frozen=True):
    """What was done, and which of these names a problem must carry (any will do)."""

    kind: str
    what: str
    names: tuple[str, ...]
    repairable: bool


class Victim:
    """A copy of a library, damaged through SQLite, Kuzu and the file system alone.

    Args:
        root: the library's folder; nothing has it open.
        rng: chooses what is hit.
    """

    def __init__(self, root: Path, rng: random.Random) -> None:
        self.root = root
        self.rng = rng
        self.vectors = root / "vectors" / "entries.usearch"
        self.graph = root / "graph.kuzu"
        self.ledger = sqlite3.connect(root / "ledger.sqlite")
        self.ledger.execute("PRAGMA recursive_triggers = ON")

    def close(self) -> None:
        """Commit, and let go of the ledger."""
        self.ledger.commit()
        self.ledger.close()

    def any(self, sql: str) -> tuple[str, ...]:
        """A random row of a query, as text."""
        rows = self.ledger.execute(sql).fetchall()
        return tuple(str(each) for each in self.rng.choice(rows))

    def run(self, sql: str, *values: object) -> None:
        """Change the ledger."""
        self.ledger.execute(sql, values)

    def cypher(self, statement: str) -> None:
        """Change the graph, and leave a whole file behind."""
        database = KuzuDatabase(self.graph)
        try:
            database.write(statement)
            database.checkpoint()
        finally:
            database.close()

    def flip(self, path: Path) -> None:
        """Change one bit of a file."""
        data = bytearray(path.read_bytes())
        data[self.rng.randrange(len(data))] ^= 1 << self.rng.randrange(8)
        path.write_bytes(data)

    def stored(self) -> tuple[str, Path]:
        """A random paper with its stored original."""
        paper, sha256, suffix = self.any("SELECT paper, sha256, format FROM file")
        return paper, self.root / "files" / sha256[:2] / sha256[2:4] / f"{sha256[4:]}.{suffix}"

    def resave(
        self, change: Callable[[Columns, vectorfile.Floats], tuple[Columns, vectorfile.Floats]]
    ) -> None:
        """Write changed rows as a faultless file of the same generation: no hash can show it."""
        found = vectorfile.describe(self.vectors)[0]
        rows, _ = vectorfile.load(self.vectors, found.model, found.dimension)
        columns = rows.columns()
        columns, matrix = change(columns, rows.vectors(columns.keys).copy())
        changed = ExactRows(found.dimension, columns, matrix)
        vectorfile.save(self.vectors, changed, found.generation, found.model, old=None)


Damage = Callable[[Victim], tuple[str, ...]]


# ── the ledger's rows ────────────────────────────────────────────────────────────────────────────────


def _page_deleted(v: Victim) -> tuple[str, ...]:
    page, paper = v.any("SELECT page.id, file.paper FROM page JOIN file ON file.id = page.file")
    v.run("DELETE FROM page WHERE id = ?", page)
    return (paper,)


def _page_altered(v: Victim) -> tuple[str, ...]:
    passage, page, paper = v.any(
        "SELECT passage.id, page.id, file.paper FROM passage JOIN page ON page.id = passage.page "
        "JOIN file ON file.id = page.file WHERE passage.start > 0"
    )
    v.run(
        "UPDATE page SET text = substr(text, 1, (SELECT start FROM passage WHERE id = ?1)) || 'Qzx ' || "
        "substr(text, (SELECT start + 5 FROM passage WHERE id = ?1)) WHERE id = ?2",
        passage,
        page,
    )
    return (f"passage {passage}", paper)


def _section_deleted(v: Victim) -> tuple[str, ...]:
    section, paper = v.any("SELECT id, paper FROM section")
    v.run("DELETE FROM section WHERE id = ?", section)
    return (section, paper)


def _section_moved(v: Victim) -> tuple[str, ...]:
    (section,) = v.any("SELECT id FROM section WHERE position > 0")
    v.run("UPDATE section SET start_page = -1 WHERE id = ?", section)
    return (section,)


def _section_doubled(v: Victim) -> tuple[str, ...]:
    section, paper = v.any("SELECT id, paper FROM section")
    columns = [row[1] for row in v.ledger.execute("PRAGMA table_info(section)") if row[1] != "id"]
    names = ", ".join(columns)
    v.run(f"INSERT INTO section (id, {names}) SELECT id || 'x', {names} FROM section WHERE id = ?", section)
    return (paper,)


def _entry_altered(v: Victim) -> tuple[str, ...]:
    (entry,) = v.any("SELECT id FROM entry")
    v.run("UPDATE entry SET text = text || ' altered' WHERE id = ?", entry)
    return (f"entry {entry}",)


def _entry_doubled(v: Victim) -> tuple[str, ...]:
    (entry,) = v.any("SELECT id FROM entry")
    v.run(
        "INSERT INTO entry (paper, section, kind, text, hash) SELECT paper, section, kind, text, hash "
        "FROM entry WHERE id = ?",
        entry,
    )
    (new,) = v.any("SELECT max(id) FROM entry")
    return (f"entry {new}",)


def _passage_deleted(v: Victim) -> tuple[str, ...]:
    (passage,) = v.any(_ANY_PASSAGE)
    v.run("DELETE FROM passage WHERE id = ?", passage)
    return (f"passage {passage}",)


def _passage_altered(v: Victim) -> tuple[str, ...]:
    (passage,) = v.any('SELECT id FROM passage WHERE "end" - start > 60')
    v.run("UPDATE passage SET start = start + 30 WHERE id = ?", passage)
    return (f"passage {passage}",)


def _title_altered(v: Victim) -> tuple[str, ...]:
    (paper,) = v.any("SELECT id FROM paper")
    v.run("UPDATE paper SET title = 'Altered behind the back' WHERE id = ?", paper)
    return (paper,)


def _authors_broken(v: Victim) -> tuple[str, ...]:
    (paper,) = v.any("SELECT id FROM paper")
    v.run("UPDATE paper SET authors = '{}' WHERE id = ?", paper)
    return (paper,)


def _highlight_moved(v: Victim) -> tuple[str, ...]:
    (highlight,) = v.any("SELECT id FROM highlight")
    v.run(
        'UPDATE highlight SET spans = \'[{"page": 1, "start": 5, "end": 9999999}]\' WHERE id = ?', highlight
    )
    return (highlight,)


def _hash_altered(v: Victim) -> tuple[str, ...]:
    file, paper = v.any("SELECT id, paper FROM file")
    v.run("UPDATE file SET sha256 = lower(hex(randomblob(32))) WHERE id = ?", file)
    return (paper,)


# ── word rows ────────────────────────────────────────────────────────────────────────────────────────


def _words_deleted(v: Victim) -> tuple[str, ...]:
    table, source, number = _word_row(v)
    columns = ", ".join(_columns(v, table))
    v.run(
        f"INSERT INTO {table} ({table}, rowid, {columns}) SELECT 'delete', id, {columns} FROM {source} "
        "WHERE id = ?",
        number,
    )
    return (_word_name(table, number),)


def _words_doubled(v: Victim) -> tuple[str, ...]:
    table, source, number = _word_row(v)
    columns = ", ".join(_columns(v, table))
    v.run(f"INSERT INTO {table} (rowid, {columns}) SELECT id, {columns} FROM {source} WHERE id = ?", number)
    return (_word_name(table, number),)


def _words_altered(v: Victim) -> tuple[str, ...]:
    table, source, number = _word_row(v)
    columns = _columns(v, table)
    names, first = ", ".join(columns), columns[0]
    v.run(
        f"INSERT INTO {table} ({table}, rowid, {names}) SELECT 'delete', id, {names} FROM {source} "
        "WHERE id = ?",
        number,
    )
    shown = names.replace(first, f"{first} || ' qzxword'", 1)
    v.run(f"INSERT INTO {table} (rowid, {names}) SELECT id, {shown} FROM {source} WHERE id = ?", number)
    return (_word_name(table, number),)


def _words_left_over(v: Victim) -> tuple[str, ...]:
    v.run("INSERT INTO passage_words (rowid, text) VALUES (99999999, 'ghost')")
    return ("passage 99999999",)


def _grams_deleted(v: Victim) -> tuple[str, ...]:
    (number,) = v.any("SELECT rowid FROM passage_grams")
    v.run("DELETE FROM passage_grams WHERE rowid = ?", number)
    return (f"passage {number}",)


def _grams_altered(v: Victim) -> tuple[str, ...]:
    (number,) = v.any("SELECT rowid FROM passage_grams")
    v.run("UPDATE passage_grams SET text = text || ' QZX-9' WHERE rowid = ?", number)
    return (f"passage {number}",)


def _word_row(v: Victim) -> tuple[str, str, str]:
    table, source = v.rng.choice(
        [("passage_words", "passage_text"), ("entry_words", "entry"), ("paper_words", "paper_text")]
    )
    (number,) = v.any(f"SELECT id FROM {source}")
    return table, source, number


def _columns(v: Victim, table: str) -> list[str]:
    return [row[1] for row in v.ledger.execute(f"PRAGMA table_info({table})")]


def _word_name(table: str, number: str) -> str:
    return f"{table.removesuffix('_words')} {number}"


# ── vectors ──────────────────────────────────────────────────────────────────────────────────────────


def _vector_file_flipped(v: Victim) -> tuple[str, ...]:
    v.flip(v.vectors)
    return (v.vectors.name,)


def _vector_file_cut(v: Victim) -> tuple[str, ...]:
    data = v.vectors.read_bytes()
    v.vectors.write_bytes(data[: v.rng.randrange(len(data))])
    return (v.vectors.name,)


def _vector_file_deleted(v: Victim) -> tuple[str, ...]:
    v.rng.choice([v.vectors, vectorfile.sidecar_path(v.vectors)]).unlink()
    return (v.vectors.name,)


def _vector_deleted(v: Victim) -> tuple[str, ...]:
    gone: list[int] = []

    def change(columns: Columns, matrix: vectorfile.Floats) -> tuple[Columns, vectorfile.Floats]:
        place = v.rng.randrange(len(matrix))
        gone.append(int(columns.keys[place]))
        stay = np.arange(len(matrix)) != place
        return Columns(columns.keys[stay], columns.tags[stay], columns.owners[stay]), matrix[stay]

    v.resave(change)
    return (f"entry {gone[0]}",)


def _vector_altered(v: Victim) -> tuple[str, ...]:
    hit: list[int] = []

    def change(columns: Columns, matrix: vectorfile.Floats) -> tuple[Columns, vectorfile.Floats]:
        place = v.rng.randrange(len(matrix))
        hit.append(int(columns.keys[place]))
        matrix[place, v.rng.randrange(matrix.shape[1])] += 0.01
        return columns, matrix

    v.resave(change)
    return (f"entry {hit[0]}",)


def _vector_doubled(v: Victim) -> tuple[str, ...]:
    hit: list[int] = []

    def change(columns: Columns, matrix: vectorfile.Floats) -> tuple[Columns, vectorfile.Floats]:
        place = v.rng.randrange(len(matrix))
        hit.append(int(columns.keys[place]))
        more = np.append(np.arange(len(matrix)), place)
        return Columns(columns.keys[more], columns.tags[more], columns.owners[more]), matrix[more]

    v.resave(change)
    return (f"entry {hit[0]}",)


def _embedding_deleted(v: Victim) -> tuple[str, ...]:
    entry, text = v.any("SELECT id, hash FROM entry")
    v.run("DELETE FROM embedding WHERE hash = ?", text)
    return (f"entry {entry}",)


def _embedding_altered(v: Victim) -> tuple[str, ...]:
    entry, text = v.any("SELECT id, hash FROM entry")
    (size,) = v.any("SELECT length(vector) FROM embedding")
    size_now = int(size) if v.rng.random() < 0.5 else int(size) // 2
    v.run("UPDATE embedding SET vector = zeroblob(?) WHERE hash = ?", size_now, text)
    return (f"entry {entry}",)


# ── graph ────────────────────────────────────────────────────────────────────────────────────────────


def _node_deleted(v: Victim) -> tuple[str, ...]:
    table, sql = v.rng.choice([("Section", "section"), ("Paper", "paper"), ("File", "file")])
    (node,) = v.any(f"SELECT id FROM {sql}")
    v.cypher(f"MATCH (n:{table} {{id: '{node}'}}) DETACH DELETE n")
    return (node,)


def _node_altered(v: Victim) -> tuple[str, ...]:
    table, sql = v.rng.choice([("Section", "section"), ("Paper", "paper")])
    (node,) = v.any(f"SELECT id FROM {sql}")
    v.cypher(f"MATCH (n:{table} {{id: '{node}'}}) SET n.title = 'altered'")
    return (node,)


def _node_added(v: Victim) -> tuple[str, ...]:
    v.cypher("CREATE (:Author {id: 'Aghost', name: 'ghost'})")
    return ("Aghost",)


def _edge_deleted(v: Victim) -> tuple[str, ...]:
    section, paper = v.any("SELECT id, paper FROM section")
    v.cypher(f"MATCH (:Paper {{id: '{paper}'}})-[e:HAS_SECTION]->(:Section {{id: '{section}'}}) DELETE e")
    return (f"{paper} → {section}",)


def _edge_doubled(v: Victim) -> tuple[str, ...]:
    section, paper = v.any("SELECT id, paper FROM section")
    v.cypher(
        f"MATCH (p:Paper {{id: '{paper}'}}), (s:Section {{id: '{section}'}}) CREATE (p)-[:HAS_SECTION]->(s)"
    )
    return (f"{paper} → {section}",)


def _graph_file_flipped(v: Victim) -> tuple[str, ...]:
    v.flip(v.graph)
    return (v.graph.name,)


def _graph_file_cut(v: Victim) -> tuple[str, ...]:
    data = v.graph.read_bytes()
    v.graph.write_bytes(data[: v.rng.randrange(len(data))])
    return (v.graph.name,)


def _graph_file_deleted(v: Victim) -> tuple[str, ...]:
    v.graph.unlink()
    return (v.graph.name,)


def _graph_stray_log(v: Victim) -> tuple[str, ...]:
    log_path(v.graph).write_bytes(v.rng.randbytes(100))
    return (v.graph.name,)


def _projected_altered(v: Victim) -> tuple[str, ...]:
    (paper,) = v.any("SELECT paper FROM projected")
    v.run("UPDATE projected SET revision = revision + 7 WHERE paper = ?", paper)
    return (paper,)


# ── files ────────────────────────────────────────────────────────────────────────────────────────────


def _original_deleted(v: Victim) -> tuple[str, ...]:
    paper, path = v.stored()
    path.unlink()
    return (paper,)


def _original_flipped(v: Victim) -> tuple[str, ...]:
    paper, path = v.stored()
    v.flip(path)
    return (paper,)


def _original_cut(v: Victim) -> tuple[str, ...]:
    paper, path = v.stored()
    path.write_bytes(path.read_bytes()[:-1])
    return (paper,)


def _original_doubled(v: Victim) -> tuple[str, ...]:
    name = f"{v.rng.getrandbits(256):064x}"
    path = v.root / "files" / name[:2] / name[2:4] / f"{name[4:]}.pdf"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(v.stored()[1].read_bytes() + b"\n")
    return (path.name,)


#: kind -> (damage, whether a rebuild repairs it).
DAMAGES: dict[str, tuple[tuple[Damage, bool], ...]] = {
    "ledger rows": (
        (_page_deleted, False),
        (_page_altered, False),
        (_section_deleted, False),
        (_section_moved, False),
        (_section_doubled, False),
        (_entry_altered, False),
        (_entry_doubled, True),
        (_passage_deleted, True),
        (_passage_altered, True),
        (_title_altered, True),
        (_authors_broken, False),
        (_highlight_moved, False),
        (_hash_altered, False),
    ),
    "word rows": (
        (_words_deleted, True),
        (_words_doubled, True),
        (_words_altered, True),
        (_words_left_over, True),
        (_grams_deleted, True),
        (_grams_altered, True),
    ),
    "vectors": (
        (_vector_file_flipped, True),
        (_vector_file_cut, True),
        (_vector_file_deleted, True),
        (_vector_deleted, True),
        (_vector_altered, True),
        (_vector_doubled, True),
        (_embedding_deleted, True),
        (_embedding_altered, True),
    ),
    "graph": (
        (_node_deleted, True),
        (_node_altered, True),
        (_node_added, True),
        (_edge_deleted, True),
        (_edge_doubled, True),
        (_graph_file_flipped, True),
        (_graph_file_cut, True),
        (_graph_file_deleted, True),
        (_graph_stray_log, True),
        (_projected_altered, True),
    ),
    "files": (
        (_original_deleted, False),
        (_original_flipped, False),
        (_original_cut, False),
        (_original_doubled, True),
    ),
}


def damage(root: Path, kind: str, number: int, seed: int) -> Mutation:
    """Damage a closed library in the ``number``-th way of a kind; the same seed hits the same place."""
    ways = DAMAGES[kind]
    hit, repairable = ways[number % len(ways)]
    victim = Victim(root, random.Random(seed * 1000 + number))  # noqa: S311 - not a secret
    try:
        names = hit(victim)
    finally:
        victim.close()
    return Mutation(kind, hit.__name__.strip("_").replace("_", " "), names, repairable)
