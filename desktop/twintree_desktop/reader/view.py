"""The pages of one paper: scrolled, zoomed, turned, painted from the cache, with words to select.

Signals:
    page_changed(int): another page is the one being read
    zoom_changed(float): pixels a point
    selection_changed(): see ``pointer.selection``
    selected(): the person let go with words selected
    context_wanted(QPoint): the context menu, at this place in the view
"""

from __future__ import annotations

import enum
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QGestureEvent, QPinchGesture

from twintree.base.ids import FileId
from twintree_desktop.messages import describe
from twintree_desktop.reader.cache import PageKey
from twintree_desktop.reader.document import Document
from twintree_desktop.reader.layout import MARGIN, Flow, PageLayout
from twintree_desktop.reader.marks import PageMarks, Sheetlet, paint_lines, paint_marks
from twintree_desktop.reader.pointer import Grain, Pointer
from twintree_desktop.reader.renderer import PageRenderer, Request
from twintree_desktop.reader.texts import PageTexts
from twintree_desktop.session import Session
from twintree_desktop.theme import Type
from twintree_desktop.widgets import Debounce

#: Pixels a point of the small picture that stands in until the sharp one is there.
PREVIEW = 0.35
#: The most device pixels of one page picture; beyond, it is scaled up.
_MOST_PIXELS = 16_000_000
#: Pages that are drawn ahead, sharp and small.
_AHEAD_SHARP, _AHEAD_SMALL = 2, 12
_STEP = 1.2
_LINE_PIXELS = 48


class Fit(enum.StrEnum):
    """What the zoom follows."""

    WIDTH = "width"
    PAGE = "page"
    FREE = "free"


