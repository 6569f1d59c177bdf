"""Draws pages as pixels in a process of its own, since MuPDF allows no threads and may crash."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from twintree.base import process
from twintree.base.errors import Cancelled, InternalError, NotFound, TwintreeError, UnreadableFile
from twintree.base.links import PageLink
from twintree.base.progress import CancelToken
from twintree.base.records import Rect
from twintree.sources import mupdf

if TYPE_CHECKING:
    import pymupdf

_LOOK = 0.02
_SECONDS = 60.0  #: for one page; then the process is ended and the page is refused
_OPEN_FILES = 8
#: Pages whose drawing orders are kept: a page is drawn small, then sharp, then again at another zoom.
_KEPT_PAGES = 24
_MEMORY = 2 << 30
_MOST_PIXELS = 100_000_000
_EVERY_ERROR = (RuntimeError, ValueError, TypeError, KeyError, IndexError, AttributeError, MemoryError)

Clip = tuple[float, float, float, float]
_Key = tuple[str, int, int, str | None]


class RenderedPage(msgspec.Struct, frozen=True):
    """A page, or a part of one, as pixels: 8-bit red, green, blue, ``stride`` bytes a row, no alpha.

    ``images`` are boxes of pictures in pixels (left, top, right, bottom), for dark reading.
    """

    width: int
    height: int
    stride: int
    data: bytes
    images: tuple[tuple[int, int, int, int], ...] = ()


class _Order(msgspec.Struct):
    """Draw this."""

    path: str
    page: int
    scale: float
    clip: Clip | None
    rotation: int
    password: str | None
    stamp: tuple[int, int]
    images: bool = True
    links: bool = False  #: the page's links are wanted, not its picture


class _Linked(msgspec.Struct, tag=True):
    """The links of a page."""

    links: list[PageLink]


class _Drawn(msgspec.Struct, tag=True):
    """Pixels follow in a message of their own."""

    width: int
    height: int
    stride: int
    images: list[tuple[int, int, int, int]]


class _Refused(msgspec.Struct, tag=True):
    """The page cannot be drawn."""

    message: str
    way_out: str
    code: str


_encode = msgspec.msgpack.Encoder().encode
_decode_order = msgspec.msgpack.Decoder(_Order).decode
_decode_reply = msgspec.msgpack.Decoder(_Drawn | _Refused | _Linked).decode


class RenderHost:
    """The render process: started on demand, restarted after a crash, safe to use from several threads.

    Orders are served one after the other, the newest first. An order whose ``cancel`` is set before its
    turn is dropped; ``drop_stale`` drops all that wait.
    """

    def __init__(self, seconds: float = _SECONDS) -> None:
        """Nothing is started yet.

        Args:
            seconds: how long one page may take.
        """
        self._seconds = seconds
        self._condition = threading.Condition()
        self._waiting: list[int] = []
        self._next_ticket = 0
        self._stale_before = 0
        self._busy = False
        self._closed = False
        self._child: tuple[BaseProcess, Connection] | None = None

    def render(
        self,
        path: Path | str,
        page: int,
        scale: float = 1.0,
        clip: Clip | None = None,
        rotation: int = 0,
        *,
        images: bool = True,
        password: str | None = None,
        cancel: CancelToken | None = None,
    ) -> RenderedPage:
        """Draw a page; blocks until it is drawn.

        Args:
            path: the file.
            page: physical, from 1.
            scale: pixels a point.
            clip: a part of the unturned page, in points (left, top, right, bottom).
            rotation: 0, 90, 180 or 270 degrees, clockwise.
            images: say where pictures lie; to find that out can take as long as drawing.
            password: for encrypted files.
            cancel: drops the order while it waits.

        Raises:
            UnreadableFile: the file or the page cannot be drawn (``crashed``, ``timeout``, ``memory``, …).
            NotFound: the file has no such page.
            Cancelled: the order was dropped before its turn.
        """
        file = Path(path)
        order = _Order(str(file), page, scale, clip, rotation, password, _stamp(file), images)
        drawn = self._obey(order, cancel)
        if not isinstance(drawn, RenderedPage):
            raise InternalError("The process that draws pages answered something else.")
        return drawn

    def links(
        self,
        path: Path | str,
        page: int,
        *,
        password: str | None = None,
        cancel: CancelToken | None = None,
    ) -> tuple[PageLink, ...]:
        """The links of a page, in the order of the file; raises what ``render`` raises."""
        file = Path(path)
        order = _Order(str(file), page, 1.0, None, 0, password, _stamp(file), links=True)
        found = self._obey(order, cancel)
        return () if isinstance(found, RenderedPage) else found

    def _obey(self, order: _Order, cancel: CancelToken | None) -> RenderedPage | tuple[PageLink, ...]:
        self._wait_for_turn(cancel)
        try:
            return self._draw(order, cancel)
        finally:
            with self._condition:
                self._busy = False
                self._condition.notify_all()

    def warm(self) -> None:
        """Start the process before the first page is wanted; nothing to do when pages are drawn already."""
        with self._condition:
            if self._closed or self._busy or self._waiting:
                return
            self._busy = True
        try:
            self._connection()
        finally:
            with self._condition:
                self._busy = False
                self._condition.notify_all()

    def drop_stale(self) -> None:
        """Drop every order that waits: the view has moved on."""
        with self._condition:
            self._stale_before = self._next_ticket
            self._condition.notify_all()

    def close(self) -> None:
        """End the process and wait for it; waiting orders are dropped. May be called twice."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()
            self._condition.wait_for(lambda: not self._busy, timeout=self._seconds + 5)
            self._stop()

    def __enter__(self) -> RenderHost:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _wait_for_turn(self, cancel: CancelToken | None) -> None:
        with self._condition:
            ticket = self._next_ticket
            self._next_ticket += 1
            self._waiting.append(ticket)
            try:
                while True:
                    if self._closed:
                        raise InternalError("The process that draws pages is closed.")
                    if ticket < self._stale_before or (cancel is not None and cancel.cancelled):
                        raise Cancelled
                    if not self._busy and ticket == max(self._waiting):
                        self._busy = True
                        return
                    self._condition.wait(0.1 if cancel is not None else None)
            finally:
                self._waiting.remove(ticket)
                self._condition.notify_all()

    def _draw(self, order: _Order, cancel: CancelToken | None) -> RenderedPage | tuple[PageLink, ...]:
        try:
            return self._draw_once(order, cancel)
        except (EOFError, OSError):
            self._stop()
        # The process may have been ended by another's doing: only a page that ends a fresh one is to blame.
        try:
            return self._draw_once(order, cancel)
        except (EOFError, OSError) as error:
            self._stop()
            raise _page_error(order, "made the drawing process end", "crashed") from error

    def _draw_once(self, order: _Order, cancel: CancelToken | None) -> RenderedPage | tuple[PageLink, ...]:
        connection = self._connection()
        connection.send_bytes(_encode(order))
        until = time.monotonic() + self._seconds
        while not connection.poll(_LOOK):
            if self._closed or (cancel is not None and cancel.cancelled):
                self._stop()
                raise Cancelled
            if time.monotonic() > until:
                self._stop()
                raise _page_error(order, "takes too long to draw", "timeout")
        reply = _decode_reply(connection.recv_bytes())
        if isinstance(reply, _Refused):
            kind = NotFound if reply.code == NotFound.code else UnreadableFile
            raise kind(reply.message, reply.way_out, code=reply.code)
        if isinstance(reply, _Linked):
            return tuple(reply.links)
        data = connection.recv_bytes()
        return RenderedPage(reply.width, reply.height, reply.stride, data, tuple(reply.images))

    def _connection(self) -> Connection:
        if self._child is not None and not self._child[0].is_alive():
            self._stop()
        if self._child is None:
            self._child = process.start(_serve, "twintree-render")
        return self._child[1]

    def _stop(self) -> None:
        if self._child is not None:
            child, self._child = self._child, None
            process.stop(*child)


