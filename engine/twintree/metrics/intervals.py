"""How sure a mean is: bootstrap intervals, alone and for the difference of two methods on the same items."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from twintree.base.records import Record

_RESAMPLES = 5000


class Estimate(Record, frozen=True):
    """A measured value with the bounds of its interval."""

    value: float
    low: float
    high: float


def bootstrap_interval(
    values: Sequence[float], seed: int = 0, *, level: float = 0.95, resamples: int = _RESAMPLES
) -> Estimate:
    """The mean of ``values`` with a percentile bootstrap interval.

    Args:
        values: one figure per item (query, paper, question); at least one.
        seed: of the resampling, so that a table can be made again.
        level: share of resampled means inside the interval.
        resamples: how many.
    """
    data = np.asarray(values, dtype=float)
    if data.size == 0:
        raise ValueError("an interval needs at least one value")
    draws = np.random.default_rng(seed).integers(0, data.size, size=(resamples, data.size))
    means = data[draws].mean(axis=1)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(float(data.mean()), float(low), float(high))


def paired_bootstrap(
    a: Sequence[float], b: Sequence[float], seed: int = 0, *, level: float = 0.95, resamples: int = _RESAMPLES
) -> Estimate:
    """The mean of ``a - b``, item by item, with its interval: above 0 means that ``a`` is better."""
    if len(a) != len(b):
        raise ValueError(f"paired values must match: {len(a)} against {len(b)}")
    differences = np.asarray(a, dtype=float) - np.asarray(b, dtype=float)
    return bootstrap_interval(differences.tolist(), seed, level=level, resamples=resamples)
