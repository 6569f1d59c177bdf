"""Finding methods by name and by meaning, and the two trees as they stand, kept in memory until the ledger changes."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Sequence

from twintree.base.methods import Cluster, Method, MethodEdge, MethodId, method_text
from twintree.knowledge.methods.naming import key_of
from twintree.models.protocol import Embedder, Vectors
from twintree.retrieval.funnel import FunnelResult, FunnelSettings, ThemeIndex, search
from twintree.retrieval.vectors import embed_cached
from twintree.store.ledger import Ledger
from twintree.store.methodrows import Card
from twintree.store.methods import MethodStore
from twintree.trees.provenance import ProvenanceTree

#: Changes with what is kept here, but for chance: sums over six characters of their hashes stand for the cards (one
#: change in sixteen million is missed), sums over ratings and the ends of ids for edges. One column each for the
#: cards, the edges and the themes, so that what did not change is not read again.
_STAMP = """
SELECT
    (SELECT json_array(count(*), total(mentions), total(unicode(hash) * 4096 + unicode(substr(hash, 2)) * 64
        + unicode(substr(hash, 3))), total(unicode(substr(hash, 4)) * 4096 + unicode(substr(hash, 5)) * 64
        + unicode(substr(hash, 6))), total(length(name) + length(aliases)), {hidden}) FROM method_card),
    (SELECT json_array(count(*), total(rating), total(share), total(is_primary), total(is_broken),
        total(rating * (unicode(substr(source, -1)) * 64 + unicode(substr(source, -2)))
        * (unicode(substr(target, -1)) * 64 + unicode(substr(target, -2))))) FROM method_edge),
    (SELECT json_array(count(*), total(length(title)), group_concat(hash, ''),
        (SELECT json_array(count(*), total(fresh)) FROM cluster_member), {hidden}) FROM cluster)
""".replace(
    "{hidden}",
    "(SELECT json_array(count(*), total((unicode(substr(id, -1)) * 64 + unicode(substr(id, -2))) * length(status))) "
    "FROM method WHERE merged_into IS NOT NULL OR status <> 'extracted')",
)


class _Cards:
    """The methods at one state of the ledger, by id and by the keys of their names.

    Args:
        store: the library's methods.
        before: the cards as they were read last; only what changed since is made anew.
    """

    def __init__(self, store: MethodStore, before: _Cards | None = None) -> None:
        known: dict[MethodId, Card] = before.cards if before is not None else {}
        self.cards: dict[MethodId, Card] = store.followed(known)
        gone = [each for name, each in known.items() if self.cards.get(name) is not each]
        come = [each for name, each in self.cards.items() if known.get(name) is not each]
        self.by_key: dict[str, tuple[Method, ...]] = dict(before.by_key) if before is not None else {}
        for key, left in _by_key(gone).items():
            self.by_key[key] = tuple(each for each in self.by_key[key] if each not in left)
        for key, new in _by_key(come).items():
            both = (*self.by_key.get(key, ()), *new)
            self.by_key[key] = tuple(sorted(both, key=lambda each: (-each.mention_count, each.id)))


def _by_key(cards: Sequence[Card]) -> dict[str, list[Method]]:
    found: dict[str, list[Method]] = defaultdict(list)
    for card in cards:
        for key in {key_of(name) for name in (card.method.name, *card.method.aliases)}:
            found[key].append(card.method)
    return found


class _Index:
    """The themes over the methods' vectors; a method whose card is the same keeps the row that it had."""

    def __init__(
        self,
        cards: dict[MethodId, Card],
        clusters: Sequence[Cluster],
        embed: Callable[[Sequence[str]], Vectors],
        before: _Index | None,
    ) -> None:
        self.cards = cards
        self.rows: dict[MethodId, int] = {name: at for at, name in enumerate(cards)}
        ids = list(cards)
        known: dict[MethodId, Card] = before.cards if before is not None else {}
        new = [at for at, name in enumerate(ids) if known.get(name) is not cards[name]]
        made = embed([_text(cards[ids[at]].method) for at in new])
        if before is None:
            vectors = made
        else:
            rows = before.rows
            vectors = before.themes.vectors[[rows.get(name, 0) for name in ids]]
            vectors[new] = made
        # Themes are compared by their centroids: by their summaries (equation 6) a sixth less is found.
        self.themes: ThemeIndex = ThemeIndex(clusters, ids, vectors)


