"""The citation graph in the window: cards, sentences with their pages, filters, paths, the queue."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot
from standin_library import SAMPLES, StandInLibrary

from twintree.base.citations import CitationMention, Reference
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Citation, Span
from twintree.knowledge.linking import link_references
from twintree_desktop.graphs.citation_view import CitationView
from twintree_desktop.session import Session

SENTENCE = "We extend the trees of Oak."


def entry(index: int, title: str, author: str, level: int, role: str, mentions: int = 1) -> Reference:
    at = Span(1, 0, 20)
    said = tuple(
        CitationMention(
            page=1,
            spans=(at,),
            sentence=SENTENCE,
            at=at,
            marker="[1]",
            role=role,
            level=level,
            file=FileId(""),
        )
        for _ in range(mentions)
    )
    return Reference(
        id="",
        index=index,
        raw=f"{author}. {title}. 2001.",
        title=title,
        authors=(author,),
        year=2001,
        role=role,
        level=level,
        mentions=said,
    )


class Shelf:
    """Meng builds on Oak (held) and lists Ant (not held); Oak lists Ant too."""

    def __init__(self, library: StandInLibrary) -> None:
        first, second = sorted(SAMPLES.glob("*.pdf"))[:2]
        self.oak = library.take(second, ["Olga Oak"], 2001, "Growing oaks in a small garden")
        self.meng = library.take(first, ["Lena Meng"], 2026, "Locating what trees are made of")
        ant = ("How ants find their way home", "Ann Ant")
        self.give(library, self.oak, entry(1, *ant, 2, "background"))
        self.give(
            library,
            self.meng,
            entry(1, "Growing oaks in a small garden", "Olga Oak", 5, "extend"),
            entry(2, *ant, 2, "background"),
        )

    def give(self, library: StandInLibrary, paper: PaperId, *entries: Reference) -> None:
        file = library.papers.files(paper)[0].id
        mine = [
            msgspec.structs.replace(
                each, mentions=tuple(msgspec.structs.replace(m, file=file) for m in each.mentions)
            )
            for each in entries
        ]
        library.citations.write_references(file, link_references(library.citations, paper, mine))


@pytest.fixture
def papers(shelf: StandInLibrary) -> Shelf:
    return Shelf(shelf)


@pytest.fixture
def view(papers: Shelf, session: Session, qtbot: QtBot) -> Iterator[CitationView]:
    made = CitationView(session)
    made.resize(1200, 800)
    made.show()
    qtbot.waitUntil(lambda: made.placed is not None, timeout=20_000)
    yield made
    session.bridge.close()
    made.close()
    made.deleteLater()


def press(page: QWidget, text: str) -> None:
    next(each for each in page.findChildren(QPushButton) if text in each.text()).click()


def shown(view: CitationView) -> tuple[int, int]:
    content = view.canvas.content
    assert content is not None
    return int(content.shown.sum()), int(content.edge_shown.sum())


def test_papers_and_works_are_nodes_and_what_is_held_is_told_apart(view: CitationView, papers: Shelf) -> None:
    assert view.placed is not None
    held = {node.id: node.held for node in view.placed.nodes}
    assert held[papers.oak]
    assert held[papers.meng]
    assert sorted(held.values()) == [False, True, True]
    assert shown(view) == (3, 3)
    assert "2 of 2 papers, 1 work not held, 3 citations" in view.stage.legend.text()
    assert "not drawn" not in view.stage.legend.text()


def test_a_paper_without_citations_is_missed_by_name(
    view: CitationView, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    shelf.take(sorted(SAMPLES.glob("*.pdf"))[2], ["Eve Elm"], 2020, "Alone")
    view.load()
    qtbot.waitUntil(lambda: "2 of 3 papers" in view.stage.legend.text(), timeout=20_000)
    assert "no citation from or to them was found: Elm 2020" in view.stage.legend.text()


def test_a_node_shows_its_card_with_citers_and_references(
    view: CitationView, papers: Shelf, qtbot: QtBot
) -> None:
    view.show_paper(papers.oak)
    qtbot.waitUntil(lambda: view.side.current is view.card, timeout=20_000)
    assert view.card.view is not None
    assert [each.paper.id for each in view.card.view.citers] == [papers.meng]
    cited_by, cites = view.card.lists
    assert "Locating what trees" in cited_by.item(0).text()
    assert "How ants find" in cites.item(0).text()


def test_an_edge_shows_its_sentences_and_a_sentence_its_page(
    view: CitationView, papers: Shelf, session: Session, qtbot: QtBot
) -> None:
    wanted: list[Citation] = []
    session.navigation.citation_wanted.connect(wanted.append)
    view.show_paper(papers.oak)
    qtbot.waitUntil(lambda: bool(view.card.lists), timeout=20_000)
    cited_by = view.card.lists[0]
    cited_by.setCurrentRow(0)
    cited_by.setFocus()
    qtbot.keyClick(cited_by, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.side.current is view.edge, timeout=20_000)
    press(view.edge, "p. 1")
    (place,) = wanted
    assert (place.paper, place.page, place.quote) == (papers.meng, 1, SENTENCE)
    assert place.label == "Meng 2026"


def test_roles_levels_and_held_papers_can_be_asked_for_alone(view: CitationView) -> None:
    view.filters.level.setCurrentIndex(view.filters.level.findData(5))
    assert shown(view) == (2, 1)
    view.filters.level.setCurrentIndex(0)
    view.filters.role_actions["extend"].setChecked(False)
    assert shown(view) == (3, 2)
    view.filters.role_actions["extend"].setChecked(True)
    view.filters.held.setChecked(True)
    assert shown(view) == (2, 1)


def test_years_become_an_axis_and_the_selection_stays(
    view: CitationView, papers: Shelf, qtbot: QtBot
) -> None:
    view.filters.years.setChecked(True)
    qtbot.waitUntil(lambda: bool(view.placed and view.placed.placement.ticks), timeout=20_000)
    assert view.placed is not None
    assert [tick.label for tick in view.placed.placement.ticks] == ["2001", "2026"]


def test_a_path_leads_from_paper_to_paper(view: CitationView, papers: Shelf, qtbot: QtBot) -> None:
    view.show_paper(papers.meng)
    qtbot.waitUntil(lambda: view.side.current is view.card, timeout=20_000)
    press(view.card, "Path to")
    view.show_paper(papers.oak)
    qtbot.waitUntil(lambda: view.path.lineage is not None, timeout=20_000)
    assert view.path.lineage is not None
    assert [(step.paper, step.to) for step in view.path.lineage.path] == [(papers.meng, papers.oak)]
    assert view.side.current is view.path


def test_what_is_confirmed_leaves_the_queue_and_can_be_undone(
    view: CitationView, papers: Shelf, session: Session, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: "1" in view.filters.queue.text(), timeout=20_000)
    view.filters.queue.click()
    press(view.queue, "This is right")
    qtbot.waitUntil(lambda: not shelf.citations.to_confirm(), timeout=20_000)
    qtbot.waitUntil(lambda: not view.queue.citers, timeout=20_000)
    session.undo()
    qtbot.waitUntil(lambda: len(shelf.citations.to_confirm()) == 1, timeout=20_000)


def test_typing_finds_and_enter_goes_on(view: CitationView, papers: Shelf, qtbot: QtBot) -> None:
    view.stage.field.setText("oak")
    assert view.canvas.selected_id == papers.oak
    view.stage.field.setText("nothing like this")
    assert view.canvas.selected_id == papers.oak


def test_a_focus_is_left_again(view: CitationView, papers: Shelf) -> None:
    view.card.focus_wanted.emit(papers.oak)
    assert shown(view)[0] == 3
    assert not view.stage.all.isHidden()
    view.stage.all.click()
    assert view.stage.all.isHidden()


def test_enter_on_a_held_paper_reads_it(view: CitationView, papers: Shelf, session: Session) -> None:
    wanted: list[str] = []
    session.navigation.paper_wanted.connect(lambda paper, _: wanted.append(paper))
    view.canvas.opened.emit(papers.oak)
    assert wanted == [papers.oak]


def test_a_library_without_citations_says_what_would_stand_here(session: Session, qtbot: QtBot) -> None:
    made = CitationView(session)
    qtbot.addWidget(made)
    made.show()
    assert made.stage.pages.currentWidget() is not made.stage.empty  # nobody knows yet whether it is
    qtbot.waitUntil(lambda: made.placed is not None, timeout=20_000)
    assert made.stage.pages.currentWidget() is made.stage.empty


def test_a_view_that_is_gone_is_told_of_no_change(papers: Shelf, session: Session, qtbot: QtBot) -> None:
    """The session outlives its views when a library is closed; a slot of a view that is gone is an error strip."""
    gone = CitationView(session)
    with qtbot.waitSignal(gone.destroyed):
        gone.deleteLater()
    with qtbot.captureExceptions() as raised:
        session.bridge.papers_changed.emit(frozenset())
    session.bridge.close()
    assert raised == []
