"""What of the citation graph is shown: choices for its bar.

Signals:
    Filters.layout_wanted(): another layout, or works cited more or less often
    Filters.filter_wanted(): other roles, levels, or held papers alone
    Filters.queue_wanted(): show what waits to be confirmed
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QMenu, QToolButton, QWidget

from twintree_desktop.graphs.role_words import ROLES, level_words, role_words
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button

_LEAST = (2, 3, 1)


class Filters(QWidget):
    """What is chosen stands in its widgets; the view reads it there."""

    layout_wanted = Signal()
    filter_wanted = Signal()
    queue_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.years = QCheckBox(self.tr("Along the years"))
        self.held = QCheckBox(self.tr("Held alone"))
        self.least = QComboBox()
        self.level = QComboBox()
        self.roles = QToolButton()
        self.role_actions: dict[str, QAction] = {}
        self.queue = button("", "link", self.queue_wanted.emit)
        self.queue.hide()
        self._fill()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE.small)
        for each in (self.least, self.level, self.roles, self.held, self.years, self.queue):
            layout.addWidget(each)
        self._connect()

    @property
    def least_citers(self) -> int:
        """How many papers must cite a work that is not held."""
        return int(self.least.currentData())

    @property
    def least_level(self) -> int:
        """The lowest level that is shown."""
        return int(self.level.currentData())

    @property
    def chosen_roles(self) -> set[str]:
        """The roles that are shown."""
        return {role for role, action in self.role_actions.items() if action.isChecked()}

    @property
    def narrows(self) -> bool:
        """Whether fewer citations than all are asked for."""
        return self.least_level > 1 or len(self.chosen_roles) < len(self.role_actions)

    def show_waiting(self, count: int) -> None:
        """Say how many citations wait to be looked at."""
        self.queue.setText(self.tr("To confirm: {0}").format(count))
        self.queue.setVisible(count > 0)

    def _fill(self) -> None:
        for least in _LEAST:
            text = (
                self.tr("All works") if least == 1 else self.tr("Works cited {0} times or more").format(least)
            )
            self.least.addItem(text, least)
        self.least.setAccessibleName(self.tr("Works that are not held"))
        for level in range(1, 6):
            text = (
                self.tr("All weights") if level == 1 else self.tr("At least {0}").format(level_words(level))
            )
            self.level.addItem(text, level)
        self.level.setAccessibleName(self.tr("Least weight of a citation"))
        menu = QMenu(self.roles)
        for role in ROLES:
            action = menu.addAction(role_words(role))
            action.setCheckable(True)
            action.setChecked(True)
            action.toggled.connect(lambda _: self._roles_changed())
            self.role_actions[role] = action
        self.roles.setMenu(menu)
        self.roles.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.roles.setAccessibleName(self.tr("Roles"))
        self._say_roles()

    def _connect(self) -> None:
        self.years.toggled.connect(lambda _: self.layout_wanted.emit())
        self.least.currentIndexChanged.connect(lambda _: self.layout_wanted.emit())
        self.level.currentIndexChanged.connect(lambda _: self.filter_wanted.emit())
        self.held.toggled.connect(lambda _: self.filter_wanted.emit())

    def _roles_changed(self) -> None:
        self._say_roles()
        self.filter_wanted.emit()

    def _say_roles(self) -> None:
        chosen = len(self.chosen_roles)
        every = self.tr("All roles")
        self.roles.setText(every if chosen == len(self.role_actions) else self.tr("{0} roles").format(chosen))
