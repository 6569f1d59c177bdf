"""Anchors in the making, and how their boxes and lines lie to one another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from twintree.base.pages import Line, PageText
from twintree.base.records import Rect, Span

#: Points by which boxes of one thing may miss one another.
SLACK = 2.0


@dataclass(slots=True)
class Found:
    """An anchor in the making."""

    kind: str
    page: int
    number: str
    label: str
    spans: list[Span]
    box: Rect
    boxes: list[Rect] = field(default_factory=list)
    weight: float = 0.0

    @property
    def place(self) -> tuple[int, int]:
        """Its page and where its words begin there; behind all words where it has none."""
        return (self.page, self.spans[0].start if self.spans else 1 << 30)


def spans_of(page: PageText, lines: Iterable[Line]) -> tuple[Span, ...]:
    """The text of lines, those that follow one another joined."""
    places: list[tuple[int, int]] = []
    for line in sorted(lines, key=lambda line: line.start):
        if places and not page.text[places[-1][1] : line.start].strip():
            places[-1] = (places[-1][0], line.end)
        else:
            places.append((line.start, line.end))
    return tuple(Span(page.number, start, end) for start, end in places)


def covers(box: Rect, other: Rect) -> bool:
    """Whether the middle of ``other`` lies in ``box``."""
    x, y = (other.x0 + other.x1) / 2, (other.y0 + other.y1) / 2
    return box.x0 - SLACK <= x <= box.x1 + SLACK and box.y0 - SLACK <= y <= box.y1 + SLACK


def beside(box: Rect, other: Rect) -> bool:
    """Whether two boxes share most of the lower one's height: they stand in one row."""
    shared = min(box.y1, other.y1) - max(box.y0, other.y0)
    return shared > 0.5 * min(box.y1 - box.y0, other.y1 - other.y0) > 0


def union(boxes: Iterable[Rect]) -> Rect:
    """The least box that holds these, of which there is one at least."""
    found = list(boxes)
    return Rect(
        min(box.x0 for box in found),
        min(box.y0 for box in found),
        max(box.x1 for box in found),
        max(box.y1 for box in found),
    )


def overlaps(box: Rect, other: Rect) -> bool:
    """Whether two boxes share ground, more than the edges of their lines."""
    wide, high = min(box.x1, other.x1) - max(box.x0, other.x0), min(box.y1, other.y1) - max(box.y0, other.y0)
    return wide > 0 and high > 0.2 * min(box.y1 - box.y0, other.y1 - other.y0)


def shared(box: Rect, other: Rect) -> float:
    """The ground that two boxes share, in square points."""
    wide, high = min(box.x1, other.x1) - max(box.x0, other.x0), min(box.y1, other.y1) - max(box.y0, other.y0)
    return max(wide, 0.0) * max(high, 0.0)
