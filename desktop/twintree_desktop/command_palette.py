"""The command palette: type a few letters of what to do, Enter does it (Ctrl/Cmd+K)."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from twintree_desktop.commands import Command, Commands
from twintree_desktop.icons import MEDIUM
from twintree_desktop.theme import Appearance, Type
from twintree_desktop.tokens import RADIUS, SPACE
from twintree_desktop.widgets import give_back_focus

CommandRole = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


def matches(typed: str, title: str) -> bool:
    """Whether every word that was typed begins a word of the title, or stands in it."""
    folded = title.casefold()
    return all(word in folded for word in typed.casefold().split())


class CommandModel(QAbstractListModel):
    """The commands that fit what was typed."""

    def __init__(self, commands: Commands, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self._shown: list[Command] = []
        self.narrow("")

    def narrow(self, typed: str) -> None:
        """Show those that fit."""
        self.beginResetModel()
        self._shown = [
            each
            for each in self._commands.all()
            if each.key != "window.palette"
            and each.action.isEnabled()
            and each.action.isVisible()
            and matches(typed, f"{each.group} {each.title}")
        ]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        command = self._shown[index.row()]
        if role == CommandRole:
            return command
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{command.title}, {command.group}"
        return None


class CommandDelegate(QStyledItemDelegate):
    """Paints a command: icon, title, group in muted ink, keys at the end."""

    def __init__(self, appearance: Appearance, parent: QObject) -> None:
        super().__init__(parent)
        self._appearance = appearance

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, self._appearance.theme.px(36))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        command, theme = index.data(CommandRole), self._appearance.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("soft"))
            painter.drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), RADIUS.row, RADIUS.row)
        rect = option.rect.adjusted(SPACE.medium, 0, -SPACE.medium, 0)
        align = Qt.AlignmentFlag.AlignVCenter
        command.action.icon().paint(painter, rect.x(), rect.center().y() - 9, MEDIUM, MEDIUM)
        rect.adjust(MEDIUM + SPACE.medium, 0, 0, 0)
        painter.setFont(theme.font(Type.BODY))
        painter.setPen(theme.colour("text"))
        painter.drawText(rect, align | Qt.AlignmentFlag.AlignLeft, command.title)
        advance = painter.fontMetrics().horizontalAdvance(command.title)
        painter.setFont(theme.font(Type.SMALL))
        painter.setPen(theme.colour("muted"))
        painter.drawText(
            rect.adjusted(advance + 10, 0, 0, 0), align | Qt.AlignmentFlag.AlignLeft, command.group
        )
        keys = command.action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        painter.drawText(rect, align | Qt.AlignmentFlag.AlignRight, keys)
        painter.restore()


class CommandPalette(QFrame):
    """The palette, laid over the window's upper part."""

    def __init__(self, commands: Commands, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self._before: QWidget | None = None  #: what had the focus
        self.setProperty("kind", "popup")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Commands"))
        self._model = CommandModel(commands, self)
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("What would you like to do?"))
        self.field.setAccessibleName(self.tr("Command"))
        self.list = QListView()
        self.list.setModel(self._model)
        self.list.setItemDelegate(CommandDelegate(appearance, self))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(self.tr("Commands that fit"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.small, SPACE.small, SPACE.small, SPACE.small)
        layout.addWidget(self.field)
        layout.addWidget(self.list)
        self.field.textChanged.connect(self._narrow)
        self.field.installEventFilter(self)
        self.list.clicked.connect(self._run)
        self.hide()

    def open(self) -> None:
        """Show the palette, empty."""
        parent = self._over
        if self.isHidden():
            self._before = parent.focusWidget()
        width = min(560, parent.width() - 80)
        self.setGeometry((parent.width() - width) // 2, 72, width, min(420, parent.height() - 144))
        self.field.clear()
        self._narrow("")
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def run_current(self) -> None:
        """Do what is marked."""
        self._run(self.list.currentIndex())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut and self.isVisible():
            self.hide()
        return False

    def _key(self, event: QKeyEvent) -> bool:
        row = self.list.currentIndex().row()
        match event.key():
            case Qt.Key.Key_Escape:
                self._leave()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.run_current()
            case Qt.Key.Key_Down:
                self._mark(min(row + 1, self._model.rowCount() - 1))
            case Qt.Key.Key_Up:
                self._mark(max(row - 1, 0))
            case _:
                return False
        return True

    def _narrow(self, typed: str) -> None:
        self._model.narrow(typed)
        self._mark(0)

    def _mark(self, row: int) -> None:
        self.list.setCurrentIndex(self._model.index(row))

    def _leave(self) -> None:
        self.hide()
        give_back_focus(self._before, self._over)

    def _run(self, index: Index) -> None:
        command = index.data(CommandRole)
        self._leave()
        if isinstance(command, Command):
            command.action.trigger()
