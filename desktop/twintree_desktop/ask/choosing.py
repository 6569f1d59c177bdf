"""What the person says about the evidence of one run: kept in, left out, or neither.

Signals:
    EvidenceChoice.changed(): another item was kept in or left out
    SteeringStrip.again_wanted(): answer again with these changes
    SteeringStrip.forgotten(): take the changes back
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from twintree.base.answers import Answer
from twintree.base.state import steering_of
from twintree_desktop.ask.tracewords import choice_words
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import ElidedLabel, button

if TYPE_CHECKING:
    from twintree.library import Library, Steering


class EvidenceChoice(QObject):
    """The ids of evidence items that stay in, and of those that stay out."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._before = (frozenset[str](), frozenset[str]())
        self.kept, self.left_out = self._before

    @property
    def made(self) -> bool:
        """Whether the person wants anything otherwise than the answer was made."""
        return (self.kept, self.left_out) != self._before

    def begin(self, kept: frozenset[str], left_out: frozenset[str]) -> None:
        """What the answer was made with."""
        self._before = self.kept, self.left_out = kept, left_out

    def keep(self, item: str, on: bool) -> None:
        """Keep an item in, whatever the path."""
        self.kept = self.kept | {item} if on else self.kept - {item}
        self.left_out -= {item}
        self.changed.emit()

    def leave_out(self, item: str, on: bool) -> None:
        """Leave an item out."""
        self.left_out = self.left_out | {item} if on else self.left_out - {item}
        self.kept -= {item}
        self.changed.emit()

    def forget(self) -> None:
        """Back to what the answer was made with."""
        self.kept, self.left_out = self._before
        self.changed.emit()


def steering_for(
    library: Library, answer: Answer, kept: frozenset[str], left_out: frozenset[str]
) -> Steering | None:
    """The engine's word for a choice; what was said of the run before it and is not taken back stays."""
    before = steering_of(answer.states)
    pinned = {item.id for item in before.pinned}
    dropped = set(before.dropped)
    freed = (pinned | dropped) - kept - left_out
    return library.traces.steering(answer, sorted(left_out - dropped), sorted(kept - pinned), sorted(freed))


class SteeringStrip(QWidget):
    """One line above the field while evidence was chosen by hand, and the answer not made again yet."""

    again_wanted = Signal()
    forgotten = Signal()

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE.small)
        self.words = ElidedLabel()
        self.again = button(self.tr("Answer again"), "primary", self.again_wanted.emit)
        self.forget = button(self.tr("Take back"), "link", self.forgotten.emit)
        row.addWidget(self.words, 1)
        row.addWidget(self.forget)
        row.addWidget(self.again)
        self.hide()

    def say(self, choice: EvidenceChoice | None, question: str = "") -> None:
        """Show a choice, or go."""
        made = choice is not None and choice.made
        if choice is not None and made:
            words = choice_words(len(choice.kept), len(choice.left_out))
            self.words.set_text(self.tr("{0}: {1}").format(words, question))
        self.setVisible(made)
