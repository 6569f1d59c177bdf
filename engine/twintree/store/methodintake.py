"""What extraction and the trees write of methods: segments, payloads, sources, cards, edges, themes."""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from twintree.base.ids import FileId, PaperId, new_id
from twintree.base.methods import (
    Assignment,
    Cluster,
    MethodEdge,
    MethodId,
    MethodSource,
    PaperMethods,
    Payload,
    Segment,
    SourceDraft,
    SourceId,
    cluster_text,
    method_text,
)
from twintree.store import methodrows
from twintree.store.ledger import Ledger, now, touch
from twintree.store.methodrows import LEFT, USED, among, encoded
from twintree.store.papers import hash_of


class MethodIntake:
    """Every write is one transaction; a person's word on a method is never touched."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    # ── segments and payloads ────────────────────────────────────────────────────────────────────────

    def write_segments(self, paper: str, segments: Sequence[Segment]) -> None:
        """Replace a paper's segments; payloads of texts that are no more are kept, but not used."""
        with self._ledger.write() as connection:
            connection.execute("DELETE FROM segment WHERE paper = ?", (paper,))
            connection.executemany(
                "INSERT INTO segment VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        each.id,
                        paper,
                        each.file,
                        position,
                        each.title,
                        encoded(each.pieces),
                        encoded(each.sections),
                        each.tokens,
                        each.hash,
                    )
                    for position, each in enumerate(segments)
                ],
            )
            connection.execute(
                "UPDATE payload SET used = 0 WHERE paper = ?1 AND extractor LIKE 'methods/%' AND hash NOT IN "
                "(SELECT hash FROM segment WHERE paper = ?1)",
                (paper,),
            )

    def segments(self, paper: str) -> list[Segment]:
        """A paper's own segments, without their texts, also when it was merged into another one."""
        return methodrows.read_segments(self._ledger.read(), paper)

    def payloads(self, paper: str) -> list[Payload]:
        """What was extracted from a paper's own segments, also when it was merged into another one."""
        return methodrows.read_payloads(self._ledger.read(), "paper = ?", [paper])

    def owners(self, paper: str) -> dict[FileId, PaperId]:
        """Files of a paper whose segments are those of another one, which was merged into it, and of which."""
        rows = self._ledger.read().execute(
            "SELECT DISTINCT segment.file, segment.paper FROM segment JOIN file ON file.id = segment.file "
            "WHERE file.paper = ?1 AND segment.paper <> ?1",
            (paper,),
        )
        return {FileId(row[0]): PaperId(row[1]) for row in rows}

    def is_elsewhere(self, paper: str) -> bool:
        """Whether a file that a paper's segments lie in is another paper's now, and the paper stands by itself."""
        row = self._ledger.read().execute(
            "SELECT 1 FROM segment JOIN file ON file.id = segment.file JOIN paper ON paper.id = segment.paper "
            "WHERE segment.paper = ? AND file.paper <> segment.paper AND paper.merged_into IS NULL",
            (paper,),
        )
        return row.fetchone() is not None

    def kept(
        self, hashes: Iterable[str], extractor: str, version: str, model: str, prompt: str
    ) -> list[Payload]:
        """What this very extractor said of texts before: nothing is extracted twice."""
        return methodrows.read_payloads(
            self._ledger.read(),
            "hash IN (SELECT value FROM json_each(?)) AND extractor = ? AND version = ? AND model = ? "
            "AND prompt = ?",
            [among(hashes), f"methods/{extractor}", version, model, prompt],
        )

    def keep(self, paper: str, payloads: Sequence[Payload]) -> None:
        """Keep what an extractor said; an earlier saying of the same extractor on the same segment goes."""
        with self._ledger.write() as connection:
            for each in payloads:
                connection.execute(
                    "DELETE FROM payload WHERE paper = ? AND segment = ? AND extractor = ? AND model = ? "
                    "AND prompt = ?",
                    (paper, each.segment, f"methods/{each.extractor}", each.model, each.prompt),
                )
                connection.execute(
                    "INSERT INTO payload (paper, segment, extractor, version, model, prompt, content, tokens, "
                    "seconds, at, hash, used) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        paper,
                        each.segment,
                        f"methods/{each.extractor}",
                        each.version,
                        each.model,
                        each.prompt,
                        encoded(each.content),
                        each.tokens,
                        each.seconds,
                        each.at or now(),
                        each.hash,
                        int(each.used),
                    ),
                )

    def use(self, paper: str, payloads: Sequence[Payload]) -> None:
        """Let a paper's methods come from these payloads, and from no others of these segments."""
        with self._ledger.write() as connection:
            for each in payloads:
                connection.execute(
                    f"UPDATE payload SET used = CASE WHEN extractor = ?3 AND model = ?4 AND prompt = ?5 THEN {USED} "
                    f"WHEN used = {LEFT} THEN {LEFT} ELSE 0 END "
                    "WHERE paper = ?1 AND segment = ?2 AND extractor LIKE 'methods/%'",
                    (paper, each.segment, f"methods/{each.extractor}", each.model, each.prompt),
                )

    def leave(self, payloads: Sequence[Payload], *, left: bool) -> None:
        """Note that a person does not want what a model said, or take that back; what is in use stays so."""
        with self._ledger.write() as connection:
            connection.executemany(
                "UPDATE payload SET used = ? WHERE segment = ? AND hash = ? AND extractor = ? AND model = ? "
                "AND prompt = ? AND used <> ?",
                [
                    (
                        LEFT if left else 0,
                        p.segment,
                        p.hash,
                        f"methods/{p.extractor}",
                        p.model,
                        p.prompt,
                        USED,
                    )
                    for p in payloads
                ],
            )

    def take_in(
        self, paper: str, payloads: Sequence[Payload], found: PaperMethods, assigned: Sequence[Assignment]
    ) -> bool:
        """``use`` and ``write_paper`` at once; False, and nothing is written, where a segment was cut anew."""
        with self._ledger.write() as connection:
            rows = connection.execute("SELECT id, hash FROM segment WHERE paper = ?", (paper,)).fetchall()
            present = {row["id"]: row["hash"] for row in rows}
            if any(present.get(each.segment) != each.hash for each in payloads):
                return False
            self.use(paper, payloads)
            self.write_paper(paper, found, assigned)
        return True

    def read_by_models(self, *, used: bool = False) -> list[PaperId]:
        """Papers that a model has read segments of; ``used``: whose methods come from what it read."""
        # By the index, as far as that goes: payloads are long.
        rows = self._ledger.read().execute(
            "SELECT DISTINCT substr(segment, 1, instr(segment, '.') - 1) FROM payload "
            f"INDEXED BY payload_segment WHERE extractor = 'methods/model'{' AND used = 1' if used else ''}"
        )
        return [PaperId(row[0]) for row in rows]

    # ── a paper's methods ────────────────────────────────────────────────────────────────────────────

    def sharing(self, keys: Iterable[str], *, but: str) -> list[tuple[MethodSource, frozenset[str], str]]:
        """Sources of other papers that have one of these names, with all their names and their text's hash."""
        connection = self._ledger.read()
        found = connection.execute(
            "SELECT DISTINCT method_source.id, method_source.hash FROM method_name "
            "JOIN method_source ON method_source.id = method_name.source "
            "WHERE method_name.key IN (SELECT value FROM json_each(?)) AND method_source.paper <> ?",
            (among(keys), but),
        ).fetchall()
        hashes = {row["id"]: row["hash"] for row in found}
        names: dict[str, set[str]] = defaultdict(set)
        for row in connection.execute(
            "SELECT source, key FROM method_name WHERE source IN (SELECT value FROM json_each(?))",
            (among(hashes),),
        ):
            names[row["source"]].add(row["key"])
        sources = methodrows.read_sources(
            connection, "method_source.id IN (SELECT value FROM json_each(?))", [among(hashes)]
        )
        return [(each, frozenset(names[each.id]), hashes[each.id]) for each in sources]

    def write_paper(self, paper: str, found: PaperMethods, assigned: Sequence[Assignment]) -> list[SourceId]:
        """Replace what one paper says of methods; sources that stay keep their ids and their methods.

        Args:
            paper: whose they are.
            found: its methods and relations.
            assigned: one for each of ``found.sources``: the method that it belongs to when it is new here.
        """
        with self._ledger.write() as connection:
            old = _old_sources(connection, paper)
            kept = _matched(found.sources, old)
            for source in old:
                connection.execute("DELETE FROM method_relation WHERE source = ?1 OR target = ?1", (source,))
            for source in old.keys() - set(kept):
                _drop(connection, source, pinned=bool(old[source]["pinned"]))
            number = _last_number(connection, paper, old)
            ids: dict[str, SourceId] = {}
            for draft, same, assignment in zip(found.sources, kept, assigned, strict=True):
                if not same:
                    number += 1
                source = SourceId(same or f"{paper}.m{number:03d}")
                ids[draft.name] = source
                _write_source(connection, paper, source, draft, assignment, known=bool(same))
            for each in found.relations:
                connection.execute(
                    "INSERT OR REPLACE INTO method_relation VALUES (?, ?, ?, ?, ?, ?)",
                    (
                        ids[each.source],
                        ids[each.target],
                        each.rating,
                        each.explanation,
                        encoded(each.evidence),
                        each.by,
                    ),
                )
            touch(connection, [paper])
        return list(ids.values())

    # ── what follows from it ─────────────────────────────────────────────────────────────────────────

    def take_stale(self) -> list[MethodId]:
        """Methods whose card or incoming edges are to be made again; call it inside ``ledger.write()``."""
        rows = self._ledger.read().execute(
            # The card of what a method was merged into shows its names too.
            "WITH RECURSIVE waiting(id) AS (SELECT method FROM method_stale UNION SELECT method.merged_into "
            "FROM waiting JOIN method ON method.id = waiting.id WHERE method.merged_into IS NOT NULL) "
            "SELECT id FROM waiting ORDER BY id"
        )
        return [MethodId(row[0]) for row in rows]

    def refresh_cards(self, methods: Sequence[MethodId]) -> None:
        """Make these methods' cards afresh."""
        with self._ledger.write() as connection:
            methodrows.write_cards(connection, methods)

    def settle(self, methods: Sequence[MethodId]) -> None:
        """Say that nothing waits for these methods any more."""
        with self._ledger.write() as connection:
            connection.executemany("DELETE FROM method_stale WHERE method = ?", [(each,) for each in methods])

    def write_edges(self, written: Iterable[MethodEdge], removed: Iterable[tuple[str, str]]) -> None:
        """Write the edges of the provenance tree that differ."""
        with self._ledger.write() as connection:
            connection.executemany("DELETE FROM method_edge WHERE source = ? AND target = ?", list(removed))
            connection.executemany(
                "INSERT OR REPLACE INTO method_edge VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        each.source,
                        each.target,
                        each.rating,
                        each.share,
                        int(each.primary),
                        int(each.broken),
                        each.explanation,
                        each.by,
                    )
                    for each in written
                ],
            )

    def write_clusters(self, clusters: Sequence[Cluster], fresh: Iterable[MethodId] = ()) -> None:
        """Replace the themes at once; ``fresh`` are members put in since the last clustering."""
        new = set(fresh)
        with self._ledger.write() as connection:
            connection.execute("PRAGMA defer_foreign_keys = ON")
            connection.execute("DELETE FROM cluster_member")
            connection.execute(
                "DELETE FROM cluster WHERE id NOT IN (SELECT value FROM json_each(?))",
                (among(each.id for each in clusters),),
            )
            for each in clusters:
                connection.execute(
                    "INSERT INTO cluster VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                    "level = excluded.level, parent = excluded.parent, title = excluded.title, "
                    "title_by = excluded.title_by, summary = excluded.summary, "
                    "summary_by = excluded.summary_by, note = excluded.note, hash = excluded.hash",
                    (
                        each.id,
                        each.level,
                        each.parent,
                        each.title,
                        each.title_by,
                        each.summary,
                        each.summary_by,
                        each.note,
                        hash_of(cluster_text(each)),
                    ),
                )
            connection.executemany(
                "INSERT INTO cluster_member (method, cluster, fresh) VALUES (?, ?, ?)",
                [(m, each.id, int(m in new)) for each in clusters for m in each.methods],
            )

    def describe_theme(self, theme: str, title: str, summary: str, by: str) -> None:
        """A model's words on a theme; what a person wrote stays."""
        with self._ledger.write() as connection:
            connection.execute(
                "UPDATE cluster SET title = iif(title_by = 'person', title, ?2), "
                "title_by = iif(title_by = 'person', title_by, ?4), "
                "summary = iif(summary_by = 'person', summary, ?3), "
                "summary_by = iif(summary_by = 'person', summary_by, ?4) WHERE id = ?1",
                (theme, title, summary, by),
            )
            described = next(
                (each for each in methodrows.read_clusters(connection) if each.id == theme), None
            )
            if described is not None:
                connection.execute(
                    "UPDATE cluster SET hash = ? WHERE id = ?", (hash_of(cluster_text(described)), theme)
                )

    def speed(self, model: str) -> float | None:
        """Seconds that a model took so far for a token of a segment; None where it has read none."""
        row = (
            self._ledger.read()
            .execute(
                "SELECT sum(payload.seconds), sum(segment.tokens) FROM payload JOIN segment ON segment.id = "
                "payload.segment AND segment.hash = payload.hash WHERE extractor = 'methods/model' AND model = ? "
                "AND payload.tokens > 0",
                (model,),
            )
            .fetchone()
        )
        return row[0] / row[1] if row[1] else None

    def fresh_members(self) -> set[MethodId]:
        """Methods that were put into a theme since the last clustering."""
        rows = self._ledger.read().execute("SELECT method FROM cluster_member WHERE fresh = 1")
        return {MethodId(row[0]) for row in rows}


