"""The details of a paper as a form, with what the machine found beside each field.

Signals:
    MetadataEditor.closed(): saved or left
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from twintree.base.ids import PaperId
from twintree.base.records import FieldValue, Paper
from twintree_desktop import operations
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import ElidedLabel, button, caption, clear, label

FIELDS = ("title", "authors", "year", "venue", "doi", "arxiv", "abstract")
_LONG = ("title", "authors", "abstract")


class FieldEditor(QWidget):
    """One field: its caption, its value, and other values that were proposed, each a click away."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self.name = name
        self._title = title
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE.hair)
        layout.addWidget(caption(title))
        self.edit: QLineEdit | QPlainTextEdit = QPlainTextEdit() if name in _LONG else QLineEdit()
        self.edit.setAccessibleName(title)
        if isinstance(self.edit, QPlainTextEdit):
            self.edit.setTabChangesFocus(True)
            self.edit.setFixedHeight(
                self.edit.fontMetrics().lineSpacing() * (7 if name == "abstract" else 3) + 18
            )
        layout.addWidget(self.edit)
        self._proposals = QVBoxLayout()
        self._proposals.setSpacing(2)
        layout.addLayout(self._proposals)

    def text(self) -> str:
        """What the field says."""
        return self.edit.toPlainText() if isinstance(self.edit, QPlainTextEdit) else self.edit.text()

    def show_value(self, text: str, proposals: list[FieldValue]) -> None:
        """Show a value, and the proposals that differ from it."""
        self._put(text)
        clear(self._proposals)
        seen = {text}
        for each in sorted(proposals, key=lambda p: -p.confidence):
            said = as_text(self.name, each.value)
            if said and said not in seen:
                seen.add(said)
                self._proposals.addLayout(self._proposal(said, each))

    def _proposal(self, said: str, value: FieldValue) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE.small)
        where = {
            "person": self.tr("you"),
            "pattern": self.tr("first page"),
            "layout": self.tr("layout"),
            "info": self.tr("file"),
            "xmp": "XMP",
            "model": self.tr("model"),
        }.get(value.source, value.source)
        row.addWidget(label(where, "small"))
        row.addWidget(ElidedLabel(said.replace("\n", "; "), "muted"), 1)
        take = button(self.tr("Use"), "link", lambda: self._put(said))
        take.setAccessibleName(self.tr("Use {0} for {1}").format(said, self._title))
        row.addWidget(take)
        return row

    def _put(self, text: str) -> None:
        if isinstance(self.edit, QPlainTextEdit):
            self.edit.setPlainText(text)
        else:
            self.edit.setText(text)


class MetadataEditor(QWidget):
    """The form; only fields that were changed are stored, each as the person's own word."""

    closed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.paper = PaperId("")
        self._before: dict[str, str] = {}
        names = {
            "title": self.tr("Title"),
            "authors": self.tr("Authors, one a line"),
            "year": self.tr("Year"),
            "venue": self.tr("Venue"),
            "doi": "DOI",
            "arxiv": "arXiv",
            "abstract": self.tr("Abstract"),
        }
        self.fields = {name: FieldEditor(name, names[name]) for name in FIELDS}
        inner = QWidget()
        inner.setProperty("kind", "page")
        form = QVBoxLayout(inner)
        form.setContentsMargins(SPACE.large, SPACE.large, SPACE.large, SPACE.medium)
        form.setSpacing(SPACE.medium)
        form.addWidget(label(self.tr("Details"), "title"))
        for field in self.fields.values():
            form.addWidget(field)
        form.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        foot = QHBoxLayout()
        foot.setContentsMargins(SPACE.large, SPACE.small, SPACE.large, SPACE.medium)
        foot.addStretch(1)
        foot.addWidget(button(self.tr("Cancel"), "", self.closed.emit))
        foot.addWidget(button(self.tr("Save"), "primary", self.save))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area, 1)
        layout.addLayout(foot)

    def show_paper(self, paper: Paper) -> None:
        """Fill the form."""
        self.paper = paper.row.id
        values = {
            "title": paper.row.title,
            "authors": "\n".join(paper.row.authors),
            "year": str(paper.row.year or ""),
            "venue": paper.row.venue,
            "doi": paper.doi,
            "arxiv": paper.arxiv,
            "abstract": paper.abstract,
        }
        self._before = values
        for name, field in self.fields.items():
            field.show_value(values[name], [each for each in paper.fields if each.field == name])

    def focus_first(self) -> None:
        """Go to the first field."""
        self.fields["title"].edit.setFocus()

    def save(self) -> None:
        """Store what was changed."""
        for name, field in self.fields.items():
            text = field.text().strip()
            if text != self._before[name].strip():
                self._session.act(operations.edit_field, self.paper, name, as_value(name, text))
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() == Qt.Key.Key_Return and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.save()
        else:
            super().keyPressEvent(event)


def as_text(field: str, value: Any) -> str:
    """A field's value as the form shows it."""
    if field == "authors" and isinstance(value, list | tuple):
        return "\n".join(str(each) for each in value)
    return "" if value is None else str(value)


def as_value(field: str, text: str) -> Any:
    """What was typed, as the engine takes it."""
    if field == "authors":
        return [line.strip() for line in text.splitlines() if line.strip()]
    if field == "year":
        return text or None
    return " ".join(text.split()) if field == "title" else text
