"""Small pictures of all pages, drawn as they come into view.

Signals:
    ThumbnailList.chosen(int): go to this page
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QHideEvent, QPainter, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from twintree_desktop.reader.cache import PageKey
from twintree_desktop.reader.demand import PREVIEW
from twintree_desktop.reader.document import Document
from twintree_desktop.reader.renderer import PageRenderer, Request
from twintree_desktop.theme import Appearance, Type
from twintree_desktop.tokens import RADIUS
from twintree_desktop.widgets import Debounce

_WIDTH, _LABEL, _PAD = 120, 20, 8

Index = QModelIndex | QPersistentModelIndex


class ThumbnailModel(QAbstractListModel):
    """One row a page."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.document.sheets)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return str(index.row() + 1)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.tr("Page {0}").format(index.row() + 1)
        return None


class ThumbnailList(QListView):
    """The list; it asks the renderer for what shows."""

    chosen = Signal(int)

    def __init__(self, appearance: Appearance, renderer: PageRenderer, document: Document) -> None:
        super().__init__()
        self.dark = appearance.theme.dark
        self._renderer, self._document = renderer, document
        self._model = ThumbnailModel(document)
        self.setModel(self._model)
        self.setProperty("kind", "side")
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Pages as small pictures"))
        self.setItemDelegate(_ThumbnailDelegate(appearance, renderer, self))
        self._later = Debounce(50, self._request, self)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._later.start())
        self.activated.connect(self._choose)
        self.clicked.connect(self._choose)
        renderer.drawn.connect(self._drawn)

    def key(self, row: int) -> PageKey:
        """The picture of a row."""
        return PageKey(self._document.file.id, row + 1, self.dark)

    def sheet_size(self, row: int) -> tuple[float, float]:
        """Width and height of a row's page in points."""
        sheet = self._document.sheets[row]
        return sheet.width, sheet.height

    def follow(self, page: int) -> None:
        """Mark the page being read."""
        index = self._model.index(page - 1)
        if index != self.currentIndex():
            self.setCurrentIndex(index)

    def set_dark(self, dark: bool) -> None:
        """Show the pages as they are read."""
        self.dark = dark
        self._later.start()
        self.viewport().update()

    def _request(self) -> None:
        if not self.isVisible():
            return
        first = self.indexAt(self.viewport().rect().topLeft()).row()
        last = self.indexAt(self.viewport().rect().bottomLeft()).row()
        count = self._model.rowCount()
        rows = range(max(0, first), (last if last >= 0 else count - 1) + 1)
        cache = self._renderer.cache
        wanted = [
            Request(self.key(row), PREVIEW, urgent=False)
            for row in rows
            if cache.nearest(self.key(row), PREVIEW) is None
        ]
        self._renderer.want(self, wanted)

    def _drawn(self, key: PageKey) -> None:
        if key.file == self._document.file.id and self.isVisible():
            self.update(self._model.index(key.page - 1))

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(index.row() + 1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._renderer.want(self, ())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._later.start()


class _ThumbnailDelegate(QStyledItemDelegate):
    def __init__(self, appearance: Appearance, renderer: PageRenderer, parent: ThumbnailList) -> None:
        super().__init__(parent)
        self._appearance, self._renderer, self._list = appearance, renderer, parent

    def _box(self, row: int) -> QSize:
        width, height = self._list.sheet_size(row)
        return QSize(_WIDTH, min(240, round(_WIDTH * height / max(width, 1))))

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        tallest = self._box(0).height()
        return QSize(_WIDTH + 2 * _PAD, tallest + _LABEL + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._appearance.theme
        area = QRectF(option.rect)
        size = self._box(index.row())
        box = QRectF(area.center().x() - size.width() / 2, area.top() + _PAD, size.width(), size.height())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = option.state & QStyle.StateFlag.State_Selected
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("soft"))
            painter.drawRoundedRect(box.adjusted(-_PAD, -_PAD + 2, _PAD, _LABEL + 2), RADIUS.row, RADIUS.row)
        painter.fillRect(box, theme.colour("surface") if self._list.dark else Qt.GlobalColor.white)
        image = self._renderer.cache.nearest(self._list.key(index.row()), PREVIEW)
        if image is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(box, image, QRectF(image.rect()))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("accent" if chosen else "border"), 1))
        painter.drawRect(box)
        painter.setPen(theme.colour("text" if chosen else "muted"))
        painter.setFont(theme.font(Type.SMALL))
        number = QRectF(area.left(), box.bottom() + 2, area.width(), _LABEL)
        painter.drawText(number, Qt.AlignmentFlag.AlignCenter, str(index.data()))
        painter.restore()
