"""The main window: welcome or workspace, with veil, messages, palette and key sheet above; it only assembles.

Signals:
    MainWindow.paths_given(list[Path], str): files were dropped or pasted (into this collection)
    MainWindow.closing(): the person closes the window
"""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QIcon,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from twintree_desktop.command_palette import CommandPalette
from twintree_desktop.commands import Commands
from twintree_desktop.dropping import DropVeil, local_paths
from twintree_desktop.icons import Icons
from twintree_desktop.message_strip import MessageStrip
from twintree_desktop.messages import Messages
from twintree_desktop.paper_table_model import PAPERS_MIME
from twintree_desktop.settings import Settings
from twintree_desktop.shortcut_sheet import ShortcutSheet
from twintree_desktop.theme import Appearance
from twintree_desktop.tokens import HEIGHT, SPACE
from twintree_desktop.welcome import Welcome

FIRST_SIZE = QSize(1440, 900)
SMALLEST = QSize(760, 480)
_WIDEST_MESSAGE = 720


class MainWindow(QMainWindow):
    """The frame around everything."""

    paths_given = Signal(object, str)
    closing = Signal()

    def __init__(
        self, appearance: Appearance, icons: Icons, messages: Messages, commands: Commands, settings: Settings
    ) -> None:
        super().__init__()
        self._settings = settings
        self._may_close = False
        self._lift = 0
        self.setWindowTitle("Twintree")
        self.setAcceptDrops(True)
        self.setMinimumSize(SMALLEST)
        self.welcome = Welcome(icons)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.welcome)
        self.setCentralWidget(self.pages)
        self.veil = DropVeil(appearance, self)
        self.strip = MessageStrip(messages, icons)
        self.strip.setParent(self)
        self.strip.moved = self._place_strip
        self.palette_box = CommandPalette(commands, appearance, self)
        self.sheet = ShortcutSheet(commands, icons, self)
        self._restore()

    def show_workspace(self, workspace: QWidget | None) -> None:
        """Show a library's workspace in place of what was there; ``None`` for the welcome page."""
        old = self.pages.widget(1)
        if old is not None:
            self.pages.removeWidget(old)
            old.setParent(None)
            old.deleteLater()
        if workspace is not None:
            self.pages.addWidget(workspace)
        self.pages.setCurrentIndex(0 if workspace is None else 1)

    def lift_messages(self, pixels: int) -> None:
        """Keep messages that much further from the foot: something to type into lies there."""
        self._lift = pixels
        self._place_strip()

    def paste(self) -> None:
        """Import the files that are on the clipboard."""
        paths = local_paths(QGuiApplication.clipboard().mimeData())
        if paths:
            self.paths_given.emit(paths, "")

    def allow_closing(self) -> None:
        """Let the next close through."""
        self._may_close = True

    def save(self) -> None:
        """Remember size and place."""
        self._settings.put_state("window", self.saveGeometry())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if data.hasFormat(PAPERS_MIME):
            return
        paths = local_paths(data)
        if paths:
            event.acceptProposedAction()
            self.veil.show_over(self.tr("Drop to add %n file(s) or folder(s)", "", len(paths)))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.veil.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.veil.hide()
        paths = local_paths(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.paths_given.emit(paths, "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_strip()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            self.save()
            event.accept()
            return
        event.ignore()
        self.closing.emit()

    def _place_strip(self) -> None:
        width = min(_WIDEST_MESSAGE, self.width() - 2 * SPACE.huge)
        height = self.strip.heightForWidth(width) if self.strip.hasHeightForWidth() else 0
        height = max(height, self.strip.sizeHint().height())
        bottom = self.height() - HEIGHT.strip - SPACE.medium - self._lift
        self.strip.setGeometry((self.width() - width) // 2, bottom - height, width, height)
        self.strip.raise_()

    def _restore(self) -> None:
        state = self._settings.state("window")
        if state.isEmpty() or not self.restoreGeometry(state):
            self.resize(FIRST_SIZE)


def window_icon() -> QIcon:
    """The application's picture."""
    path = files("twintree_resources.icons") / "twintree.svg"
    return QIcon(str(path))
