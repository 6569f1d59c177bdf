"""Works called by their authors and year, as citations call them: *Chieu and Ng (2002)*, *Meng 2020a and b*."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from twintree.answering.parts import compares
from twintree.base.labels import letter, short_label
from twintree.base.names import family_name, sort_title, to_ascii
from twintree.base.records import PaperFilter, PaperRow, Record
from twintree.base.text import folded
from twintree.store.mentioned import Mention

CAPITAL = r"[^\W\d_a-zß-ÿ]"
#: From the beginning of a word, so that a run without spaces is tried once and not from each of its characters.
NAME = rf"(?<![\w-]){CAPITAL}[\w-]{{1,60}}(?:['’](?!s\b)\w+)?"
NAMES = (
    rf"{NAME}(?:(?:,\s+|,?\s+(?:and|und|et|&)\s+){NAME})*(?:,?\s+(?:et\s+al\.?|and\s+(?:others|colleagues)))?"
)
YEAR = r"(?:19|20)\d\d"
PARTICLES = r"(?:(?:van|von|vom|zu|de|del|della|der|den|di|da|dos|du|la|le|el|al|ter|ten)\s+)*"
#: *Peters et al. (2018)*, *Chieu and Ng, 2002*, *Chieu 2002b*.
_DATED = re.compile(rf"(?P<names>{NAMES})(?:['’]s?)?,?\s*[(\[]?(?P<year>{YEAR})(?P<letter>[a-z]?)\b[)\]]?")
_AND = (
    r"(?:\s*[,/&;]\s*(?:and\s+)?|[)\]]?\s+(?:and|und|et|or|with|to|from|versus|vs\.?)\s+)"
    r"(?:(?:with|to|from|of|that|in)\s+)*"
)
#: What goes on behind a work of the same authors: *… and 2008b*, *… and b*.
_MORE = re.compile(rf"{_AND}[(\[]?(?:(?P<year>{YEAR})(?P<letter>[a-z]?)|(?P<alone>[b-h]))\b[)\]]?(?![\w-])")
_BETWEEN = re.compile(rf"(?:{_AND}|\s+(?:differ|compare)\s+(?:from|to|with|against)\s+){PARTICLES}")
#: Words behind which authors with a year are who is asked, not who is cited in passing.
_ASKED = re.compile(rf"\b(?:in|of|by|do|does|did|according to)\s*\(?{PARTICLES}$", re.I)
_ENOUGH = 50
#: Papers that are told by name where several are meant.
_TOLD = 4


class Catalogue(Protocol):
    """What naming needs of the store."""

    def mentioned(self, text: str) -> list[Mention]:
        """Papers called by key, id or title."""
        ...

    def rows(self, filter: PaperFilter = ..., *, limit: int = ...) -> list[PaperRow]:
        """Papers of a filter."""
        ...


class Dated(Record, frozen=True, kw_only=True):
    """A work that a text calls by authors and year; ``start`` and ``end`` are offsets into that text.

    ``joined``: it goes on from the one before it, as the other side of *and*.
    """

    names: str
    year: int
    letter: str
    start: int
    end: int
    joined: bool = False

    @property
    def called(self) -> str:
        """*Chieu and Ng 2002a*."""
        return f"{self.names} {self.year}{self.letter}"


def dated(text: str) -> list[Dated]:
    """The works that a text calls by authors and year, in its order; authors may be left out behind *and*."""
    found: list[Dated] = []
    for match in _DATED.finditer(text):
        joined = bool(found) and _BETWEEN.fullmatch(text, found[-1].end, match.start()) is not None
        found.append(
            Dated(
                names=match["names"],
                year=int(match["year"]),
                letter=match["letter"],
                start=match.start(),
                end=match.end(),
                joined=joined,
            )
        )
        while (more := _MORE.match(text, found[-1].end)) and (more["year"] or found[-1].letter):
            last = found[-1]
            at = more.start("year") if more["year"] else more.start("alone")
            found.append(
                Dated(
                    names=last.names,
                    year=int(more["year"] or last.year),
                    letter=more["letter"] if more["year"] else more["alone"],
                    start=at,
                    end=more.end(),
                    joined=True,
                )
            )
    return found


def asked_of(text: str) -> list[Dated]:
    """Of the works that a question calls by authors and year those that it is put to, not those cited in passing.

    They stand behind *in*, *of*, *by* or *do*, or beside one that does, or are compared with one another.
    """
    works = dated(text)
    if len(works) > 1 and compares(text):
        return works
    kept: list[Dated] = []
    before: Dated | None = None
    for work in works:
        if (work.joined and before in kept) or _ASKED.search(text, 0, work.start):
            kept.append(work)
        before = work
    return kept


def papers_of(work: Dated, catalogue: Catalogue) -> list[PaperRow]:
    """The papers that are called so: by the library's key where it has one of that form, else by authors and year."""
    if work.letter:
        key = f"{_plain(re.findall(NAME, work.names)[0])}{work.year}{work.letter}"
        keyed = {each.paper for each in catalogue.mentioned(key) if each.how == "key"}
        if rows := [row for row in papers_by(work.names, catalogue, work.year) if row.id in keyed]:
            return rows
    return papers_by(work.names, catalogue, work.year, work.letter)


