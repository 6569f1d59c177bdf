"""Links on a page: where they lie, and where they lead."""

from __future__ import annotations

from twintree.base.records import Record, Rect


class PageLink(Record, frozen=True, kw_only=True):
    """A link in a document.

    Attributes:
        rect: where it lies on its page, in points.
        page: the page of the same document that it leads to, from 1; 0 when it leads elsewhere.
        down: how far below that page's top, in points; None when the file does not say.
        uri: the address outside; "" for a link within the document.
    """

    rect: Rect
    page: int = 0
    down: float | None = None
    uri: str = ""
