"""Reads the words inside figures that are pictures, by text recognition in a process of its own.

They stand behind all else of their page's text, each line with its box: so they are found, quoted and lit as other
words are, and are no part of what runs through the paper.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from twintree.base.pages import Line, PageText
from twintree.base.progress import CancelToken
from twintree.base.records import Record, Rect
from twintree.sources import mupdf
from twintree.sources.pagewise import serve_order, work_through
from twintree.sources.recogniser import Pixels, Seen, look, pixels_of, read_line

_DPI = 300
#: Pixels along the longer side of what is looked at.
_LARGEST = 2000
#: The share of a figure that pictures must fill, and the letters of its own text that it may hold, to be read.
_FILLED = 0.5
FEW_LETTERS = 60
#: Lines that are read less surely are left out: photographs have textures that look like letters.
_SURE = 0.75
#: An upright line is so many times as high as it is wide.
_UPRIGHT = 1.5
#: Characters after which the labels of a figure go on in another paragraph.
_PARAGRAPH = 400
_DIVIDED = re.compile(r"[^\W\d_]-$")
_ERRORS = (RuntimeError, ValueError, TypeError, KeyError, IndexError, AttributeError, MemoryError)


class Picture(Record, frozen=True, kw_only=True):
    """A part of a page, as shown, whose words are to be read if it is a picture."""

    name: str
    page: int
    box: Rect


class PictureWords(Record, frozen=True, kw_only=True):
    """What was read in a picture, "" where it is none or says nothing; the lines count from the text's beginning."""

    name: str
    text: str = ""
    lines: tuple[Line, ...] = ()


class _Order(msgspec.Struct):
    path: str
    pictures: list[Picture]
    password: str | None = None


def read_pictures(
    path: Path,
    pictures: Sequence[Picture],
    on_words: Callable[[PictureWords], None],
    password: str | None = None,
    cancel: CancelToken | None = None,
    seconds: float = 180.0,
) -> None:
    """Recognise the words inside pictures of a file, one after the other; blocks until the last one is read.

    A part that no picture fills, or that has its own text, is passed over at hardly any cost.

    Args:
        path: the file.
        pictures: what is to be read.
        on_words: called in this thread with the words of each, in the same order.
        password: for encrypted files.
        cancel: ends the work, and the process, at once.
        seconds: how long one may take; a second is usual, but others may have the processor.

    Raises:
        UnreadableFile: ``timeout``, ``crashed``, or whatever the file is refused for.
        Cancelled: ``cancel`` was set.
    """
    order = _Order(str(path), list(pictures), password)
    work_through(
        _serve,
        order,
        PictureWords,
        on_words,
        path,
        len(pictures),
        what="look through",
        seconds=seconds,
        cancel=cancel,
    )


def with_pictures(page: PageText, found: Iterable[PictureWords]) -> PageText:
    """The page with the words of its pictures behind all else, in place of those that it had before."""
    plain = page.without_pictures()
    text, lines = plain.text, list(plain.lines)
    block = max((line.block for line in lines), default=0)
    for each in found:
        if not each.text:
            continue
        text += "\n\n" if text else ""
        lines += [
            replace(
                line, start=line.start + len(text), end=line.end + len(text), block=line.block + block + 1
            )
            for line in each.lines
        ]
        block = lines[-1].block
        text += each.text
    return replace(plain, text=text, lines=tuple(lines))


# ── in the child ─────────────────────────────────────────────────────────────────────────────────────


def _serve(connection: Connection) -> None:
    serve_order(connection, _Order, mupdf.load, _read)


def _read(order: _Order) -> Iterator[PictureWords]:
    from twintree.sources.opening import open_document

    with open_document(Path(order.path), order.password) as document:
        for picture in order.pictures:
            try:
                page = document.load_page(picture.page - 1)
                if page.rotation:
                    page.remove_rotation()
                text, lines = _words(page, picture.box)
            except _ERRORS:
                text, lines = "", []
            yield PictureWords(name=picture.name, text=text, lines=tuple(lines))


