"""Small widgets that several views share: labels by kind, rules, chips, icon buttons, empty places."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QEvent,
    QMargins,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from twintree_desktop.icons import Icons
from twintree_desktop.tokens import SPACE

#: Longer lines of running words are hard to read.
_LINE = 560


def label(text: str = "", kind: str = "", *, wrap: bool = False, name: str = "") -> QLabel:
    """A label whose look is a ``kind`` of the stylesheet; plain text always (papers' words are not HTML)."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("kind", kind)
    made.setWordWrap(wrap)
    if wrap:
        made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    if name:
        made.setObjectName(name)
    return made


def wrapped(text: str = "", kind: str = "") -> QLabel:
    """Words over several lines, exactly as high as their width makes them: for columns that scroll.

    ``label(wrap=True)`` asks for at least the height of a narrow one, which leaves a column with room below it.
    """
    made = label(text, kind, wrap=True)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    return made


def caption(text: str) -> QLabel:
    """A heading in small capitals."""
    return label(text.upper(), "caption")


def rule() -> QFrame:
    """A thin line."""
    made = QFrame()
    made.setProperty("kind", "rule")
    return made


def frame(kind: str, name: str = "") -> QFrame:
    """A frame whose look is a ``kind`` of the stylesheet."""
    made = QFrame()
    made.setProperty("kind", kind)
    made.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    if name:
        made.setObjectName(name)
    return made


def button(text: str, kind: str = "", clicked: Callable[[], object] | None = None) -> QPushButton:
    """A push button of a ``kind`` of the stylesheet."""
    made = QPushButton(text)
    made.setProperty("kind", kind)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    if clicked is not None:
        made.clicked.connect(lambda _=False: clicked())
    return made


def flush_link(text: str, clicked: Callable[[], object] | None = None) -> QPushButton:
    """A link that begins where the words above and below it do."""
    made = button(text, "link", clicked)
    made.setProperty("flush", True)
    return made


def icon_button(
    icons: Icons, glyph: str, tip: str, clicked: Callable[[], object] | None = None, size: int = 18
) -> QToolButton:
    """A button that shows only an icon; ``tip`` is its tool tip and its accessible name."""
    made = QToolButton()
    made.setIcon(icons.icon(glyph))
    made.setIconSize(QSize(size, size))
    made.setToolTip(tip)
    made.setAccessibleName(tip)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if clicked is not None:
        made.clicked.connect(lambda _=False: clicked())
    return made


def give_back_focus(before: QWidget | None, window: QWidget) -> None:
    """Put the focus where it was before something was laid over the window; else the keyboard would lead nowhere."""
    there = before if before is not None and isValid(before) and before.isVisible() else window
    there.setFocus(Qt.FocusReason.PopupFocusReason)


def restyle(widget: QWidget, **properties: object) -> None:
    """Set dynamic properties and let the stylesheet look at the widget again."""
    for name, value in properties.items():
        widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def clear(layout: QLayout) -> None:
    """Take all widgets out of a layout and delete them."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            clear(inner)


def settle(area: QScrollArea) -> None:
    """Lay out at once what was just put into a scrolling page.

    Left to itself Qt shows new widgets one by one, squeezed into the page's old height, before it grows.
    """
    page = area.widget()
    if page is None:
        return
    for made in page.findChildren(QWidget):
        if not made.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
            made.setVisible(True)
    for layout in (made.layout() for made in (*page.findChildren(QWidget), page)):
        if layout is not None:
            layout.activate()
    # What makes the area give its page another size.
    QApplication.sendEvent(area, QEvent(QEvent.Type.LayoutRequest))


class ElidedLabel(QLabel):
    """A label on one line that is shortened to the room it has; the whole text is its tool tip."""

    def __init__(
        self, text: str = "", kind: str = "", mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> None:
        super().__init__()
        self._whole = ""
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", kind)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Show another text."""
        self._whole = text
        self.setAccessibleName(text)
        self._shorten()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shorten()

    def _shorten(self) -> None:
        shown = QFontMetrics(self.font()).elidedText(self._whole, self._mode, max(0, self.width()))
        self.setText(shown)
        self.setToolTip(self._whole if shown != self._whole else "")


class NumberBox(QSpinBox):
    """A spin box whose number stands off its edge as words in other fields do: its style cannot say that."""

    def __init__(self) -> None:
        super().__init__()
        self.lineEdit().setTextMargins(SPACE.small, 0, 0, 0)


class FlowLayout(QLayout):
    """Lays widgets out in lines, as words in a paragraph (chips, tags)."""

    def __init__(self, parent: QWidget | None = None, gap: int = SPACE.hair + 2) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setSpacing(gap)
        self.setContentsMargins(QMargins())

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        top = 0
        for line in self._lines(rect.width()):
            height = max(item.sizeHint().height() for item in line)
            if move:
                self._place_line(line, QRect(rect.x(), rect.y() + top, rect.width(), height))
            top += height + self.spacing()
        return max(0, top - self.spacing())

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._items:
            if item.isEmpty():
                continue
            wanted = item.sizeHint().width()
            if not lines or used + wanted > width:
                lines.append([])
                used = 0
            lines[-1].append(item)
            used += wanted + self.spacing()
        return lines

    def _place_line(self, line: list[QLayoutItem], rect: QRect) -> None:
        parent = self.parentWidget()
        rtl = parent is not None and parent.isRightToLeft()
        x = 0
        for item in line:
            hint = item.sizeHint().boundedTo(QSize(max(1, rect.width()), rect.height()))
            left = rect.right() + 1 - x - hint.width() if rtl else rect.x() + x
            top = rect.y() + (rect.height() - hint.height()) // 2
            item.setGeometry(QRect(QPoint(left, top), hint))
            x += hint.width() + self.spacing()


class EmptyPlace(QWidget):
    """An empty place: what is missing, what to do, and the one action."""

    wanted = Signal()

    def __init__(self, icons: Icons, glyph: str, title: str, hint: str, action: str = "") -> None:
        super().__init__()
        self.setProperty("kind", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.huge, SPACE.huge, SPACE.huge, SPACE.huge)
        layout.setSpacing(SPACE.small)
        layout.addStretch(2)
        picture = QLabel()
        picture.setPixmap(icons.icon(glyph, "outline").pixmap(40, 40))
        picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(picture)
        self._title, self._hint = label(title, "title"), label(hint, "muted", wrap=True)
        self._title.setVisible(bool(title))
        for each in (self._title, self._hint):
            each.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self._title)
        self._hint.setMaximumWidth(_LINE)
        row = QHBoxLayout()
        row.addWidget(self._hint)
        layout.addLayout(row)
        self.action: QAbstractButton = button(action, "link", self.wanted.emit)
        self.action.setVisible(bool(action))
        layout.addWidget(self.action, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)

    def say(self, title: str, hint: str, action: str = "") -> None:
        """Say something else."""
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self._hint.setText(hint)
        self.action.setText(action)
        self.action.setVisible(bool(action))


