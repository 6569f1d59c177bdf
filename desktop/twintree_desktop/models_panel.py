"""Models: what is on this machine, what it was found fit for, what can be had; fetch, add, check, use, remove."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from twintree.base.errors import TwintreeError
from twintree.modeldesk import recogniser
from twintree_desktop.model_card import ModelRow
from twintree_desktop.model_words import recogniser_lines, standing_words
from twintree_desktop.model_work import ModelWork
from twintree_desktop.session import Session
from twintree_desktop.task_rows import TaskRows
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, caption, clear, label, rule, settle, wrapped

if TYPE_CHECKING:
    from twintree.modeldesk import ModelCard, ModelDesk, ModelMeasures, TaskChoice

_WIDTH = 720


class ModelsPanel(QWidget):
    """The place of the models."""

    def __init__(self, session: Session, work: ModelWork) -> None:
        super().__init__()
        self._session = session
        self._work = work
        self._cards: list[ModelCard] = []
        self._tasks: list[TaskChoice] = []
        self._measures: ModelMeasures | None = None
        self.tasks = TaskRows()
        self.tasks.assigned.connect(self._assign)
        self.tasks.allowed.connect(self._allow)
        self.rows: dict[str, ModelRow] = {}
        self.standing = wrapped(self.tr("Looking at the models of this machine …"), "muted")
        self._build()
        work.changed.connect(self._show_work)
        work.ended.connect(self.refresh)

    def refresh(self) -> None:
        """Look again at what is there; what only the models' process knows follows."""
        desk = self._work.desk

        def here() -> tuple[list[ModelCard], list[TaskChoice]]:
            return desk.cards(), desk.tasks()

        self._session.bridge.run(here, self._take, self._session.messages.fail, owner=self)
        self._session.bridge.run(self._work.desk.measures, self._measure, self._unmeasured, owner=self)

    def add(self, path: Path) -> None:
        """Take in a model file that the person has."""
        self._work.begin(
            path.name, self.tr("Checking the hash"), lambda desk, *ways: desk.add(path, *ways), self._added
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _build(self) -> None:
        inner = QWidget()
        inner.setProperty("kind", "page")
        centre = QHBoxLayout(inner)
        column = QWidget()
        column.setMaximumWidth(_WIDTH)
        form = QVBoxLayout(column)
        form.setContentsMargins(SPACE.huge, SPACE.large, SPACE.huge, SPACE.huge)
        form.setSpacing(SPACE.small)
        form.addWidget(label(self.tr("Models"), "headline"))
        form.addWidget(self.standing)
        self._list = QVBoxLayout()
        self._list.setSpacing(SPACE.hair)
        form.addLayout(self._list)
        form.addWidget(self._build_tasks())
        self._further = QVBoxLayout()
        self._further.setSpacing(SPACE.hair)
        form.addLayout(self._further)
        self._add = button(self.tr("Add a model file …"), "outline", self._choose)
        self._add.setObjectName("add-model")
        form.addSpacing(SPACE.medium)
        form.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)
        hint = self.tr(
            "Any GGUF file with a chat template. It stays where it lies. A model takes over only what it was "
            "found fit for, measured here with small tasks of known answers; everything else is done without it."
        )
        self._hint = wrapped(hint, "small")
        form.addWidget(self._hint)
        form.addStretch(1)
        for each in (self._task_box, self._add, self._hint):
            each.hide()
        centre.addWidget(column, 1)
        centre.addStretch(0)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(inner)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._area)

    def _build_tasks(self) -> QWidget:
        self._task_box = QWidget()
        column = QVBoxLayout(self._task_box)
        column.setContentsMargins(0, SPACE.large, 0, 0)
        column.setSpacing(SPACE.small)
        column.addWidget(caption(self.tr("Who does what")))
        column.addWidget(self.tasks)
        return self._task_box

    def _take(self, here: tuple[list[ModelCard], list[TaskChoice]]) -> None:
        self._cards, self._tasks = here
        self._fill()

    def _measure(self, measures: ModelMeasures) -> None:
        self._measures = measures
        if self._cards:
            self._fill()

    def _unmeasured(self, error: TwintreeError) -> None:
        if self.isVisible():
            self._session.messages.fail(error)

    def _fill(self) -> None:
        clear(self._list)
        self.rows = {}
        self.standing.setText(standing_words(self._cards, here=True))
        here = ("bundled", "here")
        reading = self.tr("Reading the library")
        for title, chosen in (
            (
                reading,
                [c for c in self._cards if c.kind == "embedder" and c.state in here],
            ),
            (
                self.tr("Language models here"),
                [c for c in self._cards if c.kind == "llm" and c.state in here],
            ),
        ):
            if chosen:
                self._section(self._list, title, chosen)
            if title == reading:
                self._show_recogniser()
        further = [c for c in self._cards if c.state not in here]
        clear(self._further)
        if further:
            self._section(self._further, self.tr("To be had"), further)
        self._show_tasks()
        self._show_work()
        for each in (self._add, self._hint):
            each.show()
        ways = [way for row in self.rows.values() for way in row.findChildren(QPushButton)]
        if ways:  # Tab goes down the page, though the rows are younger than what stands below them
            QWidget.setTabOrder(ways[-1], self._add)
        settle(self._area)

    def _show_recogniser(self) -> None:
        """What reads scanned pages stands beside what reads texts."""
        self._list.addWidget(rule())
        self._list.addSpacing(SPACE.small)
        self._list.addWidget(label(self.tr("Text recognition"), "title"))
        for line in recogniser_lines(recogniser()):
            self._list.addWidget(wrapped(line, "muted"))

    def _show_tasks(self) -> None:
        names = {card.id: card.name for card in self._cards}
        self._task_box.setVisible(any(card.kind == "llm" and card.state == "here" for card in self._cards))
        self.tasks.show_tasks(self._tasks, names, busy=bool(self._work.model))

    def _assign(self, task: str, model: str) -> None:
        self._tell(lambda desk: desk.assign(task, model))

    def _allow(self, task: str, allowed: bool) -> None:
        self._tell(lambda desk: desk.let_unasked(task, allowed))

    def _tell(self, say: Callable[[ModelDesk], None]) -> None:
        desk = self._work.desk
        self._session.bridge.run(
            lambda: say(desk), lambda _: self.refresh(), self._session.messages.fail, owner=self, writes=True
        )

    def _section(self, into: QVBoxLayout, title: str, cards: list[ModelCard]) -> None:
        into.addSpacing(SPACE.large)
        into.addWidget(caption(title))
        for position, card in enumerate(cards):
            if position:
                into.addWidget(rule())
            row = ModelRow(card, self._measures, busy=bool(self._work.model))
            row.wanted.connect(partial(self._do, card))
            self.rows[card.id] = row
            into.addWidget(row)

    def _show_work(self) -> None:
        busy = bool(self._work.model)
        self._add.setEnabled(not busy)
        self._add.setText(self._work.words if busy else self.tr("Add a model file …"))
        row = self.rows.get(self._work.model)
        if row is not None:
            row.show_work(self._work.words, self._work.share)

    def _do(self, card: ModelCard, what: str) -> None:
        begin = self._work.begin
        match what:
            case "stop":
                self._work.stop()
            case "fetch":
                begin(card.id, self.tr("Fetching"), lambda desk, *ways: desk.fetch(card.id, *ways))
            case "check":
                begin(card.id, self.tr("Checking"), lambda desk, *ways: desk.check(card.id, *ways))
            case "use" | "unuse":
                chosen = card.id if what == "use" else ""
                begin(card.id, self.tr("Choosing"), lambda desk, *_: desk.use(chosen))
            case "remove":
                self._session.messages.warn(
                    self._question(card), self.tr("Remove"), partial(self._remove, card.id), subject=card.id
                )

    def _question(self, card: ModelCard) -> str:
        if card.linked:
            return self.tr("Forget {0}? The file stays where it lies.").format(card.name)
        return self.tr("Remove {0} from this machine?").format(card.name)

    def _remove(self, model: str) -> None:
        self._work.begin(model, self.tr("Removing"), lambda desk, *_: desk.remove(model))

    def _added(self, model: str) -> None:
        self._session.messages.tell(
            self.tr("{0} is known now. Check it to see what it is fit for.").format(model)
        )

    def _choose(self) -> None:
        dialog = QFileDialog(self, self.tr("Add a model file"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("Models (*.gguf)"), self.tr("All files (*)")])
        dialog.fileSelected.connect(lambda name: self.add(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
