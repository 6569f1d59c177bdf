"""Boxes of a page's parts (headings, text, captions, figures, tables, formulas) from PyMuPDF's layout model.

Runs in a worker process: the model takes 300 to 600 ms a page and holds the interpreter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from twintree.base.records import LayoutBox, Rect


def layout_boxes(
    path: Path, pages: Sequence[int] | None = None, password: str | None = None
) -> Iterator[tuple[int, tuple[LayoutBox, ...]]]:
    """Run the layout model over a file's pages, one at a time.

    Args:
        path: the file.
        pages: physical page numbers from 1; all when None.
        password: opens an encrypted file.

    Yields:
        Page number, and its boxes in the model's reading order. A page that the model cannot read has none.
    """
    # The layout package must be imported first: it hooks itself into the other.
    import pymupdf.layout  # noqa: I001
    import pymupdf

    with pymupdf.open(path) as document:
        if document.needs_pass and password:
            document.authenticate(password)
        for number in pages or range(1, document.page_count + 1):
            yield number, _boxes(document[number - 1])


def _boxes(page: Any) -> tuple[LayoutBox, ...]:
    try:
        page.get_layout()
    except (RuntimeError, ValueError, IndexError):
        return ()
    return tuple(
        LayoutBox(kind=str(kind), rect=Rect(float(x0), float(y0), float(x1), float(y1)))
        for x0, y0, x1, y1, kind in page.layout_information or ()
    )
