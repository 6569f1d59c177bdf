"""Reads pages that are pictures: text recognition on the CPU, in a modest process of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from twintree.base.progress import CancelToken
from twintree.base.records import PageText, Rect
from twintree.sources import mupdf
from twintree.sources.pagewise import serve_order, work_through

_DPI = 200
#: Pixels along a page's longer side, whatever the page's size says.
_LARGEST = 3600
#: Below this mean confidence, the letters are not those of a script that the model knows.
_LEAST_SCORE = 0.55
_SURE_LINE = 0.5
#: Fewer boxes on a page may be no lines at all.
_FEW_LINES = 2
#: A recognition model for another script (PP-OCR as ONNX, with its characters inside).
MODEL_VARIABLE = "TWINTREE_OCR_RECOGNISER"
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


@cache
def _engine() -> Any:
    from rapidocr import RapidOCR

    settings: dict[str, Any] = {
        "Global.log_level": "critical",
        "Global.use_cls": False,
        # Lines that are read badly tell of a script that the model does not know: we sort them out.
        "Global.text_score": 0.0,
        "Global.max_side_len": _LARGEST,
        "EngineConfig.onnxruntime.intra_op_num_threads": 1,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    }
    if os.environ.get(MODEL_VARIABLE):
        settings["Rec.model_path"] = os.environ[MODEL_VARIABLE]
    return RapidOCR(params=settings)


def _page(page: Any, number: int, furniture: Any, words: Any) -> PageText:
    from twintree.sources.assembly import assemble
    from twintree.sources.ordering import find_gutters, order_pieces
    from twintree.sources.pieces import RawPage

    raw = RawPage(number, float(page.rect.width), float(page.rect.height))
    found, problem = _lines(page)
    raw.pieces = [_piece(text, box, place) for place, (text, box) in enumerate(found)]
    furniture.mark([raw])
    words.learn([raw])
    read = assemble(raw, order_pieces(raw, find_gutters(raw)), words)
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


def _lines(page: Any) -> tuple[list[tuple[str, Rect]], str]:
    """The lines of a page with their boxes in points, and what to say when there are none."""
    import pymupdf

    scale = min(_DPI / 72, _LARGEST / max(page.rect.width, page.rect.height, 1.0))
    picture = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csRGB, alpha=False)
    if picture.is_unicolor:
        return [], NOTHING
    pixels = pixels_of(picture)
    seen = look(pixels)
    if not seen:
        # Letters that it does not know at all: lines are there, but nothing is read in them.
        lines = _engine()(pixels, use_det=True, use_rec=False).boxes
        return [], NOTHING if lines is None or len(lines) < _FEW_LINES else UNREADABLE
    total = sum(len(each.text) for each in seen)
    if sum(each.score * len(each.text) for each in seen) < _LEAST_SCORE * max(1, total):
        return [], UNREADABLE
    found = []
    for each in seen:
        words = " ".join(each.text.split())
        if words and each.score >= _SURE_LINE:
            box = each.box
            scaled = Rect(box.x0 / scale, box.y0 / scale, box.x1 / scale, box.y1 / scale)
            found.append((words, scaled))
    return found, "" if found else UNREADABLE


def pixels_of(picture: Any) -> NDArray[np.uint8]:
    """A pixmap in RGB as the recogniser takes it: blue first, shape (height, width, 3)."""
    pixels = np.frombuffer(picture.samples, dtype=np.uint8).reshape(picture.height, picture.width, 3)
    return np.ascontiguousarray(pixels[:, :, ::-1])


class Seen(msgspec.Struct, frozen=True):
    """A line that was recognised: its words, how sure they are (0 to 1), and its upright box in pixels."""

    text: str
    score: float
    box: Rect


def look(pixels: NDArray[np.uint8]) -> list[Seen]:
    """The lines of a picture, in no order that means anything; in a worker's process only.

    Args:
        pixels: blue, green and red of each pixel, shape (height, width, 3).
    """
    seen = _engine()(pixels, use_det=True, use_rec=True)
    if seen.txts is None or seen.boxes is None:
        return []
    found = []
    for text, score, corners in zip(seen.txts, seen.scores, seen.boxes, strict=True):
        xs, ys = [float(point[0]) for point in corners], [float(point[1]) for point in corners]
        found.append(Seen(str(text), float(score), Rect(min(xs), min(ys), max(xs), max(ys))))
    return found


def read_line(pixels: NDArray[np.uint8]) -> tuple[str, float]:
    """The words of a picture that is one line, and how sure they are; in a worker's process only."""
    seen = _engine()(pixels, use_det=False, use_rec=True)
    if not seen.txts:
        return "", 0.0
    return str(seen.txts[0]), float(seen.scores[0])


def _piece(text: str, box: Rect, place: int) -> Any:
    from twintree.sources.pieces import Piece

    piece = Piece(text, edges_of(text, box.x0, box.x1), (box.x0, box.y0, box.x1, box.y1), place)
    # A box is a line's height with its margins; letters are about three quarters of it.
    piece.size = round((box.y1 - box.y0) * 0.72, 1)
    piece.font = "ocr"
    return piece


def edges_of(text: str, x0: float, x1: float) -> list[float]:
    """Where each character of a line begins, and the last one ends, shared out by usual widths."""
    from twintree.sources.pieces import width_of

    done = list(accumulate((width_of(char) for char in text), initial=0))
    total = done[-1] or 1
    return [x0 + (x1 - x0) * part / total for part in done]
