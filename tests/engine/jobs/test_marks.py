"""Marks from other programs: read off a PDF, kept at their words, and ours written into a copy."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from twintree.base.errors import WrongUse
from twintree.base.pages import PageText
from twintree.base.records import Mark, Rect, Span
from twintree.jobs.marks import spans_of
from twintree.library import ImportOptions, Library
from twintree.sources.annotations import marks_of
from twintree.sources.parser import read_pages

QUICK = ImportOptions(until="searchable")
TEXT = (
    "Bees dance to tell where the flowers are.\n\nAnts leave trails of scent.\n\nBees dance again at night."
)


@pytest.fixture
def annotated(make_pdf: Callable[..., Path]) -> Path:
    path = make_pdf("annotated.pdf", TEXT)
    document = pymupdf.open(path)
    page = document[0]
    quads = page.search_for("trails of scent", quads=True)
    mark = page.add_highlight_annot(quads)
    mark.set_colors(stroke=(0, 1, 0))
    mark.set_info(content="how far?")
    mark.update()
    page.add_underline_annot(page.search_for("Bees dance", quads=True)[1:])
    page.add_text_annot((300, page.search_for("Ants leave")[0].y0), "ask Ada")
    document.saveIncr()
    document.close()
    return path


def page_of(path: Path) -> PageText:
    return next(read_pages(path))


def test_marks_are_found_at_their_words(annotated: Path) -> None:
    page = page_of(annotated)
    with pymupdf.open(annotated) as document:
        marks = {mark.kind: mark for mark in marks_of(document)}
    words = {
        kind: [page.text[span.start : span.end] for span in spans_of(page, mark)]
        for kind, mark in marks.items()
    }
    assert words["highlight"] == ["trails of scent"]
    assert (marks["highlight"].colour, marks["highlight"].note) == ("#00FF00", "how far?")
    assert words["underline"] == ["Bees dance"]
    assert spans_of(page, marks["underline"])[0].start == page.text.rindex("Bees dance")
    assert (words["note"], marks["note"].note) == (["Ants leave trails of scent."], "ask Ada")


def test_a_quote_goes_to_its_nearest_place(annotated: Path) -> None:
    page = page_of(annotated)
    last = page.text.rindex("Bees dance")
    line = next(line for line in page.lines if line.start <= last < line.end)
    mark = Mark(page=1, quote="bees  Dance", rects=(Rect(72, line.box.y0, 100, line.box.y1),))
    assert spans_of(page, mark) == [Span(1, last, last + len("Bees dance"))]


def test_annotations_are_imported_once_and_exported_into_a_copy(annotated: Path, tmp_path: Path) -> None:
    """PAINS 33: marks are read from PDFs, and ours written into a copy; the original stays as it is."""
    before = hashlib.sha256(annotated.read_bytes()).hexdigest()
    with Library.create(tmp_path / "library") as library:
        handle = library.jobs.submit_import([annotated], QUICK)
        assert handle.wait(120)
        (item,) = library.jobs.items(handle.id)
        paper = item.paper or ""
        (file,) = library.papers.files(paper)
        found = {mark.quote: mark for mark in library.person.highlights(paper)}
        assert set(found) == {"trails of scent", "Bees dance", "Ants leave trails of scent."}
        assert found["trails of scent"].note == "how far?"
        start = library.papers.page(file.id, 1).text.index("flowers")
        library.person.add_highlight(file.id, [Span(1, start, start + 7)], colour="#FF0000", note="mine")
        copy = tmp_path / "copy.pdf"
        neighbour = tmp_path / "copy.pdf.part"
        neighbour.write_bytes(b"somebody else's")
        assert library.pages.export_annotated(paper, copy) == 1
        with pytest.raises(WrongUse):
            library.pages.export_annotated(paper, Path(file.path))
        for wrong in (library.path / "files" / "other.pdf", Path(os.devnull), tmp_path):
            with pytest.raises(WrongUse):
                library.pages.export_annotated(paper, wrong)
        assert neighbour.read_bytes() == b"somebody else's"
        assert hashlib.sha256(Path(file.path).read_bytes()).hexdigest() == before
    page = page_of(copy)
    with pymupdf.open(copy) as document:
        marks = list(marks_of(document))
    assert len(marks) == 4
    (ours,) = (mark for mark in marks if mark.note == "mine")
    assert ours.colour == "#FF0000"
    assert [page.text[span.start : span.end] for span in spans_of(page, ours)] == ["flowers"]
