"""The account of an exploration: planned before it starts, with Start; moving, with Stop; and as it ended.

Signals:
    PlanPanel.start_wanted(), PlanPanel.stop_wanted()
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout

from twintree.base.events import JobProgress
from twintree.base.exploring import Exploration
from twintree_desktop.engine_words import in_words
from twintree_desktop.explore.words import account_words, plan_words, skipped_words
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, clear, label
from twintree_desktop.words import number_words, tr

_MOST_NOTES = 12


class PlanPanel(QFrame):
    """One sentence, what is the matter, and on demand how it was found."""

    start_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "strip")
        self.sentence = label("", wrap=True)
        self.trouble = label("", "warn", wrap=True)
        self.start = button(self.tr("Start"), "primary", self.start_wanted.emit)
        self.stop = button(self.tr("Stop"), "outline", self.stop_wanted.emit)
        self.how = button("", "link", self._toggle)
        self.how.setCheckable(True)
        self.progress = label("", "small")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress"))
        self._details = QVBoxLayout()
        self._details.setSpacing(SPACE.hair)
        self.details: tuple[str, ...] = ()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.large, SPACE.small, SPACE.large, SPACE.small)
        layout.setSpacing(SPACE.hair)
        row = QHBoxLayout()
        row.setSpacing(SPACE.small)
        row.addWidget(self.sentence, 1)
        for each in (self.how, self.start, self.stop):
            row.addWidget(each, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(row)
        layout.addWidget(self.trouble)
        moving = QHBoxLayout()
        moving.setSpacing(SPACE.medium)
        moving.addWidget(self.progress)
        moving.addWidget(self.bar, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addLayout(moving)
        layout.addLayout(self._details)
        self.hide()

    def show_planning(self) -> None:
        """The plan is being made."""
        self._say(self.tr("Looking ahead …"))
        self._show_details((), shown=False)

    def show_plan(self, plan: Exploration, *, running: bool = False) -> None:
        """What it would look at and cost, before the first claim is read."""
        # Without seeds, or without a citation around them, there is nothing to start.
        possible = not plan.reason
        self._say(
            plan_words(plan.calls),
            trouble=in_words(plan.reason),
            start=possible and not running,
            running=running,
        )
        self._show_details(_lines(plan), shown=not running, name=self.tr("The plan"))

    def show_progress(self, event: JobProgress) -> None:
        """How far it is."""
        parts = [in_words(event.message).capitalize()]
        if event.total:
            counted = self.tr("{0} of {1}").format(number_words(event.done), number_words(event.total))
            parts.append(counted)
        self.progress.setText(" · ".join(part for part in parts if part))
        self.bar.setRange(0, 1000 if event.total else 0)
        self.bar.setValue(round(1000 * event.done / event.total) if event.total else 0)

    def show_found(self, found: Exploration) -> None:
        """How it ended."""
        stopped = found.status == "cancelled"
        self._say(account_words(found), trouble=in_words(found.reason), start=stopped)
        self.start.setText(self.tr("Go on") if stopped else self.tr("Start"))
        self._show_details(_lines(found), shown=False, name=self.tr("How this was found"))

    def show_nothing(self, words: str, *, start: bool) -> None:
        """It was refused, stopped or failed before there was anything to show; ``start``: it may be tried again."""
        self._say(words, start=start)
        self._show_details((), shown=False)

    def _say(self, text: str, *, trouble: str = "", start: bool = False, running: bool = False) -> None:
        self.sentence.setText(text)
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.start.setText(self.tr("Start"))
        self.start.setVisible(start)
        self.stop.setVisible(running)
        for each in (self.progress, self.bar):
            each.setVisible(running)
        self.progress.setText(self.tr("Starting …"))
        self.bar.setRange(0, 0)
        self.show()

    def _show_details(self, lines: Sequence[str], *, shown: bool, name: str = "") -> None:
        self.details = tuple(lines)
        self.how.setText(name)
        self.how.setVisible(bool(lines))
        self.how.setChecked(shown)
        self._toggle()

    def _toggle(self) -> None:
        clear(self._details)
        for line in self.details if self.how.isChecked() else ():
            self._details.addWidget(label(line, "small", wrap=True))


def _lines(found: Exploration) -> list[str]:
    how = tr("by rules") if found.planned_by == "rules" else found.planned_by
    queries = tr("Searched for ({0}): {1}").format(how, " · ".join(found.plan))
    lines = [queries, skipped_words(found.calls), *map(in_words, found.notes[:_MOST_NOTES])]
    if len(found.notes) > _MOST_NOTES:
        lines.append(tr("and {0} more").format(len(found.notes) - _MOST_NOTES))
    return [line for line in lines if line]
