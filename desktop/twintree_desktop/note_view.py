"""A note as it reads: its Markdown shown as bold words, lists and links; a click or Enter edits the source.

Signals:
    ShownNote.edit_wanted(): the person wants to write
"""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QTextBrowser, QVBoxLayout, QWidget

from twintree_desktop.outgoing import offer_link
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE

#: HTML stays what it looks like in the source: a note may come from another program.
_DIALECT = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
#: A line that ends within a paragraph ends there in the note as well: people who write notes mean that.
_LINE_END = re.compile(r"(?<=\S)\n(?=\S)")

#: Padding and border of the stylesheet, above and below the words.
_AROUND = 14


class ShownNote(QTextBrowser):
    """The words of a note; loads nothing, opens nothing without a question."""

    edit_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.setProperty("kind", "note")
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setAccessibleName(self.tr("Note"))
        self.setToolTip(self.tr("Click to edit"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        for bars in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            bars(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._fit())
        self.anchorClicked.connect(lambda url: offer_link(session, url.toString()))

    def show_markdown(self, text: str) -> None:
        """Show a note's source as it reads."""
        self.document().setMarkdown(_LINE_END.sub("  \n", text), _DIALECT)
        self._set_apart()
        self._fit()

    def _set_apart(self) -> None:
        """Headings of a note stand out by their weight, not by twice the size; paragraphs stand a little apart."""
        bold = QTextCharFormat()
        bold.setProperty(QTextCharFormat.Property.FontSizeAdjustment, 0)
        block = self.document().begin()
        while block.isValid():
            if block.blockNumber() and not block.textList():
                form = block.blockFormat()
                form.setTopMargin(SPACE.hair)
                QTextCursor(block).setBlockFormat(form)
            if block.blockFormat().headingLevel():
                cursor = QTextCursor(block)
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                cursor.mergeCharFormat(bold)
            block = block.next()

    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:
        """Pictures are neither fetched nor read from the disk: to nothing at all Qt would find a way of its own."""
        nothing = QImage(1, 1, QImage.Format.Format_ARGB32)
        nothing.fill(Qt.GlobalColor.transparent)
        return nothing

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        link = self.anchorAt(event.position().toPoint())
        super().mouseReleaseEvent(event)
        if not link and not self.textCursor().hasSelection() and event.button() == Qt.MouseButton.LeftButton:
            self.edit_wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2) and not self._on_link():
            self.edit_wanted.emit()
        else:
            super().keyPressEvent(event)

    def _on_link(self) -> bool:
        return self.textCursor().charFormat().isAnchor() and self.textCursor().hasSelection()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)

    def sizeHint(self) -> QSize:
        return QSize(100, self._wanted())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _wanted(self) -> int:
        return round(self.document().size().height()) + _AROUND

    def _fit(self) -> None:
        self.setFixedHeight(self._wanted())


class NoteView(QWidget):
    """A field for a note's source, and in its place, while nobody writes, the note as it reads."""

    def __init__(self, session: Session, field: QPlainTextEdit) -> None:
        super().__init__()
        self.field, self.shown = field, ShownNote(session)
        self.shown.edit_wanted.connect(self.edit)
        field.installEventFilter(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.shown)
        layout.addWidget(field)
        self.setFocusProxy(self.shown)
        self._show()

    def edit(self) -> None:
        """Write the source."""
        self.shown.hide()
        self.field.show()
        self.setFocusProxy(self.field)
        self.field.setFocus()
        self.field.moveCursor(QTextCursor.MoveOperation.End)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the note as it reads once the field is left."""
        if watched is self.field and event.type() == QEvent.Type.FocusOut:
            # After the field itself has heard of it, and has kept or dropped what was written.
            QTimer.singleShot(0, self, self._left)
        return super().eventFilter(watched, event)

    def _left(self) -> None:
        if not self.field.hasFocus():
            self._show()

    def _show(self) -> None:
        text = self.field.toPlainText().strip()
        self.shown.show_markdown(text)
        self.shown.setVisible(bool(text))
        self.field.setVisible(not text)
        self.setFocusProxy(self.shown if text else self.field)
