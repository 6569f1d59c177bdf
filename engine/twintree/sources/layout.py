"""Boxes of a page's parts (headings, text, captions, figures, tables, formulas) from PyMuPDF's layout model.

The model takes 300 to 600 ms a page and holds the interpreter: it runs in a process of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from twintree.base.pages import LayoutBox
from twintree.base.progress import CancelToken
from twintree.base.records import Rect
from twintree.sources.drawn import whole_figures
from twintree.sources.pagewise import serve_order, work_through

#: Bytes that the model may take for a file, beyond what it takes for itself.
_MEMORY = 2 << 30

#: The kinds of boxes that are one thing as a whole.
_WHOLE = frozenset({"picture", "table"})
#: Points from which on an image is no ornament, and within which two are one.
_WIDE, _HIGH, _TOUCH = 60.0, 40.0, 2.0
#: Images of a page that are looked at; the share of the page from which on one is its background.
_MOST_IMAGES, _PAGE = 400, 0.8
#: The share of a page's height, at its top, in which a journal's logo stands.
_HEAD = 0.12
#: The share of an image that the model's boxes cover: pictures, where it has seen it; others, where it lies behind.
_KNOWN, _BEHIND = 0.5, 0.3

OnBoxes = Callable[[int, tuple[LayoutBox, ...]], None]


class _Order(msgspec.Struct):
    path: str
    pages: list[int]
    password: str | None = None


class _Boxes(msgspec.Struct):
    page: int
    boxes: tuple[LayoutBox, ...]


def read_layout(
    path: Path,
    pages: Sequence[int],
    on_page: OnBoxes,
    password: str | None = None,
    cancel: CancelToken | None = None,
    seconds: float = 120.0,
) -> None:
    """Run the layout model over pages, one after the other; blocks until the last one is read.

    Args:
        path: the file.
        pages: physical, from 1.
        on_page: called in this thread with each page's boxes, in the model's reading order; a page that the
            model cannot read has none.
        password: for encrypted files.
        cancel: ends the work, and the process, at once.
        seconds: how long a page may take.

    Raises:
        UnreadableFile: ``timeout``, ``crashed``, ``memory``, or whatever the file is refused for.
        Cancelled: ``cancel`` was set.
    """
    work_through(
        _serve,
        _Order(str(path), list(pages), password),
        _Boxes,
        lambda each: on_page(each.page, each.boxes),
        path,
        len(pages),
        what="lay out",
        seconds=seconds,
        cancel=cancel,
    )


def layout_boxes(
    path: Path, pages: Sequence[int] | None = None, password: str | None = None
) -> Iterator[tuple[int, tuple[LayoutBox, ...]]]:
    """Run the layout model in this process, which must be a worker's, over pages or, with None, all of them.

    Yields:
        Page number, and its boxes on the page as shown.

    Raises:
        UnreadableFile: see ``opening.open_document``.
    """
    _load()
    from twintree.sources.opening import open_document

    with open_document(path, password) as document:
        for number in pages or range(1, document.page_count + 1):
            yield number, _boxes(document, number)


def _serve(connection: Connection) -> None:
    serve_order(connection, _Order, _load, _read, _MEMORY)


def _load() -> None:
    # The layout package must be imported first: it hooks itself into the other.
    import pymupdf.layout  # noqa: I001
    import pymupdf  # noqa: F401


def _read(order: _Order) -> Iterator[_Boxes]:
    for number, boxes in layout_boxes(Path(order.path), order.pages, order.password):
        yield _Boxes(number, boxes)


def _boxes(document: Any, number: int) -> tuple[LayoutBox, ...]:
    try:
        page = document.load_page(number - 1)
        if page.rotation:
            # The model reads upright text; boxes are then those of the page as shown. Nothing is written.
            page.remove_rotation()
        page.get_layout()
        found = page.layout_information or ()
    except (RuntimeError, ValueError, IndexError, TypeError, AttributeError, KeyError):
        return ()
    boxes = tuple(
        LayoutBox(kind=str(kind), rect=Rect(float(x0), float(y0), float(x1), float(y1)))
        for x0, y0, x1, y1, kind in found
    )
    boxes = (*boxes, *unseen_images(page, boxes))
    return tuple(whole_figures(page, boxes))


def unseen_images(page: Any, boxes: Sequence[LayoutBox]) -> list[LayoutBox]:
    """The images of a page that the model passed over, as pictures: it knows drawn figures better than pasted ones.

    What is small is an ornament, what covers the page or lies behind its text a background.
    """
    found = []
    for image in _images(page):
        within = {True: 0.0, False: 0.0}
        for box in boxes:
            shared = abs(image & (box.rect.x0, box.rect.y0, box.rect.x1, box.rect.y1))
            within[box.kind in _WHOLE] += shared / abs(image)
        if within[True] <= _KNOWN and within[False] <= _BEHIND:
            found.append(LayoutBox(kind="picture", rect=Rect(image.x0, image.y0, image.x1, image.y1)))
    return found


def _images(page: Any) -> list[Any]:
    """Where images stand on a page, those that touch as one: many are pasted in strips."""
    import pymupdf

    try:
        placed = [pymupdf.Rect(each["bbox"]) & page.rect for each in page.get_image_info()]
    except (RuntimeError, ValueError):
        return []
    whole: list[Any] = []
    for image in placed[:_MOST_IMAGES]:
        near = image + pymupdf.Rect(-_TOUCH, -_TOUCH, _TOUCH, _TOUCH)
        joined = image
        for other in [each for each in whole if each.intersects(near)]:
            whole.remove(other)
            joined |= other
        whole.append(joined)
    most = _PAGE * abs(page.rect)
    return [
        each
        for each in whole
        if each.width >= _WIDE
        and each.height >= _HIGH
        and abs(each) < most
        and each.y1 > _HEAD * page.rect.height
    ]
