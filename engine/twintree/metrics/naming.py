"""Matches predicted names with gold names, one to one, as the guidelines of the methods gold say."""

from __future__ import annotations

from collections.abc import Sequence

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


def match_names(gold: Sequence[Sequence[str]], said: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Pairs (gold, said) of a largest one-to-one matching; each item is a name with its aliases."""
    if not gold or not said:
        return []
    hits = np.array([[any(same_name(a, b) for a in g for b in s) for s in said] for g in gold], dtype=float)
    rows, columns = linear_sum_assignment(-hits)
    return [(int(i), int(j)) for i, j in zip(rows, columns, strict=True) if hits[i, j]]
