"""The drawn graph as an image larger than the view: moved and scaled at once, drawn afresh bit by bit.

Signals:
    Sheet.changed(): another drawing is ready
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QImage, QPainter

from twintree_desktop.graphs.camera import Camera
from twintree_desktop.graphs.content import Content
from twintree_desktop.graphs.drawing import draw_graph
from twintree_desktop.theme import Appearance

#: How far the image reaches beyond the view on each side, as a share of it.
_BEYOND = 0.2
#: Seconds that drawing may take of the window's time at once.
_SLICE = 0.009
#: Where in a drawing's key its theme stands.
_THEME = 2
#: The view moves on while the hand is on it: a drawing for another scale is begun once it rests.
_REST_MS = 90


class Sheet(QObject):
    """Holds the last drawing, and makes the next one in slices."""

    changed = Signal()

    def __init__(self, appearance: Appearance, parent: QObject) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._content: Content | None = None
        self._image: QImage | None = None
        self._camera = Camera()
        self._key: tuple[object, ...] = ()
        self._next: tuple[QImage, Camera, tuple[object, ...], Iterator[None]] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._begin_wanted)
        self._wanted: tuple[Camera, float] | None = None

    def show(self, content: Content | None) -> None:
        """Draw another graph."""
        self._content = content
        self._image = None
        self._stop()

    @property
    def busy(self) -> bool:
        """Whether a drawing is under way or waited for."""
        return self._next is not None or self._rest.isActive()

    def paint(self, painter: QPainter, camera: Camera, ratio: float) -> None:
        """Paint what is there, moved and scaled to a view, and see to it that the right thing follows."""
        if self._content is None:
            return
        self._see_to(camera, ratio)
        if self._image is None or self._key[_THEME] != self._appearance.theme:
            return  # a drawing in the other theme's colours would be a flash
        here = self._camera
        factor = camera.scale / here.scale
        left, top = here.to_scene(0, 0)
        x = (left - camera.x) * camera.scale + camera.width / 2
        y = (top - camera.y) * camera.scale + camera.height / 2
        painter.drawImage(QRectF(x, y, here.width * factor, here.height * factor), self._image)

    def finish(self) -> None:
        """Draw to the end what is under way or waited for."""
        if self._rest.isActive():
            self._begin_wanted()
        while self._next is not None:
            self._go_on()

    # ── inside ───────────────────────────────────────────────────────────────────────────────────────

    def _see_to(self, camera: Camera, ratio: float) -> None:
        key = self._key_for(camera, ratio)
        if self._image is not None and key == self._key and self._covers(camera):
            return
        if self._next is not None and key == self._next[2] and _inside(camera, self._next[1]):
            return
        self._wanted = camera, ratio
        if self._image is None or key[1:] != self._key[1:]:
            self._begin_wanted()  # other colours or other things: at once
        elif not self._rest.isActive():
            self._rest.start()

    def _key_for(self, camera: Camera, ratio: float) -> tuple[object, ...]:
        content = self._content
        return camera.scale, content and content.version, self._appearance.theme, ratio

    def _covers(self, camera: Camera) -> bool:
        return _inside(camera, self._camera)

    def _begin_wanted(self) -> None:
        if self._wanted is None or self._content is None:
            return
        self._stop()
        camera, ratio = self._wanted
        larger = camera.sized(camera.width * (1 + 2 * _BEYOND), camera.height * (1 + 2 * _BEYOND))
        image = QImage(round(larger.width * ratio), round(larger.height * ratio), QImage.Format.Format_RGB32)
        drawing = draw_graph(image, self._content, larger, self._appearance.theme, ratio)
        self._next = image, larger, self._key_for(camera, ratio), drawing
        self._go_on()
        if self._next is not None:
            self._timer.start()

    def _go_on(self) -> None:
        if self._next is None:
            self._timer.stop()
            return
        image, camera, key, drawing = self._next
        until = time.perf_counter() + _SLICE
        for _ in drawing:
            if time.perf_counter() > until:
                return
        self._image, self._camera, self._key = image, camera, key
        self._next = None
        self._timer.stop()
        self.changed.emit()

    def _stop(self) -> None:
        self._rest.stop()
        self._timer.stop()
        if self._next is not None:
            self._next[3].close()  # type: ignore[attr-defined]
            self._next = None


def _inside(camera: Camera, other: Camera) -> bool:
    """Whether all that one view shows is in the other's."""
    left, top = camera.to_scene(0, 0)
    right, bottom = camera.to_scene(camera.width, camera.height)
    low, high = other.to_scene(0, 0), other.to_scene(other.width, other.height)
    return low[0] <= left and low[1] <= top and right <= high[0] and bottom <= high[1]
