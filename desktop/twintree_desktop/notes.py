"""A paper's notes: written in place, kept when the field is left."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from twintree.base.ids import PaperId
from twintree.base.records import Note
from twintree_desktop import operations
from twintree_desktop.note_view import NoteView
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, caption, clear


class NoteField(QPlainTextEdit):
    """One note; as tall as its text, kept when left or with Ctrl+Enter, dropped with Escape."""

    def __init__(self, session: Session, paper: PaperId, note: Note | None) -> None:
        super().__init__(note.text if note else "")
        self._session, self._paper, self._note = session, paper, note
        self.setAccessibleName(self.tr("Note"))
        self.setPlaceholderText(self.tr("Write a note (Markdown)"))
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._fit())
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(100, self._wanted())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.keep()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.keep()
        elif event.key() == Qt.Key.Key_Escape:
            self.setPlainText(self._note.text if self._note else "")
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def keep(self) -> None:
        """Store what is written, if it is new."""
        text = self.toPlainText().strip()
        if self._note is not None and text != self._note.text:
            self._session.act(operations.edit_note, self._note.id, text, quiet=bool(text))
        elif self._note is None and text:
            self.setPlainText("")
            self._session.act(operations.add_note, self._paper, text, quiet=True)

    def _wanted(self) -> int:
        lines = max(1, round(self.document().size().height()))
        return self.fontMetrics().lineSpacing() * lines + 20

    def _fit(self) -> None:
        self.setFixedHeight(self._wanted())


class NoteList(QWidget):
    """The notes of one paper, and the way to write another."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._paper = PaperId("")
        self._shown: tuple[Note, ...] = ()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE.small)
        head = QHBoxLayout()
        head.addWidget(caption(self.tr("Notes")), 1)
        head.addWidget(button(self.tr("+ note"), "link", self.begin))
        layout.addLayout(head)
        self._fields = QVBoxLayout()
        self._fields.setSpacing(SPACE.small)
        layout.addLayout(self._fields)

    def show_notes(self, paper: PaperId, notes: Sequence[Note]) -> None:
        """Show a paper's notes; what is being written is not disturbed."""
        if paper == self._paper and tuple(notes) == self._shown:
            return
        self._paper, self._shown = paper, tuple(notes)
        clear(self._fields)
        for note in notes:
            self._fields.addWidget(NoteView(self._session, NoteField(self._session, paper, note)))

    def begin(self) -> None:
        """Begin another note."""
        if self._paper:
            field = NoteField(self._session, self._paper, None)
            self._fields.addWidget(field)
            field.setFocus()
