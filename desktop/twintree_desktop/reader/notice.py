"""What the reader says of a file that cannot do everything: no text, still being read, failed."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from twintree_desktop.reader.document import Document
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import icon_button, label
from twintree_desktop.words import tr


class ReaderNotice(QWidget):
    """A strip above the pages; hidden when there is nothing to say (PAINS 18)."""

    def __init__(self, session: Session, document: Document) -> None:
        super().__init__()
        frame = QFrame()
        frame.setProperty("kind", "notice")
        text = notice_words(document)
        self.words = label(text, wrap=True)
        row = QHBoxLayout(frame)
        row.setContentsMargins(SPACE.medium, SPACE.small, SPACE.small, SPACE.small)
        row.addWidget(self.words, 1)
        row.addWidget(icon_button(session.icons, "close", self.tr("Close"), self.hide, 16))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE.large, SPACE.small, SPACE.large, 0)
        layout.addWidget(frame)
        self.setVisible(bool(text))


def notice_words(document: Document) -> str:
    """What to say; empty when the file is as it should be."""
    row = document.paper.row
    if document.textless:
        return tr(
            "No text was found in this file. Its pages can be read, but not searched, quoted or asked about."
        )
    if row.status in ("failed", "set_aside") and row.reason:
        return row.reason
    if row.status == "queued":
        return tr("This file is still being read; its text and sections arrive as they are ready.")
    return ""
