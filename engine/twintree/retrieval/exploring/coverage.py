"""How far a citing paper's claims are carried by the cited one's: judged edge by edge, kept in the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from twintree.base.claims import Claim, Verdict
from twintree.base.exploring import CarriedClaim
from twintree.base.progress import CancelToken, Progress
from twintree.knowledge.entailment import Judge
from twintree.store.claims import ClaimStore, Matrix, stamp_of

#: Edges that are judged between two writes: what stopping midway may cost.
_AT_ONCE = 32
#: What stands for an edge that cannot be judged, by the role of its citation: neutral, the same for a pair of
#: works whatever they say (the choice is ours).
PRIOR = {"extend": 0.5, "support": 0.5, "use": 0.45, "compare": 0.4, "contrast": 0.35, "background": 0.3}

Pair = tuple[str, str]
Claims = Mapping[str, Sequence[Claim]]


def known_coverage(
    store: ClaimStore, judge: str, pairs: Sequence[Pair], claims: Claims
) -> dict[Pair, Matrix]:
    """The judgements that were made before of these papers' present claims."""
    return {
        pair: matrix
        for pair, (stamp, matrix) in store.judged(pairs, judge).items()
        if stamp == stamp_of(claims[pair[0]], claims[pair[1]])
    }


def judge_coverage(
    store: ClaimStore,
    judge: Judge,
    pairs: Sequence[Pair],
    claims: Claims,
    progress: Progress,
    cancel: CancelToken,
) -> Iterator[tuple[Pair, Matrix]]:
    """Judge edges, one batched matrix each, and keep each batch before the next is begun.

    Raises:
        Cancelled: what was judged is kept.
    """
    for start in range(0, len(pairs), _AT_ONCE):
        cancel.check()
        batch: dict[Pair, Matrix] = {}
        try:
            for pair in pairs[start : start + _AT_ONCE]:
                cancel.check()
                batch[pair] = _matrix(judge, claims[pair[0]], claims[pair[1]])
        finally:
            stamps = {
                pair: (stamp_of(claims[pair[0]], claims[pair[1]]), made) for pair, made in batch.items()
            }
            store.keep_judged(judge.id, stamps)
        progress.report(min(start + _AT_ONCE, len(pairs)), len(pairs), "judging citations")
        yield from batch.items()


def _matrix(judge: Judge, citing: Sequence[Claim], cited: Sequence[Claim]) -> Matrix:
    chances = judge.matrix(*([claim.bare for claim in side] for side in (citing, cited)))
    return np.asarray(chances[:, :, :2], dtype=np.float32)


def affinity(matrix: Matrix, supports_at: float) -> float:
    """Δ(u→v): the share of u's claims that some claim of v supports (Crase)."""
    return float((matrix[:, :, 0].max(axis=1) >= supports_at).mean()) if matrix.size else 0.0


def carried(
    matrix: Matrix, citing: Sequence[Claim], cited: Sequence[Claim], supports_at: float, contradicts_at: float
) -> tuple[CarriedClaim, ...]:
    """Each claim of the citing paper with the cited one's that supports it most; contradictions are listed too."""
    found = []
    for row, claim in enumerate(citing):
        best = int(matrix[row, :, 0].argmax())
        worst = int(matrix[row, :, 1].argmax())
        supported = bool(matrix[row, best, 0] >= supports_at)
        against = bool(matrix[row, worst, 1] >= contradicts_at)
        for column, wanted in ((best, supported or not against), (worst, against)):
            if wanted:
                supports, contradicts = (float(value) for value in matrix[row, column])
                verdict = Verdict(supports, contradicts, max(0.0, 1 - supports - contradicts))
                found.append(
                    CarriedClaim(
                        citing=claim,
                        cited=cited[column],
                        verdict=verdict,
                        carried=supported and column == best,
                    )
                )
    return tuple(found)
