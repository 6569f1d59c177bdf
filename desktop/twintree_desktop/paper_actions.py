"""What can be done with the selected papers, as commands: in menus, in the palette, and by key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from twintree.base.answers import Scope
from twintree.base.ids import PaperId
from twintree.base.records import Paper
from twintree_desktop import operations, outside
from twintree_desktop.annotated_copy import ask_annotated
from twintree_desktop.citing import add_citing
from twintree_desktop.commands import Commands
from twintree_desktop.further_files import ask_further
from twintree_desktop.inspector import Inspector
from twintree_desktop.library_panel import LibraryPanel
from twintree_desktop.operations import SideFigures
from twintree_desktop.printing import print_paper
from twintree_desktop.reader.document import short_name
from twintree_desktop.refused import is_refused
from twintree_desktop.save_dialog import ask_where_to_save
from twintree_desktop.session import Session

_EXPORTS = {
    "bibtex": ("BibTeX", "bib"),
    "ris": ("RIS", "ris"),
    "csl": ("CSL-JSON", "csl.json"),
    "markdown": ("Markdown", "md"),
    "json": ("JSON", "json"),
}
_MOST_OPENED = 10
_MENU = (
    "read ask | star to_read done | tag note edit | "
    "show reveal open_outside print copy_reference CITE EXPORT lineage | further read_methods | "
    "take_out bin restore delete"
)


class PaperActions(QObject):
    """The commands of the library; each works on the selection of the panel."""

    def __init__(
        self, session: Session, panel: LibraryPanel, inspector: Inspector, commands: Commands
    ) -> None:
        super().__init__(panel)
        self._session = session
        self._panel = panel
        self._inspector = inspector
        self._commands = commands
        self._collection = ""
        self._binned = False
        self._starred = True
        self._add_all(panel)

    def look_at(self, collection: str, *, binned: bool) -> None:
        """Say what the table shows: some commands make sense only there."""
        self._collection, self._binned = collection, binned
        for key, on in (
            ("take_out", bool(collection)),
            ("bin", not binned),
            ("further", not binned),
            ("read_methods", not binned),
            ("restore", binned),
            ("delete", binned),
        ):
            self._commands.action(f"paper.{key}").setVisible(on)

    def fill(self, menu: QMenu) -> None:
        """Put the commands into a menu, in groups."""
        for position, group in enumerate(_MENU.split("|")):
            if position:
                menu.addSeparator()
            for key in group.split():
                if key == "EXPORT":
                    self._add_exports(menu.addMenu(self.tr("Export")))
                elif key == "CITE":
                    add_citing(self._session, menu, self._selected)
                else:
                    menu.addAction(self._commands.action(f"paper.{key}"))
            if position == 2:
                self._add_collections(menu.addMenu(self.tr("Put into collection")))

    def _add_all(self, panel: LibraryPanel) -> None:
        group = self.tr("Papers")
        rows: list[tuple[str, str, str, str, Callable[[], object]]] = [
            ("read", self.tr("Read"), "", "reader", self._read),
            ("ask", self.tr("Ask about these papers"), "Ctrl+Return", "ask", self._ask),
            ("star", self.tr("Star, or take the star away"), "S", "star", self._star),
            ("to_read", self.tr("Mark as to read"), "R", "unread", lambda: self._mark("to_read")),
            ("done", self.tr("Mark as read"), "Shift+R", "read", lambda: self._mark("read")),
            ("tag", self.tr("Add a tag"), "T", "tag", inspector_call(self._inspector, "write_tag")),
            ("note", self.tr("Write a note"), "N", "note", inspector_call(self._inspector, "write_note")),
            ("edit", self.tr("Edit details"), "F2", "edit", self._inspector.edit),
            ("show", self.tr("Save a copy of the file …"), "Ctrl+Shift+S", "file", self._save_copies),
            ("reveal", self.tr("Show in the file manager"), "", "folder-open", self._reveal),
            (
                "open_outside",
                self.tr("Open in the system's viewer"),
                "Ctrl+Shift+O",
                "open-outside",
                self._outside,
            ),
            ("copy_reference", self.tr("Copy as BibTeX"), "Ctrl+Shift+C", "copy", self._copy_bibtex),
            ("lineage", self.tr("Show in the lineage"), "", "lineage", self._lineage),
            ("further", self.tr("Add code, data or a supplement …"), "", "import", self._further),
            ("read_methods", self.tr("Read for methods with a model …"), "", "models", self._read_methods),
            ("print", self.tr("Print …"), "Ctrl+P", "print", self._print),
            ("annotated", self.tr("A copy with the highlights …"), "", "highlight", self._annotated),
            ("take_out", self.tr("Take out of this collection"), "", "minus", self._take_out),
            ("bin", self.tr("Put into the bin"), "Del", "bin", self._bin),
            ("restore", self.tr("Take out of the bin"), "", "restore", self._restore),
            ("delete", self.tr("Delete for good"), "Shift+Del", "close", self._delete),
        ]
        for key, title, shortcut, glyph, call in rows:
            self._commands.add(
                f"paper.{key}", title, group, call, panel, shortcut=shortcut, glyph=glyph, everywhere=False
            )
        for kind, (name, _) in _EXPORTS.items():
            self._commands.add(
                f"paper.export_{kind}",
                self.tr("Export as {0} …").format(name),
                group,
                partial(self._export, kind),
                panel,
                shortcut="Ctrl+Shift+E" if kind == "bibtex" else "",
                glyph="export",
                everywhere=False,
            )
        self.look_at("", binned=False)

    def _add_exports(self, menu: QMenu) -> None:
        for key in (*(f"export_{kind}" for kind in _EXPORTS), "annotated"):
            menu.addAction(self._commands.action(f"paper.{key}"))

    def _print(self) -> None:
        def start(paper: Paper) -> None:
            if paper.files:
                file, name = paper.files[0], short_name(paper)
                print_paper(self._session, self._panel, file.id, name, file.pages)

        row = self._panel.current()
        if row is not None and not is_refused(row.id):
            self._session.read(operations.paper, row.id, then=start, owner=self)

    def _further(self) -> None:
        row = self._panel.current()
        if row is not None and not is_refused(row.id):
            ask_further(self._session, self._panel, row.id, row.title or row.key)

    def _read_methods(self) -> None:
        self._selected(self._session.navigation.reading_wanted.emit)

    def _lineage(self) -> None:
        row = self._panel.current()
        if row is not None and not is_refused(row.id):
            self._session.navigation.lineage_wanted.emit(row.id)

    def _annotated(self) -> None:
        row = self._panel.current()
        if row is not None and not is_refused(row.id):
            ask_annotated(self._session, self._panel, row)

    def _add_collections(self, menu: QMenu) -> None:
        def fill(figures: SideFigures) -> None:
            for each in figures.collections:
                menu.addAction(each.name, partial(self._put_into, each.id))

        self._session.read(operations.side_figures, then=fill, owner=menu)

    def _selected(self, then: Callable[[Sequence[PaperId]], object]) -> None:
        self._panel.with_selected(then)

    def _read(self) -> None:
        def read(papers: Sequence[PaperId]) -> None:
            for paper in papers[:_MOST_OPENED]:
                self._session.navigation.paper_wanted.emit(paper, 1)

        self._selected(read)

    def _ask(self) -> None:
        self._selected(
            lambda papers: self._session.navigation.question_wanted.emit(Scope(papers=tuple(papers)), "")
        )

    def _star(self) -> None:
        current = self._panel.current()
        on = not (current is not None and current.starred)
        self._selected(lambda papers: self._session.act(operations.star, papers, on, quiet=True))

    def _mark(self, state: str) -> None:
        self._selected(lambda papers: self._session.act(operations.set_read_state, papers, state, quiet=True))

    def _put_into(self, collection: str) -> None:
        self._selected(lambda papers: self._session.act(operations.add_to_collection, papers, collection))

    def _take_out(self) -> None:
        where = self._collection
        self._selected(lambda papers: self._session.act(operations.remove_from_collection, papers, where))

    def _bin(self) -> None:
        self._selected(lambda papers: self._session.act(operations.bin_papers, papers))

    def _restore(self) -> None:
        self._selected(lambda papers: self._session.act(operations.restore_papers, papers))

    def _delete(self) -> None:
        def confirm(papers: Sequence[PaperId]) -> None:
            self._session.messages.warn(
                self.tr(
                    "Delete %n paper(s) for good, with notes and highlights? This cannot be undone.",
                    "",
                    len(papers),
                ),
                self.tr("Delete"),
                lambda: self._session.act(operations.delete_for_good, papers),
                subject="delete",
            )

        if self._binned:
            self._selected(confirm)

    def _outside(self) -> None:
        def show(paths: list[Path]) -> None:
            for path in paths:
                outside.view(path)

        self._selected(
            lambda papers: self._session.read(operations.copy_outside, papers[:5], then=show, owner=self)
        )

    def _reveal(self) -> None:
        def show(paths: list[Path]) -> None:
            outside.reveal(paths[0])

        self._selected(
            lambda papers: self._session.read(operations.shown_outside, papers[:1], then=show, owner=self)
        )

    def _save_copies(self) -> None:
        def chosen(folder: str) -> None:
            self._selected(
                lambda papers: self._session.read(
                    operations.copy_outside, papers, Path(folder), then=self._saved, owner=self
                )
            )

        ask_for_folder(self._panel, self.tr("Where to"), chosen)

    def _saved(self, paths: list[Path]) -> None:
        self._session.messages.tell(
            self.tr("%n file(s) saved.", "", len(paths)),
            self.tr("Show"),
            lambda: outside.reveal(paths[0]),
        )

    def _copy_bibtex(self) -> None:
        def done(text: str) -> None:
            QGuiApplication.clipboard().setText(text)
            self._session.messages.tell(self.tr("Copied as BibTeX."))

        self._selected(
            lambda papers: self._session.read(
                lambda library: library.export("bibtex", papers), then=done, owner=self
            )
        )

    def _export(self, kind: str) -> None:
        name, suffix = _EXPORTS[kind]
        title = self.tr("Export as {0}").format(name)
        ask_where_to_save(
            self._panel, title, suffix, lambda path: self._write(kind, path), f"papers.{suffix}"
        )

    def _write(self, kind: str, path: Path) -> None:
        self._selected(
            lambda papers: self._session.read(
                operations.export_text,
                kind,
                papers,
                path,
                then=lambda written: self._saved([written]),
                owner=self,
            )
        )


def inspector_call(inspector: Inspector, name: str) -> Callable[[], None]:
    """Begin something in the inspector, if it shows a paper."""

    def call() -> None:
        if inspector.currentWidget() is inspector.details:
            getattr(inspector.details, name)()

    return call


def ask_for_folder(parent: QWidget, title: str, chosen: Callable[[str], object]) -> None:
    """Let a folder be chosen, without blocking."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
