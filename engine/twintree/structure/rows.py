"""Printed rows of a document: line fragments on one baseline joined, with what typography says of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

import msgspec

from twintree.base.pages import Lead, Line, PageText
from twintree.base.records import Rect

_BARE_NUMBER = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,5}|[A-Z](?:\.\d{1,2})*)[.):]?$")

_LEADERS = re.compile(r"(?:\. ?){4,}\s*\d*$|\s\.{2,}\s*\d+$|…\s*\d+$")


@dataclass(slots=True)
class Row:
    """One row as a reader sees it: text, place and look.

    ``above`` and ``below`` are the distances to the neighbouring rows of the column, bottom to bottom, in
    points; the first and last row of a column have ``None``. ``parted``: wide spaces divide it, as cells of a table.
    """

    page: int
    start: int
    end: int
    text: str
    box: Rect
    size: float
    bold: bool
    italic: bool
    font: str
    block: int
    index: int = 0
    first: bool = False
    parted: bool = False
    lead: Lead | None = None
    above: float | None = None
    below: float | None = None
    style: tuple[str, float, bool, bool, str] = field(default=("", 0.0, False, False, ""))

    @property
    def caps(self) -> bool:
        """Whether the letters are all capitals."""
        return self.style[4] == "caps"


@dataclass(frozen=True, slots=True)
class Body:
    """How running text looks in this document: what headings differ from."""

    size: float
    font: str
    bold: bool
    leading: float
    width: float
    characters: int


def is_caps(text: str) -> bool:
    """Whether at least three cased letters occur and nearly all are capitals."""
    upper = sum(map(str.isupper, text))
    return upper >= 3 and sum(map(str.islower, text)) <= 0.15 * upper


def leads_to_a_page(text: str) -> bool:
    """Whether a line ends in dots, mostly with a page number behind them."""
    return bool(_LEADERS.search(text))


def rows_of(pages: Sequence[PageText]) -> list[Row]:
    """The rows of all pages' bodies in reading order; furniture and turned lines are left out."""
    rows: list[Row] = []
    for page in pages:
        here = _page_rows(page)
        _measure_gaps(here)
        for row in here:
            row.index = len(rows)
            rows.append(row)
    return rows


def _page_rows(page: PageText) -> list[Row]:
    rows: list[Row] = []
    lines = sorted((x for x in page.lines if not x.furniture and x.direction == 0), key=lambda x: x.start)
    for line in lines:
        text = page.text[line.start : line.end].strip()
        if not text:
            continue
        if rows and _continues_row(rows[-1], line, text):
            _extend(rows[-1], line, text, page)
        else:
            rows.append(_row(page.number, line, text))
    for row in rows:
        row.style = style_of(row)
    if rows:
        rows[0].first = True
    return rows


def _row(page: int, line: Line, text: str) -> Row:
    return Row(
        page=page,
        start=line.start,
        end=line.end,
        text=text,
        box=line.box,
        size=line.size,
        bold=line.bold,
        italic=line.italic,
        font=_family(line.font),
        block=line.block,
        lead=_telling(line.lead, text),
    )


@lru_cache(maxsize=1024)
def _family(font: str) -> str:
    """A font's name without what says weight and slant, which lines of several fonts lack."""
    return re.split(r"[-,]", font, maxsplit=1)[0]


def _telling(lead: Lead | None, text: str) -> Lead | None:
    """A lead that is more than a number or a mark, and leaves more than a mark behind."""
    if (
        lead is None
        or not 3 <= lead.length < len(text) - 2
        or _BARE_NUMBER.match(text[: lead.length].strip())
    ):
        return None
    return msgspec.structs.replace(lead, font=_family(lead.font))


def style_of(row: Row) -> tuple[str, float, bool, bool, str]:
    """What rows of one kind share: font, size to half a point, weight, slant, and capitals."""
    case = "caps" if is_caps(row.text) else ""
    return (row.font, round(row.size * 2) / 2, row.bold, row.italic, case)


def _continues_row(row: Row, line: Line, text: str) -> bool:
    height = max(1.0, min(row.box.y1 - row.box.y0, line.box.y1 - line.box.y0))
    overlap = min(row.box.y1, line.box.y1) - max(row.box.y0, line.box.y0)
    gap = line.box.x0 - row.box.x1
    if overlap < 0.5 * height or gap < -0.5 * height:
        return False
    if _BARE_NUMBER.match(row.text):
        return gap < 4.5 * max(line.size, 6)
    if abs(line.size - row.size) > (4.0 if line.block == row.block else 1.5) and text[:1].isalnum():
        return False
    return gap < (1.6 if line.block == row.block else 0.8) * max(line.size, 6) and bool(text)


def _extend(row: Row, line: Line, text: str, page: PageText) -> None:
    a, b = row.box, line.box
    if not _BARE_NUMBER.match(row.text) and b.x0 - a.x1 > max(line.size, row.size):
        row.parted = True
    if _BARE_NUMBER.match(row.text) and line.lead is not None:
        shift = line.start - row.start
        row.lead = _telling(
            msgspec.structs.replace(line.lead, length=line.lead.length + shift), row.text + " " + text
        )
    wide = len(text) > len(row.text)
    if (
        row.lead is None
        and not _BARE_NUMBER.match(row.text)
        and (_family(line.font), line.bold, line.italic)
        != (
            row.font,
            row.bold,
            row.italic,
        )
    ):
        row.lead = _telling(Lead(len(row.text), row.bold, row.italic, row.font), row.text + " " + text)
    if wide:
        row.size, row.bold, row.italic, row.font = line.size, line.bold, line.italic, _family(line.font)
    row.box = Rect(min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1))
    row.end = line.end
    row.text = " ".join(page.text[row.start : row.end].split())


def _measure_gaps(rows: list[Row]) -> None:
    for before, after in pairwise(rows):
        gap = after.box.y1 - before.box.y1
        same_column = after.box.x0 < before.box.x1 and before.box.x0 < after.box.x1
        if same_column and after.box.y0 >= before.box.y0:
            before.below = after.above = gap


def body_of(rows: Sequence[Row]) -> Body:
    """The look of the running text: the style that most characters have, measured over rows."""
    weight: Counter[tuple[str, float, bool]] = Counter()
    for row in rows:
        weight[(row.font, round(row.size * 2) / 2, row.bold)] += len(row.text)
    if not weight:
        return Body(10.0, "", False, 2.0, 300.0, 0)
    sizes: Counter[float] = Counter()
    for (_, size, _), count in weight.items():
        sizes[size] += count
    size = sizes.most_common(1)[0][0]
    font, bold = max(((f, b, c) for (f, s, b), c in weight.items() if s == size), key=lambda x: x[2])[:2]
    own = [row for row in rows if row.font == font and abs(row.size - size) < 0.6]
    gaps = sorted(row.above for row in own if row.above is not None and 0 < row.above < 3 * size)
    widths = sorted(row.box.x1 - row.box.x0 for row in own)
    return Body(
        size=size,
        font=font,
        bold=bold,
        leading=gaps[len(gaps) // 2] if gaps else 1.2 * size,
        width=widths[int(len(widths) * 0.8)] if widths else 300.0,
        characters=sum(weight.values()),
    )
