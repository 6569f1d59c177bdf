"""Rows of methods as records, and the statements that read them."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from twintree.base.ids import FileId, PaperId
from twintree.base.methods import (
    Cluster,
    ClusterId,
    Extraction,
    Method,
    MethodEdge,
    MethodId,
    MethodMention,
    MethodSource,
    Payload,
    Piece,
    Segment,
    SegmentId,
    SourceId,
    method_text,
)
from twintree.base.records import Citation, Record, Span
from twintree.store.papers import hash_of

#: What ``payload.used`` says beside 0: the methods come from it; a person does not want it.
USED, LEFT = 1, 2
#: A method that is shown: neither a redirect nor deleted.
SHOWN = "method.merged_into IS NULL AND method.status <> 'deleted'"


def encoded(value: object) -> str:
    """A value as JSON text."""
    return msgspec.json.encode(value).decode()


def among(values: Iterable[str]) -> str:
    """A list for ``IN (SELECT value FROM json_each(?))``."""
    return json.dumps(list(values))


# ── methods ──────────────────────────────────────────────────────────────────────────────────────────


_CARDS = (
    "SELECT method.id, method.status, card.* FROM method JOIN method_card AS card ON card.method = method.id "
    # What many papers name comes before what one paper names often: that is mostly its subject.
    "WHERE {where} ORDER BY json_array_length(card.papers) DESC, card.mentions DESC, method.id {tail}"
)


class Card(Record, frozen=True, kw_only=True):
    """A method with a mark of the row that it was read from: where the mark is the same, so is the row."""

    mark: int
    method: Method


def read_methods(
    connection: sqlite3.Connection, where: str = SHOWN, values: Sequence[object] = (), tail: str = ""
) -> list[Method]:
    """Methods with their cards, those of most papers first, without mentions and sources."""
    return [_method(row) for row in connection.execute(_CARDS.format(where=where, tail=tail), list(values))]


def read_cards(connection: sqlite3.Connection, known: Mapping[MethodId, Card]) -> dict[MethodId, Card]:
    """All methods that are shown, those of most papers first; unchanged ones as the very cards known before."""
    found: dict[MethodId, Card] = {}
    for row in connection.execute(_CARDS.format(where=SHOWN, tail="")):
        mark, before = hash(tuple(row)), known.get(row["id"])
        same = before is not None and before.mark == mark
        found[row["id"]] = before if before is not None and same else Card(mark=mark, method=_method(row))
    return found


def _method(row: sqlite3.Row) -> Method:
    return Method(
        id=MethodId(row["id"]),
        name=row["name"],
        kind=row["kind"],
        aliases=tuple(json.loads(row["aliases"])),
        summary=row["summary"],
        summary_by=row["summary_by"],
        keywords=tuple(json.loads(row["keywords"])),
        status=row["status"],
        year=row["year"],
        papers=tuple(json.loads(row["papers"])),
        mention_count=row["mentions"],
    )


#: A merge moves files: what a paper said is shown as said by the one that has the file now.
_STANDING = (
    "coalesce((SELECT file.paper FROM method_mention JOIN file ON file.id = method_mention.file "
    "WHERE method_mention.source = method_source.id ORDER BY method_mention.id LIMIT 1), method_source.paper)"
)
_SOURCE = (
    f"SELECT method_source.*, paper.year AS year, {_STANDING} AS standing FROM method_source "
    "JOIN paper ON paper.id = method_source.paper "
)


def read_sources(
    connection: sqlite3.Connection, where: str, values: Sequence[object] = ()
) -> list[MethodSource]:
    """Methods as papers have them, by id."""
    rows = connection.execute(f"{_SOURCE} WHERE {where} ORDER BY method_source.id", list(values))
    return [_source(row) for row in rows]


def _source(row: sqlite3.Row) -> MethodSource:
    return MethodSource(
        id=SourceId(row["id"]),
        paper=PaperId(row["standing"]),
        method=MethodId(row["method"]),
        name=row["name"],
        kind=row["kind"],
        role=row["role"],
        aliases=tuple(json.loads(row["aliases"])),
        summary=row["summary"],
        keywords=tuple(json.loads(row["keywords"])),
        year=row["year"],
        joined=row["joined"],
        similarity=row["similarity"],
        by=row["extracted_by"],
    )


def read_homes(connection: sqlite3.Connection) -> dict[MethodId, PaperId]:
    """For each method the paper that made it, the earliest of several; else the earliest that names it."""
    rows = connection.execute(
        "SELECT method_source.method, coalesce(paper.merged_into, paper.id) AS home FROM method_source "
        "JOIN paper ON paper.id = method_source.paper "
        "ORDER BY method_source.role <> 'derived', coalesce(paper.year, 9999), paper.id"
    )
    found: dict[MethodId, PaperId] = {}
    for row in rows:
        found.setdefault(row["method"], row["home"])
    return found


def read_mentions(
    connection: sqlite3.Connection, methods: Sequence[MethodId]
) -> dict[MethodId, tuple[MethodMention, ...]]:
    """The mentions of methods, by paper and place; the paper is the one that has the file now."""
    sql = (
        "SELECT method_source.method, method_source.role, file.paper, method_mention.* "
        "FROM method_mention JOIN method_source ON method_source.id = method_mention.source "
        "JOIN file ON file.id = method_mention.file "
        "WHERE method_source.method IN (SELECT value FROM json_each(?)) "
        "ORDER BY file.paper, file.position, method_mention.page, method_mention.start"
    )
    found: dict[MethodId, list[MethodMention]] = defaultdict(list)
    for row in connection.execute(sql, (among(methods),)):
        found[row["method"]].append(
            MethodMention(
                paper=row["paper"],
                file=row["file"],
                page=row["page"],
                spans=msgspec.json.decode(row["spans"], type=tuple[Span, ...]),
                quote=row["quote"],
                at=Span(row["page"], row["start"], row["end"]),
                role=row["role"],
                source=row["source"],
            )
        )
    return {method: tuple(mentions) for method, mentions in found.items()}


# ── cards ────────────────────────────────────────────────────────────────────────────────────────────


def write_cards(connection: sqlite3.Connection, methods: Iterable[str]) -> None:
    """Make the cards of these methods afresh from their sources and from what the person said."""
    for method in methods:
        connection.execute("DELETE FROM method_card WHERE method = ?", (method,))
        row = connection.execute("SELECT status, said FROM method WHERE id = ?", (method,)).fetchone()
        sources = read_sources(connection, "method_source.method = ?", [method])
        if row is None or not (sources or row["status"] == "candidate"):
            continue
        counts = _mention_counts(connection, sources)
        values = _card(sources, counts, json.loads(row["said"]), _said_of_merged(connection, method))
        marks = ", ".join("?" * (len(values) + 1))
        names = ", ".join(values)
        connection.execute(
            f"INSERT INTO method_card (method, {names}) VALUES ({marks})", [method, *values.values()]
        )


def _said_of_merged(connection: sqlite3.Connection, method: str) -> list[dict[str, object]]:
    """What a person said of methods before they were merged into this one."""
    rows = connection.execute(
        "WITH RECURSIVE part(id) AS (SELECT id FROM method WHERE merged_into = ?1 UNION SELECT method.id "
        "FROM part JOIN method ON method.merged_into = part.id) "
        "SELECT said FROM part JOIN method USING (id) WHERE said <> '{}' ORDER BY id",
        (method,),
    )
    return [json.loads(row[0]) for row in rows]


def _mention_counts(connection: sqlite3.Connection, sources: Sequence[MethodSource]) -> Counter[SourceId]:
    sql = "SELECT source, count(*) FROM method_mention WHERE source IN (SELECT value FROM json_each(?)) GROUP BY 1"
    ids = among(each.id for each in sources)
    return Counter({row[0]: row[1] for row in connection.execute(sql, (ids,))})


def _card(
    sources: Sequence[MethodSource],
    counts: Counter[SourceId],
    own: dict[str, object],
    merged: Sequence[dict[str, object]],
) -> dict[str, object]:
    """The columns of a card: the commonest name and kind, the summary of whoever made the method.

    What a person said wins: of the method itself, else of one that was merged into it, whose name becomes an alias.
    """
    said = {
        key: each[key] for each in reversed(merged) for key in ("summary", "keywords") if each.get(key)
    } | own
    ranked = sorted(sources, key=lambda s: (s.role != "derived", -counts[s.id], s.id))
    names: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for each in sources:
        names[each.name] += 1 + counts[each.id]
        kinds[each.kind] += 1 + counts[each.id]
    name = str(said.get("name") or max(names, key=lambda n: (names[n], len(n), n), default=""))
    told = [str(n) for each in merged for n in (each.get("name"), *_listed(each.get("aliases"))) if n]
    spelled = dict.fromkeys([*told, *(n for each in ranked for n in (each.name, *each.aliases))])
    aliases = said.get("aliases") or [
        each for each in _unfolded(spelled) if each.casefold() != name.casefold()
    ]
    summary = next((each for each in ranked if each.summary), None)
    words: Counter[str] = Counter(word for each in sources for word in each.keywords)
    keywords = said.get("keywords") or sorted(words, key=lambda word: (-words[word], word))[:8]
    text = str(said.get("summary") or (summary.summary if summary else ""))
    years = [each.year for each in sources if each.year and each.role == "derived"] or [
        each.year for each in sources if each.year
    ]
    return {
        "name": name,
        "kind": said.get("kind") or max(kinds, key=lambda k: (kinds[k], k), default="model"),
        "aliases": encoded(aliases),
        "summary": text,
        "summary_by": "person" if "summary" in said else summary.by if summary else "",
        "keywords": encoded(keywords),
        "year": min(years, default=None),
        "mentions": sum(counts.values()),
        "papers": encoded(sorted({each.paper for each in sources})),
        "hash": hash_of(method_text(name, text, tuple(str(word) for word in _listed(keywords)))),
    }


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


def _unfolded(names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name.casefold() not in seen:
            seen.add(name.casefold())
            yield name


# ── edges ────────────────────────────────────────────────────────────────────────────────────────────


def read_edges(
    connection: sqlite3.Connection, where: str = "1", values: Sequence[object] = ()
) -> list[MethodEdge]:
    """Edges of the provenance tree as it was last made, without evidence."""
    rows = connection.execute(
        f"SELECT * FROM method_edge WHERE {where} ORDER BY source, target", list(values)
    )
    return [
        MethodEdge(
            source=row["source"],
            target=row["target"],
            rating=row["rating"],
            explanation=row["explanation"],
            share=row["share"],
            primary=bool(row["is_primary"]),
            broken=bool(row["is_broken"]),
            by=row["rated_by"],
        )
        for row in rows
    ]


_INCOMING = (
    "SELECT a.method AS source, b.method AS target, method_relation.*, paper.year AS year, b.paper AS paper "
    "FROM method_relation JOIN method_source AS a ON a.id = method_relation.source "
    "JOIN method_source AS b ON b.id = method_relation.target JOIN paper ON paper.id = b.paper "
    "JOIN method AS first ON first.id = a.method AND first.merged_into IS NULL AND first.status <> 'deleted' "
    "JOIN method AS second ON second.id = b.method AND second.merged_into IS NULL AND second.status <> 'deleted' "
)


def incoming_edges(
    connection: sqlite3.Connection, targets: Sequence[str]
) -> dict[MethodId, list[MethodEdge]]:
    """What papers and the person say comes into each target now: one edge a source, the strongest rating.

    The earliest paper's explanation is kept where several say the same. A person's rating wins over all
    papers', and a rating of theirs of 0 means that there is no edge.
    """
    best: dict[tuple[str, str], tuple[tuple[object, ...], MethodEdge]] = {}
    sql = f"{_INCOMING} WHERE b.method IN (SELECT value FROM json_each(?)) AND a.method <> b.method"
    for row in connection.execute(sql, (among(targets),)):
        rank = (-row["rating"], row["year"] or 9999, row["paper"])
        pair = (row[0], row[1])
        if pair not in best or rank < best[pair][0]:
            edge = MethodEdge(
                source=MethodId(row[0]),
                target=MethodId(row[1]),
                rating=row["rating"],
                explanation=row["explanation"],
                by=row["extracted_by"],
            )
            best[pair] = (rank, edge)
    edges = {pair: edge for pair, (_, edge) in best.items()}
    for pair, said in _said_of(connection, targets):
        if said is None:
            edges.pop(pair, None)
        elif pair[0] != pair[1]:
            known = edges.get(pair)
            edges[pair] = (
                said
                if said.explanation or known is None
                else msgspec.structs.replace(said, explanation=known.explanation)
            )
    found: dict[MethodId, list[MethodEdge]] = {MethodId(target): [] for target in targets}
    for edge in edges.values():
        found[edge.target].append(edge)
    return found


def _said_of(
    connection: sqlite3.Connection, targets: Sequence[str]
) -> Iterator[tuple[tuple[str, str], MethodEdge | None]]:
    """The person's ratings of edges into these targets; merged ends stand for what they were merged into."""
    sql = (
        "WITH RECURSIVE home(id, at) AS (SELECT id, id FROM method UNION SELECT home.id, method.merged_into "
        "FROM home JOIN method ON method.id = home.at WHERE method.merged_into IS NOT NULL), "
        "final AS (SELECT home.id, home.at FROM home JOIN method ON method.id = home.at "
        "WHERE method.merged_into IS NULL AND method.status <> 'deleted') "
        "SELECT a.at AS source, b.at AS target, said.rating, said.explanation FROM method_edge_said AS said "
        "JOIN final AS a ON a.id = said.source JOIN final AS b ON b.id = said.target "
        "WHERE b.at IN (SELECT value FROM json_each(?)) ORDER BY said.at"
    )
    for row in connection.execute(sql, (among(targets),)):
        pair = (row["source"], row["target"])
        if row["rating"] == 0:
            yield pair, None
        else:
            yield (
                pair,
                MethodEdge(
                    source=row["source"],
                    target=row["target"],
                    rating=row["rating"],
                    explanation=row["explanation"],
                    by="person",
                ),
            )


