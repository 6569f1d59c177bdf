"""A file that is not where it was: asking where it lies now, and telling the library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from twintree.base.records import FileRow
from twintree_desktop import operations
from twintree_desktop.session import Session
from twintree_desktop.words import tr


def missing_words(file: FileRow) -> str:
    """What is said of a vanished file."""
    return tr("{0} is not where it was ({1}).").format(file.name, Path(file.path).parent)


def ask_where(session: Session, parent: QWidget, file: FileRow, found: Callable[[], object]) -> None:
    """Let the file be chosen where it lies now; ``found`` is called once the library has it again."""
    dialog = QFileDialog(parent, tr("Where is {0}?").format(file.name))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.fileSelected.connect(lambda name: locate(session, parent, file, Path(name), found))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def locate(
    session: Session, owner: QWidget, file: FileRow, path: Path, found: Callable[[], object] = lambda: None
) -> None:
    """The file lies there now; another file's bytes are refused in a sentence."""

    def done(_: object) -> None:
        session.bridge.papers_changed.emit(frozenset([file.paper]))
        found()

    session.act(operations.locate_file, file.id, path, then=done, owner=owner)
