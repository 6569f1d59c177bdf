"""Text recognition: pages that are pictures are read, said to be so, and their quotes still highlight."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from twintree.base.pages import PageText
from twintree.base.records import Rect
from twintree.base.text import find_quote
from twintree.library import ImportOptions, Library
from twintree.sources.ocr import recognise
from twintree.sources.scanned import edges_of

LINES = "Swarms of bees dance at night.\nAnts leave trails of scent behind.\nThe answer is forty two."


FOREIGN = "꿀벌은 밤에 춤을 춘다 그리고 개미는\n냄새의 길을 남긴다 연구자들은 논문을\n읽고 질문에 답한다"


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    """Two small pages, as pictures only: one in English, one in a script that the model does not know."""
    with pymupdf.open() as document, pymupdf.open() as printed:
        for text, font in ((LINES, "helv"), (FOREIGN, "korea")):
            page = printed.new_page(width=260, height=120)
            page.insert_textbox(pymupdf.Rect(20, 20, 250, 110), text, fontsize=11, fontname=font)
            picture = page.get_pixmap(dpi=150)
            document.new_page(width=260, height=120).insert_image(page.rect, pixmap=picture)
        document.save(tmp_path / "scan.pdf")
    return tmp_path / "scan.pdf"


def place_of(words: str) -> Rect:
    with pymupdf.open() as printed:
        page = printed.new_page(width=260, height=120)
        page.insert_textbox(pymupdf.Rect(20, 20, 250, 110), LINES, fontsize=11)
        return Rect(*page.search_for(words)[0])


def test_a_scanned_page_is_read_and_its_quotes_highlight(scan: Path, tmp_path: Path) -> None:
    """PAINS 16: a scan is neither refused nor silently empty: it is read, said so, and quotes highlight."""
    with Library.create(tmp_path / "library") as library:
        handle = library.jobs.submit_import([scan], ImportOptions(until="complete"))
        assert handle.wait(240)
        (item,) = library.jobs.items(handle.id)
        assert (item.state, item.status) == ("done", "complete"), item
        assert "1 of 2 pages were read by text recognition" in item.reason
        assert "1 of 2 pages could not be recognised: the built-in model reads Latin" in item.reason
        (file,) = library.papers.files(item.paper or "")
        page = library.papers.page(file.id, 1)
        assert page.how == "ocr"
        assert library.papers.page(file.id, 2).how == "empty"
        found = find_quote(page.text, "trails of scent")
        assert found, page.text
        (hit,) = library.search('"trails of scent"', rects=True)[0].hits
        box, true = hit.rects[0].rect, place_of("trails of scent")
        assert max(abs(box.x0 - true.x0), abs(box.x1 - true.x1)) < 12
        assert box.y0 < (true.y0 + true.y1) / 2 < box.y1
        again = library.jobs.submit_import([scan], ImportOptions(until="complete"))
        assert again.wait(60)
        assert [each.state for each in library.jobs.items(again.id)] == ["duplicate"]


def test_a_paper_with_its_own_text_is_complete_without_recognition(
    tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    with Library.create(tmp_path / "library") as library:
        path = make_pdf("text.pdf", "A page of text about swarms that dance.")
        handle = library.jobs.submit_import([path], ImportOptions(until="complete"))
        assert handle.wait(240)
        (item,) = library.jobs.items(handle.id)
        assert (item.state, item.status, item.reason) == ("done", "complete", "")


def test_a_blank_page_stays_empty_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "blank.pdf"
    with pymupdf.open() as document:
        document.new_page()
        document.save(path)
    pages: list[PageText] = []
    recognise(path, [1], pages.append)
    assert [(page.how, page.text) for page in pages] == [("empty", "")]
    assert pages[0].problem


def test_edges_rise_and_span_the_box() -> None:
    edges = edges_of("mild wind", 10.0, 100.0)
    assert (edges[0], edges[-1], len(edges)) == (10.0, 100.0, 10)
    assert edges == sorted(edges)
    assert edges[1] - edges[0] > edges[2] - edges[1]
