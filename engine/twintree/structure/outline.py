"""Headings that the file's own outline proposes, each verified on its page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twintree.base.pages import FileHead, OutlineItem, PageText
from twintree.base.records import Rect
from twintree.base.text import folded
from twintree.structure.candidates import Candidate, is_never_title
from twintree.structure.levels import settle
from twintree.structure.numbering import parse_number
from twintree.structure.verify import TOLERANCE, Place, TitleFinder

_PAGE_NAME = re.compile(
    r"^(?:(?:page|seite|slide|folie|diapositive|p\.)\s*\d+|[\w\-]+\.(?:pdf|tiff?|jpe?g|docx?|eps|indd|dvi))$",
    re.I,
)


def proposals(head: FileHead) -> list[OutlineItem]:
    """The outline's items that name a section: without page names, captions and the paper's own title."""
    items = [item for item in head.outline if item.title.strip() and not _PAGE_NAME.match(item.title.strip())]
    items = [item for item in items if not is_never_title(item.title.strip())]
    if len(items) > 2 and _has_root(items):
        items = items[1:]
    levels = settle([max(1, item.level) for item in items])
    return [
        OutlineItem(level=level, title=" ".join(item.title.split()), page=item.page, y=item.y)
        for item, level in zip(items, levels, strict=True)
    ]


def _has_root(items: Sequence[OutlineItem]) -> bool:
    first = items[0].level
    return all(item.level > first for item in items[1:]) and parse_number(items[0].title) is None


def outline_headings(
    head: FileHead, pages: Sequence[PageText], finder: TitleFinder, candidates: Sequence[Candidate]
) -> tuple[list[Candidate], tuple[int, int]]:
    """Verify the outline's titles.

    Args:
        head: the file's head, with its outline.
        pages: the document's pages.
        finder: looks titles up on those pages.
        candidates: what typography found; a title that is one of them takes its look and number.

    Returns:
        The headings that stand, and how many of all proposed were verified before any repair.
    """
    found: list[Candidate] = []
    verified = 0
    cursor = (0, 0)
    textless = {page.number for page in pages if not page.text.strip()}
    items = proposals(head)
    taken: set[tuple[int, int]] = set()
    for i, item in enumerate(items):
        claimed = item.page or max(1, cursor[0])
        # "Background" in an abstract comes before the section of that name, however small its print.
        again = any(_names_the_same(item, later) for later in items[i + 1 :])
        place = finder.verify(item.title, claimed, cursor, earliest=again)
        verified += place is not None
        place = place or finder.repair(item.title, claimed, cursor)
        if place is None:
            if claimed in textless:
                found.append(_unread(item, claimed))
            continue
        heading = _heading(item, place, candidates)
        if heading.where in taken:
            continue
        taken.add(heading.where)
        found.append(heading)
        cursor = (place.page, place.end)
    return found, (verified, len(items))


def _names_the_same(item: OutlineItem, later: OutlineItem) -> bool:
    return abs(item.page - later.page) <= TOLERANCE and folded(item.title) == folded(later.title)


def _heading(item: OutlineItem, place: Place, candidates: Sequence[Candidate]) -> Candidate:
    for each in candidates:
        if each.page == place.page and each.start <= place.start < each.end:
            return Candidate(
                title=each.title if _same_words(each.title, place.title) else place.title,
                page=each.page,
                start=each.start,
                end=max(each.end, place.end),
                box=each.box,
                source="outline",
                level=item.level,
                number=each.number or parse_number(item.title),
                rows=each.rows,
                run_in=each.run_in,
                score=1.0,
                verified=True,
            )
    number = parse_number(place.title) or parse_number(item.title)
    return Candidate(
        place.title,
        place.page,
        place.start,
        place.end,
        Rect(0, 0, 0, 0),
        "outline",
        item.level,
        number,
        score=1.0,
    )


def _same_words(printed: str, wanted: str) -> bool:
    return len(printed) <= len(wanted) + 12


def _unread(item: OutlineItem, page: int) -> Candidate:
    """A title on a page without text: it can be neither verified nor refuted."""
    number = parse_number(item.title)
    return Candidate(
        item.title, page, 0, 0, Rect(0, 0, 0, 0), "outline", item.level, number, score=0.5, verified=False
    )
