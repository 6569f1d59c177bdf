"""Explore in the window: planned before it starts, stopped where it said, every place explained with its page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from explored_library import CITING, ECHO, QUESTION, WHEAT, Explored, Named
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from standin_library import StandInLibrary

from twintree.base.errors import WrongUse
from twintree.base.exploring import Exploration, ExploredEdge, ExploredPaper, ExploreSettings
from twintree.base.ids import PaperId, RunId
from twintree.base.records import Citation
from twintree.knowledge.entailment import Chances
from twintree_desktop.explore.place import ExplorePlace
from twintree_desktop.explore.results import ResultsPanel
from twintree_desktop.explore.rows import KEY
from twintree_desktop.importing import Imports
from twintree_desktop.session import Session
from twintree_desktop.theme import Appearance

PATIENCE = 20_000


@pytest.fixture
def place(explored: Explored, session: Session) -> Iterator[ExplorePlace]:
    made = ExplorePlace(session)
    made.resize(1300, 850)
    made.show()
    yield made
    made.exploring.stop()
    session.bridge.close()
    made.close()
    made.deleteLater()


def plan(place: ExplorePlace, qtbot: QtBot, question: str = QUESTION) -> None:
    place.form.field.setText(question)
    qtbot.keyClick(place.form.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "…" not in place.panel.sentence.text(), timeout=PATIENCE)


def explore(place: ExplorePlace, qtbot: QtBot, question: str = QUESTION) -> Exploration:
    place.form.field.setText(question)
    place.start()
    qtbot.waitUntil(lambda: not place.exploring.busy and place.graph.placement is not None, timeout=PATIENCE)
    assert place.graph.found is not None
    return place.graph.found


def words(page: QWidget) -> str:
    QApplication.processEvents()
    shown = (each for each in page.findChildren(QLabel) if not each.isHidden())
    return "\n".join(each.text() for each in shown)


def press(page: QWidget, text: str) -> None:
    QApplication.processEvents()
    next(each for each in page.findChildren(QPushButton) if text in each.text()).click()


def ids(place: ExplorePlace, tab: int) -> list[str]:
    made = place.graph.results.lists[tab]
    return [made.item(row).data(KEY) for row in range(made.count())]


def test_whoever_begins_needs_a_question_alone_and_other_settings_are_never_hidden(
    place: ExplorePlace,
) -> None:
    form = place.form
    boxes = (form.seeds, form.seeding, form.hops, form.ranking, form.prune)
    assert not any(each.isVisible() for each in boxes)
    press(form, "Options")
    assert all(each.isVisible() for each in boxes)
    press(form, "Fewer options")
    assert not any(each.isVisible() for each in boxes)
    form.show_settings(ExploreSettings(seeds=3))
    assert all(each.isVisible() for each in boxes)


# ── before ───────────────────────────────────────────────────────────────────────────────────────────


def test_the_cost_and_the_bound_are_told_before_anything_is_judged(
    place: ExplorePlace, explored: Explored, qtbot: QtBot
) -> None:
    plan(place, qtbot)
    assert place._plan is not None
    calls = place._plan.calls
    assert calls.planned == calls.cached + calls.skipped + calls.made == 1 + 5 + 3
    assert place.panel.sentence.text().startswith("9 calls planned, and never more than")
    assert "works that are not held" in words(place.panel)
    assert "Citers are those in this library" in words(place.panel)
    assert "Start begins it" in words(place.empty)
    assert place.panel.start.isVisible()
    assert not place.panel.stop.isVisible()
    stored = explored.library._ledger.read().execute("SELECT count(*) FROM coverage").fetchone()
    assert stored[0] == 0


def test_enter_plans_and_enter_again_starts(place: ExplorePlace, qtbot: QtBot) -> None:
    plan(place, qtbot)
    with qtbot.waitSignal(place.exploring.ended, timeout=PATIENCE):
        qtbot.keyClick(place.form.field, Qt.Key.Key_Return)
    assert place.graph.found is not None


def test_the_plan_that_is_shown_is_always_that_of_the_settings_chosen(
    place: ExplorePlace, qtbot: QtBot
) -> None:
    plan(place, qtbot)
    place.form.hops.setCurrentIndex(place.form.hops.findData(2.0))
    qtbot.waitUntil(lambda: place._plan is not None and place._plan.settings.hops == 2.0, timeout=PATIENCE)


def test_a_question_outside_the_library_is_said_and_cannot_be_started(
    place: ExplorePlace, qtbot: QtBot
) -> None:
    plan(place, qtbot, "quantum gravity")
    assert "No paper of this library is near enough" in place.panel.trouble.text()
    assert not place.panel.start.isVisible()


def test_a_question_that_was_changed_is_planned_before_it_is_started(
    place: ExplorePlace, qtbot: QtBot
) -> None:
    plan(place, qtbot)
    place.form.field.setText("weeds and clover")
    place.panel.start.click()
    assert not place.exploring.busy
    qtbot.waitUntil(
        lambda: place._plan is not None and place._plan.question == "weeds and clover", timeout=PATIENCE
    )
    with qtbot.waitSignal(place.exploring.ended, timeout=PATIENCE):
        place.panel.start.click()


def test_a_plan_never_stands_over_what_another_question_found(place: ExplorePlace, qtbot: QtBot) -> None:
    explore(place, qtbot)
    assert place.stack.currentWidget() is place.graph
    plan(place, qtbot, "weeds and clover")
    assert place.stack.currentWidget() is place.empty


def test_an_isolated_library_is_said(session: Session, shelf: StandInLibrary, qtbot: QtBot) -> None:
    alone = Explored(shelf, linked=False)
    made = ExplorePlace(session)
    qtbot.addWidget(made)
    made.show()
    plan(made, qtbot)
    assert "cites, or is cited by, anything known here" in made.panel.trouble.text()
    alone.close()
    session.bridge.close()


def test_a_question_that_is_refused_says_why(place: ExplorePlace, qtbot: QtBot) -> None:
    plan(place, qtbot, "clover " * 400)
    assert "characters" in place.panel.sentence.text()
    assert not place.panel.start.isVisible()


# ── afterwards ───────────────────────────────────────────────────────────────────────────────────────


def test_it_stops_exactly_where_it_said(place: ExplorePlace, qtbot: QtBot) -> None:
    plan(place, qtbot)
    assert place._plan is not None
    planned = place._plan.calls
    found = explore(place, qtbot)
    assert (found.calls.planned, found.calls.made) == (planned.planned, planned.made)
    assert place.panel.sentence.text().startswith(
        "9 calls, as planned: 4 known from before, 3 skipped, 2 made"
    )
    again = explore(place, qtbot)
    assert again.calls.made == 0


def test_seeds_held_and_not_held_differ_in_shape(
    place: ExplorePlace, explored: Explored, qtbot: QtBot
) -> None:
    found = explore(place, qtbot)
    content = place.graph.stage.canvas.content
    assert content is not None
    tones = {
        paper.id: content.node_tones[content.node_tone[number]] for number, paper in enumerate(found.papers)
    }
    (work,) = (each.id for each in found.papers if not each.held)
    assert tones[explored.clover].square
    assert not tones[explored.trials].square
    assert not tones[explored.trials].hollow
    assert tones[work].hollow


def test_that_most_papers_became_seeds_is_said_before_and_after(place: ExplorePlace, qtbot: QtBot) -> None:
    said = "papers here are seeds, since the library is small"
    everything = "clover wheat trials undersowing beam decoding alps"
    plan(place, qtbot, everything)
    assert said in words(place.panel)
    found = explore(place, qtbot, everything)
    held = [each for each in found.papers if each.held]
    seeds = sum(each.seed for each in held)
    assert place.graph.results.hints[0].text().endswith(f"Seeds: {seeds} of {len(held)}.")
    place.form.show_settings(ExploreSettings(seeds=1, seeding="recency"))
    plan(place, qtbot)
    assert said not in words(place.panel)


def test_held_papers_are_ranked_works_are_to_get_and_what_no_seed_reaches_stands_apart(
    place: ExplorePlace, explored: Explored, qtbot: QtBot
) -> None:
    place.form.show_settings(ExploreSettings(seeds=1, seeding="recency"))
    found = explore(place, qtbot)
    assert ids(place, 0)[0] == explored.clover
    assert ids(place, 1) == [each.id for each in found.to_get]
    assert ids(place, 2) == [explored.apart]
    assert "cited by Ward 2021 (used)" in place.graph.results.to_get.item(0).text()


def test_a_citation_shows_its_sentence_the_claims_of_both_and_their_pages(
    place: ExplorePlace, explored: Explored, session: Session, qtbot: QtBot
) -> None:
    wanted: list[Citation] = []
    session.navigation.citation_wanted.connect(wanted.append)
    explore(place, qtbot)
    place.graph.show_paper(explored.clover)
    press(place.graph.paper, "100 %")
    card = place.graph.edge
    assert place.graph.stage.side.current is card
    assert CITING in words(card)
    assert WHEAT[0] in words(card)
    assert ECHO[0] in words(card)
    assert "affinity 100 %" in words(card)
    for name in ("Ward 2021, p. 1", "Oak 2001, p. 1"):
        press(card, name)
    assert [(each.paper, each.page, each.quote) for each in wanted] == [
        (explored.clover, 1, CITING),
        (explored.trials, 1, ECHO[0]),
    ]
    assert all(each.spans for each in wanted)


def test_pruned_citations_can_be_seen_alone(place: ExplorePlace, explored: Explored, qtbot: QtBot) -> None:
    place.form.prune.setChecked(True)
    found = explore(place, qtbot)
    box, content = place.graph.citations, place.graph.stage.canvas.content
    assert content is not None
    box.setCurrentIndex(box.findText("Pruned"))
    shown = [found.edges[number].target for number in range(len(found.edges)) if content.edge_shown[number]]
    assert shown == [explored.decoding]
    assert "pruned" in place.graph.stage.canvas.describe_edge(
        next(i for i, edge in enumerate(found.edges) if edge.target == explored.decoding)
    )


def test_years_can_be_an_axis(place: ExplorePlace, qtbot: QtBot) -> None:
    explore(place, qtbot)
    place.graph.years.setChecked(True)
    qtbot.waitUntil(lambda: bool(place.graph.placement and place.graph.placement.ticks), timeout=PATIENCE)


def test_typing_and_arrows_in_a_list_light_the_paper_and_enter_shows_its_card(
    place: ExplorePlace, explored: Explored, qtbot: QtBot
) -> None:
    explore(place, qtbot)
    ranked, canvas = place.graph.results.ranked, place.graph.stage.canvas
    ranked.setFocus()
    qtbot.keyClicks(ranked, "underso")
    assert canvas.selected_id == explored.trials
    ranked.setCurrentRow(0)
    assert canvas.selected_id == ids(place, 0)[0]
    assert place.graph.stage.side.current is place.graph.results
    qtbot.keyClick(ranked, Qt.Key.Key_Return)
    assert place.graph.stage.side.current is place.graph.paper
    press(place.graph.paper, "All that was found")
    assert place.graph.stage.side.current is place.graph.results


def test_of_many_works_to_get_the_most_cited_are_listed_and_the_rest_on_demand(
    appearance: Appearance, qtbot: QtBot
) -> None:
    def node(name: str) -> ExploredPaper:
        own = {"paper": PaperId(name), "held": True} if name.startswith("P") else {"work": name}
        return ExploredPaper(title=f"On {name}", kept=True, **own)

    held, works = [f"P{n}" for n in range(3)], [f"W{n:02d}" for n in range(25)]
    pairs = [("P0", work) for work in works] + [(paper, "W24") for paper in held[1:]]
    found = Exploration(
        run=RunId("R1"),
        question="?",
        papers=tuple(map(node, (*held, *works))),
        edges=tuple(ExploredEdge(source=a, target=b, reference="", role="use", level=3) for a, b in pairs),
    )
    panel = ResultsPanel(appearance)
    qtbot.addWidget(panel)
    panel.show_found(found)
    listed = panel.to_get
    assert panel.tabs.tabText(1) == "To get 25"
    assert (listed.count(), listed.item(0).data(KEY)) == (20, "W24")
    assert "cited by 3 papers: On P0 (used), On P1 (used), On P2 (used)" in listed.item(0).text()
    assert (panel.more.isHidden(), panel.more.text()) == (False, "Show 5 more")
    panel.more.click()
    assert (listed.count(), panel.more.isHidden()) == (25, True)
    assert listed.item(24).text().startswith("On W23")
    panel.show_found(found)
    panel.point_at("W22")
    assert listed.currentItem().data(KEY) == "W22"


def test_the_reading_list_is_copied_and_saved(place: ExplorePlace, tmp_path: Path, qtbot: QtBot) -> None:
    found = explore(place, qtbot)
    place.graph.results.copy_wanted.emit("bibtex")
    qtbot.waitUntil(lambda: "A book of weeds" in QGuiApplication.clipboard().text(), timeout=PATIENCE)
    target = tmp_path / "list.ris"
    place.save_reading_list(found, "ris", target)
    qtbot.waitUntil(target.exists, timeout=PATIENCE)
    assert "A book of weeds" in target.read_text("utf-8")


def test_a_held_paper_is_read_and_a_work_is_not(
    place: ExplorePlace, explored: Explored, session: Session, qtbot: QtBot
) -> None:
    wanted: list[str] = []
    session.navigation.paper_wanted.connect(lambda paper, _: wanted.append(paper))
    found = explore(place, qtbot)
    place.graph.show_paper(explored.trials)
    press(place.graph.paper, "Read")
    place.graph.show_paper(found.reading_list[0].id)
    assert not [
        each
        for each in place.graph.paper.findChildren(QPushButton)
        if each.text() == "Read" and each.isVisible()
    ]
    assert wanted == [explored.trials]


# ── stopping, earlier ones ───────────────────────────────────────────────────────────────────────────


def test_stopped_midway_what_was_judged_is_kept_and_said(
    place: ExplorePlace, explored: Explored, qtbot: QtBot
) -> None:
    class Stopping(Named):
        """Stops the exploration while it judges the first citation."""

        def matrix(self, claims: Sequence[str], passages: Sequence[str]) -> Chances:
            if tuple(claims) == WHEAT:
                place.exploring.stop()
            return super().matrix(claims, passages)

    explored.library.explorations._judge = Stopping  # type: ignore[attr-defined]
    place.form.field.setText(QUESTION)
    with qtbot.waitSignal(place.exploring.ended, timeout=PATIENCE):
        place.start()
    assert "citations were judged, and are kept" in place.panel.trouble.text()
    assert place.panel.start.text() == "Go on"
    assert "Not ranked" in place.graph.results.hints[0].text()


def test_an_exploration_is_no_import(place: ExplorePlace, session: Session, qtbot: QtBot) -> None:
    imports, told = Imports(session.messages, session.bridge, place), []
    imports.use(session)
    session.messages.shown.connect(told.append)
    explore(place, qtbot)
    assert not imports.running
    assert not told


def test_earlier_explorations_are_listed_opened_and_deleted(
    place: ExplorePlace, explored: Explored, session: Session, qtbot: QtBot
) -> None:
    found = explore(place, qtbot)
    explore(place, qtbot, "weeds and clover")
    place.history.click()
    qtbot.waitUntil(lambda: place.earlier.list.count() == 2, timeout=PATIENCE)
    place.earlier.list.setCurrentRow(1)
    qtbot.keyClick(place.earlier.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: place.graph.found == found, timeout=PATIENCE)
    assert place.form.question == QUESTION
    place.toggle_earlier()
    qtbot.waitUntil(lambda: place.earlier.list.count() == 2, timeout=PATIENCE)
    place.earlier.list.setCurrentRow(0)
    qtbot.keyClick(place.earlier.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: place.earlier.list.count() == 1, timeout=PATIENCE)
    kept = explored.library.explorations.list()  # type: ignore[attr-defined]
    assert [row.run for row in kept] == [found.run]


def test_settings_that_the_form_does_not_show_stay_with_their_question(
    place: ExplorePlace, explored: Explored, session: Session, qtbot: QtBot
) -> None:
    settings = ExploreSettings(queries=2, cap=17, seeds=7)
    found = explored.library.explorations.explore(QUESTION, settings)  # type: ignore[attr-defined]
    place.open(found.run)
    qtbot.waitUntil(lambda: place.graph.found == found, timeout=PATIENCE)
    assert place.form.settings == settings
    place.form.field.setText("another question")
    assert place.form.settings == ExploreSettings(seeds=7)


def test_a_failure_is_told_and_it_can_be_tried_again(
    place: ExplorePlace, explored: Explored, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> Exploration:
        raise WrongUse("The disk is gone.", "Plug it in.")

    told: list[str] = []
    session.messages.shown.connect(lambda message: told.append(message.text))
    monkeypatch.setattr(explored.library.explorations, "explore", broken)  # type: ignore[attr-defined]
    place.form.field.setText(QUESTION)
    with qtbot.waitSignal(place.exploring.ended, timeout=PATIENCE):
        place.start()
    assert any("The disk is gone." in text for text in told)
    assert place.panel.start.isVisible()
    assert place.form.plan.isEnabled()


def test_a_library_open_for_reading_shows_what_it_does_not_keep(
    place: ExplorePlace, explored: Explored, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explored.library.explorations, "_store", _Unkept())  # type: ignore[attr-defined]
    found = explore(place, qtbot)
    assert explored.clover in [each.id for each in found.papers]
    assert ids(place, 0)


class _Unkept:
    def save(self, found: Exploration) -> None:
        """A library that is open for reading keeps nothing."""
