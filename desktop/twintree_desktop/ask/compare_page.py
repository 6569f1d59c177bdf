"""Two answers side by side: how each was found, what both say, and what one of them alone says.

Signals:
    ComparePage.cited(Citation): show this page with the words lit
    ComparePage.paper_wanted(str): open this paper (PaperId)
    ComparePage.left(): back to the conversation
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from twintree.base.answers import Answer
from twintree.base.ids import RunId
from twintree.base.tracing import Comparison, compare
from twintree_desktop.ask.request import request_of
from twintree_desktop.ask.steps import NamedRows
from twintree_desktop.ask.tracewords import cost_line
from twintree_desktop.ask.turn import TurnView
from twintree_desktop.session import Session
from twintree_desktop.tokens import HEIGHT, SPACE
from twintree_desktop.widgets import clear, frame, icon_button, label, wrapped
from twintree_desktop.words import moment_words, number_words


class ComparePage(QWidget):
    """A bar with the way back, the figures of both, and both answers with their steps."""

    cited = Signal(object)
    paper_wanted = Signal(str)
    left = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.turns: list[TurnView] = []
        self.comparison: Comparison | None = None
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._bar())
        body = QWidget()
        body.setProperty("kind", "page")
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(SPACE.huge, SPACE.large, SPACE.huge, SPACE.huge)
        self._column.setSpacing(SPACE.large)
        self._area = QScrollArea()
        self._area.setWidget(body)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName(self.tr("Two answers"))
        outer.addWidget(self._area, 1)

    def _bar(self) -> QWidget:
        bar = frame("bar")
        bar.setFixedHeight(HEIGHT.bar)
        row = QHBoxLayout(bar)
        row.setContentsMargins(SPACE.small, 0, SPACE.large, 0)
        self.back = icon_button(
            self._session.icons, "back", self.tr("Back to the conversation"), self.left.emit
        )
        row.addWidget(self.back)
        row.addWidget(label(self.tr("Two answers compared"), "title"))
        row.addStretch(1)
        return bar

    def open(self, first: RunId, second: RunId) -> None:
        """Read two runs and show them."""
        self._session.read(
            lambda library: (library.runs.get(first), library.runs.get(second)),
            then=lambda pair: self.show_pair(*pair),
            owner=self,
        )

    def show_pair(self, first: Answer, second: Answer) -> None:
        """Show two answers."""
        clear(self._column)
        self.comparison = compare(first, second)
        self.turns = [self._turn(answer) for answer in (first, second)]
        if first.question == second.question:
            heading = wrapped(first.question, "headline")
            self._column.addWidget(heading)
            for turn in self.turns:
                turn.heading.hide()
        sides = QWidget()
        row = QHBoxLayout(sides)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE.huge)
        shares = (self.comparison.sentences, self.comparison.pages)
        own = ([len(each.first) for each in shares], [len(each.second) for each in shares])
        both = [len(each.both) for each in shares]
        for turn, answer, alone in zip(self.turns, (first, second), own, strict=True):
            side = QVBoxLayout()
            side.setSpacing(SPACE.medium)
            side.addWidget(self._figures(answer, alone, both))
            side.addWidget(turn)
            side.addStretch(1)
            row.addLayout(side, 1)
        self._column.addWidget(sides)
        self._column.addStretch(1)
        for turn in self.turns:
            for view in turn.sentences:
                if view.sentence.text in self.comparison.sentences.both:
                    view.mark(self.tr("in both"))
        self._area.verticalScrollBar().setValue(0)
        self.back.setFocus()

    def _turn(self, answer: Answer) -> TurnView:
        turn = TurnView(self._session, request_of(answer), still=True)
        turn.setMinimumWidth(0)
        turn.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        turn.cited.connect(self.cited)
        turn.paper_wanted.connect(self.paper_wanted)
        turn.show_answer(answer)
        return turn

    def _figures(self, answer: Answer, alone: Sequence[int], both: Sequence[int]) -> QWidget:
        rows = NamedRows()
        words = self.tr("{0}, of them {1} in both")
        counted = [
            words.format(number_words(own + shared), number_words(shared))
            for own, shared in zip(alone, both, strict=True)
        ]
        rows.say(self.tr("Asked"), moment_words(answer.created))
        rows.say(self.tr("Sentences"), counted[0])
        rows.say(self.tr("Pages cited"), counted[1])
        rows.say(self.tr("Cost"), cost_line(answer))
        return rows
