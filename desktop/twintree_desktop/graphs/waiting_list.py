"""The queue of citations that a person should look at: each with its sentence, and one press to accept it.

Signals:
    WaitingList.said(str, str, int): the entry's role and level are these (reference, role, level)
    WaitingList.edge_wanted(str, str): show it in full (reference, citing paper)
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from twintree.base.citations import Citer
from twintree_desktop.graphs.card import Card
from twintree_desktop.graphs.role_words import level_words, role_words
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, caption, label, rule
from twintree_desktop.words import short_reference

_SHOWN = 30
_LONGEST = 260


class WaitingList(Card):
    """Lists what waits, the most telling first."""

    said = Signal(str, str, int)
    edge_wanted = Signal(str, str)

    def __init__(self, *, writable: bool) -> None:
        super().__init__()
        self._writable = writable
        self.citers: list[Citer] = []

    def show_waiting(self, citers: Sequence[Citer]) -> None:
        """Show these."""
        self.citers = list(citers)
        self._clear()
        self._layout.addWidget(caption(self.tr("To confirm")))
        text = self.tr(
            "Foundational and contrasting citations were read from cue words. Say whether they are right."
        )
        if not self.citers:
            text = self.tr("Nothing waits to be looked at.")
        self._layout.addWidget(label(text, "muted", wrap=True))
        for each in self.citers[:_SHOWN]:
            self._layout.addWidget(rule())
            self._layout.addLayout(self._row(each))
        self._add_rest(len(self.citers), _SHOWN)
        self._layout.addStretch(1)

    def _row(self, each: Citer) -> QVBoxLayout:
        box = QVBoxLayout()
        box.setSpacing(SPACE.hair)
        reference, paper = each.reference, each.paper
        citing = short_reference(paper.authors, paper.year, paper.letter) or paper.key
        cited = short_reference(reference.authors, reference.year) or (reference.title or reference.raw)[:60]
        box.addWidget(label(f"{citing} → {cited}", wrap=True))
        box.addWidget(label(f"{role_words(reference.role)} · {level_words(reference.level)}", "small"))
        if reference.mentions:
            words = max(reference.mentions, key=lambda mention: mention.level).sentence
            box.addWidget(
                label(words if len(words) <= _LONGEST else words[: _LONGEST - 2] + " …", "muted", wrap=True)
            )
        row = QHBoxLayout()
        right = button(
            self.tr("This is right"),
            "outline",
            lambda: self.said.emit(reference.id, reference.role, reference.level),
        )
        right.setEnabled(self._writable)
        row.addWidget(right)
        row.addWidget(
            button(self.tr("Look closer"), "link", lambda: self.edge_wanted.emit(reference.id, paper.id))
        )
        row.addStretch(1)
        box.addLayout(row)
        return box
