"""The reader's tools: one action for each, with its keys, and the menus made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from twintree_desktop import outside
from twintree_desktop.annotated_copy import ask_annotated
from twintree_desktop.commands import Commands
from twintree_desktop.operations import copy_outside
from twintree_desktop.printing import print_paper
from twintree_desktop.reader.chosen_words import ChosenWords
from twintree_desktop.reader.layout import Flow
from twintree_desktop.reader.mark_menu import colour_names
from twintree_desktop.reader.open_papers import OpenPapers
from twintree_desktop.reader.tab import PaperTab
from twintree_desktop.reader.writing import HIGHLIGHT_COLOURS
from twintree_desktop.reader.zooming import Fit
from twintree_desktop.session import Session

_MORE = (
    "width whole flow rotate dark - page everywhere figures notes refs - ask cite - "
    "print annotated outside - close"
)
_CONTEXT_HEAD, _CONTEXT_FOOT = "copy quote cite -", "- all find ask outside"

Row = tuple[str, str, str, Callable[[], object]]


class ReaderTools(QObject):
    """Acts on the paper in front; with ``commands`` the tools are the window's commands too."""

    def __init__(
        self, session: Session, papers: OpenPapers, owner: QWidget, commands: Commands | None
    ) -> None:
        super().__init__(owner)
        self._session, self._papers, self._owner = session, papers, owner
        #: Whether pages are dark whatever the theme is; None while they follow it.
        self.dark_pages: bool | None = None
        self._commands = commands
        self.actions: dict[str, QAction] = {}
        session.appearance.changed.connect(self._look_changed)

    def add(self, rows: Sequence[Row]) -> None:
        """Add tools: name, words, keys, what they do."""
        for name, text, keys, do in rows:
            self.actions[name] = self._make(name, text, keys, do)

    def add_all(self) -> None:
        """Add the tools that act on the paper in front."""
        act, words = self.act, self._words
        self.add(
            [
                ("find", self.tr("Find in this paper"), "Ctrl+F", lambda: act(PaperTab.open_find)),
                ("next", self.tr("Next match"), "F3", lambda: act(lambda tab: tab.stepping.step(1))),
                ("previous", self.tr("Previous match"), "Shift+F3", lambda: act(lambda tab: tab.stepping.step(-1))),
                ("everywhere", self.tr("Find in the library"), "Ctrl+Shift+F", self._find_everywhere),
                ("larger", self.tr("Larger"), "Ctrl++", lambda: act(lambda tab: tab.view.zoom.by(1))),
                ("smaller", self.tr("Smaller"), "Ctrl+-", lambda: act(lambda tab: tab.view.zoom.by(-1))),
                ("width", self.tr("Fit width"), "Ctrl+0", lambda: act(lambda tab: tab.view.set_fit(Fit.WIDTH))),
                ("whole", self.tr("Whole page"), "Ctrl+9", lambda: act(lambda tab: tab.view.set_fit(Fit.PAGE))),
                ("flow", self.tr("One page at a time"), "Ctrl+8", self.toggle_flow),
                ("rotate", self.tr("Rotate"), "Ctrl+R", lambda: act(lambda tab: tab.view.rotate())),
                ("dark", self.tr("Dark pages"), "Ctrl+Alt+D", self.toggle_dark),
                ("copy", self.tr("Copy"), "Ctrl+C", lambda: words(ChosenWords.copy)),
                ("quote", self.tr("Copy with citation"), "Ctrl+Shift+C", lambda: words(ChosenWords.copy_quote)),
                ("cite", self.tr("Copy \\cite{…}"), "Ctrl+Alt+C", lambda: words(ChosenWords.copy_cite)),
                ("all", self.tr("Select all"), "Ctrl+A", lambda: words(ChosenWords.select_all)),
                ("highlight", self.tr("Highlight"), "H", lambda: words(ChosenWords.highlight)),
                (
                    "figures",
                    self.tr("Figures, tables and equations"),
                    "",
                    lambda: act(lambda tab: tab.show_side("figure")),
                ),
                ("notes", self.tr("Highlights and notes"), "", lambda: act(lambda tab: tab.show_side("note"))),
                ("refs", self.tr("References"), "", lambda: act(lambda tab: tab.show_side("references"))),
                ("ask", self.tr("Ask about this paper"), "", lambda: words(ChosenWords.ask)),
                ("outside", self.tr("Open in the system viewer, at this page"), "", self.open_outside),
                ("print", self.tr("Print …"), "Ctrl+P", self.print_front),
                ("annotated", self.tr("Save a copy with the highlights …"), "", self._save_annotated),
            ]
        )  # fmt: skip

    def act(self, do: Callable[[PaperTab], object]) -> None:
        """Do something with the paper in front, if there is one."""
        if self._papers.current is not None:
            do(self._papers.current)

    def _words(self, do: Callable[[ChosenWords], object]) -> None:
        self.act(lambda tab: do(tab.words))

    # ── tools with something to say ──────────────────────────────────────────────────────────────────

    def toggle_dark(self) -> None:
        """Read on dark paper, or on white, whatever the window's theme."""
        front = self._papers.current
        now = front.view.dark if front is not None else self._session.appearance.theme.dark
        self.dark_pages = not now
        self._darken(self.dark_pages)

    def toggle_flow(self) -> None:
        """Pages under each other, or one at a time."""

        def toggle(tab: PaperTab) -> None:
            single = tab.view.sheets.flow is Flow.SINGLE
            tab.view.set_flow(Flow.CONTINUOUS if single else Flow.SINGLE)
            tab.view.set_fit(Fit.WIDTH if single else Fit.PAGE)

        self.act(toggle)

    def open_outside(self) -> None:
        """Open a copy of the file, under a name for people, in the system's viewer, at this page."""

        def shown(paths: list[Path], page: int) -> None:
            if not paths or not outside.view(paths[0], page):
                self._session.messages.warn(self.tr("The system has no viewer for this file."))

        def open_file(tab: PaperTab) -> None:
            page = tab.view.page
            self._session.read(
                copy_outside,
                [tab.document.paper.row.id],
                then=lambda paths: shown(paths, page),
                owner=self,
            )

        self.act(open_file)

    def print_front(self) -> None:
        """Print the paper in front."""

        def start(tab: PaperTab) -> None:
            document = tab.document
            pages = len(document.sheets)
            print_paper(self._session, self._owner, document.file.id, document.name, pages)

        self.act(start)

    def _save_annotated(self) -> None:
        self.act(lambda tab: ask_annotated(self._session, self._owner, tab.document.paper.row))

    def _find_everywhere(self) -> None:
        self.act(lambda tab: tab.find_everywhere(tab.finder.words))

    def _look_changed(self) -> None:
        if self.dark_pages is None:
            self._darken(self._session.appearance.theme.dark)

    def _darken(self, dark: bool) -> None:
        for tab in self._papers.all:
            tab.set_dark(dark)

    # ── actions and menus ────────────────────────────────────────────────────────────────────────────

    def _make(self, name: str, text: str, keys: str, do: Callable[[], object]) -> QAction:
        if self._commands is not None:
            group = self.tr("Reader")
            return self._commands.add(
                f"reader.{name}", text, group, do, self._owner, shortcut=keys, everywhere=False
            )
        action = QAction(text, self._owner)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _=False: do())
        self._owner.addAction(action)
        return action

    def show_menu(self, at: QPoint) -> None:
        """The further tools."""
        menu = self._menu()
        self._fill(menu, _MORE)
        menu.popup(at)

    def show_context(self, at: QPoint) -> None:
        """What can be done at a place on the pages."""
        self.context_menu().popup(at)

    def context_menu(self) -> QMenu:
        """Copying, highlighting, asking."""
        menu = self._menu()
        self._fill(menu, _CONTEXT_HEAD)
        colours = menu.addMenu(self.tr("Highlight"))
        words = colour_names()
        for name in HIGHLIGHT_COLOURS:
            colours.addAction(words[name]).triggered.connect(
                lambda _=False, name=name: self.act(lambda tab: tab.words.highlight(name))
            )
        front = self._papers.current
        colours.setEnabled(front is not None and front.words.any)
        self._fill(menu, _CONTEXT_FOOT)
        return menu

    def _menu(self) -> QMenu:
        menu = QMenu(self._owner)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _fill(self, menu: QMenu, names: str) -> None:
        for name in names.split():
            if name == "-":
                menu.addSeparator()
            else:
                menu.addAction(self.actions[name])
