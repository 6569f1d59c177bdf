"""What can be done with a highlight where it is clicked: another colour, a note, its words, away with it.

Signals:
    MarkMenu.note_wanted(Highlight): write to it
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QActionGroup, QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

from twintree.base.records import Highlight
from twintree_desktop.reader import writing
from twintree_desktop.reader.copying import copy
from twintree_desktop.reader.selection import flowing
from twintree_desktop.session import Session
from twintree_desktop.words import tr

_SWATCH = 14
#: On the colours of highlights, which are light in both themes.
_INK = "#3A3A3A"


def colour_names() -> dict[str, str]:
    """What the colours of highlights are called."""
    return {"amber": tr("Amber"), "green": tr("Green"), "blue": tr("Blue"), "rose": tr("Rose")}


def swatch(colour: str, ring: QColor, ratio: float = 1.0, *, chosen: bool = False) -> QIcon:
    """A dot in a colour, on any ground; the chosen one has a dot within."""
    picture = QPixmap(round(_SWATCH * ratio), round(_SWATCH * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(QColor(colour))
    painter.setPen(ring)
    painter.drawEllipse(1, 1, _SWATCH - 2, _SWATCH - 2)
    if chosen:
        painter.setBrush(QColor(_INK))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(_SWATCH / 2, _SWATCH / 2), 2.5, 2.5)
    painter.end()
    return QIcon(picture)


class MarkMenu(QMenu):
    """The menu of one highlight; what it does can be undone."""

    note_wanted = Signal(object)

    def __init__(self, session: Session, mark: Highlight, parent: QWidget, owner: QObject) -> None:
        """Make the menu; ``owner`` is who is told, and must outlive it."""
        super().__init__(parent)
        self._session, self._mark, self._owner = session, mark, owner
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        writable = not session.library.readonly
        self._add_colours(enabled=writable)
        self.addSeparator()
        note = self.tr("Edit the note …") if mark.note else self.tr("Add a note …")
        self.addAction(note).triggered.connect(lambda _=False: self.note_wanted.emit(mark))
        self.addAction(self.tr("Copy its words")).triggered.connect(lambda _=False: copy(flowing(mark.quote)))
        self.addSeparator()
        remove = self.addAction(self.tr("Remove this highlight"))
        remove.triggered.connect(lambda _=False: self._act(writing.remove_highlight))
        remove.setEnabled(writable)

    def _add_colours(self, *, enabled: bool) -> None:
        ring = self._session.appearance.theme.colour("outline")
        group = QActionGroup(self)
        names = colour_names()
        for name, colour in writing.HIGHLIGHT_COLOURS.items():
            now = colour.casefold() == self._mark.colour.casefold()
            action = self.addAction(swatch(colour, ring, self.devicePixelRatioF(), chosen=now), names[name])
            action.setCheckable(True)
            action.setChecked(now)
            action.setEnabled(enabled)
            action.triggered.connect(lambda _=False, colour=colour: self._act(writing.recolour, colour))
            group.addAction(action)

    def _act(self, operation: Callable[..., object], *args: object) -> None:
        self._session.act(operation, self._mark.id, *args, owner=self._owner)
