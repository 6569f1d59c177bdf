"""The reader as a person uses it: pages, jumps and the way back, the cited words, find, select, mark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from standin_library import SAMPLES, StandInLibrary

from twintree.base.answers import Hit, Scope, SearchResult
from twintree.base.ids import PaperId
from twintree.base.pages import Line, PageText
from twintree.base.records import Citation, FieldValue, Rect, Span
from twintree_desktop.ask.place import AskPlace
from twintree_desktop.messages import Message
from twintree_desktop.reader import writing
from twintree_desktop.reader.bar import QuoteState
from twintree_desktop.reader.bookmarks import Bookmarks
from twintree_desktop.reader.layout import Flow, box
from twintree_desktop.reader.panel import ReaderPanel
from twintree_desktop.reader.renderer import PageRenderer
from twintree_desktop.reader.selection import Selection
from twintree_desktop.reader.tab import PaperTab
from twintree_desktop.session import Session
from twintree_desktop.settings import Settings
from twintree_desktop.structure_tree import SectionRole
from twintree_desktop.theme import Mode


@pytest.fixture
def paper(shelf: StandInLibrary) -> PaperId:
    return shelf.take(SAMPLES / "meng2026locate.pdf", ["Lena Meng", "Daniel Achterberg"], 2026, "Locate")


def opened(reader: ReaderPanel, qtbot: QtBot, do: Callable[[], object]) -> PaperTab:
    do()
    qtbot.waitUntil(lambda: reader.current is not None, timeout=20_000)
    assert reader.current is not None
    return reader.current


def words_of(shelf: StandInLibrary, paper: PaperId, page: int, start: int, length: int) -> str:
    text = shelf.papers.page(shelf.papers.files(paper)[0].id, page).text
    return text[start : start + length]


def test_a_citation_opens_its_page_with_the_quote_lit(
    reader: ReaderPanel, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    """PAINS 11: the passage is the target, highlighted, never page 1."""
    quote = words_of(shelf, paper, 4, 900, 160)
    citation = shelf.cite(paper, 4, quote)
    tab = opened(reader, qtbot, lambda: reader.open_citation(citation))
    qtbot.waitUntil(lambda: tab.quote_state is QuoteState.FOUND, timeout=20_000)
    assert tab.view.page == 4
    assert reader.bar.where.text().startswith("p. 4 of 5")
    assert reader.bar.quote.text() == "quote found on this page"
    lit = tab.view.marks[4].lit
    exact = [each.rect for each in shelf.pages.rects(citation.file, citation.spans)]
    assert [(rect.x0, rect.y0, rect.y1) for rect in lit] == [(r.x0, r.y0, r.y1) for r in exact]
    assert all(rect.x1 >= other.x1 for rect, other in zip(lit, exact, strict=True))
    first = tab.view.frame.in_view(4, box(lit[0]))
    assert tab.view.viewport().rect().contains(first.toAlignedRect())


def test_a_quote_with_wrong_offsets_is_found_by_its_words(
    reader: ReaderPanel, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    """PAINS 13: the words are matched on the page, offsets are not trusted."""
    right = shelf.cite(paper, 3, words_of(shelf, paper, 3, 500, 120))
    wrong = Citation(paper=paper, file=right.file, page=3, spans=(Span(3, 0, 9),), quote=right.quote)
    tab = opened(reader, qtbot, lambda: reader.open_citation(wrong))
    qtbot.waitUntil(lambda: tab.quote_state is QuoteState.FOUND, timeout=20_000)
    exact = [each.rect for each in shelf.pages.rects(right.file, right.spans)]
    assert [rect.y0 for rect in tab.view.marks[3].lit] == [rect.y0 for rect in exact]


def test_a_quote_that_is_not_on_its_page_is_said_not_to_be(
    reader: ReaderPanel, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    citation = shelf.cite(paper, 2, "Pelicans were never part of this library.")
    tab = opened(reader, qtbot, lambda: reader.open_citation(citation))
    qtbot.waitUntil(lambda: tab.quote_state is QuoteState.MISSING, timeout=20_000)
    assert tab.view.page == 2
    assert reader.bar.quote.text() == "quote not found on this page"
    assert not tab.view.marks.get(2) or not tab.view.marks[2].lit


def test_back_and_forward_after_jumps(
    reader: ReaderPanel, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper, 2))
    assert not reader.bar.back.isEnabled()
    ways: list[bool] = []
    reader.back_available.connect(ways.append)
    citation = shelf.cite(paper, 4, words_of(shelf, paper, 4, 900, 60))
    reader.open_citation(citation)
    qtbot.waitUntil(lambda: tab.view.page == 4, timeout=20_000)
    assert ways[-1]
    reader.go_back()
    assert tab.view.page == 2
    assert tab.quote_state is QuoteState.NONE
    reader.go_forward()
    qtbot.waitUntil(lambda: tab.quote_state is QuoteState.FOUND, timeout=20_000)
    assert tab.view.page == 4
    left: list[bool] = []
    reader.left.connect(lambda: left.append(True))
    reader.go_back()
    reader.go_back()
    assert left == [True]


def test_back_from_a_citation_leads_to_where_it_was_clicked(
    reader: ReaderPanel, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    """Not to what was read before that, which is behind the place in between."""
    tab = opened(reader, qtbot, lambda: reader.open_citation(shelf.cite(paper, 2, "")))
    went: list[str] = []
    reader.left.connect(went.append)
    reader.come_from("explore")
    reader.open_citation(shelf.cite(paper, 4, words_of(shelf, paper, 4, 900, 60)))
    qtbot.waitUntil(lambda: tab.view.page == 4, timeout=20_000)
    tab.jump_to(1)
    reader.go_back()
    assert (tab.view.page, went) == (4, [])
    reader.go_back()
    assert (tab.view.page, went) == (4, ["explore"])
    reader.come_from("themes")
    assert reader.bring(paper)
    reader.go_back()
    assert went == ["explore", "themes"]


def test_the_page_beside_an_answer_goes_with_back_whatever_an_earlier_one_led_to(
    shelf: StandInLibrary, session: Session, paper: PaperId, qtbot: QtBot
) -> None:
    renderer = PageRenderer(session.library)
    place = AskPlace(session, renderer)
    place.show()
    try:
        tab = opened(place.beside, qtbot, lambda: place.show_citation(shelf.cite(paper, 2, "")))
        place.beside.go_back()
        assert place.beside.isHidden()
        place.show_citation(shelf.cite(paper, 4, words_of(shelf, paper, 4, 900, 60)))
        qtbot.waitUntil(lambda: tab.view.page == 4, timeout=20_000)
        place.beside.go_back()
        assert place.beside.isHidden()
    finally:
        renderer.close()
        place.close()
        place.deleteLater()


def test_papers_are_tabs_and_the_way_back_crosses_them(
    reader: ReaderPanel, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    other = shelf.take(SAMPLES / "okafor2026two.pdf", ["N. Okafor"], 2026, "Two trees")
    opened(reader, qtbot, lambda: reader.open_paper(paper, 3))
    reader.open_paper(other)
    qtbot.waitUntil(lambda: len(reader.papers.ids) == 2, timeout=20_000)
    assert reader.papers.tabs.isVisible()
    assert reader.bar.title.accessibleName() == "Okafor 2026, Two trees"
    reader.go_back()
    assert reader.current is not None
    assert (reader.current.document.paper.row.id, reader.current.view.page) == (paper, 3)
    reader.close_tab(reader.papers.all[0])
    reader.close_tab(reader.papers.all[0])
    assert reader.current is None
    assert reader.empty.isVisible()


def test_the_outline_shows_how_each_title_was_verified_and_leads_to_it(
    reader: ReaderPanel, paper: PaperId, qtbot: QtBot
) -> None:
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper))
    outline = tab.side.outline
    model = outline.model
    assert model.rowCount() >= 5
    assert "titles verified" in outline.rate.text()
    last = model.index(model.rowCount() - 1, 0)
    section = last.data(SectionRole)
    assert f"title found on page {section.start_page}" in last.data(Qt.ItemDataRole.ToolTipRole)
    outline.view.setFocus()
    outline.view.setCurrentIndex(last)
    qtbot.keyClick(outline.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: tab.view.page == section.start_page, timeout=20_000)
    assert reader.bar.back.isEnabled()


def test_find_steps_through_matches_with_enter(reader: ReaderPanel, paper: PaperId, qtbot: QtBot) -> None:
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper))
    reader.tools.actions["find"].trigger()
    assert tab.find_bar.isVisible()
    qtbot.keyClicks(tab.find_bar.field, "retrieval")
    qtbot.waitUntil(lambda: bool(tab.finder.matches) and not tab.finder.searching, timeout=20_000)
    total = len(tab.finder.matches)
    assert total > 3
    assert tab.finder.position == 1
    qtbot.keyClick(tab.find_bar.field, Qt.Key.Key_Return)
    assert tab.finder.position == 2
    qtbot.keyClick(tab.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(tab.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert tab.finder.position == total
    assert tab.find_bar.count.text() == f"{total} of {total}"
    current = tab.finder.current
    assert current is not None
    assert tab.view.marks[current.page].match == current.rects
    qtbot.keyClick(tab.find_bar.field, Qt.Key.Key_Escape)
    assert not tab.find_bar.isVisible()
    assert not any(marks.match for marks in tab.view.marks.values())


def select_line(tab: PaperTab, qtbot: QtBot, index: int = 8) -> str:
    """Select one printed line with the mouse."""
    view = tab.view
    qtbot.waitUntil(lambda: view.texts.known(view.page) is not None, timeout=20_000)
    text = view.texts.known(view.page)
    assert text is not None
    line = text.lines[index]
    area = view.frame.in_view(text.number, box(line.box))
    start = QPoint(round(area.left() + 1), round(area.center().y()))
    end = QPoint(round(area.right() - 1), round(area.center().y()))
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(view.viewport(), end)
    # Offscreen, the move of a pressed mouse carries no position: drag as the event would.
    view.pointer.drag(*view.frame.on_page(QPointF(end)))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    return text.text[line.start : line.end]


def test_selected_words_are_copied_plainly_and_as_a_quote(
    reader: ReaderPanel, paper: PaperId, qtbot: QtBot
) -> None:
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper))
    words = select_line(tab, qtbot)
    reader.tools.actions["copy"].trigger()
    assert QGuiApplication.clipboard().text() == words
    reader.tools.actions["quote"].trigger()
    assert QGuiApplication.clipboard().text() == f"“{words}” (Meng 2026, p. 1)"
    reader.tools.actions["cite"].trigger()
    key = tab.document.paper.row.key
    assert QGuiApplication.clipboard().text() == f"\\cite[p.~1]{{{key}}}"


def test_a_double_click_selects_a_word(reader: ReaderPanel, paper: PaperId, qtbot: QtBot) -> None:
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper))
    view = tab.view
    qtbot.waitUntil(lambda: view.texts.known(1) is not None, timeout=20_000)
    text = view.texts.known(1)
    assert text is not None
    area = view.frame.in_view(1, box(text.lines[0].box))
    at = QPoint(round(area.left() + 3), round(area.center().y()))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert isinstance(view.pointer.selection, Selection)
    reader.tools.actions["copy"].trigger()
    assert QGuiApplication.clipboard().text() == "Locate"


def test_a_highlight_is_stored_shown_annotated_and_undone(
    reader: ReaderPanel, shelf: StandInLibrary, session: Session, paper: PaperId, qtbot: QtBot
) -> None:
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper))
    words = select_line(tab, qtbot)
    tab.view.setFocus()
    reader.tools.actions["highlight"].trigger()
    qtbot.waitUntil(lambda: bool(tab.view.marks.get(1) and tab.view.marks[1].highlights), timeout=20_000)
    (mark,) = shelf.person.highlights(paper)
    assert mark.quote == words
    tab.side.notes.act(
        lambda library, own, text: library.person.edit_highlight(own, note=text), mark.id, "why?"
    )
    qtbot.waitUntil(lambda: shelf.person.highlight(mark.id).note == "why?", timeout=20_000)
    session.undo()
    session.undo()
    qtbot.waitUntil(lambda: not shelf.person.highlights(paper), timeout=20_000)
    qtbot.waitUntil(lambda: not tab.view.marks.get(1), timeout=20_000)


def test_a_click_on_a_highlight_offers_colours_a_note_its_words_and_its_end(
    reader: ReaderPanel, shelf: StandInLibrary, session: Session, paper: PaperId, qtbot: QtBot
) -> None:
    file = shelf.papers.files(paper)[0].id
    at = shelf.papers.page(file, 1).text.index("section")
    mark = shelf.person.add_highlight(file, [Span(1, at, at + 7)], colour="#FFE98A").subject
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper))
    qtbot.waitUntil(lambda: bool(tab._placed), timeout=20_000)
    (rects,) = (boxes[1] for _, boxes in tab._placed)
    middle = box(rects[0]).center()

    def menu() -> dict[str, QAction]:
        tab.view.hands.clicked.emit(1, middle)
        assert tab.mark_menu is not None
        assert tab.mark_menu.isVisible()
        actions = {action.text(): action for action in tab.mark_menu.actions() if action.text()}
        tab.mark_menu.hide()
        return actions

    shown = menu()
    assert [name for name, action in shown.items() if action.isChecked()] == ["Amber"]
    shown["Green"].trigger()
    green = writing.HIGHLIGHT_COLOURS["green"]
    qtbot.waitUntil(lambda: shelf.person.highlight(mark).colour == green, timeout=20_000)
    menu()["Copy its words"].trigger()
    assert QGuiApplication.clipboard().text() == "section"
    menu()["Add a note …"].trigger()
    assert tab.side.current == "note"
    field = tab.side.notes._cards[mark]._note
    assert field.isVisibleTo(tab)
    qtbot.keyClicks(field, "why?")
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: shelf.person.highlight(mark).note == "why?", timeout=20_000)
    said: list[Message] = []
    session.messages.shown.connect(said.append)
    menu()["Remove this highlight"].trigger()
    qtbot.waitUntil(lambda: not shelf.person.highlights(paper), timeout=20_000)
    removal = shelf.person.changes()[0]
    qtbot.waitUntil(lambda: any(told.text == removal.summary for told in said), timeout=20_000)
    # The note's own message may come this late, with an Undo of its own.
    told = next(told for told in said if told.text == removal.summary)
    assert told.label == "Undo"
    assert told.action is not None
    told.action()
    qtbot.waitUntil(lambda: bool(shelf.person.highlights(paper)), timeout=20_000)
    qtbot.waitUntil(lambda: bool(tab._placed), timeout=20_000)
    tab.mark_menu = None
    tab.view.hands.clicked.emit(1, QPointF(2, 2))
    assert tab.mark_menu is None


def test_a_note_on_the_paper_is_stored(
    reader: ReaderPanel, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper))
    reader.tools.actions["notes"].trigger()
    qtbot.keyClicks(tab.side.notes.field, "compare with Okafor")
    qtbot.keyClick(tab.side.notes.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(
        lambda: [note.text for note in shelf.papers.notes(paper)] == ["compare with Okafor"], timeout=20_000
    )


def test_the_words_under_the_pointer_stay_there_while_zooming(
    reader: ReaderPanel, paper: PaperId, qtbot: QtBot
) -> None:
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper, 3))
    view = tab.view
    at = QPointF(300, 260)
    page, before = view.frame.on_page(at)
    for delta in (120, 120, -120):
        event = QWheelEvent(
            at,
            view.viewport().mapToGlobal(at),
            QPoint(),
            QPoint(0, delta),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.ControlModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(view.viewport(), event)
    after_page, after = view.frame.on_page(at)
    assert after_page == page
    assert (after.x(), after.y()) == pytest.approx((before.x(), before.y()), abs=2)


def test_pages_turn_one_at_a_time_and_rotate(reader: ReaderPanel, paper: PaperId, qtbot: QtBot) -> None:
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper, 2))
    reader.tools.actions["flow"].trigger()
    assert tab.view.sheets.flow is Flow.SINGLE
    assert tab.view.page == 2
    tab.view.setFocus()
    qtbot.keyClick(tab.view, Qt.Key.Key_PageDown)
    assert tab.view.page == 3
    width, height = tab.view.sheets.size(3)
    reader.tools.actions["rotate"].trigger()
    turned = tab.view.sheets.size(3)
    assert (turned[0] > turned[1]) != (width > height)
    assert tab.view.page == 3


def test_a_page_number_is_typed(reader: ReaderPanel, paper: PaperId, qtbot: QtBot) -> None:
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper))
    reader.tools.actions["page"].trigger()
    qtbot.keyClicks(reader.bar.page, "4")
    qtbot.keyClick(reader.bar.page, Qt.Key.Key_Return)
    assert tab.view.page == 4
    assert not reader.bar.page.isVisible()


def test_the_printed_number_stands_beside_another_physical_one(
    reader: ReaderPanel, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    """PAINS 14: the physical page is the coordinate."""
    paper = a_book(shelf, 3, lambda number: str(number + 100))
    opened(reader, qtbot, lambda: reader.open_paper(paper, 2))
    assert reader.bar.where.text() == "p. 2 of 3 · printed 102"


def test_a_book_of_1500_pages_opens_without_reading_it(
    reader: ReaderPanel, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    """PAINS 22: what is opened is bounded by what is seen."""
    paper = a_book(shelf, 1500)
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper, 700))
    qtbot.waitUntil(lambda: tab.view.texts.known(700) is not None, timeout=20_000)
    assert tab.view.page == 700
    assert len(tab.view.texts._pages) < 10
    tab.view.verticalScrollBar().setValue(tab.view.verticalScrollBar().maximum())
    assert tab.view.page == 1500
    wanted = {request.key.page for request in tab.view.demand.requests(tab.view.frame.visible())}
    assert min(wanted) > 1480


def test_a_file_without_text_says_so(reader: ReaderPanel, shelf: StandInLibrary, qtbot: QtBot) -> None:
    """PAINS 18: nothing is pretended about a file without text."""
    paper = a_book(shelf, 2, how="empty")
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper))
    assert tab.notice.isVisible()
    assert "No text was found in this file" in tab.notice.words.text()


def test_a_paper_without_a_file_is_refused_in_words(
    reader: ReaderPanel, shelf: StandInLibrary, session: Session, qtbot: QtBot
) -> None:
    paper = shelf.papers.create(
        [FieldValue(field="title", value="Only a record", source="person", confidence=1.0, chosen=True)],
        status="record",
    )
    shown: list[str] = []
    session.messages.shown.connect(lambda message: shown.append(message.text))
    reader.open_paper(paper)
    qtbot.waitUntil(lambda: bool(shown), timeout=20_000)
    assert "“Only a record” has no file yet." in shown[0]
    assert reader.current is None


def test_pages_are_drawn_sharp_and_follow_the_theme(
    reader: ReaderPanel, session: Session, paper: PaperId, qtbot: QtBot
) -> None:
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper))
    view, cache = tab.view, reader._renderer.cache
    qtbot.waitUntil(lambda: cache.exact(view.demand.key(1), view.demand.scale(1)) is not None, timeout=30_000)
    session.appearance.set_mode(Mode.DARK)
    assert view.dark
    qtbot.waitUntil(lambda: cache.exact(view.demand.key(1), view.demand.scale(1)) is not None, timeout=30_000)
    corner = cache.exact(view.demand.key(1), view.demand.scale(1))
    assert corner is not None
    assert corner.pixelColor(2, 2).name().upper() == session.appearance.theme.palette.surface
    reader.tools.actions["dark"].trigger()
    assert not view.dark


def test_everything_has_a_name_and_a_key_reaches_it(
    reader: ReaderPanel, paper: PaperId, qtbot: QtBot
) -> None:
    opened(reader, qtbot, lambda: reader.open_paper(paper))
    for kind in (QAbstractButton, QAbstractItemView, QLineEdit):
        for widget in reader.findChildren(kind):
            if widget.isVisible() and widget.objectName() != "qt_spinbox_lineedit":
                named = widget.accessibleName() or getattr(widget, "text", lambda: "")()
                assert named, widget
    keys = [
        action.shortcut().toString()
        for action in reader.tools.actions.values()
        if not action.shortcut().isEmpty()
    ]
    assert len(keys) == len(set(keys))


def a_book(
    shelf: StandInLibrary, pages: int, label: Callable[[int], str] = lambda number: "", how: str = "text"
) -> PaperId:
    """A paper of many pages that has no file to draw."""
    paper = shelf.papers.create(
        [FieldValue(field="title", value="A book", source="person", confidence=1.0, chosen=True)],
        status="indexed",
    )
    source = SAMPLES / "meng2026locate.pdf"
    file = shelf.papers.add_file(paper, shelf._files.add(source), "book.pdf")
    texts = [a_page(number, label(number), how) for number in range(1, pages + 1)]
    shelf.papers.write_pages(file, texts, [[] for _ in texts])
    return paper


def a_page(number: int, label: str, how: str) -> PageText:
    words = f"Page {number}" if how == "text" else ""
    edges = tuple(72.0 + 6 * at for at in range(len(words) + 1))
    line = Line(start=0, end=len(words), box=Rect(72, 72, edges[-1], 84), edges=edges, size=11)
    lines = (line,) if words else ()
    return PageText(number, label, 595, 842, words, len(words), lines, how)


def test_a_bar_beside_selected_words_highlights_and_asks(
    reader: ReaderPanel, session: Session, paper: PaperId, qtbot: QtBot
) -> None:
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper))
    words = select_line(tab, qtbot)
    bar = tab.selection_bar
    assert bar.isVisible()
    assert tab.view.viewport().rect().contains(bar.geometry())
    asked: list[tuple[Scope, str]] = []
    session.navigation.question_wanted.connect(lambda scope, text: asked.append((scope, text)))
    buttons = {each.accessibleName(): each for each in bar.findChildren(QAbstractButton)}
    claimed: list[tuple[str, str, int]] = []
    session.navigation.claim_wanted.connect(lambda *said: claimed.append(said))
    buttons["Add a claim that rests on these words"].click()
    assert claimed == [(paper, words, 1)]
    buttons["Ask about these words"].click()
    assert asked == [(Scope(papers=(paper,)), words)]
    assert not bar.isVisible()


def test_a_passage_found_in_the_library_opens_lit(
    reader: ReaderPanel, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    """PAINS 11: also from a search."""
    tab = opened(reader, qtbot, lambda: reader.open_paper(paper))
    cited = shelf.cite(paper, 4, words_of(shelf, paper, 4, 900, 60))
    hit = Hit(paper=paper, file=cited.file, page=4, spans=cited.spans, snippet="… " + cited.quote)
    shelf.results = [SearchResult(paper=shelf.papers.row(paper), score=1.0, hits=(hit,))]
    reader.tools.actions["everywhere"].trigger()
    qtbot.keyClicks(tab.side.search.field, "entries")
    qtbot.keyClick(tab.side.search.field, Qt.Key.Key_Return)
    found = tab.side.search.view
    qtbot.waitUntil(lambda: found.model().rowCount() == 2, timeout=20_000)
    assert tab.side.search.state.text() == "1 passage in 1 paper"
    found.setCurrentIndex(found.model().index(1, 0))
    qtbot.keyClick(found, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(tab.view.marks.get(4) and tab.view.marks[4].lit), timeout=20_000)
    assert tab.view.page == 4


def test_places_in_papers_are_remembered_by_paper(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "remembered.ini")
    marks = Bookmarks(settings)
    for number in range(400):
        marks.put(f"P{number}", number + 1)
    marks.save(["P7", "P3"])
    settings.save()
    again = Bookmarks(Settings(tmp_path / "remembered.ini"))
    assert again.open == ["P7", "P3"]
    assert again.page("P399") == 400
    assert again.page("P0") == 1
    assert again.page("P1") == 1
