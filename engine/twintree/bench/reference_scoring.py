"""Compares references as read with references as deposited, softly: letters and digits, small differences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from rapidfuzz import fuzz

from twintree.base.names import family_name
from twintree.bench.jats_references import GoldReference
from twintree.knowledge.bibliography import BibliographyEntry
from twintree.knowledge.refparser import Fields
from twintree.store.citationrows import title_key

FIELDS = ("authors", "first author", "title", "year", "venue", "volume", "first page", "doi")


def align(gold: Sequence[GoldReference], entries: Sequence[BibliographyEntry]) -> dict[int, int]:
    """Which entry is which gold reference: best pairs first, each used once."""
    keys = [title_key(entry.raw) for entry in entries]
    pairs = sorted(
        (
            (-score, abs(i - j), i, j)
            for i, each in enumerate(gold)
            for j, key in enumerate(keys)
            if (score := _same(each, entries[j], key)) >= 1.2
        ),
    )
    found: dict[int, int] = {}
    used: set[int] = set()
    for _, _, i, j in pairs:
        if i not in found and j not in used:
            found[i] = j
            used.add(j)
    return found


def _same(gold: GoldReference, entry: BibliographyEntry, key: str) -> float:
    score = 2.0 if gold.doi and title_key(gold.doi) in key else 0.0
    title = title_key(gold.title)
    if title:
        alike = fuzz.partial_ratio(title, key)
        score += 1.5 * alike / 100 if alike > 80 else -0.5
    elif gold.raw:
        alike = fuzz.token_sort_ratio(gold.raw.casefold(), entry.raw.casefold())
        score += 1.3 if alike > 85 else 0.0
    if gold.authors and title_key(gold.authors[0]) in key[:60]:
        score += 0.6
    if gold.year and gold.year in entry.raw:
        score += 0.4
    if gold.first_page and gold.first_page in entry.raw:
        score += 0.3
    return score


def _exact(wanted: str, said: str) -> bool:
    return title_key(wanted) == title_key(said)


def _soft(least: float) -> Callable[[str, str], bool]:
    return lambda wanted, said: fuzz.ratio(title_key(wanted), title_key(said)) >= least


_SAME: dict[str, Callable[[str, str], bool]] = {
    "authors": _soft(90),
    "first author": _exact,
    "title": _soft(88),
    "year": _exact,
    "venue": _soft(80),
    "volume": _exact,
    "first page": _exact,
    "doi": _exact,
}


def gold_fields(gold: GoldReference, raw: str = "") -> dict[str, str]:
    """What must be read; a DOI only where the entry prints one."""
    printed = gold.doi if gold.doi and title_key(gold.doi) in title_key(raw) else ""
    return {
        "authors": ";".join(gold.authors),
        "first author": gold.authors[0] if gold.authors else "",
        "title": gold.title,
        "year": gold.year,
        "venue": gold.venue,
        "volume": gold.volume,
        "first page": gold.first_page,
        "doi": printed,
    }


def said_fields(fields: Fields) -> dict[str, str]:
    """What was read, in the same form."""
    names = [family_name(name) for name in fields.authors]
    return {
        "authors": ";".join(names),
        "first author": names[0] if names else "",
        "title": fields.title,
        "year": str(fields.year or ""),
        "venue": fields.venue,
        "volume": fields.volume,
        "first page": re.split("[–-]", fields.pages, maxsplit=1)[0],
        "doi": fields.doi,
    }


class FieldCount:
    """Right, said and wanted values of each field."""

    def __init__(self) -> None:
        self.right: Counter[str] = Counter()
        self.said: Counter[str] = Counter()
        self.wanted: Counter[str] = Counter()

    def add(self, wanted: Mapping[str, str], said: Mapping[str, str] | None) -> None:
        """Count one reference; None: it was not found at all."""
        for name, value in wanted.items():
            if not value:
                continue  # unknown to the gold: neither right nor wrong
            self.wanted[name] += 1
            got = said[name] if said else ""
            if got:
                self.said[name] += 1
                self.right[name] += _SAME[name](value, got)

    def f1(self, name: str | None = None) -> float:
        """F1 of one field, or over all values of all fields."""
        right, said, wanted = (
            (each[name] if name else each.total()) for each in (self.right, self.said, self.wanted)
        )
        return 2 * right / (said + wanted) if said + wanted else 0.0

    def __add__(self, other: FieldCount) -> FieldCount:
        total = FieldCount()
        total.right, total.said = self.right + other.right, self.said + other.said
        total.wanted = self.wanted + other.wanted
        return total


_SPLIT = re.compile(r"(?<=[a-z)”\"])\.\s+")


def naive_fields(text: str) -> Fields:
    """What a few lines of pattern matching read: the trivial row."""
    year = re.search(r"\b(?:1[89]|20)\d\d\b", text)
    pages = re.search(r"\b(\d+)\s*[-–]\s*(\d+)", text)
    doi = re.search(r"10\.\d{4,9}/\S+[^\s.,;)\]]", text)
    volume = re.search(r"\b(\d{1,3})\s*[(:,]", text)
    pieces = [piece.strip(" .,") for piece in _SPLIT.split(text) if len(piece) > 3]
    names = re.split(
        r",\s*|\s+and\s+|\s*&\s*|;\s*", re.split(r"\(?\b(?:1[89]|20)\d\d|\. [A-Z][a-z]+ [a-z]", text)[0]
    )
    authors = tuple(name for name in names if len(name.strip(" .")) > 3)
    title = max(pieces[:3], key=len, default="")
    after = pieces[pieces.index(title) + 1] if title in pieces[:-1] else ""
    return Fields(
        authors=authors,
        title=re.sub(r"^\(?\d{4}\)?[.,]?\s*", "", title),
        year=int(year.group()) if year else None,
        venue=re.split(r",|\d", after)[0],
        volume=volume.group(1) if volume else "",
        pages=f"{pages.group(1)}–{pages.group(2)}" if pages else "",
        doi=doi.group().lower() if doi else "",
    )
