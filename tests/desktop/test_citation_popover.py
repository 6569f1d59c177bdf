"""Who is cited there: the card over the page, and the ways on from it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot
from standin_library import SAMPLES, StandInLibrary

from twintree.base.citations import CitationMention, Reference
from twintree.base.ids import PaperId
from twintree.base.pages import rects_of
from twintree.base.records import Citation, Span
from twintree_desktop.reader.citation_popover import CitationPopover
from twintree_desktop.reader.panel import ReaderPanel
from twintree_desktop.reader.tab import PaperTab
from twintree_desktop.session import Session


class Cited:
    """Meng cites Oak (held) on two pages, and Ant (not held) at the first of the two places."""

    def __init__(self, shelf: StandInLibrary) -> None:
        self.meng = shelf.take(SAMPLES / "meng2026locate.pdf", ["Lena Meng"], 2026, "Locate")
        other = next(path for path in sorted(SAMPLES.glob("*.pdf")) if "meng2026" not in path.name)
        self.oak = shelf.take(other, ["Olga Oak"], 2001, "Growing oaks in a small garden")
        file = shelf.papers.files(self.meng)[0].id

        def mention(page: int, start: int, end: int) -> CitationMention:
            at = Span(page, start, end)
            said = shelf.papers.page(file, page).text[start : start + 60]
            return CitationMention(
                file=file, page=page, spans=(at,), sentence=said, at=at, marker="[1]", role="extend", level=5
            )

        here = mention(1, 300, 306)
        shelf.citations.write_references(
            file,
            [
                Reference(
                    id="",
                    index=1,
                    raw="Oak. Growing oaks. 2001.",
                    title="Growing oaks",
                    year=2001,
                    paper=self.oak,
                    level=5,
                    role="extend",
                    spans=(Span(3, 10, 60),),
                    mentions=(here, mention(2, 40, 46)),
                ),
                Reference(
                    id="",
                    index=2,
                    raw="Ant. Swarms. 2019.",
                    spans=(Span(3, 70, 90),),
                    mentions=(mention(1, 400, 406),),
                ),
            ],
        )
        lines = shelf.papers.page(file, 1).lines
        self.at_oak = self.middle(lines, 300, 306)
        self.at_ant = self.middle(lines, 400, 406)

    def middle(self, lines: object, start: int, end: int) -> QPointF:
        rect = next(iter(rects_of(lines, start, end)))  # type: ignore[arg-type]
        return QPointF((rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2)


@pytest.fixture
def cited(shelf: StandInLibrary) -> Cited:
    return Cited(shelf)


@pytest.fixture
def tab(cited: Cited, reader: ReaderPanel, qtbot: QtBot) -> PaperTab:
    reader.open_paper(PaperId(cited.meng))
    qtbot.waitUntil(lambda: reader.current is not None, timeout=20_000)
    assert reader.current is not None
    with qtbot.waitSignal(reader.current.following.jumps.arrived, timeout=20_000, raising=False):
        reader.current.following.hover(1, QPointF(1, 1))
    return reader.current


def popover(tab: PaperTab, at: QPointF, qtbot: QtBot) -> CitationPopover:
    tab.following.click(1, at)
    qtbot.waitUntil(lambda: tab.following.popover is not None, timeout=20_000)
    assert tab.following.popover is not None
    return tab.following.popover


def words(card: CitationPopover) -> str:
    return "\n".join(each.text() for each in card.findChildren(QLabel))


def press(card: CitationPopover, text: str) -> None:
    next(each for each in card.findChildren(QPushButton) if text in each.text()).click()


def test_a_marker_says_who_is_cited_whether_it_is_held_and_why(
    tab: PaperTab, cited: Cited, qtbot: QtBot
) -> None:
    said = words(popover(tab, cited.at_oak, qtbot))
    assert "Growing oaks in a small garden" in said
    assert "in the library · here: extended · in this paper: foundational (5 of 5)" in said


def test_it_leads_to_the_paper_to_its_lineage_and_to_the_other_places(
    tab: PaperTab, cited: Cited, session: Session, qtbot: QtBot
) -> None:
    wanted: list[object] = []
    session.navigation.paper_wanted.connect(lambda paper, _: wanted.append(paper))
    session.navigation.lineage_wanted.connect(wanted.append)
    places: list[Citation] = []
    tab.citation_wanted.connect(places.append)
    for text in ("Read", "Lineage", "p. 2"):
        tab.following.popover = None
        press(popover(tab, cited.at_oak, qtbot), text)
    assert wanted == [cited.oak, cited.oak]
    assert (places[0].paper, places[0].page) == (cited.meng, 2)


def test_a_work_that_is_not_held_is_said_to_be_none_and_its_entry_is_shown(
    tab: PaperTab, cited: Cited, qtbot: QtBot
) -> None:
    entries: list[Reference] = []
    tab.following.reference_wanted.connect(entries.append)
    card = popover(tab, cited.at_ant, qtbot)
    assert "not in the library" in words(card)
    assert not [each for each in card.findChildren(QPushButton) if each.text() == "Read"]
    press(card, "Entry in the list")
    assert entries[0].raw == "Ant. Swarms. 2019."


def test_escape_closes_it(tab: PaperTab, cited: Cited, qtbot: QtBot) -> None:
    card = popover(tab, cited.at_oak, qtbot)
    assert card.isVisible()
    qtbot.keyClick(card, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: tab.following.popover is None or not card.isVisible(), timeout=5_000)
