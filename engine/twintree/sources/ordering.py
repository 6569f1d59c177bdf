"""Puts the pieces of a page into reading order: columns, full-width parts between them, footnotes last."""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from twintree.sources.pieces import Piece, RawPage
from twintree.sources.units import Unit, by_rows, main_size, on_one_line
from twintree.sources.widetables import whole_tables

_BIN = 3.0  #: points; the grid on which gutters are sought
_INSET = 2.0  #: a line may reach so far into a gutter without crossing it
_CAPTION = re.compile(r"(fig|tab|scheme|algorithm|listing|abb|exhibit|chart|box)\w*\.?\s*\d", re.I)
_OPENING = re.compile(r"\W*(?:abstract|summary|[1I]?\.?\s*introduction)\b", re.I)
_NOTE_MARK = re.compile(r"^(\d{1,2}|[*†‡§¶#]|[a-z]\b)\s*\S")


def find_gutters(page: RawPage, usual: Sequence[float] = ()) -> list[float]:
    """The positions that divide a page into columns, left to right; none for a page in one column.

    Args:
        page: a page whose furniture is marked.
        usual: gutters of the file's other pages, for which less evidence is enough.
    """
    return _gutters(_text_lines(page), usual)


def _text_lines(page: RawPage) -> list[Piece]:
    return [p for p in page.pieces if not p.furniture and p.direction == page.turned and not p.skewed]


def _gutters(lines: Sequence[Piece], usual: Sequence[float]) -> list[float]:
    if len(lines) < 6:
        return []
    low, high = min(p.u0 for p in lines), max(p.u1 for p in lines)
    width = high - low
    if width < 150:
        return []
    for known in usual:
        if _divides(lines, known, low, high, crossing_limit=8.0, least_wide=1):
            return [x for x in usual if _divides(lines, x, low, high, crossing_limit=8.0, least_wide=1)]
    middle = _best_gutter(lines, low, high)
    if middle is None or not _divides(lines, middle, low, high, crossing_limit=2.0, least_wide=4):
        return []
    found = [middle]
    for a, b in ((low, middle), (middle, high)):
        inner = [p for p in lines if p.u0 >= a - _INSET and p.u1 <= b + _INSET]
        if b - a > 0.4 * width and len(inner) >= 12:
            x = _best_gutter(inner, a, b)
            if x is not None and _divides(inner, x, a, b, crossing_limit=0.34, least_wide=6):
                found.append(x)
    return sorted(found)


def _best_gutter(lines: Sequence[Piece], low: float, high: float) -> float | None:
    """The position with many lines on either side and few across."""
    bins = int((high - low) / _BIN) + 2
    opened, closed = [0] * (bins + 1), [0] * (bins + 1)
    for p in lines:
        opened[max(0, int((p.u0 + _INSET - low) / _BIN))] += 1
        closed[min(bins, max(0, int((p.u1 - _INSET - low) / _BIN)))] += 1
    begun, ended = list(accumulate(opened)), list(accumulate(closed))
    total = len(lines)
    best, place = 0.0, None
    first, last = int(0.15 * bins), int(0.85 * bins)
    for x in range(first, last + 1):
        left = ended[x - 1] if x else 0
        right = total - begun[x]
        crossing = total - left - right
        score = min(left, right) - crossing
        if score > best:
            best, place = score, x
    if place is None:
        return None
    stop = place
    while stop + 1 <= last and begun[stop + 1] == begun[place] and ended[stop] == ended[place - 1]:
        stop += 1
    return low + (place + stop + 1) / 2 * _BIN


def _divides(
    lines: Sequence[Piece], x: float, low: float, high: float, *, crossing_limit: float, least_wide: int
) -> bool:
    left = [p for p in lines if p.u1 <= x + _INSET]
    right = [p for p in lines if p.u0 >= x - _INSET]
    few = min(len(left), len(right))
    crossing = len(lines) - len(left) - len(right)
    if few == 0 or crossing > crossing_limit * few:
        return False
    if min(max(p.u1 for p in left) - low, high - min(p.u0 for p in right)) < 0.1 * (high - low):
        return False
    wide_left, wide_right = _wide_lines(left), _wide_lines(right)
    if min(len(wide_left), len(wide_right)) < least_wide:
        return False
    if not (_is_prose(wide_left) and _is_prose(wide_right)) or not _side_by_side(wide_left, wide_right):
        return False
    if min(x - low, high - x) < 0.3 * (high - low):
        return few >= 6 and _switches(lines, x) < 0.3 * few
    return True