class Notice(QWidget):
    """A few lines on a tinted ground, and one thing that can be done."""

    wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(SPACE.large, SPACE.hair, SPACE.large, SPACE.small)
        ground = frame("notice")
        outer.addWidget(ground)
        inside = QVBoxLayout(ground)
        inside.setContentsMargins(SPACE.medium, SPACE.small, SPACE.medium, SPACE.hair)
        inside.setSpacing(SPACE.hair)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(SPACE.hair)
        self._said: tuple[str, ...] = ()
        self._action = button("", "link", self.wanted.emit)
        inside.addLayout(self._lines)
        inside.addWidget(self._action, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    @property
    def said(self) -> tuple[str, ...]:
        """What is said."""
        return self._said

    def say(self, lines: Sequence[str], action: str) -> None:
        """Say something, a sentence a line; nothing hides the notice."""
        self._said = tuple(lines)
        clear(self._lines)
        for line in lines:
            self._lines.addWidget(ElidedLabel(line))
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self.setVisible(bool(lines))


class TopIcon(QStyledItemDelegate):
    """Rows of several lines with their icon beside the first one."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.decorationAlignment = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter


class Debounce(QTimer):
    """Calls once, some milliseconds after the last of many calls."""

    def __init__(self, milliseconds: int, call: Callable[[], object], parent: QWidget) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(milliseconds)
        self.timeout.connect(call)
