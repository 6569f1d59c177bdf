"""The button with which the mode of answering is chosen, and what is to be known of the chosen one.

Signals:
    ModeButton.told(str): what the mode does, its limits, and what it has to make first
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton

from twintree.base.answers import Scope
from twintree_desktop.ask.modes import DEFAULT, MODES, mode_hint, mode_line, mode_name
from twintree_desktop.session import Session

#: Pixels of the button around its words, and the least that the words get.
_AROUND, _LEAST = 34, 30


class ModeButton(QPushButton):
    """Opens the modes, each with what it does; ``scope`` gives the papers that would be asked."""

    told = Signal(str)

    def __init__(self, session: Session, scope: Callable[[], Scope]) -> None:
        super().__init__()
        self._session, self._scope = session, scope
        self.mode = DEFAULT
        self.setProperty("kind", "link")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda _=False: self._open_menu())
        self._show()

    def set_mode(self, mode: str) -> None:
        """Answer in this mode."""
        self.mode = mode
        self._show()
        self.refresh()

    def wanted(self) -> int:
        """Pixels that the whole name takes."""
        return self.fontMetrics().horizontalAdvance(mode_name(self.mode)) + _AROUND

    def fit(self, room: int) -> None:
        """Shorten the mode's name to so many pixels."""
        words, room = mode_name(self.mode), max(room - _AROUND, _LEAST)
        fits = self.fontMetrics().horizontalAdvance(words) <= room
        shown = words if fits else self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room)
        self.setText(f"{shown} ▾")
        self.setToolTip(words if shown != words else "")

    def _show(self) -> None:
        self.setText(f"{mode_name(self.mode)} ▾")
        self.setAccessibleName(self.tr("Mode: {0}").format(mode_name(self.mode)))

    def refresh(self) -> None:
        """Tell of the mode again: other papers may be asked now, or prepared."""
        mode, scope = self.mode, self._scope()
        self.told.emit(mode_line(mode))

        def told(hint: str) -> None:
            if (mode, scope) == (self.mode, self._scope()):
                self.setAccessibleDescription(hint)
                self.told.emit(hint)

        self._session.read(mode_hint, mode, scope, then=told, owner=self)

    def menu_of_modes(self) -> QMenu:
        """The modes."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for mode in MODES:
            action = menu.addAction(f"{mode_name(mode)}\t{mode_line(mode)}")
            action.setCheckable(True)
            action.setChecked(mode == self.mode)
            action.triggered.connect(lambda _=False, mode=mode: self.set_mode(mode))
        return menu

    def _open_menu(self) -> None:
        menu = self.menu_of_modes()
        menu.popup(self.mapToGlobal(QPoint(0, -menu.sizeHint().height())))
