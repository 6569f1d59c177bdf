"""Puts recognised lines, which come one by one, into blocks: lines that stand one under the other as one label."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from twintree.sources.pieces import Piece

#: Of the higher line's height: the widest gap to the next line of its block, and how far the two may overlap.
_GAP, _OVERLAP = 0.7, 0.4
#: Lines of a block are alike in height, as far as their letters are: "case" is lower than "Mixed".
_ALIKE = 1.8
#: Of the narrower line, the share that stands under the other.
_SHARED = 0.5


def blocks_of(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces in blocks, the lines of each from top to bottom; the blocks in the order of their first pieces."""
    ordered = sorted(pieces, key=lambda p: (p.v0, p.u0))
    parent = list(range(len(ordered)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = at = parent[parent[at]]
        return at

    for upper, lower in combinations(range(len(ordered)), 2):
        if _is_under(ordered[upper], ordered[lower]):
            parent[root(lower)] = root(upper)
    found: dict[int, list[Piece]] = {}
    for at, piece in enumerate(ordered):
        found.setdefault(root(at), []).append(piece)
    return list(found.values())


def _is_under(upper: Piece, lower: Piece) -> bool:
    """Whether a line goes on in one that stands right under it, at the same edge or about the same middle."""
    if upper.direction or lower.direction:
        return False
    heights = upper.v1 - upper.v0, lower.v1 - lower.v0
    height = max(heights)
    gap = lower.v0 - upper.v1
    if height > _ALIKE * min(heights) or not -_OVERLAP * height <= gap <= _GAP * height:
        return False
    shared = min(upper.u1, lower.u1) - max(upper.u0, lower.u0)
    if shared < _SHARED * min(upper.u1 - upper.u0, lower.u1 - lower.u0):
        return False
    middles = abs(upper.u0 + upper.u1 - lower.u0 - lower.u1) / 2
    return min(abs(upper.u0 - lower.u0), middles) < 1.5 * height
