"""The rail: places with icon and word at its head, jobs, models and settings at its foot.

Signals:
    Rail.chosen(str): the person chose the place with this key.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QVBoxLayout, QWidget

from twintree_desktop.icons import LARGE, Icons
from twintree_desktop.place import Place
from twintree_desktop.theme import Appearance, Type
from twintree_desktop.tokens import RADIUS, RAIL_WIDTH, SPACE


class RailButton(QAbstractButton):
    """One place: its icon above its word; at the foot the icon alone."""

    def __init__(self, place: Place, icon: QIcon, appearance: Appearance) -> None:
        super().__init__()
        self.key = place.key
        self._foot = place.foot
        self._appearance = appearance
        self.setText(place.title)
        self.setIcon(icon)
        self.setCheckable(True)
        self.setAccessibleName(place.title)
        self.setToolTip(place.title if place.foot else "")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        px = self._appearance.theme.px
        width = max(RAIL_WIDTH, px(RAIL_WIDTH))
        if not self._foot:
            # As wide as the word when its place is the one that is shown: some languages have long ones.
            word = QFontMetrics(self._font(strong=True)).horizontalAdvance(self.text())
            width = max(width, word + 2 * SPACE.small)
        return QSize(width, px(40) if self._foot else px(56))

    def _font(self, *, strong: bool) -> QFont:
        font = self._appearance.theme.font(Type.SMALL)
        font.setPixelSize(self._appearance.theme.px(11))
        font.setWeight(font.Weight.DemiBold if strong else font.Weight.Normal)
        return font

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._appearance.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = QRectF(self.rect()).adjusted(5, 2, -5, -2)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRoundedRect(inner.adjusted(1, 1, -1, -1), RADIUS.row, RADIUS.row)
        elif self.underMouse() and not self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("hover"))
            painter.drawRoundedRect(inner, RADIUS.row, RADIUS.row)
        state = QIcon.State.On if self.isChecked() else QIcon.State.Off
        self.icon().paint(painter, self._icon_rect(), Qt.AlignmentFlag.AlignCenter, QIcon.Mode.Normal, state)
        if not self._foot:
            self._paint_word(painter, theme.colour("accent" if self.isChecked() else "muted"))

    def _icon_rect(self) -> QRect:
        top = (self.height() - LARGE) // 2 if self._foot else self._appearance.theme.px(8)
        return QRect((self.width() - LARGE) // 2, top, LARGE, LARGE)

    def _paint_word(self, painter: QPainter, colour: QColor) -> None:
        painter.setFont(self._font(strong=self.isChecked()))
        painter.setPen(colour)
        top = self._icon_rect().bottom() + 4
        text = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - 4)
        painter.drawText(
            QRect(0, top, self.width(), self.height() - top), Qt.AlignmentFlag.AlignHCenter, text
        )


class Rail(QWidget):
    """The column of places."""

    chosen = Signal(str)

    def __init__(self, places: Sequence[Place], icons: Icons, appearance: Appearance) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Places"))
        self._appearance = appearance
        self._group = QButtonGroup(self)
        self._buttons: dict[str, RailButton] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE.small, 0, SPACE.medium)
        layout.setSpacing(0)
        for foot in (False, True):
            for place in places:
                if place.foot == foot:
                    layout.addWidget(self._button(place, icons))
            if not foot:
                layout.addStretch(1)
        appearance.changed.connect(self.updateGeometry)

    def show_current(self, key: str) -> None:
        """Mark a place as the one that is shown."""
        if key in self._buttons:
            self._buttons[key].setChecked(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._appearance.theme.colour("bg"))
        edge = self.rect().left() if self.isRightToLeft() else self.rect().right()
        painter.setPen(self._appearance.theme.colour("border"))
        painter.drawLine(edge, 0, edge, self.height())

    def _button(self, place: Place, icons: Icons) -> RailButton:
        made = RailButton(place, icons.icon(place.glyph), self._appearance)
        self._group.addButton(made)
        self._buttons[place.key] = made
        made.clicked.connect(lambda: self.chosen.emit(place.key))
        return made
