"""How the window looks: fonts, palette and stylesheet made from the tokens, following the system or a choice.

Signals:
    Appearance.changed: the theme or the font size changed; what paints itself must repaint.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from weakref import WeakSet

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QWidget
from shiboken6 import isValid

from twintree_desktop.stylesheet import stylesheet
from twintree_desktop.tokens import DARK, DEFAULT_FONT, LARGEST_FONT, LIGHT, SMALLEST_FONT, Palette


class Mode(enum.StrEnum):
    """Whose choice the theme is."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Type(enum.Enum):
    """Roles of type, as (pixels at the default size, weight)."""

    CAPTION = (11, QFont.Weight.DemiBold)
    SMALL = (12, QFont.Weight.Normal)
    BODY = (13, QFont.Weight.Normal)
    STRONG = (13, QFont.Weight.DemiBold)
    ANSWER = (14, QFont.Weight.Normal)
    TITLE = (15, QFont.Weight.DemiBold)
    HEADLINE = (17, QFont.Weight.DemiBold)
    DISPLAY = (22, QFont.Weight.DemiBold)


#: Where the system names no interface font of its own, the first of these that is installed.
_PREFERRED = ("Inter", "Cantarell", "Noto Sans", "Open Sans", "DejaVu Sans")
_UNNAMED = ("sans serif", "sans", "")


@dataclass(frozen=True)
class Theme:
    """One look: a palette and a font size."""

    palette: Palette
    dark: bool
    size: int
    family: str

    def px(self, pixels: int) -> int:
        """A length that grows with the font size."""
        return round(pixels * self.size / DEFAULT_FONT)

    def font(self, role: Type) -> QFont:
        """The interface font in that role, with figures of equal width."""
        pixels, weight = role.value
        font = QFont(self.family)
        font.setPixelSize(self.px(pixels))
        font.setWeight(weight)
        font.setFeature(QFont.Tag("tnum"), 1)
        if role is Type.CAPTION:
            font.setCapitalization(QFont.Capitalization.AllUppercase)
            font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 103)
        return font

    def colour(self, token: str) -> QColor:
        """The colour of a token, for painting."""
        return QColor(getattr(self.palette, token))


class Appearance(QObject):
    """Holds the theme in force and puts it on the application."""

    changed = Signal()

    def __init__(self, application: QApplication, mode: Mode = Mode.SYSTEM, size: int = DEFAULT_FONT) -> None:
        super().__init__(application)
        self._application = application
        self._mode = mode
        self._size = _within(size)
        self._family = _interface_family()
        self._theme = self._make()
        self._sheet, self._dressed = "", False
        self._worn: WeakSet[QWidget] = WeakSet()
        application.setStyle("Fusion")
        application.styleHints().colorSchemeChanged.connect(self._system_changed)
        self._apply()

    @property
    def theme(self) -> Theme:
        """The theme in force."""
        return self._theme

    @property
    def mode(self) -> Mode:
        """Whose choice it is."""
        return self._mode

    def set_mode(self, mode: Mode) -> None:
        """Follow the system, or stay light or dark."""
        self._mode = mode
        self._apply()

    def set_size(self, size: int) -> None:
        """Scale all type; ``size`` is the body size in pixels, 11 to 18."""
        self._size = _within(size)
        self._apply()

    @property
    def animated(self) -> bool:
        """Whether the system wants motion at all."""
        style = self._application.style()
        return bool(style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration))

    def _make(self) -> Theme:
        dark = self._mode is Mode.DARK or (self._mode is Mode.SYSTEM and _system_is_dark())
        return Theme(DARK if dark else LIGHT, dark, self._size, self._family)

    def _stylesheet(self) -> str:
        folder = Path(str(files("twintree_resources.icons")))
        kind = "dark" if self._theme.dark else "light"
        pictures = {name: folder / f"{name}-{kind}.svg" for name in ("check", "dot", "down")}
        return stylesheet(self._theme.palette, self._theme.px, pictures)

    def _system_changed(self) -> None:
        if self._mode is Mode.SYSTEM:
            self._apply()

    def _apply(self) -> None:
        self._theme = self._make()
        self._application.setFont(self._theme.font(Type.BODY))
        self._application.setPalette(_palette(self._theme.palette))
        self._sheet = self._stylesheet()
        # Qt polishes every widget once for each of its ancestors when the application's own stylesheet changes:
        # seconds where answers with their steps are open. A window's goes before it, whatever stands in that.
        self._undress_placed()
        windows = [each for each in self._application.topLevelWidgets() if each.parentWidget() is None]
        if not self._dressed or not windows:
            self._application.setStyleSheet(self._sheet)
            self._dressed = True
        else:
            for each in windows:
                self.dress(each)
        self.changed.emit()

    def dress(self, window: QWidget) -> None:
        """Give the present look to a window that belongs to no other: those made later have the look of the start."""
        window.setStyleSheet(self._sheet)
        self._worn.add(window)

    def _undress_placed(self) -> None:
        """Take their own stylesheet from what stood alone at the last change, and stands in a window by now."""
        for each in list(self._worn):
            if isValid(each) and each.parentWidget() is not None:
                each.setStyleSheet("")
                self._worn.discard(each)


def _within(size: int) -> int:
    return max(SMALLEST_FONT, min(LARGEST_FONT, size))


def _system_is_dark() -> bool:
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def _interface_family() -> str:
    named = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    if named.lower() not in _UNNAMED:
        return named
    installed = set(QFontDatabase.families())
    return next((family for family in _PREFERRED if family in installed), named)


def _palette(tokens: Palette) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for where, colour in {
        role.Window: tokens.bg,
        role.WindowText: tokens.text,
        role.Base: tokens.surface,
        role.AlternateBase: tokens.raised,
        role.Text: tokens.text,
        role.PlaceholderText: tokens.muted,
        role.Button: tokens.raised,
        role.ButtonText: tokens.text,
        role.Highlight: tokens.soft,
        role.HighlightedText: tokens.text,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.accent,
        role.ToolTipBase: tokens.raised,
        role.ToolTipText: tokens.text,
        role.Accent: tokens.accent,
        role.Mid: tokens.border,
        role.Dark: tokens.outline,
    }.items():
        palette.setColor(where, QColor(colour))
    for where in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, where, QColor(tokens.outline))
    return palette
