"""*How this was found*, step by step: plan, then every target with its passes, or an agent's calls, and the cost.

Signals:
    TracePanel.cited(Citation): show this page with the words lit
    TracePanel.led(Lead): show this page
    TracePanel.paper_wanted(str): open this paper (PaperId)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from twintree.base.answers import Answer
from twintree.base.tracing import Cycle, RunTrace, SeenEvidence
from twintree_desktop.ask.calls import CallRow
from twintree_desktop.ask.choosing import EvidenceChoice
from twintree_desktop.ask.evidence import EvidenceRow
from twintree_desktop.ask.fold import Fold
from twintree_desktop.ask.found_panel import FoundRow
from twintree_desktop.ask.modes import mode_name, why_mode
from twintree_desktop.ask.steps import EvidenceBlock, NamedRows, PassView
from twintree_desktop.ask.trace import FoundLine, step_line
from twintree_desktop.ask.tracewords import (
    action_words,
    cost_figures,
    cost_line,
    rejection_line,
    shortened,
    target_words,
)
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import caption, rule, wrapped

#: Steps of the trace that stand before the targets or calls, and behind them; the others are told otherwise.
_BEFORE = ("follow-up", "steering", "shortlist", "places", "budget")
_BEHIND = ("memory", "agent", "signals", "evidence", "model", "quotes", "verdict", "cost")
#: So many targets are open at first.
_OPEN = 1


class TracePanel(QWidget):
    """The steps of one run; ``choice`` is there where its evidence can be chosen by hand."""

    cited = Signal(object)
    led = Signal(object)
    paper_wanted = Signal(str)

    def __init__(
        self, session: Session, answer: Answer, trace: RunTrace, choice: EvidenceChoice | None = None
    ) -> None:
        super().__init__()
        self._session, self._answer, self._trace, self._choice = session, answer, trace, choice
        self.passes: list[PassView] = []
        self.targets: list[Fold] = []
        self.calls: list[CallRow] = []
        self.evidence: list[EvidenceRow] = []
        self.lines: list[FoundRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, SPACE.hair, 0, 0)
        self._column.setSpacing(SPACE.small)
        self._column.addWidget(rule())
        self._column.addWidget(caption(self.tr("How this was found")))
        self._tell_mode()
        self._tell_steps(_BEFORE)
        self._tell_evidence(self.tr("Left out"), trace.left_out, out=True)
        self._tell_plan()
        self._tell_evidence(self.tr("Evidence"), trace.evidence)
        self._add_targets()
        self._add_calls()
        self._tell_gone()
        if said := action_words(answer, trace):
            self._line(FoundLine(self.tr("Action"), said))
        self._tell_steps(_BEHIND)
        self._line(FoundLine(self.tr("Cost"), cost_line(answer), cost_figures(answer, trace)))

    def _line(self, line: FoundLine) -> None:
        row = FoundRow(self._session.icons, line)
        row.led.connect(self.led)
        self.lines.append(row)
        self._column.addWidget(row)

    def _tell_mode(self) -> None:
        why = why_mode(self._answer)
        if why:
            words = self.tr("{0}, chosen automatically: {1}").format(mode_name(self._answer.mode), why)
            self._line(FoundLine(self.tr("Mode"), words))

    def _tell_steps(self, names: Sequence[str]) -> None:
        for name in names:
            for step in self._answer.trace:
                # A question that is not a short follow-up is asked as it stands.
                if step.step == name and not step.summary.endswith(f": {self._answer.question}"):
                    self._line(step_line(step))

    def _tell_evidence(self, name: str, passages: Sequence[SeenEvidence], *, out: bool = False) -> None:
        """Passages that belong to no pass: what the person left out, and what was read without one."""
        if not passages:
            return
        rows = NamedRows()
        block = EvidenceBlock(self._session, passages, self._choice, out=out)
        block.cited.connect(self.cited)
        rows.put(name, block)
        self.evidence += block.rows
        self._column.addWidget(rows)

    # ── step by step ─────────────────────────────────────────────────────────────────────────────────

    def _tell_plan(self) -> None:
        plan = self._trace.plan
        if self._trace.rejected is not None:
            self._line(FoundLine(self.tr("Ended"), rejection_line(self._trace.rejected)))
        if plan is None:
            return
        many = len(plan.targets)
        said = self.tr("1 thing is sought") if many == 1 else self.tr("{0} things are sought").format(many)
        if many > 1 and len({target.text for target in plan.targets}) == 1:
            said = self.tr("The question is put to {0} papers, one after the other").format(many)
        self._line(FoundLine(self.tr("Plan"), said))

    def _add_targets(self) -> None:
        together = [list(each) for _, each in groupby(self._trace.cycles, key=lambda cycle: cycle.target)]
        for cycles in together:
            title = f"{cycles[0].target}  {self._target_text(cycles)}"
            fold = Fold(self._session.icons, title, target_words(cycles), partial(self._passes, cycles))
            self.targets.append(fold)
            self._column.addWidget(fold)
        for fold in self.targets[:_OPEN]:
            fold.open_or_close()

    def _target_text(self, cycles: Sequence[Cycle]) -> str:
        plan, number = self._trace.plan, cycles[0].target
        text = plan.targets[number - 1].text if plan is not None and number <= len(plan.targets) else ""
        paper = next((step.text for step in cycles[-1].path if step.kind == "root"), "")
        own = plan is not None and sum(target.text == text for target in plan.targets) > 1
        # Where one question goes to several papers, the papers tell the targets apart.
        return paper if own and paper else shortened(text, 160) or self.tr("the whole question")

    def _passes(self, cycles: Sequence[Cycle]) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(SPACE.huge + 2, SPACE.hair, 0, SPACE.medium)
        column.setSpacing(SPACE.large)
        for cycle in cycles:
            view = PassView(
                self._session, cycle, self._choice, told=self._target_text(cycles), several=len(cycles) > 1
            )
            view.cited.connect(self.cited)
            self.passes.append(view)
            column.addWidget(view)
        return holder

    # ── an agent ─────────────────────────────────────────────────────────────────────────────────────

    def _add_calls(self) -> None:
        for number, seen in enumerate(self._trace.calls, 1):
            row = CallRow(self._session, number, seen, self._answer.question)
            row.cited.connect(self.cited)
            row.paper_wanted.connect(self.paper_wanted)
            self.calls.append(row)
            self._column.addWidget(row)

    def _tell_gone(self) -> None:
        """Steps go with a paper that is deleted for good: its words stood in them."""
        steps = self._trace.cycles or self._trace.calls or self._answer.states
        ended = self._answer.status != "complete" or self._answer.action == "bypass"
        controlled = self._answer.action is not None or any(s.step == "agent" for s in self._answer.trace)
        if controlled and not steps and not ended:
            words = self.tr("The steps of this run went with a paper that was deleted.")
            self._column.addWidget(wrapped(words, "small"))
