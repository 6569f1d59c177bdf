"""Rows of Explore's lists: a mark, a title with a figure at the end, and muted lines below it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem

from twintree_desktop.graphs.content import NodeTone
from twintree_desktop.graphs.drawing import draw_dot
from twintree_desktop.reader.outline import paint_ground
from twintree_desktop.theme import Appearance, Type
from twintree_desktop.tokens import SPACE

KEY, _ROW = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2
_LINE, _MARK, _RADIUS = 18, 9, 4.5

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Row:
    """What a row says.

    Attributes:
        key: what it stands for.
        name: what it is found by when one types.
        lines: its title, then what stands muted below it.
        tip: the whole of it.
        figure: at the title's end.
        tone: of the mark before the title.
    """

    key: str
    name: str
    lines: tuple[str, ...]
    tip: str
    figure: str = ""
    tone: NodeTone | None = None

    def as_item(self) -> QListWidgetItem:
        """The row of a list."""
        item = QListWidgetItem("\n".join((self.name, *(line for line in self.lines[1:] if line))))
        item.setToolTip(self.tip)
        item.setData(KEY, self.key)
        item.setData(_ROW, self)
        return item


class RowList(QListWidget):
    """A list of such rows, all with as many lines."""

    def __init__(self, name: str, appearance: Appearance, lines: int) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setItemDelegate(_RowDelegate(appearance, self, lines))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)

    def point_at(self, key: str) -> None:
        """Make this row the current one; none where there is no such row."""
        places = (place for place in range(self.count()) if self.item(place).data(KEY) == key)
        self.setCurrentRow(next(places, -1))


class _RowDelegate(QStyledItemDelegate):
    def __init__(self, appearance: Appearance, parent: QListWidget, lines: int) -> None:
        super().__init__(parent)
        self._appearance, self._lines = appearance, lines

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, self._appearance.theme.px(self._lines * _LINE) + SPACE.small)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, box = self._appearance.theme, QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, QRectF(box), option.state, theme)
        inner, height = box.adjusted(SPACE.hair, SPACE.hair, -SPACE.small, -SPACE.hair), theme.px(_LINE)
        line = QRect(inner.left(), inner.top(), inner.width(), height)
        row: Row = index.data(_ROW)
        if row.tone is not None:
            draw_dot(painter, QPointF(line.left() + _MARK, line.center().y() + 1), _RADIUS, row.tone, theme)
            line.setLeft(line.left() + 2 * _MARK + SPACE.hair)
        title, *below = row.lines
        painter.setFont(theme.font(Type.SMALL))
        painter.setPen(theme.colour("muted"))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, row.figure)
        taken = painter.fontMetrics().horizontalAdvance(row.figure) + SPACE.small if row.figure else 0
        for number, text in enumerate(below, 1):
            _write(painter, line.translated(0, number * height), text)
        painter.setFont(theme.font(Type.BODY))
        painter.setPen(theme.colour("text"))
        _write(painter, line.adjusted(0, 0, -taken, 0), title)
        painter.restore()


def _write(painter: QPainter, box: QRect, text: str) -> None:
    words = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
