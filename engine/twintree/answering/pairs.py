"""A row of a table in words that need no counting of columns: *head: value* for each of its cells."""

from __future__ import annotations

import re

from twintree.base.anchors import Anchor

_NUMBER = re.compile(r"[-+±−]?\d[\d.,]*")
#: A value whose number another one belongs to: *1.5 ± 0.1*, *3 (12 %)*, *2 × 10*, *3 – 4*.
_JOINED = re.compile(r"[±×(/–—]|\d\s*-\s*\d")


def told_as_pairs(table: Anchor, row: str) -> tuple[str, ...]:
    """The row's name and a pair for each cell; nothing where it is not sure which head stands above which cell.

    Sure are heads that differ, above every cell that has a value, in columns with one value a cell.

    Args:
        table: with its cells, where they are known.
        row: the row's text, as it stands on the page.
    """
    body = table.cells[table.header :]
    cells = next((each for each in body if _bare("".join(each)) == _bare(row)), None)
    heads = _heads(table)
    if cells is None or len(heads) != len(cells) or not body[0][0]:
        return ()  # a row below the heads without a name goes on with the heads
    used = [at for at, cell in enumerate(cells) if cell and at]
    named = [heads[at] for at in used]
    if not used or not all(named) or len(set(named)) < len(named) or any(map(_breaks_off, named)):
        return ()
    if any(_holds_several(cells[at]) for at in used):
        return ()
    # What begins a row names it, and needs no head, unless it is a number.
    first = f"{heads[0]}: {cells[0]}" if heads[0] and _NUMBER.fullmatch(cells[0]) else cells[0]
    return tuple(filter(None, (first, *(f"{heads[at]}: {cells[at]}" for at in used))))


def _heads(table: Anchor) -> list[str]:
    """What stands above each column; one cell alone at the top is above many, and one at the left is above rows."""
    rows = [
        row
        for at, row in enumerate(table.cells[: table.header])
        if sum(map(bool, row)) > 1 or (at and not row[0])
    ]
    return [" ".join(filter(None, column)) for column in zip(*rows, strict=False)]


def _breaks_off(head: str) -> bool:
    return head.endswith(("-", "/", ","))


def _holds_several(cell: str) -> bool:
    return len(_NUMBER.findall(cell)) > 1 and " " in cell.strip() and not _JOINED.search(cell)


def _bare(text: str) -> str:
    return "".join(text.split())
