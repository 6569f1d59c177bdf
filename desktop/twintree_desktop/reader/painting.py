"""Paints one page into a view: its picture or what stands in for it, and its marks."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QTransform

from twintree_desktop.messages import describe
from twintree_desktop.reader.demand import PageDemand
from twintree_desktop.reader.frame import PageFrame
from twintree_desktop.reader.layout import PageLayout
from twintree_desktop.reader.marks import PageMarks, Sheetlet, paint_lines, paint_marks
from twintree_desktop.reader.pointer import Pointer
from twintree_desktop.reader.renderer import PageRenderer
from twintree_desktop.reader.texts import PageTexts
from twintree_desktop.theme import Appearance, Type
from twintree_desktop.tokens import DARK


class PagePainter:
    """Holds what a page's look depends on."""

    def __init__(
        self,
        appearance: Appearance,
        renderer: PageRenderer,
        layout: PageLayout,
        frame: PageFrame,
        demand: PageDemand,
        texts: PageTexts,
        pointer: Pointer,
    ) -> None:
        self._appearance, self._renderer = appearance, renderer
        self._layout, self._frame, self._demand = layout, frame, demand
        self._texts, self._pointer = texts, pointer

    def paint(self, painter: QPainter, page: int, marks: PageMarks | None, ratio: float) -> None:
        """Paint a page; ``ratio`` is device pixels a pixel."""
        theme, rect, to_view = self._appearance.theme, self._frame.rect(page), self._frame.to_view(page)
        painter.fillRect(rect, QColor(DARK.surface) if self._demand.dark else Qt.GlobalColor.white)
        image = self._renderer.cache.nearest(self._demand.key(page), self._demand.scale(page))
        if image is None:
            self._paint_missing(painter, page, rect, to_view)
        else:
            self._paint_image(painter, image, page, rect, ratio)
            shown = self._with_selection(page, marks)
            if shown is not None:
                sheet = self._layout.sheets[page - 1]
                look = Sheetlet(to_view, image, sheet.width, sheet.height, self._demand.dark)
                paint_marks(painter, shown, look, theme)
        painter.setPen(QPen(theme.colour("border"), 1))
        painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _paint_image(self, painter: QPainter, image: QImage, page: int, rect: QRectF, ratio: float) -> None:
        sharp = (
            self._layout.rotation == 0
            and abs(image.width() - rect.width() * ratio) <= 1
            and abs(image.height() - rect.height() * ratio) <= 1
        )
        if sharp:
            shown = QImage(image)
            shown.setDevicePixelRatio(ratio)
            painter.drawImage(rect.topLeft(), shown)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setTransform(self._frame.to_view(page), True)
        sheet = self._layout.sheets[page - 1]
        painter.drawImage(QRectF(0, 0, sheet.width, sheet.height), image, QRectF(image.rect()))
        painter.restore()

    def _paint_missing(self, painter: QPainter, page: int, rect: QRectF, to_view: QTransform) -> None:
        problem = self._renderer.problem(self._demand.key(page))
        theme = self._appearance.theme
        if problem is None:
            text = self._texts.known(page)
            if text is not None:
                paint_lines(painter, [line.box for line in text.lines], to_view, theme)
            return
        painter.setPen(theme.colour("error"))
        painter.setFont(theme.font(Type.BODY))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(rect.adjusted(24, 24, -24, -24), int(flags), describe(problem))

    def _with_selection(self, page: int, marks: PageMarks | None) -> PageMarks | None:
        text, selection = self._texts.known(page), self._pointer.selection
        chosen = tuple(selection.rects(text)) if selection is not None and text is not None else ()
        if not chosen:
            return marks
        base = marks or PageMarks()
        return PageMarks(base.lit, base.highlights, base.matches, base.match, chosen)
