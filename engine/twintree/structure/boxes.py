"""What the layout model thinks of heading candidates: its boxes raise or lower their scores."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from twintree.base.pages import LayoutBox
from twintree.base.records import Rect
from twintree.structure.candidates import Candidate

Layout = Mapping[int, Sequence[LayoutBox]]

_HEADINGS = ("section-header", "title")
_OTHERS = (
    "table",
    "picture",
    "caption",
    "page-header",
    "page-footer",
    "list-item",
    "footnote",
    "formula",
)
_WHOLES = ("table", "picture")
#: Added to a candidate's log odds; of seven pairs tried, the best on outlines and on JATS alike.
_FOR = 2.0
_AGAINST = 1.0
#: Taken from words without a number that lie in a table or a picture: its bold cells look like titles.
_INSIDE = 3.0
_SLACK = 3.0


def weigh(candidates: Sequence[Candidate], layout: Layout) -> int:
    """Move the candidates' scores by what the layout model calls the box that they stand in.

    Args:
        candidates: scored by typography.
        layout: the model's boxes, by page number; pages that are missing say nothing.

    Returns:
        How many of the model's heading boxes hold a candidate.
    """
    heads = {number: [box.rect for box in boxes if box.kind in _HEADINGS] for number, boxes in layout.items()}
    others = {number: [box.rect for box in boxes if box.kind in _OTHERS] for number, boxes in layout.items()}
    # What the model calls a heading inside a table or a picture is a label of it.
    within = {number: [box.rect for box in boxes if box.kind in _WHOLES] for number, boxes in layout.items()}
    met: set[tuple[int, int]] = set()
    for each in candidates:
        hit = next((i for i, rect in enumerate(heads.get(each.page, ())) if _holds(rect, each)), None)
        if any(_holds(rect, each) for rect in within.get(each.page, ())):
            each.score = _moved(each.score, -_AGAINST if each.number else -_INSIDE)
        elif hit is not None:
            met.add((each.page, hit))
            each.score = _moved(each.score, _FOR)
            each.features["header_box"] = 1.0
        elif any(_holds(rect, each) for rect in others.get(each.page, ())):
            each.score = _moved(each.score, -_AGAINST)
    return len(met)


def _holds(rect: Rect, each: Candidate) -> bool:
    x = (each.box.x0 + each.box.x1) / 2
    first = each.rows[0].box
    y = (first.y0 + first.y1) / 2
    return rect.x0 - _SLACK <= x <= rect.x1 + _SLACK and rect.y0 - _SLACK <= y <= rect.y1 + _SLACK


def _moved(score: float, step: float) -> float:
    score = min(1 - 1e-6, max(1e-6, score))
    return 1 / (1 + math.exp(-(math.log(score / (1 - score)) + step)))
