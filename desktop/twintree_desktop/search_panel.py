"""What a search of the texts found: papers in order, under each the passages with their pages.

Signals:
    SearchPanel.closed(): back to the table
    SearchPanel.found(int): so many papers were found
    SearchPanel.looked_at(str): the paper under the cursor
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from twintree.base.answers import Hit, Scope, SearchResult
from twintree.base.records import Citation, PaperRow
from twintree.base.searchfields import FieldProblem
from twintree_desktop import operations
from twintree_desktop.paper_filter import problem_words
from twintree_desktop.session import Session
from twintree_desktop.theme import Type
from twintree_desktop.tokens import RADIUS, SPACE
from twintree_desktop.widgets import EmptyPlace, button, frame, label
from twintree_desktop.words import recognised_words, short_reference

FoundRole = Qt.ItemDataRole.UserRole + 1
Found = tuple[PaperRow, Hit | None]
Index = QModelIndex | QPersistentModelIndex


class FoundModel(QAbstractListModel):
    """Papers and their passages as one list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: list[Found] = []

    def show_results(self, results: list[SearchResult]) -> None:
        """Show results."""
        self.beginResetModel()
        self._found = []
        for result in results:
            self._found.append((result.paper, None))
            self._found += [(result.paper, hit) for hit in result.hits[:5]]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        paper, hit = self._found[index.row()]
        if role == FoundRole:
            return paper, hit
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            page = "" if hit is None else self.tr("p. {0}").format(hit.page)
            return paper.title if hit is None else f"{_words(hit)}, {page}"
        return None


def _words(hit: Hit) -> str:
    """What is shown of a passage; of one that stands in a picture, that it does."""
    words = " ".join(hit.snippet.split())
    return f"{recognised_words()}: {words}" if hit.recognised else words


class FoundDelegate(QStyledItemDelegate):
    """Paints a paper's title, or a passage of two lines with its page."""

    def __init__(self, session: Session, parent: QListView) -> None:
        super().__init__(parent)
        self._session = session

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        px = self._session.appearance.theme.px
        return QSize(100, px(44) if index.data(FoundRole)[1] is None else px(46))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        paper, hit = index.data(FoundRole)
        theme = self._session.appearance.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("soft"))
            painter.drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), RADIUS.row, RADIUS.row)
        rect: QRect = option.rect.adjusted(SPACE.medium, 0, -SPACE.medium, 0)
        if hit is None:
            self._paint_paper(painter, rect, paper)
        else:
            self._paint_hit(painter, rect.adjusted(SPACE.medium, 3, 0, -3), hit)
        painter.restore()

    def _paint_paper(self, painter: QPainter, rect: QRect, paper: PaperRow) -> None:
        theme = self._session.appearance.theme
        rect = rect.adjusted(0, SPACE.small, 0, 0)
        painter.setFont(theme.font(Type.SMALL))
        where = short_reference(paper.authors, paper.year, paper.letter)
        painter.setPen(theme.colour("muted"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, where)
        room = rect.width() - painter.fontMetrics().horizontalAdvance(where) - SPACE.large
        painter.setFont(theme.font(Type.STRONG))
        painter.setPen(theme.colour("text"))
        title = painter.fontMetrics().elidedText(paper.title, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_hit(self, painter: QPainter, rect: QRect, hit: Hit) -> None:
        theme = self._session.appearance.theme
        painter.setFont(theme.font(Type.SMALL))
        page = self.tr("p. {0}").format(hit.page)
        painter.setPen(theme.colour("accent"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, page)
        room = rect.adjusted(0, 0, -painter.fontMetrics().horizontalAdvance(page) - SPACE.large, 0)
        painter.setPen(theme.colour("muted"))
        metrics = painter.fontMetrics()
        text = metrics.elidedText(_words(hit), Qt.TextElideMode.ElideRight, room.width() * 2 - 60)
        painter.drawText(room, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, text)


class FoundList(QListView):
    """Results; Enter or a click opens the page with the words lit."""

    opened = Signal(object)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex().data(FoundRole))
        else:
            super().keyPressEvent(event)


class SearchPanel(QWidget):
    """The results of one search."""

    closed = Signal()
    found = Signal(int)
    looked_at = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._asked = ""
        self._model = FoundModel(self)
        self.list = FoundList()
        self.list.setModel(self._model)
        self.list.setItemDelegate(FoundDelegate(session, self.list))
        self.list.setAccessibleName(self.tr("Search results"))
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.clicked.connect(lambda index: self._open(index.data(FoundRole)))
        self.list.opened.connect(self._open)
        self.list.selectionModel().currentChanged.connect(self._look)
        self._empty = EmptyPlace(session.icons, "search", "", "")
        self._stack = QStackedWidget()
        self._stack.addWidget(self.list)
        self._stack.addWidget(self._empty)
        self._build()

    def search(self, text: str, scope: Scope) -> None:
        """Search in the engine's syntax."""
        self._asked = text
        self._title.setText(self.tr("“{0}”").format(text))
        self._empty.say(self.tr("Searching …"), "")
        self._stack.setCurrentWidget(self._empty)
        self._session.read(
            operations.search,
            text,
            scope,
            then=lambda found: self._show(text, found),
            failed=self._failed,
            owner=self,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        head = frame("panel")
        row = QHBoxLayout(head)
        row.setContentsMargins(SPACE.small, 0, SPACE.large, SPACE.small)
        back = button(self.tr("All papers"), "link", self.closed.emit)
        back.setIcon(self._session.icons.icon("back", "accent"))
        row.addWidget(back)
        self._title = label("", "muted")
        row.addWidget(self._title, 1)
        row.addWidget(button(self.tr("Keep this search"), "link", self._keep))
        row.addWidget(button(self.tr("Ask this"), "link", self._ask))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(self._stack, 1)

    def _show(self, text: str, results: list[SearchResult]) -> None:
        if text != self._asked:
            return
        self._model.show_results(results)
        self.found.emit(len(results))
        if results:
            self._stack.setCurrentWidget(self.list)
            self.list.setCurrentIndex(self._model.index(0))
            self.list.setFocus()
        else:
            self._say_nothing(self.tr("No paper and no passage fits this search."))
            self._session.read(
                operations.search_problem,
                text,
                then=lambda problem: self._explain(text, problem),
                owner=self,
            )

    def _explain(self, text: str, problem: FieldProblem | None) -> None:
        if problem is not None and text == self._asked:
            self._say_nothing(problem_words(problem))

    def _say_nothing(self, why: str) -> None:
        self._empty.say(self.tr("Not in your library"), why)

    def _failed(self, error: Any) -> None:
        self._empty.say(self.tr("The search ended"), "")
        self._session.messages.fail(error)

    def _open(self, found: Found) -> None:
        paper, hit = found
        if hit is None:
            self._session.navigation.paper_wanted.emit(paper.id, 1)
            return
        page = self.tr("p. {0}").format(hit.page)
        reference = f"{short_reference(paper.authors, paper.year, paper.letter)}, {page}"
        self._session.navigation.citation_wanted.emit(
            Citation(
                paper=hit.paper,
                file=hit.file,
                page=hit.page,
                spans=hit.spans,
                quote=hit.snippet,
                label=reference,
                recognised=hit.recognised,
            )
        )

    def _look(self, current: QModelIndex) -> None:
        found = current.data(FoundRole)
        if found is not None:
            self.looked_at.emit(found[0].id)

    def _keep(self) -> None:
        self._session.act(operations.save_search, self._asked, self._asked)

    def _ask(self) -> None:
        self._session.navigation.question_wanted.emit(Scope(), self._asked)
