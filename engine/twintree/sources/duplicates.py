"""Finds papers that look like one: same bytes, same DOI and title, or same title, first author and year."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from unicodedata import combining, normalize

from rapidfuzz import fuzz

from twintree.base.ids import PaperId
from twintree.base.names import family_name
from twintree.base.records import DuplicatePair, PaperIdentifiers, PaperRow
from twintree.base.supplements import supported_title
from twintree.base.text import folded

#: Titles agree from this ratio (0 to 100) of their folded forms.
AGREE = 90.0
#: More papers than this under one key say that the key is worthless (a placeholder DOI, "Editorial").
_WORTHLESS = 25
#: Characters of a title that tell one paper from others.
_TELLING = 12
_EMPTY_TITLES = frozenset(("", "editorial", "introduction", "preface", "untitled", "abstract", "erratum"))

_Pair = tuple[PaperId, PaperId]


def find_duplicates(
    papers: Sequence[PaperRow], identifiers: Iterable[PaperIdentifiers] = ()
) -> list[DuplicatePair]:
    """Pairs of papers to offer for merging, the surest first; nothing is merged here.

    Supporting information is offered with its paper first, and is no duplicate of it (``why`` is
    ``supplement``). Papers are compared only where they share a hash, an identifier or a title key, so that
    20,000 papers take a second or two.

    Args:
        papers: the library's rows.
        identifiers: DOI, arXiv id and hashes, by paper.
    """
    rows = {row.id: row for row in papers}
    known = [each for each in identifiers if each.paper in rows]
    found: dict[_Pair, DuplicatePair] = {}
    for pair in _by_hash(known):
        _keep(found, pair, "bytes", 1.0)
    for main, supplement in _supplements(rows, known):
        found[min((main, supplement), (supplement, main))] = DuplicatePair(
            first=main, second=supplement, why="supplement", confidence=0.9
        )
    for pair in _by_identifier(known):
        ratio = title_ratio(rows[pair[0]].title, rows[pair[1]].title)
        if ratio >= AGREE:
            _keep(found, pair, "doi", 0.95 + 0.0004 * (ratio - AGREE))
    for pair in _by_title(papers):
        first, second = rows[pair[0]], rows[pair[1]]
        ratio = title_ratio(first.title, second.title)
        if ratio >= AGREE and _same_author(first, second) and _years_agree(first, second):
            _keep(found, pair, "title", 0.8 + 0.01 * (ratio - AGREE))
    return sorted(found.values(), key=lambda pair: (-pair.confidence, pair.first, pair.second))


def _supplements(rows: dict[PaperId, PaperRow], identifiers: Iterable[PaperIdentifiers]) -> Iterator[_Pair]:
    """Pairs of a paper and what supports it: by the title that it names, or by one DOI."""
    supported = {row.id: each for row in rows.values() if (each := supported_title(row.title)) is not None}
    if not supported:
        return
    named: dict[str, list[PaperId]] = defaultdict(list)
    for row in rows.values():
        if row.id not in supported:
            named[title_key(row.title)].append(row.id)
    for supplement, title in supported.items():
        key = title_key(title)
        if len(key) >= _TELLING:
            for main in named.get(key, [])[:1]:
                yield main, supplement
    for first, second in _by_identifier(identifiers):
        if (first in supported) != (second in supported):
            yield (second, first) if first in supported else (first, second)


def title_ratio(first: str, second: str) -> float:
    """How far two titles agree, 0 to 100, without regard to case, accents and punctuation (PAINS 20)."""
    return fuzz.ratio(title_key(first), title_key(second))


@lru_cache(maxsize=1 << 16)
def title_key(title: str) -> str:
    """A title's letters and digits in lower case, without accents, words divided by single spaces."""
    plain = (char for char in normalize("NFKD", folded(title)) if not combining(char))
    return " ".join("".join(char if char.isalnum() else " " for char in plain).split())


def _keep(found: dict[_Pair, DuplicatePair], pair: _Pair, why: str, confidence: float) -> None:
    if pair not in found:
        found[pair] = DuplicatePair(first=pair[0], second=pair[1], why=why, confidence=round(confidence, 3))


def _pairs(groups: Iterable[Sequence[PaperId]]) -> Iterator[_Pair]:
    for group in groups:
        if 1 < len(group) <= _WORTHLESS:
            yield from combinations(sorted(set(group)), 2)


def _by_hash(identifiers: Iterable[PaperIdentifiers]) -> Iterator[_Pair]:
    groups: dict[str, list[PaperId]] = defaultdict(list)
    for each in identifiers:
        for digest in each.hashes:
            groups[digest].append(each.paper)
    return _pairs(groups.values())


def _by_identifier(identifiers: Iterable[PaperIdentifiers]) -> Iterator[_Pair]:
    groups: dict[str, list[PaperId]] = defaultdict(list)
    for each in identifiers:
        if each.doi:
            groups["doi " + each.doi.casefold()].append(each.paper)
        if each.arxiv:
            groups["arxiv " + each.arxiv.casefold().split("v")[0]].append(each.paper)
    return _pairs(groups.values())


def _by_title(papers: Sequence[PaperRow]) -> Iterator[_Pair]:
    """Papers whose titles are equal, or share their first or last words and first author."""
    groups: dict[tuple[str, ...], list[PaperId]] = defaultdict(list)
    for row in papers:
        key = title_key(row.title)
        if key in _EMPTY_TITLES or len(key) < 8:
            continue
        words = key.split()
        author = _first_author(row)
        groups[("whole", key.replace(" ", ""))].append(row.id)
        groups[("first", author, *words[:3])].append(row.id)
        groups[("last", author, *words[-3:])].append(row.id)
    return _pairs(groups.values())


def _first_author(row: PaperRow) -> str:
    return title_key(family_name(row.authors[0])) if row.authors else ""


def _same_author(first: PaperRow, second: PaperRow) -> bool:
    a, b = _first_author(first), _first_author(second)
    return not a or not b or fuzz.ratio(a, b) >= AGREE


def _years_agree(first: PaperRow, second: PaperRow) -> bool:
    # A preprint and its publication are often a year apart.
    return first.year is None or second.year is None or abs(first.year - second.year) <= 1
