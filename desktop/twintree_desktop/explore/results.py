"""What an exploration found, in three lists: papers by rank, works to get, and hits that no seed leads to.

Signals:
    ResultsPanel.pointed(str): a row is the current one: show it in the graph
    ResultsPanel.chosen(str): show its card
    ResultsPanel.copy_wanted(str), ResultsPanel.save_wanted(str): the reading list, as ``bibtex`` or ``ris``
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from twintree.base.exploring import Exploration, ExploredPaper
from twintree_desktop.engine_words import in_words
from twintree_desktop.explore.tones import NODES, node_tone
from twintree_desktop.explore.words import score_words
from twintree_desktop.graphs.drawing import draw_dot
from twintree_desktop.reader.outline import paint_ground
from twintree_desktop.theme import Appearance, Type
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, label
from twintree_desktop.words import author_line, number_words

ID, TITLE, ABOUT, SCORE, TONE = (Qt.ItemDataRole.UserRole + number for number in range(1, 6))
_ROW, _MARK = 46, 9

Index = QModelIndex | QPersistentModelIndex


class ResultsPanel(QWidget):
    """Three tabs, each with its list, or with why there is none."""

    pointed = Signal(str)
    chosen = Signal(str)
    copy_wanted = Signal(str)
    save_wanted = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(self.tr("What was found"))
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.hints = [label("", "small", wrap=True) for _ in range(3)]
        names = (
            self.tr("Papers by rank"),
            self.tr("Works to get"),
            self.tr("Papers that no seed leads to"),
        )
        self.ranked, self.to_get, self.apart = self.lists = [_PaperList(name, appearance) for name in names]
        self._stack = QStackedWidget()
        for number, (made, hint) in enumerate(zip(self.lists, self.hints, strict=True)):
            self.tabs.addTab("")
            self._stack.addWidget(self._page(made, hint, tools=number == 1))
            made.itemClicked.connect(self._choose)
            made.itemActivated.connect(self._choose)
            made.currentItemChanged.connect(self._point)
        self.tabs.currentChanged.connect(self._stack.setCurrentIndex)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self._stack, 1)

    def show_found(self, found: Exploration) -> None:
        """Show what was found."""
        held = [each for each in found.papers if each.held and (each.kept or found.status == "cancelled")]
        works = found.reading_list
        rows: tuple[Sequence[ExploredPaper], ...] = (held, works, found.unreached)
        titles = (self.tr("Papers {0}"), self.tr("To get {0}"), self.tr("Apart {0}"))
        for number, (made, papers) in enumerate(zip(self.lists, rows, strict=True)):
            self.tabs.setTabText(number, titles[number].format(number_words(len(papers))))
            made.show_papers(papers, ranked=number < 2 and found.status != "cancelled")
            self.hints[number].setText(self._hint(number, found, some=bool(papers)))
        for each in (self.copying, self.saving):
            each.setEnabled(bool(works))
        self.tabs.setCurrentIndex(0)

    def _hint(self, number: int, found: Exploration, *, some: bool) -> str:
        if number == 0:
            if found.status == "cancelled":
                return self.tr("Not ranked, as it was stopped; what was judged is kept.")
            return (
                self.tr("The share of the walk that comes by each.")
                if some
                else self.tr("No paper was reached.")
            )
        if number == 1:
            if some:
                return self.tr("Not in your library, and central here. Citers are those in your library.")
            return self.tr("No work outside of your library is central here.")
        if some:
            return self.tr("They fit the question well, but no citation leads there from a seed. Not ranked.")
        return self.tr("No paper fits the question well without being reached.")

    def _page(self, made: QListWidget, hint: QWidget, *, tools: bool) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(SPACE.medium, SPACE.small, 0, 0)
        layout.setSpacing(SPACE.hair)
        layout.addWidget(hint)
        if tools:
            row = QHBoxLayout()
            row.setSpacing(SPACE.hair)
            self.copying = self._offer(self.tr("Copy"), self.copy_wanted)
            self.saving = self._offer(self.tr("Save …"), self.save_wanted)
            row.addWidget(self.copying)
            row.addWidget(self.saving)
            row.addStretch(1)
            layout.addLayout(row)
        layout.addWidget(made, 1)
        return page

    def _offer(self, text: str, wanted: SignalInstance) -> QWidget:
        """A button that asks for the format."""
        made = button(text, "outline")
        menu = QMenu(made)
        menu.addAction("BibTeX").triggered.connect(lambda _=False: wanted.emit("bibtex"))
        menu.addAction("RIS").triggered.connect(lambda _=False: wanted.emit("ris"))
        made.setMenu(menu)
        return made

    def point_at(self, name: str) -> None:
        """Make a paper's row the current one, where it has one; nothing is told."""
        for made in self.lists:
            with QSignalBlocker(made):
                made.point_at(name)

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(ID))

    def _point(self, item: QListWidgetItem | None, _before: object) -> None:
        if item is not None:
            self.pointed.emit(item.data(ID))


