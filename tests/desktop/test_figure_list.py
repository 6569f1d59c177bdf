"""The reader's list of what a paper shows: figures, tables, equations, and what was read from pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from pytestqt.qtbot import QtBot
from shelf import write_pdf
from standin_library import StandInLibrary

from twintree.base.anchors import Anchor
from twintree.base.answers import Hit, SearchResult
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Citation, PaperRow, Rect
from twintree_desktop.ask.sentence import CitationChip
from twintree_desktop.reader.bar import QuoteState
from twintree_desktop.reader.figure_list import FigureList, inked
from twintree_desktop.reader.figures import figures_of
from twintree_desktop.reader.panel import ReaderPanel
from twintree_desktop.reader.tab import PaperTab
from twintree_desktop.search_panel import FoundModel
from twintree_desktop.theme import Appearance

READ = "words read from the picture"


@pytest.fixture
def paper(shelf: StandInLibrary, tmp_path: Path) -> PaperId:
    """Two pages, with a figure that is a picture, and three equations of which one has a picture, one LaTeX."""
    path = write_pdf(tmp_path / "maths.pdf", ["Figure 1: Bees.\n\nx = y + z (1)", "a = b (2)"])
    own = shelf.take(path, ["Ada Ward"], 2020, "Maths")
    file = shelf.papers.files(own)[0].id
    equation = Anchor(
        id=f"{own}.eq1",
        paper=own,
        file=file,
        kind="equation",
        page=1,
        box=Rect(72, 100, 200, 120),
        label="Equation 1",
        number="1",
        caption="x = y + z (1)",
    )
    picture = QImage(300, 50, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    picture.save(str(tmp_path / "eq.png"))
    pictured = shelf.anchors.keep_picture(equation, (tmp_path / "eq.png").read_bytes())
    figure = replace(
        equation,
        id=f"{own}.fig1",
        kind="figure",
        label="Figure 1",
        caption="Figure 1: Bees.",
        recognised=True,
    )
    second = replace(equation, id=f"{own}.eq2", page=2, number="2", latex="a = b", caption="a = b (2)")
    third = replace(equation, id=f"{own}.eq3", page=2, number="", label="", caption="c = d")
    shelf.anchors.write(file, [pictured, second, third, figure])
    return own


@pytest.fixture
def shown(reader: ReaderPanel, paper: PaperId, qtbot: QtBot) -> PaperTab:
    reader.open_paper(paper)
    qtbot.waitUntil(lambda: reader.current is not None, timeout=20_000)
    tab = reader.current
    assert tab is not None
    tab.show_side("figure")
    qtbot.waitUntil(lambda: bool(tab.side.figures.things), timeout=20_000)
    return tab


def rows(figures: FigureList) -> list[str]:
    return [figures.view.item(row).text() for row in range(figures.view.count())]


def test_equations_are_listed_with_their_number_and_their_words(shown: PaperTab) -> None:
    assert rows(shown.side.figures) == [
        f"Figure 1 · p. 1\nBees\n{READ}",
        "Equation 1 · p. 1",
        "Equation 2 · p. 2\na = b",
        "Equation without a number · p. 2\nc = d",
    ]
    first = shown.side.figures.view.item(1)
    assert first.data(Qt.ItemDataRole.AccessibleTextRole) == "Equation 1 · p. 1, x = y + z"


def test_tables_of_one_page_are_listed_by_their_numbers(shelf: StandInLibrary, paper: PaperId) -> None:
    (figure, *_) = shelf.anchors.of(paper, ("figure",))
    second = replace(figure, id=f"{paper}.tab2", kind="table", label="Table 2", box=Rect(0, 10, 50, 20))
    first = replace(second, id=f"{paper}.tab1", label="Table 1", box=Rect(300, 400, 350, 420))
    shelf.anchors.write(figure.file, [first, second])
    found = [each.label for each in figures_of(shelf, figure.file) if each.kind == "table"]  # type: ignore[arg-type]
    assert found == ["Table 1", "Table 2"]


def test_an_equation_with_a_picture_shows_it(shown: PaperTab) -> None:
    view = shown.side.figures.view
    with_picture, without = view.visualItemRect(view.item(1)), view.visualItemRect(view.item(2))
    assert with_picture.height() > without.height() - view.fontMetrics().lineSpacing() + 20


def test_a_click_on_an_equation_goes_to_it(shown: PaperTab, qtbot: QtBot) -> None:
    view = shown.side.figures.view
    middle = view.visualItemRect(view.item(2)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert shown.view.page == 2


def test_latex_can_be_taken_along_where_it_is_known(shown: PaperTab) -> None:
    figures = shown.side.figures
    menu = figures.menu_of(figures.things[2])
    assert menu is not None
    menu.actions()[0].trigger()
    assert QGuiApplication.clipboard().text() == "a = b"
    assert figures.menu_of(figures.things[1]) is None


def test_print_becomes_ink_on_any_ground() -> None:
    page = QImage(2, 1, QImage.Format.Format_RGB32)
    page.setPixelColor(0, 0, QColor("white"))
    page.setPixelColor(1, 0, QColor("black"))
    ink = inked(page, QColor("#E5E8E6"))
    assert ink.pixelColor(0, 0).alpha() == 0
    assert ink.pixelColor(1, 0) == QColor("#E5E8E6")


def test_a_page_that_was_recognised_says_so(
    reader: ReaderPanel, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    file = shelf.papers.files(paper)[0].id
    second = shelf.papers.page(file, 2)
    first = shelf.papers.page(file, 1)
    pages = [first, replace(second, how="ocr")]
    shelf.papers.write_pages(file, pages, [[(0, len(each.text))] for each in pages])
    reader.open_paper(paper)
    qtbot.waitUntil(lambda: reader.current is not None, timeout=20_000)
    assert not reader.bar.recognised.isVisible()
    assert reader.current is not None
    reader.current.jump_to(2)
    qtbot.waitUntil(reader.bar.recognised.isVisible, timeout=20_000)
    assert reader.bar.recognised.text() == READ
    reader.current.jump_to(1)
    qtbot.waitUntil(lambda: not reader.bar.recognised.isVisible(), timeout=20_000)


def test_a_quote_out_of_a_picture_says_so(
    reader: ReaderPanel, appearance: Appearance, paper: PaperId, qtbot: QtBot
) -> None:
    reader.bar.show_quote(QuoteState.FOUND, recognised=True)
    assert reader.bar.quote.text() == "quote found in a picture"
    reader.bar.show_quote(QuoteState.FOUND)
    assert reader.bar.quote.text() == "quote found on this page"
    cited = Citation(paper, FileId("F"), 1, (), "bees", "Ward 2020, p. 1", recognised=True)
    chip = CitationChip(appearance, cited)
    qtbot.addWidget(chip)
    assert READ in chip.toolTip()
    assert READ in chip.accessibleName()
    model = FoundModel(reader)
    hit = Hit(paper=paper, file=cited.file, page=1, spans=(), snippet="bees", recognised=True)
    model.show_results(
        [SearchResult(paper=PaperRow(id=paper, key="ward", title="T"), score=1.0, hits=(hit,))]
    )
    assert model.index(1).data() == f"{READ}: bees, p. 1"


def test_what_a_later_stage_finds_is_listed_when_the_list_is_shown_again(
    shown: PaperTab, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    (figure,) = shelf.anchors.of(paper, ("figure",))
    found = replace(
        figure, id=f"{paper}.tab1", kind="table", label="Table 1", caption="Table 1: Hives.", recognised=False
    )
    shown.show_side("outline")
    shelf.anchors.write(figure.file, [*shelf.anchors.of(paper), found])
    shown.show_side("figure")
    qtbot.waitUntil(lambda: "Table 1 · p. 1\nHives" in rows(shown.side.figures), timeout=20_000)
