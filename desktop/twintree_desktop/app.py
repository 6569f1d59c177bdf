"""The application: the composition root that builds the window, opens libraries, and closes both in order.

Signals:
    Desktop.ended(): everything is closed; the process may end
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QFileDialog

from twintree.base.errors import LibraryBusy, TwintreeError
from twintree.base.ids import PaperId
from twintree_desktop import operations
from twintree_desktop.bridge import Bridge
from twintree_desktop.commands import Commands
from twintree_desktop.crash import CrashDialog, CrashWatch
from twintree_desktop.icons import Icons
from twintree_desktop.importing import Imports
from twintree_desktop.log import LogBook, keep_log
from twintree_desktop.messages import Message, Messages
from twintree_desktop.moving import move_library
from twintree_desktop.navigation import Navigation
from twintree_desktop.opening import Limits, default_library, open_library, sample_library_path, sample_papers
from twintree_desktop.session import Session
from twintree_desktop.settings import Settings
from twintree_desktop.theme import Appearance
from twintree_desktop.translation import chosen_language, translate
from twintree_desktop.watching import WatchedFolders
from twintree_desktop.window import MainWindow, window_icon
from twintree_desktop.window_commands import add_window_commands

if TYPE_CHECKING:
    from twintree.library import Library
    from twintree_desktop.places import Composition
    from twintree_desktop.workspace import Workspace

log = logging.getLogger(__name__)

#: The window is painted before anyone looks for models.
_WELCOME_MS = 600
#: The library is on screen before the process that draws pages is started.
_WARM_MS = 1500
#: Pixels at the foot of Ask where questions are typed.
_ASK_ROOM = 84
#: Seconds after which a thread of the engine's gives way to the window's; at Python's own 5 ms the window waits
#: that long at nearly every call of Qt's while papers are read, and a frame makes hundreds.
_GIVE_WAY = 0.0005


class Desktop(QObject):
    """The running application: one window, at most one open library."""

    ended = Signal()

    def __init__(self, application: QApplication, settings: Settings, book: LogBook) -> None:
        super().__init__(application)
        sys.setswitchinterval(_GIVE_WAY)
        self.settings = self._settings = settings
        self._book = book
        self._session: Session | None = None
        self._made: Composition | None = None
        self._opening = False
        self._arriving: Library | None = None  #: opened, but not shown yet
        self._ended = False
        self.appearance = Appearance(application, settings.mode, settings.font_size)
        self.icons = Icons(self.appearance)
        self.bridge = Bridge(self)
        self.messages = Messages(self)
        self.commands = Commands(settings, self.icons, self)
        self.window = MainWindow(self.appearance, self.icons, self.messages, self.commands, settings)
        self.window.setWindowIcon(window_icon())
        self.watched = WatchedFolders(settings, self)
        self.imports = Imports(self.messages, self.bridge, self)
        self.workspace: Workspace | None = None
        add_window_commands(self)
        self._connect()
        QTimer.singleShot(_WELCOME_MS, self, self._say_models)

    @property
    def session(self) -> Session | None:
        """The open library's session."""
        return self._session

    # ── libraries ────────────────────────────────────────────────────────────────────────────────────

    def open(
        self,
        path: Path,
        then_import: Sequence[Path] = (),
        *,
        readonly: bool = False,
        paper: str = "",
        page: int = 1,
    ) -> None:
        """Open a library, or make it; the window stays usable meanwhile.

        Args:
            path: the library's folder.
            then_import: files to import once it is open.
            readonly: open it beside another process that writes it; to be written, should that be gone.
            paper: read this paper then: id, key, title or file.
            page: from this page.
        """
        if self._opening:
            return
        self._opening = True
        limits = Limits.of(self._settings)

        def opened(library: Library) -> None:
            self._opening = False
            self.window.welcome.rest()
            self._take(library)
            if then_import:
                self.imports.start(then_import)
            if paper:
                self._read(library, paper, page)

        def failed(error: TwintreeError) -> None:
            self._opening = False
            self.window.welcome.rest()
            self._refuse(path, error)

        self._leave_library()
        self.window.welcome.say_opening(path.name, len(then_import))

        def work() -> Library:
            importlib.import_module("twintree_desktop.places")
            self._arriving = open_library(path, limits, readonly=readonly)
            return self._arriving

        self.bridge.run(work, opened, failed)

    def _read(self, library: Library, paper: str, page: int) -> None:
        def found(id_: PaperId) -> None:
            if self._session is not None:
                self._session.navigation.paper_wanted.emit(id_, page)

        self.bridge.run(lambda: library.papers.find(paper), found, self.messages.fail)

    def open_samples(self) -> None:
        """Open the library of sample papers, made on first use."""
        path = sample_library_path()
        self.open(path, () if (path / "library.toml").exists() else sample_papers())

    def give(self, paths: Sequence[Path], collection: str = "") -> None:
        """Take files that were dropped, pasted or chosen; without a library one is made for them."""
        if len(paths) == 1 and (paths[0] / "library.toml").is_file():
            self.open(paths[0])
        elif self._session is None:
            recent = [path for path in self._settings.recent if (path / "library.toml").is_file()]
            self.open(recent[0] if recent else default_library(), paths)
        else:
            self.imports.start(paths, collection)

    # ── dialogs that choose ──────────────────────────────────────────────────────────────────────────

    def choose_files(self) -> None:
        """Choose files to import."""
        dialog = QFileDialog(self.window, self.tr("Add papers"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(
            [self.tr("Papers and references (*.pdf *.bib *.ris *.json)"), self.tr("All files (*)")]
        )
        dialog.filesSelected.connect(lambda names: self.give([Path(name) for name in names]))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def choose_zotero(self) -> None:
        """Choose Zotero's data folder and bring what is new there."""
        dialog = QFileDialog(self.window, self.tr("Zotero's data folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        usual = Path.home() / "Zotero"
        if usual.is_dir():
            dialog.setDirectory(str(usual))
        dialog.fileSelected.connect(lambda name: self.give_zotero(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def give_zotero(self, folder: Path) -> None:
        """Take a Zotero data folder, or say why it is none."""
        if operations.is_zotero(folder):
            self.give([folder])
        else:
            text = self.tr(
                "{0} holds no zotero.sqlite. Zotero shows its data folder in its settings, under Advanced."
            )
            self.messages.warn(
                text.format(folder.name), self.tr("Choose again"), self.choose_zotero, subject="zotero"
            )

    def choose_library(self) -> None:
        """Choose a library's folder, or an empty one for a new library."""
        self._choose_folder(self.tr("Open a library, or choose an empty folder for a new one"), self.open)

    def choose_merge(self) -> None:
        """Choose another library, whose papers are to come into this one."""
        self._choose_folder(self.tr("The library whose papers are to come into this one"), self.merge)

    def merge(self, folder: Path) -> None:
        """Bring the papers of another library, with what was said of them; it stays as it is."""
        if self._session is not None:
            self._session.act(operations.import_library, folder)

    def choose_new_place(self) -> None:
        """Choose the folder that this library is to lie in."""
        if self.imports.running:
            self.messages.warn(
                self.tr(
                    "Papers are still being read. Move the library when they are done, or stop them in Jobs."
                )
            )
            return
        self._choose_folder(self.tr("The folder that the library is to lie in"), self.move)

    def move(self, folder: Path) -> None:
        """Close the library, move it into this folder, and open it there (or, if that fails, where it was)."""
        if self._session is None:
            return
        path = self._session.library.path
        self._leave_library()
        self.window.welcome.say_opening(path.name, 0)

        def failed(error: TwintreeError) -> None:
            self.messages.fail(error)
            self.open(path)

        self.bridge.run(lambda: move_library(path, folder), self._moved, failed)

    def _moved(self, path: Path) -> None:
        self.messages.tell(self.tr("The library lies in {0} now.").format(path.parent))
        self.open(path)

    def _choose_folder(self, title: str, chosen: Callable[[Path], object]) -> None:
        dialog = QFileDialog(self.window, title)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda name: chosen(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # ── ending ───────────────────────────────────────────────────────────────────────────────────────

    def close(self) -> None:
        """Close the library and the window; work that is not done goes on at the next start."""
        if self._ended:
            return
        self._ended = True
        self.window.allow_closing()
        self.window.close()
        self._leave_library()
        self.bridge.close()
        if self._arriving is not None:
            self._arriving.close()
        self._settings.save()
        self.ended.emit()

    def ask_to_close(self) -> None:
        """Close at once, or ask once while jobs run."""
        if not self.imports.running:
            self.close()
            return
        self.imports.running.clear()
        self.messages.warn(
            self.tr("Papers are still being read. They go on at the next start."),
            self.tr("Close now"),
            self.close,
            subject="closing",
        )

    # ── inside ───────────────────────────────────────────────────────────────────────────────────────

    def _connect(self) -> None:
        window, welcome = self.window, self.window.welcome
        window.paths_given.connect(self.give)
        self.watched.arrived.connect(self._take_arrivals)
        window.closing.connect(self.ask_to_close)
        welcome.files_wanted.connect(self.choose_files)
        welcome.samples_wanted.connect(self.open_samples)
        welcome.library_wanted.connect(self.choose_library)
        welcome.new_wanted.connect(self.choose_library)
        welcome.recent_wanted.connect(self.open)
        welcome.show_recent([path for path in self._settings.recent if path.is_dir()])

    def _say_models(self) -> None:
        """Say on the welcome page what the models of this machine can do."""
        if self._opening or self._session is not None:
            return

        def standing() -> str:
            words = importlib.import_module("twintree_desktop.model_words")
            return str(words.standing_words(importlib.import_module("twintree.modeldesk").known_cards()))

        self.bridge.run(standing, self.window.welcome.say_models, owner=self.window)

    def _take(self, library: Library) -> None:
        self._arriving = None
        # Half of the window's code serves open libraries only: it is loaded with the first one (see open).
        from twintree_desktop.places import compose

        navigation = Navigation(self)
        session = Session(
            library,
            self.bridge,
            self.messages,
            navigation,
            self.appearance,
            self.icons,
            self._settings,
        )
        self._session = session
        self._made = made = compose(session, self.commands, self._book, self.watched)
        workspace = made.workspace
        workspace.import_wanted.connect(self.choose_files)
        workspace.files_dropped.connect(self.give)
        self.workspace = workspace
        workspace.place_shown.connect(self._make_room)
        self.imports.use(session)
        self.window.show_workspace(workspace)
        self._make_room(workspace.place)
        name = self.tr("{0} (reading only)").format(library.name) if library.readonly else library.name
        self.window.setWindowTitle(f"{name} — Twintree")
        self._settings.remember_library(library.path)
        self.messages.withdraw("writing")
        if (note := workspace.sidebar.reading_only) is not None:
            note.writable.connect(lambda: self._offer_writing(library.path))
            note.write_wanted.connect(lambda: self.open(library.path))
        self.bridge.listen(library.subscribe())
        if not library.readonly:
            self.bridge.run(lambda: operations.resume_all_jobs(library), writes=True)
            self.watched.look()
        QTimer.singleShot(_WARM_MS, workspace, lambda: self._warm(library))

    def _make_room(self, place: str) -> None:
        self.window.lift_messages(_ASK_ROOM if place == "ask" else 0)

    def _warm(self, library: Library) -> None:
        self.bridge.run(lambda: library.warm(parsers=False, pages=True))

    def _take_arrivals(self, paths: Sequence[Path]) -> None:
        if self._session is not None and not self._session.library.readonly:
            self.imports.start(paths)

    def _refuse(self, path: Path, error: TwintreeError) -> None:
        if isinstance(error, LibraryBusy):
            self.messages.fail(error, self.tr("Open for reading"), lambda: self.open(path, readonly=True))
        else:
            self.messages.fail(error)
        self.window.show_workspace(None)

    def _offer_writing(self, path: Path) -> None:
        text = self.tr("The program that wrote this library has ended. It can be opened for writing now.")
        self.messages.shown.emit(
            Message(
                text, label=self.tr("Open for writing"), action=lambda: self.open(path), subject="writing"
            )
        )

    def _leave_library(self) -> None:
        if self._session is None:
            return
        session, self._session = self._session, None
        if self.workspace is not None:
            self.workspace.save()
        self.imports.use(None)
        if self._made is not None:
            self._made.close()
            self._made = None
        self.window.show_workspace(None)
        self.workspace = None
        self.bridge.unlisten()
        self.bridge.drain()
        session.navigation.deleteLater()
        session.library.close()


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line of the window."""
    parser = argparse.ArgumentParser(prog="twintree-desktop", description="Twintree's window.")
    parser.add_argument("--library", type=Path, help="open this library (made if the folder is new or empty)")
    parser.add_argument("--paper", default="", help="read this paper: id, key, title or file")
    parser.add_argument("--page", type=int, default=1, help="from this page")
    parser.add_argument("paths", nargs="*", type=Path, help="files and folders to import")
    return parser.parse_args(arguments)


def start(application: QApplication, arguments: Sequence[str]) -> Desktop:
    """Build the application and show its window; returns before any library is open."""
    chosen = parse(arguments)
    settings = Settings()
    application.setProperty("translators", translate(application, chosen_language(settings.language)))
    if settings.flag("appearance/rtl"):
        application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    book = keep_log()
    desktop = Desktop(application, settings, book)
    watch = CrashWatch(book, desktop)
    watch.caught.connect(lambda text: CrashDialog(text, desktop.window).open())
    desktop.window.show()
    recent = [path for path in settings.recent if (path / "library.toml").is_file()]
    first = chosen.library or (recent[0] if recent and settings.flag("library/reopen", True) else None)
    if first is not None:
        QTimer.singleShot(
            0,
            desktop,
            lambda: desktop.open(first.absolute(), chosen.paths, paper=chosen.paper, page=chosen.page),
        )
    elif chosen.paths:
        QTimer.singleShot(0, desktop, lambda: desktop.give(chosen.paths))
    return desktop


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the window until it is closed."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    QCoreApplication.setApplicationName("Twintree")
    QCoreApplication.setOrganizationName("Twintree")
    application = QApplication(sys.argv[:1])
    application.setDesktopFileName("twintree")
    desktop = start(application, list(sys.argv[1:] if arguments is None else arguments))
    desktop.ended.connect(application.quit)
    code = application.exec()
    desktop.close()
    return code
