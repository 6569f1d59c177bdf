"""Whether a proposed title stands on its page: the rule that every heading of ours has passed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from twintree.base.pages import PageText
from twintree.base.text import fold, folded
from twintree.structure.candidates import Candidate
from twintree.structure.numbering import parse_number, without_number

#: How many pages away a title may stand and still count as verified (VecTree-RAG §3.2).
TOLERANCE = 1
#: How far repair looks, one entry a round.
REPAIR_REACH = (1, 2, 4)
_FUZZY = 88.0
_LIGATURE = re.compile(r"ffi|ffl|fi|fl|ff")
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
        self._line_ends: dict[int, set[int]] = {}
        self._headings: dict[int, list[Candidate]] = {}
        for each in candidates:
            self._headings.setdefault(each.page, []).append(each)

    def verify(
        self, title: str, page: int, after: tuple[int, int] = (0, 0), *, earliest: bool = False
    ) -> Place | None:
        """Look for ``title`` on ``page`` and its neighbours, verbatim after folding, at the start of a line.

        Args:
            title: as proposed, with or without its number.
            page: where it is said to stand, from 1.
            after: page and offset of the heading before it; places behind that are preferred.
            earliest: of these take the first, not what looks most like a heading: the title comes again.
        """
        for number in self._near(page, TOLERANCE):
            for wanted in _variants(title):
                hits = self._hits(number, wanted)
                behind = [hit for hit in hits if earliest and (number, hit[0]) >= after]
                place = self._best([min(behind)] if behind else hits, number, wanted, after)
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
        return self._standing(number, wanted, *self._fold(number))

    def _loose_hits(self, number: int, wanted: str) -> list[tuple[int, int]]:
        squashed = _SQUASH.sub("", wanted)
        return self._standing(number, squashed, *self._squash(number)) if len(squashed) >= 4 else []

    def _standing(
        self, number: int, wanted: str, haystack: str, origin: Sequence[int]
    ) -> list[tuple[int, int]]:
        spans = [(origin[at], origin[at + len(wanted) - 1] + 1) for at in _occurrences(haystack, wanted)]
        text = self._pages[number].text
        return [
            (start, end)
            for start, end in spans
            # "Result" does not stand where "Results" is printed.
            if not text[end - 1 : end + 1].isalnum() or end == len(text)
            if self._opens(number, start) and self._closes(number, start, end)
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

    def _closes(self, number: int, start: int, end: int) -> bool:
        """Whether the words may be a whole title: a line ends or a stop follows, or they are many."""
        page = self._pages[number]
        if any(each.start <= start < each.end for each in self._headings.get(number, ())):
            return True
        if page.text[start].islower():
            return False
        rest = page.text[end : end + 2].strip()
        if not rest or rest[0] in ".:;?!—–|" or end in self._ends(number):
            return True
        return len(page.text[start:end].split()) > 2

    def _ends(self, number: int) -> set[int]:
        if number not in self._line_ends:
            self._line_ends[number] = {line.end for line in self._pages[number].lines}
        return self._line_ends[number]

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
    # Some fonts lose their ligatures: "Définition" is read as "Dé nition".
    broken = " ".join(_LIGATURE.sub(" ", bare).split()) if _LIGATURE.search(bare) and len(bare) > 6 else ""
    return [text for text in dict.fromkeys((whole, bare, broken)) if any(map(str.isalpha, text))]


def _occurrences(haystack: str, wanted: str) -> list[int]:
    found: list[int] = []
    at = haystack.find(wanted)
    while at >= 0 and len(found) < 50:
        found.append(at)
        at = haystack.find(wanted, at + 1)
    return found
