"""The highlights and notes of a paper, beside its pages.

Signals:
    NotesPanel.chosen(Highlight): go to it
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from twintree.base.records import Highlight, Note
from twintree_desktop.note_view import NoteView
from twintree_desktop.reader import writing
from twintree_desktop.reader.copying import copy, first_place, marks_as_markdown, page_words
from twintree_desktop.reader.document import Document
from twintree_desktop.reader.selection import flowing
from twintree_desktop.session import Session
from twintree_desktop.tokens import RADIUS, SPACE
from twintree_desktop.widgets import button, clear, icon_button, label

_SHOWN = 220


class NoteField(QPlainTextEdit):
    """A small field for a note; Ctrl+Enter or leaving it saves.

    Signals:
        saved(str): the new text
    """

    saved = Signal(str)

    def __init__(self, text: str, hint: str) -> None:
        super().__init__(text)
        self._before = text
        self.setPlaceholderText(hint)
        self.setAccessibleName(hint)
        self.setTabChangesFocus(True)
        self.setFixedHeight(64)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.save()
        elif event.key() == Qt.Key.Key_Escape:
            self.setPlainText(self._before)
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.save()

    def save(self) -> None:
        """Hand the text over when it changed."""
        text = self.toPlainText().strip()
        if text != self._before:
            self._before = text
            self.saved.emit(text)


class MarkCard(QFrame):
    """One highlight: its words, its page, and what the person said to it."""

    def __init__(self, panel: NotesPanel, session: Session, mark: Highlight) -> None:
        super().__init__()
        self.setObjectName("mark")
        self._panel, self._mark = panel, mark
        self.setStyleSheet(
            f"#mark {{ border-left: 3px solid {mark.colour}; border-radius: 0; padding-left: 4px; }}"
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.small, 0, 0, 0)
        layout.setSpacing(SPACE.hair)
        words = flowing(mark.quote)
        quote = label(words if len(words) <= _SHOWN else words[:_SHOWN].rstrip() + " …", wrap=True)
        quote.setToolTip(words)
        layout.addWidget(quote)
        foot = QHBoxLayout()
        foot.setSpacing(0)
        page = mark.spans[0].page if mark.spans else 0
        go = button(page_words(page, page), "link", lambda: panel.chosen.emit(mark))
        go.setAccessibleName(self.tr("Go to this highlight on page {0}").format(page))
        foot.addWidget(go)
        if mark.orphaned:
            foot.addWidget(label(self.tr("no longer in the text"), "warn"))
        foot.addStretch(1)
        foot.addWidget(icon_button(session.icons, "edit", self.tr("Write to this highlight"), self.edit, 16))
        foot.addWidget(icon_button(session.icons, "bin", self.tr("Remove this highlight"), self._remove, 16))
        self._note = NoteField(mark.note, self.tr("What do you say to it?"))
        self._note.saved.connect(lambda text: panel.act(writing.annotate, mark.id, text))
        self._shown = NoteView(session, self._note)
        self._shown.setVisible(bool(mark.note))
        layout.addWidget(self._shown)
        layout.addLayout(foot)

    def edit(self) -> None:
        """Go to the field of its note."""
        self._shown.show()
        self._shown.edit()

    def _remove(self) -> None:
        self._panel.act(writing.remove_highlight, self._mark.id)


class NotesPanel(QWidget):
    """Highlights by page, then the paper's notes, and a field for a new one."""

    chosen = Signal(object)

    def __init__(self, session: Session, document: Document) -> None:
        super().__init__()
        self._session, self._document = session, document
        self._highlights: list[Highlight] = []
        self._notes: list[Note] = []
        self._cards: dict[str, MarkCard] = {}
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(SPACE.small)
        area = self._area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget()
        self._list = QVBoxLayout(body)
        self._list.setContentsMargins(SPACE.small, 0, SPACE.small, 0)
        self._list.setSpacing(SPACE.large)
        area.setWidget(body)
        outer.addWidget(area, 1)
        outer.addLayout(self._foot())
        self.show_marks([], [])

    def _foot(self) -> QVBoxLayout:
        foot = QVBoxLayout()
        foot.setContentsMargins(SPACE.small, 0, SPACE.small, SPACE.small)
        foot.setSpacing(SPACE.hair)
        self.field = NoteField("", self.tr("A note on this paper"))
        self.field.saved.connect(self._add)
        foot.addWidget(self.field)
        foot.addWidget(
            button(self.tr("Copy all as Markdown"), "link", self._copy_all), 0, Qt.AlignmentFlag.AlignLeft
        )
        return foot

    def act(self, operation: Callable[..., object], *args: object) -> None:
        """Write; the reader hears of the change, and shows the marks again."""
        self._session.act(operation, *args, owner=self)

    def write_to(self, mark: str) -> None:
        """Go to the field of a highlight's note."""
        card = self._cards.get(mark)
        if card is not None:
            card.edit()
            QTimer.singleShot(0, lambda: self._area.ensureWidgetVisible(card))

    def show_marks(self, highlights: list[Highlight], notes: list[Note]) -> None:
        """Show what is stored."""
        self._highlights, self._notes = highlights, notes
        clear(self._list)
        if not highlights and not notes:
            hint = self.tr("Select words on a page and press H to highlight them.")
            self._list.addWidget(label(hint, "muted", wrap=True))
        self._cards = {}
        for mark in sorted(highlights, key=first_place):
            self._cards[mark.id] = MarkCard(self, self._session, mark)
            self._list.addWidget(self._cards[mark.id])
        for note in notes:
            self._list.addWidget(self._note_card(note))
        self._list.addStretch(1)

    def _note_card(self, note: Note) -> QWidget:
        field = NoteField(note.text, self.tr("Note"))
        field.setStyleSheet(f"border-radius: {RADIUS.field}px;")
        field.saved.connect(
            lambda text: (
                self.act(writing.rewrite_note, note.id, text)
                if text
                else self.act(writing.remove_note, note.id)
            )
        )
        return NoteView(self._session, field)

    def _add(self, text: str) -> None:
        if text:
            self.field.setPlainText("")
            self.field._before = ""
            self.act(writing.write_note, self._document.paper.row.id, text)

    def _copy_all(self) -> None:
        copy(marks_as_markdown(self._document.paper, self._highlights, self._notes))
        self._session.messages.tell(self.tr("Highlights and notes are on the clipboard."))
