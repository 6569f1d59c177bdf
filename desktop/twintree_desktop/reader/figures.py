"""The figures and tables of a paper beside its pages: by their captions, each with a way to it.

Signals:
    FigureList.chosen(Figure): go to it
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from twintree.base.anchors import Anchor
from twintree.base.errors import TwintreeError
from twintree.base.ids import FileId
from twintree.base.records import PageText, Rect
from twintree_desktop.messages import describe
from twintree_desktop.reader.document import Document
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import TopIcon, label
from twintree_desktop.words import tr

if TYPE_CHECKING:
    from twintree.library import Library

_CAPTION = re.compile(
    r"(?P<name>fig(?:ure)?\.?|table|tab\.|algorithm|listing|scheme|abb(?:ildung|\.)|tabelle)\s*"
    r"(?P<number>S?\d+(?:[.-]\d+)*[a-z]?|[A-Z]\.?\d+|[IVXL]+)(?P<end>\s*[.:|–—]|\s+(?=[^\Wa-z_])|\s*$)",
    re.IGNORECASE,
)
_TABLES = ("tab",)
#: The kinds of anchors that are listed, and what they count as.
_LISTED = {"figure": "figure", "table": "table", "algorithm": "figure"}
_LONGEST = 120


@dataclass(frozen=True)
class Figure:
    """A figure or table: what it is called, what its caption says, and where that stands."""

    kind: str  #: figure | table
    label: str
    caption: str
    page: int
    box: Rect | None = None


def figures_of(library: Library, file: FileId) -> list[Figure]:
    """A file's figures and tables in the order of its pages; from the text where they are not in the ledger yet."""
    kept = [each for each in library.anchors.of_file(file) if each.kind in _LISTED]
    if kept:
        return [
            Figure(_LISTED[each.kind], each.label or tr("no number"), _short(each), each.page, each.box)
            for each in kept
        ]
    return captions_of(library, file)


def _short(anchor: Anchor) -> str:
    """A caption without the label that it begins with."""
    words = " ".join(anchor.caption.split())
    return words.removeprefix(anchor.label).strip(" .:|–—")


def captions_of(library: Library, file: FileId) -> list[Figure]:
    """What the text of a file says of its figures and tables: the first caption of each number counts."""
    found: dict[tuple[str, str], Figure] = {}
    for page in library.papers.pages(file):
        for figure in captions_on(page):
            number = figure.label.rpartition(" ")[2]
            found.setdefault((figure.kind, number), figure)
    return list(found.values())


def captions_on(page: PageText) -> Iterator[Figure]:
    """The captions of a page: paragraphs that begin with a label, and not as a sentence about it does."""
    before = None
    for line in page.lines:
        begins, before = line.block != before, line.block
        match = _CAPTION.match(page.text, line.start, line.end) if begins else None
        if match is None:
            continue
        words = _caption(page.text[line.start :], match[0])
        name = match["name"].rstrip(".").capitalize()
        kind = "table" if name.casefold().startswith(_TABLES) else "figure"
        named = {"Fig": "Figure", "Tab": "Table", "Abb": "Abbildung"}.get(name, name)
        yield Figure(kind, f"{named} {match['number']}", words, page.number, line.box)


def _caption(text: str, lead: str) -> str:
    """What a caption says behind its label: the rest of its paragraph, or the next one when the label stands alone."""
    for paragraph in text[len(lead) :].split("\n\n", 2)[:2]:
        words = " ".join(paragraph.split()).strip(" .:|–—")
        if words and not words.isdigit():  # a page's number is no caption
            return words
    return ""


class FigureList(QWidget):
    """The captions, two lines each; read when they are first looked at."""

    chosen = Signal(object)

    def __init__(self, session: Session, document: Document) -> None:
        super().__init__()
        self._session, self._document = session, document
        self.figures: list[Figure] = []
        self._read = False
        self.state = label(tr("looking …"), "small", wrap=True)
        self.view = QListWidget()
        self.view.setProperty("kind", "side")
        self.view.setAccessibleName(self.tr("Figures and tables"))
        self.view.setWordWrap(True)
        self.view.setSpacing(SPACE.hair)
        self.view.setIconSize(QSize(16, 16))
        self.view.setItemDelegate(TopIcon(self.view))
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.view.itemClicked.connect(self._choose)
        self.view.itemActivated.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.small, 0, SPACE.small, SPACE.small)
        layout.setSpacing(SPACE.hair)
        layout.addWidget(self.state)
        layout.addWidget(self.view, 1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._read:
            self._read = True
            self._session.read(
                figures_of, self._document.file.id, then=self._show, failed=self._failed, owner=self
            )

    def _failed(self, error: TwintreeError) -> None:
        self._read = False
        self.state.setText(describe(error))

    def _show(self, figures: list[Figure]) -> None:
        self.figures = figures
        for each in figures:
            self.view.addItem(self._item(each))
        tables = sum(each.kind == "table" for each in figures)
        self.state.setText(
            self.tr("{0} figures, {1} tables").format(len(figures) - tables, tables)
            if figures
            else self.tr("No captions of figures or tables were found in this paper.")
        )

    def _item(self, figure: Figure) -> QListWidgetItem:
        icon = self._session.icons.icon(figure.kind, "muted")
        where = self.tr("p. {0}").format(figure.page)
        words = figure.caption
        short = words if len(words) <= _LONGEST else words[:_LONGEST].rstrip() + " …"
        item = QListWidgetItem(icon, f"{figure.label} · {where}\n{short}")
        item.setToolTip(words)
        item.setTextAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        return item

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(self.figures[self.view.row(item)])
