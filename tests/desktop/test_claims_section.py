"""The claims on a paper's card: with their pages, with who supports or contradicts them, set right and undone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from explored_library import CONTRARY, ECHO, WHEAT, Explored
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from twintree.base.errors import NotFound, TwintreeError
from twintree.base.ids import PaperId
from twintree.base.pages import PageText
from twintree.base.records import Citation
from twintree_desktop import claim_reading as reading
from twintree_desktop.claims_section import ClaimsSection
from twintree_desktop.session import Session

PATIENCE = 20_000
PAPER = (
    "Clover in the Alps. Abstract. In this paper, we propose AlpSow, a method that sows clover on steep fields. "
    "Our results show that AlpSow raises the yield of hay by 14 % on 24 plots over three years."
)


@pytest.fixture
def section(explored: Explored, session: Session) -> Iterator[ClaimsSection]:
    made = ClaimsSection(session)
    made.resize(340, 900)

    def show_again(papers: frozenset[str]) -> None:
        if made._paper is not None:
            made.show_paper(explored.library.papers.get(made._paper.row.id))

    session.bridge.papers_changed.connect(show_again)  # as the inspector does
    yield made
    session.bridge.papers_changed.disconnect(show_again)
    session.bridge.close()
    made.close()
    made.deleteLater()


def show(section: ClaimsSection, explored: Explored, paper: PaperId, qtbot: QtBot) -> None:
    section.show_paper(explored.library.papers.get(paper))
    qtbot.waitUntil(lambda: section.view is not None and section.isVisible(), timeout=PATIENCE)


def words(page: QWidget) -> str:
    return "\n".join(each.text() for each in page.findChildren(QLabel) if each.isVisible())


def says(section: ClaimsSection, text: str, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: text in words(section), timeout=PATIENCE)


def press(page: QWidget, text: str) -> None:
    QApplication.processEvents()
    every = [*page.findChildren(QPushButton), *page.findChildren(QToolButton)]
    next(each for each in every if each.isVisible() and text in (each.text() or each.toolTip())).click()


def texts(section: ClaimsSection) -> list[str]:
    assert section.view is not None
    return [claim.text for claim in section.view.claims]


def test_a_claim_leads_to_its_page_with_the_phrase_lit(
    section: ClaimsSection, explored: Explored, qtbot: QtBot
) -> None:
    wanted: list[Citation] = []
    section.page_wanted.connect(wanted.append)
    show(section, explored, explored.clover, qtbot)
    says(section, WHEAT[0], qtbot)
    says(section, "result", qtbot)
    press(section, "p. 1")
    (place,) = wanted
    page = explored.library.papers.page(place.file, 1).text
    assert [page[span.start : span.end] for span in place.spans] == [WHEAT[0]]


def test_claims_that_were_not_sought_are_sought_on_demand(
    section: ClaimsSection, explored: Explored, qtbot: QtBot
) -> None:
    paper = explored.paper("Clover in the Alps", "Cy Oz", 2020, ())
    papers = explored.library.papers
    file = papers.files(paper)[0].id
    papers.write_pages(file, [PageText(1, "1", 600, 800, PAPER, len(PAPER), ())], [[(0, len(PAPER))]])
    papers.finish_stage(file, "claims", "0", 0.0)  # as an older version left it
    show(section, explored, paper, qtbot)
    says(section, "Not sought yet.", qtbot)
    assert texts(section) == []
    press(section, "Find its claims")
    qtbot.waitUntil(lambda: any("14 %" in text for text in texts(section)), timeout=PATIENCE)


def test_who_supports_and_who_contradicts_it_is_told_with_both_phrases(
    section: ClaimsSection, explored: Explored, qtbot: QtBot
) -> None:
    explored.paper("Clover fails", "Di Eng", 2015, CONTRARY)
    show(section, explored, explored.clover, qtbot)
    press(section, "supports or contradicts")
    qtbot.waitUntil(lambda: section.compared is not None, timeout=PATIENCE)
    for text in ("supported (", "by a paper that it cites", ECHO[0], "contradicted (", CONTRARY[0]):
        says(section, text, qtbot)
    wanted: list[Citation] = []
    section.page_wanted.connect(wanted.append)
    press(section, "Oak 2001, p. 1")
    assert wanted[0].paper == explored.trials


def test_papers_whose_claims_were_not_sought_are_told_and_sought(
    section: ClaimsSection, explored: Explored, qtbot: QtBot
) -> None:
    papers = explored.library.papers
    unread = explored.paper("Clover unread", "Ed Fox", 2020, CONTRARY)
    papers.finish_stage(papers.files(unread)[0].id, "claims", "0", 0.0)
    show(section, explored, explored.clover, qtbot)
    press(section, "supports or contradicts")
    qtbot.waitUntil(lambda: section.compared is not None, timeout=PATIENCE)
    assert section.compared is not None
    assert section.compared.unread == (unread,)
    press(section, "Seek them")
    qtbot.waitUntil(lambda: section.compared is not None and not section.compared.unread, timeout=PATIENCE)


def test_a_claim_is_corrected_and_that_is_undone(
    section: ClaimsSection, explored: Explored, session: Session, qtbot: QtBot
) -> None:
    show(section, explored, explored.clover, qtbot)
    press(section, "Correct this claim")
    assert section.form is not None
    section.form.text.setPlainText("Clover raises yields.")
    section.form.kind.setCurrentIndex(section.form.kind.findData("THEORETICAL"))
    press(section, "Save")
    qtbot.waitUntil(lambda: "Clover raises yields." in texts(section), timeout=PATIENCE)
    says(section, "argument", qtbot)
    session.undo()
    qtbot.waitUntil(lambda: texts(section) == list(WHEAT), timeout=PATIENCE)


def test_what_is_no_claim_is_removed_and_that_is_undone(
    section: ClaimsSection, explored: Explored, session: Session, qtbot: QtBot
) -> None:
    show(section, explored, explored.clover, qtbot)
    press(section, "This is no claim")
    qtbot.waitUntil(lambda: texts(section) == [WHEAT[1]], timeout=PATIENCE)
    session.undo()
    qtbot.waitUntil(lambda: texts(section) == list(WHEAT), timeout=PATIENCE)


def test_a_claim_is_added_on_words_of_a_page_and_refused_on_words_that_do_not_stand_there(
    section: ClaimsSection, explored: Explored, session: Session, qtbot: QtBot
) -> None:
    told: list[str] = []
    session.messages.shown.connect(lambda message: told.append(message.text))
    show(section, explored, explored.clover, qtbot)
    press(section, "+ claim")
    assert section.form is not None
    section.form.text.setPlainText("Weeds are kept down.")
    section.form.quote.setText("words that nobody wrote")
    press(section, "Save")
    qtbot.waitUntil(lambda: any("do not stand on page 1" in text for text in told), timeout=PATIENCE)
    assert section.form.text.toPlainText() == "Weeds are kept down."
    section.form.quote.setText("Clover keeps weeds down")
    press(section, "Save")
    qtbot.waitUntil(lambda: "Weeds are kept down." in texts(section), timeout=PATIENCE)
    says(section, "added by you", qtbot)


def test_words_that_were_selected_on_a_page_become_a_claim(
    section: ClaimsSection, explored: Explored, qtbot: QtBot
) -> None:
    section.add_resting_on(explored.clover, WHEAT[1], 1)
    show(section, explored, explored.clover, qtbot)
    assert section.form is not None
    assert (section.form.quote.text(), section.form.page.value()) == (WHEAT[1], 1)
    section.form.text.setPlainText("Weeds stay away.")
    press(section, "Save")
    qtbot.waitUntil(lambda: "Weeds stay away." in texts(section), timeout=PATIENCE)


def test_a_claim_whose_words_are_gone_says_so(
    section: ClaimsSection, explored: Explored, qtbot: QtBot
) -> None:
    papers, library = explored.library.papers, explored.library
    library.claims.add(explored.clover, "Weeds go.", "EMPIRICAL", WHEAT[1], 1)  # type: ignore[attr-defined]
    file = papers.files(explored.clover)[0].id
    papers.write_pages(file, [PageText(1, "1", 600, 800, "Another text.", 13, ())], [[(0, 13)]])
    show(section, explored, explored.clover, qtbot)
    says(section, "These words were not found again in the file", qtbot)


def test_what_is_being_written_stays_when_the_comparison_beside_it_fails(
    section: ClaimsSection, explored: Explored, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    show(section, explored, explored.clover, qtbot)

    def fail(*_: object) -> None:
        raise NotFound("There is no paper.")

    told: list[TwintreeError] = []
    monkeypatch.setattr(reading, "compare", fail)
    monkeypatch.setattr(section._session.messages, "fail", told.append)
    press(section, "supports or contradicts")
    section.begin_adding()
    assert section.form is not None
    section.form.text.setPlainText("Clover feeds bees.")
    qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE)
    assert section.form is not None
    assert section.form.text.toPlainText() == "Clover feeds bees."