def _text(method: Method) -> str:
    return method_text(method.name, method.summary, method.keywords)


class _Kept:
    """What was read at one state of the ledger, as far as it was asked for; the rest is as it was before."""

    def __init__(self, stamp: tuple[object, ...], store: MethodStore, before: _Kept | None) -> None:
        self.stamp = stamp
        cards, edges, themes = (
            before is not None and was == now
            for was, now in zip(before.stamp if before else stamp, stamp, strict=True)
        )
        self.cards: _Cards = (
            before.cards if before and cards else _Cards(store, before.cards if before else None)
        )
        self.clusters: list[Cluster] = before.clusters if before and themes else store.clusters()
        self.tree: ProvenanceTree | None = before.tree if before and edges else None
        self.index: _Index | None = before.index if before and cards and themes else None
        #: The last index that was made, to make the next one of.
        self.earlier: _Index | None = (before.index or before.earlier) if before else None


class MethodSearch:
    """The methods of one library, as questions meet them; from any thread.

    Args:
        ledger: of the library.
        store: its methods.
        embedder: for methods, themes and questions.
        settings: of the funnel.
    """

    def __init__(
        self,
        ledger: Ledger,
        store: MethodStore,
        embedder: Embedder,
        settings: FunnelSettings | None = None,
    ) -> None:
        self._ledger = ledger
        self._store = store
        self._embedder = embedder
        # Going down alone misses what lies under a theme that is badly described: the funnel is a prior (DESIGN §7).
        self._settings = settings or FunnelSettings(search="joined")
        self._lock = threading.Lock()
        self._held: _Kept | None = None

    def named(self, text: str) -> list[Method]:
        """The methods whose name or alias is spelt so, but for case, hyphens and plural; those of most papers first."""
        return list(self._kept().cards.by_key.get(key_of(text), ()))

    def get(self, reference: str) -> Method:
        """One method with its mentions; ``NotFound`` where there is none."""
        return self._store.get(reference)

    def tree(self) -> ProvenanceTree:
        """The provenance tree, its edges without their evidence."""
        kept = self._kept()
        with self._lock:
            if kept.tree is None:
                edges = self._store.edges(evidence=False)
                kept.tree = ProvenanceTree({(edge.source, edge.target): edge for edge in edges})
            return kept.tree

    def edges(self, methods: Sequence[MethodId]) -> list[MethodEdge]:
        """Edges with both ends among these methods, with their evidence."""
        return self._store.edges(methods)

    def clusters(self) -> list[Cluster]:
        """The themes of all levels."""
        return self._kept().clusters

    def find(self, text: str, settings: FunnelSettings | None = None) -> FunnelResult:
        """The methods nearest to a text, by the way that the settings choose."""
        kept = self._kept()
        if not kept.cards.cards:
            return FunnelResult(methods=())
        query = self._embedder.embed([text])[0]
        return search(self._index(kept), query, settings or self._settings)

    def _kept(self) -> _Kept:
        stamp = tuple(self._ledger.read().execute(_STAMP).fetchone())
        with self._lock:
            if self._held is None or self._held.stamp != stamp:
                self._held = _Kept(stamp, self._store, self._held)
            return self._held

    def _index(self, kept: _Kept) -> ThemeIndex:
        with self._lock:
            if kept.index is None:
                kept.index = _Index(kept.cards.cards, kept.clusters, self._embed, kept.earlier)
                kept.earlier = None
            return kept.index.themes

    def _embed(self, texts: Sequence[str]) -> Vectors:
        return embed_cached(self._ledger, self._embedder, texts)
