"""Links from words on a page to a place in the same file, as citations are settled by them."""

from __future__ import annotations

from twintree.base.records import Record, Rect


class InnerLink(Record, frozen=True, kw_only=True):
    """A link as the file has it; points from the top left of the pages as they are shown.

    ``to_y`` is 0 where the destination is a whole page; ``name`` is what the file calls it, if anything.
    """

    page: int
    rect: Rect
    to_page: int
    to_x: float = 0.0
    to_y: float = 0.0
    name: str = ""
