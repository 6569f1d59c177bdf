"""Retrieval over the two trees: down the themes as through a funnel, then up the provenance (dual-tree §3.3.1).

The path is kept, for a person to see. Every cosine that is computed is counted: levels add up, they do not
multiply. A level has few hundred clusters at most, of which only the children of kept ones are compared, so
each comparison is exact; an approximate index would cost more than it saves below 100,000 vectors.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from twintree.base.methods import Cluster, ClusterId, MethodId
from twintree.base.records import Record
from twintree.models.protocol import Vectors
from twintree.trees.abstraction import centroids
from twintree.trees.lineage import EPSILON
from twintree.trees.provenance import ProvenanceTree

_Places = NDArray[np.int64]


class FunnelSettings(Record, frozen=True, kw_only=True):
    """How wide the funnel is and how far back it goes (DESIGN §10); the paper's ablations are values of these."""

    top: int = 6  #: k₁: clusters kept on the highest level, 1..50
    decay: float = 0.6  #: η, 0..1
    methods: int = 20  #: cap of the step to the leaves
    search: str = "funnel"  #: funnel | flat | joined
    backtracking: str = "adaptive"  #: adaptive | fixed | none
    influence: float = 0.25  #: τ: what an ancestor's cumulative influence must reach
    epsilon: float = EPSILON  #: ε
    steps: int = 6  #: m_max, or the depth that is fixed


class FunnelStep(Record, frozen=True, kw_only=True):
    """One level of the way down: how many clusters were compared, and which were kept, with their cosines."""

    level: int
    compared: int
    kept: tuple[tuple[ClusterId, float], ...]


class FoundMethod(Record, frozen=True, kw_only=True):
    """A method that was found, its cosine, and the finest theme that holds it."""

    method: MethodId
    cosine: float
    theme: ClusterId | None = None


class FunnelResult(Record, frozen=True, kw_only=True):
    """What was found, best first, by which way, and at how many comparisons."""

    methods: tuple[FoundMethod, ...]
    steps: tuple[FunnelStep, ...] = ()
    compared: int = 0


class Ancestor(Record, frozen=True, kw_only=True):
    """A method that joins the context because one that was found comes from it."""

    method: MethodId
    of: MethodId
    depth: int
    influence: float


class ThemeIndex:
    """The abstraction tree as arrays, so that a step of the funnel is one product.

    Args:
        clusters: of all levels.
        ids: the methods, as rows of ``vectors``.
        vectors: float32, shape (len(ids), d), unit length.
        summaries: vectors of clusters' summaries, each of shape (d,), to compare a question with; a cluster
            without one is compared by its centroid.
    """

    def __init__(
        self,
        clusters: Sequence[Cluster],
        ids: Sequence[MethodId],
        vectors: Vectors,
        summaries: Mapping[ClusterId, Vectors] | None = None,
    ) -> None:
        self.ids = list(ids)
        self.vectors = vectors
        self.clusters = sorted(clusters, key=lambda each: (-each.level, each.id))
        self.names = [each.id for each in self.clusters]
        middles: dict[ClusterId, Vectors] = centroids(clusters, ids, vectors) | dict(summaries or {})
        self._middles = np.stack([middles[name] for name in self.names]) if self.names else vectors[:0]
        rows = {method: at for at, method in enumerate(ids)}
        places = {name: at for at, name in enumerate(self.names)}
        self.tops = np.array([at for at, each in enumerate(self.clusters) if each.parent is None], np.int64)
        self._below = [
            np.array([places[child] for child in each.children], np.int64) for each in self.clusters
        ]
        self._methods = [
            np.array([rows[method] for method in each.methods if method in rows], np.int64)
            for each in self.clusters
        ]
        self._home = {
            row: name for name, held in zip(self.names, self._methods, strict=True) for row in held.tolist()
        }

    def below(self, at: _Places) -> tuple[_Places, _Places]:
        """The clusters and the methods right under these clusters."""
        return _joined(self._below[place] for place in at), _joined(self._methods[place] for place in at)

    def themes(self, query: Vectors, at: _Places) -> NDArray[np.float32]:
        """Cosines of a query to these clusters."""
        return np.asarray(self._middles[at] @ query, np.float32)

    def leaves(self, query: Vectors, at: _Places | None = None) -> NDArray[np.float32]:
        """Cosines of a query to these methods, or to all."""
        rows = self.vectors if at is None else self.vectors[at]
        return np.asarray(rows @ query, np.float32)

    def found(self, at: _Places, cosines: NDArray[np.float32]) -> tuple[FoundMethod, ...]:
        """These methods with their cosines, as they are handed on."""
        return tuple(
            FoundMethod(method=self.ids[row], cosine=cosine, theme=self._home.get(row))
            for row, cosine in zip(at.tolist(), cosines.tolist(), strict=True)
        )