def _wide_lines(column: Sequence[Piece]) -> list[Piece]:
    """The lines that fill most of the column that they stand in."""
    width = max(p.u1 for p in column) - min(p.u0 for p in column)
    return [p for p in column if p.u1 - p.u0 > 0.6 * width]


def _is_prose(lines: Sequence[Piece]) -> bool:
    text = "".join(p.text for p in lines[:40])
    return sum(map(str.isalpha, text)) > 0.5 * len(text)


def _side_by_side(left: Sequence[Piece], right: Sequence[Piece]) -> bool:
    top = max(min(p.v0 for p in left), min(p.v0 for p in right))
    end = min(max(p.v1 for p in left), max(p.v1 for p in right))
    smaller = min(
        max(p.v1 for p in left) - min(p.v0 for p in left), max(p.v1 for p in right) - min(p.v0 for p in right)
    )
    return end - top > 0.25 * smaller


def _switches(lines: Sequence[Piece], x: float) -> int:
    """How often the file's own order jumps from one side to the other: often in tables, rarely in columns."""
    sides = [p.u0 >= x - _INSET for p in lines if p.u1 <= x + _INSET or p.u0 >= x - _INSET]
    return sum(a != b for a, b in pairwise(sides))


def usual_gutters(found: Sequence[Sequence[float]]) -> list[float]:
    """The gutters that most divided pages of a file share."""
    divided = [tuple(gutters) for gutters in found if gutters]
    if len(divided) < 2:
        return []
    counts = Counter(len(gutters) for gutters in divided)
    number = max(counts, key=lambda n: counts[n])
    same = sorted(gutters for gutters in divided if len(gutters) == number)
    if len(same) < max(2, 0.2 * len(found)):
        return []
    return list(same[len(same) // 2])


def order_pieces(page: RawPage, gutters: Sequence[float], usual: Sequence[float] = ()) -> list[Unit]:
    """The page's pieces, furniture apart, as units in reading order.

    Args:
        page: a page whose furniture is marked.
        gutters: its columns.
        usual: gutters of the file's other pages; where a first page has other columns at its top than below
            (a side column beside the abstract), it is read in two parts.
    """
    pieces = [p for p in page.pieces if not p.furniture]
    cut = _cut(page, gutters, usual) if page.number == 1 else None
    if cut is None:
        return _order(pieces, gutters, first=page.number == 1)
    height, above, below = cut
    return [
        *_order([p for p in pieces if p.v0 < height], above, first=True),
        *_order([p for p in pieces if p.v0 >= height], below, first=False),
    ]


def _crossing(lines: Iterable[Piece], gutters: Sequence[float]) -> int:
    return sum(a != b for a, b in (_place(p, gutters) for p in lines))


def _cut(
    page: RawPage, gutters: Sequence[float], usual: Sequence[float]
) -> tuple[float, list[float], list[float]] | None:
    """The height at which a page's columns change, and the gutters above and below it."""
    lines = sorted(_text_lines(page), key=lambda p: p.v0)
    wrong = _crossing(lines, gutters) if gutters else len(lines)
    if len(lines) < 20 or wrong < 4:
        return None
    best: tuple[float, list[float], list[float]] | None = None
    reached = lines[0].v1
    for index in range(1, len(lines)):
        gap, reached = lines[index].v0 - reached, max(reached, lines[index].v1)
        if gap < 4 or not 6 <= index <= len(lines) - 6:
            continue
        below = _gutters(lines[index:], usual)
        if not below:
            continue
        above = _gutters(lines[:index], ())
        # A part in one column has no gutter to cross; that must not make it the better explanation.
        count = _crossing(lines[index:], below) + (_crossing(lines[:index], above) if above else 1)
        if count + 3 < wrong:
            wrong, best = count, (lines[index].v0 - gap / 2, above, below)
    return best


def _order(pieces: Sequence[Piece], gutters: Sequence[float], *, first: bool) -> list[Unit]:
    units = _units(pieces, gutters)
    if not gutters:
        return _merged(by_height(units))
    last = len(gutters)
    units = whole_tables(units, gutters)
    _widen_rows(units, last)
    across = by_height(u for u in units if u.first != u.last)
    middles = [(u.v0 + u.v1) / 2 for u in across]
    bands: list[list[Unit]] = [[] for _ in range(len(across) + 1)]
    for unit in units:
        if unit.first == unit.last:
            bands[bisect(middles, (unit.v0 + unit.v1) / 2)].append(unit)
    ordered: list[Unit] = []
    notes: list[Unit] = []
    for index, band in enumerate(bands):
        if first:
            above, rest = _heading_rows(band, gutters)
            ordered += above
        else:
            rest = band
        ordered += _order_band(rest, last, notes if index == len(bands) - 1 else None)
        if index < len(across):
            ordered.append(across[index])
    return ordered + notes


def _widen_rows(units: Sequence[Unit], last: int) -> None:
    """What stands beside a short full-width line (authors in a row) stands across the columns as well."""
    rows = [u for u in units if u.first != u.last and len(u.pieces) <= 2]
    for unit in units:
        if unit.first == unit.last and len(unit.pieces) <= 3 and any(_on_row(unit, row) for row in rows):
            unit.first, unit.last = 0, last


def _on_row(unit: Unit, row: Unit) -> bool:
    overlap = min(unit.v1, row.v1) - max(unit.v0, row.v0)
    return overlap > 0.6 * max(unit.v1 - unit.v0, row.v1 - row.v0)


def _units(pieces: Sequence[Piece], gutters: Sequence[float]) -> list[Unit]:
    units: list[Unit] = []
    for block in _blocks(pieces):
        places = [_place(piece, gutters) for piece in block]
        crossing = sum(a != b for a, b in places)
        if crossing and crossing >= 0.3 * len(block):
            units.append(Unit(block, 0, len(gutters)))
            continue
        begin = 0
        for index in range(1, len(block) + 1):
            if index == len(block) or places[index] != places[begin] or _jumps_up(block, index):
                first, last = places[begin]
                units.append(Unit(block[begin:index], first, last))
                begin = index
    return units


def _jumps_up(block: Sequence[Piece], index: int) -> bool:
    """Whether a block goes on further up the page: at the top of another column, most likely."""
    before, piece = block[index - 1], block[index]
    return piece.v1 < before.v0 - piece.size and not piece.u0 < before.u1 < piece.u1


def _blocks(pieces: Sequence[Piece]) -> Iterable[list[Piece]]:
    block: list[Piece] = []
    for piece in pieces:
        if block and piece.block != block[-1].block:
            yield block
            block = []
        block.append(piece)
    if block:
        yield block


def _place(piece: Piece, gutters: Sequence[float]) -> tuple[int, int]:
    """The first and the last column that a piece stands in."""
    first = bisect(gutters, piece.u0 + _INSET)
    last = bisect(gutters, piece.u1 - _INSET)
    if last <= first:
        return first, first
    # An overlong line that reaches a little into the next column still belongs to its own.
    width = piece.u1 - piece.u0
    over = piece.u1 - gutters[last - 1]
    under = gutters[first] - piece.u0
    if over < min(20.0, 0.15 * width):
        last -= 1
    elif under < min(20.0, 0.15 * width):
        first += 1
    return first, max(first, last)


def _heading_rows(band: Sequence[Unit], gutters: Sequence[float]) -> tuple[list[Unit], list[Unit]]:
    """A first page's title and author boxes, row by row, and the units of its columns."""
    top = min((u.v0 for u in band if _is_text(u, gutters, band)), default=0.0)
    above = [u for u in band if u.v1 <= top + 1]
    return _merged(by_height(above)), [u for u in band if u.v1 > top + 1]


def _is_text(unit: Unit, gutters: Sequence[float], band: Sequence[Unit]) -> bool:
    """Whether a unit is running text or the heading that opens it."""
    if _OPENING.match(unit.pieces[0].text):
        return True
    wide = sum(_is_wide(piece, unit, gutters, band) for piece in unit.pieces)
    return len(unit.pieces) > 2 and wide > 0.5 * len(unit.pieces)


def _order_band(band: Sequence[Unit], last: int, notes: list[Unit] | None) -> list[Unit]:
    """Columns from left to right; footnotes are put by."""
    ordered: list[Unit] = []
    for column in range(last + 1):
        units = _merged(by_height([u for u in band if u.first == column]))
        if notes is not None:
            notes += _take_notes(units)
        ordered += units
    return ordered


def _is_wide(piece: Piece, unit: Unit, gutters: Sequence[float], band: Sequence[Unit]) -> bool:
    left = gutters[unit.first - 1] if unit.first else min(u.u0 for u in band)
    right = gutters[unit.first] if unit.first < len(gutters) else max(u.u1 for u in band)
    return piece.u1 - piece.u0 > 0.75 * (right - left)


def by_height(units: Iterable[Unit]) -> list[Unit]:
    """Units from top to bottom; those that stand on one row from left to right."""
    ordered: list[Unit] = []
    for unit in sorted(units, key=lambda u: u.v0):
        at = len(ordered)
        while at and _right_of_on_row(ordered[at - 1], unit):
            at -= 1
        ordered.insert(at, unit)
    return ordered


def _right_of_on_row(earlier: Unit, unit: Unit) -> bool:
    """Whether ``earlier`` stands on the row of ``unit``, to its right."""
    overlap = min(earlier.v1, unit.v1) - max(earlier.v0, unit.v0)
    height = min(earlier.v1 - earlier.v0, unit.v1 - unit.v0)
    return overlap > 0.5 * height and unit.u1 <= earlier.u0 + _INSET


def _merged(units: list[Unit]) -> list[Unit]:
    """Join units of one line each that are really lines of one paragraph."""
    out: list[Unit] = []
    for unit in units:
        if out and _belongs_to(out[-1], unit):
            out[-1].pieces = out[-1].pieces + unit.pieces
            out[-1].measure()
        elif out and _interlocks(out[-1], unit):
            out[-1].pieces = [p for row in by_rows(out[-1].pieces + unit.pieces) for p in row]
            out[-1].measure()
        else:
            out.append(unit)
    return out


def _interlocks(above: Unit, unit: Unit) -> bool:
    """Whether two units are parts of the same lines, taken apart by a change of font or a raised mark."""
    if min(above.v1, unit.v1) - max(above.v0, unit.v0) < 0.5 * min(above.v1 - above.v0, unit.v1 - unit.v0):
        return False
    reach = 0.6 * max(above.size, unit.size)
    return any(
        on_one_line(p, q) and (-1 < q.u0 - p.u1 < reach or -1 < p.u0 - q.u1 < reach)
        for p in above.pieces
        for q in unit.pieces
    )


def _belongs_to(above: Unit, unit: Unit) -> bool:
    if len(above.pieces) > 1 and len(unit.pieces) > 1:
        return False
    p, q = above.pieces[-1], unit.pieces[0]
    gap = q.v0 - p.v1
    return (
        -0.5 * p.size < gap < 0.6 * p.size
        and q.v0 > p.v0
        and abs(p.size - q.size) < 0.3
        and p.bold == q.bold
        and abs(above.u0 - unit.u0) < 2.5 * p.size
    )


def _take_notes(units: list[Unit]) -> list[Unit]:
    """Cut the footnotes off the end of a column, so that its text runs on into the next."""
    if len(units) < 2:
        return []
    size = main_size(p for u in units for p in u.pieces)
    cut = len(units)
    while cut > 1 and units[cut - 1].size < 0.93 * size and units[cut - 1].v0 > units[cut - 2].v0:
        cut -= 1
    low = 0.8 * max(u.v1 for u in units)
    while cut < len(units) and units[cut].v0 < low and not _NOTE_MARK.match(units[cut].pieces[0].text):
        cut += 1
    if any(_CAPTION.match(u.pieces[0].text) for u in units[cut:]):
        return []
    notes = units[cut:]
    del units[cut:]
    return notes
