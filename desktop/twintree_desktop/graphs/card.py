"""What every card beside a graph is made of: a column of lines that is filled afresh for each thing it shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from twintree_desktop.graphs.link_line import LinkLine
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, caption, clear, label, rule


class Card(QWidget):
    """A column with room around it."""

    def __init__(self) -> None:
        super().__init__()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(SPACE.large, SPACE.large, SPACE.large, SPACE.large)
        self._layout.setSpacing(SPACE.small)

    def _clear(self) -> None:
        clear(self._layout)

    def _add_heading(self, text: str) -> None:
        heading = label(text, "title", wrap=True)
        heading.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._layout.addWidget(heading)

    def _add_links(
        self, title: str, rows: Sequence[tuple[str, str]], wanted: Callable[[str], object], most: int
    ) -> None:
        """A caption with lines that can be pressed, each with what it stands for; nothing without rows."""
        if not rows:
            return
        self._layout.addWidget(rule())
        self._layout.addWidget(caption(title))
        for name, key in rows[:most]:
            self._layout.addWidget(LinkLine(name, partial(wanted, key)))
        self._add_rest(len(rows), most)

    def _add_rest(self, count: int, shown: int) -> None:
        """Say how many there are beyond those shown."""
        if count > shown:
            self._layout.addWidget(label(self.tr("and {0} more").format(count - shown), "small"))

    def _add_fields(self, fields: Sequence[tuple[str, QLineEdit | QPlainTextEdit]]) -> None:
        """Fields with their names, the cursor in the first."""
        for name, field in fields:
            field.setAccessibleName(name)
            self._layout.addWidget(caption(name))
            self._layout.addWidget(field)
        fields[0][1].setFocus()

    def _add_decision(self, text: str, save: Callable[[], object], leave: Callable[[], object]) -> None:
        """The button that does it and the one that leaves it, at the card's end."""
        row = QHBoxLayout()
        row.addWidget(button(text, "primary", save))
        row.addWidget(button(self.tr("Cancel"), "link", leave))
        row.addStretch(1)
        self._layout.addLayout(row)
        self._layout.addStretch(1)
