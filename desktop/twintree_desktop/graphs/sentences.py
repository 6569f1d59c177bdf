"""The sentences of a citation, each with its page and the way there, and what a person says of it.

Signals:
    EdgePanel.page_wanted(Citation): show the page with the sentence lit
    EdgePanel.node_wanted(str): show this paper or work
    EdgePanel.said(str, str, int): the entry's role and level are these (reference, role, level)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from twintree.base.citations import CitationMention, Reference
from twintree.base.records import Citation, Paper
from twintree_desktop.graphs.card import Card
from twintree_desktop.graphs.link_line import LinkLine
from twintree_desktop.graphs.reading import EdgeView, citation_of
from twintree_desktop.graphs.role_words import LEVELS, ROLES, level_words, role_words
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, caption, label, rule

_MOST = 12


class EdgePanel(Card):
    """One citation: who cites what, why, how strongly, and with which words."""

    page_wanted = Signal(object)
    node_wanted = Signal(str)
    said = Signal(str, str, int)

    def __init__(self, *, writable: bool) -> None:
        super().__init__()
        self._writable = writable
        self.view: EdgeView | None = None

    def show_view(self, view: EdgeView) -> None:
        """Show a citation."""
        self.view = view
        self._clear()
        reference, citing = view.reference, view.citing
        self._layout.addWidget(caption(self.tr("Citation")))
        self._layout.addWidget(self._end(citing.row.title or citing.row.key, citing.row.id))
        self._layout.addWidget(label(self.tr("cites"), "small"))
        self._layout.addWidget(self._end(reference.title or reference.raw, reference.work))
        self._layout.addWidget(rule())
        self._layout.addLayout(self._judgement(reference))
        self._layout.addWidget(rule())
        self._add_sentences(reference.mentions, citing)
        self._layout.addStretch(1)

    def _end(self, words: str, node: str) -> QWidget:
        return LinkLine(words, lambda: self.node_wanted.emit(node))

    def _judgement(self, reference: Reference) -> QVBoxLayout:
        box = QVBoxLayout()
        self.roles, self.levels = QComboBox(), QComboBox()
        self.roles.setAccessibleName(self.tr("Role"))
        self.levels.setAccessibleName(self.tr("Level"))
        for role in ROLES:
            self.roles.addItem(role_words(role), role)
        for level in LEVELS:
            self.levels.addItem(level_words(level), level)
        self.roles.setCurrentIndex(self.roles.findData(reference.role))
        self.levels.setCurrentIndex(self.levels.findData(reference.level))
        row = QHBoxLayout()
        for each in (self.roles, self.levels):
            each.setEnabled(self._writable)
            row.addWidget(each, 1)
        box.addLayout(row)
        self.accept = button(self.tr("This is right"), "outline", lambda: self._say(reference))
        self.accept.setVisible(self._writable)
        foot = QHBoxLayout()
        foot.addWidget(label(self._strength(reference), "small", wrap=True), 1)
        foot.addWidget(self.accept)
        box.addLayout(foot)
        return box

    def _strength(self, reference: Reference) -> str:
        strong = self.tr("strong") if reference.strong else self.tr("weak")
        how = self.tr("cited alone") if reference.direct else self.tr("cited among others")
        return f"{strong} ({reference.strength:.2f}) · {how}"

    def _say(self, reference: Reference) -> None:
        self.said.emit(reference.id, str(self.roles.currentData()), int(self.levels.currentData()))

    def _add_sentences(self, mentions: Sequence[CitationMention], citing: Paper) -> None:
        if not mentions:
            self._layout.addWidget(
                label(
                    self.tr("It stands in the list of references; the text never cites it."),
                    "muted",
                    wrap=True,
                )
            )
        for mention in mentions[:_MOST]:
            place = citation_of(mention, citing)
            self._layout.addWidget(SentenceRow(mention, place, self.page_wanted.emit))
        self._add_rest(len(mentions), _MOST)


class SentenceRow(QWidget):
    """One citing sentence, with the chip that leads to its page."""

    def __init__(
        self, mention: CitationMention, place: Citation, wanted: Callable[[Citation], object]
    ) -> None:
        super().__init__()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE.hair, 0, SPACE.hair)
        layout.setSpacing(SPACE.hair)
        words = label(mention.sentence, wrap=True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(words)
        row = QHBoxLayout()
        page = self.tr("p. {0}").format(mention.page)
        chip = button(f"{place.label}, {page}", "chip", lambda: wanted(place))
        chip.setToolTip(self.tr("Show the page with these words lit"))
        row.addWidget(chip)
        parts = (mention.section_role, role_words(mention.role))
        row.addWidget(label(" · ".join(part for part in parts if part), "small"))
        row.addStretch(1)
        layout.addLayout(row)
