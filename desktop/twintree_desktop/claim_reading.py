"""What the claims of a paper's card ask of the engine, one function each; they run off the window's thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twintree.base.claims import Claim, ClaimRelation
from twintree.base.ids import PaperId
from twintree.base.records import Change

if TYPE_CHECKING:
    from twintree.library import Library


@dataclass(frozen=True)
class ClaimsView:
    """A paper's claims; ``missing`` while they have yet to be sought."""

    paper: PaperId
    claims: tuple[Claim, ...]
    missing: bool


def claims_view(library: Library, paper: PaperId) -> ClaimsView:
    """The claims that are known of a paper; nothing is read for that."""
    missing = bool(library.claims.missing([paper]))
    return ClaimsView(paper, tuple(library.claims.store.claims(paper)), missing)


def seek_claims(library: Library, paper: PaperId) -> ClaimsView:
    """A paper's claims, sought now."""
    return ClaimsView(paper, tuple(library.claims.of(paper)), missing=False)


@dataclass(frozen=True)
class Compared:
    """Who in the library supports or contradicts a paper's claims; of ``unread`` papers no claims are known yet."""

    relations: tuple[ClaimRelation, ...]
    unread: tuple[PaperId, ...]


def compare(library: Library, paper: PaperId) -> Compared:
    """Compare a paper's claims with those that are known of the other papers."""
    unread = library.claims.missing(library.papers.ids())
    return Compared(tuple(library.claims.relations(paper)), tuple(PaperId(each) for each in sorted(unread)))


def seek_all(library: Library, papers: Sequence[PaperId]) -> int:
    """Seek the claims of several papers; returns of how many."""
    for each in papers:
        library.claims.of(each)
    return len(papers)


def correct_claim(library: Library, claim: str, text: str, kind: str) -> Change:
    """Say what a claim says, and of which type it is."""
    return library.claims.correct(claim, text=text, kind=kind)


def remove_claim(library: Library, claim: str) -> Change:
    """Take away what is no claim of the paper."""
    return library.claims.remove(claim)


def add_claim(library: Library, paper: PaperId, text: str, kind: str, quote: str, page: int) -> Change:
    """Add a claim that rests on words of a page."""
    return library.claims.add(paper, text, kind, quote, page)