def evidence_of(
    connection: sqlite3.Connection, edges: Sequence[MethodEdge]
) -> dict[tuple[MethodId, MethodId], tuple[Citation, ...]]:
    """The words on pages behind edges, the strongest rating's first; the paper is the one that has the file now."""
    sql = (
        f"{_INCOMING} WHERE b.method IN (SELECT value FROM json_each(?1)) "
        "AND a.method IN (SELECT value FROM json_each(?2)) ORDER BY method_relation.rating DESC, b.paper"
    )
    wanted = {(edge.source, edge.target) for edge in edges}
    found: dict[tuple[MethodId, MethodId], list[Citation]] = defaultdict(list)
    values = (among({e.target for e in edges}), among({e.source for e in edges}))
    for row in connection.execute(sql, values):
        pair = (MethodId(row[0]), MethodId(row[1]))
        if pair in wanted:
            found[pair] += msgspec.json.decode(row["evidence"], type=list[Citation])
    files = {each.file for citations in found.values() for each in citations}
    homes = dict(
        connection.execute(
            "SELECT id, paper FROM file WHERE id IN (SELECT value FROM json_each(?))", (among(files),)
        ).fetchall()
    )
    return {
        pair: tuple(dict.fromkeys(_at_home(each, homes) for each in citations))
        for pair, citations in found.items()
    }


