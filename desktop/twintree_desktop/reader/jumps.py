"""What on a page leads elsewhere when it is clicked: the file's own links, and the citations found in its text.

Signals:
    PageJumps.arrived(int): the jumps of that page are known now
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, Signal

from twintree.base.citations import CitationMention, Reference
from twintree.base.errors import NotFound, TwintreeError
from twintree.base.ids import FileId
from twintree.base.links import PageLink
from twintree.base.pages import rects_of
from twintree.base.records import Rect
from twintree_desktop.reader.document import Document
from twintree_desktop.reader.layout import box
from twintree_desktop.session import Session
from twintree_desktop.words import tr

if TYPE_CHECKING:
    from twintree.library import Library

#: Points around a link that still belong to it.
_REACH = 1.5


@dataclass(frozen=True)
class Jump:
    """A place that can be clicked: within the paper, to an entry of its references, or to an address."""

    rects: tuple[Rect, ...]
    tip: str
    page: int = 0
    down: float | None = None
    reference: Reference | None = None
    mention: CitationMention | None = None
    uri: str = ""


def jumps_on(library: Library, document: Document, page: int) -> list[Jump]:
    """Everything on a page that leads elsewhere; what the text says comes before what the file says."""
    file = document.file.id
    found = list(_citations(library, document, file, page))
    for link in library.pages.links(file, page):
        found.append(_jump(link))
    return found


def _jump(link: PageLink) -> Jump:
    if link.uri:
        return Jump((link.rect,), link.uri, uri=link.uri)
    return Jump((link.rect,), tr("Go to page {0}").format(link.page), page=link.page, down=link.down)


def _citations(library: Library, document: Document, file: FileId, page: int) -> list[Jump]:
    try:
        references = library.citations.references(document.paper.row.id)
        lines = library.papers.page(file, page).lines
    except NotFound:
        return []
    return [
        Jump(
            tuple(rects_of(lines, mention.at.start, mention.at.end)),
            reference.raw,
            reference=reference,
            mention=mention,
        )
        for reference in references
        if reference.spans
        for mention in reference.mentions
        if mention.page == page and mention.file == file
    ]


class PageJumps(QObject):
    """The jumps of one open paper, read page by page when the mouse comes there."""

    arrived = Signal(int)

    def __init__(self, session: Session, document: Document, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._document = session, document
        self._pages: dict[int, list[Jump]] = {}
        self._asked: set[int] = set()

    def want(self, page: int) -> None:
        """Have a page's jumps at hand soon."""
        if page in self._asked:
            return
        self._asked.add(page)

        def take(jumps: list[Jump]) -> None:
            self._pages[page] = jumps
            self.arrived.emit(page)

        def failed(_: TwintreeError) -> None:
            self._asked.discard(page)  # a page that is still being read has its jumps later

        self._session.read(jumps_on, self._document, page, then=take, failed=failed, owner=self)

    def at(self, page: int, point: QPointF) -> Jump | None:
        """The jump under a point, if that page's are known."""
        return next(self._under(page, point), None)

    def cited_at(self, page: int, point: QPointF) -> list[tuple[Reference, CitationMention]]:
        """The entries that the marker under a point cites."""
        return [
            (jump.reference, jump.mention)
            for jump in self._under(page, point)
            if jump.reference is not None and jump.mention is not None
        ]

    def _under(self, page: int, point: QPointF) -> Iterator[Jump]:
        for jump in self._pages.get(page, ()):
            if any(box(r).adjusted(-_REACH, -_REACH, _REACH, _REACH).contains(point) for r in jump.rects):
                yield jump