class PageView(QAbstractScrollArea):
    """Paints pages; knows nothing of tabs, outlines or the library's other views."""

    page_changed = Signal(int)
    zoom_changed = Signal(float)
    selection_changed = Signal()
    selected = Signal()
    context_wanted = Signal(QPoint)

    def __init__(self, session: Session, renderer: PageRenderer, document: Document) -> None:
        super().__init__()
        self._session, self._renderer = session, renderer
        self.file: FileId = document.file.id
        self.layout_ = PageLayout(document.sheets)
        self.texts = PageTexts(session, self.file, self)
        self.pointer = Pointer(self.texts, self)
        self.marks: dict[int, PageMarks] = {}
        self.fit = Fit.WIDTH
        self.dark = session.appearance.theme.dark
        self._page = 1
        # Before it is shown a view has no size, and so nowhere to go.
        self._ready = False
        self._awaited: tuple[int, float | None] | None = None
        self._clicks = 0
        self._settle = Debounce(60, self._request, self)
        self._prepare()

    def _prepare(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Pages"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().grabGesture(Qt.GestureType.PinchGesture)
        self.verticalScrollBar().setSingleStep(_LINE_PIXELS)
        self.horizontalScrollBar().setSingleStep(_LINE_PIXELS)
        # Always there: a bar that comes and goes would change the width that the zoom follows.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().valueChanged.connect(self._moved)
        self._renderer.drawn.connect(self._drawn)
        self._renderer.failed.connect(self._drawn)
        self.texts.arrived.connect(self._text_arrived)
        self.pointer.changed.connect(self._selection_changed)
        self.pointer.finished.connect(self.selected)

    # ── where the person is ──────────────────────────────────────────────────────────────────────────

    @property
    def page(self) -> int:
        """The page being read, from 1."""
        return self._page

    @property
    def pages(self) -> int:
        """How many there are."""
        return len(self.layout_.sheets)

    def place(self) -> tuple[int, float]:
        """The page at the top of the view, and how far down it the view begins, in points."""
        top = self.verticalScrollBar().value()
        page = self.layout_.page_at(top + MARGIN)
        return page, (top - self.layout_.top(page)) / self.layout_.zoom

    def go_to(self, page: int, down: float | None = None) -> None:
        """Show a page from its top, or from ``down`` points below it."""
        page = max(1, min(self.pages, page))
        if not self._ready:
            self._page, self._awaited = page, (page, down)
            return
        if self.layout_.flow is Flow.SINGLE and page != self.layout_.current:
            self.layout_.current = page
            self._arranged()
        top = self.layout_.top(page)
        offset = -MARGIN if down is None else down * self.layout_.zoom
        self.verticalScrollBar().setValue(round(top + offset))
        self._moved()

    def reveal(self, page: int, area: QRectF) -> None:
        """Bring a box of a page (in points, unturned) to the upper third of the view, and into its width."""
        self.go_to(page)
        mapped = self._to_content(page).mapRect(area)
        height = self.viewport().height()
        if (
            mapped.top() < self.verticalScrollBar().value()
            or mapped.bottom() > (self.verticalScrollBar().value() + height)
            or mapped.top() > self.verticalScrollBar().value() + height * 0.6
        ):
            self.verticalScrollBar().setValue(round(mapped.top() - height / 3))
        left, width = self.horizontalScrollBar().value(), self.viewport().width()
        if mapped.left() < left or mapped.right() > left + width:
            self.horizontalScrollBar().setValue(round(mapped.left() - MARGIN))
        self._moved()

    def turn_page(self, step: int) -> None:
        """Go some pages on or back."""
        self.go_to(self._page + step)

    # ── how it is shown ──────────────────────────────────────────────────────────────────────────────

    def set_zoom(self, zoom: float, about: QPointF | None = None) -> None:
        """Zoom freely; the words under ``about`` (in the view) stay where they are."""
        self.fit = Fit.FREE
        self._zoom(zoom, about)

    def zoom_by(self, steps: float, about: QPointF | None = None) -> None:
        """Zoom by steps of a fifth."""
        self.set_zoom(self.layout_.zoom * _STEP**steps, about)

    def set_fit(self, fit: Fit) -> None:
        """Follow the width, or show whole pages."""
        self.fit = fit
        self._follow()

    def set_flow(self, flow: Flow) -> None:
        """Pages under each other, or one at a time."""
        page = self._page
        self.layout_.current = page
        self.layout_.arrange(flow=flow)
        self._follow()
        self.go_to(page)

    def rotate(self, degrees: int = 90) -> None:
        """Turn the pages clockwise."""
        page = self._page
        self.layout_.arrange(rotation=self.layout_.rotation + degrees)
        self._follow()
        self.go_to(page)

    def set_dark(self, dark: bool) -> None:
        """Read on dark paper or on white."""
        self.dark = dark
        self._request()
        self.viewport().update()

    def _follow(self) -> None:
        width, height = self.viewport().width(), self.viewport().height()
        if self.fit is Fit.WIDTH:
            self._zoom(self.layout_.fit_width(width), None)
        elif self.fit is Fit.PAGE:
            self._zoom(self.layout_.fit_page(width, height, self._page), None)
        else:
            self._arranged()

    def _zoom(self, zoom: float, about: QPointF | None) -> None:
        about = about or QPointF(self.viewport().width() / 2, 0)
        at = self._content(about)
        page = self.layout_.page_at(round(at.y()))
        point = self.layout_.to_page(page, at, self.viewport().width())
        self.layout_.arrange(zoom=zoom)
        self._set_bars()
        back = self._to_content(page).map(point)
        self.verticalScrollBar().setValue(round(back.y() - about.y()))
        self.horizontalScrollBar().setValue(round(back.x() - about.x()))
        self._arranged()
        self.zoom_changed.emit(self.layout_.zoom)

    def _arranged(self) -> None:
        self._set_bars()
        self.viewport().update()
        self._settle.start()

    def _set_bars(self) -> None:
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        height, width = self.viewport().height(), self.viewport().width()
        down.setRange(0, max(0, self.layout_.height - height))
        down.setPageStep(height)
        across.setRange(0, max(0, self.layout_.width - width))
        across.setPageStep(width)

    # ── pictures ─────────────────────────────────────────────────────────────────────────────────────

    def _scale(self, page: int) -> float:
        """Device pixels a point at which a page's picture is wanted."""
        sheet = self.layout_.sheets[page - 1]
        wanted = self.layout_.zoom * self.devicePixelRatioF()
        most = (_MOST_PIXELS / max(1.0, sheet.width * sheet.height)) ** 0.5
        return float(round(min(wanted, most), 4))

    def _key(self, page: int) -> PageKey:
        return PageKey(self.file, page, self.dark)

    def _visible(self) -> range:
        top = self.verticalScrollBar().value()
        return self.layout_.visible(top, top + self.viewport().height())

    def _requests(self) -> Iterator[Request]:
        seen = self._visible()
        cache = self._renderer.cache
        for page in seen:
            if cache.nearest(self._key(page), PREVIEW) is None:
                yield Request(self._key(page), PREVIEW)
        for page in seen:
            yield Request(self._key(page), self._scale(page))
        for page in self._around(seen, _AHEAD_SHARP):
            yield Request(self._key(page), self._scale(page), urgent=False)
        for page in self._around(seen, _AHEAD_SMALL):
            if cache.nearest(self._key(page), PREVIEW) is None:
                yield Request(self._key(page), PREVIEW, urgent=False)

    def _around(self, seen: range, reach: int) -> Iterator[int]:
        for step in range(1, reach + 1):
            for page in (seen.stop - 1 + step, seen.start - step):
                if 1 <= page <= self.pages:
                    yield page

    def _request(self) -> None:
        if not self.isVisible():
            self._renderer.want(self, ())
            return
        self._renderer.want(self, list(self._requests()))
        self.texts.want(self._visible())

    def _drawn(self, key: PageKey) -> None:
        if key.file == self.file and key.page in self._visible():
            self.viewport().update()

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._session.appearance.theme
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme.colour("bg"))
        for page in self._visible():
            self._paint_page(painter, page)
        painter.end()

    def _paint_page(self, painter: QPainter, page: int) -> None:
        theme = self._session.appearance.theme
        rect = self._rect(page)
        paper = theme.colour("surface") if self.dark and theme.dark else Qt.GlobalColor.white
        painter.fillRect(rect, paper if not self.dark or theme.dark else theme.colour("text"))
        image = self._renderer.cache.nearest(self._key(page), self._scale(page))
        to_view = self._to_content(page) * QTransform.fromTranslate(*self._negative_scroll())
        if image is None:
            self._paint_missing(painter, page, rect, to_view)
        else:
            self._paint_image(painter, image, page, rect, to_view)
        sheet = self.layout_.sheets[page - 1]
        marks = self._marks_of(page)
        if marks is not None and image is not None:
            look = Sheetlet(to_view, image, sheet.width, sheet.height, self.dark)
            paint_marks(painter, marks, look, theme)
        painter.setPen(QPen(theme.colour("border"), 1))
        painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _paint_image(
        self, painter: QPainter, image: QImage, page: int, rect: QRectF, to_view: QTransform
    ) -> None:
        ratio = self.devicePixelRatioF()
        sharp = (
            self.layout_.rotation == 0
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
        painter.setTransform(to_view, True)
        sheet = self.layout_.sheets[page - 1]
        painter.drawImage(QRectF(0, 0, sheet.width, sheet.height), image, QRectF(image.rect()))
        painter.restore()

    def _paint_missing(self, painter: QPainter, page: int, rect: QRectF, to_view: QTransform) -> None:
        problem = self._renderer.problem(self._key(page))
        theme = self._session.appearance.theme
        if problem is None:
            text = self.texts.known(page)
            if text is not None:
                paint_lines(painter, [line.box for line in text.lines], to_view, theme)
            return
        painter.setPen(theme.colour("error"))
        painter.setFont(theme.font(Type.BODY))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(rect.adjusted(24, 24, -24, -24), int(flags), describe(problem))

    def _marks_of(self, page: int) -> PageMarks | None:
        marks = self.marks.get(page)
        text = self.texts.known(page)
        selection = self.pointer.selection
        if selection is None or text is None:
            return marks
        chosen = tuple(selection.rects(text))
        if not chosen:
            return marks
        base = marks or PageMarks()
        return PageMarks(base.lit, base.highlights, base.matches, base.match, chosen)

    # ── geometry ─────────────────────────────────────────────────────────────────────────────────────

    def _negative_scroll(self) -> tuple[float, float]:
        return -float(self.horizontalScrollBar().value()), -float(self.verticalScrollBar().value())

    def _content(self, point: QPointF) -> QPointF:
        return QPointF(point) - QPointF(*self._negative_scroll())

    def _to_content(self, page: int) -> QTransform:
        return self.layout_.transform(page, self.viewport().width())

    def _rect(self, page: int) -> QRectF:
        return self.layout_.rect(page, self.viewport().width()).translated(*self._negative_scroll())

    def on_page(self, point: QPointF) -> tuple[int, QPointF]:
        """The page nearest to a place in the view, and the place on it in points."""
        at = self._content(point)
        page = self.layout_.page_at(round(at.y()))
        return page, self.layout_.to_page(page, at, self.viewport().width())

    def in_view(self, page: int, area: QRectF) -> QRectF:
        """Where a box of a page (points, unturned) is in the view."""
        return self._to_content(page).mapRect(area).translated(*self._negative_scroll())

    # ── events ───────────────────────────────────────────────────────────────────────────────────────

    def _moved(self) -> None:
        if not self._ready:
            return
        self.viewport().update()
        top = self.verticalScrollBar().value() + self.viewport().height() // 3
        page = self.layout_.page_at(top)
        if page != self._page:
            self._page = page
            self.page_changed.emit(page)
        self._request()

    def _text_arrived(self, page: int) -> None:
        waiting = self._renderer.cache.nearest(self._key(page), PREVIEW) is None
        if waiting or self.pointer.selection is not None:
            self.viewport().update()

    def _selection_changed(self) -> None:
        self.viewport().update()
        self.selection_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ready = True
        if self._awaited is not None:
            (page, down), self._awaited = self._awaited, None
            self.go_to(page, down)
        self._settle.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._renderer.want(self, ())

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(event.angleDelta().y() / 120, event.position())
            event.accept()
            return
        bar = self.verticalScrollBar()
        before = bar.value()
        super().wheelEvent(event)
        if self.layout_.flow is Flow.SINGLE and bar.value() == before and event.angleDelta().y():
            self._over_edge(-1 if event.angleDelta().y() > 0 else 1)

    def _over_edge(self, step: int) -> None:
        if 1 <= self._page + step <= self.pages:
            self.turn_page(step)
            if step < 0:
                self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent) and (
            event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            self.set_zoom(self.layout_.zoom * (1 + event.value()), event.position())
            return True
        if isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                about = QPointF(self.viewport().mapFromGlobal(pinch.centerPoint().toPoint()))
                self.set_zoom(self.layout_.zoom * pinch.scaleFactor(), about)
                return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._clicks = self._clicks + 1 if self._clicks and self._clicks < 3 else 1
        grain = {1: Grain.CHARACTER, 2: Grain.WORD, 3: Grain.LINE}[self._clicks]
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.pointer.press(*self.on_page(event.position()), grain, extend=shift)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._clicks = 1
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        page, point = self.on_page(event.position())
        if self.pointer.dragging:
            self.pointer.drag(page, point)
            self._scroll_along(event.position().y())
            return
        self._clicks = 0
        over = self.pointer.over_text(page, point)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor if over else Qt.CursorShape.ArrowCursor)

    def _scroll_along(self, y: float) -> None:
        beyond = min(0.0, y) + max(0.0, y - self.viewport().height())
        if beyond:
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + round(beyond / 2))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self.pointer.release()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.context_wanted.emit(event.pos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = _KEYS.get(Qt.Key(event.key()))
        if steps is None or event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            super().keyPressEvent(event)
            return
        bar = self.verticalScrollBar()
        back = event.key() == Qt.Key.Key_Space and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        lines, screens = (0.0, -1.0) if back else steps
        before = bar.value()
        bar.setValue(
            round(before + lines * _LINE_PIXELS + screens * (self.viewport().height() - _LINE_PIXELS))
        )
        if self.layout_.flow is Flow.SINGLE and bar.value() == before:
            self._over_edge(1 if lines + screens > 0 else -1)


#: Keys that move down or up: by lines of text, by screens.
_KEYS: dict[Qt.Key, tuple[float, float]] = {
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_J: (1, 0),
    Qt.Key.Key_K: (-1, 0),
    Qt.Key.Key_PageDown: (0, 1),
    Qt.Key.Key_PageUp: (0, -1),
    Qt.Key.Key_Space: (0, 1),
    Qt.Key.Key_Home: (0, -1e6),
    Qt.Key.Key_End: (0, 1e6),
}
