"""Draws pages off the window's thread: what is seen first, what nobody wants any more not at all.

Signals:
    drawn(PageKey, float): the image at that scale is in the cache
    failed(PageKey, TwintreeError): the page cannot be drawn
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage

from twintree.base.errors import Cancelled, InternalError, TwintreeError
from twintree.base.ids import FileId
from twintree.base.progress import CancelToken
from twintree_desktop.reader.cache import PageCache, PageKey
from twintree_desktop.reader.darkening import darken
from twintree_desktop.tokens import DARK

if TYPE_CHECKING:
    from twintree.library import Library, RenderedPage

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Request:
    """A page at a scale, in device pixels a point; ``urgent`` ones are on screen now."""

    key: PageKey
    scale: float
    urgent: bool = True


class PageRenderer(QObject):
    """One thread that asks the engine for pages; each view says what it wants now, and replaces it."""

    drawn = Signal(object, float)
    failed = Signal(object, object)

    _arrived = Signal(object, object)

    def __init__(
        self, library: Library, cache: PageCache | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.cache = cache or PageCache()
        self._library = library
        self._wanted: dict[int, list[Request]] = {}
        self._broken: dict[PageKey, TwintreeError] = {}
        self._change = threading.Condition()
        self._stopped = False
        self._cancel = CancelToken()
        self._thread: threading.Thread | None = None
        self._arrived.connect(self._keep, Qt.ConnectionType.QueuedConnection)

    def want(self, owner: QObject, requests: Iterable[Request]) -> None:
        """Replace what one view wants, best first; what it wanted before and no longer does is dropped."""
        missing = [
            each
            for each in requests
            if self.cache.exact(each.key, each.scale) is None and each.key not in self._broken
        ]
        with self._change:
            if self._stopped:
                return
            self._wanted[id(owner)] = missing
            if missing and self._thread is None:
                self._thread = threading.Thread(target=self._work, name="pages", daemon=True)
                self._thread.start()
            self._change.notify()

    def problem(self, key: PageKey) -> TwintreeError | None:
        """Why a page cannot be drawn."""
        return self._broken.get(key)

    def retry(self, file: FileId) -> None:
        """Try the pages of a file again."""
        self._broken = {key: error for key, error in self._broken.items() if key.file != file}

    def close(self) -> None:
        """Stop, and drop the page in hand; twice is safe."""
        self._cancel.cancel()
        with self._change:
            self._stopped = True
            self._wanted.clear()
            self._change.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    # ── on the drawing thread ────────────────────────────────────────────────────────────────────────

    def _work(self) -> None:
        while (request := self._next()) is not None:
            try:
                result: QImage | TwintreeError = draw(self._library, request, self._cancel)
            except Cancelled:
                continue
            except TwintreeError as error:
                result = error
            except Exception:
                log.exception("a page could not be drawn")
                result = InternalError("This page could not be drawn.", "Open it in the system viewer.")
            if not self._stopped:
                self._arrived.emit(request, result)

    def _next(self) -> Request | None:
        with self._change:
            while True:
                if self._stopped:
                    return None
                request = self._take()
                if request is not None:
                    return request
                self._change.wait()

    def _take(self) -> Request | None:
        """The first urgent request of any view, else the first of all; it is taken off every list."""
        listed = [each for requests in self._wanted.values() for each in requests]
        chosen = next((each for each in listed if each.urgent), listed[0] if listed else None)
        if chosen is not None:
            for requests in self._wanted.values():
                requests[:] = [e for e in requests if (e.key, e.scale) != (chosen.key, chosen.scale)]
        return chosen

    # ── on the window's thread ───────────────────────────────────────────────────────────────────────

    def _keep(self, request: Request, result: Any) -> None:
        if isinstance(result, TwintreeError):
            self._broken[request.key] = result
            self.failed.emit(request.key, result)
            return
        self.cache.put(request.key, request.scale, result)
        self.drawn.emit(request.key, request.scale)


def draw(library: Library, request: Request, cancel: CancelToken | None = None) -> QImage:
    """A page as an image, darkened where that is asked for."""
    dark = request.key.dark
    page = library.pages.render(request.key.file, request.key.page, request.scale, images=dark, cancel=cancel)
    if dark:
        return darkened(page)
    return image_of(page)


def image_of(page: RenderedPage) -> QImage:
    """The engine's pixels (RGB) as an image of Qt's own kind, which paints fastest."""
    raw = QImage(page.data, page.width, page.height, page.stride, QImage.Format.Format_RGB888)
    # The conversion copies: Qt must not look into memory that Python frees.
    return raw.convertToFormat(QImage.Format.Format_RGB32)


def darkened(page: RenderedPage) -> QImage:
    """The same for dark reading."""
    import numpy as np

    rows = np.frombuffer(page.data, np.uint8, page.stride * page.height).reshape(page.height, page.stride)
    pixels = rows[:, : page.width * 3].reshape(page.height, page.width, 3)
    dark = np.ascontiguousarray(darken(pixels, DARK.surface, DARK.text, page.images))
    raw = QImage(dark.data, page.width, page.height, page.width * 4, QImage.Format.Format_RGB32)
    return raw.copy()
