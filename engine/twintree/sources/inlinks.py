"""Links inside PDFs: which words lead where in the same file; runs in worker processes only."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

import pymupdf
from pymupdf import mupdf

from twintree.base.inlinks import InnerLink
from twintree.base.records import Rect

#: A file with more is a book with an index, whose links cite nothing.
_MOST = 20_000
_LONGEST_NAME = 200
_FAR = 1e5
_NAMED = "#nameddest="
_ERRORS = (RuntimeError, ValueError, TypeError, AttributeError)


def links_of(document: pymupdf.Document) -> Iterator[InnerLink]:
    """The links of a PDF that stay within it, page by page; one that cannot be resolved is left out."""
    found = 0
    for number in range(document.page_count if document.is_pdf else 0):
        try:
            link = mupdf.fz_load_links(mupdf.fz_load_page(document.this, number))
        except _ERRORS:
            continue
        while link.m_internal and found < _MOST:
            made = _link(document, link, number + 1)
            if made is not None:
                found += 1
                yield made
            link = link.next()


def _link(document: pymupdf.Document, link: mupdf.FzLink, number: int) -> InnerLink | None:
    try:
        uri, box = str(link.uri()), link.rect()
        if not uri.startswith("#"):
            return None
        place, x, y = mupdf.fz_resolve_link(document.this, uri)
        page = mupdf.fz_page_number_from_location(document.this, place) + 1
    except _ERRORS:
        return None
    if not 0 < page <= document.page_count:
        return None
    return InnerLink(
        page=number,
        rect=Rect(*(round(value, 1) for value in (box.x0, box.y0, box.x1, box.y1))),
        to_page=page,
        to_x=_place(x),
        to_y=_place(y),
        name=unquote(uri[len(_NAMED) :])[:_LONGEST_NAME] if uri.startswith(_NAMED) else "",
    )


def _place(value: float) -> float:
    return round(value, 1) if abs(value) < _FAR else 0.0
