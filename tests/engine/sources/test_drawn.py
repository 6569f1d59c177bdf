"""A drawn figure is as large as its strokes, as far as nothing else stands there."""

from __future__ import annotations

from collections.abc import Iterator

import pymupdf
import pytest

from twintree.base.pages import LayoutBox
from twintree.base.records import Rect
from twintree.sources.drawn import whole_figures

WORDS = Rect(100, 150, 300, 160)


@pytest.fixture
def page() -> Iterator[pymupdf.Page]:
    with pymupdf.open() as document:
        made = document.new_page(width=595, height=842)
        for x in (100, 180, 260):
            made.draw_circle((x + 20, 155), 20)
            made.draw_line((x + 20, 135), (x + 20, 100))
        yield made


def _picture(page: pymupdf.Page, *others: LayoutBox) -> Rect:
    found = whole_figures(page, [LayoutBox("picture", WORDS), *others])
    assert found[1:] == list(others)
    return found[0].rect


def test_a_picture_of_the_words_alone_grows_over_the_strokes_around_them(page: pymupdf.Page) -> None:
    box = _picture(page, LayoutBox("caption", Rect(100, 190, 300, 200)))
    assert (box.x0, box.y0, box.x1, box.y1) == pytest.approx((100, 100, 300, 175), abs=2)


def test_a_figure_does_not_grow_over_text(page: pymupdf.Page) -> None:
    page.draw_line((200, 175), (200, 400))
    text = LayoutBox("text", Rect(90, 200, 310, 390))
    assert _picture(page, text).y1 < 200
    assert _picture(page, LayoutBox("text", Rect(90, 90, 310, 130))).y0 >= 130


def test_what_lies_apart_and_what_frames_the_page_is_no_part_of_a_figure(page: pymupdf.Page) -> None:
    page.draw_rect((10, 10, 585, 832))
    page.draw_line((100, 300), (300, 300))
    assert _picture(page).y1 < 180


def test_a_picture_that_has_its_strokes_stays_as_it_is(page: pymupdf.Page) -> None:
    seen = LayoutBox("picture", Rect(98, 98, 302, 177))
    assert whole_figures(page, [seen]) == [seen]
