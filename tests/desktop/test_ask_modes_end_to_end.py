"""One question, step by step and by an agent, through the window and the real engine, back to the pages."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from window_parts import dropped_and_ready_to_ask

from twintree.base.text import find_quote
from twintree_desktop.app import Desktop
from twintree_desktop.ask.place import AskPlace
from twintree_desktop.ask.trace_panel import TracePanel
from twintree_desktop.reader.bar import QuoteState

PATIENCE = 90_000
QUESTION = "How are the dense and the sparse ranking fused, and which gates does a result pass?"


def ask(place: AskPlace, mode: str, qtbot: QtBot) -> TracePanel:
    """Ask with the keyboard in that mode; the steps of the answer."""
    place.panel.composer.set_mode(mode)
    field = place.panel.composer.field
    qtbot.keyClicks(field, QUESTION)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    return trace_of_last(place, qtbot)


def trace_of_last(place: AskPlace, qtbot: QtBot) -> TracePanel:
    turn = place.panel.last
    assert turn is not None
    qtbot.waitUntil(lambda: turn.trace is not None, timeout=PATIENCE)
    assert turn.trace is not None
    return turn.trace


def test_a_hard_question_is_answered_step_by_step_and_every_step_leads_to_its_page(
    desktop: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    """Issue 8: plan, path, evidence, verdict and action can each be inspected and traced to a page."""
    library, place = dropped_and_ready_to_ask(desktop, tmp_path / "library", qtbot)
    trace = ask(place, "state", qtbot)
    assert len(trace.targets) == 2
    first = trace.passes[0]
    assert first.crumbs is not None
    for at in [crumb.step.at for crumb in first.crumbs.crumbs[1:]] + [
        row.chip.citation for row in first.evidence if row.chip
    ]:
        assert at is not None
        assert find_quote(library.papers.page(at.file, at.page).text, at.quote) is not None
    chip = first.evidence[0].chip
    assert chip is not None
    chip.click()
    qtbot.waitUntil(
        lambda: place.beside.current is not None and place.beside.current.quote_state is QuoteState.FOUND,
        timeout=PATIENCE,
    )
    dropped = first.evidence[0]._seen.item.id
    first.evidence[0].leave.click()
    before = place.panel.last
    place.panel.by_hand.strip.again.click()
    qtbot.waitUntil(lambda: place.panel.last is not before, timeout=PATIENCE)
    again = trace_of_last(place, qtbot)
    for fold in again.targets:
        if not fold.opened:
            fold.toggle.click()
    assert again.passes
    assert dropped not in {row._seen.item.id for view in again.passes for row in view.evidence}
    place.panel.begin_anew()
    agent = ask(place, "agent", qtbot)
    assert agent.calls
    assert any(row.chips for row in agent.calls)