def budget(step: int, settings: FunnelSettings) -> int:
    """k_t = max(1, ⌈k₁·η^(t−1)⌉) of the ``step``-th level from the top, from 1 (equation 7)."""
    return max(1, math.ceil(round(settings.top * settings.decay ** (step - 1), 9)))


def search(index: ThemeIndex, query: Vectors, settings: FunnelSettings | None = None) -> FunnelResult:
    """Methods for a query.

    Args:
        index: the themes and methods.
        query: shape (d,), unit length.
        settings: ``search`` chooses the funnel, a flat comparison with every method, or both joined.
    """
    chosen = settings or FunnelSettings()
    if chosen.search == "flat" or not len(index.tops):
        return _flat(index, query, chosen)
    down = _funnel(index, query, chosen)
    if chosen.search == "funnel":
        return down
    flat = _flat(index, query, chosen)
    known = {found.method: found for found in (*flat.methods, *down.methods)}
    best = sorted(known.values(), key=lambda found: (-found.cosine, found.method))[: chosen.methods]
    return FunnelResult(methods=tuple(best), steps=down.steps, compared=down.compared + flat.compared)


def _funnel(index: ThemeIndex, query: Vectors, settings: FunnelSettings) -> FunnelResult:
    open_, leaves = index.tops, np.zeros(0, np.int64)
    steps: list[FunnelStep] = []
    while len(open_):
        cosines = index.themes(query, open_)
        best = _best(cosines, budget(len(steps) + 1, settings))
        kept = open_[best]
        steps.append(
            FunnelStep(
                level=index.clusters[int(kept[0])].level,
                compared=len(open_),
                kept=tuple(
                    (index.names[place], float(cosine))
                    for place, cosine in zip(kept.tolist(), cosines[best].tolist(), strict=True)
                ),
            )
        )
        open_, methods = index.below(kept)
        leaves = np.concatenate([leaves, methods])
    cosines = index.leaves(query, leaves)
    best = _best(cosines, settings.methods)
    return FunnelResult(
        methods=index.found(leaves[best], cosines[best]),
        steps=tuple(steps),
        compared=sum(step.compared for step in steps) + len(leaves),
    )


def _flat(index: ThemeIndex, query: Vectors, settings: FunnelSettings) -> FunnelResult:
    cosines = index.leaves(query)
    best = _best(cosines, settings.methods)
    return FunnelResult(methods=index.found(best, cosines[best]), compared=len(index.ids))


def _best(scores: NDArray[np.float32], count: int) -> _Places:
    """Places of the highest scores, the highest first, equal ones in their order."""
    if count < len(scores):
        # Equal scores at the border are all taken along and then put in order.
        border = np.partition(scores, len(scores) - count)[len(scores) - count]
        at = np.flatnonzero(scores >= border)
    else:
        at = np.arange(len(scores))
    return at[np.argsort(-scores[at], kind="stable")][:count]


def _joined(parts: Iterable[_Places]) -> _Places:
    return np.concatenate([np.zeros(0, np.int64), *parts])


def backtrack(
    tree: ProvenanceTree, found: Iterable[MethodId], settings: FunnelSettings | None = None
) -> list[Ancestor]:
    """The ancestors that join the context of the methods found (equations 8 to 10).

    Along the primary-parent chain the influence is the product of w + ε, each clipped to 1, so that it never
    rises; ancestors join while it stays at τ or above, for m_max steps at most. With ``fixed`` backtracking all
    ancestors of so many steps join, with ``none`` no one does.

    Returns:
        Each ancestor once, by the strongest way to it, the most influential first; none of ``found``.
    """
    chosen = settings or FunnelSettings()
    if chosen.backtracking == "none":
        return []
    bar = chosen.influence if chosen.backtracking == "adaptive" else 0.0
    start = list(dict.fromkeys(found))
    best: dict[MethodId, Ancestor] = {}
    for leaf in start:
        at, influence = leaf, 1.0
        for depth in range(1, chosen.steps + 1):
            parent = tree.parent.get(at)
            if parent is None:
                break
            influence *= min(1.0, tree.edges[parent, at].weight + chosen.epsilon)
            if influence < bar:
                break
            at = parent
            known = best.get(at)
            if known is None or influence > known.influence:
                best[at] = Ancestor(method=at, of=leaf, depth=depth, influence=influence)
    out = [ancestor for method, ancestor in best.items() if method not in set(start)]
    return sorted(out, key=lambda each: (-each.influence, each.depth, each.method))
