"""Pages as a parser would give them, made from rows of text at given places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twintree.base.pages import Line, PageText
from twintree.base.records import Rect

WIDTH = 5.0
LEADING = 12.0


@dataclass
class Printed:
    """A printed row: where it begins, and how it is set."""

    text: str
    x: float = 60.0
    y: float | None = None
    size: float = 10.0
    bold: bool = False
    joins: bool = False  # no space before it: a hyphen was taken out


def page(number: int, rows: Sequence[Printed | str]) -> PageText:
    """A page whose text is its rows in order, one line feed between."""
    text, lines, y = "", [], 60.0
    for each in rows:
        row = Printed(each) if isinstance(each, str) else each
        y = row.y if row.y is not None else y + LEADING
        if text and not row.joins:
            text += "\n"
        start = len(text)
        text += row.text
        edges = tuple(row.x + WIDTH * step for step in range(len(row.text) + 1))
        box = Rect(row.x, y, edges[-1], y + row.size)
        lines.append(Line(start, len(text), box, edges, row.size, bold=row.bold))
    return PageText(number, str(number), 595, 842, text, len(text), tuple(lines))


def heading(text: str, **where: float) -> Printed:
    return Printed(text, size=13.0, bold=True, **where)


def hanging(
    entries: Sequence[Sequence[str]], x: float = 60.0, y: float = 100.0, indent: float = 12.0
) -> list[Printed]:
    """Entries of several rows each, the first one flush, the others pushed in."""
    rows = []
    for entry in entries:
        for i, text in enumerate(entry):
            rows.append(Printed(text, x=x + (indent if i else 0), y=y))
            y += LEADING
    return rows
