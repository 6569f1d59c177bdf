"""Commands: everything that can be done by key, by palette or by menu, each with one name and one action.

Signals:
    Commands.changed(): a command came, went, or has another shortcut
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from twintree_desktop.icons import Icons
from twintree_desktop.settings import Settings


@dataclass(frozen=True)
class Command:
    """One thing that can be done."""

    key: str
    title: str
    group: str
    action: QAction


class Commands(QObject):
    """All commands of the window, in the order in which they were added."""

    changed = Signal()

    def __init__(self, settings: Settings, icons: Icons, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._icons = icons
        self._all: dict[str, Command] = {}

    def add(
        self,
        key: str,
        title: str,
        group: str,
        call: Callable[[], object],
        owner: QWidget,
        *,
        shortcut: str = "",
        glyph: str = "",
        everywhere: bool = True,
    ) -> QAction:
        """Add a command.

        Args:
            key: its stable name (``paper.star``); a second one of that key replaces the first.
            title: what menus and the palette say.
            group: its heading in the shortcut sheet.
            call: what it does.
            owner: the widget that it lives and dies with.
            shortcut: its first keys; the person may choose others.
            glyph: its icon.
            everywhere: in the whole window, or only while ``owner`` or a child has the focus.
        """
        action = QAction(title, owner)
        if glyph:
            action.setIcon(self._icons.icon(glyph))
        keys = self._settings.text(f"shortcuts/{key}", shortcut)
        action.setShortcut(QKeySequence(keys))
        context = Qt.ShortcutContext
        action.setShortcutContext(
            context.WindowShortcut if everywhere else context.WidgetWithChildrenShortcut
        )
        action.triggered.connect(lambda _=False: call())
        owner.addAction(action)
        self._all[key] = Command(key, title, group, action)
        action.destroyed.connect(lambda: self._forget(key))
        self.changed.emit()
        return action

    def all(self) -> list[Command]:
        """Every command."""
        return list(self._all.values())

    def action(self, key: str) -> QAction:
        """The action of a command, for a menu."""
        return self._all[key].action

    def rebind(self, key: str, keys: QKeySequence) -> str:
        """Give a command other keys; returns the title of the command that had them, which loses them."""
        loser = ""
        for command in self._all.values():
            if command.key != key and not keys.isEmpty() and command.action.shortcut() == keys:
                command.action.setShortcut(QKeySequence())
                self._settings.put(f"shortcuts/{command.key}", "")
                loser = command.title
        self._all[key].action.setShortcut(keys)
        self._settings.put(f"shortcuts/{key}", keys.toString())
        self.changed.emit()
        return loser

    def _forget(self, key: str) -> None:
        self._all.pop(key, None)
