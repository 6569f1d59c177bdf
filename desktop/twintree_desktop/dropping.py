"""Files that are dropped or pasted: those that lie on this machine, and the veil that says what it does."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from twintree_desktop.theme import Appearance, Type


def local_paths(data: QMimeData) -> list[Path]:
    """The local files and folders in what is dragged or on the clipboard: links, or paths one a line."""
    if data.hasUrls():
        return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    if not data.hasText():
        return []
    lines = [line.strip().strip('"') for line in data.text().splitlines() if line.strip()]
    paths = [Path(line) for line in lines[:10_000]]
    return paths if paths and all(_exists(path) for path in paths) else []


def _exists(path: Path) -> bool:
    try:
        return path.is_absolute() and path.exists()
    except (OSError, ValueError):
        return False


class DropVeil(QWidget):
    """Lies over the window while files are dragged across it."""

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_over(self, text: str) -> None:
        """Cover the parent, saying what a drop would do."""
        self._text = text
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._appearance.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = theme.colour("soft")
        ground.setAlphaF(0.96)
        painter.fillRect(self.rect(), ground)
        painter.setPen(QPen(theme.colour("accent"), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(12, 12, -12, -12), 12, 12)
        painter.setFont(theme.font(Type.HEADLINE))
        painter.setPen(theme.colour("text"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._text)
