"""Ways through a paper and out of it: links, citations, figures, paper and copies, and a file that vanished."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QDesktopServices
from PySide6.QtPrintSupport import QPrinter
from pytestqt.qtbot import QtBot
from standin_library import SAMPLES, StandInLibrary

from twintree.base.citations import Reference
from twintree.base.ids import PaperId
from twintree.base.records import Span
from twintree_desktop.annotated_copy import save_annotated
from twintree_desktop.locating import locate
from twintree_desktop.printing import print_pages, text_document
from twintree_desktop.reader.figures import captions_on
from twintree_desktop.reader.panel import ReaderPanel
from twintree_desktop.reader.tab import PaperTab
from twintree_desktop.session import Session

BOX = pymupdf.Rect(72, 90, 200, 104)


@pytest.fixture
def linked(shelf: StandInLibrary, tmp_path: Path) -> PaperId:
    """Three pages; the first has a link to the third, one to the web, and one to a program."""
    with pymupdf.open() as document:
        for number in range(3):
            document.new_page().insert_text((72, 100), f"Page {number + 1} says where to go")
        page = document[0]
        page.insert_link({"kind": pymupdf.LINK_GOTO, "page": 2, "to": pymupdf.Point(72, 90), "from": BOX})
        for top, uri in ((200, "https://example.org/paper"), (300, "ssh://example.org")):
            box = pymupdf.Rect(72, top, 200, top + 20)
            page.insert_link({"kind": pymupdf.LINK_URI, "uri": uri, "from": box})
        path = tmp_path / "linked.pdf"
        document.save(path)
    return shelf.take(path, ["Ada Ant"], 1999, "Ways")


def opened(reader: ReaderPanel, paper: PaperId, qtbot: QtBot) -> PaperTab:
    reader.open_paper(paper)
    qtbot.waitUntil(lambda: reader.current is not None, timeout=20_000)
    assert reader.current is not None
    return reader.current


def rest(tab: PaperTab, qtbot: QtBot, x: float, y: float) -> str:
    """Rest the mouse on a point of the first page, and let its jumps arrive."""
    with qtbot.waitSignal(tab.following.jumps.arrived, timeout=20_000, raising=False):
        tab.following.hover(1, QPointF(x, y))
    return tab.following.hover(1, QPointF(x, y))


def test_a_link_within_the_paper_jumps_and_back_returns(
    reader: ReaderPanel, linked: PaperId, qtbot: QtBot
) -> None:
    tab = opened(reader, linked, qtbot)
    assert rest(tab, qtbot, 100, 95) == "Go to page 3"
    tab.view.hands.clicked.emit(1, QPointF(100, 95))
    assert tab.view.page == 3
    reader.go_back()
    assert tab.view.page == 1
    reader.go_forward()
    assert tab.view.page == 3


def test_a_link_out_of_the_paper_is_shown_and_opened_only_when_that_is_asked_for(
    reader: ReaderPanel, linked: PaperId, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    went: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(went.append(url.toString())) or True)
    said = []
    session.messages.shown.connect(said.append)
    tab = opened(reader, linked, qtbot)
    assert rest(tab, qtbot, 100, 210) == "https://example.org/paper"
    tab.following.click(1, QPointF(100, 210))
    assert "https://example.org/paper" in said[-1].text
    assert went == []
    said[-1].action()
    assert went == ["https://example.org/paper"]
    tab.following.click(1, QPointF(100, 310))
    assert said[-1].action is None
    assert "is not opened from a document" in said[-1].text


def test_a_citation_in_the_text_leads_to_its_entry(
    reader: ReaderPanel, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    paper = shelf.take(SAMPLES / "meng2026locate.pdf", ["Lena Meng"], 2026, "Locate")
    file = shelf.papers.files(paper)[0].id
    text = shelf.papers.page(file, 5).text
    entry = Reference(id="", index=1, raw=text[200:260], file=file, spans=(Span(5, 200, 260),))
    tab = opened(reader, paper, qtbot)
    tab.following.reference_wanted.emit(entry)
    qtbot.waitUntil(lambda: tab.view.page == 5 and bool(tab.view.marks.get(5)), timeout=20_000)
    assert tab.view.marks[5].lit


def test_figures_and_tables_are_listed_by_their_captions_and_jumped_to(
    reader: ReaderPanel, shelf: StandInLibrary, tmp_path: Path, qtbot: QtBot
) -> None:
    with pymupdf.open() as document:
        for rows in (
            ("Figure 2 shows what we found.", "Figure 1: Bees that dance."),
            ("Table 1. Ants by colour.", "Fig. 2 | Trails of scent."),
        ):
            page = document.new_page()
            for number, row in enumerate(rows):
                page.insert_text((72, 100 + 90 * number), row)
        document.save(tmp_path / "figures.pdf")
    paper = shelf.take(tmp_path / "figures.pdf", title="Figures")
    tab = opened(reader, paper, qtbot)
    tab.show_side("figure")
    qtbot.waitUntil(lambda: len(tab.side.figures.things) == 3, timeout=20_000)
    found = [(each.label, each.caption, each.page) for each in tab.side.figures.things]
    assert ("Figure 1", "Bees that dance", 1) in found
    assert ("Figure 2", "Trails of scent", 2) in found
    assert ("Table 1", "Ants by colour", 2) in found
    assert tab.side.figures.state.text() == "2 figure(s), 1 table(s)"
    tab.side.figures.chosen.emit(tab.side.figures.things[-1])
    assert tab.view.page == 2


def test_a_sentence_about_a_figure_is_no_caption(shelf: StandInLibrary) -> None:
    paper = shelf.take(SAMPLES / "meng2026locate.pdf", ["Lena Meng"], 2026, "Locate")
    file = shelf.papers.files(paper)[0].id
    for page in shelf.papers.pages(file):
        for figure in captions_on(page):
            assert not figure.caption.startswith(("shows", "gives", "lists"))


def test_a_paper_is_printed_page_by_page(shelf: StandInLibrary, linked: PaperId, tmp_path: Path) -> None:
    printer = QPrinter()
    printer.setOutputFileName(str(tmp_path / "out.pdf"))
    file = shelf.papers.files(linked)[0].id
    assert print_pages(shelf, file, printer, 2, 3) == 2  # type: ignore[arg-type]
    with pymupdf.open(tmp_path / "out.pdf") as printed:
        assert printed.page_count == 2


def test_an_answer_is_printed_as_text(qapp: object) -> None:
    assert "Papers are found" in text_document("# Q\n\nPapers are *found* by entries.").toPlainText()


def test_a_vanished_file_is_located_from_the_reader(
    reader: ReaderPanel,
    shelf: StandInLibrary,
    linked: PaperId,
    session: Session,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    file = shelf.papers.files(linked)[0]
    Path(file.path).unlink()
    tab = opened(reader, linked, qtbot)
    assert "linked.pdf is not where it was" in tab.notice.words.text()
    assert tab.notice.locate.isVisibleTo(tab.notice)
    key = tab.view.demand.key(1)
    qtbot.waitUntil(lambda: tab.renderer.problem(key) is not None, timeout=20_000)
    locate(session, tab, file, tmp_path / "linked.pdf", tab.draw_again)
    qtbot.waitUntil(lambda: not tab.notice.isVisibleTo(tab), timeout=20_000)
    cache = tab.renderer.cache
    qtbot.waitUntil(lambda: cache.nearest(key, 1.0) is not None, timeout=20_000)


def test_a_copy_with_the_highlights_is_written_and_the_original_stays(
    session: Session,
    reader: ReaderPanel,
    shelf: StandInLibrary,
    linked: PaperId,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    """PAINS 33: highlights leave in a copy of the PDF."""
    file = shelf.papers.files(linked)[0]
    before = Path(file.path).read_bytes()
    shelf.person.add_highlight(file.id, (Span(1, 0, 6),))
    said: list[str] = []
    session.messages.shown.connect(lambda message: said.append(message.text))
    save_annotated(session, reader, linked, tmp_path / "copy.pdf")
    qtbot.waitUntil(lambda: bool(said), timeout=30_000)
    assert said == ["1 highlight(s) written into copy.pdf."]
    assert Path(file.path).read_bytes() == before
    with pymupdf.open(tmp_path / "copy.pdf") as copy:
        assert [mark.type[1] for mark in copy[0].annots()] == ["Highlight"]
