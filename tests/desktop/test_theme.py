"""The theme follows the system or a choice, scales, and every icon exists."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from twintree_desktop.icons import GLYPHS, Icons
from twintree_desktop.theme import Appearance, Mode, Type


def test_dark_mode_reaches_the_palette(appearance: Appearance, qapp: QApplication) -> None:
    appearance.set_mode(Mode.DARK)
    assert appearance.theme.dark
    assert qapp.palette().window().color().name().upper() == "#16191B"


def test_a_new_look_reaches_each_window_once_and_not_every_widget_for_each_of_its_ancestors(
    appearance: Appearance, qtbot: QtBot
) -> None:
    window = inner = QWidget()
    qtbot.addWidget(window)
    for _ in range(10):
        inner = QWidget(inner)
    label = QLabel("Ask", inner)
    label.setProperty("kind", "muted")
    window.show()
    polished = Counted(QEvent.Type.StyleChange)
    label.installEventFilter(polished)
    appearance.set_mode(Mode.DARK)
    assert label.palette().windowText().color().name().upper() == "#9BA4A8"
    appearance.set_mode(Mode.LIGHT)
    assert label.palette().windowText().color().name().upper() == "#626A6E"
    assert polished.count <= 4  # twice for each look; it was once for each of its eleven ancestors


def test_what_stood_alone_at_a_change_has_the_look_of_its_window_once_it_stands_in_one(
    appearance: Appearance, qtbot: QtBot
) -> None:
    window, label = QWidget(), QLabel("Ask")
    for each in (window, label):
        qtbot.addWidget(each)
    label.setProperty("kind", "muted")
    window.show()
    appearance.set_mode(Mode.DARK)
    label.setParent(window)
    label.show()
    assert label.palette().windowText().color().name().upper() == "#9BA4A8"
    appearance.set_mode(Mode.LIGHT)
    assert label.palette().windowText().color().name().upper() == "#626A6E"


class Counted(QObject):
    """Counts the events of a kind."""

    def __init__(self, kind: QEvent.Type) -> None:
        super().__init__()
        self._kind, self.count = kind, 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == self._kind
        return False


@pytest.mark.parametrize(("asked", "got"), [(5, 11), (13, 13), (18, 18), (40, 18)])
def test_font_size_stays_between_11_and_18(appearance: Appearance, asked: int, got: int) -> None:
    appearance.set_size(asked)
    assert appearance.theme.font(Type.BODY).pixelSize() == got


def test_every_icon_is_drawn_and_takes_the_themes_colour(appearance: Appearance) -> None:
    icons = Icons(appearance)
    for name in GLYPHS:
        image = icons.icon(name).pixmap(22, 22).toImage()
        assert any(image.pixelColor(x, y).alpha() for x in range(22) for y in range(22)), name


def test_an_icon_follows_the_theme_without_being_made_again(appearance: Appearance) -> None:
    icon = Icons(appearance).icon("circle", "accent")
    light = icon.pixmap(16, 16).toImage().pixelColor(8, 8)
    appearance.set_mode(Mode.DARK)
    dark = icon.pixmap(16, 16).toImage().pixelColor(8, 8)
    assert light.name() == "#2c6a4d"
    assert dark.name() == "#7cc8a0"
    assert icon.pixmap(16, 16, QIcon.Mode.Disabled).toImage().pixelColor(8, 8) != dark
