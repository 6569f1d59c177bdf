"""Files that were refused, as rows of the library's table: no papers, but a person looks for them there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from twintree.base.ids import PaperId
from twintree.base.jobs import JobItem
from twintree.base.records import PaperRow
from twintree_desktop import operations, outside
from twintree_desktop.engine_words import in_words
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import FlowLayout, button, frame, label, restyle

if TYPE_CHECKING:
    from twintree.library import Library

_PREFIX = "refused:"


def refused_rows(library: Library) -> list[PaperRow]:
    """The refused files that did not come in since, the newest first."""
    return [row_of(item) for item in operations.failed_files(library) if not item.paper]


def row_of(item: JobItem) -> PaperRow:
    """A refused file as a row: its name for a title, its reason for what is wrong."""
    return PaperRow(
        id=PaperId(_PREFIX + item.path),
        key="",
        title=Path(item.path).name,
        status="failed",
        reason=in_words(f"{item.reason} {item.way_out}".strip()),
    )


def is_refused(paper: str) -> bool:
    """Whether this row stands for a file that was refused, not for a paper."""
    return paper.startswith(_PREFIX)


def path_of(paper: str) -> Path:
    """The refused file of a row."""
    return Path(paper.removeprefix(_PREFIX))


class RefusedDetails(QWidget):
    """In the inspector: which file, why not, and what helps."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._path = Path()
        self.title = label("", "title", wrap=True)
        self._place = label("", "muted", wrap=True)
        self._place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.reason = label("", wrap=True)
        ground = frame("notice")
        restyle(ground, level="error")
        inside = QVBoxLayout(ground)
        inside.setContentsMargins(SPACE.medium, SPACE.small, SPACE.medium, SPACE.small)
        inside.addWidget(self.reason)
        row = FlowLayout(gap=SPACE.small)
        row.addWidget(button(self.tr("Try again"), "primary", self._again))
        row.addWidget(button(self.tr("Show the file"), "outline", self._show))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.large, SPACE.large, SPACE.large, SPACE.medium)
        layout.setSpacing(SPACE.small)
        for each in (self.title, self._place):
            layout.addWidget(each)
        layout.addWidget(ground)
        layout.addLayout(row)
        layout.addStretch(1)

    def show_row(self, row: PaperRow) -> None:
        """Show a refused file."""
        self._path = path_of(row.id)
        self.title.setText(row.title)
        self._place.setText(str(self._path.parent))
        self.reason.setText(row.reason)

    def _again(self) -> None:
        self._session.act(operations.import_files, [self._path])

    def _show(self) -> None:
        outside.reveal(self._path)
