"""Keeps the two trees in step with the methods: what changed is made again, nothing else is touched."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from twintree.base.methods import Cluster, Method, MethodEdge, MethodId, cluster_text, method_text
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.models.protocol import Vectors
from twintree.store import methodrows
from twintree.store.ledger import Ledger
from twintree.store.methodintake import MethodIntake
from twintree.store.methods import MethodStore
from twintree.trees import abstraction, identity, provenance, themes

Embed = Callable[[Sequence[str]], Vectors]
#: Themes are made so often, where a person or an import writes meanwhile, before they are left to the next refresh.
_TRIES = 3
#: Where more methods than these changed, the whole tree is read at once rather than what is around each.
_MANY = 500


class Refreshed(Record, frozen=True, kw_only=True):
    """What a refresh did."""

    methods: int = 0
    edges: int = 0
    themes: str = "kept"  #: kept | extended | made afresh


def refresh(ledger: Ledger, embed: Embed, cancel: CancelToken | None = None) -> Refreshed:
    """Make cards, edges and themes follow what changed since the last time; quick when nothing did.

    Args:
        ledger: writable.
        embed: vectors of texts by way of the cache.
        cancel: stops it before the themes, which the next refresh then makes.
    """
    methods, edges = refresh_provenance(ledger)
    if cancel is not None:
        cancel.check()
    return Refreshed(methods=methods, edges=edges, themes=refresh_themes(ledger, embed))


def refresh_provenance(ledger: Ledger) -> tuple[int, int]:
    """Cards and the provenance tree; returns how many methods and edges were made again."""
    intake = MethodIntake(ledger)
    if not MethodStore(ledger).stale():
        return 0, 0
    with ledger.write() as connection:
        stale = intake.take_stale()
        before = _years(connection, stale)
        intake.refresh_cards(stale)
        after = _years(connection, stale)
        targets = set(stale)
        aged = [each for each in stale if before.get(each) != after.get(each)]
        for edge in methodrows.read_edges(
            connection, "source IN (SELECT value FROM json_each(?))", [methodrows.among(aged)]
        ):
            targets.add(edge.target)
        changed = methodrows.incoming_edges(connection, sorted(targets))
        edges = _edges_around(connection, changed)
        sources = {edge.source for edge in edges} | {e.source for into in changed.values() for e in into}
        tree = provenance.ProvenanceTree({(edge.source, edge.target): edge for edge in edges})
        update = provenance.update(tree, changed, _years(connection, sources))
        intake.write_edges(update.written, update.removed)
        intake.settle(stale)
    return len(stale), len(update.written) + len(update.removed)


def _years(connection: sqlite3.Connection, methods: Iterable[MethodId]) -> dict[MethodId, int | None]:
    rows = connection.execute(
        "SELECT method, year FROM method_card WHERE method IN (SELECT value FROM json_each(?))",
        (methodrows.among(methods),),
    )
    return {row["method"]: row["year"] for row in rows}


def _edges_around(
    connection: sqlite3.Connection, changed: Mapping[MethodId, Sequence[MethodEdge]]
) -> list[MethodEdge]:
    """The edges as they are that deciding these targets anew takes; of a large tree they are few."""
    if len(changed) > _MANY:
        return methodrows.read_edges(connection)
    out: dict[MethodId, list[MethodId]] = defaultdict(list)
    for target, edges in changed.items():
        for edge in edges:
            out[edge.source].append(target)

    def outgoing(method: MethodId) -> Iterable[MethodId]:
        rows = connection.execute("SELECT target FROM method_edge WHERE source = ?", (method,))
        return [*(row[0] for row in rows), *out.get(method, ())]

    def incoming(method: MethodId) -> Iterable[MethodId]:
        rows = connection.execute("SELECT source FROM method_edge WHERE target = ?", (method,))
        return [*(row[0] for row in rows), *(edge.source for edge in changed.get(method, ()))]

    needed = provenance.around(changed, outgoing, incoming)
    where = "target IN (SELECT value FROM json_each(?))"
    return methodrows.read_edges(connection, where, [methodrows.among(needed)])


def rebuild_provenance(ledger: Ledger) -> int:
    """The provenance tree afresh from what papers and the person say; returns how many edges it has."""
    intake = MethodIntake(ledger)
    with ledger.write() as connection:
        methods = [MethodId(row[0]) for row in connection.execute("SELECT id FROM method ORDER BY id")]
        intake.refresh_cards(methods)
        years = dict(connection.execute("SELECT method, year FROM method_card").fetchall())
        incoming = methodrows.incoming_edges(connection, methods)
        tree = provenance.build([edge for edges in incoming.values() for edge in edges], years)
        connection.execute("DELETE FROM method_edge")
        intake.write_edges(tree.edges.values(), ())
        intake.settle(intake.take_stale())
    return len(tree.edges)


def refresh_themes(ledger: Ledger, embed: Embed, *, afresh: bool = False) -> str:
    """Put new methods into the themes, or cluster anew when more than the settled share is new.

    The new themes take the old ones' place in one transaction; a theme whose members mostly stay keeps its id,
    and with it what a person wrote on it (DESIGN §8). What is written on themes, or happens to methods, while the
    vectors are made is not overwritten: the themes are then made once more.
    """
    if not afresh and methodrows.themes_fit(ledger.read()):
        return "kept"
    intake = MethodIntake(ledger)
    for _ in range(_TRIES):
        methods, present = _now(ledger)
        made = _made_themes(methods, present, intake.fresh_members(), embed, afresh=afresh)
        if made is None:
            return "kept"
        with ledger.write():
            later, said = _now(ledger)
            if later.keys() != methods.keys() or said != present:
                continue
            intake.write_clusters(made.clusters, made.fresh)
        if made.clusters:
            embed([cluster_text(each) for each in made.clusters])
        return made.how
    # Somebody writes without a pause; what is new now is so for the next refresh.
    return "kept"


class _Made(Record, frozen=True, kw_only=True):
    """Themes to be written, the members that count as fresh in them, and how they were made."""

    clusters: list[Cluster]
    fresh: set[MethodId]
    how: str


def _now(ledger: Ledger) -> tuple[dict[MethodId, Method], list[Cluster]]:
    store = MethodStore(ledger)
    return {each.id: each for each in store.methods()}, store.clusters()


def _made_themes(
    methods: dict[MethodId, Method],
    present: list[Cluster],
    recent: set[MethodId],
    embed: Embed,
    *,
    afresh: bool,
) -> _Made | None:
    """The themes as they should be; None where those that are there will do."""
    placed = {method for each in present for method in each.methods}
    new = [each for each in methods if each not in placed]
    left = any(not (each.methods or each.children) or not each.title for each in present)
    if not (new or left or afresh) and placed <= methods.keys():
        return None
    vectors = embed([_text(each) for each in methods.values()])
    ids = list(methods)
    if present and not afresh:
        fresh = recent & methods.keys() | set(new)
        kept = abstraction.without(present, placed - methods.keys())
        if new:
            kept = abstraction.insert(kept, ids, vectors, new)
        if not abstraction.needs_reclustering(kept, len(fresh)):
            return _Made(clusters=themes.describe(kept, methods, ids, vectors), fresh=fresh, how="extended")
        present = kept
    made = identity.carry_over(present, abstraction.cluster(ids, vectors))
    return _Made(clusters=themes.describe(made, methods, ids, vectors), fresh=set(), how="made afresh")


def _text(method: Method) -> str:
    return method_text(method.name, method.summary, method.keywords)
