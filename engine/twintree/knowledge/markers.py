"""Reads citation markers: which numbers, labels, or names and years a piece of text points to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from twintree.base.names import family_name, to_ascii
from twintree.base.records import Record
from twintree.base.text import folded

_DASH = "[-–—−‐‑]"
_NUMBERS = rf"\d{{1,4}}(?:\s*(?:{_DASH}|,|;|and|&)\s*\d{{1,4}})*"
BRACKETED = re.compile(
    rf"[\[［]\s*({_NUMBERS})(?:\s*,\s*(?:pp?\.|sec\.|fig\.|ch\.)[^\]]{{1,20}})?\s*,?\s*[\]］]", re.I
)
ROUND = re.compile(rf"\(\s*({_NUMBERS})\s*\)")
RAISED = re.compile(
    rf"(?<=[^\W\d_A-Z]|[.,;:)”’\]\u200a])(\d{{1,3}}(?:\s?(?:{_DASH}|,)\s?\d{{1,3}})*)(?=\s|$|[.,;:)](?!\d))",
    re.M,
)
#: ``[5]–[7]``: what stands between the markers of a range.
BETWEEN = re.compile(rf"\s*{_DASH}\s*")
YEAR = re.compile(r"\b((?:1[6-9]|20)\d\d)([a-z]?)\b(?:\s*,\s*([b-z])\b)*")
GROUP = re.compile(
    r"[(\[]([^()\[\]]{0,400}?\b(?:1[6-9]|20)\d\d[a-z]?\b[^()\[\]]{0,200})[)\]]|"
    r"[(\[]([^()\[\]]{2,300}(?:in press|forthcoming|n\.d\.|submitted)[^()\[\]]{0,60})[)\]]"
)
_LONGEST_RANGE = 60


def numbers_of(text: str) -> list[int]:
    """The numbers of a marker, ranges filled in: ``3, 5–7`` gives 3, 5, 6, 7."""
    found: list[int] = []
    for match in re.finditer(rf"(\d+)(?:\s*{_DASH}\s*(\d+))?", text):
        first = int(match.group(1))
        last = int(match.group(2)) if match.group(2) else first
        found += range(first, last + 1) if first <= last <= first + _LONGEST_RANGE else [first, last]
    return list(dict.fromkeys(found))


class Known(Record, frozen=True, kw_only=True):
    """What a names-and-year marker is compared with: an entry's names and year, folded."""

    position: int
    families: tuple[str, ...]
    year: int | None
    letter: str = ""
    whole: str = ""  #: an organisation's name, folded


def known_of(position: int, authors: Sequence[str], year: int | None, raw: str) -> Known:
    """An entry as markers name it."""
    families = tuple(plain(family_name(name)) for name in authors)
    letter = re.search(rf"\b{year}([a-z])\b", raw) if year else None
    whole = plain(authors[0]) if len(authors) == 1 and "," not in authors[0] else ""
    return Known(
        position=position,
        families=tuple(family for family in families if family),
        year=year,
        letter=letter.group(1) if letter else "",
        whole=whole,
    )


def plain(text: str) -> str:
    """Folded, without accents, hyphens and punctuation; other scripts keep their letters."""
    low = folded(text)
    low = folded(to_ascii(low)) if to_ascii(low).strip() else low
    return " ".join(re.sub(r"[^\w\s]|_", " ", low).split())


class NamesIndex:
    """Entries by year, to be asked for names."""

    def __init__(self, entries: Sequence[Known]) -> None:
        self._by_year: dict[int | None, list[Known]] = {}
        for entry in entries:
            self._by_year.setdefault(entry.year, []).append(entry)

    def find(self, names: str, year: int | None, letter: str = "", *, ending: bool = False) -> int | None:
        """The entry that ``names`` and a year point to; None when none or several do.

        Args:
            names: the text before the year.
            year: as printed; None for works without one.
            letter: the ``a`` of ``2024a``.
            ending: the names must close the text, as in running text before a bracket.
        """
        words = plain(names)
        scored = [
            (score, entry)
            for entry in self._by_year.get(year, ())
            if (score := _agreement(words, names, entry, ending=ending)) > 0
            and not (letter and entry.letter and letter != entry.letter)
        ]
        if not scored:
            return None
        best = max(score for score, _ in scored)
        top = [entry for score, entry in scored if score == best]
        if len(top) > 1 and letter:
            top = [entry for entry in top if entry.letter == letter] or top
        return top[0].position if len(top) == 1 else None


_MORE = re.compile(r"\bet\.?\s*al\b|\band (?:others|colleagues|co-?workers)\b|等", re.IGNORECASE)


def _agreement(words: str, printed: str, entry: Known, *, ending: bool) -> float:
    """How well printed names fit an entry; 0 when its first author is not named."""
    if entry.whole and re.search(
        rf"(?:^|\s){re.escape(entry.whole)}$" if ending else rf"\b{re.escape(entry.whole)}\b", words
    ):
        return 4.0
    if not entry.families:
        return 0.0
    first = entry.families[0]
    at = _last_word(words, first)
    if at < 0:
        return 0.0
    rest = words[at + len(first) :].strip()
    if ending and not _may_follow(rest, entry):
        return 0.0
    # A name that something else than its co-authors follows belongs to another part of the sentence.
    score = 2.0 if not words[:at].strip() or ending else 1.5
    return score + _company(rest, printed, entry)


def _last_word(words: str, name: str) -> int:
    found = [match.start() for match in re.finditer(rf"(?:^|(?<=\s)){re.escape(name)}(?=\s|$)", words)]
    return found[-1] if found else -1


def _may_follow(rest: str, entry: Known) -> bool:
    if not rest or re.fullmatch(r"s|et al(?: s)?|and (?:others|colleagues|co ?workers)", rest):
        return True
    others = "|".join(re.escape(family) for family in entry.families[1:4])
    return bool(others) and bool(re.fullmatch(rf"(?:(?:and|und|et|al|s|{others})\s?)+", rest))


def _company(rest: str, printed: str, entry: Known) -> float:
    count = len(entry.families)
    if _MORE.search(printed):
        return 1.0 if count > 2 else 0.2 if count == 2 else -0.5
    second = re.match(r"(?:(?:and|und|et|y)\s)?(\w[\w ]*)$", rest)
    if second and count > 1:
        return 1.0 if entry.families[1] in second.group(1) else -1.0
    if not rest:
        return 1.0 if count == 1 else 0.0
    return -0.2


def parts_of(group: str) -> Iterator[tuple[str, int | None, str]]:
    """The citations in a bracket: names, year, letter; a year without names takes those before it."""
    for part in group.split(";"):
        names = ""
        at = 0
        for match in YEAR.finditer(part):
            before = part[at : match.start()].strip(" ,:")
            if re.search(r"[^\W\d_]{2,}", before) and not re.fullmatch(r"(?:and|&|pp?\.?|in)", before, re.I):
                names = before
            yield names, int(match.group(1)), match.group(2)
            for letter in re.findall(r",\s*([b-z])\b", match.group()):
                yield names, int(match.group(1)), letter
            at = match.end()
        if not at and re.search(r"in press|forthcoming|n\.d\.|submitted", part, re.IGNORECASE):
            yield re.split(r"in press|forthcoming|n\.d\.|submitted", part, flags=re.IGNORECASE)[0], None, ""
