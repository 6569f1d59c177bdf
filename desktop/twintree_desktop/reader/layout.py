"""Where pages lie: sizes in points, laid out in pixels for a zoom, a rotation and a flow; no painting."""

from __future__ import annotations

import enum
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform

from twintree.base.records import Rect

#: Pixels around and between pages.
MARGIN = 16
GAP = 12
#: Pixels a point.
SMALLEST_ZOOM = 0.1
LARGEST_ZOOM = 8.0


class Flow(enum.StrEnum):
    """How pages follow each other."""

    CONTINUOUS = "continuous"
    SINGLE = "single"


@dataclass(frozen=True)
class Sheet:
    """A page's size in points, as it stands in the file, and its printed label."""

    width: float
    height: float
    label: str = ""


class PageLayout:
    """Places sheets under each other, or the current one alone; pages count from 1, lengths are pixels."""

    def __init__(self, sheets: Sequence[Sheet], gap: int = GAP, margin: int = MARGIN) -> None:
        self.sheets = tuple(sheets)
        self._gap, self._margin = gap, margin
        self.zoom = 1.0
        self.rotation = 0
        self.flow = Flow.CONTINUOUS
        self.current = 1
        self._tops: list[int] = []
        self.width = self.height = 0
        self.arrange()

    def arrange(
        self, *, zoom: float | None = None, rotation: int | None = None, flow: Flow | None = None
    ) -> None:
        """Lay the pages out anew."""
        self.zoom = min(LARGEST_ZOOM, max(SMALLEST_ZOOM, self.zoom if zoom is None else zoom))
        self.rotation = self.rotation if rotation is None else rotation % 360
        self.flow = self.flow if flow is None else flow
        top, self._tops = self._margin, []
        for number in range(1, len(self.sheets) + 1):
            self._tops.append(top)
            top += self.size(number)[1] + self._gap
        self.height = max(0, top - self._gap + self._margin)
        if self.flow is Flow.SINGLE and self.sheets:
            self.height = self.size(self.current)[1] + 2 * self._margin
        widest = max((self.size(n)[0] for n in self._shown()), default=0)
        self.width = widest + 2 * self._margin

    def _shown(self) -> range:
        if self.flow is Flow.SINGLE and self.sheets:
            return range(self.current, self.current + 1)
        return range(1, len(self.sheets) + 1)

    def points(self, page: int) -> tuple[float, float]:
        """Width and height of a page in points, turned as it is shown."""
        sheet = self.sheets[page - 1]
        return (sheet.height, sheet.width) if self.rotation % 180 else (sheet.width, sheet.height)

    def size(self, page: int) -> tuple[int, int]:
        """Width and height of a page in pixels."""
        width, height = self.points(page)
        return max(1, round(width * self.zoom)), max(1, round(height * self.zoom))

    def top(self, page: int) -> int:
        """Where a page begins."""
        return self._margin if self.flow is Flow.SINGLE else self._tops[page - 1]

    def rect(self, page: int, available: int = 0) -> QRectF:
        """A page's box in the content, centred in ``available`` pixels when it is narrower."""
        width, height = self.size(page)
        left = max(self._margin, (max(available, self.width) - width) // 2)
        return QRectF(left, self.top(page), width, height)

    def visible(self, first: int, last: int) -> range:
        """The pages that show anything between these heights."""
        if not self.sheets:
            return range(1, 1)
        if self.flow is Flow.SINGLE:
            return self._shown()
        return range(self.page_at(first), self.page_at(last) + 1)

    def page_at(self, height: int) -> int:
        """The page that covers a height; the gap below a page belongs to it."""
        if self.flow is Flow.SINGLE:
            return self.current
        return max(1, min(len(self.sheets), bisect_right(self._tops, height)))

    def fit_width(self, available: int) -> float:
        """The zoom at which the widest page fills the width."""
        widest = max((self.points(n)[0] for n in self._shown()), default=1.0)
        return max(SMALLEST_ZOOM, (available - 2 * self._margin) / max(widest, 1.0))

    def fit_page(self, available: int, height: int, page: int) -> float:
        """The zoom at which one page is seen whole."""
        points = self.points(page)
        across = (available - 2 * self._margin) / max(points[0], 1.0)
        down = (height - 2 * self._margin) / max(points[1], 1.0)
        return max(SMALLEST_ZOOM, min(across, down))

    def transform(self, page: int, available: int = 0) -> QTransform:
        """From points on the unturned page to pixels in the content."""
        rect, sheet = self.rect(page, available), self.sheets[page - 1]
        to = QTransform()
        to.translate(rect.x(), rect.y())
        width, height = self.points(page)
        to.scale(rect.width() / max(width, 1e-6), rect.height() / max(height, 1e-6))
        match self.rotation:
            case 90:
                to.translate(sheet.height, 0)
            case 180:
                to.translate(sheet.width, sheet.height)
            case 270:
                to.translate(0, sheet.width)
        to.rotate(self.rotation)
        return to

    def to_page(self, page: int, point: QPointF, available: int = 0) -> QPointF:
        """From pixels in the content to points on the unturned page."""
        inverse, _ = self.transform(page, available).inverted()
        return inverse.map(point)


def box(rect: Rect) -> QRectF:
    """The engine's box as Qt's."""
    return QRectF(rect.x0, rect.y0, rect.x1 - rect.x0, rect.y1 - rect.y0)