def papers_by(
    names: str, catalogue: Catalogue, year: int | None = None, lettered: str = ""
) -> list[PaperRow]:
    """Papers by all of these authors; of that year, or, where there is none, those whose year is not known.

    The letter of a label (*Chieu 2002b*) chooses among those that are called alike, where it names one.
    """
    wanted = [_plain(name) for name in re.findall(NAME, names)]
    typed = " ".join(re.findall(NAME, names))
    rows = catalogue.rows(PaperFilter(author=typed, year_min=year, year_max=year), limit=_ENOUGH)
    if year is not None and not rows:
        rows = [row for row in catalogue.rows(PaperFilter(author=typed), limit=_ENOUGH) if row.year is None]
    first = [row for row in rows if row.authors and _plain(row.authors[0]) == wanted[0]]
    if lettered and len(first) > 1:
        first = [row for place, row in enumerate(_by_title(first)) if letter(place) == lettered] or first
    return [row for row in first or rows if set(wanted) <= set(map(_plain, row.authors))]


def is_by(names: str, authors: Sequence[str]) -> bool:
    """Whether all of these families are among a work's authors."""
    return set(map(_plain, re.findall(NAME, names))) <= set(map(_plain, authors))


def said_of(work: Dated, rows: Sequence[PaperRow], catalogue: Catalogue) -> str:
    """What a person should know of how a name was understood: it is ambiguous, or not there; else ``""``."""
    if len(rows) > 1 and work.letter:
        return f"No paper of your library is {work.called}; {_labels(rows)} are read instead."
    if len(rows) > 1:
        return f"{work.called} may be any of {len(rows)} papers of your library: {_labels(rows)}."
    if rows:
        return ""
    others = papers_by(work.names, catalogue)
    return f"Your library has no {work.called}, only {_labels(others)}." if others else ""


def _labels(rows: Sequence[PaperRow]) -> str:
    labels = sorted(map(short_label, _lettered(rows)))
    rest = [f"{len(labels) - _TOLD} more"] if len(labels) > _TOLD else []
    *most, last = [*labels[:_TOLD], *rest]
    return f"{', '.join(most)} and {last}" if most else last


def _lettered(rows: Sequence[PaperRow]) -> list[PaperRow]:
    """Papers with the letters that tell those of one author and year apart: a table's rows come without."""
    found = []
    for row in rows:
        alike = [each for each in _by_title(rows) if _who(each) == _who(row)]
        found.append(replace(row, letter=letter(alike.index(row)) if len(alike) > 1 else ""))
    return found


def _by_title(rows: Sequence[PaperRow]) -> list[PaperRow]:
    return sorted(rows, key=lambda row: (sort_title(row.title), row.id))


def _who(row: PaperRow) -> tuple[str, int | None]:
    return (_plain(row.authors[0]) if row.authors else "", row.year)


def _plain(name: str) -> str:
    """The last word of a family name, as it may be typed."""
    last = family_name(name).split()[-1:] or [name]
    return folded(to_ascii(last[0]) or last[0])
