"""The shortest path of citations between two papers, step by step, each with its sentence and page.

Signals:
    PathPanel.page_wanted(str, CitationMention): show the page of a sentence (citing paper, mention)
    PathPanel.node_wanted(str): show this paper or work
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from twintree.base.citations import Lineage, LineageStep
from twintree_desktop.graphs.card import Card
from twintree_desktop.graphs.link_line import LinkLine
from twintree_desktop.graphs.role_words import level_words, role_words
from twintree_desktop.widgets import button, caption, label

_LONGEST = 280


class PathPanel(Card):
    """Shows one path, or asks for its end."""

    page_wanted = Signal(str, object)
    node_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.lineage: Lineage | None = None

    def ask(self, start: str) -> None:
        """Ask for the end of a path that begins at a node with this title."""
        self.lineage = None
        self._clear()
        self._layout.addWidget(caption(self.tr("Path of citations")))
        self._layout.addWidget(label(start, "title", wrap=True))
        self._layout.addWidget(label(self.tr("Choose the paper where it is to end."), "muted", wrap=True))
        self._layout.addStretch(1)

    def show_path(self, lineage: Lineage) -> None:
        """Show a path."""
        self.lineage = lineage
        self._clear()
        self._layout.addWidget(caption(self.tr("Path of citations")))
        if not lineage.path:
            self._layout.addWidget(label(self.tr("No path of citations joins them."), "muted", wrap=True))
        for step in lineage.path:
            self._add_step(step, lineage)
        if lineage.path:
            self._layout.addWidget(self._node(lineage.path[-1].to, lineage))
        self._layout.addStretch(1)

    def _add_step(self, step: LineageStep, lineage: Lineage) -> None:
        self._layout.addWidget(self._node(step.paper, lineage))
        way = self.tr("cites") if step.citing == step.paper else self.tr("is cited by")
        self._layout.addWidget(
            label(f"↓ {way} · {role_words(step.relation)} · {level_words(step.level)}", "small")
        )
        if step.evidence:
            mention = max(step.evidence, key=lambda each: each.level)
            words = mention.sentence
            self._layout.addWidget(
                label(words if len(words) <= _LONGEST else words[: _LONGEST - 2] + " …", "muted", wrap=True)
            )
            chip = button(
                self.tr("p. {0}").format(mention.page),
                "chip",
                lambda: self.page_wanted.emit(step.citing, mention),
            )
            self._layout.addWidget(chip, 0, Qt.AlignmentFlag.AlignLeft)

    def _node(self, name: str, lineage: Lineage) -> QWidget:
        return LinkLine(lineage.titles.get(name, name), lambda: self.node_wanted.emit(name))
