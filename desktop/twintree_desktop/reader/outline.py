"""The outline: the paper's verified section tree, each title with how it was verified.

Signals:
    OutlinePanel.chosen(Section): go to this section
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from twintree.base.records import Section, SectionTree
from twintree_desktop.icons import draw_glyph
from twintree_desktop.structure_tree import SectionRole, SectionTreeModel, section_title
from twintree_desktop.theme import Appearance, Theme, Type
from twintree_desktop.tokens import HEIGHT, RADIUS, SPACE
from twintree_desktop.widgets import label
from twintree_desktop.words import singular, tr

_INDENT = 14
_MARK = 14

Index = QModelIndex | QPersistentModelIndex


def verification_words(section: Section) -> str:
    """What is known of a title."""
    source = {
        "outline": tr("from the file's outline"),
        "typography": tr("read off the page"),
        "layout": tr("seen by the layout model"),
        "model": tr("proposed by a model"),
        "person": tr("set by you"),
        "inserted": tr("put in, since the paper has no such heading"),
    }.get(section.source, "")
    if section.source in ("person", "inserted"):
        return source
    state = tr("title found on page {0}") if section.verified else tr("title not found on page {0}")
    return ", ".join(part for part in (state.format(section.start_page), source) if part)


def rate_words(tree: SectionTree) -> str:
    """``12 of 12 titles verified``."""
    if not tree.nodes:
        return ""
    if tree.rates:
        verified = sum(found for found, _ in tree.rates.values())
        proposed = sum(total for _, total in tree.rates.values())
        if proposed:
            return singular(tr("{0} of {1} titles verified").format(verified, proposed))
    verified = sum(node.verified for node in tree.nodes)
    return singular(tr("{0} of {1} titles verified").format(verified, len(tree.nodes)))


class VerifiedTreeModel(SectionTreeModel):
    """A section tree whose titles say how they were verified."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.section(index)
        if node is not None and role == Qt.ItemDataRole.ToolTipRole:
            return f"{section_title(node)}\n{verification_words(node)}"
        if node is not None and role == Qt.ItemDataRole.AccessibleTextRole:
            words = tr("{0}, page {1}, {2}")
            return words.format(section_title(node), node.start_page, verification_words(node))
        return super().data(index, role)


class VerifiedDelegate(QStyledItemDelegate):
    """A title, how it was verified, and its page at the right."""

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._appearance = appearance

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(80, self._appearance.theme.px(HEIGHT.side_row))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._appearance.theme
        section: Section = index.data(SectionRole)
        box = QRect(option.rect)
        state = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, QRectF(box), state, theme)
        page = str(section.start_page)
        painter.setFont(theme.font(Type.SMALL))
        width = QFontMetrics(painter.font()).horizontalAdvance(page)
        right = box.right() - SPACE.small
        painter.setPen(theme.colour("muted"))
        vertical = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(
            QRect(right - width, box.top(), width, box.height()), vertical | Qt.AlignmentFlag.AlignRight, page
        )
        mark = QRectF(right - width - _MARK - 6, box.center().y() - _MARK / 2 + 1, _MARK, _MARK)
        sure = section.verified or section.source in ("person", "inserted")
        painter.setPen(theme.colour("accent" if sure else "warn"))
        draw_glyph(painter, mark, "verified" if sure else "help")
        title = QRect(box.left() + SPACE.hair, box.top(), int(mark.left()) - box.left() - 8, box.height())
        painter.setPen(theme.colour("text"))
        painter.setFont(theme.font(Type.BODY))
        metrics = QFontMetrics(painter.font())
        text = metrics.elidedText(index.data(), Qt.TextElideMode.ElideRight, title.width())
        painter.drawText(title, vertical | Qt.AlignmentFlag.AlignLeft, text)
        painter.restore()


def paint_ground(painter: QPainter, box: QRectF, state: QStyle.StateFlag, theme: Theme) -> None:
    """What lies under a row: selected, under the pointer, or nothing; and the ring of the focus."""
    painter.setPen(Qt.PenStyle.NoPen)
    if state & QStyle.StateFlag.State_Selected:
        painter.setBrush(theme.colour("soft"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(theme.colour("hover"))
    else:
        return
    painter.drawRoundedRect(box.adjusted(0, 1, -2, -1), RADIUS.row, RADIUS.row)
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.colour("accent"))
        painter.drawRoundedRect(box.adjusted(0.5, 1.5, -2.5, -1.5), RADIUS.row, RADIUS.row)


class OutlineView(QTreeView):
    """A tree that paints only its arrows; the rows are the delegate's."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.setStyleSheet("selection-background-color: transparent;")

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        if not self.model().hasChildren(index):
            return
        painter.setPen(self._appearance.theme.colour("muted"))
        left = rect.left() if self.isRightToLeft() else rect.right() - _MARK + 1
        glyph = "down" if self.isExpanded(index) else "left" if self.isRightToLeft() else "right"
        draw_glyph(painter, QRectF(left, rect.center().y() - _MARK / 2 + 1, _MARK, _MARK), glyph)


class OutlinePanel(QWidget):
    """The section tree beside the pages."""

    chosen = Signal(object)

    def __init__(self, appearance: Appearance, tree: SectionTree) -> None:
        super().__init__()
        self.model = VerifiedTreeModel(self)
        self.model.show_tree(tree)
        self.view = OutlineView(appearance)
        self.view.setModel(self.model)
        self.view.setHeaderHidden(True)
        self.view.setProperty("kind", "side")
        self.view.setIndentation(_INDENT)
        self.view.setMouseTracking(True)
        self.view.setUniformRowHeights(True)
        self.view.setItemDelegate(VerifiedDelegate(appearance, self.view))
        self.view.setAccessibleName(self.tr("Sections"))
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.expandAll()
        self.view.activated.connect(self._choose)
        self.view.clicked.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE.hair)
        text = rate_words(tree) or self.tr("No sections were found in this paper.")
        self.rate = label(text, "small", wrap=True)
        self.rate.setContentsMargins(SPACE.small, 0, SPACE.small, SPACE.hair)
        layout.addWidget(self.rate)
        layout.addWidget(self.view, 1)

    def follow(self, page: int) -> None:
        """Mark the section being read."""
        index = self.model.index_at(page)
        current = self.view.currentIndex()
        if not index.isValid() or (current.isValid() and current.data(SectionRole).start_page == page):
            return
        self.view.setCurrentIndex(index)

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(index.data(SectionRole))
