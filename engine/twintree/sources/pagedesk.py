"""``PageDesk``: a library's pages as a front end shows and takes them out: pixels, links, boxes, copies of files."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from twintree.base.errors import WrongUse
from twintree.base.ids import FileId, PaperId
from twintree.base.links import PageLink
from twintree.base.names import family_name
from twintree.base.pages import rects_of
from twintree.base.progress import CancelToken
from twintree.base.records import Mark, PageRect, PaperRow, Span
from twintree.sources.annotating import annotate_copy
from twintree.sources.render import RenderedPage, RenderHost
from twintree.store.durable import outside_libraries
from twintree.store.incoming import IncomingStore
from twintree.store.ledger import storage_problem
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore


class PageDesk:
    """The pages of one library.

    Args:
        papers: the library's.
        person: whose highlights a copy carries.
        incoming: tells which of these the file itself came with.
        renderer: draws; its process starts with the first page.
    """

    def __init__(
        self, papers: PaperStore, person: PersonStore, incoming: IncomingStore, renderer: RenderHost
    ) -> None:
        self._papers = papers
        self._person = person
        self._incoming = incoming
        self._renderer = renderer

    def render(
        self,
        file: FileId | str,
        page: int,
        scale: float = 1.0,
        clip: tuple[float, float, float, float] | None = None,
        rotation: int = 0,
        *,
        images: bool = True,
        cancel: CancelToken | None = None,
    ) -> RenderedPage:
        """A page as pixels; blocks until the render process has drawn it.

        Args:
            file: whose page.
            page: physical, from 1.
            scale: pixels a point.
            clip: a part of the page, in points.
            rotation: 0, 90, 180 or 270 degrees, clockwise.
            images: also say where pictures lie, for dark reading.
            cancel: ends the wait at once, and the drawing with it.
        """
        path = Path(self._papers.file(file).path)
        return self._renderer.render(path, page, scale, clip, rotation, images=images, cancel=cancel)

    def links(self, file: FileId | str, page: int) -> tuple[PageLink, ...]:
        """The links that a page of a file carries; blocks until the render process has read them."""
        return self._renderer.links(Path(self._papers.file(file).path), page)

    def rects(self, file: FileId | str, spans: Sequence[Span]) -> list[PageRect]:
        """The boxes of spans, one a line, in points."""
        found = []
        for span in spans:
            lines = self._papers.page(file, span.page).lines
            found += [PageRect(span.page, rect) for rect in rects_of(lines, span.start, span.end)]
        return found

    def friendly_copy(self, file: FileId | str, folder: Path) -> Path:
        """A copy of a file in ``folder``, named for people: ``Meng 2026 - Title.pdf``, never a hash.

        Raises:
            StorageProblem: it cannot be written.
        """
        row = self._papers.file(file)
        paper = self._papers.get(row.paper).row
        target = folder / f"{_friendly_name(paper)}.{row.format}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(row.path, target)
        except OSError as error:
            raise storage_problem(error) from error
        return target

    def export_annotated(self, paper: PaperId | str, target: Path, *, password: str | None = None) -> int:
        """Write a copy of a paper's PDF that carries its highlights; returns how many were added.

        The original is never changed; marks that it came with are in the copy as they were.

        Raises:
            WrongUse: the paper has no PDF, or ``target`` is the original itself, lies in a library, or is no file.
            UnreadableFile: it cannot be read, or the copy cannot be written.
        """
        files = [file for file in self._papers.files(self._papers.resolve(paper)) if file.format == "pdf"]
        if not files:
            raise WrongUse("This paper has no PDF.", "It is a record, or came in another format.")
        source = Path(files[0].path)
        if target.exists() and target.samefile(source):
            raise WrongUse("The original is never changed.", "Name another file for the copy.")
        whole = outside_libraries(target)
        if whole.exists() and not whole.is_file():
            raise WrongUse(f"“{target}” is no file.", "Name a file for the copy.")
        return annotate_copy(source, whole, self._marks(files[0].id), password)

    def _marks(self, file: FileId) -> list[Mark]:
        """A file's highlights as marks with rectangles, one mark for each page; its own came with it."""
        own = self._incoming.made_by(f"pdf:{file}")
        found = []
        for each in self._person.highlights(self._papers.file(file).paper, file):
            boxes = [] if each.orphaned or each.id in own else self.rects(file, each.spans)
            for page in sorted({box.page for box in boxes}):
                rects = tuple(box.rect for box in boxes if box.page == page)
                found.append(
                    Mark(page=page, rects=rects, quote=each.quote, colour=each.colour, note=each.note)
                )
        return found


def _friendly_name(paper: PaperRow) -> str:
    """``Meng 2026 - Title``, with what file systems refuse left out, at most 120 characters."""
    author = family_name(paper.authors[0]) if paper.authors else ""
    head = " ".join(str(part) for part in (author, paper.year) if part)
    name = f"{head} - {paper.title}" if head else paper.title or paper.key
    return re.sub(r'[\\/:*?"<>|\x00-\x1f]+', " ", name)[:120].strip(" .") or paper.key
