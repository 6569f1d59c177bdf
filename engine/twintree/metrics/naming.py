"""Matches predicted names with gold names, one to one, as the guidelines of the methods gold say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from rapidfuzz.fuzz import token_set_ratio
from scipy.optimize import linear_sum_assignment

from twintree.base.records import Record
from twintree.base.text import folded

_ALIKE = 90.0
_LETTERS = 4


class Score(Record, frozen=True):
    """Precision, recall and F1 of one paper."""

    precision: float
    recall: float
    f1: float


def score_of(right: int, found: int, wanted: int) -> Score:
    """Figures from counts; nothing found and nothing wanted is right."""
    if not found and not wanted:
        return Score(1.0, 1.0, 1.0)
    p, r = right / found if found else 0.0, right / wanted if wanted else 0.0
    return Score(p, r, 2 * p * r / (p + r) if p + r else 0.0)


def same_name(first: str, second: str) -> bool:
    """Equal after folding (case, spaces and hyphens aside), or token-set ratio ≥ 90 with four letters at least."""
    a, b = (folded(each).replace("-", " ").split() for each in (first, second))
    if "".join(a) == "".join(b):
        return True
    left, right = " ".join(a), " ".join(b)
    shorter = min(sum(c.isalpha() for c in left), sum(c.isalpha() for c in right))
    return shorter >= _LETTERS and token_set_ratio(left, right) >= _ALIKE


def _bare(name: str) -> str:
    return "".join(folded(name).replace("-", " ").split())


def match_names(
    gold: Sequence[Sequence[str]], said: Sequence[Sequence[str]], *, equal_first: bool = False
) -> list[tuple[int, int]]:
    """Pairs (gold, said) of a largest one-to-one matching.

    Args:
        gold: each item's name with its aliases.
        said: likewise.
        equal_first: pair what shares a name first, and what is only alike among the rest: fewer pairs, but each
            the truest, for what hangs on who is who.
    """
    bare = [[{_bare(name) for name in names} for names in items] for items in (gold, said)]

    def equal(i: int, j: int) -> bool:
        return bool(bare[0][i] & bare[1][j])

    pairs = _largest(range(len(gold)), range(len(said)), equal) if equal_first else []
    left = [i for i in range(len(gold)) if i not in {a for a, _ in pairs}]
    free = [j for j in range(len(said)) if j not in {b for _, b in pairs}]
    alike = _largest(
        left, free, lambda i, j: equal(i, j) or any(same_name(a, b) for a in gold[i] for b in said[j])
    )
    return sorted([*pairs, *alike])


def _largest(
    rows: Sequence[int], columns: Sequence[int], fits: Callable[[int, int], bool]
) -> list[tuple[int, int]]:
    """A largest one-to-one matching of items by their numbers."""
    if not rows or not columns:
        return []
    hits = np.array([[fits(i, j) for j in columns] for i in rows], dtype=float)
    chosen = linear_sum_assignment(-hits)
    return [(rows[i], columns[j]) for i, j in zip(*chosen, strict=True) if hits[i, j]]