def _old_sources(connection: sqlite3.Connection, paper: str) -> dict[str, dict[str, object]]:
    rows = connection.execute(
        "SELECT id, method, pinned FROM method_source WHERE paper = ?", (paper,)
    ).fetchall()
    old: dict[str, dict[str, object]] = {row["id"]: {**dict(row), "keys": set()} for row in rows}
    names = connection.execute(
        "SELECT source, key FROM method_name WHERE source IN (SELECT value FROM json_each(?))", (among(old),)
    )
    for row in names:
        keys = old[row["source"]]["keys"]
        if isinstance(keys, set):
            keys.add(row["key"])
    return old


def _matched(drafts: Sequence[SourceDraft], old: dict[str, dict[str, object]]) -> list[str]:
    """For each draft the id of the old source that shares most names with it; empty for a new one."""
    left = dict(old)
    found = []
    for draft in drafts:
        wanted = set(draft.keys)

        def shared(source: str, wanted: set[str] = wanted) -> int:
            keys = left[source]["keys"]
            return len(wanted & keys) if isinstance(keys, set) else 0

        best = max(sorted(left), key=shared, default="")
        if best and shared(best):
            del left[best]
            found.append(best)
        else:
            found.append("")
    return found


def _drop(connection: sqlite3.Connection, source: str, *, pinned: bool) -> None:
    """A method that its paper does not name any more: gone, or, where a person put it, without words on a page."""
    if not pinned:
        connection.execute("DELETE FROM method_source WHERE id = ?", (source,))
        return
    connection.execute("DELETE FROM method_mention WHERE source = ?", (source,))
    connection.execute(
        "INSERT OR IGNORE INTO method_stale SELECT method FROM method_source WHERE id = ?", (source,)
    )


