"""What is explored: the question, of which papers, and the few settings that matter.

Signals:
    ExploreForm.asked(): Enter in the question's field, or its button
    ExploreForm.changed(): the papers or a setting are others now
    ExploreForm.stop_wanted(): Escape in the question's field
"""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from twintree.base.answers import Scope
from twintree.base.exploring import HOPS, RANKINGS, SEEDING, Exploration, ExploreSettings
from twintree_desktop.ask.composer import QuestionField
from twintree_desktop.ask.scope_button import ScopeButton
from twintree_desktop.session import Session
from twintree_desktop.tokens import HEIGHT, SPACE
from twintree_desktop.widgets import FlowLayout, button, label

_SEEDS = (3, 5, 10, 20, 50)
_WIDEST_SCOPE = 260
_DEFAULT = ExploreSettings()


class ExploreForm(QFrame):
    """The field and, below it, one line of choices that wraps where it is narrow."""

    asked = Signal()
    changed = Signal()
    stop_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setProperty("kind", "bar")
        self.field = QuestionField()
        self.field.setMinimumHeight(HEIGHT.bar - 4)
        self.field.setPlaceholderText(self.tr("A question to set out from, in your own words …"))
        self.field.setAccessibleName(self.tr("The question to explore from"))
        self.plan = button(self.tr("Plan"), "outline", self.asked.emit)
        self.plan.setToolTip(self.tr("Show what it would look at and cost, before anything is read (Enter)"))
        self.scope = ScopeButton(session)
        self.seeds, self.seeding = QComboBox(), QComboBox()
        self.hops, self.ranking = QComboBox(), QComboBox()
        self.prune = QCheckBox(self.tr("Prune"))
        self.options = button("", "link", lambda: self._show_options(not self._opened))
        self._opened = False
        self._known = "", _DEFAULT
        self._fill()
        self._lay_out()
        self._show_options(False)
        self.show_settings(_DEFAULT)
        self._connect()
        self.scope.refresh()

    @property
    def question(self) -> str:
        """What is asked."""
        return self.field.text().strip()

    @property
    def settings(self) -> ExploreSettings:
        """What is chosen; what has no place here is as it was when this question was explored before."""
        question, known = self._known
        return msgspec.structs.replace(
            known if question == self.question else _DEFAULT,
            seeds=int(self.seeds.currentData()),
            seeding=str(self.seeding.currentData()),
            hops=float(self.hops.currentData()),
            ranking=str(self.ranking.currentData()),
            prune=self.prune.isChecked(),
        )

    def show_settings(self, settings: ExploreSettings) -> None:
        """Choose these."""
        if self.seeds.findData(settings.seeds) < 0:
            self.seeds.addItem(self._seeds_words(settings.seeds), settings.seeds)
        for box, value in (
            (self.seeds, settings.seeds),
            (self.seeding, settings.seeding),
            (self.hops, settings.hops),
            (self.ranking, settings.ranking),
        ):
            box.setCurrentIndex(box.findData(value))
        self.prune.setChecked(settings.prune)
        if self.settings != _DEFAULT:
            self._show_options(True)

    def _show_options(self, shown: bool) -> None:
        """Show how papers are looked for, or fold that away: whoever begins needs a question alone."""
        self._opened = shown
        for each in (self.seeds, self.seeding, self.hops, self.ranking, self.prune):
            each.setVisible(shown)
        self.options.setText(self.tr("Fewer options") if shown else self.tr("Options"))

    def show_asked(self, found: Exploration) -> None:
        """Show what an exploration was asked, without telling of a change."""
        self._known = found.question, found.settings
        self.blockSignals(True)
        self.field.setText(found.question)
        self.show_settings(found.settings)
        self.scope.set_scope(found.scope)
        self.blockSignals(False)

    def offer_scope(self, scope: Scope) -> None:
        """Offer what is chosen elsewhere among the papers to explore."""
        self.scope.offer_scope(scope)

    def set_busy(self, busy: bool) -> None:
        """Nothing can be chosen while an exploration is made."""
        for each in (self.plan, self.scope, self.seeds, self.seeding, self.hops, self.ranking, self.prune):
            each.setEnabled(not busy)
        self.field.setReadOnly(busy)

    def _seeds_words(self, count: int) -> str:
        return self.tr("{0} seeds a query").format(count)

    def _fill(self) -> None:
        for count in _SEEDS:
            self.seeds.addItem(self._seeds_words(count), count)
        ways = {
            "both": self.tr("nearest and newest"),
            "relevance": self.tr("nearest to the question"),
            "recency": self.tr("newest"),
        }
        for way in SEEDING:
            self.seeding.addItem(ways[way], way)
        reaches = {
            1.0: self.tr("1 hop: what they cite, who cites them"),
            1.5: self.tr("1.5 hops: with the links among those"),
            2.0: self.tr("2 hops: and a step further"),
        }
        for hops in HOPS:
            self.hops.addItem(reaches[hops], hops)
        names = {"pagerank": self.tr("ranked by PageRank"), "salsa": self.tr("ranked by SALSA")}
        for name in RANKINGS:
            self.ranking.addItem(names[name], name)
        for box, said in (
            (self.seeds, self.tr("Papers to start from, for each query of the plan")),
            (self.seeding, self.tr("Which papers to start from")),
            (self.hops, self.tr("How far from them")),
            (self.ranking, self.tr("How papers are ranked")),
        ):
            box.setAccessibleName(said)
            box.setToolTip(said)
        self.prune.setToolTip(
            self.tr(
                "Leave citations out whose claims are not carried; off, since on our questions it did not help."
            )
        )

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.large, SPACE.small, SPACE.large, SPACE.small)
        layout.setSpacing(SPACE.small)
        self.asking = QHBoxLayout()
        self.asking.setSpacing(SPACE.hair)
        self.asking.addWidget(self.field, 1)
        self.asking.addWidget(self.plan)
        layout.addLayout(self.asking)
        choices = FlowLayout(gap=SPACE.small)
        for each in (
            label(self.tr("From"), "small"),
            self.scope,
            self.seeds,
            self.seeding,
            self.hops,
            self.ranking,
            self.prune,
            self.options,
        ):
            choices.addWidget(each)
        layout.addLayout(choices)

    def add_tool(self, tool: QWidget) -> None:
        """Put a button beside the field."""
        self.asking.addWidget(tool)

    def _connect(self) -> None:
        self.field.returnPressed.connect(self.asked)
        self.field.stop_wanted.connect(self.stop_wanted)
        self.scope.named_anew.connect(lambda _: self.scope.fit(_WIDEST_SCOPE))
        self.scope.chosen.connect(lambda _: self.changed.emit())
        for box in (self.seeds, self.seeding, self.hops, self.ranking):
            box.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.prune.toggled.connect(lambda _: self.changed.emit())
