"""A chip: a few words on a rounded ground, in the tone of what they mean; pressed or merely read.

Signals (of ``QAbstractButton``):
    clicked(): only where it was made to be pressed
"""

from __future__ import annotations

import enum

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from twintree_desktop.theme import Appearance, Type
from twintree_desktop.tokens import RADIUS

_PAD, _TALL, _NARROWEST = 8, 7, 96


class Tone(enum.Enum):
    """What a chip means: ink and ground, as tokens."""

    PLAIN = ("muted", "bg")
    ACCENT = ("accent", "soft")
    WARN = ("warn", "warn_bg")
    REASON = ("warn", "surface")


class Chip(QAbstractButton):
    """Painted from the tokens, so that it follows the theme; ``pressable`` ones take focus.

    ``last`` is the end of the text that is never cut short: what stands before it is, where there is no room.
    """

    def __init__(
        self,
        appearance: Appearance,
        text: str,
        tone: Tone = Tone.PLAIN,
        *,
        pressable: bool = False,
        last: str = "",
    ) -> None:
        super().__init__()
        self._appearance, self._pressable, self._last = appearance, pressable, last
        self.tone = tone
        self.setText(text)
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if pressable else Qt.FocusPolicy.NoFocus)
        if pressable:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def say(self, text: str, tone: Tone) -> None:
        """Say something else."""
        self.tone = tone
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.updateGeometry()
        self.update()

    def _metrics(self) -> QFontMetrics:
        font = self._appearance.theme.font(Type.CAPTION)
        font.setCapitalization(font.Capitalization.MixedCase)
        return QFontMetrics(font)

    def sizeHint(self) -> QSize:
        metrics = self._metrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 2 * _PAD + 2, metrics.height() + _TALL)

    def minimumSizeHint(self) -> QSize:
        metrics = self._metrics()
        kept = metrics.horizontalAdvance("…" + self._last) + 2 * _PAD + 2 if self._last else _NARROWEST
        return QSize(min(self.sizeHint().width(), kept), metrics.height() + _TALL)

    def shown(self) -> str:
        """The text as it is cut to the room that there is."""
        metrics, room = self._metrics(), self.width() - 2 * _PAD
        name = self.text().removesuffix(self._last)
        room -= metrics.horizontalAdvance(self._last)
        return metrics.elidedText(name, Qt.TextElideMode.ElideRight, max(room, 0)) + self._last

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._pressable and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self.updateGeometry()
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._appearance.theme
        ink, ground = self.tone.value
        if self._pressable and (self.underMouse() or self.isDown()):
            ink, ground = "on_accent", "accent"
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(ground))
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(box, RADIUS.chip, RADIUS.chip)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRoundedRect(box, RADIUS.chip, RADIUS.chip)
        font = theme.font(Type.CAPTION)
        font.setCapitalization(font.Capitalization.MixedCase)
        painter.setFont(font)
        painter.setPen(theme.colour(ink))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.shown())
        painter.end()
