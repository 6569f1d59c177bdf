"""The citation graph: papers, works not held, and the citations between; paths through it, and its exports."""

from __future__ import annotations

import csv
import io
import itertools
import json
import sqlite3
import xml.etree.ElementTree as ET
from collections.abc import Sequence

import igraph
import msgspec

from twintree.base.citations import Lineage, LineageStep, Reference
from twintree.base.errors import WrongUse
from twintree.base.records import Record
from twintree.store.citationrows import Redirects, read
from twintree.store.listing import letters_of_all

KINDS = ("graphml", "csv", "json", "contexts")


class CitationNode(Record, frozen=True, kw_only=True):
    """A paper of the library, or a work that is not held."""

    id: str
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str = ""
    held: bool = False
    letter: str = ""  #: of a paper, see ``PaperRow``


class CitationEdge(Record, frozen=True, kw_only=True):
    """One paper cites one paper or work: the strongest entry by which it does."""

    citing: str
    cited: str
    reference: str
    role: str
    level: int
    strength: float
    strong: bool
    mentions: int


class CitationGraph(Record, frozen=True, kw_only=True):
    """All nodes and edges, sorted by id."""

    nodes: tuple[CitationNode, ...]
    edges: tuple[CitationEdge, ...]


_EDGES = (
    "SELECT reference.id AS reference, file.paper AS citing, reference.work AS work, work.paper AS cited, "
    "reference.role, reference.level, reference.strength, reference.strong, "
    "(SELECT count(*) FROM mention WHERE mention.reference = reference.id) AS mentions "
    "FROM reference JOIN file ON file.id = reference.file JOIN work ON work.id = reference.work "
    "ORDER BY reference.id"
)


def read_graph(connection: sqlite3.Connection) -> CitationGraph:
    """The graph as the ledger has it: merged papers are one, binned ones are left out."""
    shown = Redirects(connection)
    best: dict[tuple[str, str], CitationEdge] = {}
    for row in connection.execute(_EDGES).fetchall():
        citing = shown.of(row["citing"])
        cited = shown.of(row["cited"]) or row["work"]
        if citing is None or citing == cited:
            continue
        edge = CitationEdge(
            citing=citing,
            cited=cited,
            reference=row["reference"],
            role=row["role"],
            level=row["level"],
            strength=row["strength"],
            strong=bool(row["strong"]),
            mentions=row["mentions"],
        )
        known = best.get((citing, cited))
        if known is None or (edge.level, edge.strength) > (known.level, known.strength):
            best[citing, cited] = edge
    names = {name for pair in best for name in pair}
    nodes = [*_papers(connection, names), *_works(connection, names)]
    return CitationGraph(
        nodes=tuple(sorted(nodes, key=lambda each: each.id)), edges=tuple(best[pair] for pair in sorted(best))
    )


def _papers(connection: sqlite3.Connection, names: set[str]) -> list[CitationNode]:
    rows = connection.execute(
        "SELECT id, key, title, authors, year, doi FROM paper WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(names)),),
    )
    letters = letters_of_all(connection)
    return [
        CitationNode(
            id=row["id"],
            letter=letters.get(row["id"], ""),
            title=row["title"] or row["key"],
            authors=tuple(json.loads(row["authors"])),
            year=row["year"],
            doi=row["doi"],
            held=True,
        )
        for row in rows
    ]


def _works(connection: sqlite3.Connection, names: set[str]) -> list[CitationNode]:
    """Works not held, each described by the fullest of its entries."""
    rows = connection.execute(
        "SELECT work, raw, title, authors, year, doi FROM reference WHERE work IN (SELECT value FROM json_each(?)) "
        "ORDER BY work, (title <> '') + (doi <> '') + (authors <> '[]') + (year IS NOT NULL) DESC, id",
        (json.dumps(sorted(names)),),
    )
    found: dict[str, CitationNode] = {}
    for row in rows:
        found.setdefault(
            row["work"],
            CitationNode(
                id=row["work"],
                title=row["title"] or row["raw"],
                authors=tuple(json.loads(row["authors"])),
                year=row["year"],
                doi=row["doi"],
            ),
        )
    return list(found.values())


def works_of(connection: sqlite3.Connection, node: str) -> list[str]:
    """The works that stand for a node of the graph: itself, or those that redirect to the paper."""
    if node.startswith("W"):
        return [node]
    rows = connection.execute(
        "WITH RECURSIVE mine(id) AS "
        "(SELECT ? UNION SELECT paper.id FROM paper JOIN mine ON paper.merged_into = mine.id) "
        "SELECT work.id FROM work JOIN mine ON work.paper = mine.id",
        (node,),
    )
    return [row[0] for row in rows]


def lineage(connection: sqlite3.Connection, start: str, end: str) -> Lineage:
    """The shortest path of citations; of equally long ones that with the higher levels."""
    graph = read_graph(connection)
    index = {node.id: i for i, node in enumerate(graph.nodes)}
    if start == end or start not in index or end not in index:
        return Lineage(start=start, end=end)
    net = igraph.Graph(
        n=len(graph.nodes), edges=[(index[e.citing], index[e.cited]) for e in graph.edges], directed=True
    )
    weights = [1 + (5 - edge.level) * 1e-3 for edge in graph.edges]
    for mode in ("out", "in", "all"):
        if net.distances(index[start], index[end], mode=mode)[0][0] == float("inf"):
            continue
        path = net.get_shortest_paths(index[start], index[end], weights=weights, mode=mode, output="vpath")[0]
        return _lineage(connection, graph, [graph.nodes[i] for i in path], directed=mode != "all")
    return Lineage(start=start, end=end)


