"""Marks in PDFs: those that other programs left in a file, and ours, written into a copy of it.

Runs in worker processes only.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pymupdf
from msgspec.structs import replace
from pymupdf import mupdf

from twintree.base.records import Mark, Rect
from twintree.sources.opening import open_document

#: A file with more is no paper that somebody read.
_MOST = 5000
_LONGEST = 20_000
_KINDS = {
    mupdf.PDF_ANNOT_HIGHLIGHT: "highlight",
    mupdf.PDF_ANNOT_UNDERLINE: "underline",
    mupdf.PDF_ANNOT_SQUIGGLY: "underline",
    mupdf.PDF_ANNOT_STRIKE_OUT: "strikeout",
    mupdf.PDF_ANNOT_TEXT: "note",
    mupdf.PDF_ANNOT_FREE_TEXT: "note",
    mupdf.PDF_ANNOT_SQUARE: "area",
    mupdf.PDF_ANNOT_CIRCLE: "area",
    mupdf.PDF_ANNOT_POLYGON: "area",
    mupdf.PDF_ANNOT_INK: "area",
    mupdf.PDF_ANNOT_CARET: "note",
}
_DATE = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?")
_UNWANTED = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_ERRORS = (RuntimeError, ValueError, TypeError, KeyError, IndexError, AttributeError)


def marks_of(document: pymupdf.Document) -> Iterator[Mark]:
    """Highlights, underlines, areas and notes of a PDF, page by page; one that cannot be read is left out."""
    found = 0
    for number in range(document.page_count if document.is_pdf else 0):
        try:
            kinds = {entry[1] for entry in document.page_annot_xrefs(number)}
            if not kinds & _KINDS.keys():
                continue
            page = document.load_page(number)
            for annotation in page.annots(types=list(_KINDS)):
                mark = _mark(annotation, number + 1, page.rotation_matrix)
                if mark is not None:
                    yield mark
                    found += 1
                if found >= _MOST:
                    return
        except _ERRORS:
            continue


def as_shown(document: pymupdf.Document, mark: Mark) -> Mark:
    """A mark that counts in the PDF's own space, with its boxes on the page as shown.

    The PDF's own space has its origin at the bottom, knows neither ``/Rotate`` nor what ``/CropBox`` cuts off.
    One on a page that is not there, or cannot be read, stays as it is.
    """
    if not mark.from_bottom or not document.is_pdf:
        return mark
    try:
        page = document.load_page(mark.page - 1)
        box, frame = mupdf.FzRect(), mupdf.FzMatrix()
        mupdf.pdf_page_transform(mupdf.pdf_page_from_fz_page(page.this), box, frame)
    except _ERRORS:
        return mark
    turn = pymupdf.Matrix(frame.a, frame.b, frame.c, frame.d, frame.e, frame.f)
    boxes = [(pymupdf.Rect(r.x0, r.y0, r.x1, r.y1) * turn).normalize() for r in mark.rects]
    return replace(mark, rects=tuple(Rect(*map(float, box)) for box in boxes), from_bottom=False)


def write_marks(path: Path, target: Path, marks: Sequence[Mark], password: str | None = None) -> int:
    """Write a copy of a PDF with marks on its pages; the original is only read.

    Args:
        path: the original.
        target: the copy; what is there is replaced.
        marks: each with rectangles, in the coordinates of our lines.
        password: for encrypted files; the copy keeps the encryption.

    Returns:
        How many marks were written.

    Raises:
        UnreadableFile: the original cannot be read.
    """
    with open_document(path, password) as document:
        present = {mark.key for mark in marks_of(document)}
        written = 0
        for mark in marks:
            # What came from this file stands in it already.
            if mark.rects and mark.key not in present:
                _add(document.load_page(mark.page - 1), mark)
                written += 1
        part = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
        try:
            document.save(str(part), encryption=mupdf.PDF_ENCRYPT_KEEP, garbage=0, deflate=True)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    return written


def _add(page: pymupdf.Page, mark: Mark) -> None:
    shown = [pymupdf.Rect(r.x0, r.y0, r.x1, r.y1) for r in mark.rects]
    quads = [(box * page.derotation_matrix).normalize().quad for box in shown]
    annotation = (
        page.add_underline_annot(quads) if mark.kind == "underline" else page.add_highlight_annot(quads)
    )
    rgb = _rgb(mark.colour)
    if rgb:
        annotation.set_colors(stroke=rgb)
    annotation.set_info(content=mark.note, title="Twintree", subject=mark.quote[:200])
    annotation.update()


def _rgb(colour: str) -> tuple[float, float, float] | None:
    if not re.fullmatch("#[0-9A-Fa-f]{6}", colour):
        return None
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _mark(annotation: pymupdf.Annot, number: int, turn: pymupdf.Matrix) -> Mark | None:
    kind = _KINDS[annotation.type[0]]
    rects = tuple(_rects(annotation, kind, turn))
    note = _UNWANTED.sub("", str(annotation.info.get("content", "")).replace("\r", "\n"))[:_LONGEST].strip()
    if not rects or (kind in ("note", "area") and not note):
        return None
    return Mark(
        page=number,
        rects=rects,
        colour=_colour(annotation),
        note=note,
        kind=kind,
        created=_date(annotation.info.get("creationDate") or annotation.info.get("modDate") or ""),
        key=mark_key(number, rects, kind),
    )


def mark_key(page: int, rects: Sequence[Rect], kind: str) -> str:
    """What a mark is known again by: where it stands."""
    places = ";".join(f"{r.x0:.0f},{r.y0:.0f},{r.x1:.0f},{r.y1:.0f}" for r in rects)
    return hashlib.sha256(f"{page} {kind} {places}".encode()).hexdigest()[:24]


def _rects(annotation: pymupdf.Annot, kind: str, turn: pymupdf.Matrix) -> Iterator[Rect]:
    """The boxes of a mark on the page as shown; annotations know the page without its rotation."""
    points = annotation.vertices if kind in ("highlight", "underline", "strikeout") else None
    if points and len(points) % 4 == 0:
        boxes = [pymupdf.Quad(*points[at : at + 4]).rect for at in range(0, len(points), 4)]
    else:
        boxes = [annotation.rect]
    for unturned in boxes:
        box = (unturned * turn).normalize()
        if not box.is_empty and not box.is_infinite:
            yield Rect(*(round(value, 2) for value in box))


def _colour(annotation: pymupdf.Annot) -> str:
    colours: dict[str, Any] = annotation.colors or {}
    values = list(colours.get("stroke") or colours.get("fill") or ())
    if len(values) == 1:
        values = values * 3
    if len(values) != 3:
        return ""
    return "#" + "".join(f"{round(max(0.0, min(1.0, value)) * 255):02X}" for value in values)


def _date(text: str) -> str:
    match = _DATE.match(text)
    if not match:
        return ""
    year, month, day, hour, minute, second = (part or "" for part in match.groups())
    return f"{year}-{month or '01'}-{day or '01'}T{hour or '00'}:{minute or '00'}:{second or '00'}.000Z"
