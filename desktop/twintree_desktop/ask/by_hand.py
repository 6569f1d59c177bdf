"""Evidence chosen by hand in a conversation: the strip that says so, and the answer made again with it.

Signals:
    ByHand.request_wanted(Request): ask this below
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from twintree_desktop.ask.choosing import SteeringStrip, steering_for
from twintree_desktop.ask.request import request_of
from twintree_desktop.ask.turn import TurnView
from twintree_desktop.session import Session

if TYPE_CHECKING:
    from twintree.library import Steering


class ByHand(QObject):
    """Knows the turn whose evidence was chosen last; one at a time is made again."""

    request_wanted = Signal(object)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._turn: TurnView | None = None
        self.strip = SteeringStrip()
        self.strip.again_wanted.connect(self._answer)
        self.strip.forgotten.connect(self._forget)

    def note(self, turn: TurnView) -> None:
        """Other evidence of this turn was kept in or left out."""
        self._turn = turn
        self.strip.say(turn.choice, turn.question)

    def let_go(self, turn: TurnView) -> None:
        """A turn goes."""
        if turn is self._turn:
            self._turn = None
            self.strip.say(None)

    def _forget(self) -> None:
        if self._turn is not None:
            self._turn.choice.forget()

    def _answer(self) -> None:
        turn = self._turn
        if turn is None or turn.answer is None:
            return
        answer, choice = turn.answer, turn.choice

        def ready(steering: Steering | None) -> None:
            self.strip.say(None)
            self.request_wanted.emit(replace(request_of(answer), steering=steering))

        self._session.read(steering_for, answer, choice.kept, choice.left_out, then=ready, owner=turn)
