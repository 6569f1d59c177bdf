"""Which model does which task, and what may be done without being asked, a row a task.

Signals:
    TaskRows.assigned(str, str): let this model (``""``: as for every task; ``NOBODY``) do this task
    TaskRows.allowed(str, bool): let this task be done in the background, or not
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QWidget

from twintree.modeldesk import NOBODY, TaskChoice
from twintree_desktop.model_words import task_words
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import clear, label

_WIDTH = 240


class TaskRows(QWidget):
    """A grid: the task, who does it, whether unasked."""

    assigned = Signal(str, str)
    allowed = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, SPACE.hair, 0, 0)
        self._grid.setHorizontalSpacing(SPACE.large)
        self._grid.setVerticalSpacing(SPACE.small)
        self._grid.setColumnStretch(0, 1)
        self.boxes: dict[str, QComboBox] = {}
        self.ticks: dict[str, QCheckBox] = {}

    def show_tasks(self, tasks: Sequence[TaskChoice], names: Mapping[str, str], *, busy: bool) -> None:
        """Show who does what; ``names`` of the models by their ids."""
        clear(self._grid)
        self.boxes, self.ticks = {}, {}
        for row, task in enumerate(tasks):
            words = task_words(task.task)
            self._grid.addWidget(label(words[:1].upper() + words[1:]), row, 0)
            self._grid.addWidget(self._who(task, names, busy=busy), row, 1)
            self._grid.addWidget(self._unasked(task, busy=busy), row, 2)

    def _who(self, task: TaskChoice, names: Mapping[str, str], *, busy: bool) -> QWidget:
        if not task.fit:
            made = label(self.tr("no model here was found fit"), "muted")
            made.setFixedWidth(_WIDTH)
            return made
        box = QComboBox()
        box.setFixedWidth(_WIDTH)
        box.setAccessibleName(self.tr("Who does this: {0}").format(task_words(task.task)))
        doing = names.get(task.model, "") if not task.chosen else ""
        as_all = self.tr("As for every task ({0})").format(doing) if doing else self.tr("As for every task")
        box.addItem(as_all, "")
        box.addItem(self.tr("No model"), NOBODY)
        for model in task.fit:
            box.addItem(names.get(model, model), model)
        box.setCurrentIndex(max(0, box.findData(task.chosen)))
        box.setEnabled(not busy)
        box.currentIndexChanged.connect(lambda _: self.assigned.emit(task.task, str(box.currentData())))
        self.boxes[task.task] = box
        return box

    def _unasked(self, task: TaskChoice, *, busy: bool) -> QWidget:
        if not task.background:
            return label(self.tr("when you ask"), "muted")
        tick = QCheckBox(self.tr("also unasked"))
        tick.setToolTip(
            self.tr("A model may do this by itself, in the background, after papers were imported.")
        )
        tick.setAccessibleName(self.tr("Do this unasked: {0}").format(task_words(task.task)))
        tick.setChecked(task.unasked)
        tick.setEnabled(not busy)
        tick.toggled.connect(partial(self.allowed.emit, task.task))
        self.ticks[task.task] = tick
        return tick