def _at_home(citation: Citation, homes: dict[str, str]) -> Citation:
    return msgspec.structs.replace(citation, paper=PaperId(homes.get(citation.file, citation.paper)))


# ── segments, payloads, clusters ──────────────────────────────────────────────────────────────────────


def read_segments(connection: sqlite3.Connection, paper: str) -> list[Segment]:
    """A paper's segments without their texts."""
    rows = connection.execute("SELECT * FROM segment WHERE paper = ? ORDER BY position", (paper,))
    return [
        Segment(
            id=SegmentId(row["id"]),
            paper=PaperId(row["paper"]),
            file=FileId(row["file"]),
            title=row["title"],
            pieces=msgspec.json.decode(row["pieces"], type=tuple[Piece, ...]),
            text="",
            tokens=row["tokens"],
            sections=tuple(json.loads(row["sections"])),
            hash=row["hash"],
        )
        for row in rows
    ]


def read_payloads(connection: sqlite3.Connection, where: str, values: Sequence[object] = ()) -> list[Payload]:
    """What was extracted, in the order in which it was."""
    rows = connection.execute(
        f"SELECT * FROM payload WHERE extractor LIKE 'methods/%' AND {where} ORDER BY id", list(values)
    )
    return [
        Payload(
            segment=SegmentId(row["segment"]),
            hash=row["hash"],
            extractor=row["extractor"].removeprefix("methods/"),
            version=row["version"],
            content=msgspec.json.decode(row["content"], type=Extraction),
            model=row["model"],
            prompt=row["prompt"],
            tokens=row["tokens"],
            seconds=row["seconds"],
            at=row["at"],
            used=row["used"] == USED,
            left=row["used"] == LEFT,
        )
        for row in rows
    ]


