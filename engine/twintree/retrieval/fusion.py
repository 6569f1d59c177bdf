"""Fusion of meaning and words into one score, and the gates before and after it (VecTree-RAG §3.4)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from twintree.retrieval.calibration import Calibration
from twintree.retrieval.scores import Signals

_RRF = 60
#: From this many papers on, results are cut by their share of the best score; below, by agreement.
LARGE = 50


def fuse(found: Sequence[Signals], calibration: Calibration, total: int) -> list[Signals]:
    """Score the candidates, best first, and mark those that the gates let through.

    Args:
        found: the candidates' signals.
        calibration: weights and gates for the embedder in use.
        total: how many papers are searched.
    """
    if not found:
        return []
    scores = weighted(found, calibration)
    ranked = sorted(zip(found, scores, strict=True), key=lambda pair: (-pair[1], pair[0].number))
    best = ranked[0][1]
    return [
        msgspec.structs.replace(
            each, score=float(score), passed=_passes(each, score / best, calibration, total)
        )
        for each, score in ranked
    ]


def weighted(found: Sequence[Signals], calibration: Calibration) -> NDArray[np.float64]:
    """A weighted sum of cosines and of BM25 over the idf mass: both have one scale for all queries."""
    c = calibration
    known = [each.dense for each in found if each.dense is not None]
    # Nothing is known of the meaning of a paper that is not embedded yet: it must live by its words.
    floor = min(known, default=0.0)
    scores = []
    for each in found:
        dense = floor if each.dense is None else each.dense
        section = dense if each.dense_section is None else each.dense_section
        # In a passage a term counts as one mention in an entry does: how often it stands there is not known.
        words = max(each.sparse, each.passage)
        scores.append(
            dense + c.weight_section * section + c.weight_words * words + c.weight_coverage * each.coverage
        )
    return np.asarray(scores, dtype=np.float64).clip(1e-9)


def reciprocal_ranks(found: Sequence[Signals]) -> NDArray[np.float64]:
    """Reciprocal rank fusion, 1/(60 + rank) summed over both retrievers: the rival that ours must beat."""
    dense = [-2.0 if each.dense is None else each.dense for each in found]
    return _reciprocal(dense) + _reciprocal([each.sparse for each in found])


def _reciprocal(values: Sequence[float]) -> NDArray[np.float64]:
    order = np.argsort(-np.asarray(values), kind="stable")
    ranks = np.empty(len(values))
    ranks[order] = np.arange(1, len(values) + 1)
    shares: NDArray[np.float64] = 1.0 / (_RRF + ranks)
    return shares


def _passes(each: Signals, share: float, calibration: Calibration, total: int) -> bool:
    dense = each.dense is not None and each.dense >= calibration.gate_dense
    words = each.coverage >= calibration.gate_words
    if not dense and not words:
        return False
    if total > LARGE:
        return share >= calibration.share
    strong = each.dense is not None and each.dense >= calibration.strong_dense
    return (dense and words) or strong or each.coverage >= calibration.strong_words
