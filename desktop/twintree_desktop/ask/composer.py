"""The field where a question is typed, with its scope and its mode, and the buttons that ask and stop.

Signals:
    asked(str, Scope): ask this
    stop_wanted(): stop answering
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from twintree.base.answers import Scope
from twintree_desktop.ask.mode_button import ModeButton
from twintree_desktop.ask.scope_button import ScopeButton
from twintree_desktop.ask.scopes import NamedScope
from twintree_desktop.session import Session
from twintree_desktop.tokens import HEIGHT, SPACE
from twintree_desktop.widgets import ElidedLabel, button, icon_button, label

#: Below this width the words before the scope are left out; the buttons beside it take up so much.
_WIDE, _TOOLS = 340, 68


class QuestionField(QLineEdit):
    """The field; Escape stops.

    Signals:
        stop_wanted()
    """

    stop_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.stop_wanted.emit()
        else:
            super().keyPressEvent(event)


class WaitingLine(QFrame):
    """Says that a question waits for the answer to another one, and lets it be taken back.

    Signals:
        taken_back()
    """

    taken_back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "notice")
        self.setProperty("level", "info")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE.medium, 0, SPACE.hair, 0)
        row.setSpacing(SPACE.small)
        self.words = ElidedLabel(self.tr("Asked next, once the answer above is there"))
        row.addWidget(self.words, 1)
        self.back = button(self.tr("Take back"), "link", self.taken_back.emit)
        row.addWidget(self.back)
        self.hide()


class Composer(QWidget):
    """Asks with Enter; scope and mode are chosen below the field."""

    asked = Signal(str, object)
    stop_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.field = QuestionField()
        self.field.setMinimumHeight(HEIGHT.bar - 4)
        self.field.setAccessibleName(self.tr("Your question"))
        self.scope_button = ScopeButton(session)
        self.scope_button.named_anew.connect(self._named)
        self.hint = ElidedLabel("", "tiny")
        self.mode_button = ModeButton(session, lambda: self.scope)
        self.mode_button.told.connect(self.hint.set_text)
        self.waiting = WaitingLine()
        self.waiting.taken_back.connect(self._take_back)
        self.problem = label("", "warn", wrap=True)
        self.problem.hide()
        self.send = icon_button(session.icons, "send", self.tr("Ask (Enter)"), self._ask)
        self.stop = icon_button(session.icons, "stop", self.tr("Stop (Esc)"), self.stop_wanted.emit)
        self.stop.hide()
        self._build()
        self.say_hint(follow=False)

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.waiting)
        layout.addSpacing(2)
        layout.addWidget(self.problem)
        self.problem.setContentsMargins(0, 0, 0, SPACE.hair)
        row = QHBoxLayout()
        row.setSpacing(SPACE.hair)
        row.addWidget(self.field, 1)
        row.addWidget(self.send)
        row.addWidget(self.stop)
        layout.addLayout(row)
        below = QHBoxLayout()
        below.setSpacing(0)
        self._from = label(self.tr("Answer from"), "small")
        below.addWidget(self._from)
        below.addWidget(self.scope_button)
        below.addWidget(self.mode_button)
        below.addStretch(1)
        self._below = below
        layout.addLayout(below)
        layout.addWidget(self.hint)
        self.field.returnPressed.connect(self._ask)
        self.field.textEdited.connect(lambda _: self.waiting.hide())
        self.field.stop_wanted.connect(self._escape)

    def add_tools(self, *tools: QWidget) -> None:
        """Put buttons below the field."""
        for tool in tools:
            self._below.addWidget(tool)

    def say_hint(self, *, follow: bool) -> None:
        """Say what the field is for now."""
        hint = self.tr("Ask a follow-up …") if follow else self.tr("Ask your library …")
        self.field.setPlaceholderText(hint)

    def set_busy(self, busy: bool) -> None:
        """Show Stop while a question is being answered."""
        self.send.setVisible(not busy)
        self.stop.setVisible(busy)
        if not busy and self.waits:
            QTimer.singleShot(0, self, self._ask)  # behind whatever else is done at the answer's end

    @property
    def waits(self) -> bool:
        """Whether the question in the field was asked beside another one, and waits for that one's answer."""
        return not self.waiting.isHidden()

    @property
    def scope(self) -> Scope:
        """The papers that are asked."""
        return self.scope_button.scope

    def set_scope(self, scope: Scope) -> None:
        """Ask these papers."""
        self.scope_button.set_scope(scope)

    @property
    def mode(self) -> str:
        """How it is answered."""
        return self.mode_button.mode

    def set_mode(self, mode: str) -> None:
        """Answer in this mode."""
        self.mode_button.set_mode(mode)
        self._fit_scope()

    def refresh(self) -> None:
        """Read names and numbers again."""
        self.scope_button.refresh()
        self.mode_button.refresh()

    def _named(self, named: NamedScope) -> None:
        self._fit_scope()
        self.mode_button.refresh()
        self.problem.setText(named.problem)
        self.problem.setVisible(bool(named.problem))

    def _fit_scope(self) -> None:
        """Shorten the scope's name to the room that there is."""
        wide = self.width() >= _WIDE
        self._from.setVisible(wide)
        room = self.width() - _TOOLS - (self._from.sizeHint().width() if wide else 0)
        # Where both do not fit, the mode gives way first: it is one of five, and was just chosen.
        scope = max(room - self.mode_button.wanted(), min(self.scope_button.wanted(), room * 6 // 10))
        self.scope_button.fit(scope)
        self.mode_button.fit(room - scope)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_scope()

    def _ask(self) -> None:
        text = self.field.text().strip()
        if not text:
            return
        if not self.send.isVisibleTo(self):
            self.waiting.show()
            return
        self.waiting.hide()
        self.field.clear()
        self.asked.emit(text, self.scope)

    def _take_back(self) -> None:
        """Keep the question in the field, to be written on."""
        self.waiting.hide()
        self.field.setFocus()

    def _escape(self) -> None:
        """Take back what waits; without that, stop: else stopping one question would ask the other."""
        if self.waits:
            self._take_back()
        else:
            self.stop_wanted.emit()