def _words(page: Any, box: Rect) -> tuple[str, list[Line]]:
    import pymupdf

    clip = pymupdf.Rect(box.x0, box.y0, box.x1, box.y1) & page.rect
    printed = [pymupdf.Rect(word[:4]) for word in page.get_text("words", clip=clip)]
    if not _is_picture(page, clip):
        return "", []
    scale = min(_DPI / 72, _LARGEST / max(clip.width, clip.height))
    drawn = page.get_pixmap(
        matrix=pymupdf.Matrix(scale, scale), clip=clip, colorspace=pymupdf.csRGB, alpha=False
    )
    if drawn.is_unicolor:
        return "", []
    pixels = pixels_of(drawn)
    pieces = []
    for seen in look(pixels):
        piece = _piece(pixels, seen, (drawn.x, drawn.y), scale)
        if piece is not None and not any(_covers(piece, each) for each in printed):
            pieces.append(piece)
    return _written(pieces)


def _is_picture(page: Any, clip: Any) -> bool:
    """Whether pictures fill this part of a page, and it has hardly any text of its own."""
    if clip.is_empty:
        return False
    letters = sum(map(str.isalnum, page.get_text(clip=clip)))
    filled = sum(abs(clip & each["bbox"]) for each in page.get_image_info())
    return letters <= FEW_LETTERS and filled >= _FILLED * abs(clip)


def _piece(pixels: Pixels, seen: Seen, origin: tuple[float, float], scale: float) -> Any:
    """A line on its page; None where it is not sure, or has neither a letter nor a digit."""
    from twintree.sources.scanned import edges_of, piece_of

    at, direction = seen.box, 0
    if at.y1 - at.y0 >= _UPRIGHT * (at.x1 - at.x0) and len(seen.text) > 1:
        # The recogniser reads such a line downwards; axes are named upwards.
        text, score = read_line(
            np.rot90(pixels[int(at.y0) : int(at.y1) + 1, int(at.x0) : int(at.x1) + 1], -1)
        )
        direction = 90 if score > seen.score else 270
        seen = Seen(text, score, seen.corners) if direction == 90 else seen
    if seen.score < _SURE or not any(map(str.isalnum, seen.text)):
        return None
    corners = tuple((x + origin[0], y + origin[1]) for x, y in seen.corners)
    piece = piece_of(replace(seen, corners=corners), scale)
    if direction:
        ends = (piece.y1, piece.y0) if direction == 90 else (piece.y0, piece.y1)
        piece.edges, piece.direction = edges_of(piece.text, *ends), direction
        piece.size = round(piece.size * (piece.x1 - piece.x0) / (piece.y1 - piece.y0), 1)
    return piece


def _covers(piece: Any, word: Any) -> bool:
    """Whether the middle of a printed word stands in the line: what is recognised there is known already."""
    return bool(
        piece.x0 <= (word.x0 + word.x1) / 2 <= piece.x1 and piece.y0 <= (word.y0 + word.y1) / 2 <= piece.y1
    )


def _written(pieces: Sequence[Any]) -> tuple[str, list[Line]]:
    """The labels of a figure from top to bottom, one under the other, each with the lines that it is printed in."""
    from twintree.sources.blocks import blocks_of
    from twintree.sources.ordering import by_height
    from twintree.sources.units import Unit

    text, lines, begun = "", [], 0
    for number, unit in enumerate(by_height(Unit(block, 0, 0) for block in blocks_of(pieces))):
        if text:
            # Labels are no sentences: a figure full of them is cut where one ends.
            full = len(text) - begun >= _PARAGRAPH
            text += "\n\n" if full else "\n"
            begun = len(text) if full else begun
        for index, piece in enumerate(unit.pieces):
            # Whether a hyphen at a label's line end divides a word or joins two cannot be told from so few words.
            text += " " if index and not _DIVIDED.search(text) else ""
            start = len(text)
            text += piece.text
            lines.append(
                Line(
                    start,
                    len(text),
                    Rect(piece.x0, piece.y0, piece.x1, piece.y1),
                    tuple(piece.edges),
                    piece.size,
                    block=number,
                    direction=piece.direction,
                    furniture=True,
                    recognised=True,
                )
            )
    return text, lines
