"""What can be done with an answer: copied, saved, printed, asked again otherwise, compared, deleted; and its menu.

Signals:
    AnswerActions.again_wanted(TurnView): ask the same question again in its place
    AnswerActions.request_wanted(Request): ask this below
    AnswerActions.compare_wanted(str, str): compare these two runs (RunId)
    AnswerActions.delete_wanted(TurnView): delete the answer
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from twintree.base.answers import Answer, RunRow
from twintree_desktop.ask.history import runs_alike
from twintree_desktop.ask.modes import MODES, mode_line, mode_name
from twintree_desktop.ask.request import request_of
from twintree_desktop.ask.saving import answer_text, export_answer, save_text
from twintree_desktop.ask.tracewords import shortened
from twintree_desktop.ask.turn import TurnView
from twintree_desktop.model_words import fit_tasks
from twintree_desktop.printing import print_text
from twintree_desktop.reader.copying import copy
from twintree_desktop.save_dialog import ask_where_to_save
from twintree_desktop.session import Session
from twintree_desktop.words import moment_words

if TYPE_CHECKING:
    from twintree.library import Library
    from twintree.modeldesk import ModelCard

_MOST_ALIKE = 12


def writers(_library: Library) -> list[ModelCard]:
    """The language models of this machine."""
    from twintree.modeldesk import known_cards

    return [card for card in known_cards() if card.kind == "llm" and card.state == "here"]


class AnswerActions(QObject):
    """Serves the turns of one conversation."""

    again_wanted = Signal(object)
    request_wanted = Signal(object)
    compare_wanted = Signal(str, str)
    delete_wanted = Signal(object)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._window = session, parent
        self._models: Sequence[ModelCard] = ()
        self._alike: dict[str, Sequence[RunRow]] = {}

    def get_ready(self, answer: Answer) -> None:
        """Read what the menu will offer."""

        def found(rows: Sequence[RunRow]) -> None:
            self._alike[answer.question] = rows

        def here(models: Sequence[ModelCard]) -> None:
            self._models = models

        self._session.read(runs_alike, answer.question, then=found, owner=self)
        self._session.read(writers, then=here, owner=self)

    # ── the menu ─────────────────────────────────────────────────────────────────────────────────────

    def menu(self, turn: TurnView, others: Sequence[TurnView] = ()) -> QMenu:
        """All of it; ``others`` are the other turns of the conversation."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Copy with citations")).triggered.connect(lambda _=False: self.copy(turn))
        for text, kind, ending in (
            (self.tr("Save as Markdown …"), "markdown", "md"),
            (self.tr("Save cited papers as BibTeX …"), "bibtex", "bib"),
        ):
            save = menu.addAction(text)
            save.triggered.connect(
                lambda _=False, kind=kind, ending=ending: self._choose_file(turn, kind, ending)
            )
        menu.addAction(self.tr("Print …")).triggered.connect(lambda _=False: self.print(turn))
        menu.addSeparator()
        menu.addAction(self.tr("Ask again")).triggered.connect(lambda _=False: self.again_wanted.emit(turn))
        if turn.answer is not None:
            self._offer_modes(menu, turn.answer)
            self._offer_models(menu, turn.answer)
            self._offer_comparisons(menu, turn.answer, others)
        menu.addSeparator()
        delete = menu.addAction(self.tr("Delete this answer"))
        delete.triggered.connect(lambda _=False: self.delete_wanted.emit(turn))
        menu.actions()[0].setEnabled(turn.answer is not None)
        return menu

    def _offer_modes(self, menu: QMenu, answer: Answer) -> None:
        inner = menu.addMenu(self.tr("Ask again in another mode"))
        for mode in MODES:
            if mode not in ("auto", answer.mode):
                action = inner.addAction(f"{mode_name(mode)}\t{mode_line(mode)}")
                action.triggered.connect(
                    lambda _=False, mode=mode: self.request_wanted.emit(request_of(answer, mode))
                )

    def _offer_models(self, menu: QMenu, answer: Answer) -> None:
        inner = menu.addMenu(self.tr("Ask again with another model"))
        inner.setEnabled(bool(self._models))
        inner.menuAction().setEnabled(bool(self._models))
        if not self._models:
            inner.setTitle(self.tr("Ask again with another model (none is here)"))
        for card in self._models:
            fit = "answer" in fit_tasks(card.fitness)
            note = "" if fit else self.tr("not found fit to write answers")
            action = inner.addAction(f"{card.name}\t{note}" if note else card.name)
            action.triggered.connect(
                lambda _=False, model=card.id: self.request_wanted.emit(request_of(answer, model=model))
            )

    def _offer_comparisons(self, menu: QMenu, answer: Answer, others: Sequence[TurnView]) -> None:
        offered = {
            turn.answer.run: self._title(turn.answer.question, turn.answer.mode, turn.answer.created)
            for turn in others
            if turn.answer is not None and turn.answer.run != answer.run
        }
        for row in self._alike.get(answer.question, ())[:_MOST_ALIKE]:
            if row.run != answer.run:
                offered.setdefault(row.run, self._title(row.question, row.mode, row.created))
        inner = menu.addMenu(self.tr("Compare with"))
        inner.menuAction().setEnabled(bool(offered))
        for run, title in offered.items():
            action = inner.addAction(title)
            action.triggered.connect(lambda _=False, run=run: self.compare_wanted.emit(run, answer.run))

    def _title(self, question: str, mode: str, created: str) -> str:
        return f"{shortened(question, 60)}\t{mode_name(mode)} · {moment_words(created)}"

    # ── what leaves ──────────────────────────────────────────────────────────────────────────────────

    def copy(self, turn: TurnView) -> None:
        """Put the answer on the clipboard, each sentence with its citations."""
        if turn.answer is not None:
            copy(answer_text(turn.answer))
            self._session.messages.tell(self.tr("The answer is on the clipboard."))

    def print(self, turn: TurnView) -> None:
        """Print an answer with its citations and its bibliography."""
        if turn.answer is not None:
            question = turn.answer.question
            self._session.read(
                export_answer,
                turn.answer.run,
                "markdown",
                then=lambda text: print_text(self._session, self._window, question, text),
                owner=self,
            )

    def _choose_file(self, turn: TurnView, kind: str, ending: str) -> None:
        if turn.answer is None:
            return
        ask_where_to_save(
            self._window, self.tr("Save the answer"), ending, lambda path: self.save(turn, kind, path)
        )

    def save(self, turn: TurnView, kind: str, path: Path) -> None:
        """Write the answer to a file, as ``markdown`` or ``bibtex``."""
        if turn.answer is None:
            return
        run = turn.answer.run
        self._session.read(
            lambda library: save_text(export_answer(library, run, kind), path),
            then=lambda _: self._session.messages.tell(self.tr("Saved to {0}.").format(path.name)),
            owner=self,
        )