def _stamp(path: Path) -> tuple[int, int]:
    """What tells one version of a file from the next."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


def _page_error(order: _Order, what: str, code: str) -> UnreadableFile:
    return UnreadableFile(
        f"Page {order.page} of “{Path(order.path).name}” {what}.", "The other pages can be shown.", code=code
    )


# ── in the render process ────────────────────────────────────────────────────────────────────────────


def _serve(connection: Connection) -> None:
    process.settle(priority=0)
    mupdf.load()
    import twintree.sources.opening  # noqa: F401 - before the first order comes

    process.limit_memory(_MEMORY)
    files = _Files()
    while True:
        try:
            order = _decode_order(connection.recv_bytes())
        except (EOFError, OSError):
            return
        process.die_after(_SECONDS + 15)
        with contextlib.suppress(BrokenPipeError):
            for message in _answer(files, order):
                connection.send_bytes(message)
        process.die_after(0)


def _answer(files: _Files, order: _Order) -> Sequence[bytes]:
    try:
        if order.links:
            return (_encode(_Linked(_links(files.open(order), order))),)
        drawn, data = _drawn(files, order)
        return _encode(drawn), data
    except TwintreeError as error:
        return (_encode(_Refused(error.message, error.way_out, error.code)),)
    except _EVERY_ERROR as error:
        files.forget(order)
        memory = isinstance(error, MemoryError) or "malloc" in str(error)
        refusal = _page_error(order, "cannot be drawn", "memory" if memory else "unreadable")
        return (_encode(_Refused(refusal.message, refusal.way_out, refusal.code)),)


class _Files:
    """The files that were drawn from last, kept open."""

    def __init__(self) -> None:
        self._open: OrderedDict[_Key, pymupdf.Document] = OrderedDict()
        self._orders: OrderedDict[tuple[_Key, int], Any] = OrderedDict()

    def open(self, order: _Order) -> pymupdf.Document:
        """The order's document."""
        from twintree.sources.opening import open_document

        key = _key(order)
        document = self._open.get(key)
        if document is None:
            document = self._open[key] = open_document(Path(order.path), order.password)
            while len(self._open) > _OPEN_FILES:
                self._close(next(iter(self._open)))
        self._open.move_to_end(key)
        return document

    def display_list(self, order: _Order, page: Any) -> Any:
        """What a page is drawn by; to read it out of the file again can take longer than to draw."""
        key = (_key(order), order.page)
        kept = self._orders.get(key)
        if kept is None:
            kept = self._orders[key] = page.get_displaylist()
            while len(self._orders) > _KEPT_PAGES:
                self._orders.popitem(last=False)
        self._orders.move_to_end(key)
        return kept

    def forget(self, order: _Order) -> None:
        """Close a document that made trouble."""
        if _key(order) in self._open:
            self._close(_key(order))

    def _close(self, key: _Key) -> None:
        for kept in [kept for kept in self._orders if kept[0] == key]:
            del self._orders[kept]
        with contextlib.suppress(*_EVERY_ERROR):
            self._open.pop(key).close()


