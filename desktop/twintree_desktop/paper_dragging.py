"""Papers that are dragged: as ids within the window, as files with names for people to everything outside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QWidget

from twintree.base.errors import TwintreeError
from twintree.base.ids import PaperId
from twintree_desktop import operations
from twintree_desktop.paper_table_model import PAPERS_MIME

if TYPE_CHECKING:
    from twintree.library import Library

_MOST = 50
_FILES = "text/uri-list"


class PapersData(QMimeData):
    """Dragged papers; copies of their files are made only when another program asks for them."""

    def __init__(self, library: Library, papers: Sequence[PaperId]) -> None:
        super().__init__()
        self._library, self._papers = library, papers
        self._urls: list[QUrl] | None = None
        self.setData(PAPERS_MIME, "\n".join(papers).encode())

    def formats(self) -> list[str]:
        return [PAPERS_MIME, _FILES]

    def hasFormat(self, mimetype: str) -> bool:
        return mimetype in self.formats()

    def retrieveData(self, mimetype: str, preferred: Any) -> Any:
        return self._files() if mimetype == _FILES else super().retrieveData(mimetype, preferred)

    def _files(self) -> list[QUrl]:
        if self._urls is None:
            try:
                copies = operations.copy_outside(self._library, self._papers[:_MOST])
            except TwintreeError:
                copies = []  # records have no file to drag
            self._urls = [QUrl.fromLocalFile(str(path)) for path in copies]
        return self._urls


def drag_papers(source: QWidget, library: Library, papers: Sequence[PaperId]) -> None:
    """Drag papers until they are dropped."""
    drag = QDrag(source)
    drag.setMimeData(PapersData(library, papers))
    drag.exec(Qt.DropAction.CopyAction)
