"""The figures, tables and equations of a paper beside its pages, each with a way to it.

Signals:
    FigureList.chosen(Figure): go to it
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QImage, QImageReader, QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QMenu, QStyledItemDelegate, QStyleOptionViewItem

from twintree_desktop.icons import draw_glyph
from twintree_desktop.reader.copying import copy
from twintree_desktop.reader.document import Document
from twintree_desktop.reader.figures import KINDS, Figure, figures_of
from twintree_desktop.reader.outline import paint_ground
from twintree_desktop.reader.paper_list import THING, PaperList
from twintree_desktop.session import Session
from twintree_desktop.theme import Appearance, Type
from twintree_desktop.tokens import SPACE
from twintree_desktop.words import recognised_words

if TYPE_CHECKING:
    from twintree.library import Library

_LONGEST = 120
#: Equations are cut out at this many dots an inch; pictures in the list are no taller than this many pixels.
_DPI, _SCREEN, _TALLEST = 150, 90, 88
_ICON, _TALL = 16, 4000
_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

Index = QModelIndex | QPersistentModelIndex


class FigureList(PaperList[Figure]):
    """By kind, then by page."""

    def __init__(self, session: Session, document: Document) -> None:
        super().__init__(session)
        self.view.setAccessibleName(self.tr("Figures, tables and equations"))
        self._file = document.file.id
        self.view.setItemDelegate(FigureDelegate(session.appearance, self.view))
        self.view.setMouseTracking(True)
        self.view.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._open_menu)

    def reading(self) -> Callable[[Library], list[Figure]]:
        return partial(figures_of, file=self._file)

    def summary(self) -> str:
        return self._count() or self.tr("No figures, tables or equations were found in this paper.")

    def _count(self) -> str:
        """``2 figures, 1 table, 12 equations``: what there is none of is not said."""
        figures, tables, equations = (sum(each.kind == kind for each in self.things) for kind in KINDS)
        parts = (
            self.tr("%n figure(s)", "", figures) if figures else "",
            self.tr("%n table(s)", "", tables) if tables else "",
            self.tr("%n equation(s)", "", equations) if equations else "",
        )
        return ", ".join(part for part in parts if part)

    def lines_of(self, figure: Figure) -> Sequence[str]:
        return f"{figure.label} · {self.tr('p. {0}').format(figure.page)}", *_words_below(figure)

    def item_of(self, figure: Figure, lines: Sequence[str]) -> QListWidgetItem:
        item = QListWidgetItem()
        item.setToolTip(figure.caption)
        read = recognised_words() if figure.recognised else ""
        spoken = ", ".join(part for part in (lines[0], figure.caption, read) if part)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        return item

    def menu_of(self, figure: Figure) -> QMenu | None:
        """What else can be done with it: take an equation's LaTeX along."""
        if not figure.latex:
            return None
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Copy LaTeX")).triggered.connect(lambda _=False: copy(figure.latex))
        return menu

    def _open_menu(self, at: QPoint) -> None:
        item = self.view.itemAt(at)
        menu = self.menu_of(item.data(THING)) if item is not None else None
        if menu is not None:
            menu.popup(self.view.viewport().mapToGlobal(at))


