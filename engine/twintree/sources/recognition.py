"""Tells which paper of the library a record means, strictly enough to complete it without asking."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from rapidfuzz import fuzz

from twintree.base.ids import PaperId
from twintree.base.names import family_name
from twintree.sources.duplicates import AGREE, title_key, title_ratio
from twintree.store.incoming import Holding

#: Shorter titles ("Editorial", "Introduction") name no paper.
_SHORTEST = 8


class KnownPapers:
    """The library's papers by identifier and by title, kept up as records are taken in."""

    def __init__(self, holdings: Iterable[Holding]) -> None:
        self._papers: dict[PaperId, Holding] = {}
        self._by_identifier: dict[str, list[PaperId]] = defaultdict(list)
        self._by_title: dict[str, list[PaperId]] = defaultdict(list)
        for each in holdings:
            self.add(each)

    def add(self, holding: Holding) -> None:
        """Take a paper up, or what it is called by now."""
        self._papers[holding.id] = holding
        for identifier in _identifiers(holding.doi, holding.arxiv):
            self._by_identifier[identifier].append(holding.id)
        key = _key(holding.title)
        if key:
            self._by_title[key].append(holding.id)

    def find(self, fields: Mapping[str, Any]) -> PaperId | None:
        """The paper that has the same identifier and an agreeing title, or the same title, author and year.

        A foreign identifier, or a title alone, makes no match (PAINS 19).

        Args:
            fields: title, authors, year, doi, arxiv, as far as they are known.
        """
        title = str(fields.get("title") or "")
        for identifier in _identifiers(str(fields.get("doi") or ""), str(fields.get("arxiv") or "")):
            for paper in self._by_identifier.get(identifier, ()):
                if title_ratio(title, self._papers[paper].title) >= AGREE:
                    return paper
        for paper in self._by_title.get(_key(title), ()):
            if _agree(self._papers[paper], fields):
                return paper
        return None

    def may_be(self, paper: PaperId, fields: Mapping[str, Any]) -> bool:
        """Whether a record that names a file of this paper can mean the paper as a whole.

        Several records may share a file (proceedings): who described it first has it.
        """
        holding = self._papers.get(paper)
        if holding is None:
            return False
        title = str(fields.get("title") or "")
        return not holding.recorded or not title or title_ratio(title, holding.title) >= AGREE


def _identifiers(doi: str, arxiv: str) -> list[str]:
    found = []
    if doi:
        found.append("doi " + doi.casefold())
    if arxiv:
        found.append("arxiv " + arxiv.casefold().split("v")[0])
    return found


def _key(title: str) -> str:
    key = title_key(title).replace(" ", "")
    return key if len(key) >= _SHORTEST else ""


def _agree(holding: Holding, fields: Mapping[str, Any]) -> bool:
    """Same first author and year; where an author is not known, the year must be the same."""
    authors = fields.get("authors") or ()
    year = fields.get("year")
    same_year = holding.year is not None and holding.year == year
    other_year = holding.year is not None and year is not None and not same_year
    if other_year:
        return False
    if not authors or not holding.authors:
        return same_year
    first, second = (title_key(family_name(names[0])) for names in (authors, holding.authors))
    return fuzz.ratio(first, second) >= AGREE