def _lineage(
    connection: sqlite3.Connection, graph: CitationGraph, nodes: Sequence[CitationNode], *, directed: bool
) -> Lineage:
    edges = {(edge.citing, edge.cited): edge for edge in graph.edges}
    steps = []
    for first, second in itertools.pairwise(nodes):
        edge = edges.get((first.id, second.id)) or edges[second.id, first.id]
        cited: Reference = read(connection, "reference.id = ?", [edge.reference])[0]
        steps.append(
            LineageStep(
                paper=first.id,
                relation=edge.role,
                to=second.id,
                citing=edge.citing,
                level=edge.level,
                evidence=cited.mentions,
            )
        )
    return Lineage(
        start=nodes[0].id,
        end=nodes[-1].id,
        path=tuple(steps),
        directed=directed,
        titles={node.id: node.title for node in nodes},
    )


# ── exports ──────────────────────────────────────────────────────────────────────────────────────────


def export(connection: sqlite3.Connection, kind: str) -> str:
    """The graph, or the sentences of its citations, as text.

    Raises:
        WrongUse: there is no such format.
    """
    if kind not in KINDS:
        raise WrongUse(
            f"The citation graph cannot be exported as {kind!r}.", f"Choose one of {', '.join(KINDS)}."
        )
    if kind == "contexts":
        return _contexts(connection)
    graph = read_graph(connection)
    if kind == "json":
        return msgspec.json.format(msgspec.json.encode(graph), indent=1).decode() + "\n"
    return _graphml(graph) if kind == "graphml" else _edges_csv(graph)


_NODE_KEYS = (
    ("title", "string"),
    ("authors", "string"),
    ("year", "int"),
    ("doi", "string"),
    ("held", "boolean"),
)
_EDGE_KEYS = (
    ("role", "string"),
    ("level", "int"),
    ("strength", "double"),
    ("strong", "boolean"),
    ("mentions", "int"),
    ("reference", "string"),
)


def _graphml(graph: CitationGraph) -> str:
    root = ET.Element("graphml", xmlns="http://graphml.graphdrawing.org/xmlns")
    for where, keys in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        for name, kind in keys:
            ET.SubElement(
                root, "key", {"id": f"{where}_{name}", "for": where, "attr.name": name, "attr.type": kind}
            )
    inside = ET.SubElement(root, "graph", id="citations", edgedefault="directed")
    for node in graph.nodes:
        element = ET.SubElement(inside, "node", id=node.id)
        _data(element, "node", [(name, getattr(node, name)) for name, _ in _NODE_KEYS])
    for edge in graph.edges:
        element = ET.SubElement(inside, "edge", source=edge.citing, target=edge.cited)
        _data(element, "edge", [(name, getattr(edge, name)) for name, _ in _EDGE_KEYS])
    ET.indent(root, " ")
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _data(element: ET.Element, where: str, values: Sequence[tuple[str, object]]) -> None:
    for name, value in values:
        if value is None or value == "":
            continue
        shown = (
            "; ".join(value)
            if isinstance(value, tuple)
            else str(value).lower()
            if isinstance(value, bool)
            else str(value)
        )
        # XML has no control characters.
        ET.SubElement(element, "data", key=f"{where}_{name}").text = "".join(
            char if char >= " " or char in "\t\n" else " " for char in shown
        )


def _edges_csv(graph: CitationGraph) -> str:
    titles = {node.id: node for node in graph.nodes}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            "citing",
            "citing_title",
            "cited",
            "cited_title",
            "cited_year",
            "held",
            "role",
            "level",
            "strength",
            "mentions",
        ]
    )
    for edge in graph.edges:
        cited = titles[edge.cited]
        writer.writerow(
            [
                edge.citing,
                titles[edge.citing].title,
                edge.cited,
                cited.title,
                cited.year or "",
                int(cited.held),
                edge.role,
                edge.level,
                f"{edge.strength:.3f}",
                edge.mentions,
            ]
        )
    return out.getvalue()


def _contexts(connection: sqlite3.Connection) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            "citing",
            "reference",
            "cited",
            "page",
            "start",
            "end",
            "marker",
            "section",
            "role",
            "level",
            "sentence",
        ]
    )
    shown = Redirects(connection)
    files = dict(connection.execute("SELECT id, paper FROM file").fetchall())
    for reference in read(connection, "1", []):
        citing = shown.of(files[str(reference.file)])
        for mention in reference.mentions if citing else ():
            writer.writerow(
                [
                    citing,
                    reference.id,
                    reference.work,
                    mention.page,
                    mention.at.start,
                    mention.at.end,
                    mention.marker,
                    mention.section_role,
                    mention.role,
                    mention.level,
                    mention.sentence,
                ]
            )
    return out.getvalue()
