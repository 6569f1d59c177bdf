"""Makes pieces of printed lines out of recognised ones, so that a scan is put in order as a printed page is.

What a file says of its lines has to be found out here: how far the page is tilted, which sizes are one size, and where
a line that was recognised is two, one in each column.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from twintree.sources.ordering import find_gutters
from twintree.sources.pieces import Piece, RawPage, width_of
from twintree.sources.recogniser import Pixels, Point, Seen, read_line, straight

#: A box is a line's height with its margins; letters are about three quarters of it.
_LETTERS = 0.72
#: Lines so many times as long as they are high tell how far a page is tilted; by less, in radians, it is level.
_LONG, _LEVEL = 8.0, math.radians(0.2)
#: Characters from which on a line tells its size.
_TELLING = 20
#: Sizes that differ by so much are one: of telling lines, and of others.
_SAME, _SIMILAR = 0.12, 0.3
#: Of a line's height: the least blank between two columns, how far it may lie from the gutter, and what a line must
#: reach over it on either side.
_BLANK, _OFF, _REACH = 0.6, 1.0, 1.5
#: Of a blank, the share that stays with each part.
_MARGIN = 0.25
#: The least contrast, of 255, at which ink is told from paper; the share of a line's height that is no ink but noise.
_CONTRAST, _SPECKS = 40, 0.06


def fill(raw: RawPage, pixels: Pixels, seen: Sequence[Seen], scale: float) -> list[float]:
    """Give a page its pieces, in columns; returns the gutters between those.

    Args:
        raw: the page, without pieces so far.
        pixels: its picture.
        seen: the lines that were recognised in it.
        scale: pixels a point.
    """
    middle = (pixels.shape[1] / 2, pixels.shape[0] / 2)
    tilt = tilt_of(seen)
    lines = [(each, piece_of(each, scale, tilt, middle)) for each in seen]
    gutters = _gutters(raw, [piece for _, piece in lines])
    if gutters:
        parted = [part for each, piece in lines for part in _parts(pixels, each, piece, gutters)]
        if len(parted) > len(lines):
            gutters = _gutters(raw, [piece_of(each, scale, tilt, middle) for each in parted])
    for place, piece in enumerate(raw.pieces):
        piece.block = place
    level_sizes(raw.pieces)
    return gutters


def _gutters(raw: RawPage, pieces: Sequence[Piece]) -> list[float]:
    """Give a page these pieces and find its gutters; specks in those, which would part the page, are left out."""
    raw.pieces = [piece for piece in pieces if any(map(str.isalnum, piece.text))]
    gutters = find_gutters(raw)
    raw.pieces = [
        piece
        for piece in pieces
        if any(map(str.isalnum, piece.text)) or not any(piece.u0 < x < piece.u1 for x in gutters)
    ]
    return gutters


def tilt_of(seen: Sequence[Seen]) -> float:
    """How far a page's lines fall to the right, in radians; 0 where they are level."""
    angles = []
    for each in seen:
        (x0, y0), (x1, y1), _, (x3, y3) = each.corners
        wide, high = math.hypot(x1 - x0, y1 - y0), math.hypot(x3 - x0, y3 - y0)
        if wide > _LONG * high:
            angles.append(math.atan2(y1 - y0, x1 - x0))
    tilt = sorted(angles)[len(angles) // 2] if angles else 0.0
    return tilt if abs(tilt) >= _LEVEL else 0.0


def piece_of(seen: Seen, scale: float, tilt: float = 0.0, middle: Point = (0.0, 0.0)) -> Piece:
    """A recognised line as a piece: its box on the page as it is, and where it would stand on a level one."""
    box = seen.box
    text = " ".join(seen.text.split())
    x0, y0, x1, y1 = box.x0 / scale, box.y0 / scale, box.x1 / scale, box.y1 / scale
    piece = Piece(text, edges_of(text, x0, x1), (x0, y0, x1, y1), 0)
    if tilt:
        level = [_turned(point, -tilt, middle) for point in seen.corners]
        piece.u0, piece.u1 = min(x for x, _ in level) / scale, max(x for x, _ in level) / scale
        piece.v0, piece.v1 = min(y for _, y in level) / scale, max(y for _, y in level) / scale
    piece.size = round(_LETTERS * (piece.v1 - piece.v0), 1)
    piece.font = "ocr"
    return piece


def _turned(point: Point, angle: float, middle: Point) -> Point:
    x, y = point[0] - middle[0], point[1] - middle[1]
    cosine, sine = math.cos(angle), math.sin(angle)
    return x * cosine - y * sine + middle[0], x * sine + y * cosine + middle[1]


def edges_of(text: str, x0: float, x1: float) -> list[float]:
    """Where each character of a line begins, and the last one ends, shared out by usual widths."""
    done = list(accumulate((width_of(char) for char in text), initial=0))
    total = done[-1] or 1
    return [x0 + (x1 - x0) * part / total for part in done]


def level_sizes(pieces: Sequence[Piece]) -> None:
    """Set the pieces' sizes, those that are meant to be one the same.

    A box is higher or lower with the letters that its line happens to have, and with the ink; how wide a long line's
    words are tells its size much better, and by how much heights mislead.
    """
    telling = [piece for piece in pieces if len(piece.text) >= _TELLING]
    for piece in telling:
        piece.size = (piece.u1 - piece.u0) * 1000 / sum(map(width_of, piece.text))
    shares = sorted(piece.size / max(piece.v1 - piece.v0, 0.1) for piece in telling)
    share = shares[len(shares) // 2] if shares else _LETTERS
    known: list[float] = []
    left = telling
    while left:
        # The size that most characters have first.
        size = max(left, key=lambda piece: _weight(piece.size, left)).size
        known.append(size)
        for piece in left:
            piece.size = size if _near(piece.size, size, _SAME) else piece.size
        left = [piece for piece in left if piece.size != size]
    for piece in pieces:
        if len(piece.text) < _TELLING:
            own = share * (piece.v1 - piece.v0)
            piece.size = next((size for size in known if _near(own, size, _SIMILAR)), own)
        piece.size = round(piece.size, 1)


def _weight(size: float, pieces: Sequence[Piece]) -> int:
    return sum(len(piece.text) for piece in pieces if _near(piece.size, size, _SAME))


def _near(size: float, other: float, share: float) -> bool:
    return abs(size - other) <= share * other


# ── lines over two columns ───────────────────────────────────────────────────────────────────────────


def _parts(pixels: Pixels, seen: Seen, piece: Piece, gutters: Sequence[float]) -> list[Seen]:
    """A line as it is, or, where it runs over gutters that are blank in it, each column's part."""
    reach = _REACH * (piece.v1 - piece.v0)
    crossed = [x for x in gutters if piece.u0 + reach < x < piece.u1 - reach]
    if not crossed:
        return [seen]
    line = straight(pixels, seen)
    blank = _blank(line)
    cuts = [0.0]
    for x in crossed:
        at = (x - piece.u0) / (piece.u1 - piece.u0) * line.shape[1]
        near = [run for run in blank if abs((run[0] + run[1]) / 2 - at) <= _OFF * line.shape[0]]
        if near:
            begin, end = max(near, key=lambda run: run[1] - run[0])
            # A little paper stays around the ink, as the recogniser is used to.
            cuts += [begin + _MARGIN * (end - begin), end - _MARGIN * (end - begin)]
    cuts.append(float(line.shape[1]))
    if len(cuts) == 2:
        return [seen]
    parts = []
    for begin, end in zip(cuts[::2], cuts[1::2], strict=True):
        text, score = read_line(line[:, int(begin) : int(end) + 1])
        if not text.strip():
            return [seen]
        parts.append(Seen(text, score, _between(seen, begin / line.shape[1], end / line.shape[1])))
    return parts


def _blank(line: Pixels) -> list[tuple[float, float]]:
    """The blanks of a line that may part columns, as intervals of its pixels."""
    grey = line.mean(axis=2)
    dark, light = np.percentile(grey, (1, 90))
    if light - dark < _CONTRAST:
        return []
    inked = (grey < (dark + light) / 2).sum(axis=0) > max(1.0, _SPECKS * line.shape[0])
    least = _BLANK * line.shape[0]
    found, begun = [], None
    for at, ink in enumerate([*inked.tolist(), True]):
        if not ink:
            begun = at if begun is None else begun
        elif begun is not None:
            if at - begun >= least:
                found.append((float(begun), float(at)))
            begun = None
    return found


def _between(seen: Seen, begin: float, end: float) -> tuple[Point, Point, Point, Point]:
    """The corners of a part of a line, from one share of its length to another."""
    a, b, c, d = seen.corners

    def along(p: Point, q: Point, share: float) -> Point:
        return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share

    return along(a, b, begin), along(a, b, end), along(d, c, end), along(d, c, begin)
