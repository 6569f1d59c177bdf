"""Whether a proposed title stands on its page: the rule that every heading of ours has passed."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from twintree.base.records import PageText
from twintree.base.text import fold, folded
from twintree.structure.candidates import Candidate
from twintree.structure.numbering import parse_number, without_number

#: How many pages away a title may stand and still count as verified (VecTree-RAG §3.2).
TOLERANCE = 1
#: How far repair looks, one entry a round.
REPAIR_REACH = (1, 2, 4)
_FUZZY = 88.0
_SQUASH = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a title stands: page, offsets into its text, and whether the first look found it."""

    page: int
    start: int
    end: int
    title: str
    repaired: bool = False


class TitleFinder:
    """Finds titles on the pages of one document; pages are folded once."""

    def __init__(self, pages: Sequence[PageText], candidates: Sequence[Candidate] = ()) -> None:
        self._pages = {page.number: page for page in pages}
        self._folded: dict[int, tuple[str, list[int]]] = {}
        self._squashed: dict[int, tuple[str, list[int]]] = {}
        self._starts: dict[int, list[int]] = {}
        self._headings: dict[int, list[Candidate]] = {}
        for each in candidates:
            self._headings.setdefault(each.page, []).append(each)

    def verify(self, title: str, page: int, after: tuple[int, int] = (0, 0)) -> Place | None:
        """Look for ``title`` on ``page`` and its neighbours, verbatim after folding, at the start of a line.

        Args:
            title: as proposed, with or without its number.
            page: where it is said to stand, from 1.
            after: page and offset of the heading before it; places behind that are preferred.
        """
        for number in self._near(page, TOLERANCE):
            for wanted in _variants(title):
                place = self._best(self._hits(number, wanted), number, wanted, after)
                if place:
                    return place
        return None

    def repair(self, title: str, page: int, after: tuple[int, int] = (0, 0)) -> Place | None:
        """Seek a title that failed: without spaces and punctuation, farther away, and last by likeness."""
        for reach in REPAIR_REACH:
            for number in self._near(page, reach):
                for wanted in _variants(title):
                    hits = self._hits(number, wanted) if reach > TOLERANCE else []
                    place = self._best(hits or self._loose_hits(number, wanted), number, wanted, after)
                    if place:
                        return Place(place.page, place.start, place.end, place.title, repaired=True)
        return self._alike(title, page)

    def _near(self, page: int, reach: int) -> list[int]:
        order = [page]
        for step in range(1, reach + 1):
            order += [page + step, page - step]
        return [number for number in order if number in self._pages]

    def _hits(self, number: int, wanted: str) -> list[tuple[int, int]]:
        haystack, origin = self._fold(number)
        return [
            (origin[at], origin[at + len(wanted) - 1] + 1)
            for at in _occurrences(haystack, wanted)
            if self._opens(number, origin[at])
        ]

    def _loose_hits(self, number: int, wanted: str) -> list[tuple[int, int]]:
        squashed = _SQUASH.sub("", wanted)
        if len(squashed) < 4:
            return []
        haystack, origin = self._squash(number)
        return [
            (origin[at], origin[at + len(squashed) - 1] + 1)
            for at in _occurrences(haystack, squashed)
            if self._opens(number, origin[at])
        ]

    def _fold(self, number: int) -> tuple[str, list[int]]:
        if number not in self._folded:
            self._folded[number] = fold(self._pages[number].text[: self._pages[number].body_end])
        return self._folded[number]

    def _squash(self, number: int) -> tuple[str, list[int]]:
        if number not in self._squashed:
            text, origin = self._fold(number)
            kept = [i for i, char in enumerate(text) if char.isalnum()]
            self._squashed[number] = ("".join(text[i] for i in kept), [origin[i] for i in kept])
        return self._squashed[number]

    def _opens(self, number: int, offset: int) -> bool:
        """Whether a line begins at the offset, but for a section number or a mark in front."""
        page = self._pages[number]
        if number not in self._starts:
            self._starts[number] = sorted(line.start for line in page.lines if not line.furniture)
        starts = self._starts[number]
        at = bisect_right(starts, offset) - 1
        if at < 0:
            return False
        before = page.text[starts[at] : offset].strip()
        if len(before) <= 2 and not before.isalpha():
            return True
        bare = parse_number(before + " X")
        return bool(bare and bare.end >= len(before)) or bool(re.fullmatch(r"[\dIVXivx.\s|):]+", before))

    def _best(
        self, hits: list[tuple[int, int]], number: int, wanted: str, after: tuple[int, int]
    ) -> Place | None:
        if not hits:
            return None
        start, end = max(hits, key=lambda hit: self._worth(number, hit, wanted, after))
        return Place(number, start, end, " ".join(self._pages[number].text[start:end].split()))

    def _worth(
        self, number: int, hit: tuple[int, int], wanted: str, after: tuple[int, int]
    ) -> tuple[bool, float, int]:
        here = [
            each.score + 0.5 * (len(folded(without_number(each.title))) <= len(wanted) + 3)
            for each in self._headings.get(number, ())
            if each.start <= hit[0] < each.end
        ]
        return ((number, hit[0]) >= after, max(here, default=0.0), -hit[0])

    def _alike(self, title: str, page: int) -> Place | None:
        wanted = folded(without_number(title))
        best: tuple[float, Candidate] | None = None
        for number in self._near(page, TOLERANCE):
            for each in self._headings.get(number, ()):
                likeness = fuzz.ratio(wanted, folded(without_number(each.title)))
                if likeness >= _FUZZY and (best is None or likeness > best[0]):
                    best = (likeness, each)
        if best is None:
            return None
        each = best[1]
        return Place(each.page, each.start, each.end, each.title, repaired=True)


def _variants(title: str) -> list[str]:
    whole, bare = folded(title).rstrip(" .:"), folded(without_number(title)).rstrip(" .:")
    return [text for text in dict.fromkeys((whole, bare)) if text]


def _occurrences(haystack: str, wanted: str) -> list[int]:
    found: list[int] = []
    at = haystack.find(wanted)
    while at >= 0 and len(found) < 50:
        end = at + len(wanted)
        # "Result" does not stand where "Results" is printed.
        if not (end < len(haystack) and haystack[end].isalnum() and wanted[-1].isalnum()):
            found.append(at)
        at = haystack.find(wanted, at + 1)
    return found


def line_at(page: PageText, offset: int) -> int:
    """The index, among the page's lines by start, of the line that holds ``offset``."""
    starts = sorted(line.start for line in page.lines)
    return max(0, bisect_left(starts, offset + 1) - 1)
