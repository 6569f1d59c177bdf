"""Between a scrolled view and the pages in it: where a page is in the view, and which page is at a place."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QAbstractScrollArea

from twintree_desktop.reader.layout import PageLayout


class PageFrame:
    """Geometry only; pixels of the view, points of the unturned page."""

    def __init__(self, view: QAbstractScrollArea, layout: PageLayout) -> None:
        self._view, self._layout = view, layout

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of what shows."""
        return self._view.viewport().width(), self._view.viewport().height()

    @property
    def offset(self) -> tuple[float, float]:
        """From the content to the view."""
        across, down = self._view.horizontalScrollBar(), self._view.verticalScrollBar()
        return -float(across.value()), -float(down.value())

    def set_bars(self) -> None:
        """Let the scroll bars span the content."""
        width, height = self.size
        down, across = self._view.verticalScrollBar(), self._view.horizontalScrollBar()
        down.setRange(0, max(0, self._layout.height - height))
        down.setPageStep(height)
        across.setRange(0, max(0, self._layout.width - width))
        across.setPageStep(width)

    def visible(self) -> range:
        """The pages that show."""
        top = self._view.verticalScrollBar().value()
        return self._layout.visible(top, top + self.size[1])

    def content(self, point: QPointF) -> QPointF:
        """A place in the view as one in the content."""
        return QPointF(point) - QPointF(*self.offset)

    def to_content(self, page: int) -> QTransform:
        """From points on a page to pixels in the content."""
        return self._layout.transform(page, self.size[0])

    def to_view(self, page: int) -> QTransform:
        """From points on a page to pixels in the view."""
        return self.to_content(page) * QTransform.fromTranslate(*self.offset)

    def rect(self, page: int) -> QRectF:
        """A page's box in the view."""
        return self._layout.rect(page, self.size[0]).translated(*self.offset)

    def on_page(self, point: QPointF) -> tuple[int, QPointF]:
        """The page nearest to a place in the view, and the place on it in points."""
        at = self.content(point)
        page = self._layout.page_at(round(at.y()))
        return page, self._layout.to_page(page, at, self.size[0])

    def in_view(self, page: int, area: QRectF) -> QRectF:
        """Where a box of a page is in the view."""
        return self.to_view(page).mapRect(area)
