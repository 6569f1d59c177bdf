"""The form in which a claim is corrected, or added with the words that it rests on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from twintree.base.claims import TYPES
from twintree_desktop.claim_rows import type_words
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import NumberBox, button, caption, label, rule

_TALL = 84


class ClaimForm(QWidget):
    """What a claim says, its type and, of a new one, the words and the page that it rests on.

    Signals:
        saved(str, str, str, int): text, type, quote, page
        left(): Cancel
    """

    saved = Signal(str, str, str, int)
    left = Signal()

    def __init__(self, title: str, text: str, kind: str, pages: int = 0) -> None:
        super().__init__()
        self.text = QPlainTextEdit(text)
        self.text.setFixedHeight(_TALL)
        self.text.setTabChangesFocus(True)
        self.kind, self.quote, self.page = QComboBox(), QLineEdit(), NumberBox()
        for each in TYPES:
            self.kind.addItem(type_words(each), each)
        self.kind.setCurrentIndex(self.kind.findData(kind))
        self.page.setRange(1, max(1, pages))
        rows: list[tuple[str, QWidget]] = [(self.tr("One sentence"), self.text), (self.tr("Type"), self.kind)]
        if pages:
            self.quote.setPlaceholderText(self.tr("Words of the page, as it shows them"))
            rows += [(self.tr("Rests on"), self.quote), (self.tr("Page"), self.page)]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE.hair)
        layout.addWidget(caption(title))
        for name, field in rows:
            field.setAccessibleName(name)
            layout.addWidget(label(name, "small"))
            layout.addWidget(field)
        foot = QHBoxLayout()
        foot.addWidget(button(self.tr("Save"), "primary", self._save))
        foot.addWidget(button(self.tr("Cancel"), "link", self.left.emit))
        foot.addStretch(1)
        layout.addLayout(foot)
        layout.addWidget(rule())

    def rest_on(self, words: str, page: int) -> None:
        """Fill in what it rests on; the words are a good beginning for what it says, too."""
        self.text.setPlainText(words)
        self.text.selectAll()
        self.quote.setText(words)
        self.page.setValue(page)

    def _save(self) -> None:
        self.saved.emit(
            self.text.toPlainText(), str(self.kind.currentData()), self.quote.text(), self.page.value()
        )
