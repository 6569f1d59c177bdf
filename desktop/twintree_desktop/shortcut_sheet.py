"""The sheet of shortcuts (``?``): every command that has keys, by group."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from twintree_desktop.commands import Command, Commands
from twintree_desktop.icons import Icons
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import caption, clear, give_back_focus, icon_button, label


class ShortcutSheet(QFrame):
    """Lies over the window; Escape or a click on the cross closes it."""

    def __init__(self, commands: Commands, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._commands = commands
        self._over = parent
        self._before: QWidget | None = None  #: what had the focus
        self.setProperty("kind", "popup")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Keys"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.huge, SPACE.large, SPACE.large, SPACE.large)
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Keys"), "headline"), 1)
        head.addWidget(icon_button(icons, "close", self.tr("Close"), self.close_sheet))
        layout.addLayout(head)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QWidget()
        inner.setProperty("kind", "page")
        self._columns = QHBoxLayout(inner)
        self._columns.setSpacing(SPACE.huge * 2)
        area.setWidget(inner)
        layout.addWidget(area)
        self.hide()

    def open(self) -> None:
        """Show the keys as they are now."""
        clear(self._columns)
        groups = self._groups()
        columns: list[QVBoxLayout] = [QVBoxLayout(), QVBoxLayout()]
        heights = [0, 0]
        for column in columns:
            column.setSpacing(SPACE.large)  # unset, it would be that between the columns
        for title, commands in groups:
            side = heights.index(min(heights))
            columns[side].addLayout(_group(title, commands))
            heights[side] += len(commands) + 2
        for column in columns:
            column.addStretch(1)
            self._columns.addLayout(column, 1)
        parent = self._over
        if self.isHidden():
            self._before = parent.focusWidget()
        width, height = min(820, parent.width() - 80), min(680, parent.height() - 100)
        self.setGeometry((parent.width() - width) // 2, (parent.height() - height) // 2, width, height)
        self.show()
        self.raise_()
        self.setFocus()

    def close_sheet(self) -> None:
        """Put it away."""
        self.hide()
        give_back_focus(self._before, self._over)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Question):
            self.close_sheet()
        else:
            super().keyPressEvent(event)

    def _groups(self) -> list[tuple[str, list[Command]]]:
        bound = [each for each in self._commands.all() if not each.action.shortcut().isEmpty()]
        order = {each.group: place for place, each in reversed(list(enumerate(bound)))}
        bound.sort(key=lambda each: order[each.group])
        return [(title, list(group)) for title, group in groupby(bound, key=lambda each: each.group)]


def _group(title: str, commands: list[Command]) -> QGridLayout:
    grid = QGridLayout()
    grid.setVerticalSpacing(SPACE.small)
    grid.setContentsMargins(0, 0, 0, SPACE.small)
    grid.setColumnStretch(0, 1)
    grid.addWidget(caption(title), 0, 0, 1, 2)
    for row, command in enumerate(commands, 1):
        grid.addWidget(label(command.title), row, 0)
        keys = command.action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        grid.addWidget(label(keys, "muted"), row, 1, Qt.AlignmentFlag.AlignRight)
    return grid
