"""The section tree of one paper: titles with pages, and whether each title was found on its page."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from twintree.base.ids import PaperId
from twintree.base.records import Section, SectionTree
from twintree_desktop.icons import draw_glyph
from twintree_desktop.session import Session
from twintree_desktop.theme import Type
from twintree_desktop.tokens import HEIGHT, RADIUS

SectionRole = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


class SectionTreeModel(QAbstractItemModel):
    """A ``SectionTree`` as a Qt model; an index carries its section's place in document order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nodes: tuple[Section, ...] = ()
        self._children: dict[int, list[int]] = {-1: []}
        self._parents: list[int] = []

    def show_tree(self, tree: SectionTree) -> None:
        """Show another tree."""
        self.beginResetModel()
        self._nodes = tree.nodes
        places = {node.id: place for place, node in enumerate(tree.nodes)}
        self._parents = [places.get(node.parent, -1) if node.parent else -1 for node in tree.nodes]
        self._children = {-1: []}
        for place, parent in enumerate(self._parents):
            self._children.setdefault(parent, []).append(place)
        self.endResetModel()

    def section(self, index: Index) -> Section | None:
        """The section of an index."""
        return self._nodes[index.internalId()] if index.isValid() else None

    def index_at(self, page: int) -> QModelIndex:
        """The last section that begins on or before a page."""
        before = [place for place, node in enumerate(self._nodes) if node.start_page <= page]
        return self._index(before[-1]) if before else QModelIndex()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        children = self._children.get(parent.internalId() if parent.isValid() else -1, [])
        if column or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, children[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        above = self._parents[index.internalId()] if index.isValid() else -1
        return self._index(above) if above >= 0 else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self._children.get(parent.internalId() if parent.isValid() else -1, []))

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.section(index)
        if node is None:
            return None
        if role == SectionRole:
            return node
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return section_title(node)
        if role == Qt.ItemDataRole.ToolTipRole:
            found = (
                self.tr("title found on its page")
                if node.verified
                else self.tr("title not found on its page")
            )
            page = self.tr("p. {0}").format(node.start_page)
            return f"{section_title(node)}\n{page} · {found}"
        return None

    def _index(self, place: int) -> QModelIndex:
        row = self._children[self._parents[place]].index(place)
        return self.createIndex(row, 0, place)


def section_title(node: Section) -> str:
    """A section's number and title, the number once."""
    if node.number and not node.title.startswith(node.number):
        return f"{node.number} {node.title}"
    return node.title


class SectionDelegate(QStyledItemDelegate):
    """Paints a section: its title, its page muted at the end, amber where the title was not found."""

    def __init__(self, session: Session, parent: QTreeView) -> None:
        super().__init__(parent)
        self._session = session
        self._view = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(60, self._session.appearance.theme.px(HEIGHT.side_row - 2))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        node, theme = index.data(SectionRole), self._session.appearance.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect: QRect = option.rect
        selected, hovered = (
            bool(option.state & state)
            for state in (QStyle.StateFlag.State_Selected, QStyle.StateFlag.State_MouseOver)
        )
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("soft" if selected else "hover"))
            painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), RADIUS.row, RADIUS.row)
        painter.setFont(theme.font(Type.SMALL))
        painter.setPen(theme.colour("muted"))
        page = self.tr("p. {0}").format(node.start_page)
        inner = rect.adjusted(6, 0, -6, 0)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(
            inner, align | QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignRight), page
        )
        room = inner.adjusted(0, 0, -painter.fontMetrics().horizontalAdvance(page) - 10, 0)
        if not node.verified:
            mark = QRect(room.right() - 13, room.center().y() - 7, 14, 14)
            painter.setPen(theme.colour("warn"))
            draw_glyph(painter, QRectF(QStyle.visualRect(option.direction, rect, mark)), "help")
            room.adjust(0, 0, -18, 0)
        painter.setFont(theme.font(Type.BODY))
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        painter.setPen(theme.colour("text"))
        text = painter.fontMetrics().elidedText(
            section_title(node), Qt.TextElideMode.ElideRight, room.width()
        )
        box = QStyle.visualRect(option.direction, rect, room)
        painter.drawText(
            box, align | QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft), text
        )
        painter.restore()


class StructureTree(QTreeView):
    """The tree as the inspector and the reader show it; a click or Enter opens the page."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._sections = SectionTreeModel(self)
        self._paper = PaperId("")
        self.setModel(self._sections)
        self.setItemDelegate(SectionDelegate(session, self))
        self.setAccessibleName(self.tr("Structure"))
        self.setHeaderHidden(True)
        self.setIndentation(14)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformRowHeights(True)
        self.setMouseTracking(True)
        self.clicked.connect(self._open)

    def show_tree(self, tree: SectionTree) -> None:
        """Show a paper's sections; the same tree again keeps its scroll position."""
        position = self.verticalScrollBar().value() if tree.paper == self._paper else 0
        self._paper = tree.paper
        self._sections.show_tree(tree)
        self.setRootIsDecorated(any(node.parent for node in tree.nodes))
        self.expandAll()
        self.verticalScrollBar().setValue(position)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def drawBranches(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if not self._sections.rowCount(index):
            return
        painter.setPen(self._session.appearance.theme.colour("muted"))
        size = 14
        x = rect.left() if self.isRightToLeft() else rect.right() - size + 1
        glyph = "down" if self.isExpanded(index) else "left" if self.isRightToLeft() else "right"
        draw_glyph(painter, QRectF(x, rect.center().y() - size / 2 + 1, size, size), glyph)

    def _open(self, index: QModelIndex) -> None:
        node = self._sections.section(index)
        if node is not None:
            self._session.navigation.paper_wanted.emit(self._paper, node.start_page)
