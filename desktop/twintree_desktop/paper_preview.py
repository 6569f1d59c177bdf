"""A quick look at a paper: its pages over the library, until Space or Escape.

Signals:
    PaperPreview.opened(str): Enter: read this paper
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from twintree.base.errors import NotFound, TwintreeError
from twintree.base.ids import PaperId
from twintree_desktop.messages import describe
from twintree_desktop.paper_table import PaperTable
from twintree_desktop.paper_table_model import PaperTableModel
from twintree_desktop.reader.cache import PageKey
from twintree_desktop.reader.renderer import Request, draw
from twintree_desktop.refused import is_refused
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import ElidedLabel, label
from twintree_desktop.words import tr

if TYPE_CHECKING:
    from twintree.library import Library

_SHARE = 0.84
_RATIO = 0.78
_STEPS = {
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_PageUp: -1,
}


@dataclass(frozen=True)
class Look:
    """One page of a paper, as it is shown."""

    paper: PaperId
    title: str
    page: int
    pages: int
    image: QImage


def look_at(library: Library, paper: PaperId, page: int, height: int, dark: bool) -> Look:
    """Draw a page of a paper's main file ``height`` device pixels high.

    Raises:
        NotFound: the paper has no file.
        UnreadableFile: the page cannot be drawn.
    """
    found = library.papers.get(paper)
    if not found.files:
        raise NotFound(tr("There is no file to this paper."), tr("Drop its PDF onto it."))
    file = found.files[0]
    page = max(1, min(page, file.pages or 1))
    sizes = {size.number: size.height for size in library.papers.page_sizes(file.id)}
    scale = round(height / max(1.0, sizes.get(page) or 842), 4)
    image = draw(library, Request(PageKey(file.id, page, dark), scale))
    return Look(found.row.id, found.row.title or found.row.key, page, max(1, file.pages), image)


class PaperPreview(QFrame):
    """Lies over the window; goes when it loses the focus."""

    opened = Signal(str)

    def __init__(self, session: Session, table: PaperTable, papers: PaperTableModel) -> None:
        super().__init__(table)
        self._session, self._table, self._papers = session, table, papers
        self._paper, self._page, self._asked = PaperId(""), 1, 0
        self.look: Look | None = None
        self._title = ElidedLabel("", "title")
        self._where = label("", "muted")
        self.sheet = _Sheet(session)
        self._build()
        self.hide()
        table.destroyed.connect(self.deleteLater)  # it lies over the window, and belongs to the table

    def show_paper(self, paper: str, page: int = 1) -> None:
        """Look at a paper; the picture that is there stays until the new one is."""
        if is_refused(paper):
            return
        if not self.isVisible():
            self._place()
            self.sheet.show_image(None, "")
        if paper != self._paper:
            self._title.set_text("")
            self._where.setText("")
        self._paper, self._page = PaperId(paper), page
        self._asked += 1
        asked = self._asked
        height = round(self.sheet.height() * self.devicePixelRatioF())
        self._session.read(
            look_at,
            self._paper,
            page,
            height,
            self._session.appearance.theme.dark,
            then=lambda look: self._show(asked, look),
            failed=lambda error: self._failed(asked, error),
            owner=self,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Space, Qt.Key.Key_Escape):
            self.close_look()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close_look()
            self.opened.emit(self._paper)
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._move(1 if key == Qt.Key.Key_Down else -1)
        elif key in _STEPS and self.look is not None:
            self.turn(_STEPS[key])
        else:
            super().keyPressEvent(event)

    def turn(self, by: int) -> None:
        """Go to another page, if there is one."""
        if self.look is not None and 1 <= self._page + by <= self.look.pages:
            self.show_paper(self._paper, self._page + by)

    def _move(self, by: int) -> None:
        """Look at the next paper of the table, or the one before."""
        row = self._table.currentIndex().row() + by
        paper = self._papers.paper_at(row)
        if paper is not None:
            self._table.selectRow(row)
            self.show_paper(paper.id)

    def close_look(self) -> None:
        """Back to the list."""
        self._asked += 1
        self.hide()
        self._table.setFocus()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.isVisible() and event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _build(self) -> None:
        self.setProperty("kind", "popup")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Quick look"))
        self._column = layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.medium, SPACE.medium, SPACE.medium, SPACE.small)
        layout.setSpacing(SPACE.small)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._where)
        layout.addLayout(head)
        layout.addWidget(self.sheet, 1)
        foot = label(self.tr("← → pages   ↑ ↓ papers   Enter reads   Space closes"), "small")
        foot.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(foot)

    def _place(self) -> None:
        over = self._table.window()
        if self.parentWidget() is not over:
            self.setParent(over)
            over.installEventFilter(self)
        height = round(over.height() * _SHARE)
        width = min(round(over.width() * _SHARE), round(height * _RATIO))
        self.setGeometry((over.width() - width) // 2, (over.height() - height) // 2, width, height)
        self.show()
        self.raise_()
        self.setFocus()
        self._column.activate()

    def _show(self, asked: int, look: Look) -> None:
        if asked != self._asked:
            return
        self.look = look
        self._title.set_text(look.title)
        self._where.setText(self.tr("p. {0} of {1}").format(look.page, look.pages))
        self.sheet.show_image(look.image, "")

    def _failed(self, asked: int, error: TwintreeError) -> None:
        if asked == self._asked:
            self.look = None
            self.sheet.show_image(None, describe(error))


class _Sheet(QWidget):
    """One page, centred; or why there is none."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._image: QImage | None = None
        self._words = ""

    def sizeHint(self) -> QSize:
        return QSize(400, 560)

    def show_image(self, image: QImage | None, words: str) -> None:
        """Show a page, or say something."""
        self._image, self._words = image, words
        self.setAccessibleName(words)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._session.appearance.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self._image is not None:
            size = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
            area = QRectF((self.width() - size.width()) / 2, 0, size.width(), size.height())
            painter.drawImage(area, self._image)
            painter.setPen(theme.colour("border"))
            painter.drawRect(area.adjusted(0, 0, -1, -1))
        elif self._words:
            painter.setPen(theme.colour("muted"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(24, 24, -24, -24), int(flags), self._words)
        painter.end()
