"""What hands do on the pages: select with the mouse, zoom by wheel and pinch.

Signals:
    hovered(int, QPointF): the mouse rests on this page, at this place in points
    clicked(int, QPointF): a click that selected nothing
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QGestureEvent, QPinchGesture

from twintree_desktop.reader.frame import PageFrame
from twintree_desktop.reader.layout import PageLayout
from twintree_desktop.reader.pointer import Grain, Pointer
from twintree_desktop.reader.zooming import Zoom

_GRAINS = {1: Grain.CHARACTER, 2: Grain.WORD, 3: Grain.LINE}


class PageHands(QObject):
    """Watches a view's viewport; passes on what is none of its business."""

    hovered = Signal(int, QPointF)
    clicked = Signal(int, QPointF)

    def __init__(
        self, view: QAbstractScrollArea, layout: PageLayout, frame: PageFrame, pointer: Pointer, zoom: Zoom
    ) -> None:
        super().__init__(view)
        self._view, self._layout, self._frame = view, layout, frame
        self._pointer, self._zoom = pointer, zoom
        self._clicks = 0
        port = view.viewport()
        port.setMouseTracking(True)
        port.grabGesture(Qt.GestureType.PinchGesture)
        port.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QMouseEvent():
                return self._mouse(event)
            case QWheelEvent():
                return self._wheel(event)
            case QNativeGestureEvent():
                return self._native(event)
            case QGestureEvent():
                return self._pinch(event)
        return False

    def _mouse(self, event: QMouseEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.MouseMove:
            self._move(event)
        elif event.button() != Qt.MouseButton.LeftButton:
            return False
        elif kind == QEvent.Type.MouseButtonPress:
            self._clicks = self._clicks + 1 if 0 < self._clicks < len(_GRAINS) else 1
            self._press(event)
        elif kind == QEvent.Type.MouseButtonDblClick:
            self._clicks = 2
            self._press(event)
        elif kind == QEvent.Type.MouseButtonRelease:
            self._release(event)
        # The view takes the focus on a press, so it hears of it too.
        return kind != QEvent.Type.MouseButtonPress

    def _press(self, event: QMouseEvent) -> None:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        page, point = self._frame.on_page(event.position())
        self._pointer.press(page, point, _GRAINS[self._clicks], extend=shift)

    def _release(self, event: QMouseEvent) -> None:
        self._pointer.release()
        selection = self._pointer.selection
        if self._clicks == 1 and (selection is None or selection.empty):
            self.clicked.emit(*self._frame.on_page(event.position()))

    def _move(self, event: QMouseEvent) -> None:
        page, point = self._frame.on_page(event.position())
        if self._pointer.dragging:
            self._pointer.drag(page, point)
            self._scroll_along(event.position().y())
            return
        self._clicks = 0
        over = self._pointer.over_text(page, point)
        self._view.viewport().setCursor(Qt.CursorShape.IBeamCursor if over else Qt.CursorShape.ArrowCursor)
        self.hovered.emit(page, point)

    def _scroll_along(self, y: float) -> None:
        beyond = min(0.0, y) + max(0.0, y - self._frame.size[1])
        if beyond:
            bar = self._view.verticalScrollBar()
            bar.setValue(bar.value() + round(beyond / 2))

    def _wheel(self, event: QWheelEvent) -> bool:
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        self._zoom.by(event.angleDelta().y() / 120, event.position())
        return True

    def _native(self, event: QNativeGestureEvent) -> bool:
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self._zoom.set(self._layout.zoom * (1 + event.value()), event.position())
        return True

    def _pinch(self, event: QGestureEvent) -> bool:
        pinch = event.gesture(Qt.GestureType.PinchGesture)
        if not isinstance(pinch, QPinchGesture):
            return False
        about = QPointF(self._view.viewport().mapFromGlobal(pinch.centerPoint().toPoint()))
        self._zoom.set(self._layout.zoom * pinch.scaleFactor(), about)
        return True
