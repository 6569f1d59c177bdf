"""Boxes of the layout that hold two things side by side, told by captions side by side, and parted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from twintree.base.pages import PageText
from twintree.base.records import Rect
from twintree.structure.found import SLACK, Found, covers

#: Points by which a caption may stand off its table or reach into its box; white space that parts two tables at least.
_NEAR, _INTO, _WHITE = 30.0, 10.0, 6.0


def parts_of(rect: Rect, captions: Sequence[Found], page: PageText) -> list[Rect]:
    """A box, parted where white space runs through it from top to bottom between captions that stand side by side.

    Args:
        rect: what the layout model takes for one table or picture.
        captions: of that kind, on the page.
        page: its words tell where white space is.
    """
    near = sorted((each.box for each in captions if _stands_by(each.box, rect)), key=lambda box: box.x0)
    cuts = []
    for a, b in pairwise(near):
        level = (a.y0 > rect.y0) == (b.y0 > rect.y0)
        white = _white(rect, (a.x1 + b.x0) / 2, page) if level and a.x1 <= b.x0 + SLACK else None
        if white is not None:
            cuts.append(white)
    edges = [rect.x0, *(x for white in cuts for x in white), rect.x1]
    return [Rect(x0, rect.y0, x1, rect.y1) for x0, x1 in zip(edges[::2], edges[1::2], strict=True)]


def _stands_by(caption: Rect, rect: Rect) -> bool:
    """Whether a caption stands right under a box or over it, over most of the narrower one's width."""
    apart = max(caption.y0 - rect.y1, rect.y0 - caption.y1)
    common = min(caption.x1, rect.x1) - max(caption.x0, rect.x0)
    return -_INTO <= apart <= _NEAR and common > 0.5 * min(caption.x1 - caption.x0, rect.x1 - rect.x0)


def _white(rect: Rect, at: float, page: PageText) -> tuple[float, float] | None:
    """The white space that runs down a box at a place, from the words on its left to those on its right."""
    inside = [line.box for line in page.lines if covers(rect, line.box)]
    x0 = max((box.x1 for box in inside if box.x0 < at), default=at)
    x1 = min((box.x0 for box in inside if box.x0 >= at), default=at)
    return (x0, x1) if x0 <= at <= x1 and x1 - x0 >= _WHITE else None
