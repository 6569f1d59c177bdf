"""How large pages are shown: a free zoom about a place, or one that follows the width or the whole page.

Signals:
    Zoom.changed(float): pixels a point
    Zoom.arranged(): pages lie elsewhere now
"""

from __future__ import annotations

import enum

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtWidgets import QAbstractScrollArea

from twintree_desktop.reader.frame import PageFrame
from twintree_desktop.reader.layout import PageLayout

_STEP = 1.2


class Fit(enum.StrEnum):
    """What the zoom follows."""

    WIDTH = "width"
    PAGE = "page"
    FREE = "free"


class Zoom(QObject):
    """Zooms a view, and keeps the words that are looked at where they are."""

    changed = Signal(float)
    arranged = Signal()

    def __init__(self, view: QAbstractScrollArea, layout: PageLayout, frame: PageFrame) -> None:
        super().__init__(view)
        self._view, self._layout, self._frame = view, layout, frame
        self.fit = Fit.WIDTH

    def set(self, zoom: float, about: QPointF | None = None) -> None:
        """Zoom freely; the words under ``about`` (in the view) stay where they are."""
        self.fit = Fit.FREE
        self._apply(zoom, about)

    def by(self, steps: float, about: QPointF | None = None) -> None:
        """Zoom by steps of a fifth."""
        self.set(self._layout.zoom * _STEP**steps, about)

    def follow(self, page: int) -> None:
        """Fit again: the view has another size, or the pages have."""
        width, height = self._frame.size
        if self.fit is Fit.WIDTH:
            self._apply(self._layout.fit_width(width), None)
        elif self.fit is Fit.PAGE:
            self._apply(self._layout.fit_page(width, height, page), None)
        else:
            self._frame.set_bars()
            self.arranged.emit()

    def _apply(self, zoom: float, about: QPointF | None) -> None:
        about = about or QPointF(self._frame.size[0] / 2, 0)
        page, point = self._frame.on_page(about)
        self._layout.arrange(zoom=zoom)
        self._frame.set_bars()
        back = self._frame.to_content(page).map(point)
        self._view.verticalScrollBar().setValue(round(back.y() - about.y()))
        self._view.horizontalScrollBar().setValue(round(back.x() - about.x()))
        self.arranged.emit()
        self.changed.emit(self._layout.zoom)
