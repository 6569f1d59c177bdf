"""*How this was found*: always one glance away, each line opening to its details."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from twintree.base.records import Answer
from twintree_desktop.ask.trace import FoundLine, found_lines
from twintree_desktop.icons import Icons
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import caption, icon_button, label, rule, wrapped

NAME_WIDTH = 84
_MOST = 40


class FoundPanel(QWidget):
    """The trace of one answer."""

    def __init__(self, icons: Icons, answer: Answer) -> None:
        super().__init__()
        self.lines = [FoundRow(icons, line) for line in found_lines(answer)]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE.hair, 0, 0)
        layout.setSpacing(SPACE.hair)
        layout.addWidget(rule())
        layout.addSpacing(SPACE.small)
        layout.addWidget(caption(self.tr("How this was found")))
        layout.addSpacing(SPACE.hair)
        for line in self.lines:
            layout.addWidget(line)


class FoundRow(QWidget):
    """One line, and its details when it was opened."""

    def __init__(self, icons: Icons, line: FoundLine) -> None:
        super().__init__()
        self._icons, self._line = icons, line
        self.details: QWidget | None = None
        self.opened = False
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(SPACE.small)
        self._grid.setVerticalSpacing(SPACE.hair)
        self._grid.setColumnStretch(1, 1)
        name = label(line.name, "small")
        name.setFixedWidth(NAME_WIDTH)
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(name, 0, 0, top)
        self.summary = wrapped(line.summary, "trace")
        self.summary.setAlignment(top)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._grid.addWidget(self.summary, 0, 1)
        self.toggle = self._make_toggle()
        self._grid.addWidget(self.toggle, 0, 2, top)

    def _make_toggle(self) -> QToolButton:
        tip = self.tr("Details of: {0}").format(self._line.name)
        toggle = icon_button(self._icons, "down", tip, self.open_or_close, 16)
        toggle.setEnabled(bool(self._line.details))
        keeps = toggle.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        toggle.setSizePolicy(keeps)
        toggle.setVisible(bool(self._line.details))
        toggle.setStyleSheet("padding: 0;")
        toggle.setFixedSize(22, 18)
        return toggle

    def open_or_close(self) -> None:
        """Show the details, or fold them away."""
        if self.details is None:
            self.details = _details(self._line.details)
            self._grid.addWidget(self.details, 1, 1, 1, 2)
        self.opened = not self.opened
        self.details.setVisible(self.opened)
        self.toggle.setIcon(self._icons.icon("up" if self.opened else "down"))


def _details(details: Sequence[tuple[str, str]]) -> QWidget:
    made = QWidget()
    grid = QGridLayout(made)
    grid.setContentsMargins(0, 0, 0, SPACE.small)
    grid.setHorizontalSpacing(SPACE.medium)
    grid.setVerticalSpacing(SPACE.hair)
    grid.setColumnStretch(0, 1)
    for row, (words, figure) in enumerate(details[:_MOST]):
        text = wrapped(words, "small")
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(text, row, 0)
        right = label(figure, "small")
        right.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        grid.addWidget(right, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
    if len(details) > _MOST:
        grid.addWidget(label(f"… {len(details) - _MOST}", "small"), _MOST, 0)
    return made