class _PaperList(QListWidget):
    def __init__(self, name: str, appearance: Appearance) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setItemDelegate(_PaperDelegate(appearance, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)

    def show_papers(self, papers: Sequence[ExploredPaper], *, ranked: bool) -> None:
        """Show these, numbered where they are ranked."""
        with QSignalBlocker(self):
            self.clear()
            for place, each in enumerate(papers, 1):
                self.addItem(_item(each, place if ranked else 0))

    def point_at(self, name: str) -> None:
        """Make this row the current one."""
        rows = (row for row in range(self.count()) if self.item(row).data(ID) == name)
        self.setCurrentRow(next(rows, -1))


def _item(paper: ExploredPaper, place: int) -> QListWidgetItem:
    title = f"{place}. {paper.title}" if place else paper.title
    people = author_line(paper.authors) if paper.authors else ""
    why = in_words(paper.why)
    about = " · ".join(part for part in (people, str(paper.year or ""), why) if part)
    item = QListWidgetItem(f"{title}\n{about}")
    item.setToolTip(f"{paper.title}\n{why}")
    for role, value in (
        (ID, paper.id),
        (TITLE, title),
        (ABOUT, about),
        (SCORE, score_words(paper)),
        (TONE, node_tone(paper)),
    ):
        item.setData(role, value)
    return item


class _PaperDelegate(QStyledItemDelegate):
    """The node's mark, the title, its score at the right; below, muted, who, when and why."""

    def __init__(self, appearance: Appearance, parent: QListWidget) -> None:
        super().__init__(parent)
        self._appearance = appearance

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, self._appearance.theme.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, box = self._appearance.theme, QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, QRectF(box), option.state, theme)
        inner = box.adjusted(SPACE.hair, SPACE.hair, -SPACE.small, -SPACE.hair)
        upper = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)
        lower = QRect(inner.left(), upper.bottom() + 1, inner.width(), inner.height() - upper.height())
        middle = QPointF(inner.left() + _MARK, upper.center().y() + 1)
        draw_dot(painter, middle, 4.5, NODES[index.data(TONE)], theme)
        left = 2 * _MARK + SPACE.hair
        score = index.data(SCORE)
        painter.setFont(theme.font(Type.SMALL))
        painter.setPen(theme.colour("muted"))
        end = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(upper, end, score)
        room = upper.width() - left - painter.fontMetrics().horizontalAdvance(score) - SPACE.small
        _write(painter, lower.adjusted(left, 0, 0, 0), index.data(ABOUT), lower.width() - left)
        painter.setFont(theme.font(Type.BODY))
        painter.setPen(theme.colour("text"))
        _write(painter, upper.adjusted(left, 0, 0, 0), index.data(TITLE), room)
        painter.restore()


def _write(painter: QPainter, box: QRect, text: str, room: int) -> None:
    words = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
