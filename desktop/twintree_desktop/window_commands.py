"""The commands that hold in the whole window, whatever place is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from twintree_desktop.commands import Commands
from twintree_desktop.settings import Settings
from twintree_desktop.theme import Appearance, Mode
from twintree_desktop.window import MainWindow

if TYPE_CHECKING:
    from twintree_desktop.session import Session
    from twintree_desktop.workspace import Workspace


class Commanded(Protocol):
    """What these commands act on: the running application, as far as they need it."""

    @property
    def window(self) -> MainWindow:
        """The window."""
        ...

    @property
    def commands(self) -> Commands:
        """Where commands are kept."""
        ...

    @property
    def appearance(self) -> Appearance:
        """How the window looks."""
        ...

    @property
    def settings(self) -> Settings:
        """What the person chose."""
        ...

    @property
    def workspace(self) -> Workspace | None:
        """The places of the open library."""
        ...

    @property
    def session(self) -> Session | None:
        """The open library's session."""
        ...

    def choose_files(self) -> None:
        """Choose files to import."""

    def choose_zotero(self) -> None:
        """Choose Zotero's data folder."""

    def choose_library(self) -> None:
        """Choose a library's folder."""

    def choose_merge(self) -> None:
        """Choose another library."""

    def choose_new_place(self) -> None:
        """Choose where the library is to lie."""

    def open_samples(self) -> None:
        """Open the sample papers."""

    def ask_to_close(self) -> None:
        """Close, or ask first."""


def tr(text: str) -> str:
    """A text of this module in the window's language."""
    return QCoreApplication.translate("", text)


def add_window_commands(desktop: Commanded) -> None:
    """Add them all."""
    window = desktop.window
    rows: list[tuple[str, str, str, str, str, Callable[[], object]]] = [
        ("palette", tr("Commands"), tr("Window"), "Ctrl+K", "command", window.palette_box.open),
        ("keys", tr("Keys"), tr("Window"), "?", "keyboard", window.sheet.open),
        ("import", tr("Add papers …"), tr("Library"), "Ctrl+O", "import", desktop.choose_files),
        ("zotero", tr("Import from Zotero …"), tr("Library"), "", "import", desktop.choose_zotero),
        (
            "open",
            tr("Open a library …"),
            tr("Library"),
            "Ctrl+Shift+L",
            "folder-open",
            desktop.choose_library,
        ),
        (
            "merge",
            tr("Merge another library into this one …"),
            tr("Library"),
            "",
            "import",
            desktop.choose_merge,
        ),
        ("move", tr("Move this library …"), tr("Library"), "", "folder-open", desktop.choose_new_place),
        ("samples", tr("Open the sample library"), tr("Library"), "", "samples", desktop.open_samples),
        ("paste", tr("Add files from the clipboard"), tr("Library"), "Ctrl+V", "copy", window.paste),
        ("filter", tr("Search"), tr("Library"), "/", "search", lambda: _filter(desktop)),
        (
            "collection",
            tr("New collection"),
            tr("Library"),
            "Ctrl+Shift+N",
            "collection-new",
            lambda: _new(desktop),
        ),
        ("undo", tr("Undo"), tr("Library"), "Ctrl+Z", "undo", lambda: _undo(desktop)),
        ("back", tr("Back"), tr("Go"), "Alt+Left", "back", lambda: _back(desktop)),
        ("library", tr("Library"), tr("Go"), "Ctrl+1", "library", lambda: _go(desktop, "library")),
        ("reader", tr("Reader"), tr("Go"), "Ctrl+2", "reader", lambda: _go(desktop, "reader")),
        ("ask", tr("Ask"), tr("Go"), "Ctrl+3", "ask", lambda: _go(desktop, "ask")),
        ("lineage", tr("Lineage"), tr("Go"), "Ctrl+4", "lineage", lambda: _go(desktop, "lineage")),
        ("themes", tr("Themes"), tr("Go"), "Ctrl+5", "themes", lambda: _go(desktop, "themes")),
        ("explore", tr("Explore"), tr("Go"), "Ctrl+6", "explore", lambda: _go(desktop, "explore")),
        ("jobs", tr("Jobs"), tr("Go"), "Ctrl+J", "jobs", lambda: _go(desktop, "jobs")),
        ("models", tr("Models"), tr("Go"), "Ctrl+Shift+M", "models", lambda: _go(desktop, "models")),
        ("settings", tr("Settings"), tr("Go"), "Ctrl+,", "settings", lambda: _go(desktop, "settings")),
        (
            "sidebar",
            tr("Show or hide the sidebar"),
            tr("Window"),
            "Ctrl+B",
            "fold-left",
            lambda: _fold(desktop, "sidebar"),
        ),
        (
            "inspector",
            tr("Show or hide the inspector"),
            tr("Window"),
            "Ctrl+I",
            "fold-right",
            lambda: _fold(desktop, "inspector"),
        ),
        ("theme", tr("Light or dark"), tr("Window"), "Ctrl+Shift+D", "dark", lambda: _switch_theme(desktop)),
        ("bigger", tr("Bigger text"), tr("Window"), "Ctrl+Alt++", "zoom-in", lambda: _resize(desktop, 1)),
        ("smaller", tr("Smaller text"), tr("Window"), "Ctrl+Alt+-", "zoom-out", lambda: _resize(desktop, -1)),
        ("quit", tr("Quit"), tr("Window"), "Ctrl+Q", "close", desktop.ask_to_close),
    ]
    for key, title, group, keys, glyph, call in rows:
        desktop.commands.add(f"window.{key}", title, group, call, window, shortcut=keys, glyph=glyph)
    desktop.commands.action("window.keys").setShortcuts([QKeySequence("?"), QKeySequence("F1")])


def _go(desktop: Commanded, key: str) -> None:
    if desktop.workspace is not None:
        desktop.workspace.show_place(key)


def _filter(desktop: Commanded) -> None:
    if desktop.workspace is not None:
        desktop.workspace.focus_search()


def _new(desktop: Commanded) -> None:
    if desktop.workspace is not None:
        desktop.workspace.sidebar.new_collection()


def _undo(desktop: Commanded) -> None:
    if desktop.session is not None:
        desktop.session.undo()


def _back(desktop: Commanded) -> None:
    if desktop.session is not None:
        desktop.session.navigation.back_wanted.emit()


def _fold(desktop: Commanded, pane: str) -> None:
    if desktop.workspace is not None:
        desktop.workspace.toggle(pane)


def _switch_theme(desktop: Commanded) -> None:
    mode = Mode.LIGHT if desktop.appearance.theme.dark else Mode.DARK
    desktop.appearance.set_mode(mode)
    desktop.settings.put("appearance/mode", mode.value)


def _resize(desktop: Commanded, by: int) -> None:
    size = desktop.appearance.theme.size + by
    desktop.appearance.set_size(size)
    desktop.settings.put("appearance/size", desktop.appearance.theme.size)
