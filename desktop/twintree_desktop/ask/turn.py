"""One question with its answer: heading, what was asked of whom, the sentences, and how they were found.

Signals:
    cited(Citation): show this page with the quote lit
    answered(Answer): the answer stands
    paper_wanted(str): open this paper (PaperId)
    again_wanted(): ask the same question again
    other_wanted(str): ask the same question again in this mode
    compare_wanted(str, str): compare these two runs (RunId)
    settled(): nothing more will be added
    choice_changed(): other evidence was kept in or left out
    menu_wanted(QPoint): what can be done with the answer, at this place on screen
"""

from __future__ import annotations

import enum
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from twintree.base.answers import Answer, AnswerSentence
from twintree.base.errors import TwintreeError
from twintree.base.events import JobProgress
from twintree.base.records import PaperRow
from twintree.base.state import steering_of
from twintree.base.tracing import RunTrace
from twintree_desktop.ask.choosing import EvidenceChoice
from twintree_desktop.ask.found_panel import FoundPanel
from twintree_desktop.ask.leads import Lead, citation_of
from twintree_desktop.ask.modes import is_counted, mode_chip, mode_name
from twintree_desktop.ask.preparing import PreparationClock
from twintree_desktop.ask.request import Request
from twintree_desktop.ask.sentence import SentenceView
from twintree_desktop.ask.trace_panel import TracePanel
from twintree_desktop.ask.tracewords import hand_words
from twintree_desktop.engine_words import in_words
from twintree_desktop.messages import describe
from twintree_desktop.reader.chip import Chip, Tone
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import (
    ElidedLabel,
    FlowLayout,
    button,
    clear,
    flush_link,
    frame,
    icon_button,
    label,
    wrapped,
)
from twintree_desktop.words import short_reference


class TurnState(enum.StrEnum):
    """How far an answer is."""

    ASKING = "asking"
    ANSWERED = "answered"
    STOPPED = "stopped"
    FAILED = "failed"