def _last_number(connection: sqlite3.Connection, paper: str, old: Iterable[str]) -> int:
    """The highest number ever given in a paper; decisions and the undo history remember those that are gone."""
    texts = connection.execute(
        "SELECT sources FROM method_decision WHERE instr(sources, ?1) UNION ALL "
        "SELECT inverse FROM change WHERE instr(inverse, ?1)",
        (f"{paper}.m",),
    )
    numbers = [int(match) for text in (*old, *(row[0] for row in texts)) for match in _numbers(paper, text)]
    return max(numbers, default=0)


def _numbers(paper: str, text: str) -> list[str]:
    return re.findall(rf"{re.escape(paper)}\.m(\d+)", text)


def _standing(connection: sqlite3.Connection, method: MethodId | None) -> MethodId | None:
    """What a method was merged into since it was chosen, or itself; None where it is gone."""
    while method is not None:
        row = connection.execute("SELECT merged_into FROM method WHERE id = ?", (method,)).fetchone()
        if row is None or row["merged_into"] is None:
            return method if row is not None else None
        method = row["merged_into"]
    return None


def _write_source(
    connection: sqlite3.Connection,
    paper: str,
    source: SourceId,
    draft: SourceDraft,
    assignment: Assignment,
    *,
    known: bool,
) -> None:
    described = (
        draft.name,
        draft.kind,
        draft.role,
        encoded(draft.aliases),
        draft.summary,
        encoded(draft.keywords),
        draft.by,
        hash_of(method_text(draft.name, draft.summary, draft.keywords)),
    )
    if known:
        connection.execute(
            "UPDATE method_source SET name = ?, kind = ?, role = ?, aliases = ?, summary = ?, keywords = ?, "
            "extracted_by = ?, hash = ? WHERE id = ?",
            (*described, source),
        )
        connection.execute("DELETE FROM method_name WHERE source = ?", (source,))
        connection.execute("DELETE FROM method_mention WHERE source = ?", (source,))
        connection.execute(
            "INSERT OR IGNORE INTO method_stale SELECT method FROM method_source WHERE id = ?", (source,)
        )
    else:
        method = _standing(connection, assignment.method)
        if method is None:
            method = MethodId(new_id("M"))
            connection.execute("INSERT INTO method (id) VALUES (?)", (method,))
        connection.execute(
            "INSERT INTO method_source (name, kind, role, aliases, summary, keywords, extracted_by, hash, id, "
            "paper, method, joined, similarity) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*described, source, paper, method, assignment.why, assignment.similarity),
        )
    connection.executemany(
        "INSERT INTO method_name VALUES (?, ?)", [(source, key) for key in dict.fromkeys(draft.keys)]
    )
    connection.executemany(
        "INSERT INTO method_mention (source, file, page, start, end, spans, quote) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (source, m.file, m.page, m.at.start, m.at.end, msgspec.json.encode(m.spans).decode(), m.quote)
            for m in draft.mentions
        ],
    )
