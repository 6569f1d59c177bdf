"""What is read of a file's pages: their text with every character's place, their size, their layout, the outline."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec
import numpy as np

from twintree.base.records import Record, Rect, Span


class Lead(Record, frozen=True):
    """The first characters of a line when they are set apart from the rest: a heading that runs into its text."""

    length: int
    bold: bool = False
    italic: bool = False
    font: str = ""


class Line(Record, frozen=True):
    """One printed line: its characters, its box, and where each character begins.

    ``edges`` holds ``end - start + 1`` positions along the reading direction, in points.
    ``direction`` is 0, 90, 180 or 270 degrees; for 90 and 270 the edges run along y.
    ``furniture`` marks what is no running text, and stands after ``body_end``: running heads, page numbers, margin
    lines, and, ``recognised`` as well, the words that text recognition read inside the page's pictures.
    """

    start: int
    end: int
    box: Rect
    edges: tuple[float, ...]
    size: float
    bold: bool = False
    italic: bool = False
    block: int = 0
    direction: int = 0
    furniture: bool = False
    font: str = ""
    lead: Lead | None = None
    recognised: bool = False


class PageText(Record, frozen=True):
    """A page as read: normalised text in reading order, then furniture, then words inside pictures; all its lines."""

    number: int
    label: str
    width: float
    height: float
    text: str
    body_end: int
    lines: tuple[Line, ...]
    how: str = "text"  #: text | ocr | empty | garbled | failed
    problem: str = ""

    def pictures_from(self) -> int:
        """Where the words begin that were read inside the page's pictures; its text's end where there are none."""
        return next((line.start for line in self.lines if line.recognised), len(self.text))

    def is_recognised(self, span: Span) -> bool:
        """Whether the words there were read by text recognition: on a scan, or inside a picture."""
        return self.how == "ocr" or span.start >= self.pictures_from()

    def without_pictures(self) -> PageText:
        """The page as it was read before the words inside its pictures were."""
        lines = tuple(line for line in self.lines if not line.recognised)
        if len(lines) == len(self.lines):
            return self
        end = max([self.body_end, *(line.end for line in lines)])
        return msgspec.structs.replace(self, text=self.text[:end], lines=lines)


class PageSize(Record, frozen=True):
    """What a viewer needs of a page before it shows it: printed label, width and height in points."""

    number: int
    label: str
    width: float
    height: float


_LINE = struct.Struct("<IIfffffBBHIHHH")  #: a line but for its edges, as ``pack_lines`` stores it
_PLACE = struct.Struct(f"<II{_LINE.size - 10}xH")  #: of these, start, end and the number of edges
_STEPS = 20  #: an edge is stored in so many parts of a point


def pack_lines(lines: Sequence[Line]) -> bytes:
    """Serialise a page's lines compactly: box corners as float32, edges as twentieths of a point."""
    fonts: dict[str, int] = {}
    steps = _steps(lines)
    out = [struct.pack("<I", len(lines))]
    at = 0
    for line in lines:
        lead = line.lead or Lead(0)
        flags = line.bold | line.italic << 1 | line.furniture << 2 | lead.bold << 3 | lead.italic << 4
        flags |= line.recognised << 5
        font = fonts.setdefault(line.font, len(fonts))
        lead_font = fonts.setdefault(lead.font, len(fonts)) if line.lead else 0
        box = line.box
        out.append(
            _LINE.pack(
                line.start,
                line.end,
                box.x0,
                box.y0,
                box.x1,
                box.y1,
                line.size,
                flags,
                line.direction // 90,
                font,
                line.block,
                lead.length,
                lead_font,
                len(line.edges),
            )
        )
        out.append(steps[at : (at := at + 2 * len(line.edges))])
    names = "\n".join(fonts).encode()
    return zlib.compress(struct.pack("<I", len(names)) + names + b"".join(out), 3)