class TurnView(QWidget):
    """A turn of the conversation; its sentences arrive one by one."""

    cited = Signal(object)
    answered = Signal(object)
    paper_wanted = Signal(str)
    again_wanted = Signal()
    other_wanted = Signal(str)
    compare_wanted = Signal(str, str)
    choice_changed = Signal()
    settled = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self, session: Session, request: Request, *, still: bool = False) -> None:
        """``still``: it is only looked at; nothing can be asked from it."""
        super().__init__()
        self._session, self._still = session, still
        self.request = request
        self.question, self.scope = request.question, request.scope
        self.choice = EvidenceChoice(self)
        self.choice.changed.connect(self.choice_changed)
        self._clock = PreparationClock()
        self.state = TurnState.ASKING
        self.answer: Answer | None = None
        self.kept = (
            True  #: whether the ledger has the answer; else its run can be neither followed nor compared
        )
        self.sentences: list[SentenceView] = []
        self.found: FoundPanel | None = None
        self.trace: TracePanel | None = None
        self._scope_words = ""
        self._build()
        self._show_chips()
        self._say(self.tr("Looking through your papers …"))

    def _build(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE.medium)
        head = QHBoxLayout()
        head.setSpacing(SPACE.small)
        self.heading = wrapped(self.question, "headline")
        self.heading.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        head.addWidget(self.heading, 1, Qt.AlignmentFlag.AlignTop)
        self.more = icon_button(
            self._session.icons, "more", self.tr("What to do with this answer"), self._menu
        )
        self.more.hide()
        head.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(head)
        chips = QWidget()
        self._chips = FlowLayout(chips)
        layout.addWidget(chips)
        self._body = QVBoxLayout()
        self._body.setSpacing(SPACE.large)
        layout.addLayout(self._body)
        self._status = wrapped("", "muted")
        layout.addWidget(self._status)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.bar.hide()
        layout.addWidget(self.bar)
        self._foot = QVBoxLayout()
        self._foot.setSpacing(SPACE.small)
        layout.addLayout(self._foot)

    # ── what arrives ─────────────────────────────────────────────────────────────────────────────────

    def name_scope(self, words: str) -> None:
        """Say whom was asked."""
        self._scope_words = words
        self._show_chips()

    def show_progress(self, event: JobProgress) -> None:
        """How far the answer is."""
        if self.state is not TurnState.ASKING or not event.message:
            return
        self._say(self._clock.words(event))
        counted = event.unit == "papers"
        self.bar.setVisible(counted)
        if counted:
            self.bar.setValue(round(1000 * event.done / event.total))

    def add_sentence(self, sentence: AnswerSentence) -> None:
        """One more sentence."""
        view = SentenceView(self._session.appearance, sentence)
        view.cited.connect(self.cited)
        self.sentences.append(view)
        self._body.addWidget(view)

    def show_answer(self, answer: Answer, *, kept: bool = True) -> None:
        """The answer stands: what streamed in is replaced by it; ``kept``: the ledger has it."""
        self.answer, self.kept = answer, kept
        by_hand = steering_of(answer.states)
        self.choice.begin(frozenset(item.id for item in by_hand.pinned), frozenset(by_hand.dropped))
        self.state = TurnState.STOPPED if answer.status == "cancelled" else TurnState.ANSWERED
        if [view.sentence for view in self.sentences] != list(answer.sentences):
            clear(self._body)
            self.sentences = []
            for sentence in answer.sentences:
                self.add_sentence(sentence)
        self._say(self._closing_words(answer))
        self._show_chips()
        self.more.setVisible(kept and not self._still)
        clear(self._foot)
        if not answer.found and answer.status == "complete":
            self._foot.addWidget(self._not_found(answer))
        if answer.status == "incomplete" and not self._still:
            self._foot.addWidget(self._ways_out(answer))
        if kept and answer.mode in ("state", "agent") and not is_counted(answer):
            self._session.read(lambda library: library.traces.of(answer), then=self._show_trace, owner=self)
        elif answer.trace:
            self.found = FoundPanel(self._session.icons, answer)
            self.found.led.connect(self._follow)
            self._foot.addWidget(self.found)
            self.settled.emit()
        self.answered.emit(answer)

    def _show_trace(self, trace: RunTrace) -> None:
        if self.answer is None or trace.run != self.answer.run:
            return
        if self.request.earlier and not self._still:
            pair = (self.request.earlier, self.answer.run)
            words = self.tr("Compare with the answer before")
            link = flush_link(words, lambda: self.compare_wanted.emit(*pair))
            self._foot.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        choice = None if self._still else self.choice
        self.trace = TracePanel(self._session, self.answer, trace, choice)
        self.trace.cited.connect(self.cited)
        self.trace.led.connect(self._follow)
        self.trace.paper_wanted.connect(self.paper_wanted)
        self._foot.addWidget(self.trace)
        self.settled.emit()

    def _follow(self, lead: Lead) -> None:
        self._session.read(citation_of, lead, then=self.cited.emit, owner=self)

    def stop(self) -> None:
        """The person stopped it before anything was kept."""
        if self.state is TurnState.ASKING:
            self.state = TurnState.STOPPED
            self._say(self.tr("Stopped."))
            self._offer_again()

    def fail(self, error: TwintreeError) -> None:
        """It went wrong; the question stays, with a way to ask it again."""
        self.state = TurnState.FAILED
        self._say("")
        clear(self._foot)
        box = frame("notice")
        box.setProperty("level", "error")
        row = QVBoxLayout(box)
        row.addWidget(wrapped(describe(error)))
        self._foot.addWidget(box)
        self._offer_again()

    # ── how it looks ─────────────────────────────────────────────────────────────────────────────────

    def _say(self, words: str) -> None:
        self._status.setText(words)
        self._status.setVisible(bool(words))
        self.bar.hide()

    def _closing_words(self, answer: Answer) -> str:
        if answer.status == "cancelled":
            return self.tr("Stopped.")
        if answer.status == "incomplete" and self._still:
            return self._why_incomplete(answer)
        if not self.kept:
            return self.tr("This library is open for reading only, so the answer is not kept.")
        if answer.rewritten and answer.rewritten != answer.question:
            return self.tr("Asked as: {0}").format(answer.rewritten)
        return ""

    def _why_incomplete(self, answer: Answer) -> str:
        return self.tr("This answer is incomplete: {0}").format(
            in_words(answer.reason) or self.tr("no reason given")
        )

    def _show_chips(self) -> None:
        clear(self._chips)
        look = self._session.appearance
        for words, tone in self._chip_words():
            self._chips.addWidget(Chip(look, words, tone))

    def _chip_words(self) -> list[tuple[str, Tone]]:
        chips = [(self._scope_words, Tone.PLAIN)] if self._scope_words else []
        if self.answer is None:
            return [*chips, (mode_name(self.request.mode), Tone.PLAIN)]
        chips.append((mode_chip(self.answer), Tone.ACCENT))
        answering = {
            "extractive": self.tr("extractive"),
            "generated": self.tr("written by a model"),
        }
        if self.answer.answering in answering:
            chips.append((answering[self.answer.answering], Tone.PLAIN))
        if (hand := hand_words(self.answer)) != "":
            chips.append((hand, Tone.PLAIN))
        if self.answer.status == "incomplete":
            chips.append((self.tr("incomplete"), Tone.WARN))
        if not self.kept:
            chips.append((self.tr("not kept"), Tone.WARN))
        return chips

    def _ways_out(self, answer: Answer) -> QWidget:
        """What can be done about an answer that was broken off; what happened stands below it."""
        box = frame("notice")
        column = QVBoxLayout(box)
        column.setSpacing(SPACE.hair)
        words = self.tr(
            "Nothing was written from what was found so far. The steps up to there stand below; with fewer papers "
            "or in another mode the question may come through."
        )
        column.addWidget(wrapped(self._why_incomplete(answer)))
        column.addWidget(wrapped(words, "muted"))
        row = QHBoxLayout()
        row.addWidget(button(self.tr("Ask again"), "link", self.again_wanted.emit))
        for mode in ("direct", "state", "agent"):
            if mode != answer.mode:
                words = self.tr("Ask in mode {0}").format(mode_name(mode))
                row.addWidget(button(words, "link", partial(self.other_wanted.emit, mode)))
        row.addStretch(1)
        column.addLayout(row)
        return box

    def _not_found(self, answer: Answer) -> QWidget:
        made = QWidget()
        made.setObjectName("notFound")
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE.small)
        column.addWidget(label(self.tr("Not in your library"), "title"))
        if answer.reason:
            column.addWidget(wrapped(in_words(answer.reason), "muted"))
        if answer.nearest:
            column.addSpacing(SPACE.small)
            column.addWidget(label(self.tr("The nearest papers:"), "muted"))
            for row in answer.nearest:
                column.addWidget(self._near(row))
        return made

    def _near(self, row: PaperRow) -> QWidget:
        made = QWidget()
        line = QHBoxLayout(made)
        line.setContentsMargins(0, 0, 0, 0)
        name = short_reference(row.authors, row.year, row.letter) or row.key
        link = button(name, "link", lambda: self.paper_wanted.emit(row.id))
        link.setAccessibleName(self.tr("Open {0}, {1}").format(name, row.title))
        line.addWidget(link)
        line.addWidget(ElidedLabel(row.title, "muted"), 1)
        return made

    def _offer_again(self) -> None:
        again = flush_link(self.tr("Ask again"), self.again_wanted.emit)
        self._foot.addWidget(again, 0, Qt.AlignmentFlag.AlignLeft)

    def _menu(self) -> None:
        self.menu_wanted.emit(self.more.mapToGlobal(QPoint(0, self.more.height())))
