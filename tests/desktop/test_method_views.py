"""Provenance and themes in the window: cards, the words behind an edge, and what a person says of methods."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from method_papers import add_method_papers, embed
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from standin_library import StandInLibrary

from twintree.base.errors import NotFound
from twintree.base.methods import Method
from twintree.base.placement import PlacedNode, Placement
from twintree.base.records import Citation
from twintree.jobs.methoddesk import MethodDesk
from twintree.jobs.methods import MethodFinder
from twintree.jobs.modelwork import build_model_work
from twintree.models.host import ModelHost
from twintree.store.anchors import AnchorStore
from twintree.store.methodintake import MethodIntake
from twintree_desktop.graphs.method_reading import theme_view
from twintree_desktop.graphs.method_tones import age_tones
from twintree_desktop.graphs.provenance_view import ProvenanceView
from twintree_desktop.graphs.themes_view import ThemesView
from twintree_desktop.session import Session


@pytest.fixture
def desk(shelf: StandInLibrary) -> MethodDesk:
    """Methods of two papers, on the real stores."""
    ledger, papers = shelf._ledger, shelf.papers
    finder = MethodFinder(papers, shelf.citations, MethodIntake(ledger), embed, AnchorStore(ledger))
    made = MethodDesk(ledger, papers, finder, embed, lambda: None, shelf._renderer)
    shelf.methods = made  # type: ignore[attr-defined]
    work = build_model_work(
        ledger, papers, made, finder, ModelHost(), lambda: pytest.fail("no job is asked for")
    )
    shelf.model_work = work  # type: ignore[attr-defined]
    add_method_papers(papers, shelf.person, finder)
    made.refresh()
    return made


@pytest.fixture
def provenance(desk: MethodDesk, session: Session, qtbot: QtBot) -> Iterator[ProvenanceView]:
    view = ProvenanceView(session)
    view.resize(1200, 800)
    view.show()
    qtbot.waitUntil(lambda: view.placement is not None, timeout=20_000)
    yield view
    session.bridge.close()
    view.close()
    view.deleteLater()


@pytest.fixture
def themes(desk: MethodDesk, session: Session, qtbot: QtBot) -> Iterator[ThemesView]:
    view = ThemesView(session)
    view.resize(1200, 800)
    view.show()
    qtbot.waitUntil(lambda: view.placement is not None, timeout=20_000)
    yield view
    session.bridge.close()
    view.close()
    view.deleteLater()


def press(page: QWidget, text: str) -> None:
    next(each for each in page.findChildren(QPushButton) if text in each.text()).click()


def method(desk: MethodDesk, name: str) -> Method:
    return next(each for each in desk.list() if name in (each.name, *each.aliases))


def show_card(view: ProvenanceView, name: str, qtbot: QtBot) -> None:
    view.show_method(name)
    qtbot.waitUntil(lambda: view.card.view is not None and view.card.view.method.id == name, timeout=20_000)


def test_a_method_shows_where_it_comes_from_and_an_edge_the_words_on_its_page(
    provenance: ProvenanceView, desk: MethodDesk, session: Session, qtbot: QtBot
) -> None:
    wanted: list[Citation] = []
    session.navigation.citation_wanted.connect(wanted.append)
    parser = method(desk, "LatticeParser")
    show_card(provenance, parser.id, qtbot)
    view = provenance.card.view
    assert view is not None
    assert "Conditional Random Field" in " ".join(view.names[each.source] for each in view.parents)
    edge = next(each for each in view.parents if "Conditional Random" in view.names[each.source])
    provenance.card.edge_wanted.emit(edge, view.names)
    assert provenance.stage.side.current is provenance.edge
    assert edge.evidence[0].label.endswith(", p. 1")  # of which paper
    press(provenance.edge, edge.evidence[0].label)
    assert "Conditional Random Field" in wanted[0].quote


def test_what_a_method_is_only_compared_with_is_no_place_that_it_comes_from(
    provenance: ProvenanceView, desk: MethodDesk, qtbot: QtBot
) -> None:
    parser = method(desk, "LatticeParser")
    show_card(provenance, parser.id, qtbot)
    view = provenance.card.view
    assert view is not None
    rival = next(each for each in view.parents if "Hidden Markov" in view.names[each.source])
    assert (rival.rating, rival.primary) == (1, False)
    said = [each.text().casefold() for each in provenance.card.findChildren(QLabel)]
    assert said.index("comes from") < said.index("compared with")
    provenance.edge.show_edge(rival, view.names)
    said = [each.text() for each in provenance.edge.findChildren(QLabel)]
    assert "is compared with" in said
    assert "comes from" not in said
    placement = provenance.placement
    assert placement is not None
    told = [provenance._describe_edge(place) for place in range(len(placement.edges))]
    assert all(
        ("compared with" in text) == (not edge.weight)
        for text, edge in zip(told, placement.edges, strict=True)
    )


def test_the_newest_methods_are_green_and_the_legend_says_from_when_to_when(
    provenance: ProvenanceView,
) -> None:
    placement = provenance.placement
    assert placement is not None
    assert "hollow: year not known" in provenance.stage.legend.text()
    ages = range(1990, 1990 + len(placement.nodes))
    nodes = [replace(node, year=year) for node, year in zip(placement.nodes, ages, strict=True)]
    provenance.placement = replace(placement, nodes=tuple(nodes))
    provenance.colour.setCurrentIndex(1)
    provenance.colour.setCurrentIndex(0)
    content = provenance.stage.canvas.content
    assert content is not None
    drawn = np.flatnonzero(content.shown)
    fills = [content.node_tones[content.node_tone[at]].fill for at in drawn]
    assert (fills[0], fills[-1]) == ("outline>accent@0.00", "outline>accent@1.00")
    said = f"from {ages[drawn[0]]} (grey) to {ages[drawn[-1]]} (green)"
    assert said in provenance.stage.legend.text()


def test_methods_of_one_year_are_the_newest_ones() -> None:
    nodes = tuple(
        PlacedNode(id=str(year), label="", x=0, y=0, size=5, year=year) for year in (1999, 2005, 2005, None)
    )
    placement = Placement(nodes=nodes, edges=())
    assert age_tones(placement, [False, True, True, True]) == [0, 4, 4, 5]
    assert age_tones(placement, [True, True, True, True]) == [0, 4, 4, 5]


def test_the_legend_counts_the_methods_that_are_not_drawn(
    provenance: ProvenanceView, desk: MethodDesk
) -> None:
    content = provenance.stage.canvas.content
    assert content is not None
    every, drawn = len(desk.list()), int(content.shown.sum())
    assert drawn < every
    assert f"{drawn} of {every} methods" in provenance.stage.legend.text()
    assert "stand in Themes" in provenance.stage.legend.text()


def test_a_method_that_is_not_drawn_shows_its_card_and_leaves_the_tree_as_it_is(
    provenance: ProvenanceView, qtbot: QtBot
) -> None:
    content = provenance.stage.canvas.content
    assert content is not None
    name = content.ids[int(np.flatnonzero(~content.shown)[0])]
    before = provenance.stage.canvas.camera
    show_card(provenance, name, qtbot)
    assert provenance.stage.side.current is provenance.card
    assert provenance.stage.canvas.node == -1
    # The view's height follows the legend's lines; what is looked at stays.
    now = provenance.stage.canvas.camera
    assert (now.x, now.y, now.scale) == (before.x, before.y, before.scale)
    provenance.card.merge_wanted.emit(content.ids[0])
    assert not provenance.stage.show_node(name)
    assert provenance._merging == content.ids[0]  # it may be the one to merge with
    provenance._merging = ""
    provenance.stage.side.show_page(provenance.stage.rest)
    provenance.stage.field.setText(content.labels[content.index[name]])
    qtbot.waitUntil(lambda: provenance.stage.side.current is provenance.card, timeout=20_000)


def test_the_tools_of_a_narrow_view_take_two_lines_and_none_is_squeezed(
    provenance: ProvenanceView, qtbot: QtBot
) -> None:
    stage = provenance.stage
    provenance.resize(700, 600)
    qtbot.waitUntil(lambda: provenance.colour.y() > stage.field.y(), timeout=20_000)
    assert stage.field.width() >= 200
    assert provenance.colour.width() >= provenance.colour.sizeHint().width()
    assert stage.save.geometry().right() < provenance.width()


def test_a_click_on_a_line_shows_the_same_edge(
    provenance: ProvenanceView, desk: MethodDesk, qtbot: QtBot
) -> None:
    content = provenance.stage.canvas.content
    assert content is not None
    place = int(np.flatnonzero(content.edge_shown)[0])
    provenance.stage.canvas.select_edge(place)
    qtbot.waitUntil(lambda: provenance.stage.side.current is provenance.edge, timeout=20_000)
    assert provenance.edge.edge is not None
    assert provenance.edge.edge.source == content.ids[content.source[place]]


def test_a_persons_rating_counts_and_can_be_undone(
    provenance: ProvenanceView, desk: MethodDesk, session: Session, qtbot: QtBot
) -> None:
    edge = desk.store.edges(evidence=False)[0]
    wanted = 1 if edge.rating != 1 else 2

    def rating() -> int:
        return next(
            each.rating
            for each in desk.store.edges(evidence=False)
            if (each.source, each.target) == (edge.source, edge.target)
        )

    provenance.edge.rated.emit(edge.source, edge.target, wanted)
    qtbot.waitUntil(lambda: rating() == wanted, timeout=20_000)
    session.undo()
    provenance.load()
    qtbot.waitUntil(lambda: rating() == edge.rating, timeout=20_000)


def test_a_method_is_renamed_in_its_card(provenance: ProvenanceView, desk: MethodDesk, qtbot: QtBot) -> None:
    parser = method(desk, "LatticeParser")
    show_card(provenance, parser.id, qtbot)
    press(provenance.card, "Edit")
    provenance.card.name.setText("Lattice parser")
    press(provenance.card, "Save")
    qtbot.waitUntil(lambda: desk.get(parser.id).name == "Lattice parser", timeout=20_000)
    qtbot.waitUntil(
        lambda: provenance.card.view is not None and provenance.card.view.method.name == "Lattice parser",
        timeout=20_000,
    )


def test_two_methods_become_one(provenance: ProvenanceView, desk: MethodDesk, qtbot: QtBot) -> None:
    kept = method(desk, "LatticeParser").id
    assert provenance.placement is not None
    content = provenance.stage.canvas.content
    assert content is not None
    drawn = [node.id for node, shown in zip(provenance.placement.nodes, content.shown, strict=True) if shown]
    other = next(each for each in drawn if each != kept)
    show_card(provenance, kept, qtbot)
    press(provenance.card, "Merge …")
    assert provenance.stage.show_node(other)
    qtbot.waitUntil(lambda: desk.get(other).id == kept, timeout=20_000)


def test_supporting_edges_come_when_they_are_asked_for(provenance: ProvenanceView) -> None:
    content, placement = provenance.stage.canvas.content, provenance.placement
    assert content is not None
    assert placement is not None
    assert int(content.edge_shown.sum()) == sum(edge.primary for edge in placement.edges)
    provenance.supporting.setChecked(True)
    assert int(content.edge_shown.sum()) == len(placement.edges)


def test_a_theme_opens_to_its_methods_and_a_method_leads_to_its_card(
    themes: ThemesView, desk: MethodDesk, qtbot: QtBot
) -> None:
    assert themes.placement is not None
    finest = next(each for each in desk.themes() if each.methods)
    themes.show_theme(finest.id)
    qtbot.waitUntil(lambda: themes.card.view is not None, timeout=20_000)
    qtbot.keyClick(themes.stage.canvas, Qt.Key.Key_Return)
    qtbot.waitUntil(
        lambda: themes.placement is not None and any(n.kind != "theme" for n in themes.placement.nodes),
        timeout=20_000,
    )
    wanted: list[str] = []
    themes.method_wanted.connect(wanted.append)
    themes.stage.canvas.opened.emit(finest.methods[0])
    assert wanted == [finest.methods[0]]


def test_a_theme_keeps_a_persons_title_and_note(themes: ThemesView, desk: MethodDesk, qtbot: QtBot) -> None:
    theme = next(iter(desk.themes()))
    themes.show_theme(theme.id)
    qtbot.waitUntil(lambda: themes.card.view is not None, timeout=20_000)
    press(themes.card, "Rename")
    themes.card.title.setText("Taggers and parsers")
    themes.card.note.setPlainText("to read again")
    press(themes.card, "Save")
    qtbot.waitUntil(
        lambda: any(each.title == "Taggers and parsers" for each in desk.themes()), timeout=20_000
    )
    desk.refresh()
    assert next(each for each in desk.themes() if each.id == theme.id).note == "to read again"


def test_a_theme_that_was_made_anew_says_so(themes: ThemesView, desk: MethodDesk, session: Session) -> None:
    with pytest.raises(NotFound, match="not there any more"):
        theme_view(session.library, "Cgone")
