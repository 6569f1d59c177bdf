"""Reads pages that are pictures: text recognition on the CPU, in a modest process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from twintree.base.pages import PageText
from twintree.base.progress import CancelToken
from twintree.sources import mupdf
from twintree.sources.pagewise import serve_order, work_through
from twintree.sources.recogniser import LARGEST, MODEL_VARIABLE, Pixels, Seen, count_lines, look, pixels_of

_DPI = 200
#: Below this mean confidence, the letters are not those of a script that the model knows.
_LEAST_SCORE = 0.55
_SURE_LINE = 0.5
#: Fewer boxes on a page may be no lines at all.
_FEW_LINES = 2
NOTHING = "No text was recognised on this page."
UNREADABLE = (
    "The text on this page could not be recognised: the built-in model reads Latin, Chinese and Japanese "
    f"script. A model for another script (PP-OCR, ONNX) can be named in {MODEL_VARIABLE}."
)

OnPage = Callable[[PageText], None]


class _Order(msgspec.Struct):
    path: str
    pages: list[int]
    password: str | None = None


def recognise(
    path: Path,
    pages: Sequence[int],
    on_page: OnPage,
    password: str | None = None,
    cancel: CancelToken | None = None,
    seconds: float = 180.0,
) -> None:
    """Recognise the text of pages, one after the other; blocks until the last one is read.

    Args:
        path: the file.
        pages: physical, from 1.
        on_page: called in this thread with each page as it is read: ``how="ocr"``, or ``"empty"`` with its
            problem where nothing can be read.
        password: for encrypted files.
        cancel: ends the work, and the process, at once.
        seconds: how long a page may take.

    Raises:
        UnreadableFile: ``timeout``, ``crashed``, or whatever the file is refused for.
        Cancelled: ``cancel`` was set.
    """
    order = _Order(str(path), list(pages), password)
    work_through(
        _serve, order, PageText, on_page, path, len(pages), what="recognise", seconds=seconds, cancel=cancel
    )


# ── in the child ─────────────────────────────────────────────────────────────────────────────────────


def _serve(connection: Connection) -> None:
    serve_order(connection, _Order, mupdf.load, _read)


def _read(order: _Order) -> Iterator[PageText]:
    from twintree.sources.assembly import Vocabulary
    from twintree.sources.furniture import FurnitureFinder
    from twintree.sources.opening import open_document

    furniture, words = FurnitureFinder(), Vocabulary()
    with open_document(Path(order.path), order.password) as document:
        for number in order.pages:
            try:
                yield _page(document.load_page(number - 1), number, furniture, words)
            except (RuntimeError, ValueError, TypeError, KeyError, IndexError, MemoryError) as error:
                problem = f"Page {number} could not be recognised: {error}."
                yield PageText(number, "", 612.0, 792.0, "", 0, (), "failed", problem)


def _page(page: Any, number: int, furniture: Any, words: Any) -> PageText:
    from twintree.sources.assembly import assemble
    from twintree.sources.ordering import order_pieces
    from twintree.sources.pieces import RawPage
    from twintree.sources.scanned import fill

    raw = RawPage(number, float(page.rect.width), float(page.rect.height))
    pixels, scale = _picture(page)
    found, problem = _lines(pixels)
    gutters = fill(raw, pixels, found, scale)
    furniture.mark([raw])
    words.learn([raw])
    read = assemble(raw, order_pieces(raw, gutters), words)
    how = "ocr" if read.text.strip() else "empty"
    return PageText(
        number,
        "",
        raw.width,
        raw.height,
        read.text,
        read.body_end,
        read.lines,
        how,
        "" if how == "ocr" else problem,
    )


def _picture(page: Any) -> tuple[Pixels, float]:
    """A page as a picture, and how many of its pixels are a point."""
    import pymupdf

    scale = min(_DPI / 72, LARGEST / max(page.rect.width, page.rect.height, 1.0))
    drawn = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csRGB, alpha=False)
    return pixels_of(drawn), scale


def _lines(pixels: Pixels) -> tuple[list[Seen], str]:
    """The lines of a page that can be trusted, and what to say when there are none."""
    if (pixels == pixels[0, 0]).all():
        return [], NOTHING
    seen = look(pixels)
    if not seen:
        # Letters that it does not know at all: lines are there, but nothing is read in them.
        return [], NOTHING if count_lines(pixels) < _FEW_LINES else UNREADABLE
    total = sum(len(each.text) for each in seen)
    if sum(each.score * len(each.text) for each in seen) < _LEAST_SCORE * max(1, total):
        return [], UNREADABLE
    found = [each for each in seen if each.text.strip() and each.score >= _SURE_LINE]
    return found, "" if found else UNREADABLE
