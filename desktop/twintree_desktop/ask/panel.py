"""Ask: the conversation with the library, its history, and the field for the next question.

Signals:
    citation_activated(Citation): show this page with the quote lit
    answered(Answer): an answer stands
    paper_wanted(str): open this paper (PaperId)
    left(): the conversation that was shown makes room for another
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from twintree.base.answers import Answer, Scope
from twintree.base.ids import RunId
from twintree.base.records import Citation
from twintree_desktop.ask.answer_actions import AnswerActions
from twintree_desktop.ask.asking import Asking
from twintree_desktop.ask.by_hand import ByHand
from twintree_desktop.ask.compare_page import ComparePage
from twintree_desktop.ask.composer import Composer
from twintree_desktop.ask.history import HistoryList, delete_run, read_conversation
from twintree_desktop.ask.modes import DEFAULT, chosen_mode
from twintree_desktop.ask.request import Request, request_of
from twintree_desktop.ask.scopes import name_scope
from twintree_desktop.ask.turn import TurnState, TurnView
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import EmptyPlace, icon_button, rule

_WIDEST = 760
#: Below this width every pixel is for the words.
_NARROW = 420
#: So far below the middle words are sought that are to stay where they are.
_LOOKED_FOR = 160
#: So long after an answer is whole its layout has come to rest.
_SETTLE_MS = 300
#: So long words are kept where they are when the column gets another width; scrolling ends that at once.
_HOLD_MS = 1000


class AskPanel(QFrame):
    """Turns above, the field below."""

    citation_activated = Signal(object)
    answered = Signal(object)
    paper_wanted = Signal(str)
    left = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self.turns: list[TurnView] = []
        self._following: TurnView | None = None
        self._held: tuple[QWidget, int] | None = None  #: what stays where it is while all is laid out anew
        self.asking = Asking(session, self)
        self.composer = Composer(session)
        self.history = HistoryList(session)
        self.comparison = ComparePage(session)
        self.actions_of = AnswerActions(session, self)
        self.by_hand = ByHand(session, self)
        self.empty = EmptyPlace(
            session.icons,
            "ask",
            self.tr("Ask your library"),
            self.tr(
                "Answers are made of your papers' own words. Every sentence names the page that carries it, "
                "and a click shows the words there."
            ),
        )
        self._area = QScrollArea()
        self._column = QVBoxLayout()
        self._foot, self._around = QHBoxLayout(), QHBoxLayout()
        self.stack = QStackedWidget()
        self._build()
        self._connect()
        self.composer.refresh()

    # ── building ─────────────────────────────────────────────────────────────────────────────────────

    def _build(self) -> None:
        for widget in (self.empty, self._conversation(), self.history, self.comparison):
            self.stack.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.stack, 1)
        foot = self._foot
        foot.setContentsMargins(SPACE.huge, SPACE.small, SPACE.huge, SPACE.small)
        below = QWidget()
        below.setMaximumWidth(_WIDEST)
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE.small)
        column.addWidget(self.by_hand.strip)
        column.addWidget(self.composer)
        foot.addWidget(below)
        layout.addLayout(foot)
        icons = self._session.icons
        self.new = icon_button(icons, "plus", self.tr("New conversation"), self.begin_anew)
        self.earlier = icon_button(icons, "history", self.tr("Earlier questions"), self.toggle_history)
        self.composer.add_tools(self.new, self.earlier)

    def _conversation(self) -> QScrollArea:
        body = QWidget()
        body.setProperty("kind", "page")
        outer = self._around = QHBoxLayout(body)
        outer.setContentsMargins(SPACE.huge, SPACE.large, SPACE.huge, SPACE.huge)
        holder = QWidget()
        holder.setMaximumWidth(_WIDEST)
        holder.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._column = QVBoxLayout(holder)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE.huge)
        self._column.addStretch(1)
        outer.addWidget(holder)
        self._area.setWidget(body)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName(self.tr("Conversation"))
        return self._area

    def _connect(self) -> None:
        bar = self._area.verticalScrollBar()
        bar.rangeChanged.connect(lambda *_: self._follow())
        bar.rangeChanged.connect(lambda *_: self._put_back())
        bar.rangeChanged.connect(lambda *_: self._align_foot())
        self.stack.currentChanged.connect(lambda _: self._align_foot())
        bar.actionTriggered.connect(lambda _: self._let_scroll())
        self.composer.asked.connect(self.ask)
        self.composer.stop_wanted.connect(self.asking.stop)
        self.asking.began.connect(lambda: self.composer.set_busy(True))
        self.asking.ended.connect(lambda: self.composer.set_busy(False))
        self.history.chosen.connect(self.open_run)
        self.history.compared.connect(self.compare)
        self.actions_of.again_wanted.connect(self._ask_again)
        self.actions_of.request_wanted.connect(self.ask_this)
        self.actions_of.compare_wanted.connect(self.compare)
        self.actions_of.delete_wanted.connect(self._delete)
        self.comparison.cited.connect(self.citation_activated)
        self.comparison.paper_wanted.connect(self.paper_wanted)
        self.comparison.left.connect(self._leave_comparison)
        self.by_hand.request_wanted.connect(self.ask_this)
        navigation = self._session.navigation
        navigation.question_wanted.connect(self.prepare)
        navigation.scope_changed.connect(self._scope_changed)

    # ── asking ───────────────────────────────────────────────────────────────────────────────────────

    def prepare(self, scope: Scope, text: str) -> None:
        """Be ready for a question about these papers."""
        self.composer.set_scope(scope)
        self.composer.field.setText(text)
        self.composer.field.setFocus()

    def ask(self, question: str, scope: Scope | None = None) -> TurnView:
        """Ask; in a conversation, as a follow-up to its last answer."""
        scope = self.composer.scope if scope is None else scope
        kept = (turn.answer for turn in reversed(self.turns) if turn.answer is not None and turn.kept)
        follow = next((answer.run for answer in kept), None)
        return self.ask_this(Request(question, scope, self.composer.mode, follow=follow))

    def ask_this(self, request: Request) -> TurnView:
        """Ask below what was asked so far."""
        self.asking.stop()
        turn = self._add_turn(request)
        # What is not kept cannot be followed up.
        self.composer.say_hint(follow=not self._session.library.readonly)
        self.asking.ask(turn)
        self._following = turn
        return turn

    def begin_anew(self) -> None:
        """Leave this conversation, and begin another."""
        self.asking.let_go()
        self._clear()
        self.stack.setCurrentWidget(self.empty)
        self.composer.say_hint(follow=False)
        self.composer.set_mode(DEFAULT)
        self.composer.field.setFocus()

    def open_run(self, run: str) -> None:
        """Show an earlier conversation."""
        self.asking.let_go()
        self._session.read(read_conversation, RunId(run), then=self._show_conversation, owner=self)

    def _show_conversation(self, answers: list[Answer]) -> None:
        self._clear()
        for answer in answers:
            kept = replace(request_of(answer, chosen_mode(answer)), earlier=None)
            self._add_turn(kept).show_answer(answer)
        self.composer.say_hint(follow=True)
        if answers:
            self.composer.set_scope(answers[-1].scope)
            self.composer.set_mode(chosen_mode(answers[-1]))
        self.composer.field.setFocus()
        self._area.verticalScrollBar().setValue(0)

    def _add_turn(self, request: Request) -> TurnView:
        if self.turns:
            self._column.insertWidget(self._column.count() - 1, rule())
        turn = TurnView(self._session, request)
        turn.cited.connect(self.citation_activated)
        turn.answered.connect(self.answered)
        turn.answered.connect(self.actions_of.get_ready)
        turn.paper_wanted.connect(self.paper_wanted)
        turn.again_wanted.connect(lambda: self._ask_again(turn))
        turn.other_wanted.connect(lambda mode: self._ask_otherwise(turn, mode))
        turn.compare_wanted.connect(self.compare)
        turn.settled.connect(lambda: QTimer.singleShot(_SETTLE_MS, turn, lambda: self._stop_following(turn)))
        turn.choice_changed.connect(lambda: self.by_hand.note(turn))
        turn.menu_wanted.connect(lambda at: self._show_menu(turn, at))
        self.turns.append(turn)
        self._column.insertWidget(self._column.count() - 1, turn)
        self.stack.setCurrentWidget(self._area)
        self._session.read(
            name_scope, request.scope, then=lambda named: turn.name_scope(named.words), owner=turn
        )
        return turn

    def _ask_again(self, turn: TurnView) -> None:
        self._remove(turn)
        self.ask_this(replace(turn.request, earlier=None))

    def _ask_otherwise(self, turn: TurnView, mode: str) -> None:
        if not turn.kept:
            self.ask_this(replace(turn.request, mode=mode))
        elif turn.answer is not None:
            self.ask_this(request_of(turn.answer, mode))

    def _remove(self, turn: TurnView) -> None:
        index = self._column.indexOf(turn)
        above = self._column.itemAt(index - 1) if index > 0 else None
        before = above.widget() if above is not None else None
        for widget in (turn, before):
            if widget is not None:
                self._column.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        self.turns.remove(turn)
        self.by_hand.let_go(turn)

    def _clear(self) -> None:
        if self.turns:
            self.left.emit()
        for turn in list(self.turns):
            self._remove(turn)

    def _follow(self) -> None:
        """Keep the question that is being answered at the top while its answer grows."""
        turn, body = self._following, self._area.widget()
        if turn in self.turns and turn is not None and body is not None:
            top = turn.mapTo(body, QPoint(0, 0)).y()
            self._area.verticalScrollBar().setValue(top - SPACE.large)

    def hold_still(self) -> None:
        """Keep what is being looked at where it is, while the column is made wider or narrower.

        That is what was pressed last if it is in sight, else what stands at the middle.
        """
        view, body = self._area.viewport(), self._area.widget()
        if body is None or self.stack.currentWidget() is not self._area:
            return
        looked_at: QWidget | None = self.window().focusWidget()
        if looked_at is None or not body.isAncestorOf(looked_at) or looked_at.visibleRegion().isEmpty():
            places = (view.rect().center() + QPoint(0, down) for down in range(0, _LOOKED_FOR, SPACE.hair))
            there = (body.childAt(body.mapFrom(view, place)) for place in places)
            looked_at = next((each for each in there if each is not None and each.layout() is None), None)
        if looked_at is not None:
            self._held = (looked_at, looked_at.mapTo(view, QPoint(0, 0)).y())
            QTimer.singleShot(_HOLD_MS, self, self._let_go)

    def _put_back(self) -> None:
        if self._held is None or not isValid(self._held[0]):
            return
        widget, wanted = self._held
        bar, top = self._area.verticalScrollBar(), widget.mapTo(self._area.viewport(), QPoint(0, 0)).y()
        bar.setValue(bar.value() + top - wanted)

    def _let_go(self) -> None:
        self._put_back()
        self._held = None

    def _align_foot(self) -> None:
        """Keep the field under the conversation, which makes room for its scroll bar."""
        bar = self._area.verticalScrollBar()
        # The bar's own width is a made-up one until it was shown for the first time.
        beside = (
            bar.sizeHint().width() if self.stack.currentWidget() is self._area and bar.maximum() > 0 else 0
        )
        side = self._side()
        self._foot.setContentsMargins(side, SPACE.small, side + beside, SPACE.small)

    def _side(self) -> int:
        """What is left free at either side."""
        return SPACE.huge if self.width() >= _NARROW else SPACE.medium

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        side = self._side()
        self._around.setContentsMargins(side, SPACE.large, side, SPACE.huge)
        self._align_foot()

    def _stop_following(self, turn: TurnView) -> None:
        # What is opened below from now on must not pull the conversation back to its question.
        if self._following is turn:
            self._following = None

    def _let_scroll(self) -> None:
        self._following = self._held = None

    # ── scope and history ────────────────────────────────────────────────────────────────────────────

    def _scope_changed(self, scope: Scope) -> None:
        if self.isVisible():
            self.composer.set_scope(scope)
        else:
            self.offer_scope(scope)

    def offer_scope(self, scope: Scope) -> None:
        """Offer a scope in the menu: what is chosen in the library, the paper in the reader."""
        self.composer.scope_button.offer_scope(scope)

    def toggle_history(self) -> None:
        """Show the earlier questions, or go back to the conversation."""
        if self.stack.currentWidget() is self.history:
            self.stack.setCurrentWidget(self._area if self.turns else self.empty)
            return
        self.history.refresh()
        self.stack.setCurrentWidget(self.history)
        self.history.field.setFocus()

    # ── what can be done with an answer ──────────────────────────────────────────────────────────────

    def _show_menu(self, turn: TurnView, at: QPoint) -> None:
        self.actions_of.menu(turn, [other for other in self.turns if other is not turn]).popup(at)

    def copy_last(self) -> None:
        """Copy the last answer."""
        if self.last is not None:
            self.actions_of.copy(self.last)

    def compare(self, first: str, second: str) -> None:
        """Show two runs side by side."""
        self.comparison.open(RunId(first), RunId(second))
        self.stack.setCurrentWidget(self.comparison)

    def _leave_comparison(self) -> None:
        self.stack.setCurrentWidget(self._area if self.turns else self.empty)
        self.composer.field.setFocus()

    def _delete(self, turn: TurnView) -> None:
        if turn.answer is not None:
            self._session.act(delete_run, turn.answer.run, owner=self)
        self._remove(turn)
        if not self.turns:
            self.begin_anew()

    @property
    def last(self) -> TurnView | None:
        """The last turn."""
        return self.turns[-1] if self.turns else None

    def cited(self) -> list[Citation]:
        """Every citation of the conversation, in order."""
        answers = [turn for turn in self.turns if turn.state is not TurnState.FAILED]
        return [c for turn in answers for view in turn.sentences for c in view.sentence.citations]
