"""The abstraction tree: methods clustered into themes, themes into wider ones (dual-tree §3.1.2, §3.2.6).

Level 1 is the finest. Clusters are made by MiniBatch k-means on the methods' vectors, the levels above it on the
centroids below, weighted by the methods under them. Everything is a function of the methods in the order of
their ids and of one seed; identity across two clusterings is the business of ``identity.py``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from twintree.base.ids import new_id
from twintree.base.methods import Cluster, ClusterId, MethodId
from twintree.base.records import Record
from twintree.models.protocol import Vectors, unit

Labels = NDArray[np.int64]
Mint = Callable[[], ClusterId]

#: How much finer each level is than the one above it, about: what decides the number of levels.
_FACTOR = 4
_BATCH = 1024


class ThemeSettings(Record, frozen=True, kw_only=True):
    """How the tree is cut (DESIGN §10)."""

    levels: int | None = None  #: n; None: by size
    finest: int | None = None  #: K₁; None: √N₀
    coarsest: int = 12  #: K_n at most, 5..20; fewer where K₁ is not so much larger
    least: int = 5  #: K_min
    fresh_share: float = 0.20  #: of methods put in since the last clustering, above which it is made again
    seed: int = 0


def level_sizes(methods: int, settings: ThemeSettings | None = None) -> list[int]:
    """K_1 … K_n for so many methods, the finest first; each level is smaller than the one below it.

    K_t = max(K_min, ⌈K₁·ρ^(t−1)⌉) with ρ = (K_n/K₁)^(1/(n−1)) (dual-tree equation 5); one level where K₁ is not
    above the largest K_n. K_n is a quarter of K₁ until it reaches that: twelve themes over twenty-three would
    mostly hold one each.
    """
    chosen = settings or ThemeSettings()
    if methods == 0:
        return []
    finest = max(chosen.least, chosen.finest or math.ceil(math.sqrt(methods)))
    if finest <= chosen.coarsest:
        return [min(finest, methods)]
    coarsest = max(chosen.least, min(chosen.coarsest, math.ceil(finest / _FACTOR)))
    levels = chosen.levels or 1 + math.ceil(round(math.log(finest / coarsest, _FACTOR), 9))
    rho = (coarsest / finest) ** (1 / (levels - 1)) if levels > 1 else 1.0
    sizes = [min(finest, methods)]
    for level in range(1, levels):
        # A rounding error must not make ⌈12.0000001⌉ thirteen themes.
        size = max(chosen.least, math.ceil(round(finest * rho**level, 9)))
        if size < sizes[-1]:
            sizes.append(size)
    return sizes


def cluster(
    ids: Sequence[MethodId],
    vectors: Vectors,
    settings: ThemeSettings | None = None,
    mint: Mint = lambda: ClusterId(new_id("C")),
) -> list[Cluster]:
    """Cluster methods afresh; titles and summaries are for ``themes.describe`` to give.

    Args:
        ids: of the methods, in any order.
        vectors: float32 of shape (len(ids), d), unit length, in the same order.
        settings: how the tree is cut.
        mint: makes a new cluster's id.

    Returns:
        All levels, the finest first; within a level the largest first.
    """
    chosen = settings or ThemeSettings()
    order = np.argsort(np.array(ids, dtype=object), kind="stable") if len(ids) else np.zeros(0, np.int64)
    points = np.ascontiguousarray(vectors[order]) if len(ids) else vectors
    weights = np.ones(len(ids))
    labels: list[Labels] = []
    for size in level_sizes(len(ids), chosen):
        if labels and size >= len(points):
            continue
        found = _k_means(points, weights, size, chosen.seed)
        labels.append(found)
        points, weights = _centroids(points, weights, found)
    return _clusters([ids[at] for at in order], labels, mint)


def _k_means(points: Vectors, weights: NDArray[np.float64], size: int, seed: int) -> Labels:
    """Labels from 0 on, without gaps; never more clusters than there are different points."""
    different = len({row.tobytes() for row in points})
    if size >= different:
        return np.unique(points, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)
    from sklearn.cluster import MiniBatchKMeans
    from threadpoolctl import threadpool_limits

    model = MiniBatchKMeans(
        size, random_state=seed, batch_size=_BATCH, n_init=3, max_iter=100, reassignment_ratio=0.01
    )
    # One thread: clustering runs behind the window, and sums come out the same on every machine.
    with threadpool_limits(1):
        found = model.fit(points, sample_weight=weights).labels_
    return np.unique(found, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _centroids(
    points: Vectors, weights: NDArray[np.float64], labels: Labels
) -> tuple[Vectors, NDArray[np.float64]]:
    """The clusters' mean directions, scaled to unit length, and how many methods each stands for."""
    from scipy.sparse import csr_array

    count = int(labels.max()) + 1
    at = np.arange(len(labels))
    sums = csr_array((weights, (labels, at)), shape=(count, len(labels))) @ points
    return unit(sums), np.asarray(np.bincount(labels, weights, count), np.float64)


