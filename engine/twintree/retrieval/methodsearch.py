"""Finding methods by name and by meaning, and the two trees as they stand, kept in memory until the ledger changes."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Sequence

from twintree.base.methods import Cluster, Method, MethodEdge, MethodId, method_text
from twintree.knowledge.methods.naming import key_of
from twintree.models.protocol import Embedder
from twintree.retrieval.funnel import FunnelResult, FunnelSettings, ThemeIndex, search
from twintree.retrieval.vectors import embed_cached
from twintree.store.ledger import Ledger
from twintree.store.methods import MethodStore
from twintree.trees.provenance import ProvenanceTree

#: Changes with what is kept here, but for chance: sums over six characters of their hashes stand for the cards (one
#: change in sixteen million is missed), sums over ratings and the ends of ids for edges.
_STAMP = """
SELECT
    (SELECT json_array(count(*), total(mentions), total(unicode(hash) * 4096 + unicode(substr(hash, 2)) * 64
        + unicode(substr(hash, 3))), total(unicode(substr(hash, 4)) * 4096 + unicode(substr(hash, 5)) * 64
        + unicode(substr(hash, 6))), total(length(name) + length(aliases))) FROM method_card),
    (SELECT count(*) FROM method WHERE merged_into IS NOT NULL OR status = 'deleted'),
    (SELECT json_array(count(*), total(rating), total(share), total(is_primary), total(is_broken),
        total(rating * (unicode(substr(source, -1)) * 64 + unicode(substr(source, -2)))
        * (unicode(substr(target, -1)) * 64 + unicode(substr(target, -2))))) FROM method_edge),
    (SELECT json_array(count(*), total(length(title)), group_concat(hash, '')) FROM cluster),
    (SELECT json_array(count(*), total(fresh)) FROM cluster_member)
"""


class _Kept:
    """What was read at one state of the ledger."""

    def __init__(self, stamp: tuple[object, ...], store: MethodStore) -> None:
        self.stamp = stamp
        self.methods = store.methods()
        self.clusters = store.clusters()
        edges = store.edges(evidence=False)
        self.tree = ProvenanceTree({(edge.source, edge.target): edge for edge in edges})
        self.by_key: dict[str, list[Method]] = defaultdict(list)
        for method in self.methods:
            for key in {key_of(name) for name in (method.name, *method.aliases)}:
                self.by_key[key].append(method)
        self.index: ThemeIndex | None = None


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
        """The methods whose name or alias is spelt so, but for case, hyphens and plural; the most mentioned first."""
        return list(self._kept().by_key.get(key_of(text), ()))

    def get(self, reference: str) -> Method:
        """One method with its mentions; ``NotFound`` where there is none."""
        return self._store.get(reference)

    def tree(self) -> ProvenanceTree:
        """The provenance tree, its edges without their evidence."""
        return self._kept().tree

    def edges(self, methods: Sequence[MethodId]) -> list[MethodEdge]:
        """Edges with both ends among these methods, with their evidence."""
        return self._store.edges(methods)

    def clusters(self) -> list[Cluster]:
        """The themes of all levels."""
        return self._kept().clusters

    def find(self, text: str, settings: FunnelSettings | None = None) -> FunnelResult:
        """The methods nearest to a text, by the way that the settings choose."""
        kept = self._kept()
        if not kept.methods:
            return FunnelResult(methods=())
        query = self._embedder.embed([text])[0]
        return search(self._index(kept), query, settings or self._settings)

    def _kept(self) -> _Kept:
        stamp = tuple(self._ledger.read().execute(_STAMP).fetchone())
        with self._lock:
            if self._held is None or self._held.stamp != stamp:
                self._held = _Kept(stamp, self._store)
            return self._held

    def _index(self, kept: _Kept) -> ThemeIndex:
        with self._lock:
            if kept.index is None:
                texts = [method_text(each.name, each.summary, each.keywords) for each in kept.methods]
                vectors = embed_cached(self._ledger, self._embedder, texts)
                # Themes are compared by their centroids: by their summaries (equation 6) a sixth less is found.
                kept.index = ThemeIndex(kept.clusters, [each.id for each in kept.methods], vectors)
            return kept.index
