"""Small pictures with known answers, drawn for measuring whether a model sees."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

_WIDTH, _HEIGHT, _EDGE = 448, 336, 40
_SIZE = 20


def bars(heights: Mapping[str, int]) -> bytes:
    """A PNG of a bar chart; each bar has the colour that it is named by, and its name below it."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (_WIDTH, _HEIGHT), "white")
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(_SIZE)
    floor, each = _HEIGHT - _EDGE, (_WIDTH - 2 * _EDGE) // len(heights)
    for at, (colour, height) in enumerate(heights.items()):
        left = _EDGE + at * each
        top = floor - (floor - _EDGE) * height // max(heights.values())
        pen.rectangle((left + each // 6, top, left + each - each // 6, floor), fill=colour)
        pen.text((left + each // 2, floor + 6), colour, fill="black", font=font, anchor="mt")
    pen.line((_EDGE, _EDGE // 2, _EDGE, floor, _WIDTH - _EDGE // 2, floor), fill="black", width=2)
    return _png(picture)


def table(rows: Sequence[Sequence[str]]) -> bytes:
    """A PNG of a table with ruled lines; the first row is its header."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (_WIDTH, _HEIGHT), "white")
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(_SIZE)
    height, width = (_HEIGHT - 2 * _EDGE) // len(rows), (_WIDTH - 2 * _EDGE) // len(rows[0])
    for down, row in enumerate(rows):
        for across, text in enumerate(row):
            left, top = _EDGE + across * width, _EDGE + down * height
            pen.rectangle((left, top, left + width, top + height), outline="black", width=2 if down else 3)
            pen.text((left + width // 2, top + height // 2), str(text), fill="black", font=font, anchor="mm")
    return _png(picture)


def _png(picture: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")  # type: ignore[attr-defined]
    return out.getvalue()
