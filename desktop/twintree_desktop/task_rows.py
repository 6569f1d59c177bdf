"""Which model does which task, and what may be done without being asked, a row a task that a model is fit for.

Signals:
    TaskRows.assigned(str, str): let this model (``""``: as for every task; ``NOBODY``) do this task
    TaskRows.allowed(str, bool): let this task be done in the background, or not
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QVBoxLayout, QWidget

from twintree.modeldesk import NOBODY, TaskChoice
from twintree_desktop.model_words import task_words
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import clear, label, wrapped

_WIDTH = 240


class TaskRows(QWidget):
    """A grid: the task, who does it, whether unasked."""

    assigned = Signal(str, str)
    allowed = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE.hair, 0, 0)
        column.setSpacing(SPACE.small)
        self._grid = QGridLayout()
        column.addLayout(self._grid)
        self.left = wrapped("", "muted")
        column.addWidget(self.left)
        self._grid.setHorizontalSpacing(SPACE.large)
        self._grid.setVerticalSpacing(SPACE.small)
        self._grid.setColumnStretch(0, 1)
        self.boxes: dict[str, QComboBox] = {}
        self.ticks: dict[str, QCheckBox] = {}

    def show_tasks(self, tasks: Sequence[TaskChoice], names: Mapping[str, str], *, busy: bool) -> None:
        """Show who does what; ``names`` of the models by their ids."""
        clear(self._grid)
        self.boxes, self.ticks = {}, {}
        taken = [task for task in tasks if task.fit]
        for row, task in enumerate(taken):
            words = task_words(task.task)
            self._grid.addWidget(label(words[:1].upper() + words[1:]), row, 0)
            self._grid.addWidget(self._who(task, names, busy=busy), row, 1)
            if task.background:
                self._grid.addWidget(self._unasked(task, busy=busy), row, 2)
        self.left.setText(self._left_words([task for task in tasks if not task.fit], some=bool(taken)))
        self.left.setVisible(bool(self.left.text()))

    def _left_words(self, tasks: Sequence[TaskChoice], *, some: bool) -> str:
        """What is done without a model, said once for all of it."""
        if not tasks:
            return ""
        if not some:
            return self.tr("No model here was found fit for anything so far: all is done without one.")
        names = ", ".join(task_words(task.task) for task in tasks)
        return self.tr("Done without a model, since none here was found fit: {0}.").format(names)

    def _who(self, task: TaskChoice, names: Mapping[str, str], *, busy: bool) -> QWidget:
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