def _clusters(ids: Sequence[MethodId], labels: Sequence[Labels], mint: Mint) -> list[Cluster]:
    made: list[Cluster] = []
    below: Sequence[Any] = ids
    for level, found in enumerate(labels, start=1):
        groups: list[list[Any]] = [[] for _ in range(int(found.max()) + 1)]
        for at, label in enumerate(found):
            groups[label].append(below[at])
        here = [_cluster(mint(), level, tuple(group)) for group in groups]
        below = [each.id for each in here]
        made += here
    return linked(made)


def _cluster(name: ClusterId, level: int, group: tuple[Any, ...]) -> Cluster:
    if level == 1:
        return Cluster(id=name, level=level, methods=group)
    return Cluster(id=name, level=level, children=group)


def linked(clusters: Iterable[Cluster]) -> list[Cluster]:
    """The clusters with ``parent`` as their ``children`` say, in the order in which they are kept and shown."""
    listed = list(clusters)
    parents = {child: each.id for each in listed for child in each.children}
    sizes = counts(listed)
    listed.sort(key=lambda each: (each.level, -sizes[each.id], each.methods, each.id))
    return [msgspec.structs.replace(each, parent=parents.get(each.id)) for each in listed]


def counts(clusters: Iterable[Cluster]) -> dict[ClusterId, int]:
    """How many methods lie under each cluster."""
    found: dict[ClusterId, int] = {}
    for each in sorted(clusters, key=lambda each: each.level):
        found[each.id] = len(each.methods) + sum(found[child] for child in each.children)
    return found


def members(clusters: Iterable[Cluster]) -> dict[ClusterId, tuple[MethodId, ...]]:
    """The methods under each cluster, whatever its level."""
    found: dict[ClusterId, tuple[MethodId, ...]] = {}
    for each in sorted(clusters, key=lambda each: each.level):
        below = (method for child in each.children for method in found[child])
        found[each.id] = (*each.methods, *below)
    return found


def centroids(
    clusters: Sequence[Cluster], ids: Sequence[MethodId], vectors: Vectors
) -> dict[ClusterId, Vectors]:
    """The mean direction of the methods under each cluster, of shape (d,), unit length."""
    place = {method: at for at, method in enumerate(ids)}
    sums: dict[ClusterId, NDArray[Any]] = {}
    for each in sorted(clusters, key=lambda each: each.level):
        at = [place[method] for method in each.methods if method in place]
        own = vectors[at].sum(axis=0, dtype=np.float64)
        sums[each.id] = own + sum((sums[child] for child in each.children), np.zeros_like(own))
    scaled = unit(np.stack(list(sums.values()))) if sums else vectors[:0]
    return dict(zip(sums, scaled, strict=True))


def insert(
    clusters: Sequence[Cluster], ids: Sequence[MethodId], vectors: Vectors, new: Collection[MethodId]
) -> list[Cluster]:
    """Put new methods into the finest cluster whose centroid is nearest; all else stays.

    Args:
        clusters: as they are; without any there is nothing to insert into, and none comes back.
        ids: of all methods, old and new.
        vectors: theirs, shape (len(ids), d), unit length.
        new: which of them are new; those that a cluster holds already are left where they are.
    """
    finest = [each for each in clusters if each.level == 1]
    held = {method for each in finest for method in each.methods}
    place = {method: at for at, method in enumerate(ids)}
    added = sorted(method for method in set(new) - held if method in place)
    if not finest or not added:
        return list(clusters)
    middles = centroids(finest, ids, vectors)
    nearest = (vectors[[place[m] for m in added]] @ np.stack([middles[each.id] for each in finest]).T).argmax(
        1
    )
    joined: dict[ClusterId, list[MethodId]] = {}
    for method, at in zip(added, nearest, strict=True):
        joined.setdefault(finest[at].id, []).append(method)
    return linked(
        msgspec.structs.replace(each, methods=(*each.methods, *joined.get(each.id, ()))) for each in clusters
    )


def without(clusters: Sequence[Cluster], gone: Collection[MethodId]) -> list[Cluster]:
    """The clusters without these methods; one that nothing is left of goes too."""
    out, left = set(gone), set()
    kept: list[Cluster] = []
    for each in sorted(clusters, key=lambda each: each.level):
        methods = tuple(method for method in each.methods if method not in out)
        children = tuple(child for child in each.children if child in left)
        if methods or children:
            left.add(each.id)
            kept.append(msgspec.structs.replace(each, methods=methods, children=children))
    return linked(kept)


def needs_reclustering(
    clusters: Sequence[Cluster], fresh: int, settings: ThemeSettings | None = None
) -> bool:
    """Whether the themes are to be made afresh: more than the settled share of their methods is new.

    Args:
        clusters: as they are, the new methods included.
        fresh: how many methods were put in since the last clustering.
        settings: holds the share.
    """
    total = sum(len(each.methods) for each in clusters)
    return fresh > (settings or ThemeSettings()).fresh_share * total
