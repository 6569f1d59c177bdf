"""A copy of a paper's PDF that carries its highlights, under a name and in a place that the person chooses."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from twintree.base.ids import PaperId
from twintree.base.records import PaperRow
from twintree_desktop import outside
from twintree_desktop.operations import export_annotated, outside_name
from twintree_desktop.save_dialog import ask_where_to_save
from twintree_desktop.session import Session
from twintree_desktop.words import tr


def ask_annotated(session: Session, parent: QWidget, row: PaperRow) -> None:
    """Ask where the copy goes, then write it."""
    ask_where_to_save(
        parent,
        tr("Save a copy with the highlights"),
        "pdf",
        lambda path: save_annotated(session, parent, row.id, path),
        outside_name(row),
    )


def save_annotated(session: Session, owner: QWidget, paper: PaperId, path: Path) -> None:
    """Write the copy; the original stays as it is."""

    def done(count: int) -> None:
        text = tr("%n highlight(s) written into {0}.", "", count)
        session.messages.tell(text.format(path.name), tr("Show"), lambda: outside.reveal(path))

    session.read(export_annotated, paper, path, then=done, owner=owner)
