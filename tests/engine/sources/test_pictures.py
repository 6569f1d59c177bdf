"""Words inside figures that are pictures: recognised with their boxes, put behind their page's text, never twice."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest
from msgspec.structs import replace

from twintree.base.pages import Line, pack_lines, unpack_lines
from twintree.base.records import Rect, Span
from twintree.sources.parser import read_pages
from twintree.sources.passages import passages
from twintree.sources.pictures import Picture, PictureWords, read_pictures, with_pictures

FIGURE = pymupdf.Rect(150, 300, 450, 500)
PROSE = "The colonies grew over nine years, and we kept the records in a ledger that anyone may read. " * 4


def drawn() -> pymupdf.Pixmap:
    """A small diagram as a picture: a label on two lines, one beside it, an axis named upwards."""
    with pymupdf.open() as document:
        page = document.new_page(width=300, height=200)
        page.draw_rect(pymupdf.Rect(60, 30, 150, 80))
        page.insert_text((70, 50), "Nectar", fontsize=12)
        page.insert_text((70, 65), "encoder", fontsize=12)
        page.insert_text((190, 50), "Upper-", fontsize=12)
        page.insert_text((190, 65), "case", fontsize=12)
        page.insert_text((120, 170), "temperature 37", fontsize=12)
        page.insert_text((30, 160), "Yield of wax", fontsize=12, rotate=90)
        return page.get_pixmap(dpi=200)


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Page 1 has the diagram as a picture, page 2 one drawn in lines with words of its own, page 3 noise."""
    path = tmp_path_factory.mktemp("paper") / "paper.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=595, height=842)
        page.insert_textbox(pymupdf.Rect(72, 72, 523, 250), PROSE, fontsize=10)
        page.insert_image(FIGURE, pixmap=drawn())
        page.insert_text((150, 520), "Figure 1: How nectar becomes honey.", fontsize=9)
        page = document.new_page(width=595, height=842)
        page.draw_rect(FIGURE)
        page.insert_textbox(FIGURE, PROSE, fontsize=10)
        page = document.new_page(width=595, height=842)
        page.insert_image(FIGURE, pixmap=pymupdf.Pixmap(pymupdf.csGRAY, 16, 16, bytes(range(256)), False))
        document.save(path)
    return path


@pytest.fixture(scope="module")
def seen(paper: Path) -> list[PictureWords]:
    """What is read where the figure stands, on each of the three pages: once, since it takes seconds."""
    got: list[PictureWords] = []
    read_pictures(paper, [Picture(name=f"fig{n}", page=n, box=Rect(*FIGURE)) for n in (1, 2, 3)], got.append)
    return got


def words_at(words: PictureWords, text: str) -> list[Line]:
    at = words.text.index(text)
    return [line for line in words.lines if line.start < at + len(text) and line.end > at]


def test_the_words_of_a_picture_are_read_label_by_label_with_their_places(seen: list[PictureWords]) -> None:
    words = seen[0]
    assert words.text.split("\n") == ["Nectar encoder", "Upper-case", "Yield of wax", "temperature 37"]
    upper, lower = words_at(words, "Nectar encoder")
    # The picture is as large as it was drawn, so a label stands where it was drawn, moved by the figure's corner.
    assert upper.box.x0 == pytest.approx(FIGURE.x0 + 70, abs=3)
    assert upper.box.y0 < FIGURE.y0 + 46 < upper.box.y1 < lower.box.y1
    assert all(line.recognised and line.furniture for line in words.lines)


def test_an_axis_that_is_named_upwards_is_read_upwards(seen: list[PictureWords]) -> None:
    words = seen[0]
    (axis,) = words_at(words, "Yield of wax")
    assert axis.direction == 90
    assert axis.edges[0] > axis.edges[-1]
    assert axis.box.x1 < FIGURE.x0 + 40


def test_what_is_no_picture_or_says_nothing_has_no_words(seen: list[PictureWords]) -> None:
    assert [(each.name, each.text) for each in seen[1:]] == [("fig2", ""), ("fig3", "")]


def test_a_pages_own_text_stays_and_its_pictures_words_stand_behind_it_once(
    paper: Path, seen: list[PictureWords]
) -> None:
    (page,) = read_pages(paper, 1, 1)
    whole = with_pictures(page, seen)
    assert whole.text == page.text + "\n\n" + seen[0].text
    assert whole.body_end == page.body_end
    assert with_pictures(whole, seen) == whole
    assert whole.without_pictures() == page
    again = replace(whole, lines=unpack_lines(pack_lines(whole.lines)))
    assert [line.recognised for line in again.lines] == [line.recognised for line in whole.lines]
    for line in whole.lines:
        assert (line.start >= whole.pictures_from()) == line.recognised


def test_words_of_pictures_are_passages_and_are_said_to_be_recognised(
    paper: Path, seen: list[PictureWords]
) -> None:
    (page,) = read_pages(paper, 1, 1)
    whole = with_pictures(page, seen)
    assert passages(whole)[: len(passages(page))] == passages(page)
    (start, end) = passages(whole)[-1]
    assert whole.text[start:end].startswith("Nectar encoder")
    assert whole.is_recognised(Span(1, start, end))
    assert not whole.is_recognised(Span(1, 0, 10))
