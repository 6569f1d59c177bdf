"""Ask as a person uses it: sentences that stream in, citations that open their page, the ways out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot
from standin_library import SAMPLES, StandInLibrary, supported
from window_parts import shown_ask_place

from twintree.base.answers import Answer, AnswerSentence, Scope, TraceStep
from twintree.base.ids import PaperId, new_run_id
from twintree.base.pages import PageText
from twintree_desktop.ask.history import RUN
from twintree_desktop.ask.place import AskPlace
from twintree_desktop.ask.request import Request
from twintree_desktop.ask.turn import TurnState, TurnView
from twintree_desktop.reader.bar import QuoteState
from twintree_desktop.session import Session

QUESTION = "How are papers found?"
PATIENCE = 20_000


@pytest.fixture
def place(session: Session, qtbot: QtBot) -> Iterator[AskPlace]:
    with shown_ask_place(session) as made:
        yield made


@pytest.fixture
def paper(shelf: StandInLibrary) -> PaperId:
    made = shelf.take(SAMPLES / "meng2026locate.pdf", ["Lena Meng"], 2026, "Locate, then read")
    file = shelf.papers.files(made)[0].id
    quotes = [shelf.papers.page(file, page).text[500:620] for page in (2, 4)]
    cited = [
        shelf.cite(made, page, quote, f"Meng 2026, p. {page}")
        for page, quote in zip((2, 4), quotes, strict=True)
    ]
    shelf.answering = lambda question: an_answer(
        question,
        supported("Papers are found by entries.", cited[0], cited[1]),
        supported("Sections come second.", cited[1]),
        AnswerSentence(text="Pelicans help.", supported=False, reason="no quote found on any page read"),
    )
    return made


def an_answer(question: str, *sentences: AnswerSentence, **more: object) -> Answer:
    trace = (
        TraceStep(
            step="shortlist",
            summary="1 paper",
            data=[{"key": "meng2026locate", "title": "Locate", "score": 0.5, "dense": 0.61, "sparse": 0.8}],
        ),
        TraceStep(
            step="quotes", summary="2 sentences stand on their pages", data={"rejected": ["A pelican."]}
        ),
    )
    values: dict[str, object] = {"found": bool(sentences), "trace": trace, "seconds": 0.4, **more}
    return Answer(
        run=new_run_id(),
        question=question,
        sentences=sentences,
        created="2026-01-01T10:00:00+00:00",
        tokens={"reader": 0},
        **values,  # type: ignore[arg-type]
    )


def ask(place: AskPlace, qtbot: QtBot, question: str = QUESTION) -> TurnView:
    """Ask with the keyboard, and wait for the answer."""
    field = place.panel.composer.field
    qtbot.keyClicks(field, question)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    turn = place.panel.last
    assert turn is not None
    qtbot.waitUntil(lambda: turn.answer is not None, timeout=PATIENCE)
    return turn


def shown_texts(turn: TurnView) -> list[str]:
    labels = [each for each in turn.findChildren(QLabel) if each.isVisibleTo(turn)]
    return [each.accessibleName() or each.text() for each in labels]


def test_a_citation_chip_opens_its_page_with_the_quote_lit_and_back_returns(
    place: AskPlace, paper: PaperId, qtbot: QtBot
) -> None:
    """PAINS 10 and 11: a citation is words on a page, and leads there."""
    turn = ask(place, qtbot)
    chip = turn.sentences[0].chips[1]
    assert chip.text() == "Meng 2026, p. 4"
    assert chip.citation.quote[:20] in chip.toolTip()
    chip.setFocus()
    qtbot.keyClick(chip, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: place.beside.current is not None, timeout=PATIENCE)
    tab = place.beside.current
    assert tab is not None
    qtbot.waitUntil(lambda: tab.quote_state is QuoteState.FOUND, timeout=PATIENCE)
    assert tab.view.page == 4
    assert tab.view.marks[4].lit
    turn.sentences[0].chips[0].click()
    qtbot.waitUntil(lambda: tab.view.page == 2, timeout=PATIENCE)
    place.beside.bar.back.click()
    qtbot.waitUntil(lambda: tab.view.page == 4, timeout=PATIENCE)
    place.beside.bar.back.click()
    assert not place.beside.isVisible()
    assert place.focusWidget() is place.panel.composer.field


def test_sentences_stream_in_one_by_one(
    place: AskPlace, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    shelf.hold.clear()
    place.panel.ask(QUESTION)
    turn = place.panel.last
    assert turn is not None
    assert "Looking through your papers …" in shown_texts(turn)
    assert place.panel.composer.stop.isVisible()
    shelf.hold.set()
    qtbot.waitUntil(lambda: len(turn.sentences) >= 1, timeout=PATIENCE)
    qtbot.waitUntil(lambda: turn.state is TurnState.ANSWERED, timeout=PATIENCE)
    assert [view.sentence.text for view in turn.sentences] == [
        "Papers are found by entries.",
        "Sections come second.",
        "Pelicans help.",
    ]
    qtbot.waitUntil(lambda: place.panel.composer.send.isVisible(), timeout=PATIENCE)


def test_a_question_beside_another_one_waits_for_its_answer_unless_it_is_edited(
    place: AskPlace, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    composer, asked = place.panel.composer, list[str]()
    composer.asked.connect(lambda text, _: asked.append(text))
    shelf.hold.clear()
    place.panel.ask(QUESTION)
    qtbot.keyClicks(composer.field, "And why?")
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert (asked, composer.field.text(), composer.waiting.isVisible()) == ([], "And why?", True)
    qtbot.keyClicks(composer.field, "?")
    assert not composer.waiting.isVisible()
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert composer.waiting.isVisible()
    shelf.hold.set()
    qtbot.waitUntil(lambda: asked == ["And why??"], timeout=PATIENCE)
    assert composer.field.text() == ""
    qtbot.waitUntil(lambda: composer.send.isVisible(), timeout=PATIENCE)
    assert asked == ["And why??"], "once"


def test_a_question_that_waits_is_taken_back_and_stays_in_the_field(
    place: AskPlace, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    composer, asked, stopped = place.panel.composer, list[str](), list[bool]()
    composer.asked.connect(lambda text, _: asked.append(text))
    composer.stop_wanted.connect(lambda: stopped.append(True))
    shelf.hold.clear()
    place.panel.ask(QUESTION)
    qtbot.keyClicks(composer.field, "And why?")
    for take_back in (composer.waiting.back.click, lambda: qtbot.keyClick(composer.field, Qt.Key.Key_Escape)):
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)
        assert composer.waits
        take_back()
        assert (composer.waits, composer.field.text(), stopped) == (False, "And why?", [])
    shelf.hold.set()
    qtbot.waitUntil(lambda: composer.send.isVisible(), timeout=PATIENCE)
    assert (asked, composer.field.text()) == ([], "And why?")


def test_an_answer_that_is_not_kept_says_so_and_is_neither_followed_nor_compared(
    place: AskPlace, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = ask(place, qtbot)
    qtbot.waitUntil(lambda: turn.more.isVisible(), timeout=PATIENCE)
    assert turn.answer is not None
    turn.show_answer(replace(turn.answer, status="incomplete", reason="too long"), kept=False)
    shown = [each.text() for each in turn.findChildren(QLabel) if each.isVisible()]
    assert "This library is open for reading only, so the answer is not kept." in shown
    assert not turn.more.isVisible()
    requests: list[Request] = []
    monkeypatch.setattr(place.panel.asking, "ask", lambda asked: requests.append(asked.request))
    place.panel.ask("And why?")
    turn.other_wanted.emit("state")
    assert [(each.follow, each.earlier, each.mode) for each in requests] == [
        (None, None, "direct"),
        (None, None, "state"),
    ]


def test_an_unsupported_sentence_is_set_apart_with_its_reason(
    place: AskPlace, paper: PaperId, qtbot: QtBot
) -> None:
    """PAINS 13: nothing is hidden, nothing unsupported looks supported."""
    turn = ask(place, qtbot)
    view = turn.sentences[2]
    assert view.property("kind") == "notice"
    assert not view.chips
    reasons = [each.text() for each in view.findChildren(QAbstractButton)]
    assert reasons == ["no quote found on any page read"]


def test_stopping_keeps_the_question_and_offers_it_again(
    place: AskPlace, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    """PAINS 7: stop, from the keyboard, at any time."""
    shelf.hold.clear()
    place.panel.ask(QUESTION)
    turn = place.panel.last
    assert turn is not None
    qtbot.keyClick(place.panel.composer.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: turn.state is TurnState.STOPPED, timeout=PATIENCE)
    assert "Stopped." in shown_texts(turn)
    shelf.hold.set()
    again = next(each for each in turn.findChildren(QAbstractButton) if each.text() == "Ask again")
    again.click()
    qtbot.waitUntil(
        lambda: place.panel.last is not None and place.panel.last.answer is not None, timeout=PATIENCE
    )
    assert len(place.panel.turns) == 1


def test_a_failure_leaves_the_question_a_clear_message_and_a_retry(
    place: AskPlace, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    good = shelf.answering

    def killed(question: str) -> Answer:
        raise RuntimeError("The model's process ended.")

    shelf.answering = killed
    place.panel.ask(QUESTION)
    turn = place.panel.last
    assert turn is not None
    qtbot.waitUntil(lambda: "The model's process ended. Ask again." in shown_texts(turn), timeout=PATIENCE)
    assert turn.state is TurnState.FAILED
    assert turn.heading.text() == QUESTION
    shelf.answering = good
    turn.again_wanted.emit()
    qtbot.waitUntil(
        lambda: place.panel.last is not None and place.panel.last.answer is not None, timeout=PATIENCE
    )


def test_an_answer_that_nothing_keeps_stays_on_screen(
    place: AskPlace, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    shelf.keeps = False
    place.panel.ask(QUESTION)
    turn = place.panel.last
    assert turn is not None
    qtbot.waitUntil(lambda: turn.state is TurnState.ANSWERED, timeout=PATIENCE)
    assert len(turn.sentences) == 3
    assert any("open for reading only" in text for text in shown_texts(turn))


def test_not_in_your_library_names_the_nearest_papers_as_links(
    place: AskPlace, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    """PAINS 18: never a made-up answer."""
    near = shelf.papers.row(paper)
    shelf.answering = lambda question: an_answer(
        question, answering="none", reason="Nothing read supports an answer.", nearest=(near,)
    )
    turn = ask(place, qtbot, "How far is Mars?")
    qtbot.waitUntil(lambda: "Not in your library" in shown_texts(turn), timeout=PATIENCE)
    assert "Nothing read supports an answer." in shown_texts(turn)
    assert not turn.sentences
    link = next(each for each in turn.findChildren(QAbstractButton) if each.text() == "Meng 2026")
    link.click()
    qtbot.waitUntil(lambda: place.beside.current is not None, timeout=PATIENCE)


def test_a_file_without_text_is_said_to_have_none_before_one_asks(
    place: AskPlace, shelf: StandInLibrary, qtbot: QtBot
) -> None:
    """PAINS 18: “no text was found in this file”."""
    paper = shelf.papers.create([], status="indexed")
    file = shelf.papers.add_file(paper, shelf._files.add(SAMPLES / "meng2026locate.pdf"), "scan.pdf")
    shelf.papers.write_pages(file, [PageText(1, "", 595, 842, "", 0, (), "empty")], [[]])
    composer = place.panel.composer
    composer.set_scope(Scope(papers=(paper,)))
    words = "No text was found in this file"
    qtbot.waitUntil(lambda: words in composer.problem.text(), timeout=PATIENCE)
    assert composer.problem.isVisible()


def test_how_this_was_found_shows_scores_and_what_was_rejected(
    place: AskPlace, paper: PaperId, qtbot: QtBot
) -> None:
    turn = ask(place, qtbot)
    assert turn.found is not None
    lines = {row._line.name: row for row in turn.found.lines}
    assert lines["Cost"].summary.text() == "0 model tokens · 0.4 s"
    lines["Shortlist"].toggle.click()
    details = lines["Shortlist"].details
    assert details is not None
    texts = [each.text() for each in details.findChildren(QLabel)]
    assert texts == ["meng2026locate · Locate", "meaning 0.61 · words 0.80"]
    lines["Quotes"].toggle.click()
    rejected = lines["Quotes"].details
    assert rejected is not None
    assert "A pelican." in [each.text() for each in rejected.findChildren(QLabel)]
    lines["Quotes"].toggle.click()
    assert not rejected.isVisible()


def test_a_second_question_follows_up_the_first(
    place: AskPlace, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    first = ask(place, qtbot)
    assert place.panel.composer.field.placeholderText() == "Ask a follow-up …"
    ask(place, qtbot, "And sections?")
    assert first.answer is not None
    assert shelf.asked[-1] == ("And sections?", Scope(), first.answer.run)
    place.panel.begin_anew()
    ask(place, qtbot, "Something else?")
    assert shelf.asked[-1][2] is None


def test_the_scope_is_chosen_from_collections_tags_and_papers(
    place: AskPlace, shelf: StandInLibrary, session: Session, paper: PaperId, qtbot: QtBot
) -> None:
    made = shelf.person.create_collection("Named entities").subject
    shelf.person.add_to_collection(made, paper)
    shelf.person.tag(paper, "method")
    composer = place.panel.composer
    composer.refresh()
    qtbot.waitUntil(lambda: len(composer.scope_button.choices.tags) == 1, timeout=PATIENCE)
    menu = composer.scope_button.menu_of_scopes()
    named = {action.text(): action for sub in menu.findChildren(type(menu)) for action in sub.actions()}
    named["Named entities\t1"].trigger()
    qtbot.waitUntil(
        lambda: composer.scope_button.text().startswith("Named entities · 1 paper"), timeout=PATIENCE
    )
    menu.deleteLater()
    ask(place, qtbot)
    assert shelf.asked[-1][1] == Scope(collection=made)
    session.navigation.question_wanted.emit(Scope(papers=(paper,)), "About this?")
    qtbot.waitUntil(lambda: composer.scope_button.text().startswith("Meng 2026"), timeout=PATIENCE)
    assert composer.field.text() == "About this?"


def test_an_earlier_conversation_comes_back_with_its_follow_ups(
    place: AskPlace, shelf: StandInLibrary, paper: PaperId, qtbot: QtBot
) -> None:
    first = an_answer("First?", supported("One.", shelf.cite(paper, 2, "vectors")))
    second = Answer(
        run=new_run_id(), question="Second?", parent=first.run, created="2026-01-01T10:01:00+00:00"
    )
    shelf.runs.save(first)
    shelf.runs.save(second)
    panel = place.panel
    panel.toggle_history()
    qtbot.waitUntil(lambda: panel.history.model.rowCount() == 1, timeout=PATIENCE)
    item = panel.history.model.item(0)
    assert item.text() == "First?"
    item.setText("About vectors")
    qtbot.waitUntil(
        lambda: [c.name for c in shelf.runs.conversations()] == ["About vectors"], timeout=PATIENCE
    )
    panel.history.chosen.emit(item.data(RUN))
    qtbot.waitUntil(lambda: len(panel.turns) == 2, timeout=PATIENCE)
    assert [turn.question for turn in panel.turns] == ["First?", "Second?"]


def test_an_answer_is_copied_with_citations_and_saved_whole(
    place: AskPlace, shelf: StandInLibrary, session: Session, paper: PaperId, tmp_path: Path, qtbot: QtBot
) -> None:
    """PAINS 32: answers leave with their references."""
    turn = ask(place, qtbot)
    place.panel.actions_of.copy(turn)
    text = QGuiApplication.clipboard().text()
    assert "Papers are found by entries. (Meng 2026, p. 2; Meng 2026, p. 4)" in text
    assert "Pelicans help. [no quote found on any page read]" in text
    told: list[str] = []
    session.messages.shown.connect(lambda message: told.append(message.text))
    for kind, name, expected in (("markdown", "a.md", QUESTION), ("bibtex", "a.bib", "@")):
        place.panel.actions_of.save(turn, kind, tmp_path / name)
        qtbot.waitUntil(lambda path=tmp_path / name: path.exists(), timeout=PATIENCE)
        assert expected in (tmp_path / name).read_text("utf-8")
    place.panel.actions_of.save(turn, "markdown", tmp_path / "nowhere" / "a.md")
    qtbot.waitUntil(lambda: any("nowhere" in text for text in told), timeout=PATIENCE)


def test_everything_in_ask_has_a_name(place: AskPlace, paper: PaperId, qtbot: QtBot) -> None:
    ask(place, qtbot)
    for each in place.findChildren(QAbstractButton):
        if each.isVisible():
            assert each.accessibleName() or each.text(), each
