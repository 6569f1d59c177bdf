"""The message strip: one sentence with its way out, in place of modal boxes; takes a password too."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QWidget

from twintree_desktop.icons import MEDIUM, Icons
from twintree_desktop.messages import Level, Message, Messages
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, frame, icon_button, label, restyle

_GLYPHS = {
    Level.INFO: ("info", "accent"),
    Level.WARN: ("attention", "warn"),
    Level.ERROR: ("attention", "error"),
}


class MessageStrip(QWidget):
    """Shows the newest message; earlier ones that still want attention come back when it is closed."""

    def __init__(self, messages: Messages, icons: Icons) -> None:
        super().__init__()
        self._icons = icons
        self._waiting: list[Message] = []
        #: Called when another text wants another height.
        self.moved: Callable[[], object] = lambda: None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.dismiss)
        self._build()
        messages.shown.connect(self._take)
        messages.withdrawn.connect(self._withdraw)
        self.hide()

    @property
    def text(self) -> str:
        """What is said now; empty when nothing is."""
        return self._waiting[-1].text if self._waiting else ""

    def dismiss(self) -> None:
        """Close the message that is shown."""
        if self._waiting:
            self._waiting.pop()
        self._show_last()

    def act(self) -> None:
        """Do what the message offers."""
        if not self._waiting:
            return
        message, secret = self._waiting[-1], self._secret.text()
        self.dismiss()
        if message.action is not None:
            message.action(secret) if message.secret else message.action()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        outer = QHBoxLayout(self)
        outer.setContentsMargins(SPACE.medium, SPACE.hair, SPACE.medium, SPACE.small)
        self._frame = frame("notice")
        outer.addWidget(self._frame)
        row = QHBoxLayout(self._frame)
        row.setContentsMargins(SPACE.medium, SPACE.hair, SPACE.hair, SPACE.hair)
        row.setSpacing(SPACE.small)
        self._picture = QLabel()
        self._text = label(wrap=True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._secret = QLineEdit()
        self._secret.setEchoMode(QLineEdit.EchoMode.Password)
        self._secret.setAccessibleName(self.tr("Password"))
        self._secret.setPlaceholderText(self.tr("Password"))
        self._secret.setMaximumWidth(200)
        self._secret.returnPressed.connect(self.act)
        self._action = button("", "link", self.act)
        close = icon_button(self._icons, "close", self.tr("Close this message"), self.dismiss, 16)
        row.addWidget(self._picture)
        row.addWidget(self._text, 1)
        for each in (self._secret, self._action, close):
            row.addWidget(each)

    def _take(self, message: Message) -> None:
        keep = [
            each
            for each in self._waiting
            if each.seconds == 0 and not (message.subject and each.subject == message.subject)
        ]
        self._waiting = [*keep[-9:], message]
        self._show_last()

    def _withdraw(self, subject: str) -> None:
        self._waiting = [each for each in self._waiting if each.subject != subject]
        self._show_last()

    def _show_last(self) -> None:
        self._timer.stop()
        self._secret.clear()
        if not self._waiting:
            self.hide()
            return
        message = self._waiting[-1]
        glyph, token = _GLYPHS[message.level]
        self._picture.setPixmap(self._icons.icon(glyph, token).pixmap(QSize(MEDIUM, MEDIUM)))
        self._text.setText(message.text)
        self._text.setAccessibleName(message.text)
        self._action.setText(message.label)
        self._action.setVisible(bool(message.label))
        self._secret.setVisible(message.secret)
        restyle(self._frame, level=message.level.value)
        self.show()
        self.moved()
        if message.secret:
            self._secret.setFocus()
        if message.seconds:
            self._timer.start(message.seconds * 1000)
