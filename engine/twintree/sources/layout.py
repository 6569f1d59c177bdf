"""Boxes of a page's parts (headings, text, captions, figures, tables, formulas) from PyMuPDF's layout model.

The model takes 300 to 600 ms a page and holds the interpreter: it runs in a process of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from twintree.base.progress import CancelToken
from twintree.base.records import LayoutBox, Rect
from twintree.sources.pagewise import serve_order, work_through

#: Bytes that the model may take for a file, beyond what it takes for itself.
_MEMORY = 2 << 30

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
    return tuple(
        LayoutBox(kind=str(kind), rect=Rect(float(x0), float(y0), float(x1), float(y1)))
        for x0, y0, x1, y1, kind in found
    )
