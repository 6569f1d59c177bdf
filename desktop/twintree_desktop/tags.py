"""Tags on a paper: chips in their colour, and the field in which a new one is typed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCompleter, QLineEdit

from twintree.base.records import Tag
from twintree_desktop.session import Session
from twintree_desktop.theme import Type
from twintree_desktop.tokens import TAG_COLOURS, tinted

_HEIGHT = 20


class TagChip(QAbstractButton):
    """A tag; Delete or Backspace, or a click with the middle button, takes it off."""

    def __init__(self, session: Session, tag: str, colour: str, remove: Callable[[], object]) -> None:
        super().__init__()
        self._session = session
        self._remove = remove
        self._colour = colour or default_colour(tag)
        self.setText(tag)
        self.setAccessibleName(self.tr("Tag {0}").format(tag))
        self.setToolTip(self.tr("{0} — Delete takes it off").format(tag))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def sizeHint(self) -> QSize:
        metrics = self._metrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 20, self._session.appearance.theme.px(_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._session.appearance.theme
        ink, ground = tinted(self._colour, theme.palette)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("accent"), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(
            self.rect().adjusted(1, 1, -1, -1), self.height() / 2 - 1, self.height() / 2 - 1
        )
        font = theme.font(Type.SMALL)
        font.setPixelSize(theme.px(11))
        font.setWeight(font.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(ink))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())

    def _metrics(self) -> QFontMetrics:
        font = self._session.appearance.theme.font(Type.SMALL)
        font.setPixelSize(self._session.appearance.theme.px(11))
        font.setWeight(font.Weight.DemiBold)
        return QFontMetrics(font)


class TagField(QLineEdit):
    """A short field that completes tags; Enter adds, Escape or leaving puts it away."""

    def __init__(self, session: Session, add: Callable[[str], object]) -> None:
        super().__init__()
        self._session = session
        self._add = add
        self.setPlaceholderText(self.tr("tag"))
        self.setAccessibleName(self.tr("New tag"))
        self.setFixedWidth(120)
        self.returnPressed.connect(self._take)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._session.read(lambda library: list(library.person.tags()), then=self._complete, owner=self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.clear()
            self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _complete(self, tags: list[Tag]) -> None:
        completer = QCompleter([tag.name for tag in tags], self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        if (listed := completer.popup()) is not None:
            self._session.appearance.dress(listed)
        self.setCompleter(completer)

    def _take(self) -> None:
        text = self.text()
        self.clear()
        self._add(text)


def default_colour(tag: str) -> str:
    """The colour of a tag that was given none: always the same one for the same word."""
    colours = list(TAG_COLOURS.values())
    return colours[sum(tag.casefold().encode()) % len(colours)]
