"""Lines of running text that look like titles: what their neighbours and their first words say of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twintree.structure.numbering import parse_number
from twintree.structure.rows import Body, Row

#: Share of a column from which a line is a full one.
FULL = 0.93
SENTENCE_END = re.compile(r"[.!?:;。！？]['\"”’)\]]*$|[.!?][\d,\-–]+$")
#: How much larger than running text a title is printed, in points.
LARGER = 0.45
#: Distance of two lines of one paragraph, in the document's own.
_NEAR = 1.2


def begins_as_text(row: Row, body: Body) -> bool:
    """Whether words of ordinary weight stand before the bold ones that are most of the line; a number may."""
    if row.lead is None or body.bold or not row.bold or row.lead.bold or row.lead.italic:
        return False
    number = parse_number(row.text)
    words = row.text[number.end if number else 0 : row.lead.length]
    return row.size < body.size + LARGER and sum(map(str.isalpha, words)) >= 3


def is_amid(lines: Sequence[Row], rows: Sequence[Row], body: Body) -> bool:
    """Whether full lines that look like running text go on with a sentence, and the line below them too.

    Args:
        lines: rows that follow each other.
        rows: all rows of the document.
        body: how its running text looks.
    """
    first, last = lines[0], lines[-1]
    if any(row.size >= body.size + LARGER or row.bold or row.italic or row.caps for row in lines):
        return False
    if not first.index or last.index + 1 >= len(rows):
        return False
    before, after = rows[first.index - 1], rows[last.index + 1]
    if not before.page == first.page == after.page or first.above is None or last.below is None:
        return False
    near = max(first.above, last.below) <= _NEAR * body.leading
    full = all(row.box.x1 - row.box.x0 >= FULL * body.width for row in (before, last))
    return near and full and not SENTENCE_END.search(before.text) and after.text[:1].islower()
