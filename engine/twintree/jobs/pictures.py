"""The stage that reads the words inside a paper's figures where they are pictures, behind its layout."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from twintree.base.anchors import Anchor
from twintree.base.crashpoints import crash_point
from twintree.base.errors import UnreadableFile
from twintree.base.pages import PageText, pack_lines
from twintree.jobs.anchors import Patience, Shelf, Task, write_anchors
from twintree.sources.passages import passages
from twintree.sources.pictures import FEW_LETTERS, Picture, PictureWords, read_pictures, with_pictures

log = logging.getLogger(__name__)

#: What may be a picture on the page.
_PICTURED = frozenset({"figure", "table", "algorithm"})
#: How many are looked at on a page and in a paper: a second or two each.
_PAGE, _PAPER = 6, 48


def read_figure_words(shop: Shelf, work: Task) -> None:
    """Read what figures say that are pictures; their words stand behind their page's text from then on.

    A picture that ends the recogniser's process twice, or outlasts it, goes unread.
    """
    pages = {page.number: page for page in shop.papers.pages(work.file)}
    wanted = pictures_of(shop.anchors.of_file(work.file), pages)
    read = _recognised(shop, work, wanted) if wanted else {}
    changed = False
    for number, page in pages.items():
        kept = with_pictures(page, read.get(number, ()))
        if not _alike(kept, page):
            work.cancel.check()
            shop.papers.write_pages(work.file, [kept], [passages(kept)])
            crash_point("import.picture_read")
            changed = True
    if changed:
        write_anchors(shop, work)


def _alike(kept: PageText, page: PageText) -> bool:
    """Whether two readings of a page are stored alike."""
    return kept.text == page.text and pack_lines(kept.lines) == pack_lines(page.lines)


def pictures_of(anchors: Sequence[Anchor], pages: Mapping[int, PageText]) -> list[Picture]:
    """The figures, tables and algorithms that may be pictures: on printed pages, with hardly a letter inside."""
    found: list[Picture] = []
    count: Counter[int] = Counter()
    for each in anchors:
        page = pages.get(each.page)
        if each.kind not in _PICTURED or each.source != "layout" or page is None or page.how != "text":
            continue
        if _letters(each, page) <= FEW_LETTERS and count[each.page] < _PAGE and len(found) < _PAPER:
            count[each.page] += 1
            found.append(Picture(name=each.id, page=each.page, box=each.box))
    return found


def _letters(anchor: Anchor, page: PageText) -> int:
    """Letters and digits of a page's own text inside an anchor, its recognised words apart."""
    end = page.pictures_from()
    texts = (page.text[span.start : span.end] for span in anchor.inside if span.start < end)
    return sum(sum(map(str.isalnum, text)) for text in texts)


def _recognised(shop: Shelf, work: Task, wanted: Sequence[Picture]) -> dict[int, list[PictureWords]]:
    """The words of pictures, by page."""
    path = Path(shop.papers.file(work.file).path)
    todo = list(wanted)
    found: defaultdict[int, list[PictureWords]] = defaultdict(list)

    def on_words(words: PictureWords) -> None:
        work.cancel.check()
        found[todo.pop(0).page].append(words)

    patience = Patience()
    while todo and not patience.is_over:
        try:
            read_pictures(path, list(todo), on_words, work.password, work.cancel)
        except UnreadableFile as error:
            if patience.gives_up(todo[0].name, error):
                log.warning("%s: the words of %s were not read (%s)", work.file, todo[0].name, error.code)
                todo.pop(0)
    return found
