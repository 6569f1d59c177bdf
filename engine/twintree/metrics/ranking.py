"""Figures for ranked lists against sets or grades of relevant items."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping, Sequence


def ndcg_at_k(ranked: Sequence[Hashable], gains: Mapping[Hashable, float], k: int = 10) -> float:
    """Normalised discounted cumulative gain of the first ``k``: linear gains, log2 discount; 0 without gain.

    Args:
        ranked: ids, best first, without repetition.
        gains: the gain of each relevant id; missing ids gain nothing.
        k: how deep to look.
    """
    found = sum(gains.get(item, 0.0) / math.log2(rank + 2) for rank, item in enumerate(ranked[:k]))
    ideal = sorted(gains.values(), reverse=True)[:k]
    best = sum(gain / math.log2(rank + 2) for rank, gain in enumerate(ideal))
    return found / best if best > 0 else 0.0


def recall_at_k(ranked: Sequence[Hashable], relevant: Collection[Hashable], k: int) -> float:
    """Share of the relevant ids among the first ``k``; 0 when nothing is relevant."""
    return len(set(ranked[:k]) & set(relevant)) / len(set(relevant)) if relevant else 0.0


def average_precision(
    ranked: Sequence[Hashable], relevant: Collection[Hashable], k: int | None = None
) -> float:
    """Mean of the precisions at the ranks of the relevant ids; those not found count 0."""
    wanted = set(relevant)
    hits, total = 0, 0.0
    for rank, item in enumerate(ranked if k is None else ranked[:k], start=1):
        if item in wanted:
            hits += 1
            total += hits / rank
    return total / len(wanted) if wanted else 0.0


def map_at_k(
    rankings: Sequence[Sequence[Hashable]], relevant: Sequence[Collection[Hashable]], k: int | None = None
) -> float:
    """Mean over queries of ``average_precision``."""
    pairs = list(zip(rankings, relevant, strict=True))
    return sum(average_precision(a, b, k) for a, b in pairs) / len(pairs) if pairs else 0.0
