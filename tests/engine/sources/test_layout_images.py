"""Images that the layout model passes over are pictures all the same; ornaments and backgrounds are none."""

from __future__ import annotations

from collections.abc import Iterator

import pymupdf
import pytest

from twintree.base.pages import LayoutBox
from twintree.base.records import Rect
from twintree.sources.layout import unseen_images

IMAGE = (100.0, 100.0, 300.0, 220.0)


@pytest.fixture
def page() -> Iterator[pymupdf.Page]:
    with pymupdf.open() as document:
        yield document.new_page(width=595, height=842)


def paste(page: pymupdf.Page, *box: float) -> None:
    picture = pymupdf.Pixmap(pymupdf.csGRAY, 4, 4, bytes(range(0, 160, 10)), False)
    page.insert_image(pymupdf.Rect(*box), pixmap=picture, keep_proportion=False)


def seen(page: pymupdf.Page, *boxes: LayoutBox) -> list[tuple[float, ...]]:
    found = unseen_images(page, boxes)
    assert {each.kind for each in found} <= {"picture"}
    return [
        tuple(round(at) for at in (each.rect.x0, each.rect.y0, each.rect.x1, each.rect.y1)) for each in found
    ]


def test_an_image_that_no_box_holds_is_a_picture_and_one_that_is_seen_is_not_told_twice(
    page: pymupdf.Page,
) -> None:
    paste(page, *IMAGE)
    assert seen(page) == [IMAGE]
    assert seen(page, LayoutBox("text", Rect(50, 300, 500, 400))) == [IMAGE]
    assert seen(page, LayoutBox("picture", Rect(95, 95, 305, 230))) == []


def test_an_image_in_strips_is_one(page: pymupdf.Page) -> None:
    for top in (100, 140, 180):
        paste(page, 100, top, 300, top + 40)
    assert seen(page) == [IMAGE]


@pytest.mark.parametrize("box", [(100, 100, 130, 120), (0, 0, 595, 842), (20, 12, 180, 72)])
def test_ornaments_and_backgrounds_are_no_pictures(page: pymupdf.Page, box: tuple[float, ...]) -> None:
    paste(page, *box)
    assert seen(page) == []


def test_an_image_behind_running_text_is_none(page: pymupdf.Page) -> None:
    paste(page, *IMAGE)
    assert seen(page, LayoutBox("text", Rect(100, 110, 300, 200))) == []
