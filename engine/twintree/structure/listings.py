"""Listings as pictures: lines that count up, right over their caption or under it, which the layout takes for text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twintree.base.pages import LayoutBox, PageText
from twintree.base.records import Rect
from twintree.structure.found import Found, covers, union
from twintree.structure.rows import Row, rows_of

_LINE = re.compile(r"(\d{1,3})(?![.,]?\d)")
#: So many lines make a listing where its caption says so, and where it speaks of a figure; points that its numbers may
#: stand apart at their left, and it from its caption.
_LEAST, _EVEN, _NEAR = {"algorithm": 2, "figure": 4}, 12.0, 40.0
#: How far under one another the lines of a listing stand at most, in sizes of their letters.
_LEADING = 2.2
#: Boxes of the layout that may be lines of a listing, or what stands over them: "Input: …".
_TEXT = frozenset({"text", "list-item", "section-header", "formula"})


def listing_of(caption: Found, page: PageText, boxes: Sequence[LayoutBox]) -> Rect | None:
    """Where the numbered lines that a caption names stand, with the boxes of the layout that hold them.

    Args:
        caption: of a listing, an algorithm or a figure, without a box.
        page: that it stands on.
        boxes: the layout's, of that page.
    """
    runs = [run for run in _runs(rows_of([page])) if len(run) >= _LEAST[caption.kind]]
    near = [
        (apart, union(row.box for row in run))
        for run in runs
        if (apart := _apart(run, caption.box)) is not None
    ]
    if not near:
        return None
    lines = min(near, key=lambda pair: pair[0])[1]
    holding = [
        box.rect
        for box in boxes
        if box.kind in _TEXT
        and not covers(box.rect, caption.box)
        and any(covers(box.rect, row.box) for run in runs for row in run if covers(lines, row.box))
    ]
    return union([lines, *holding])


def _runs(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows that count up by one, each right under the one before it: items of a list take several lines."""
    counted = [(int(match[1]), row) for row in rows if (match := _LINE.match(row.text))]
    runs: list[list[Row]] = []
    last: list[int] = []
    for number, row in sorted(counted, key=lambda pair: pair[1].box.y0):
        at = next(
            (i for i, run in enumerate(runs) if number == last[i] + 1 and _is_under(run[-1], row)), None
        )
        if at is not None:
            runs[at].append(row)
            last[at] = number
        elif number == 1:
            runs.append([row])
            last.append(number)
    return runs


def _is_under(before: Row, row: Row) -> bool:
    down = row.box.y0 - before.box.y0
    return abs(row.box.x0 - before.box.x0) <= _EVEN and 0 < down <= _LEADING * max(row.size, before.size)


def _apart(run: Sequence[Row], caption: Rect) -> float | None:
    """How far a listing is from a caption over or under it; None where it is too far, or beside it."""
    box = union(row.box for row in run)
    apart = max(caption.y0 - box.y1, box.y0 - caption.y1)
    level = min(box.x1, caption.x1) > max(box.x0, caption.x0)
    return apart if level and -2.0 <= apart <= _NEAR else None
