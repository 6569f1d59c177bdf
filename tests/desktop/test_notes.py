"""Notes show their Markdown as it reads, are edited as source, and lead nowhere by themselves."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFont, QImage
from pytestqt.qtbot import QtBot
from standin_library import SAMPLES, StandInLibrary

from twintree_desktop.messages import Message
from twintree_desktop.note_view import NoteView, ShownNote
from twintree_desktop.notes import NoteList
from twintree_desktop.session import Session

SOURCE = """# Why it matters
The **maximum entropy** model
comes first:

- [the paper](https://example.org/p) shows it
- <b>tags</b> stay as typed"""


@pytest.fixture
def note(shelf: StandInLibrary, session: Session, qtbot: QtBot) -> NoteView:
    paper = shelf.take(next(iter(sorted(SAMPLES.glob("*.pdf")))), ["Ada Ward"], 2020, "Maths")
    shelf.person.add_note(paper, SOURCE)
    made = NoteList(session)
    qtbot.addWidget(made)
    made.resize(360, 400)
    made.show_notes(paper, shelf.papers.notes(paper))
    made.show()
    (view,) = made.findChildren(NoteView)
    return view


def test_a_note_reads_without_its_marks(note: NoteView) -> None:
    assert note.shown.isVisible()
    assert not note.field.isVisible()
    lines = note.shown.toPlainText().replace("\u2028", "\n").splitlines()
    assert lines == [
        "Why it matters",
        "The maximum entropy model",
        "comes first:",
        "the paper shows it",
        "<b>tags</b> stay as typed",
    ]
    found = note.shown.document().find("maximum")
    assert found.charFormat().fontWeight() >= QFont.Weight.Bold
    assert note.shown.document().find("the paper").currentList() is not None
    assert note.shown.verticalScrollBar().maximum() == 0


def test_a_click_edits_the_source_and_leaving_it_shows_the_note_again(note: NoteView, qtbot: QtBot) -> None:
    qtbot.mouseClick(note.shown.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(4, 8))
    assert note.field.isVisible()
    assert note.field.toPlainText() == SOURCE
    qtbot.keyClick(note.field, Qt.Key.Key_Escape)
    note._left()
    assert note.shown.isVisible()
    qtbot.keyClick(note.shown, Qt.Key.Key_Return)
    assert note.field.isVisible()
    note.field.setPlainText("*other* words")
    qtbot.keyClick(note.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    shelf = note.field._session.library
    paper = note.field._paper
    qtbot.waitUntil(lambda: [each.text for each in shelf.papers.notes(paper)] == ["*other* words"])


def test_a_link_is_opened_only_after_a_question(
    note: NoteView, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    went: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(went.append(url.toString())) or True)
    said: list[Message] = []
    session.messages.shown.connect(said.append)
    note.shown.anchorClicked.emit(QUrl("https://example.org/p"))
    assert "https://example.org/p" in said[-1].text
    assert went == []
    assert said[-1].action is not None
    said[-1].action()
    assert went == ["https://example.org/p"]
    note.shown.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert said[-1].action is None
    assert went == ["https://example.org/p"]


def test_a_picture_in_a_note_is_never_read(session: Session, tmp_path: object, qtbot: QtBot) -> None:
    picture = QImage(40, 40, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    path = f"{tmp_path}/red.png"
    picture.save(path)
    shown = ShownNote(session)
    qtbot.addWidget(shown)
    shown.resize(200, 100)
    shown.show_markdown(f"![a picture]({QUrl.fromLocalFile(path).toString()})")
    seen = shown.grab().toImage()
    colours = {seen.pixelColor(x, y).name() for x in range(seen.width()) for y in range(seen.height())}
    assert "#ff0000" not in colours
