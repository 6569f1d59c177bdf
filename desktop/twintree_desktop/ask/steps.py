"""One pass over one target: what was sought, the path, the evidence, the verdict, and what was done.

Signals:
    PassView.cited(Citation), EvidenceBlock.cited(Citation): show this page with the words lit
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from twintree.base.tracing import Cycle, SeenEvidence
from twintree_desktop.ask.choosing import EvidenceChoice
from twintree_desktop.ask.crumbs import Breadcrumbs
from twintree_desktop.ask.evidence import EvidenceRow
from twintree_desktop.ask.found_panel import NAME_WIDTH
from twintree_desktop.ask.modes import action_line
from twintree_desktop.ask.tracewords import pass_words, rejection_line, role_name, verdict_words
from twintree_desktop.engine_words import in_words
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import caption, flush_link, label, restyle, wrapped

#: Passages of one pass that are shown at once; the verdict on them should not be out of sight.
_AT_FIRST = 5


class NamedRows(QWidget):
    """Rows with a muted name at the left, as *How this was found* has them."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(SPACE.small)
        self._grid.setVerticalSpacing(SPACE.small)
        self._grid.setColumnStretch(1, 1)

    def put(self, name: str, content: QWidget, lower: int = 0) -> None:
        """One more row; its name stands ``lower`` pixels lower, to be level with what is beside it."""
        row, top = self._grid.rowCount(), Qt.AlignmentFlag.AlignTop
        head = label(name, "small")
        head.setContentsMargins(0, lower, 0, 0)
        head.setFixedWidth(NAME_WIDTH)
        self._grid.addWidget(head, row, 0, top)
        self._grid.addWidget(content, row, 1)

    def say(self, name: str, text: str, *, warn: bool = False) -> None:
        """One more row of words; nothing where there are none."""
        if not text:
            return
        words = wrapped(text, "trace")
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if warn:
            restyle(words, level="warn")
        self.put(name, words)


class EvidenceBlock(QWidget):
    """Passages below one another, the first of them at first; ``out``: the answer was made without them."""

    cited = Signal(object)

    def __init__(
        self,
        session: Session,
        passages: Sequence[SeenEvidence],
        choice: EvidenceChoice | None,
        *,
        out: bool = False,
    ) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE.medium)
        self.rows = [EvidenceRow(session, seen, choice, out=out) for seen in passages]
        self._late = QWidget()
        below = QVBoxLayout(self._late)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(SPACE.medium)
        late = self._of_less_weight()
        for row in self.rows:
            row.cited.connect(self.cited)
            (below if row in late else column).addWidget(row)
        column.addWidget(self._late)
        self._late.hide()
        words = self.tr("Show %n more passage(s)", "", len(late))
        self.more = flush_link(words, self.show_all)
        self.more.setVisible(bool(late))
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def show_all(self) -> None:
        """Show the passages that weighed least, too."""
        self._late.show()
        self.more.hide()

    def _of_less_weight(self) -> list[EvidenceRow]:
        """What is shown on asking only; never what the person chose, nor a single one."""
        late = [row for row in self.rows[_AT_FIRST:] if not row.chosen]
        return late if len(late) > 1 else []


class PassView(NamedRows):
    """One pass; ``several`` when the target has more than one."""

    cited = Signal(object)

    def __init__(
        self, session: Session, cycle: Cycle, choice: EvidenceChoice | None, *, told: str, several: bool
    ) -> None:
        """``told`` is what the target's line says already."""
        super().__init__()
        self._session, self._choice = session, choice
        self.evidence: list[EvidenceRow] = []
        self.crumbs: Breadcrumbs | None = None
        if several:
            self._grid.addWidget(caption(pass_words(cycle)), 0, 0, 1, 2)
        self._tell_plan(cycle, told)
        if cycle.path:
            self.crumbs = Breadcrumbs(session.appearance, cycle.path)
            self.crumbs.cited.connect(self.cited)
            self.put(self.tr("Path"), self.crumbs, 3)
        if cycle.verdict is not None or cycle.evidence:
            self._tell_evidence(cycle)
        failed = cycle.verdict is not None and cycle.verdict.status == "Fail"
        self.say(self.tr("Verdict"), verdict_words(cycle), warn=failed)
        if cycle.action:
            self.say(self.tr("Action"), action_line(cycle.action))
        if cycle.rejected is not None:
            self.say(self.tr("Ended"), rejection_line(cycle.rejected), warn=True)
        models = ", ".join(f"{role_name(role)}: {model}" for role, model in cycle.made_by.items())
        self.say(self.tr("Models"), models)

    def _tell_plan(self, cycle: Cycle, told: str) -> None:
        if cycle.plan is not None:
            if cycle.plan.revision:
                self.say(self.tr("Because"), in_words(cycle.plan.revision))
            if cycle.plan.objective != told:
                self.say(self.tr("Plan"), cycle.plan.objective)
        if cycle.remembered:
            one, many = self.tr("1 earlier path could be used"), self.tr("{0} earlier paths could be used")
            self.say(self.tr("Memory"), one if cycle.remembered == 1 else many.format(cycle.remembered))

    def _tell_evidence(self, cycle: Cycle) -> None:
        if not cycle.evidence:
            self.say(self.tr("Evidence"), self.tr("Nothing was found there."))
            return
        block = EvidenceBlock(self._session, cycle.evidence, self._choice)
        block.cited.connect(self.cited)
        self.evidence += block.rows
        self.put(self.tr("Evidence"), block)
