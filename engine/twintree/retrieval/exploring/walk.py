"""Random walks over weighted citations: personalised PageRank, and SALSA with restart."""

from __future__ import annotations

from collections.abc import Sequence

import igraph
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Scores = NDArray[np.float64]
_STEPS, _ENOUGH = 200, 1e-10
#: Weights under this are no edges.
_NOTHING = 1e-9


def walk(
    ranking: str, count: int, edges: Sequence[tuple[int, int, float, float]], restart: Scores, alpha: float
) -> Scores:
    """Scores of nodes by one of the two walks, adding up to 1; all zero when there is no seed.

    Args:
        ranking: ``pagerank`` or ``salsa``.
        count: nodes, numbered from 0.
        edges: (citing, cited, weight towards the cited, weight towards the citing); weights of 0 are no edges.
        restart: where the walk begins and goes back to, shape (count,), not negative.
        alpha: the chance of going back at each step.
    """
    total = float(restart.sum())
    if count == 0 or total <= 0:
        return np.zeros(count)
    chosen = salsa if ranking == "salsa" else pagerank
    some = [(u, v, _clear(there), _clear(back)) for u, v, there, back in edges]
    return chosen(count, some, restart / total, alpha)


def _clear(weight: float) -> float:
    return weight if weight >= _NOTHING else 0.0


def pagerank(
    count: int, edges: Sequence[tuple[int, int, float, float]], restart: Scores, alpha: float
) -> Scores:
    """Personalised PageRank (igraph's PRPACK) over both directions of each citation."""
    both = [(u, v, there) for u, v, there, _ in edges if there > 0]
    both += [(v, u, back) for u, v, _, back in edges if back > 0]
    graph = igraph.Graph(n=count, edges=[(u, v) for u, v, _ in both], directed=True)
    found = graph.personalized_pagerank(
        damping=1 - alpha, reset=restart.tolist(), weights=[weight for _, _, weight in both] or None
    )
    return np.asarray(found, dtype=np.float64)


def salsa(
    count: int, edges: Sequence[tuple[int, int, float, float]], restart: Scores, alpha: float
) -> Scores:
    """SALSA (Lempel and Moran) with restart: each paper's score as a hub plus that as an authority.

    Every paper stands on both sides; a step leads from a hub to what it cites, or from an authority back to one
    that cites it. Where no way leads on, it goes back to the seeds.
    """
    rows, columns = [u for u, *_ in edges], [v for _, v, *_ in edges]
    forth = sparse.csr_array(([w for *_, w, _ in edges], (rows, columns)), shape=(count, count))
    back = sparse.csr_array(([w for *_, w in edges], (columns, rows)), shape=(count, count))
    both = sparse.block_array([[None, _normalised(forth)], [_normalised(back), None]], format="csr")
    settled = _settled(sparse.csr_array(both), np.concatenate([restart, restart]) / 2, alpha)
    return settled[:count] + settled[count:]


def _normalised(matrix: sparse.csr_array) -> sparse.csr_array:
    sums = np.asarray(matrix.sum(axis=1)).ravel()
    inverse = np.divide(1.0, sums, out=np.zeros_like(sums), where=sums > 0)
    return sparse.csr_array(sparse.diags_array(inverse) @ matrix)


def _settled(step: sparse.csr_array, restart: Scores, alpha: float) -> Scores:
    """The limit of ``x = (1 − α)·x·step + α·restart``; what falls off an end goes back to the seeds."""
    turned = sparse.csr_array(step.T)
    now = restart.copy()
    for _ in range(_STEPS):
        moved: Scores = (1 - alpha) * (turned @ now)
        moved += (1 - moved.sum()) * restart
        if float(np.abs(moved - now).sum()) < _ENOUGH:
            return moved
        now = moved
    return now
