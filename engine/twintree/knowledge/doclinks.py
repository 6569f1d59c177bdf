"""What a PDF's own links say of its citations: which words lead to which entry of the reference list.

Links are no truth by themselves: their destinations lie above, beside or far from the entries, or are whole
pages. So words that cite beyond doubt vote first on where each destination leads; geometry fills in where
the votes show that it can be trusted in this file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from twintree.base.inlinks import InnerLink
from twintree.base.pages import Line, PageText
from twintree.base.records import Record
from twintree.knowledge.bibliography import BibliographyEntry
from twintree.knowledge.running import RunningText

#: Destinations that are no entries, by the names that typesetting programs give them.
_ELSEWHERE = re.compile(
    r"^(?:H?footnote|fn|fig|table|tab|tbl|eq|equation|(?:sub)*section|sec|chapter|page|item|lstlisting|"
    r"algorithm|theorem|lemma|appendix|author|aff|index)", re.I,
)  # fmt: skip
_ELSEWHERE_WORDS = re.compile(r"\s*(?:fig|tab|eq|sec|appendix|algorithm|theorem|lemma|chapter|§)", re.I)
#: Points between a destination and the top of its entry.
_NEAR = 30.0
#: Geometry counts when it agrees with so many of the votes.
_AGREEING = 0.8
_ENOUGH = 3
#: Characters between two links to one entry that are one citation: ``Meng et al. (2026``.
_GAP = 3


class Linked(Record, frozen=True):
    """A stretch of the running text that leads to an entry."""

    start: int
    end: int
    entry: int


def linked_words(
    text: RunningText,
    pages: Sequence[PageText],
    entries: Sequence[BibliographyEntry],
    links: Sequence[InnerLink],
    cited: Sequence[tuple[int, int, tuple[int, ...]]],
) -> list[Linked]:
    """The words of a text that the file itself links to entries, in order.

    Args:
        text: the running text of ``pages``.
        pages: all pages.
        entries: the bibliography.
        links: as the file has them.
        cited: citations that the words alone give away, as (start, end, entries): they vote.
    """
    placed = list(_placed(text, pages, links))
    leads = _destinations(text, entries, placed, _tops(pages, entries), cited)
    found = [Linked(start, end, leads[_key(link)]) for start, end, link in placed if _key(link) in leads]
    return _joined(sorted(found, key=lambda each: (each.start, each.end)))


def _key(link: InnerLink) -> tuple[object, ...]:
    return (link.name,) if link.name else (link.to_page, link.to_x, link.to_y)


def _placed(
    text: RunningText, pages: Sequence[PageText], links: Sequence[InnerLink]
) -> Iterator[tuple[int, int, InnerLink]]:
    """Links with the words that they lie on."""
    by_number = {page.number: page for page in pages}
    for link in links:
        page = by_number.get(link.page)
        if page is None or _ELSEWHERE.match(link.name):
            continue
        for line in page.lines:
            if line.furniture or line.direction or not _on_line(link, line):
                continue
            start, end = _characters(link, line)
            words = page.text[start:end]
            if words.strip() and not _ELSEWHERE_WORDS.match(words):
                at = text.offset(page.number, start)
                yield at, at + end - start, link


def _on_line(link: InnerLink, line: Line) -> bool:
    middle = (line.box.y0 + line.box.y1) / 2
    return (
        link.rect.y0 <= middle <= link.rect.y1 and link.rect.x0 < line.box.x1 and link.rect.x1 > line.box.x0
    )


def _characters(link: InnerLink, line: Line) -> tuple[int, int]:
    """The characters of a line whose middle lies on the link."""
    inside = [
        i
        for i, (left, right) in enumerate(zip(line.edges, line.edges[1:], strict=False))
        if link.rect.x0 - 0.5 <= (left + right) / 2 <= link.rect.x1 + 0.5
    ]
    return (line.start + inside[0], line.start + inside[-1] + 1) if inside else (line.start, line.start)


class _Top(Record, frozen=True):
    entry: int
    page: int
    x: float
    y: float


def _tops(pages: Sequence[PageText], entries: Sequence[BibliographyEntry]) -> list[_Top]:
    """Where each entry begins on its page."""
    by_number = {page.number: page for page in pages}
    found = []
    for i, entry in enumerate(entries):
        if not entry.spans or entry.spans[0].page not in by_number:
            continue
        first = entry.spans[0]
        lines = (each for each in by_number[first.page].lines if each.start <= first.start < each.end)
        line = next(lines, None)
        if line is not None:
            found.append(_Top(i, first.page, line.box.x0, line.box.y0))
    return found


def _destinations(
    text: RunningText,
    entries: Sequence[BibliographyEntry],
    placed: Sequence[tuple[int, int, InnerLink]],
    tops: Sequence[_Top],
    cited: Sequence[tuple[int, int, tuple[int, ...]]],
) -> dict[tuple[object, ...], int]:
    """Which entry each destination is."""
    votes: dict[tuple[object, ...], Counter[int]] = {}
    near: dict[tuple[object, ...], int] = {}
    for start, end, link in placed:
        key = _key(link)
        votes.setdefault(key, Counter()).update(_votes(text.text[start:end], start, end, entries, cited))
        if key not in near and (entry := _nearest(link, tops)) is not None:
            near[key] = entry
    return _decided(entries, votes, near)


def _votes(
    words: str,
    start: int,
    end: int,
    entries: Sequence[BibliographyEntry],
    cited: Sequence[tuple[int, int, tuple[int, ...]]],
) -> Iterator[int]:
    digits = re.fullmatch(r"\D{0,2}(\d{1,3})\D{0,2}", words)
    number = int(digits.group(1)) if digits else None
    for first, last, meant in cited:
        if first < end and start < last:
            if len(meant) == 1:
                yield meant[0]
            elif number is not None:
                yield from (entry for entry in meant if entries[entry].number == number)


def _nearest(link: InnerLink, tops: Sequence[_Top]) -> int | None:
    if not link.to_y:
        return None
    close = [
        (abs(top.y - link.to_y) + (abs(top.x - link.to_x) / 4 if link.to_x else 0.0), top.entry)
        for top in tops
        if top.page == link.to_page and abs(top.y - link.to_y) <= _NEAR
    ]
    return min(close)[1] if close else None


def _decided(
    entries: Sequence[BibliographyEntry],
    votes: Mapping[tuple[object, ...], Counter[int]],
    near: Mapping[tuple[object, ...], int],
) -> dict[tuple[object, ...], int]:
    said = {key: count.most_common(1)[0][0] for key, count in votes.items() if count}
    both = [said[key] == near[key] for key in said.keys() & near.keys()]
    trusted = len(both) >= _ENOUGH and sum(both) >= _AGREEING * len(both)
    found = {}
    for key, count in votes.items():
        if len(count) == 1 and entries[said[key]].number:
            found[key] = said[key]  # a printed number is surer than a place on the page
        elif trusted and key in near:
            found[key] = near[key]
        elif count and count[said[key]] >= 2 and count[said[key]] >= _AGREEING * count.total():
            found[key] = said[key]
    return found


def _joined(found: Sequence[Linked]) -> list[Linked]:
    out: list[Linked] = []
    for each in found:
        last = out[-1] if out else None
        if last is not None and last.entry == each.entry and each.start - last.end <= _GAP:
            out[-1] = Linked(last.start, max(last.end, each.end), last.entry)
        else:
            out.append(each)
    return out
