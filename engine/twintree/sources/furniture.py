"""Recognises what is printed around a page's text: running heads, page numbers, margin lines, line numbers.

Works over several pages at once, since what repeats at the same height is what tells it from the text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from twintree.sources.pieces import Piece, RawPage

_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(
    r"^[-–—|\s\[(]*(?:(?:page|seite|p\.|s\.|página|стр\.)\s*)?(\d{1,4}|[ivxlc]{1,6})"
    r"(?:\s*(?:of|/|von|de)\s*\d{1,4})?[-–—|\s\])]*$",
    re.I,
)
#: "3.1.2" at the same height of several pages opens sections there; page numbers have no full stops inside.
_SECTION_NUMBER = re.compile(r"#(?:\.#)+\.?")
_ZONE = 0.12  #: share of the page's height, at either end, in which running heads stand
_MARGIN = 0.09  #: share of the width in which turned margin lines stand
_LEAST_LINE_NUMBERS = 5
#: Share of a page's pieces that repetition alone may take for furniture.
_MOST = 0.6
#: Heights that differ by no more than so many points are one.
_LEVEL = 4.0
#: Characters from which on a line over or under another is running text; the distance of such lines, in type sizes.
_LONG, _CLOSE = 20, 0.6
#: How much lower or higher than a text's outermost line what stands beside it may be, in points.
_BESIDE = 8.0
#: How many times as often as text a line has to stand at a height to be a running head.
_SURE = 3
#: Share of the pages whose text reaches a height from which on what stands there is text.
_OFTEN = 0.25

_Key = tuple[str, str]
_Edge = tuple[Piece, _Key, float]


class FurnitureFinder:
    """Marks furniture window by window, remembering what repeated in earlier windows of the same file."""

    def __init__(self) -> None:
        self._known: dict[_Key, list[float]] = {}
        self._labels = 0

    def mark(self, pages: Sequence[RawPage]) -> None:
        """Set ``furniture`` on the pieces of these pages, and ``label`` where a page number is printed."""
        edges = [_edge_pieces(page) for page in pages]
        reach = self._learn(pages, edges)
        for page, candidates in zip(pages, edges, strict=True):
            repeated = [piece for piece, key, height in candidates if self._repeats(key, height)]
            if len(repeated) > _MOST * len(page.pieces):
                # Pages that are all alike (forms, slides, a text printed again) say the same thing each: it is
                # their text, and taking it for furniture would leave nothing to find.
                repeated = [piece for piece in repeated if _NUMBER.match(piece.text)]
            for piece in repeated:
                piece.furniture = True
            _mark_margin(page)
            _mark_line_numbers(page)
            _mark_lone_number(page, [piece for piece, _, _ in candidates])
            _mark_row_mates(page, candidates, reach)
            if not page.label:
                page.label = _printed_number(page)
        _mark_stamps(pages)

    def _learn(self, pages: Sequence[RawPage], edges: Sequence[list[_Edge]]) -> _Reach:
        """Keep what repeats outside the text; where the text of these pages begins and ends."""
        seen: dict[_Key, list[tuple[int, float]]] = defaultdict(list)
        for index, candidates in enumerate(edges):
            for _, key, height in candidates:
                if not _SECTION_NUMBER.fullmatch(key[1]):
                    seen[key].append((index, height))
        least = 2 if len(edges) < 12 else 3
        repeated: dict[_Key, dict[float, int]] = defaultdict(dict)
        for key, places in seen.items():
            for height in sorted(height for _, height in places):
                near = {index for index, other in places if abs(other - height) <= _LEVEL}
                if len(near) >= least:
                    repeated[key][height] = len(near)
        reach = _Reach(pages, edges, {key: list(heights) for key, heights in repeated.items()})
        for key, counts in repeated.items():
            # The cells of a table's head at the top of two pages repeat as well, where other pages have their text.
            heights = [
                height for height, count in counts.items() if count > _SURE * reach.pages(key[0], height)
            ]
            if heights:
                self._known.setdefault(key, []).extend(heights)
        return reach

    def _repeats(self, key: _Key, height: float) -> bool:
        return _stands_at(self._known, key, height)


class _Reach:
    """How near running text comes to the upper and the lower edge of each page, what repeats left out."""

    def __init__(
        self, pages: Sequence[RawPage], edges: Sequence[list[_Edge]], repeated: Mapping[_Key, Sequence[float]]
    ) -> None:
        self._nearest: dict[str, list[float]] = {"top": [], "bottom": []}
        self._count = len(pages)
        for page, candidates in zip(pages, edges, strict=True):
            nearest: dict[str, float] = {}
            for piece, key, height in candidates:
                nearer = height < nearest.get(key[0], height + 1)
                if nearer and not _stands_at(repeated, key, height) and _is_running(piece, key[0], page):
                    nearest[key[0]] = height
            for zone, height in nearest.items():
                self._nearest[zone].append(height)

    def pages(self, zone: str, height: float) -> int:
        """On how many pages text stands as near to the edge as ``height``, in points, or nearer."""
        return sum(nearest <= height + _BESIDE for nearest in self._nearest[zone])

    def is_text(self, zone: str, height: float) -> bool:
        """Whether text often stands there."""
        return self.pages(zone, height) > _OFTEN * self._count


def _stands_at(places: Mapping[_Key, Sequence[float]], key: _Key, height: float) -> bool:
    return any(abs(known - height) <= _LEVEL for known in places.get(key, ()))


def _is_running(piece: Piece, zone: str, page: RawPage) -> bool:
    """Whether the next line of a text follows on the piece, away from the edge of the page."""
    if piece.direction != page.turned or len(piece.text) < _LONG:
        return False
    for other in page.pieces:
        if other is piece or other.furniture or other.direction != piece.direction or len(other.text) < _LONG:
            continue
        away = other.v0 - piece.v1 if zone == "top" else piece.v0 - other.v1
        beside = other.u0 >= piece.u1 or other.u1 <= piece.u0
        if -0.5 * piece.size < away < _CLOSE * piece.size and not beside:
            return True
    return False


def _edge_pieces(page: RawPage) -> list[_Edge]:
    """Pieces in the top and bottom zones, with what identifies them from page to page and their height."""
    across = page.turned in (90, 270)
    height = page.width if across else page.height
    found = []
    for piece in page.pieces:
        if piece.direction != page.turned:
            # On a landscape table the head may still stand upright.
            if not (across and piece.direction == 0):
                continue
            middle, whole = (piece.y0 + piece.y1) / 2, page.height
        else:
            middle, whole = (piece.v0 + piece.v1) / 2, height
        if middle < _ZONE * whole or middle > (1 - _ZONE) * whole:
            zone = "top" if middle < whole / 2 else "bottom"
            # Heights are counted from the nearer edge: pages of a file may differ in size.
            place = middle if zone == "top" else whole - middle
            found.append((piece, (zone, _DIGITS.sub("#", piece.text.casefold())[:60]), place))
    return found


def _mark_margin(page: RawPage) -> None:
    """Turned lines in the outer margins: stamps of preprint servers, download notices."""
    for piece in page.pieces:
        if piece.furniture or piece.direction == page.turned:
            continue
        if page.turned in (0, 180) and (
            piece.x1 < _MARGIN * page.width or piece.x0 > (1 - _MARGIN) * page.width
        ):
            piece.furniture = True


def _mark_line_numbers(page: RawPage) -> None:
    """Line numbers of preprints: rising numbers, one below the other, outside the text."""
    numbers = [
        piece
        for piece in page.pieces
        if piece.direction == page.turned and len(piece.text) <= 4 and piece.text.isdecimal()
    ]
    if len(numbers) < _LEAST_LINE_NUMBERS:
        return
    columns: dict[int, list[Piece]] = defaultdict(list)
    for piece in numbers:
        columns[round(piece.u1 / 6)].append(piece)
    words = [piece for piece in page.pieces if len(piece.text) > 20]
    for column in columns.values():
        if len(column) < _LEAST_LINE_NUMBERS:
            continue
        column.sort(key=lambda piece: piece.v0)
        values = [int(piece.text) for piece in column]
        steps = {b - a for a, b in pairwise(values)}
        if not steps <= {1, 2, 5, 10} or not _outside(column, words):
            continue
        for piece in column:
            piece.furniture = True


def _outside(column: Sequence[Piece], words: Sequence[Piece]) -> bool:
    """Whether nothing but margins stands on one side of these pieces."""
    left, right = min(p.u0 for p in column), max(p.u1 for p in column)
    before = sum(piece.u0 < left for piece in words)
    after = sum(piece.u1 > right for piece in words)
    return min(before, after) <= 0.05 * len(words) or all(p.u0 > right or p.u1 < left for p in words)


def _mark_lone_number(page: RawPage, candidates: Sequence[Piece]) -> None:
    """A page number that stands alone as the first or last line, on files too short for repetition."""
    if any(piece.furniture and _NUMBER.match(piece.text) for piece in candidates):
        return
    flat = [p for p in page.pieces if p.direction == page.turned and not p.furniture]
    if len(flat) < 2:
        return
    for piece in candidates:
        if not piece.furniture and _NUMBER.match(piece.text) and _is_outermost(piece, flat):
            piece.furniture = True


def _is_outermost(piece: Piece, others: Sequence[Piece]) -> bool:
    clear = 0.5 * (piece.v1 - piece.v0)
    return all(p is piece or p.v1 < piece.v0 - clear for p in others) or all(
        p is piece or p.v0 > piece.v1 + clear for p in others
    )


def _mark_row_mates(page: RawPage, candidates: Sequence[_Edge], reach: _Reach) -> None:
    """What stands on one row with a running head or page number belongs to it, unless it is text."""
    marked = [piece for piece, _, _ in candidates if piece.furniture and piece.direction == page.turned]
    for piece, (zone, _), height in candidates:
        if piece.furniture or piece.direction != page.turned:
            continue
        middle = (piece.v0 + piece.v1) / 2
        on_row = any(mate.v0 <= middle <= mate.v1 and abs(mate.size - piece.size) < 3 for mate in marked)
        if on_row and not reach.is_text(zone, height) and not _is_running(piece, zone, page):
            piece.furniture = True


def _printed_number(page: RawPage) -> str:
    found = [match[1] for piece in page.pieces if piece.furniture and (match := _NUMBER.match(piece.text))]
    plain = [number for number in found if number.isdecimal()]
    if len(set(plain)) == 1:
        return plain[0]
    return found[0] if len(found) == 1 else ""


def _mark_stamps(pages: Sequence[RawPage]) -> None:
    """Words at the very same place on most pages, wherever that is: watermarks and stamps."""
    if len(pages) < 3:
        return
    places: dict[tuple[str, int, int], list[Piece]] = defaultdict(list)
    for page in pages:
        for piece in page.pieces:
            if len(piece.text) > 3:
                places[(piece.text, round(piece.x0), round(piece.y0))].append(piece)
    for pieces in places.values():
        if len(pieces) >= max(3, 0.6 * len(pages)):
            for piece in pieces:
                piece.furniture = True