def _key(order: _Order) -> _Key:
    return order.path, *order.stamp, order.password


def _page(document: pymupdf.Document, order: _Order) -> Any:
    if not 1 <= order.page <= document.page_count:
        raise NotFound(f"“{Path(order.path).name}” has no page {order.page}, it has {document.page_count}.")
    return document.load_page(order.page - 1)


def _drawn(files: _Files, order: _Order) -> tuple[_Drawn, bytes]:
    import pymupdf

    page = _page(files.open(order), order)
    matrix = pymupdf.Matrix(order.scale, order.scale).prerotate(order.rotation)
    area = page.rect if order.clip is None else pymupdf.Rect(order.clip) & page.rect
    if area.is_empty:
        raise NotFound(f"The part asked for lies outside page {order.page}.")
    if area.width * area.height * order.scale**2 > _MOST_PIXELS:
        raise _page_error(order, "is too large to draw at this size", "memory")
    drawing = files.display_list(order, page)
    pixels = drawing.get_pixmap(matrix=matrix, colorspace=pymupdf.csRGB, alpha=False, clip=area)
    boxes = _pictures(page, area, matrix, pixels) if order.images else []
    return _Drawn(pixels.width, pixels.height, pixels.stride, boxes), bytes(pixels.samples_mv)


def _pictures(page: Any, area: Any, matrix: Any, pixels: Any) -> list[tuple[int, int, int, int]]:
    """Where pictures lie, in pixels of what was drawn."""
    import pymupdf

    boxes = []
    with contextlib.suppress(*_EVERY_ERROR):
        for info in page.get_image_info():
            box = (pymupdf.Rect(info["bbox"]) & area) * matrix
            left, top = max(0, int(box.x0) - pixels.x), max(0, int(box.y0) - pixels.y)
            right, low = min(pixels.width, int(box.x1) - pixels.x), min(pixels.height, int(box.y1) - pixels.y)
            if right > left and low > top:
                boxes.append((left, top, right, low))
    return boxes


def _links(document: pymupdf.Document, order: _Order) -> list[PageLink]:
    """A page's links; one whose target cannot be understood is left out."""
    page = _page(document, order)  # held: a link does not keep its page alive
    link = page.first_link
    found = []
    while link is not None:
        with contextlib.suppress(*_EVERY_ERROR):
            box = link.rect
            number, down, uri = _target(document, str(link.uri or ""))
            if not box.is_empty and (number or uri):
                rect = Rect(box.x0, box.y0, box.x1, box.y1)
                found.append(PageLink(rect=rect, page=number, down=down, uri=uri))
        link = link.next
    return found


def _target(document: pymupdf.Document, uri: str) -> tuple[int, float | None, str]:
    """Where a link leads: page (0 for elsewhere), points from its top, address."""
    if not uri.startswith("#"):
        return 0, None, uri
    # Named places are asked of MuPDF: ``Page.get_links`` gives theirs from the bottom, all others from the top.
    number, _, top = document.resolve_link(uri)
    if not 0 <= number < document.page_count:
        return 0, None, ""
    return number + 1, max(0.0, float(top)) if math.isfinite(top) else None, ""
