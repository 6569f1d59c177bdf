"""A copy of a paper's PDF that carries its highlights, under a name and in a place that the person chooses."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from twintree.base.ids import PaperId
from twintree.base.records import PaperRow
from twintree_desktop import outside
from twintree_desktop.operations import export_annotated, outside_name
from twintree_desktop.session import Session
from twintree_desktop.words import tr


def ask_annotated(session: Session, parent: QWidget, row: PaperRow) -> None:
    """Ask where the copy goes, then write it."""
    dialog = QFileDialog(parent, tr("Save a copy with the highlights"), outside_name(row))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("pdf")
    dialog.fileSelected.connect(lambda name: save_annotated(session, parent, row.id, Path(name)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def save_annotated(session: Session, owner: QWidget, paper: PaperId, path: Path) -> None:
    """Write the copy; the original stays as it is."""

    def done(count: int) -> None:
        text = tr("%n highlight(s) written into {0}.", "", count)
        session.messages.tell(text.format(path.name), tr("Show"), lambda: outside.reveal(path))

    session.read(export_annotated, paper, path, then=done, owner=owner)
