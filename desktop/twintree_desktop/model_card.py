"""One model in the Models panel: what it is, what it was found fit for, and what can be done with it.

Signals:
    ModelRow.wanted(str): ``fetch``, ``check``, ``use``, ``unuse``, ``remove`` or ``stop`` was pressed
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from twintree_desktop.model_words import (
    backend_line,
    embedder_line,
    facts_line,
    fit_tasks,
    fitness_lines,
    language_line,
    memory_line,
    speed_line,
    state_words,
)
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, frame, label, wrapped

if TYPE_CHECKING:
    from twintree.modeldesk import ModelCard, ModelMeasures

_WHOLE = 1000


class ModelRow(QWidget):
    """A model."""

    wanted = Signal(str)

    def __init__(self, card: ModelCard, measures: ModelMeasures | None, *, busy: bool) -> None:
        super().__init__()
        self.card = card
        self.setObjectName(f"model-{card.id}")
        self.setAccessibleName(card.name)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, SPACE.small, 0, SPACE.small)
        self._layout.setSpacing(SPACE.hair)
        self._layout.addLayout(self._head())
        self._short_of_memory = ""
        self.lines = [line for line in self._lines(measures) if line]
        for line in self.lines:
            made = wrapped(line, "warn" if line == self._short_of_memory else "muted")
            made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._layout.addWidget(made)
        self._layout.addWidget(self._work())
        self._layout.addLayout(self._buttons(busy=busy))

    def show_work(self, words: str, share: float) -> None:
        """Show that something is being done, and how far it is; below 0: nobody knows."""
        self._words.setText(words)
        self._bar.setRange(0, _WHOLE if share >= 0 else 0)
        self._bar.setValue(round(max(share, 0.0) * _WHOLE))
        self._box.show()
        for each in self._ways:
            each.setEnabled(False)

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE.small)
        name = label(self.card.name, "title", wrap=True)
        row.addWidget(name, 1)
        words = state_words(self.card)
        if self.card.chosen:
            # What was checked with older cases is chosen, but takes nothing over.
            words = self.tr("in use") if fit_tasks(self.card.fitness) else self.tr("chosen")
        pill: QLabel = label(words, "pill")
        row.addWidget(pill, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _lines(self, measures: ModelMeasures | None) -> list[str]:
        card = self.card
        lines = [facts_line(card)]
        if card.kind == "embedder":
            own = (
                measures is not None and measures.embedder.id.split("@")[0].casefold() == card.name.casefold()
            )
            lines.append(language_line(card.languages))
            if measures is not None and own:
                lines.append(embedder_line(measures.embedder))
            return lines
        if card.state != "here":
            # A model that is yet to be fetched takes about as much memory as its file is large.
            return [*lines, self._memory(measures, card.size) if card.kind == "llm" else ""]
        lines += fitness_lines(card.fitness, card.checked_before)
        if card.fitness is not None:
            lines += [speed_line(card.fitness), backend_line(card.fitness.backend, card.fitness.reason)]
        if measures is not None and card.id in measures.memory:
            lines.append(self._memory(measures, measures.memory[card.id]))
        return lines

    def _memory(self, measures: ModelMeasures | None, needed: int) -> str:
        if measures is None or not needed:
            return ""
        line = memory_line(needed, measures.free)
        if needed > measures.free > 0:
            self._short_of_memory = line
        return line

    def _work(self) -> QWidget:
        self._box = frame("plain")
        inside = QHBoxLayout(self._box)
        inside.setContentsMargins(0, SPACE.hair, 0, SPACE.hair)
        inside.setSpacing(SPACE.medium)
        self._words = label("", "small")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress"))
        stop = button(self.tr("Stop"), "link", lambda: self.wanted.emit("stop"))
        stop.setObjectName("stop")
        inside.addWidget(self._words)
        inside.addWidget(self._bar, 1)
        inside.addWidget(stop)
        self._box.hide()
        return self._box

    def _buttons(self, *, busy: bool) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE.small)
        self._ways = []
        for key, words in self._offers():
            made = button(words, "danger" if key == "remove" else "outline", partial(self.wanted.emit, key))
            made.setObjectName(key)
            made.setAccessibleName(f"{words}: {self.card.name}")
            made.setEnabled(not busy)
            self._ways.append(made)
            row.addWidget(made)
        row.addStretch(1)
        return row

    def _offers(self) -> list[tuple[str, str]]:
        card = self.card
        if card.state == "fetch":
            return [("fetch", self.tr("Fetch"))]
        if card.state != "here":
            return []
        offers = [
            ("check", self.tr("Check again") if card.fitness or card.checked_before else self.tr("Check"))
        ]
        if card.chosen:
            offers.append(("unuse", self.tr("Use it no more")))
        elif fit_tasks(card.fitness):
            offers.append(("use", self.tr("Use for all it is fit for")))
        return [*offers, ("remove", self.tr("Remove"))]
