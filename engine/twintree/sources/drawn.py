"""Drawn figures as wide and high as their strokes: the layout model sometimes sees no more than the words inside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from twintree.base.pages import LayoutBox
from twintree.base.records import Rect

#: Points over which a stroke still touches its figure, and that a figure grows by at least to be another one.
_TOUCH, _GROWN = 3.0, 4.0
#: Of a page: the share that a stroke may cover, else it is a background or a frame.
_PAGE = 0.6
#: Of another part of the page, the share that a figure may cover beyond what it covered before.
_SHARED = 0.05
#: Strokes of a page that are looked at; what has more was seen as a figure anyway. Rounds of growing.
_MOST, _ROUNDS = 20_000, 20

#: What MuPDF calls strokes and filled shapes.
_KINDS = frozenset({"stroke-path", "fill-path", "fill-shade"})

_Boxes = NDArray[np.float64]


def whole_figures(page: Any, boxes: Sequence[LayoutBox]) -> list[LayoutBox]:
    """The boxes of a page, its pictures grown over the strokes that touch them, as far as nothing else stands there.

    Args:
        page: as it is shown.
        boxes: the layout model's.
    """
    if not any(box.kind == "picture" for box in boxes):
        return list(boxes)
    strokes = _strokes(page)
    if not len(strokes):
        return list(boxes)
    found = []
    for box in boxes:
        others = _array([each.rect for each in boxes if each is not box])
        found.append(replace(box, rect=_grown(box.rect, strokes, others)) if box.kind == "picture" else box)
    return found


def _grown(rect: Rect, strokes: _Boxes, others: _Boxes) -> Rect:
    whole = _array([rect])[0]
    before = _shares(whole, others)
    for _ in range(_ROUNDS):
        near = _touching(strokes, whole) & ~_inside(strokes, whole)
        if not near.any():
            break
        larger = _union(whole, strokes[near])
        if not _is_free(larger, before, others):
            # One at a time: a rule beside the figure must not keep it from its own strokes. What it may not take
            # in now it may not when it is larger.
            larger, kept = whole, ~near
            for at in np.flatnonzero(near):
                one = _union(larger, strokes[at][None])
                if _is_free(one, before, others):
                    larger, kept[at] = one, True
            if (larger == whole).all():
                break
            strokes = strokes[kept]
        whole = larger
    made = Rect(*(float(at) for at in whole))
    grown = max(rect.x0 - made.x0, rect.y0 - made.y0, made.x1 - rect.x1, made.y1 - rect.y1)
    return made if grown >= _GROWN else rect


def _strokes(page: Any) -> _Boxes:
    """The boxes of what is drawn on a page, backgrounds apart."""
    try:
        # Its boxes of strokes are wider than the strokes: it only tells how many there are, and cheaply.
        if sum(kind in _KINDS for kind, _ in page.get_bboxlog()) > _MOST:
            return np.zeros((0, 4))
        drawn = list(_shown(page.get_cdrawings(extended=True), page.rect))
    except (RuntimeError, ValueError, KeyError):
        return np.zeros((0, 4))
    edges = np.array(drawn, np.float64).reshape(-1, 4)
    frame = page.rect
    wide, high = edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]
    small = (wide * high < _PAGE * frame.width * frame.height) & (wide >= 0) & (high >= 0)
    kept: _Boxes = edges[small]
    return kept


def _shown(drawn: Iterable[dict[str, Any]], frame: Any) -> Iterator[tuple[float, ...]]:
    """The boxes of strokes as far as the clips that hold them let them be seen."""
    clips: list[tuple[int, tuple[float, ...]]] = [(-1, tuple(frame))]
    for each in drawn:
        while clips[-1][0] >= each["level"]:
            clips.pop()
        low, high = clips[-1][1][:2], clips[-1][1][2:]
        rect = each.get("scissor") if each["type"] == "clip" else each.get("rect")
        if rect is None:
            continue
        box = (*map(max, rect[:2], low), *map(min, rect[2:], high))
        if each["type"] == "clip":
            clips.append((each["level"], box))
        elif each["type"] != "group":
            yield box


def _array(rects: Sequence[Rect]) -> _Boxes:
    return np.array([(each.x0, each.y0, each.x1, each.y1) for each in rects], np.float64).reshape(-1, 4)


def _touching(strokes: _Boxes, box: _Boxes) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (
        (strokes[:, 0] <= box[2] + _TOUCH)
        & (strokes[:, 2] >= box[0] - _TOUCH)
        & (strokes[:, 1] <= box[3] + _TOUCH)
        & (strokes[:, 3] >= box[1] - _TOUCH)
    )
    return found


def _inside(strokes: _Boxes, box: _Boxes) -> NDArray[np.bool_]:
    low: NDArray[np.bool_] = np.all(strokes[:, :2] >= box[:2], axis=1)
    high: NDArray[np.bool_] = np.all(strokes[:, 2:] <= box[2:], axis=1)
    return low & high


def _union(box: _Boxes, more: _Boxes) -> _Boxes:
    return np.concatenate(
        [np.minimum(box[:2], more[:, :2].min(axis=0)), np.maximum(box[2:], more[:, 2:].max(axis=0))]
    )


def _shares(box: _Boxes, others: _Boxes) -> _Boxes:
    """What share of each other box a box covers."""
    wide = (np.minimum(others[:, 2], box[2]) - np.maximum(others[:, 0], box[0])).clip(0)
    high = (np.minimum(others[:, 3], box[3]) - np.maximum(others[:, 1], box[1])).clip(0)
    own = (others[:, 2] - others[:, 0]) * (others[:, 3] - others[:, 1])
    found: _Boxes = wide * high / np.maximum(own, 1e-6)
    return found


def _is_free(box: _Boxes, before: _Boxes, others: _Boxes) -> bool:
    return bool((_shares(box, others) <= before + _SHARED).all())
