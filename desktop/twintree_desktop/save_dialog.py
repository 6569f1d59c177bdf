"""Asking where a file is to be saved, without stopping the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


def ask_where_to_save(
    parent: QWidget,
    title: str,
    suffix: str,
    then: Callable[[Path], object],
    name: str = "",
    *,
    confirm: bool = True,
) -> None:
    """Ask, and go on with the path that is chosen; not at all when none is.

    Args:
        parent: whose window the dialog belongs to.
        title: of the dialog.
        suffix: of the file, without its dot.
        then: gets the path.
        name: a file name to begin with.
        confirm: whether an existing file is asked about; not where what writes never overwrites one.
    """
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.setNameFilter(f"*.{suffix}")
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, not confirm)
    if name:
        dialog.selectFile(name)
    dialog.fileSelected.connect(lambda path: then(Path(path)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
