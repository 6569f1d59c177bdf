"""Pages that a PDF shows turned (/Rotate): boxes lie where the words are seen, and marks go to and fro."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from twintree.base.pages import PageText, rects_of
from twintree.base.records import Mark, Rect
from twintree.base.text import find_quote
from twintree.sources.annotations import marks_of, write_marks
from twintree.sources.parser import read_pages

WORDS = "Seven swans swim in the upright margin"
AT = pymupdf.Point(330, 150)


def turned_pdf(folder: Path, rotation: int) -> Path:
    """A page of 600 × 400 points as shown (or 400 × 600), with words that read upright on it."""
    path = folder / f"turned-{rotation}.pdf"
    with pymupdf.open() as document:
        size = (400, 600) if rotation % 180 else (600, 400)
        page = document.new_page(width=size[0], height=size[1])
        page.set_rotation(rotation)
        page.insert_text(AT * page.derotation_matrix, WORDS, fontsize=14, rotate=rotation)
        document.save(path)
    return path


def box_of(page: PageText, words: str) -> Rect:
    place = find_quote(page.text, words)
    assert place, page.text
    (box,) = rects_of(page.lines, *place)
    return box


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_quotes_box_lies_on_its_ink_as_shown(tmp_path: Path, rotation: int) -> None:
    path = turned_pdf(tmp_path, rotation)
    (page,) = read_pages(path)
    box = box_of(page, "swans swim")
    assert (page.width, page.height) == (600, 400)
    assert box.x0 > AT.x
    assert box.y0 < AT.y < box.y1
    with pymupdf.open(path) as document:
        inside = document[0].get_pixmap(clip=pymupdf.Rect(box.x0, box.y0, box.x1, box.y1))
        assert not inside.is_unicolor
        document[0].draw_rect(
            pymupdf.Rect(AT.x - 5, AT.y - 20, 600, AT.y + 10) * document[0].derotation_matrix,
            color=(1, 1, 1),
            fill=(1, 1, 1),
        )
        assert document[0].get_pixmap().is_unicolor


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_mark_written_into_a_copy_is_read_back_where_it_was_put(tmp_path: Path, rotation: int) -> None:
    """PAINS 33: annotations are read, and written into a copy."""
    path, copy = turned_pdf(tmp_path, rotation), tmp_path / "copy.pdf"
    (page,) = read_pages(path)
    box = box_of(page, "swans swim")
    assert write_marks(path, copy, [Mark(page=1, rects=(box,), colour="#FF0000")]) == 1
    with pymupdf.open(copy) as document:
        (mark,) = marks_of(document)
    (back,) = mark.rects
    assert (back.x0, back.y0, back.x1, back.y1) == pytest.approx((box.x0, box.y0, box.x1, box.y1), abs=0.1)