class FigureDelegate(QStyledItemDelegate):
    """What it is called, with its page; its caption; and, of an equation, its picture in the ink of the window."""

    def __init__(self, appearance: Appearance, view: QListWidget) -> None:
        super().__init__(view)
        self._appearance, self._view = appearance, view
        self._inked: dict[tuple[str, str, int], QImage] = {}
        self._sizes: dict[str, QSize] = {}

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        theme = self._appearance.theme
        height = QFontMetrics(theme.font(Type.STRONG)).height() + 2 * SPACE.hair
        words = "\n".join(_words_below(index.data(THING)))
        if words:
            room = QRect(0, 0, self._room(), _TALL)
            height += QFontMetrics(theme.font(Type.SMALL)).boundingRect(room, _WRAPPED, words).height()
        picture = self._size(index)
        if not picture.isEmpty():
            height += picture.height() + SPACE.hair
        return QSize(_ICON + SPACE.huge, height + SPACE.hair)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, figure = self._appearance.theme, index.data(THING)
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        paint_ground(painter, QRectF(option.rect), option.state, theme)
        area = option.rect.adjusted(SPACE.hair, SPACE.hair, -SPACE.small, 0)
        line = QFontMetrics(theme.font(Type.STRONG)).height()
        painter.setPen(theme.colour("muted"))
        draw_glyph(painter, QRectF(area.left(), area.top() + (line - _ICON) / 2, _ICON, _ICON), figure.kind)
        area.setLeft(area.left() + _ICON + SPACE.small)
        area.setWidth(self._room())
        self._paint_head(painter, QRect(area.left(), area.top(), area.width(), line), figure)
        painter.setFont(theme.font(Type.SMALL))
        painter.setPen(theme.colour("muted"))
        below = area.adjusted(0, line + SPACE.hair, 0, 0)
        words = "\n".join(_words_below(figure))
        if words:
            painter.drawText(below, _WRAPPED, words)
        size = self._size(index)
        if not size.isEmpty():
            top = option.rect.bottom() - size.height() - SPACE.hair
            picture = self._picture(figure.picture, theme.colour("text"), size)
            painter.drawImage(QRectF(area.left(), top, size.width(), size.height()), picture)
        painter.restore()

    def _paint_head(self, painter: QPainter, line: QRect, figure: Figure) -> None:
        theme, middle = self._appearance.theme, Qt.AlignmentFlag.AlignVCenter
        page = self.tr("p. {0}").format(figure.page)
        painter.setFont(theme.font(Type.SMALL))
        painter.drawText(line, middle | Qt.AlignmentFlag.AlignRight, page)
        room = line.width() - painter.fontMetrics().horizontalAdvance(page) - SPACE.small
        painter.setFont(theme.font(Type.STRONG))
        painter.setPen(theme.colour("text"))
        name = painter.fontMetrics().elidedText(figure.label, Qt.TextElideMode.ElideRight, room)
        painter.drawText(line, middle | Qt.AlignmentFlag.AlignLeft, name)

    def _room(self) -> int:
        """Pixels that the words of a row have; the scroll bar has its room before it shows."""
        taken = _ICON + SPACE.hair + 2 * SPACE.small + 2 * self._view.spacing()
        bar = self._view.verticalScrollBar().sizeHint().width()
        return max(self._view.width() - bar - taken, _ICON)

    def _size(self, index: Index) -> QSize:
        """How large an equation's picture is drawn; empty where there is none."""
        path = index.data(THING).picture
        if path not in self._sizes:
            self._sizes[path] = QImageReader(path).size() if path else QSize()
        whole = self._sizes[path]
        if whole.isEmpty():
            return QSize()
        printed = whole * (_SCREEN / _DPI)
        bounds = QSize(self._room(), _TALLEST)
        fits = printed.width() <= bounds.width() and printed.height() <= bounds.height()
        return printed if fits else printed.scaled(bounds, Qt.AspectRatioMode.KeepAspectRatio)

    def _picture(self, path: str, ink: QColor, size: QSize) -> QImage:
        pixels = size * self._view.devicePixelRatioF()
        key = path, ink.name(), pixels.width()
        if key not in self._inked:
            # Print is small: painted from the whole picture its thin strokes would break.
            smooth = Qt.TransformationMode.SmoothTransformation
            fitted = QImage(path).scaled(pixels, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
            self._inked[key] = inked(fitted, ink)
        return self._inked[key]


def _words_below(figure: Figure) -> list[str]:
    """What stands under a row's name: the caption, unless a picture says it, and where words come from."""
    words = figure.caption
    short = words if len(words) <= _LONGEST else words[:_LONGEST].rstrip() + " …"
    lines = ["" if figure.picture else short, recognised_words() if figure.recognised else ""]
    return [line for line in lines if line]


def inked(printed: QImage, ink: QColor) -> QImage:
    """Black print on white paper as ink on nothing, so that it lies on any ground."""
    cover = printed.convertToFormat(QImage.Format.Format_Grayscale8)
    cover.invertPixels()
    made = QImage(printed.size(), QImage.Format.Format_ARGB32)
    made.fill(ink)
    made.setAlphaChannel(cover)
    return made