def read_theme(connection: sqlite3.Connection, method: str) -> Cluster | None:
    """The finest theme of a method, without its members."""
    row = connection.execute(
        "SELECT cluster.* FROM cluster JOIN cluster_member ON cluster_member.cluster = cluster.id "
        "WHERE cluster_member.method = ?",
        (method,),
    ).fetchone()
    return _cluster(row) if row is not None else None


def themes_fit(connection: sqlite3.Connection) -> bool:
    """Whether every method that is shown lies in a theme, and every theme has a title and holds something."""
    shown = f"method JOIN method_card ON method_card.method = method.id WHERE {SHOWN}"
    held = f"SELECT 1 FROM cluster_member JOIN method ON method.id = cluster_member.method WHERE {SHOWN}"
    amiss = connection.execute(
        f"SELECT EXISTS (SELECT 1 FROM {shown} AND method.id NOT IN (SELECT method FROM cluster_member)) "
        f"OR EXISTS ({held} AND method.id NOT IN (SELECT method FROM method_card)) "
        "OR EXISTS (SELECT 1 FROM cluster WHERE title = '' OR NOT (EXISTS "
        f"({held} AND cluster_member.cluster = cluster.id) "
        "OR EXISTS (SELECT 1 FROM cluster AS below WHERE below.parent = cluster.id)))"
    ).fetchone()[0]
    return not amiss


def read_clusters(connection: sqlite3.Connection) -> list[Cluster]:
    """All themes, the finest level first."""
    children: dict[str, list[ClusterId]] = defaultdict(list)
    members: dict[str, list[MethodId]] = defaultdict(list)
    for row in connection.execute(
        f"SELECT cluster, method FROM cluster_member JOIN method ON method.id = "
        f"cluster_member.method WHERE {SHOWN} ORDER BY method"
    ):
        members[row["cluster"]].append(row["method"])
    rows = connection.execute("SELECT * FROM cluster ORDER BY level, id").fetchall()
    for row in rows:
        if row["parent"]:
            children[row["parent"]].append(row["id"])
    return [_cluster(row, children[row["id"]], members[row["id"]]) for row in rows]


def _cluster(
    row: sqlite3.Row, children: Sequence[ClusterId] = (), members: Sequence[MethodId] = ()
) -> Cluster:
    return Cluster(
        id=row["id"],
        level=row["level"],
        title=row["title"],
        summary=row["summary"],
        parent=row["parent"],
        children=tuple(children),
        methods=tuple(members),
        summary_by=row["summary_by"],
        title_by=row["title_by"],
        note=row["note"],
    )
