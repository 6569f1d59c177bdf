"""The sidebar's rows and how they are painted.

Signals:
    SidebarModel.renamed(SideEntry, str): the person typed another name
    SidebarModel.edit_wanted(int): a row that was just made wants its name typed
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QBrush, QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from twintree.base.records import Collection, PaperCounts
from twintree_desktop.icons import SMALL, Icons, draw_glyph
from twintree_desktop.operations import SideFigures
from twintree_desktop.session import Session
from twintree_desktop.tags import default_colour
from twintree_desktop.theme import Theme, Type
from twintree_desktop.tokens import HEIGHT, RADIUS, tinted
from twintree_desktop.words import number_words

EntryRole = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class SideEntry:
    """One row: ``kind`` is view, caption, collection, tag or search."""

    kind: str
    key: str
    title: str
    glyph: str = ""
    count: int | None = None
    depth: int = 0
    colour: str = ""


def has_plus(entry: SideEntry) -> bool:
    """Whether a click on this caption makes something new."""
    return entry.kind == "caption" and entry.key == "collections"


class SidebarModel(QAbstractListModel):
    """The rows of the sidebar."""

    renamed = Signal(object, str)
    edit_wanted = Signal(int)

    def __init__(self, icons: Icons, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._entries: list[SideEntry] = []
        self._figures: SideFigures | None = None
        self._duplicates: int | None = None
        self._editing = ""
        self.filling = False
        self._entries = self._views(PaperCounts())

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        if role == EntryRole:
            return entry
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return entry.title if entry.count is None else f"{entry.title}, {entry.count}"
        if role == Qt.ItemDataRole.ToolTipRole and entry.kind != "caption":
            return entry.title
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        kind = self._entries[index.row()].kind
        if kind == "caption":
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDropEnabled
        return flags | Qt.ItemFlag.ItemIsEditable if kind in ("collection", "tag") else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        name, entry = str(value).strip(), self._entries[index.row()]
        if role == Qt.ItemDataRole.EditRole and name and name != entry.title:
            self.renamed.emit(entry, name)
        return True

    def show_figures(self, figures: SideFigures) -> None:
        """Show what was read; rows are replaced only where the list itself changed."""
        self._figures = figures
        self._replace(self._rows(figures))
        if self._editing:
            row = next((i for i, e in enumerate(self._entries) if e.title == self._editing), -1)
            self._editing = ""
            if row >= 0:
                self.edit_wanted.emit(row)

    def set_duplicates(self, pairs: int) -> None:
        """Say how many duplicates there are."""
        self._duplicates = pairs
        if self._figures is not None:
            self.show_figures(self._figures)

    def edit_when_here(self, title: str) -> None:
        """Ask for the editor as soon as an entry of this title appears."""
        self._editing = title

    def row_of(self, kind: str, key: str) -> int:
        """The row of an entry; -1 when there is none."""
        return next((i for i, e in enumerate(self._entries) if (e.kind, e.key) == (kind, key)), -1)

    def dot(self, colour: str) -> QIcon:
        """A coloured dot, for menus."""
        pixmap = QPixmap(16, 16)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(colour))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(3, 3, 10, 10)
        painter.end()
        return QIcon(pixmap)

    def _replace(self, entries: list[SideEntry]) -> None:
        if [(e.kind, e.key) for e in entries] == [(e.kind, e.key) for e in self._entries]:
            self._entries = entries
            self.dataChanged.emit(self.index(0), self.index(len(entries) - 1))
            return
        self.filling = True
        before = [self._entries[i.row()] for i in self.persistentIndexList() if i.isValid()]
        old = self.persistentIndexList()
        self.layoutAboutToBeChanged.emit()
        self._entries = entries
        new = [
            self.index(self.row_of(e.kind, e.key)) if self.row_of(e.kind, e.key) >= 0 else QModelIndex()
            for e in before
        ]
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()
        self.filling = False

    def _rows(self, figures: SideFigures) -> list[SideEntry]:
        rows = self._views(figures.counts)
        rows.append(SideEntry("caption", "collections", self.tr("Collections")))
        rows += _nested(figures.collections)
        if figures.tags:
            rows.append(SideEntry("caption", "tags", self.tr("Tags")))
            rows += [
                SideEntry("tag", tag.name, tag.name, "circle", tag.papers, colour=tag.colour)
                for tag in figures.tags
            ]
        if figures.searches:
            rows.append(SideEntry("caption", "searches", self.tr("Saved searches")))
            rows += [SideEntry("search", each.id, each.name, "search") for each in figures.searches]
        return rows

    def _views(self, counts: PaperCounts) -> list[SideEntry]:
        rows = [
            SideEntry("view", "all", self.tr("All papers"), "all", counts.total),
            SideEntry("view", "recent", self.tr("Recently added"), "recent"),
            SideEntry("view", "starred", self.tr("Starred"), "star", counts.starred or None),
            SideEntry("view", "to_read", self.tr("To read"), "unread", counts.read_states.get("to_read")),
            SideEntry("view", "duplicates", self.tr("Duplicates"), "duplicates", self._duplicates or None),
            SideEntry(
                "view", "attention", self.tr("Needs attention"), "attention", counts.needs_attention or None
            ),
        ]
        if counts.binned:
            rows.append(SideEntry("view", "bin", self.tr("Bin"), "bin", counts.binned))
        return rows


def _nested(collections: tuple[Collection, ...]) -> list[SideEntry]:
    children: dict[str | None, list[Collection]] = {}
    known = {each.id for each in collections}
    for each in collections:
        children.setdefault(each.parent if each.parent in known else None, []).append(each)
    rows: list[SideEntry] = []

    def walk(parent: str | None, depth: int) -> None:
        for each in children.get(parent, []):
            rows.append(SideEntry("collection", each.id, each.name, "collection", each.papers, depth))
            walk(each.id, depth + 1)

    walk(None, 0)
    return rows


class SidebarDelegate(QStyledItemDelegate):
    """Paints a row: icon, words, number at the end; captions in small capitals."""

    def __init__(self, session: Session, parent: QAbstractItemView) -> None:
        super().__init__(parent)
        self._session = session
        self._view = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        px = self._session.appearance.theme.px
        entry = index.data(EntryRole)
        captioned = isinstance(entry, SideEntry) and entry.kind == "caption"
        return QSize(60, px(34) if captioned else px(HEIGHT.side_row + 2))

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setStyleSheet("padding: 0 6px; border-radius: 6px;")
        editor.setAccessibleName(self.tr("Name"))
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        editor.setGeometry(option.rect.adjusted(28, 1, -4, -1))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = index.data(EntryRole)
        theme = self._session.appearance.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if entry.kind == "caption":
            self._paint_caption(painter, option, entry, theme)
        else:
            self._paint_entry(painter, option, entry, theme)
        painter.restore()

    def _paint_caption(
        self, painter: QPainter, option: QStyleOptionViewItem, entry: SideEntry, theme: Theme
    ) -> None:
        rect: QRect = option.rect.adjusted(6, theme.px(12), -8, 0)
        painter.setFont(theme.font(Type.CAPTION))
        painter.setPen(theme.colour("muted"))
        side = QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft)
        painter.drawText(
            rect, side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute, entry.title
        )
        if has_plus(entry):
            box = QRect(rect.right() - SMALL + 1, rect.center().y() - SMALL // 2, SMALL, SMALL)
            draw_glyph(painter, QRectF(QStyle.visualRect(option.direction, option.rect, box)), "plus")

    def _paint_entry(
        self, painter: QPainter, option: QStyleOptionViewItem, entry: SideEntry, theme: Theme
    ) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        pill = QRectF(option.rect).adjusted(0, 1, 0, -1)
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(theme.colour("soft" if selected else "hover")))
            painter.drawRoundedRect(pill, RADIUS.row, RADIUS.row)
        if selected and self._view.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 1.5))
            painter.drawRoundedRect(pill.adjusted(1, 1, -1, -1), RADIUS.row, RADIUS.row)
        left = 8 + 16 * entry.depth
        self._paint_glyph(painter, option, entry, theme, left, lit=selected)
        self._paint_words(painter, option, entry, theme, left, strong=selected)

    def _paint_glyph(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        entry: SideEntry,
        theme: Theme,
        left: int,
        *,
        lit: bool,
    ) -> None:
        size = 8 if entry.kind == "tag" else SMALL
        x = option.rect.left() + left + (SMALL - size) // 2
        box = QRect(x, option.rect.center().y() - size // 2 + 1, size, size)
        box = QStyle.visualRect(option.direction, option.rect, box)
        if entry.kind == "tag":
            painter.setPen(Qt.PenStyle.NoPen)
            ink, _ = tinted(entry.colour or default_colour(entry.key), theme.palette)
            painter.setBrush(QColor(ink))
            painter.drawEllipse(box)
            return
        painter.setPen(theme.colour("accent" if lit else "muted"))
        draw_glyph(painter, QRectF(box), entry.glyph)

    def _paint_words(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        entry: SideEntry,
        theme: Theme,
        left: int,
        *,
        strong: bool,
    ) -> None:
        right = 8
        painter.setFont(theme.font(Type.SMALL))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        if entry.count is not None:
            painter.setPen(theme.colour("muted"))
            number = number_words(entry.count)
            box = QStyle.visualRect(option.direction, option.rect, option.rect.adjusted(0, 0, -8, 0))
            painter.drawText(
                box, align | QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignRight), number
            )
            right += painter.fontMetrics().horizontalAdvance(number) + 8
        painter.setFont(theme.font(Type.BODY))
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        painter.setPen(theme.colour("text"))
        room = option.rect.adjusted(left + SMALL + 8, 0, -right, 0)
        text = painter.fontMetrics().elidedText(entry.title, Qt.TextElideMode.ElideRight, room.width())
        box = QStyle.visualRect(option.direction, option.rect, room)
        painter.drawText(
            box, align | QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft), text
        )
