"""Displayed equations: told by their numbers, in order, and by the layout's formula boxes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from twintree.base.pages import LayoutBox, Line, PageText
from twintree.base.records import Rect
from twintree.structure.found import SLACK, Found, beside, covers, overlaps, spans_of, union

_TAG = re.compile(
    r"(?:^|[\s.,;])\((?P<number>[1-9]\d{0,2}[a-d]?|[A-H]\.?\d{1,3}|\d{1,2}\.\d{1,3}(?:\.\d{1,3})?)\)\s*[.,;]?\s*$"
)
_REFERRED = re.compile(r"(?:eqs?|eqns?|equations?|formulas?|problems?|in|of|by|and|from|see)\.?\s*$", re.I)
_MATHS = re.compile(
    r"[=<>≤≥≈≡∼∝∈∉⊂⊆∪∩∑∏∫∂√∞±×·→←↔⇒⇔∀∃∧∨¬⟨⟩|+−^]|\b(?:log|exp|min|max|argmax|argmin|sin|cos)\b"
)
_WORD = re.compile(r"[^\W\d_]{4,}")
_ITEM = re.compile(r"\s*[•◦▪■●○‣]\s")
#: Of a page's width, the most that a column is taken for where no text tells; points that a formula may jut out.
_COLUMN, _INDENT = 0.55, 8.0
#: Equations that may lie between two whose numbers are found.
_JUMP = 4


def numbered(pages: Sequence[PageText], layout: Mapping[int, Sequence[LayoutBox]]) -> list[Found]:
    """Displayed equations that carry a number; one that jumps ahead, or goes back, is something else."""
    found: list[Found] = []
    seen: set[str] = set()
    last = 0
    for page in pages:
        formulas = [box.rect for box in layout.get(page.number, ()) if box.kind == "formula"]
        for line in page.lines:
            match = _TAG.search(page.text[line.start : line.end])
            if (
                match is None
                or match["number"] in seen
                or _REFERRED.search(page.text[line.start : line.start + match.start()])
            ):
                continue
            count = int(match["number"]) if match["number"].isdigit() else 0
            rows = _formula_rows(page, line, match.start(), formulas) if count <= last + _JUMP else []
            if rows:
                seen.add(match["number"])
                last = max(last, count)
                found.append(_equation(page, rows, match["number"], formulas))
    return found


def _formula_rows(page: PageText, line: Line, tag: int, formulas: Sequence[Rect]) -> list[Line]:
    """The lines of the formula whose number ends this line; none when it is a sentence or a cell."""
    rest = page.text[line.start : line.start + tag].strip()
    column = _column(page, line)
    left = line.box.x1 - _COLUMN * page.width if column is None else column
    boxed = bool(_in_row(line.box, left, formulas))
    if rest and not boxed:
        sentence = len(_WORD.findall(rest)) > 2 or not _MATHS.search(rest)
        return [] if sentence or line.furniture else [line]
    if column is None and not boxed:
        return []
    row = [
        each
        for each in page.lines
        if each is not line and beside(each.box, line.box) and left - SLACK <= each.box.x0 < line.box.x1
    ]
    return [*row, line] if row or rest or boxed else []


def _in_row(box: Rect, left: float, formulas: Sequence[Rect]) -> list[Rect]:
    """The formula boxes on the row of ``box``, in its column, which begins at ``left``."""
    return [each for each in formulas if beside(each, box) and left - _INDENT <= each.x0 <= box.x1]


def _column(page: PageText, line: Line) -> float | None:
    """Where the lines of running text that end where this one ends begin; None where hardly any do."""
    starts = sorted(
        each.box.x0
        for each in page.lines
        if each.box.x1 - each.box.x0 > 0.25 * page.width and abs(each.box.x1 - line.box.x1) < 4
    )
    return starts[len(starts) // 2] if len(starts) >= 3 else None


def _equation(page: PageText, rows: Sequence[Line], number: str, formulas: Sequence[Rect]) -> Found:
    box = union(line.box for line in rows)
    column = _column(page, rows[-1])
    near = _in_row(box, box.x1 - _COLUMN * page.width if column is None else column, formulas)
    return Found(
        kind="equation",
        page=page.number,
        number=number,
        label=f"Equation {number}",
        spans=list(spans_of(page, rows)),
        box=box,
        boxes=[union([*near, box])] if near else [],
        weight=3.0,
    )


#: A displayed formula is at least so wide, in points, and nothing of its own row stands nearer to it than the gap.
_WIDE, _GAP = 24.0, 14.0
#: Of running text beside mathematics: words that make it a sentence.
_SPOKEN_WORDS = 6


def unnumbered(page: PageText, here: Sequence[Found], boxes: Sequence[LayoutBox]) -> list[Found]:
    """The displayed formulas of a page that carry no number: formula boxes that nothing else has, row by row."""
    formulas = [box.rect for box in boxes if box.kind == "formula"]
    taken = [
        union(each.boxes or [each.box])
        for each in here
        if each.kind != "footnote" and (each.boxes or each.spans)
    ]
    found = []
    for box in formulas:
        rows = [line for line in page.lines if not line.furniture and covers(box, line.box)]
        if any(overlaps(box, other) for other in taken) or not _is_displayed(page, box, rows):
            continue
        spans = list(spans_of(page, rows))
        found.append(
            Found(kind="equation", page=page.number, number="", label="", spans=spans, box=box, boxes=[box])
        )
    return found


def _is_displayed(page: PageText, box: Rect, rows: Sequence[Line]) -> bool:
    """Whether a formula box stands alone in its column, and holds mathematics as far as it has text."""
    text = " ".join(page.text[line.start : line.end] for line in rows)
    if box.x1 - box.x0 < _WIDE or len(_WORD.findall(text)) > _SPOKEN_WORDS:
        return False
    if text and (_ITEM.match(text) or not _MATHS.search(text)):
        return False
    near = Rect(box.x0 - _GAP, box.y0, box.x1 + _GAP, box.y1)
    return not any(
        line not in rows
        and beside(box, line.box)
        and overlaps(near, line.box)
        and len(_WORD.findall(page.text[line.start : line.end])) > 1
        for line in page.lines
    )
