"""What the reader says of a file that cannot do everything: no text, still being read, failed, not there."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from twintree_desktop.engine_words import in_words
from twintree_desktop.locating import missing_words
from twintree_desktop.reader.document import Document
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, icon_button, label
from twintree_desktop.words import tr


class ReaderNotice(QWidget):
    """A strip above the pages; hidden when there is nothing to say (PAINS 18).

    Signals:
        locate_wanted(): the person wants to say where the file lies now
    """

    locate_wanted = Signal()

    def __init__(self, session: Session, document: Document) -> None:
        super().__init__()
        self._document = document
        frame = QFrame()
        frame.setProperty("kind", "notice")
        self.words = label("", wrap=True)
        self.locate = button(self.tr("Locate …"), "link", self.locate_wanted.emit)
        row = QHBoxLayout(frame)
        row.setContentsMargins(SPACE.medium, SPACE.small, SPACE.small, SPACE.small)
        row.addWidget(self.words, 1)
        row.addWidget(self.locate)
        row.addWidget(icon_button(session.icons, "close", self.tr("Close"), self.hide, 16))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE.large, SPACE.small, SPACE.large, 0)
        layout.addWidget(frame)
        self.look()

    def look(self) -> None:
        """Look again at what there is to say."""
        missing = not Path(self._document.file.path).is_file()
        text = missing_words(self._document.file) if missing else notice_words(self._document)
        self.words.setText(text)
        self.locate.setVisible(missing)
        self.setVisible(bool(text))


def notice_words(document: Document) -> str:
    """What to say of a file that is there; empty when it is as it should be."""
    row = document.paper.row
    if document.textless:
        return tr(
            "No text was found in this file. Its pages can be read, but not searched, quoted or asked about."
        )
    if row.status in ("failed", "set_aside") and row.reason:
        return in_words(row.reason)
    if row.status == "queued":
        return tr("This file is still being read; its text and sections arrive as they are ready.")
    return ""
