"""One sentence of an answer: its words, and the chips of the pages that carry it, or why none does.

Signals:
    SentenceView.cited(Citation): show this page with the quote lit
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from twintree.base.answers import AnswerSentence
from twintree.base.records import Citation
from twintree_desktop.engine_words import in_words
from twintree_desktop.reader.chip import Chip, Tone
from twintree_desktop.theme import Appearance
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import FlowLayout, label
from twintree_desktop.words import citation_parts, recognised_words

#: Percent of the font's own line spacing: with Inter this is 1.5 of the size.
_LINE_HEIGHT = 122


def answer_words(text: str) -> QLabel:
    """Running words with room between the lines; they can be selected and copied."""
    words = QLabel(f'<div style="line-height:{_LINE_HEIGHT}%">{escape(text)}</div>')
    words.setTextFormat(Qt.TextFormat.RichText)
    words.setProperty("kind", "answer")
    words.setWordWrap(True)
    words.setAccessibleName(text)
    words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    words.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    return words


class CitationChip(Chip):
    """``Meng 2026, p. 5``; the quote on hovering, the page on pressing."""

    def __init__(self, appearance: Appearance, citation: Citation, tone: Tone = Tone.ACCENT) -> None:
        whose, place = citation_parts(citation.label, citation.page)
        name = whose + place
        super().__init__(appearance, name, tone, pressable=True, last=place)
        self.citation = citation
        read = recognised_words() if citation.recognised else ""
        told = f"<p>{escape(read)}</p>" if read else ""
        self.setToolTip(f"<qt><p>“{escape(citation.quote)}”</p>{told}</qt>")
        said = self.tr("{0}: {1}").format(name, citation.quote)
        self.setAccessibleName(f"{said} ({read})" if read else said)


class SentenceView(QFrame):
    """Supported sentences stand plainly; others are set apart, with the reason in place of a chip."""

    cited = Signal(object)

    def __init__(self, appearance: Appearance, sentence: AnswerSentence) -> None:
        super().__init__()
        self.sentence = sentence
        self.chips: list[CitationChip] = []
        layout = QVBoxLayout(self)
        layout.setSpacing(SPACE.hair)
        if sentence.supported:
            layout.setContentsMargins(0, 0, 0, 0)
        else:
            self.setProperty("kind", "notice")
            layout.setContentsMargins(SPACE.medium, SPACE.small, SPACE.medium, SPACE.small)
        layout.addWidget(answer_words(sentence.text))
        self._appearance = appearance
        row = QWidget()
        self._flow = FlowLayout(row)
        layout.addWidget(self._foot(appearance, row, self._flow))

    def mark(self, words: str) -> None:
        """Put a few words beside the chips."""
        self._flow.addWidget(Chip(self._appearance, words, Tone.PLAIN))

    def _foot(self, appearance: Appearance, row: QWidget, flow: FlowLayout) -> QWidget:
        for citation in self.sentence.citations:
            self._add_chip(flow, CitationChip(appearance, citation))
        if self.sentence.against:
            flow.addWidget(label(self.tr("against it:"), "small"))
        for citation in self.sentence.against:
            self._add_chip(flow, CitationChip(appearance, citation, Tone.WARN))
        if any(each.recognised for each in (*self.sentence.citations, *self.sentence.against)):
            flow.addWidget(label(recognised_words(), "small"))
        if not self.sentence.supported:
            reason = in_words(self.sentence.reason) or self.tr("no quote found on any page read")
            chip_ = Chip(appearance, reason, Tone.REASON)
            chip_.setToolTip(f"<qt>{escape(reason)}</qt>")
            flow.addWidget(chip_)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        row.setSizePolicy(policy)
        return row

    def _add_chip(self, flow: FlowLayout, chip: CitationChip) -> None:
        chip.clicked.connect(lambda _=False: self.cited.emit(chip.citation))
        self.chips.append(chip)
        flow.addWidget(chip)
