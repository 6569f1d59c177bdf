"""A hard answer can be inspected step by step, each step traced to a page, and made again otherwise."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QLocale, QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot
from standin_library import StandInLibrary
from traced_run import QUESTION, TracedPaper
from window_parts import shown_ask_place

from twintree import answering
from twintree.answering.state.steering import steering_step
from twintree.base.answers import Answer, StateUpdate, TraceStep
from twintree.base.events import JobProgress
from twintree.base.ids import new_run_id
from twintree.base.tracing import SeenEvidence
from twintree_desktop.ask.choosing import EvidenceChoice
from twintree_desktop.ask.history import RUN
from twintree_desktop.ask.modes import mode_hint, mode_name
from twintree_desktop.ask.place import AskPlace
from twintree_desktop.ask.request import request_of
from twintree_desktop.ask.steps import EvidenceBlock
from twintree_desktop.ask.trace import step_line, step_names
from twintree_desktop.ask.trace_panel import TracePanel
from twintree_desktop.ask.turn import TurnView
from twintree_desktop.reader.bar import QuoteState
from twintree_desktop.session import Session
from twintree_desktop.translation import translate

PATIENCE = 20_000


@pytest.fixture
def place(session: Session) -> Iterator[AskPlace]:
    with shown_ask_place(session) as made:
        yield made


@pytest.fixture
def traced(shelf: StandInLibrary) -> TracedPaper:
    made = TracedPaper(shelf)
    shelf.answering = lambda question: made.answer(question=question)
    return made


def opened(place: AskPlace, answer: Answer, qtbot: QtBot) -> TracePanel:
    """A kept answer, opened again, with its steps."""
    place.panel._session.library.runs.save(answer)
    place.panel.open_run(answer.run)

    def there() -> bool:
        turn = traced_turn(place)
        return turn is not None and turn.answer is not None and turn.answer.run == answer.run

    qtbot.waitUntil(there, timeout=PATIENCE)
    turn = traced_turn(place)
    assert turn is not None
    assert turn.trace is not None
    return turn.trace


def traced_turn(place: AskPlace) -> TurnView | None:
    return next((turn for turn in place.panel.turns if turn.trace is not None), None)


def texts(widget: QWidget) -> list[str]:
    return [each.text() for each in widget.findChildren(QLabel) if each.isVisibleTo(widget)]


def moved(states: Sequence[StateUpdate]) -> tuple[StateUpdate, ...]:
    """The same steps behind another one."""
    return tuple(replace(each, position=each.position + 1) for each in states)


def open_all(trace: TracePanel) -> None:
    for fold in trace.targets:
        if not fold.opened:
            fold.toggle.click()


def test_every_target_and_every_pass_has_its_plan_path_evidence_verdict_and_action_in_order(
    place: AskPlace, traced: TracedPaper, qtbot: QtBot
) -> None:
    trace = opened(place, traced.answer(), qtbot)
    assert [fold.title.accessibleName() for fold in trace.targets] == [
        "1  How are papers found",
        "2  How are they read",
    ]
    assert [fold.aside.text() for fold in trace.targets] == ["passed · 1 pass", "passed · 2 passes"]
    open_all(trace)
    first, second, revised = trace.passes
    assert "FIRST PASS" not in texts(first)
    assert "FIRST PASS" in texts(second)
    assert "Fail: certainty 0.20 that the evidence answers; missing: read" in texts(second)
    said = texts(revised)
    assert said.index("REVISION 1") < said.index("Because") < said.index("Plan") < said.index("Path")
    assert said.index("Path") < said.index("Evidence") < said.index("Verdict") < said.index("Action")
    assert [len(each.evidence) for each in trace.passes] == [2, 2, 2]
    lines = {row._line.name: row.summary.text() for row in trace.lines}
    assert lines["Plan"] == "2 things are sought"
    assert "Step by step, chosen automatically: it asks 2 things" in lines["Mode"]
    assert lines["Looked in"] == "40 regions of 1 paper"
    assert lines["Action"].startswith("Released")
    assert lines["Limits"] == "0 of 6,000 tokens and 0 of 24 model calls used"
    assert lines["Cost"] == "42 model tokens · 1.5 s"


def test_each_breadcrumb_and_each_evidence_chip_opens_its_words_lit_on_the_page(
    place: AskPlace, traced: TracedPaper, qtbot: QtBot
) -> None:
    """PAINS 10 and 11."""
    trace = opened(place, traced.answer(), qtbot)
    view = trace.passes[0]
    assert view.crumbs is not None
    kinds = [crumb.step.kind for crumb in view.crumbs.crumbs]
    assert kinds == ["root", "topic", "relation", "evidence"]
    for crumb in view.crumbs.crumbs[1:]:
        crumb.setFocus()
        qtbot.keyClick(crumb, Qt.Key.Key_Return)
        at = crumb.step.at
        assert at is not None
        qtbot.waitUntil(
            lambda at=at: (
                place.beside.current is not None
                and place.beside.current.citation == at
                and place.beside.current.quote_state is QuoteState.FOUND
            ),
            timeout=PATIENCE,
        )
    chip = view.evidence[1].chip
    assert chip is not None
    chip.click()
    qtbot.waitUntil(
        lambda: place.beside.current is not None and place.beside.current.citation == chip.citation,
        timeout=PATIENCE,
    )
    view.crumbs.crumbs[0].click()
    qtbot.waitUntil(
        lambda: place.beside.current is not None and place.beside.current.view.page == 1, timeout=PATIENCE
    )


def test_a_weighed_sentence_opens_its_words_lit_on_the_page_and_a_listed_paper_opens(
    place: AskPlace, traced: TracedPaper, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    answer = traced.answer()
    words = " ".join(shelf.papers.page(traced.file, 3).text[600:700].split()[1:-1])
    weighed = {"text": words, "paper": shelf.papers.row(traced.paper).key, "page": 3, "score": 0.9}
    steps = (
        TraceStep(
            step="shortlist", summary="1 paper", data=[{"paper": traced.paper, "key": "a", "title": "b"}]
        ),
        TraceStep(step="evidence", summary="1 sentence weighed", data=[weighed]),
    )
    trace = opened(place, replace(answer, trace=(*answer.trace, *steps)), qtbot)
    rows = {row._line.name: row for row in trace.lines}
    for name, page, state in (("Evidence", 3, QuoteState.FOUND), ("Shortlist", 1, QuoteState.NONE)):
        rows[name].open_or_close()
        details = rows[name].details
        assert details is not None
        (leading,) = details.findChildren(QAbstractButton)
        assert leading.accessibleName()
        leading.click()
        qtbot.waitUntil(
            lambda page=page, state=state: (
                place.beside.current is not None
                and place.beside.current.view.page == page
                and place.beside.current.quote_state is state
            ),
            timeout=PATIENCE,
        )


def test_passages_that_weighed_least_are_shown_on_asking_unless_the_person_chose_them(
    session: Session, traced: TracedPaper, qtbot: QtBot
) -> None:
    seen = [SeenEvidence(item=item) for item in traced.items(0, 8)]
    choice = EvidenceChoice()
    choice.begin(frozenset([seen[7].item.id]), frozenset())
    block = EvidenceBlock(session, seen, choice)
    qtbot.addWidget(block)
    assert [row.isVisibleTo(block) for row in block.rows] == [True] * 5 + [False] * 2 + [True]
    assert "2" in block.more.text()
    block.more.click()
    assert all(row.isVisibleTo(block) for row in block.rows)
    assert not block.more.isVisibleTo(block)
    few = EvidenceBlock(session, seen[:6], None)  # a single one would take no more room than the words for it
    qtbot.addWidget(few)
    assert all(row.isVisibleTo(few) for row in few.rows)


def test_what_was_pressed_stays_where_it_is_when_the_page_comes_beside_it(
    place: AskPlace, traced: TracedPaper, qtbot: QtBot
) -> None:
    trace = opened(place, traced.answer(), qtbot)
    open_all(trace)
    place.resize(1200, 500)
    chip = trace.passes[1].evidence[1].chip
    assert chip is not None
    area = place.panel._area
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 500, timeout=PATIENCE)
    area.ensureWidgetVisible(chip)
    chip.setFocus()

    def top() -> int:
        return chip.mapTo(area.viewport(), QPoint(0, 0)).y()

    before, width = top(), place.panel.width()
    chip.click()
    qtbot.waitUntil(lambda: place.panel.width() < width - 100, timeout=PATIENCE)
    qtbot.waitUntil(lambda: abs(top() - before) <= 2, timeout=PATIENCE)


def test_evidence_is_kept_in_and_left_out_by_hand_and_the_answer_made_again(
    place: AskPlace, traced: TracedPaper, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    answer = traced.answer()
    trace = opened(place, answer, qtbot)
    out, kept = trace.passes[0].evidence
    out.leave.click()
    kept.keep.click()
    strip = place.panel.by_hand.strip
    assert strip.isVisible()
    assert strip.words.accessibleName() == f"1 kept in, 1 left out: {QUESTION}"
    assert out.mark.text() == "left out"
    out.keep.click()
    assert (out.mark.text(), out.leave.isChecked()) == ("kept in", False)
    out.leave.click()
    strip.forget.click()
    assert not strip.isVisible()
    assert not out.leave.isChecked()
    out.leave.click()
    kept.keep.click()
    strip.again.click()
    qtbot.waitUntil(lambda: len(place.panel.turns) == 2, timeout=PATIENCE)
    assert not strip.isVisible()
    steering = shelf.steered[-1]
    assert steering is not None
    assert steering.dropped == (out._seen.item.id,)
    assert [item.id for item in steering.pinned] == [kept._seen.item.id]
    assert shelf.asked[-1] == (QUESTION, answer.scope, answer.parent)
    assert shelf.modes[-1] == "state"


def test_what_was_left_out_of_an_answer_stands_in_it_and_is_let_in_again(
    place: AskPlace, traced: TracedPaper, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    whole = traced.answer()
    steering = shelf.traces.steering(whole, [traced.items(2, 1)[0].id], [])
    assert steering is not None
    answer = replace(whole, run=new_run_id(), states=(steering_step(steering), *moved(whole.states)))
    trace = opened(place, answer, qtbot)
    (row,) = trace.evidence
    assert row.mark.text() == "left out"
    assert not place.panel.by_hand.strip.isVisible()
    assert request_of(answer).steering == steering
    row.leave.click()
    assert place.panel.by_hand.strip.isVisible()
    assert not row.leave.isChecked()
    place.panel.by_hand.strip.again.click()
    qtbot.waitUntil(lambda: len(place.panel.turns) == 2, timeout=PATIENCE)
    assert shelf.steered[-1] is None


def test_evidence_that_was_read_at_once_is_shown_and_can_be_left_out(
    place: AskPlace, traced: TracedPaper, qtbot: QtBot
) -> None:
    items = msgspec.to_builtins(traced.items(0, 2))
    states = tuple(
        StateUpdate(position=at, target=0, cycle=0, role=role, field=field, value=value)
        for at, (role, field, value) in enumerate(
            [("retriever", "evidence", items), ("controller", "action", "bypass")], 1
        )
    )
    trace = opened(place, replace(traced.answer(), action="bypass", states=states), qtbot)
    assert len(trace.evidence) == 2
    assert trace.evidence[0].chip is not None
    trace.evidence[0].leave.click()
    assert trace.evidence[0].mark.text() == "left out"
    assert place.panel.by_hand.strip.isVisible()


def test_an_answer_is_asked_again_in_another_mode_and_compared_with_the_one_before(
    place: AskPlace, traced: TracedPaper, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    opened(place, traced.answer(), qtbot)
    first = place.panel.turns[0]
    shelf.answering = lambda question: traced.answer("agent", question)
    menu = place.panel.actions_of.menu(first)
    inner = {
        action.text().split("\t")[0]: action
        for sub in menu.findChildren(type(menu))
        for action in sub.actions()
    }
    assert {"Direct", "Agent"} <= inner.keys()
    assert "Step by step" not in inner
    inner["Agent"].trigger()
    menu.deleteLater()
    qtbot.waitUntil(
        lambda: place.panel.turns[-1].trace is not None and len(place.panel.turns) == 2, timeout=PATIENCE
    )
    assert shelf.modes[-1] == "agent"
    second = place.panel.turns[1]
    link = next(
        each
        for each in second.findChildren(QAbstractButton)
        if each.text() == "Compare with the answer before"
    )
    link.click()
    page = place.panel.comparison
    qtbot.waitUntil(lambda: page.isVisible() and len(page.turns) == 2, timeout=PATIENCE)
    qtbot.waitUntil(lambda: all(turn.trace is not None for turn in page.turns), timeout=PATIENCE)
    assert page.comparison is not None
    assert page.comparison.sentences.both == ("Papers are found by entries.",)
    marks = [each.text() for turn in page.turns for each in turn.sentences[0].findChildren(QAbstractButton)]
    assert marks.count("in both") == 2
    assert not any(row.keep.isVisibleTo(row) for row in page.turns[0].trace.passes[0].evidence)  # type: ignore[union-attr]
    page.back.click()
    assert place.panel.stack.currentWidget() is place.panel._area


def test_two_kept_answers_are_chosen_in_the_history_and_compared(
    place: AskPlace, traced: TracedPaper, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    answers = [traced.answer(), traced.answer("agent"), traced.answer("direct", "Another question?")]
    for each in answers:
        shelf.runs.save(each)
    panel = place.panel
    panel.toggle_history()
    history = panel.history
    qtbot.waitUntil(lambda: history.model.rowCount() == 3, timeout=PATIENCE)
    assert not history.compare.isEnabled()
    view = history.view
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, 0))
    qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert history.compare.isEnabled()
    runs = {index.data(RUN) for index in view.selectedIndexes()}
    history.compare.click()
    qtbot.waitUntil(
        lambda: panel.comparison.isVisible() and len(panel.comparison.turns) == 2, timeout=PATIENCE
    )
    assert {turn.answer.run for turn in panel.comparison.turns if turn.answer} == runs


def test_two_questions_are_chosen_with_ctrl_while_the_list_stays(
    place: AskPlace, traced: TracedPaper, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    for each in (traced.answer(), traced.answer("direct", "Another question?")):
        shelf.runs.save(each)
    place.panel.toggle_history()
    history, view = place.panel.history, place.panel.history.view
    qtbot.waitUntil(lambda: history.model.rowCount() == 2, timeout=PATIENCE)
    opened: list[str] = []
    history.chosen.connect(opened.append)

    def click(row: int, *held: Qt.KeyboardModifier) -> None:
        middle = view.visualRect(view.model().index(row, 0)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, *held, pos=middle)

    click(0, Qt.KeyboardModifier.ControlModifier)
    click(1, Qt.KeyboardModifier.ControlModifier)
    assert opened == []
    assert history.compare.isEnabled()
    click(1)
    assert opened == [view.model().index(1, 0).data(RUN)]


def test_an_agents_calls_stand_in_order_and_the_pages_it_read_open(
    place: AskPlace, traced: TracedPaper, qtbot: QtBot
) -> None:
    trace = opened(place, traced.answer("agent"), qtbot)
    search, read, none = trace.calls
    assert search.words.text() == "Searched the papers for the question · 1 paper found"
    assert read.words.text() == "Read 1 page of Meng 2026"
    assert "≈ 900 tokens · 0.02 s" in texts(read)
    assert "There is no tool 'fetch_everything'." in texts(none)
    read.chips[0].click()
    qtbot.waitUntil(
        lambda: place.beside.current is not None and place.beside.current.view.page == 3, timeout=PATIENCE
    )
    search.chips[0].click()
    qtbot.waitUntil(
        lambda: place.beside.current is not None and place.beside.current.view.page == 1, timeout=PATIENCE
    )


def test_an_incomplete_answer_says_why_shows_how_far_it_came_and_offers_ways_out(
    place: AskPlace, traced: TracedPaper, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    whole = traced.answer()
    at = [i for i, each in enumerate(whole.states) if each.field == "path"][-1]
    bad = replace(whole.states[at], accepted=False, reason="no path was completed", value=None)
    reason = "What the navigator proposed was rejected: no path was completed."
    broken = replace(
        whole,
        run=new_run_id(),
        status="incomplete",
        reason=reason,
        sentences=(),
        found=False,
        action=None,
        states=(*whole.states[:at], bad),
    )
    trace = opened(place, broken, qtbot)
    turn = place.panel.turns[0]
    assert f"This answer is incomplete: {reason}" in texts(turn)
    assert [fold.aside.text() for fold in trace.targets] == ["passed · 1 pass", "broken off · 2 passes"]
    open_all(trace)
    assert "The path was not accepted: no path was completed" in texts(trace.passes[-1])
    out = {each.text(): each for each in turn.findChildren(QAbstractButton)}
    assert {"Ask again", "Ask in mode Direct", "Ask in mode Agent"} <= out.keys()
    out["Ask in mode Direct"].click()
    assert shelf.modes[-1] == "direct"


def test_an_old_step_is_shown_as_stored_when_the_paper_was_read_anew(
    place: AskPlace, traced: TracedPaper, qtbot: QtBot
) -> None:
    answer = traced.answer()
    at = next(i for i, each in enumerate(answer.states) if each.field == "path")
    path = answer.states[at].value
    other = replace(answer.states[at], value=path | {"labels": ["words of then", *path["labels"][1:]]})
    trace = opened(
        place, replace(answer, states=(*answer.states[:at], other, *answer.states[at + 1 :])), qtbot
    )
    crumbs = trace.passes[0].crumbs
    assert crumbs is not None
    assert crumbs.crumbs[1].text() == "words of then"
    assert crumbs.crumbs[1].focusPolicy() is Qt.FocusPolicy.NoFocus
    assert "read anew" in crumbs.crumbs[1].toolTip()


def test_the_mode_is_chosen_under_the_field_and_kept_for_the_conversation(
    place: AskPlace, traced: TracedPaper, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    panel, composer = place.panel, place.panel.composer
    assert composer.mode == "direct"
    menu = composer.mode_button.menu_of_modes()
    action = next(each for each in menu.actions() if each.text().startswith("Step by step"))
    action.trigger()
    menu.deleteLater()
    assert composer.mode_button.accessibleName() == "Mode: Step by step"
    qtbot.waitUntil(lambda: "model tokens, 24 calls" in composer.hint.accessibleName(), timeout=PATIENCE)
    qtbot.keyClicks(composer.field, QUESTION)
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: traced_turn(place) is not None, timeout=PATIENCE)
    assert shelf.modes == ["state"]
    panel.begin_anew()
    assert composer.mode == "direct"
    opened(place, traced.answer(), qtbot)
    assert composer.mode == "auto", "it was left open for that answer"
    opened(place, traced.answer("agent"), qtbot)
    assert composer.mode == "agent"


def test_what_has_to_be_prepared_is_said_before_one_asks(session: Session, traced: TracedPaper) -> None:
    ready = mode_hint(session.library, "state", traced.answer().scope)
    assert "prepared" not in ready
    with traced.shelf._ledger.write() as connection:
        connection.execute("DELETE FROM hierarchy")
    assert "1 paper has to be prepared first" in mode_hint(session.library, "state", traced.answer().scope)


def test_papers_that_are_prepared_are_counted_while_one_waits_and_it_can_be_stopped(
    place: AskPlace, traced: TracedPaper, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    shelf.hold.clear()
    turn = place.panel.ask(QUESTION)
    handle = place.panel.asking._handle
    assert handle is not None
    words = "preparing 8 papers for step-by-step answers"
    shelf.hub.emit(JobProgress(handle.id, 3, 8, "papers", words))
    qtbot.waitUntil(lambda: turn.bar.isVisible(), timeout=PATIENCE)
    assert turn.bar.value() == 375
    assert any(
        text.startswith("Preparing 8 papers for step-by-step answers · 3 of 8 done") for text in texts(turn)
    )
    qtbot.keyClick(place.panel.composer.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: "Stopped." in texts(turn), timeout=PATIENCE)
    assert not turn.bar.isVisible()


def test_words_against_a_sentence_stand_beside_it(place: AskPlace, traced: TracedPaper, qtbot: QtBot) -> None:
    answer = traced.answer()
    words = traced.shelf.papers.page(traced.file, 3).text[300:380]
    against = traced.shelf.cite(traced.paper, 3, words, "Meng 2026, p. 3")
    opened(place, replace(answer, sentences=(replace(answer.sentences[0], against=(against,)),)), qtbot)
    view = place.panel.turns[0].sentences[0]
    assert "against it:" in texts(view)
    assert view.chips[1].citation == against


def test_everything_in_a_trace_has_a_name_and_is_reached_by_keys(
    place: AskPlace, traced: TracedPaper, qtbot: QtBot
) -> None:
    trace = opened(place, traced.answer(), qtbot)
    open_all(trace)
    for each in trace.findChildren(QAbstractButton):
        if each.isVisible():
            assert each.accessibleName() or each.text(), each
    for row in trace.passes[0].evidence:
        for control in (row.keep, row.leave, row.chip):
            assert control is not None
            assert control.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_the_conversation_is_as_high_as_its_words(place: AskPlace, traced: TracedPaper, qtbot: QtBot) -> None:
    trace = opened(place, traced.answer(), qtbot)
    open_all(trace)
    area = place.panel._area
    body = area.widget()
    assert body is not None

    def right() -> bool:
        return body.height() == max(body.heightForWidth(body.width()), area.viewport().height())

    qtbot.waitUntil(right, timeout=PATIENCE)


def test_a_german_window_says_the_steps_in_german(
    place: AskPlace, traced: TracedPaper, qapp: QApplication, qtbot: QtBot
) -> None:
    before = QLocale()
    made = translate(qapp, "de")
    try:
        trace = opened(place, traced.answer(), qtbot)
        open_all(trace)
        assert mode_name("state") == "Schrittweise"
        said = texts(trace.passes[1])
        assert "Genügt nicht: Sicherheit 0.20, dass die Belege antworten; es fehlt: read" in said
        assert trace.targets[0].aside.text() == "genügt · 1 Durchgang"
    finally:
        for translator in made:
            QCoreApplication.removeTranslator(translator)
        QLocale.setDefault(before)


def test_a_page_beside_one_answer_does_not_stay_beside_another(
    place: AskPlace, traced: TracedPaper, qtbot: QtBot
) -> None:
    first = traced.answer(question="What holds longest?")
    opened(place, first, qtbot)
    place.show_citation(first.sentences[0].citations[0])
    assert place.beside.isVisible()
    opened(place, replace(first, run=new_run_id(), question="What breaks first?"), qtbot)
    assert not place.beside.isVisible()


def test_every_step_that_the_engine_notes_has_a_name_in_the_window() -> None:
    noted = {
        node.args[0].value
        for path in Path(answering.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "note"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    assert {"shortlist", "funnel", "record", "citations"} <= noted
    assert noted - step_names().keys() == set()


@pytest.mark.parametrize(
    ("step", "summary", "name", "said"),
    [
        ("record", "the authors and year of 2 papers", "Aufzeichnungen", "Autoren · Jahr · 2 Arbeiten"),
        ("method", "“CRF” is Conditional Random Field", "Methode", "„CRF“ ist Conditional Random Field"),
        ("method", "“HMM” is HMM; 2 more of that name", "Methode", "„HMM“ ist HMM; 2 weitere dieses Namens"),
        ("trees", "3 edges, origin of CRF", "Herkunft", "3 Kanten, Herkunft von CRF"),
        (
            "methods",
            "origin: 2 of 3 sentences from the trees stand on their pages",
            "Zitate",
            "Herkunft: 2 von 3 Sätzen aus den Bäumen stehen auf ihren Seiten",
        ),
        (
            "funnel",
            "3 themes on the way to 12 methods, 40 compared",
            "Themen",
            "3 Themen auf dem Weg zu 12 Methoden, 40 verglichen",
        ),
    ],
)
def test_steps_through_records_and_trees_are_german_in_the_german_window(
    step: str, summary: str, name: str, said: str, qapp: QApplication
) -> None:
    before, translators = QLocale(), translate(qapp, "de")
    try:
        line = step_line(TraceStep(step=step, summary=summary, data=[{"source": "M1"}], seconds=0.0))
    finally:
        for each in translators:
            qapp.removeTranslator(each)
        QLocale.setDefault(before)
    assert (line.name, line.summary) == (name, said)
