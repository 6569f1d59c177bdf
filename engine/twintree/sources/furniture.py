"""Recognises what is printed around a page's text: running heads, page numbers, margin lines, line numbers.

Works over several pages at once, since what repeats at the same height is what tells it from the text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
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

_Key = tuple[str, str]


#: Share of a page's pieces that repetition alone may take for furniture.
_MOST = 0.6


class FurnitureFinder:
    """Marks furniture window by window, remembering what repeated in earlier windows of the same file."""

    def __init__(self) -> None:
        self._known: dict[_Key, list[float]] = {}
        self._labels = 0

    def mark(self, pages: Sequence[RawPage]) -> None:
        """Set ``furniture`` on the pieces of these pages, and ``label`` where a page number is printed."""
        edges = [_edge_pieces(page) for page in pages]
        self._learn(edges)
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
            _mark_row_mates(page, [piece for piece, _, _ in candidates])
            if not page.label:
                page.label = _printed_number(page)
        _mark_stamps(pages)

    def _learn(self, edges: Sequence[list[tuple[Piece, _Key, float]]]) -> None:
        seen: dict[_Key, list[tuple[int, float]]] = defaultdict(list)
        for index, candidates in enumerate(edges):
            for _, key, height in candidates:
                if not _SECTION_NUMBER.fullmatch(key[1]):
                    seen[key].append((index, height))
        least = 2 if len(edges) < 12 else 3
        for key, places in seen.items():
            heights = sorted(height for _, height in places)
            for height in heights:
                near = {index for index, other in places if abs(other - height) <= 4}
                if len(near) >= least:
                    self._known.setdefault(key, []).append(height)

    def _repeats(self, key: _Key, height: float) -> bool:
        return any(abs(known - height) <= 4 for known in self._known.get(key, ()))


def _edge_pieces(page: RawPage) -> list[tuple[Piece, _Key, float]]:
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


def _mark_row_mates(page: RawPage, candidates: Sequence[Piece]) -> None:
    """What stands on one row with a running head or page number belongs to it."""
    marked = [piece for piece in candidates if piece.furniture and piece.direction == page.turned]
    for piece in candidates:
        if piece.furniture or piece.direction != page.turned:
            continue
        middle = (piece.v0 + piece.v1) / 2
        if any(mate.v0 <= middle <= mate.v1 and abs(mate.size - piece.size) < 3 for mate in marked):
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
