"""The place where one explores: the question, the account of what it costs, and what was found."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from twintree.base.answers import Scope
from twintree.base.errors import TwintreeError
from twintree.base.exploring import Exploration
from twintree_desktop.ask.saving import save_text
from twintree_desktop.engine_words import in_words
from twintree_desktop.explore import reading
from twintree_desktop.explore.earlier import EarlierList
from twintree_desktop.explore.exploring import Exploring
from twintree_desktop.explore.form import ExploreForm
from twintree_desktop.explore.graph import ExploreGraph
from twintree_desktop.explore.plan_panel import PlanPanel
from twintree_desktop.reader.copying import copy
from twintree_desktop.save_dialog import ask_where_to_save
from twintree_desktop.session import Session
from twintree_desktop.widgets import Debounce, EmptyPlace, icon_button

_PLAN_MS = 350
_ENDINGS = {"bibtex": "bib", "ris": "ris"}


class ExplorePlace(QFrame):
    """Plans when asked, starts when told, shows what came of it."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self._session = session
        self.form, self.panel = ExploreForm(session), PlanPanel()
        self.exploring = Exploring(session, self)
        self.empty = EmptyPlace(session.icons, "explore", "", "")
        self._invite(planned=False)
        self.graph = ExploreGraph(session)
        self.earlier = EarlierList(session)
        self.stack = QStackedWidget()
        self._content: QWidget = self.empty
        self._plan: Exploration | None = None
        self._asked = 0
        self._again = Debounce(_PLAN_MS, self.plan, self)
        self._lay_out()
        self._connect()

    # ── planning ─────────────────────────────────────────────────────────────────────────────────────

    def ask(self) -> None:
        """Enter, or Start: what was not planned is planned first, and started once its plan was seen."""
        if self._plan is None or not self._is_planned():
            self.plan()
        elif not self._plan.reason:
            self.start()

    def _start_wanted(self) -> None:
        # One that was stopped goes on: its plan was seen.
        if self._plan is None:
            self.start()
        else:
            self.ask()

    def plan(self) -> None:
        """Show what an exploration would look at and cost."""
        form = self.form
        self._plan = None
        if not form.question or self.exploring.busy:
            return
        self._asked += 1
        # What was found before is another question's: it waits among the earlier ones.
        self._invite(planned=False)
        self._show_content(self.empty)
        self.panel.show_planning()
        self._session.read(
            reading.look_ahead,
            form.question,
            form.settings,
            form.scope.scope,
            then=partial(self._planned, self._asked),
            failed=partial(self._not_planned, self._asked),
            owner=self,
        )

    def _is_planned(self) -> bool:
        plan, form = self._plan, self.form
        asked = (" ".join(form.question.split()), form.settings, form.scope.scope)
        return plan is not None and (plan.question, plan.settings, plan.scope) == asked

    def _planned(self, asked: int, plan: Exploration) -> None:
        if asked == self._asked and not self.exploring.busy:
            self._plan = plan
            self._invite(planned=not plan.reason)
            self.panel.show_plan(plan)

    def _invite(self, *, planned: bool) -> None:
        """What stands where the graph will be."""
        if planned:
            hint = self.tr("The plan above says what is looked at and what that takes. Start begins it.")
            self.empty.say(self.tr("Nothing was looked at yet"), hint)
            return
        hint = self.tr(
            "Twintree follows the citations around the papers that a question finds, and checks each by the "
            "claims of both papers. What it will look at is told before it starts."
        )
        self.empty.say(self.tr("Explore outward from a question"), hint)

    def _not_planned(self, asked: int, error: TwintreeError) -> None:
        if asked == self._asked:
            said = map(in_words, (error.message, error.way_out))
            self.panel.show_nothing(" ".join(part for part in said if part), start=False)

    def _settings_changed(self) -> None:
        # A plan that is shown is always the plan of what is chosen.
        if self._plan is not None and not self.exploring.busy:
            self._again.start()

    # ── exploring ────────────────────────────────────────────────────────────────────────────────────

    def start(self) -> None:
        """Explore."""
        if self.form.question and not self.exploring.busy:
            self._asked += 1
            self.exploring.start(self.form.question, self.form.settings, self.form.scope.scope)

    def _began(self) -> None:
        self.form.set_busy(True)
        self._show_content(self._content)
        if self._plan is not None:
            self.panel.show_plan(self._plan, running=True)

    def _ended(self, found: Exploration | None) -> None:
        self.form.set_busy(False)
        self._plan = None
        if found is None:
            self.panel.show_nothing(self.tr("Nothing was judged."), start=True)
        else:
            self.show_found(found)

    def show_found(self, found: Exploration) -> None:
        """Show an exploration."""
        self.form.show_asked(found)
        self.panel.show_found(found)
        self.graph.show_found(found)
        self._show_content(self.graph)

    def _show_content(self, content: QWidget) -> None:
        self._content = content
        self.stack.setCurrentWidget(content)

    # ── earlier ones ─────────────────────────────────────────────────────────────────────────────────

    def toggle_earlier(self) -> None:
        """Show the earlier explorations, or go back."""
        if self.stack.currentWidget() is self.earlier:
            self._show_content(self._content)
            return
        self.earlier.refresh()
        self.stack.setCurrentWidget(self.earlier)
        self.earlier.list.setFocus()

    def open(self, run: str) -> None:
        """Show an earlier exploration."""
        if self.exploring.busy:
            self._session.messages.tell(self.tr("An exploration is under way; it can be stopped."))
        else:
            self._session.read(reading.exploration, run, then=self.show_found, owner=self)

    def _delete(self, run: str) -> None:
        def read(found: Exploration) -> None:
            self._session.act(reading.delete, run, then=lambda _: deleted(found), owner=self)

        def deleted(found: Exploration) -> None:
            self.earlier.refresh()
            text = self.tr("Deleted; what was judged stays known, so it can be made again at once.")
            self._session.messages.tell(text, self.tr("Make it again"), partial(self._make_again, found))

        self._session.read(reading.exploration, run, then=read, owner=self)

    def _make_again(self, found: Exploration) -> None:
        self.form.show_asked(found)
        self.start()

    # ── the reading list ─────────────────────────────────────────────────────────────────────────────

    def _reading_list(self, kind: str, to_file: bool) -> None:
        found = self.graph.found
        if found is None:
            return
        if to_file:
            self._choose_file(found, kind)
        else:
            self._session.read(reading.reading_list, found, kind, then=self._copied, owner=self)

    def _copied(self, text: str) -> None:
        copy(text)
        self._session.messages.tell(self.tr("The reading list is on the clipboard."))

    def _choose_file(self, found: Exploration, kind: str) -> None:
        save = partial(self.save_reading_list, found, kind)
        ask_where_to_save(self, self.tr("Save the reading list"), _ENDINGS[kind], save)

    def save_reading_list(self, found: Exploration, kind: str, path: Path) -> None:
        """Write the works to get to a file."""
        self._session.read(
            lambda library: save_text(reading.reading_list(library, found, kind), path),
            then=lambda _: self._session.messages.tell(self.tr("Saved to {0}.").format(path.name)),
            owner=self,
        )

    # ── building ─────────────────────────────────────────────────────────────────────────────────────

    def _lay_out(self) -> None:
        self.history = icon_button(
            self._session.icons, "history", self.tr("Earlier explorations"), self.toggle_earlier
        )
        self.form.add_tool(self.history)
        for page in (self.empty, self.graph, self.earlier):
            self.stack.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.form)
        layout.addWidget(self.panel)
        layout.addWidget(self.stack, 1)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusProxy(self.form.field)

    def _connect(self) -> None:
        self.form.asked.connect(self.ask)
        self.form.changed.connect(self._settings_changed)
        self.form.stop_wanted.connect(self.exploring.stop)
        self.panel.start_wanted.connect(self._start_wanted)
        self.panel.stop_wanted.connect(self.exploring.stop)
        self.exploring.began.connect(self._began)
        self.exploring.planned.connect(lambda plan: self.panel.show_plan(plan, running=True))
        self.exploring.moved.connect(self.panel.show_progress)
        self.exploring.ended.connect(self._ended)
        self.earlier.chosen.connect(self.open)
        self.earlier.delete_wanted.connect(self._delete)
        self.graph.reading_list_wanted.connect(self._reading_list)
        self._session.navigation.scope_changed.connect(self._offer_scope)

    def _offer_scope(self, scope: Scope) -> None:
        self.form.offer_scope(scope)
