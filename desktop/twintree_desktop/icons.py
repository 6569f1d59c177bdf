"""Icons: glyphs of the Material set that qtawesome ships, drawn in the colour of a token at any resolution.

qtawesome itself is not imported: that costs a quarter of a second of the window's start.
"""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontDatabase, QIcon, QIconEngine, QImage, QPainter, QPixmap

from twintree_desktop.theme import Appearance

SMALL, MEDIUM, LARGE = 16, 18, 22

#: The glyph of each thing that the window names; the values are names of the Material set.
GLYPHS: dict[str, str] = {
    "library": "bookshelf",
    "reader": "book-open-page-variant-outline",
    "ask": "chat-question-outline",
    "lineage": "source-branch",
    "themes": "sitemap-outline",
    "explore": "graph-outline",
    "innovate": "lightbulb-outline",
    "knowledge": "brain",
    "jobs": "progress-clock",
    "models": "chip",
    "settings": "cog-outline",
    "all": "inbox-outline",
    "recent": "clock-outline",
    "pin": "pin-outline",
    "leave-out": "minus-circle-outline",
    "star": "star-outline",
    "starred": "star",
    "duplicates": "content-duplicate",
    "attention": "alert-circle-outline",
    "collection": "folder-outline",
    "collection-new": "folder-plus-outline",
    "tag": "tag-outline",
    "search": "magnify",
    "bin": "trash-can-outline",
    "restore": "delete-restore",
    "close": "close",
    "check": "check",
    "plus": "plus",
    "minus": "minus",
    "more": "dots-horizontal",
    "back": "arrow-left",
    "forward": "arrow-right",
    "down": "chevron-down",
    "right": "chevron-right",
    "left": "chevron-left",
    "up": "chevron-up",
    "undo": "undo",
    "edit": "pencil-outline",
    "note": "note-text-outline",
    "file": "file-document-outline",
    "quote": "format-quote-close",
    "claim": "comment-check-outline",
    "link": "link-variant",
    "open-outside": "open-in-new",
    "import": "download-outline",
    "export": "export-variant",
    "print": "printer-outline",
    "pause": "pause",
    "play": "play",
    "stop": "stop",
    "retry": "refresh",
    "filter": "filter-variant",
    "columns": "view-column-outline",
    "fold-left": "page-layout-sidebar-left",
    "fold-right": "page-layout-sidebar-right",
    "offline": "shield-check-outline",
    "lock": "lock-outline",
    "keyboard": "keyboard-outline",
    "command": "lightning-bolt-outline",
    "info": "information-outline",
    "help": "help-circle-outline",
    "zoom-in": "magnify-plus-outline",
    "zoom-out": "magnify-minus-outline",
    "rotate": "rotate-right",
    "continuous": "view-sequential-outline",
    "single-page": "file-outline",
    "fit-width": "arrow-expand-horizontal",
    "figure": "image-outline",
    "table": "table",
    "equation": "math-integral",
    "outline": "format-list-bulleted",
    "references": "format-list-numbered",
    "thumbnails": "view-list-outline",
    "dark": "weather-night",
    "light": "white-balance-sunny",
    "highlight": "marker",
    "copy": "content-copy",
    "send": "send",
    "dot": "circle-medium",
    "circle": "circle",
    "unread": "circle-outline",
    "reading": "circle-slice-4",
    "read": "check-circle-outline",
    "folder-open": "folder-open-outline",
    "merge": "call-merge",
    "history": "history",
    "appearance": "palette-outline",
    "language": "translate",
    "next": "page-next-outline",
    "samples": "book-multiple-outline",
    "locate": "folder-search-outline",
    "swap": "swap-horizontal",
    "log": "console",
    "verified": "check",
}


@cache
def _charmap() -> dict[str, int]:
    text = next(_fonts().glob("materialdesignicons6-webfont-charmap*.json")).read_text()
    return {name: int(code, 16) for name, code in json.loads(text).items()}


@cache
def _family() -> str:
    number = QFontDatabase.addApplicationFont(str(next(_fonts().glob("materialdesignicons6-webfont*.ttf"))))
    return QFontDatabase.applicationFontFamilies(number)[0]


def _fonts() -> Path:
    found = importlib.util.find_spec("qtawesome")
    if found is None or not found.submodule_search_locations:
        raise ImportError("The icon font is missing; install the package qtawesome.")
    return Path(found.submodule_search_locations[0]) / "fonts"


def draw_glyph(painter: QPainter, rect: QRectF, name: str) -> None:
    """Draw the glyph into ``rect`` in the painter's pen."""
    font = QFont(_family())
    font.setPixelSize(max(1, round(min(rect.width(), rect.height()))))
    font.setStyleStrategy(QFont.StyleStrategy.NoFontMerging)
    painter.setFont(font)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, chr(_charmap()[GLYPHS[name]]))


class _Glyph(QIconEngine):
    """Draws one glyph; asks for its colour when it is painted, so that a new theme needs no new icons."""

    def __init__(self, name: str, appearance: Appearance, token: str, active: str) -> None:
        super().__init__()
        self._name, self._appearance = name, appearance
        self._token, self._active = token, active

    def clone(self) -> QIconEngine:
        return _Glyph(self._name, self._appearance, self._token, self._active)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        lit = state == QIcon.State.On or mode == QIcon.Mode.Selected
        token = self._active if lit else "outline" if mode == QIcon.Mode.Disabled else self._token
        painter.save()
        painter.setPen(self._appearance.theme.colour(token))
        draw_glyph(painter, QRectF(rect), self._name)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        if size.isEmpty():  # a button that has no room yet
            return QPixmap()
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return QPixmap.fromImage(image, Qt.ImageConversionFlag.NoFormatConversion)


class Icons:
    """Makes icons in the colours of the theme in force."""

    def __init__(self, appearance: Appearance) -> None:
        self._appearance = appearance

    def icon(self, name: str, colour: str = "muted", active: str = "accent") -> QIcon:
        """The icon ``name`` of ``GLYPHS``; ``colour`` and ``active`` (while on or selected) are tokens."""
        if name not in GLYPHS:
            raise KeyError(name)
        return QIcon(_Glyph(name, self._appearance, colour, active))