def _steps(lines: Sequence[Line]) -> bytes:
    """Every edge of every line as a whole number of steps from its line's origin, two bytes each."""
    edges = np.fromiter(chain.from_iterable(line.edges for line in lines), np.float64)
    origins = [line.box.y0 if line.direction in (90, 270) else line.box.x0 for line in lines]
    counts = np.array([len(line.edges) for line in lines], np.intp)
    steps = edges * _STEPS - np.repeat(np.array(origins, np.float64) * _STEPS - 0.5, counts)
    return np.trunc(steps).clip(-32768, 32767).astype("<i2").tobytes()


def unpack_lines(blob: bytes, first: int = 0, last: int | None = None) -> tuple[Line, ...]:
    """The inverse of ``pack_lines``, to a twentieth of a point; only lines that touch ``[first, last)``.

    A page's lines follow one another as their text does.
    """
    if not blob:
        return ()
    data = zlib.decompress(blob)
    (length,) = struct.unpack_from("<I", data, 0)
    names = data[4 : 4 + length].decode().split("\n")
    offset = 4 + length
    (count,) = struct.unpack_from("<I", data, offset)
    offset += 4
    kept, steps = [], []
    for _ in range(count):
        start, end, edges = _PLACE.unpack_from(data, offset)
        if last is not None and start >= last:
            break
        begin = offset
        offset += _LINE.size + 2 * edges
        if end > first:
            kept.append(_LINE.unpack_from(data, begin))
            steps.append(data[begin + _LINE.size : offset])
    origins = [values[3] if values[8] in (1, 3) else values[2] for values in kept]
    counts = np.array([values[-1] for values in kept], np.intp)
    places = np.repeat(np.array(origins, np.float64), counts) + np.frombuffer(b"".join(steps), "<i2") / _STEPS
    return tuple(_lines_of(kept, places.tolist(), names))


def _lines_of(kept: Sequence[Any], edges: Sequence[float], names: Sequence[str]) -> Iterator[Line]:
    at = 0
    for start, end, x0, y0, x1, y1, size, flags, turn, font, block, lead, lead_font, n in kept:
        yield Line(
            start,
            end,
            Rect(x0, y0, x1, y1),
            tuple(edges[at : at + n]),
            size,
            bold=bool(flags & 1),
            italic=bool(flags & 2),
            block=block,
            direction=turn * 90,
            furniture=bool(flags & 4),
            font=names[font],
            lead=Lead(lead, bool(flags & 8), bool(flags & 16), names[lead_font]) if lead else None,
            recognised=bool(flags & 32),
        )
        at += n


def rects_of(lines: Sequence[Line], start: int, end: int) -> Iterator[Rect]:
    """The boxes, one a line, that cover characters ``[start, end)``."""
    for line in lines:
        first, last = max(start, line.start), min(end, line.end)
        if first >= last:
            continue
        a, b = line.edges[first - line.start], line.edges[last - line.start]
        low, high = min(a, b), max(a, b)
        box = line.box
        if line.direction in (90, 270):
            yield Rect(box.x0, low, box.x1, high)
        else:
            yield Rect(low, box.y0, high, box.y1)


class LayoutBox(Record, frozen=True):
    """A part of a page as the layout model sees it.

    ``kind`` is ``section-header``, ``title``, ``text``, ``list-item``, ``caption``, ``picture``, ``table``,
    ``formula``, ``footnote``, ``page-header`` or ``page-footer``.
    """

    kind: str
    rect: Rect


class OutlineItem(Record, frozen=True):
    """A bookmark of the file: level from 1, title, physical page from 1 (0 when it points nowhere), height."""

    level: int
    title: str
    page: int
    y: float = 0.0


class FileHead(Record, frozen=True):
    """What a file says of itself before its pages are read."""

    format: str
    pages: int
    info: dict[str, str] = msgspec.field(default_factory=dict)
    xmp: str = ""
    outline: tuple[OutlineItem, ...] = ()
