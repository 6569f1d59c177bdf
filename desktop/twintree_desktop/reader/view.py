"""The pages of one paper: scrolled, turned, painted from the cache, with words to select.

Signals:
    page_changed(int): another page is the one being read
    context_wanted(QPoint): the context menu, at this place in the view
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from twintree.base.ids import FileId
from twintree_desktop.reader.cache import PageKey
from twintree_desktop.reader.demand import PREVIEW, PageDemand
from twintree_desktop.reader.document import Document
from twintree_desktop.reader.frame import PageFrame
from twintree_desktop.reader.hands import PageHands
from twintree_desktop.reader.layout import MARGIN, Flow, PageLayout
from twintree_desktop.reader.marks import PageMarks
from twintree_desktop.reader.painting import PagePainter
from twintree_desktop.reader.pointer import Pointer
from twintree_desktop.reader.renderer import PageRenderer
from twintree_desktop.reader.texts import PageTexts
from twintree_desktop.reader.zooming import Fit, Zoom
from twintree_desktop.session import Session
from twintree_desktop.widgets import Debounce

_LINE_PIXELS = 48


class PageView(QAbstractScrollArea):
    """Paints pages; knows nothing of tabs, outlines or the library's other views."""

    page_changed = Signal(int)
    context_wanted = Signal(QPoint)

    def __init__(self, session: Session, renderer: PageRenderer, document: Document) -> None:
        super().__init__()
        look = session.appearance
        self._appearance, self._renderer = look, renderer
        self.file: FileId = document.file.id
        self.sheets = PageLayout(document.sheets)
        self.frame = PageFrame(self, self.sheets)
        self.zoom = Zoom(self, self.sheets, self.frame)
        self.texts = PageTexts(session, self.file, self)
        self.pointer = Pointer(self.texts, self)
        self.hands = PageHands(self, self.sheets, self.frame, self.pointer, self.zoom)
        self.demand = PageDemand(
            self.file, self.sheets, renderer.cache, self.devicePixelRatioF, dark=look.theme.dark
        )
        self._painter = PagePainter(
            look, renderer, self.sheets, self.frame, self.demand, self.texts, self.pointer
        )
        self.marks: dict[int, PageMarks] = {}
        self._page = 1
        # Before it is shown a view has no size, and so nowhere to go.
        self._ready = False
        self._awaited: tuple[int, float | None] | None = None
        self._settle = Debounce(60, self._request, self)
        self._prepare()

    def _prepare(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Pages"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.verticalScrollBar().setSingleStep(_LINE_PIXELS)
        self.horizontalScrollBar().setSingleStep(_LINE_PIXELS)
        # Always there: a bar that comes and goes would change the width that the zoom follows.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().valueChanged.connect(self._moved)
        self.zoom.arranged.connect(self._arranged)
        self._renderer.drawn.connect(self._drawn)
        self._renderer.failed.connect(self._drawn)
        self.texts.arrived.connect(self._text_arrived)
        self.pointer.changed.connect(self.viewport().update)

    # ── where the person is ──────────────────────────────────────────────────────────────────────────

    @property
    def page(self) -> int:
        """The page being read, from 1."""
        return self._page

    @property
    def pages(self) -> int:
        """How many there are."""
        return len(self.sheets.sheets)

    def place(self) -> tuple[int, float]:
        """The page at the top of the view, and how far down it the view begins, in points."""
        top = self.verticalScrollBar().value()
        page = self.sheets.page_at(top + MARGIN)
        return page, (top - self.sheets.top(page)) / self.sheets.zoom

    def go_to(self, page: int, down: float | None = None) -> None:
        """Show a page from its top, or from ``down`` points below it."""
        page = max(1, min(self.pages, page))
        if not self._ready:
            self._page, self._awaited = page, (page, down)
            return
        if self.sheets.flow is Flow.SINGLE and page != self.sheets.current:
            self.sheets.current = page
            self._arranged()
        offset = -MARGIN if down is None else down * self.sheets.zoom
        self.verticalScrollBar().setValue(round(self.sheets.top(page) + offset))
        self._moved()

    def reveal(self, page: int, area: QRectF) -> None:
        """Bring a box of a page (in points, unturned) to the upper third of the view, and into its width."""
        self.go_to(page)
        mapped, height = self.frame.in_view(page, area), self.viewport().height()
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        if mapped.top() < 0 or mapped.bottom() > height or mapped.top() > height * 0.6:
            down.setValue(round(down.value() + mapped.top() - height / 3))
        if mapped.left() < 0 or mapped.right() > self.viewport().width():
            across.setValue(round(across.value() + mapped.left() - MARGIN))
        self._moved()

    # ── how it is shown ──────────────────────────────────────────────────────────────────────────────

    def set_fit(self, fit: Fit) -> None:
        """Follow the width, or show whole pages."""
        self.zoom.fit = fit
        self.zoom.follow(self._page)

    def set_flow(self, flow: Flow) -> None:
        """Pages under each other, or one at a time."""
        page = self._page
        self.sheets.current = page
        self.sheets.arrange(flow=flow)
        self.zoom.follow(page)
        self.go_to(page)

    def rotate(self, degrees: int = 90) -> None:
        """Turn the pages clockwise."""
        page = self._page
        self.sheets.arrange(rotation=self.sheets.rotation + degrees)
        self.zoom.follow(page)
        self.go_to(page)

    @property
    def dark(self) -> bool:
        """Whether pages are dark."""
        return self.demand.dark

    def set_dark(self, dark: bool) -> None:
        """Read on dark paper or on white."""
        self.demand.dark = dark
        self._request()
        self.viewport().update()

    def refresh(self) -> None:
        """Ask again for what shows: it may be drawn now."""
        self._request()
        self.viewport().update()

    # ── inside ───────────────────────────────────────────────────────────────────────────────────────

    def _arranged(self) -> None:
        self.frame.set_bars()
        self.viewport().update()
        self._settle.start()

    def _request(self) -> None:
        if not self.isVisible():
            self._renderer.want(self, ())
            return
        seen = self.frame.visible()
        self._renderer.want(self, list(self.demand.requests(seen)))
        self.texts.want(seen)

    def _drawn(self, key: PageKey) -> None:
        if key.file == self.file and key.page in self.frame.visible():
            self.viewport().update()

    def _text_arrived(self, page: int) -> None:
        waiting = self._renderer.cache.nearest(self.demand.key(page), PREVIEW) is None
        if waiting or self.pointer.selection is not None:
            self.viewport().update()

    def _moved(self) -> None:
        if not self._ready:
            return
        self.viewport().update()
        page = self.sheets.page_at(self.verticalScrollBar().value() + self.viewport().height() // 3)
        if page != self._page:
            self._page = page
            self.page_changed.emit(page)
        self._request()

    def _over_edge(self, step: int) -> None:
        """In single pages, go on to the next one, or back to the end of the one before."""
        if 1 <= self._page + step <= self.pages:
            self.go_to(self._page + step)
            if step < 0:
                self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    # ── events ───────────────────────────────────────────────────────────────────────────────────────

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self._appearance.theme.colour("bg"))
        for page in self.frame.visible():
            self._painter.paint(painter, page, self.marks.get(page), self.devicePixelRatioF())
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.zoom.follow(self._page)

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
        bar = self.verticalScrollBar()
        before = bar.value()
        super().wheelEvent(event)
        if self.sheets.flow is Flow.SINGLE and bar.value() == before and event.angleDelta().y():
            self._over_edge(-1 if event.angleDelta().y() > 0 else 1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.context_wanted.emit(event.pos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = _KEYS.get(Qt.Key(event.key()))
        if steps is None or event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            super().keyPressEvent(event)
            return
        back = event.key() == Qt.Key.Key_Space and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        lines, screens = (0.0, -1.0) if back else steps
        bar, screen = self.verticalScrollBar(), self.viewport().height() - _LINE_PIXELS
        before = bar.value()
        bar.setValue(round(before + lines * _LINE_PIXELS + screens * screen))
        if self.sheets.flow is Flow.SINGLE and bar.value() == before:
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
