"""Messages to the person: the one place that turns the engine's errors into the window's words.

Signals:
    Messages.shown(Message): a new message; it replaces the one with the same subject.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QObject, Signal

from twintree.base.errors import Cancelled, InternalError, TwintreeError
from twintree_desktop.engine_words import in_words


class Level(StrEnum):
    """How much a message wants."""

    INFO = "info"
    WARN = "warn"
    ERROR = "error"


@dataclass(frozen=True)
class Message:
    """A sentence, and at most one thing that can be done about it.

    ``seconds`` is how long it stays (0: until it is closed); ``secret`` asks for a password, which
    ``action`` then receives.
    """

    text: str
    level: Level = Level.INFO
    label: str = ""
    action: Callable[..., object] | None = None
    seconds: int = 0
    secret: bool = False
    subject: str = ""


class Messages(QObject):
    """Where views put what the person should know; the message strip shows it."""

    shown = Signal(object)
    withdrawn = Signal(str)

    def tell(self, text: str, label: str = "", action: Callable[..., object] | None = None) -> None:
        """Say that something was done; it goes by itself."""
        self.shown.emit(Message(text, Level.INFO, label, action, seconds=8 if label else 5))

    def warn(
        self, text: str, label: str = "", action: Callable[..., object] | None = None, subject: str = ""
    ) -> None:
        """Say that something wants attention; it stays."""
        self.shown.emit(Message(text, Level.WARN, label, action, subject=subject))

    def fail(
        self, error: TwintreeError, label: str = "", action: Callable[..., object] | None = None
    ) -> None:
        """Show an error of the engine, with the way out."""
        if not isinstance(error, Cancelled):
            self.shown.emit(Message(describe(error), Level.ERROR, label, action, subject=error.code))

    def ask_secret(self, text: str, label: str, action: Callable[[str], object], subject: str = "") -> None:
        """Ask for a password in the strip."""
        self.shown.emit(Message(text, Level.WARN, label, action, secret=True, subject=subject))

    def withdraw(self, subject: str) -> None:
        """Take back what was said about a subject."""
        self.withdrawn.emit(subject)


def describe(error: TwintreeError) -> str:
    """What the window says about an error: what is wrong, then what to do."""
    text = in_words(error.message.strip())
    way_out = in_words(error.way_out.strip())
    if not way_out and isinstance(error, InternalError):
        way_out = QCoreApplication.translate("Messages", "The log (Jobs, Log) says more.")
    return f"{text} {way_out}".strip()
