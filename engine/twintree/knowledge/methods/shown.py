"""How a table's cells and an equation's LaTeX stand in a segment, in the place of the page's own characters."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from twintree.base.anchors import Anchor
from twintree.base.methods import Segment
from twintree.base.pages import PageText
from twintree.base.records import Record, Span
from twintree.base.text import fold, folded

#: Between the cells of a row, and around a formula.
CELL, FORMULA = " | ", (r"\(", r"\)")


class Part(Record, frozen=True):
    """Characters ``[start, end)`` of a page, and what is written for them."""

    start: int
    end: int
    said: str


class Shown(Record, frozen=True):
    """A stretch of a page that is written otherwise; without parts it is left out, for it is written elsewhere."""

    start: int
    end: int
    parts: tuple[Part, ...]


def shown_on(page: PageText, anchors: Sequence[Anchor]) -> list[Shown]:
    """What is written otherwise on a page, in order: tables row by row, equations in LaTeX.

    A table without cells and an equation without LaTeX, as all are before the layout is read, stay as they stand.

    Args:
        page: the page.
        anchors: of its file.
    """
    found: list[Shown] = []
    for each in anchors:
        if each.kind == "table" and each.cells:
            spans, parts = _on(page, each.inside), _cells(page, each)
        elif each.kind == "equation" and each.latex:
            spans = _on(page, each.spans)
            parts = tuple(Part(s.start, s.end, f"{FORMULA[0]}{each.latex}{FORMULA[1]}") for s in spans[:1])
        else:
            continue
        if parts and not any(a.start < b.end and b.start < a.end for a in found for b in spans):
            found += [Shown(s.start, s.end, () if at else parts) for at, s in enumerate(spans)]
    return sorted(found, key=lambda each: each.start)


def _on(page: PageText, spans: Sequence[Span]) -> list[Span]:
    """Spans of the page's body; none where a part of them lies elsewhere."""
    here = sorted((each for each in spans if each.page == page.number), key=lambda each: each.start)
    return here if len(here) == len(spans) and all(each.end <= page.body_end for each in here) else []


def _cells(page: PageText, table: Anchor) -> tuple[Part, ...]:
    """Each cell that holds something at its place on the page, with what stands between it and the one before."""
    spans = _on(page, table.inside)
    if not spans:
        return ()
    places = _Places(page.text, spans)
    parts: list[Part] = []
    lead = ""
    for row in table.cells:
        for i, cell in enumerate(row):
            lead += CELL if i else ""
            if cell.strip():
                parts.append(Part(*places.of(cell), lead + " ".join(cell.split())))
                lead = ""
        lead = f"{lead.rstrip()}\n" if parts else ""
    return tuple(parts)


class _Places:
    """Where cells stand in a table's text; each place is given once."""

    def __init__(self, text: str, spans: Sequence[Span]) -> None:
        self._whole = (spans[0].start, spans[0].end)
        self._folded: list[tuple[str, list[int]]] = []
        for each in spans:
            flat, origin = fold(text[each.start : each.end])
            kept = [at for at, char in enumerate(flat) if not char.isspace()]
            self._folded.append(("".join(flat[at] for at in kept), [each.start + origin[at] for at in kept]))
        self._taken: set[int] = set()

    def of(self, cell: str) -> tuple[int, int]:
        """The first place of a cell that no other has; the table's beginning where it stands nowhere."""
        for start, end in self._all("".join(folded(cell).split())):
            if start not in self._taken:
                self._taken.add(start)
                return start, end
        return self._whole

    def _all(self, wanted: str) -> Iterator[tuple[int, int]]:
        for flat, origin in self._folded:
            at = flat.find(wanted) if wanted else -1
            while at >= 0:
                yield origin[at], origin[at + len(wanted) - 1] + 1
                at = flat.find(wanted, at + 1)


def is_formula(text: str, at: int) -> bool:
    """Whether a place in a segment's text lies in an equation's LaTeX."""
    return text.rfind(FORMULA[0], 0, at) > text.rfind(FORMULA[1], 0, at)


def row_around(segment: Segment, start: int, end: int) -> tuple[int, int] | None:
    """The row of a table that a place of a segment's text lies in; None where it lies in no table."""
    at = bisect_right([piece.offset for piece in segment.pieces], start) - 1
    piece = segment.pieces[at] if at >= 0 else None
    if piece is None or not piece.said or piece.said.startswith(FORMULA[0]):
        return None
    first = segment.text.rfind("\n", 0, start) + 1
    last = segment.text.find("\n", end)
    return first, len(segment.text) if last < 0 else last
