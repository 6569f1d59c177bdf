"""What the layout model thinks of heading candidates: its boxes raise or lower their scores."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from twintree.base.pages import LayoutBox
from twintree.base.records import Rect
from twintree.structure.candidates import Candidate, Reading
from twintree.structure.roles import is_known_title
from twintree.structure.rows import Row
from twintree.structure.running import LARGER

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
#: Taken from what cannot be a heading, however its words sound.
_NEVER = 30.0
_SLACK = 3.0


def weigh(candidates: Sequence[Candidate], layout: Layout, reading: Reading) -> int:
    """Move the candidates' scores by what the layout model calls the box that they stand in.

    Args:
        candidates: scored by typography.
        layout: the model's boxes, by page number; pages that are missing say nothing.
        reading: the document that they are candidates of.

    Returns:
        How many of the model's heading boxes hold a candidate.
    """
    heads = {number: [box.rect for box in boxes if box.kind in _HEADINGS] for number, boxes in layout.items()}
    others = {number: [box.rect for box in boxes if box.kind in _OTHERS] for number, boxes in layout.items()}
    # What the model calls a heading inside a table or a picture is a label of it.
    within = {number: [box.rect for box in boxes if box.kind in _WHOLES] for number, boxes in layout.items()}
    texts = {number: [box.rect for box in boxes if box.kind == "text"] for number, boxes in layout.items()}
    rows: dict[int, list[Row]] = defaultdict(list)
    for row in reading.rows:
        rows[row.page].append(row)
    met: set[tuple[int, int]] = set()
    for each in candidates:
        hit = next((i for i, rect in enumerate(heads.get(each.page, ())) if _holds(rect, each)), None)
        inside = [rect for rect in within.get(each.page, ()) if _holds(rect, each)]
        if inside:
            cell = _may_be_cell(each, reading) and any(
                _has_beside(each, rect, rows[each.page]) for rect in inside
            )
            each.score = _moved(each.score, -_NEVER if cell else -_AGAINST if each.number else -_INSIDE)
        elif hit is not None:
            met.add((each.page, hit))
            each.score = _moved(each.score, _FOR)
            each.features["header_box"] = 1.0
        elif any(_holds(rect, each) for rect in others.get(each.page, ())):
            each.score = _moved(each.score, -_AGAINST)
        elif each.plain and each.number is None and _opens_a_text(each, texts.get(each.page, ())):
            each.score = _moved(each.score, -_NEVER)
    return len(met)


def _may_be_cell(each: Candidate, reading: Reading) -> bool:
    """Whether a title without a number has nothing of a heading: plain type, or none larger and no common words."""
    larger = any(row.size >= reading.body.size + LARGER for row in each.rows)
    return each.number is None and not larger and (each.plain or not is_known_title(each.title))


def _has_beside(each: Candidate, rect: Rect, rows: Sequence[Row]) -> bool:
    """Whether something else stands on a title's baseline within a table or a picture."""
    own = each.rows[0].box
    for row in rows:
        box = row.box
        apart = box.x0 >= own.x1 or box.x1 <= own.x0
        overlap = min(box.y1, own.y1) - max(box.y0, own.y0)
        level = overlap > 0.5 * min(box.y1 - box.y0, own.y1 - own.y0)
        if apart and level and rect.x0 - _SLACK <= (box.x0 + box.x1) / 2 <= rect.x1 + _SLACK:
            return True
    return False


def _opens_a_text(each: Candidate, texts: Sequence[Rect]) -> bool:
    """Whether the model takes a line for one of several of a paragraph or a listing."""
    lines = 2.5 * (each.rows[0].box.y1 - each.rows[0].box.y0) + each.box.y1 - each.box.y0
    return any(rect.y1 - rect.y0 > lines and _holds(rect, each) for rect in texts)


def _holds(rect: Rect, each: Candidate) -> bool:
    x = (each.box.x0 + each.box.x1) / 2
    first = each.rows[0].box
    y = (first.y0 + first.y1) / 2
    return rect.x0 - _SLACK <= x <= rect.x1 + _SLACK and rect.y0 - _SLACK <= y <= rect.y1 + _SLACK


def _moved(score: float, step: float) -> float:
    score = min(1 - 1e-6, max(1e-6, score))
    return 1 / (1 + math.exp(-(math.log(score / (1 - score)) + step)))
