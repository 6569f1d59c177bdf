"""Further files of a paper: its code, cards of its data, supplements; chosen here, read with it from then on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from twintree.base.ids import PaperId
from twintree.base.supplements import CODE
from twintree_desktop.session import Session
from twintree_desktop.words import tr

if TYPE_CHECKING:
    from twintree.library import JobHandle, Library


def import_further(library: Library, paper: PaperId, paths: Sequence[Path], link: bool = False) -> JobHandle:
    """Make files further files of a paper."""
    from twintree.library import ImportOptions

    return library.jobs.submit_import(list(paths), ImportOptions(link=link), into=paper)


def ask_further(session: Session, parent: QWidget, paper: PaperId, name: str) -> None:
    """Let the files be chosen, and import them; ``name`` is what the paper is called."""

    def queued(_: object) -> None:
        text = tr("Being read with “{0}”; its methods are looked for anew in Lineage.")
        session.messages.tell(text.format(name))

    def chosen(names: Sequence[str]) -> None:
        link = session.settings.flag("library/link")
        session.act(import_further, paper, [Path(each) for each in names], link, then=queued, owner=parent)

    dialog = QFileDialog(parent, tr("Add code, data cards or supplements to “{0}”").format(name))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    code = " ".join(sorted(f"*.{each}" for each in CODE))
    dialog.setNameFilters(
        [
            tr("All files (*)"),
            tr("Texts and cards ({0})").format("*.md *.txt *.rst *.pdf"),
            tr("Code ({0})").format(code),
        ]
    )
    dialog.filesSelected.connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
