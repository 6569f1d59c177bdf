"""The stages that find a paper's figures, tables and equations: by captions at once, by the layout later."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from twintree.base.anchors import Anchor, Cut, CutOut
from twintree.base.crashpoints import crash_point
from twintree.base.errors import UnreadableFile
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import LayoutBox
from twintree.base.progress import CancelToken
from twintree.sources.cutting import cut_out
from twintree.sources.layout import read_layout
from twintree.store.anchors import AnchorStore
from twintree.store.papers import PaperStore
from twintree.structure.anchors import find_anchors

log = logging.getLogger(__name__)

#: Formats whose pages stand as they were printed; what flows has neither columns nor boxes to be found.
_LAID_OUT = frozenset({"pdf", "xps"})
#: Pieces of one file that may end or outlast a process before the rest goes without it.
_PATIENCE = 3
#: Reasons that lie in one page, not in the file.
KILLED = frozenset({"crashed", "timeout", "memory"})
#: What is cut out as a picture.
_PICTURED = frozenset({"figure", "table", "equation", "algorithm"})


class Patience:
    """What becomes of the pieces of one file that end the process that reads them.

    A process may also be killed from outside, mostly for want of memory: what was being read then is tried once more.
    """

    def __init__(self) -> None:
        self._given_up = 0
        self._tried: object = None

    @property
    def is_over(self) -> bool:
        """Whether the rest goes without."""
        return self._given_up >= _PATIENCE

    def gives_up(self, piece: object, error: UnreadableFile) -> bool:
        """Whether this piece goes unread; else it is to be tried again.

        Raises:
            UnreadableFile: the reason does not lie in one piece.
        """
        if error.code not in KILLED:
            raise error
        if error.code == "crashed" and piece != self._tried:
            self._tried = piece
            return False
        self._given_up += 1
        return True


class Shelf(Protocol):
    """What these stages need of the workshop."""

    @property
    def papers(self) -> PaperStore:
        """Where pages and trees are read."""

    @property
    def anchors(self) -> AnchorStore:
        """Where anchors and the layout are kept."""


class Task(Protocol):
    """What these stages need to know of the file in hand."""

    @property
    def paper(self) -> PaperId:
        """Whose file it is."""

    @property
    def file(self) -> FileId:
        """Which file it is."""

    @property
    def password(self) -> str | None:
        """What opens it, if that is needed."""

    @property
    def cancel(self) -> CancelToken:
        """Stops the work."""

    @property
    def on_page(self) -> Callable[[int, int], None]:
        """Told of pages that are done, and of how many there are."""


def write_anchors(shop: Shelf, work: Task) -> None:
    """Find the anchors of a file: by their captions, and by the layout's boxes as far as they are in."""
    pages = list(shop.papers.pages(work.file))
    tree = shop.papers.tree(work.paper)
    layout = shop.anchors.layout(work.file)
    found = find_anchors(work.paper, work.file, pages, tree, layout)
    old = {each.id: each for each in shop.anchors.of_file(work.file)}
    shop.anchors.write(work.file, [_with_picture(each, old) for each in found])
    shop.anchors.sweep(work.file)


def _with_picture(each: Anchor, old: Mapping[str, Anchor]) -> Anchor:
    """An anchor that was found again, with what was taken out of the page for the same box before."""
    before = old.get(each.id)
    if before is None or not before.image:
        return each
    if (before.page, before.box, before.source) != (each.page, each.box, each.source):
        return each
    return replace(each, image=before.image, cells=before.cells, header=before.header, latex=before.latex)


def lay_out(shop: Shelf, work: Task) -> None:
    """Run the layout model over the pages that it has not seen; each is kept as it comes.

    A page that ends the model's process twice, or outlasts it, goes without boxes: the paper is read all the same.
    """
    row = shop.papers.file(work.file)
    if row.format not in _LAID_OUT:
        return
    seen = set(shop.anchors.layout(work.file))
    todo = [number for number in range(1, row.pages + 1) if number not in seen]

    def on_page(number: int, boxes: Sequence[LayoutBox]) -> None:
        work.cancel.check()
        shop.anchors.write_layout(work.file, number, boxes)
        todo.remove(number)
        crash_point("import.page_laid_out")
        work.on_page(row.pages - len(todo), row.pages)

    patience = Patience()
    while todo and not patience.is_over:
        try:
            read_layout(Path(row.path), list(todo), on_page, work.password, work.cancel)
        except UnreadableFile as error:
            if patience.gives_up(todo[0], error):
                log.warning("%s, page %s: no layout (%s)", work.file, todo[0], error.code)
                on_page(todo[0], ())


def cut_pictures(shop: Shelf, work: Task) -> None:
    """Cut out what has no picture yet: figures, tables with their cells, equations."""
    anchors = {each.id: each for each in shop.anchors.of_file(work.file)}
    todo = [
        Cut(name=each.id, page=each.page, box=each.box, kind=each.kind)
        for each in anchors.values()
        if _wants_picture(each)
    ]
    if not todo:
        return

    def on_cut(cut: CutOut) -> None:
        work.cancel.check()
        todo.pop(0)
        if cut.png:
            each = shop.anchors.keep_picture(anchors[cut.name], cut.png)
            latex = _without_number(cut.latex, each.number)
            anchors[cut.name] = replace(each, cells=cut.cells, header=cut.header, latex=latex)
            crash_point("import.picture_kept")

    patience = Patience()
    while todo and not patience.is_over:
        try:
            cut_out(Path(shop.papers.file(work.file).path), list(todo), on_cut, work.password, work.cancel)
        except UnreadableFile as error:
            if patience.gives_up(todo[0].name, error):
                log.warning("%s: %s could not be cut out (%s)", work.file, todo[0].name, error.code)
                todo.pop(0)
    shop.anchors.write(work.file, list(anchors.values()))
    shop.anchors.sweep(work.file)


def _without_number(latex: str, number: str) -> str:
    """A formula without the number that is printed behind it."""
    return re.sub(rf"\s*\(\s*{re.escape(number)}\s*\)\s*[.,;]?$", "", latex) if number else latex


def _wants_picture(each: Anchor) -> bool:
    if each.kind not in _PICTURED or (each.image and Path(each.image).is_file()):
        return False
    # Of a figure without a box only the caption's place is known; an equation's line is the equation.
    return each.source == "layout" or each.kind == "equation"
