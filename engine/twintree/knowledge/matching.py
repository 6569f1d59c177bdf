"""Which paper of the library, and which known work, an entry of a reference list stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rapidfuzz import fuzz

from twintree.base.citations import OfferedPaper
from twintree.base.ids import PaperId
from twintree.base.names import sort_author
from twintree.base.records import Record
from twintree.knowledge.bibliography import BibliographyEntry
from twintree.store.citationrows import Described, title_key

#: From here on an entry is linked; below, down to ``OFFERED``, it is offered to the person.
LINKED = 0.9
OFFERED = 0.5
#: Titles this short are shared by many works.
_SHORT = 18
_LONG = 30
_MOST_OFFERED = 3
#: DOIs of servers that keep preprints.
_PREPRINTS = ("10.48550/", "10.1101/", "10.21203/", "10.31234/")
#: DOIs of places that keep programs and data (and papers, now and then): Zenodo, figshare, Dryad, Dataverse,
#: Mendeley Data, 4TU.
_DEPOSITS = ("10.5281/", "10.6084/", "10.5061/", "10.7910/", "10.17632/", "10.4121/")
#: The most that a deposit's title agrees with an article's: enough to be offered, never to be linked.
_DEPOSITED = 0.82
_NUMERAL = re.compile(r"\d+|[ivx]+")


class Match(Record, frozen=True, kw_only=True):
    """What an entry stands for: a paper it is linked to, or papers that are offered."""

    paper: PaperId | None = None
    confidence: float = 0.0
    offered: tuple[OfferedPaper, ...] = ()


def described(entry: BibliographyEntry) -> Described:
    """An entry as matching compares it."""
    fields = entry.fields
    return Described(
        id="",
        title=fields.title,
        authors=fields.authors,
        year=fields.year,
        doi=fields.doi,
        arxiv=fields.arxiv,
        raw=entry.raw,
    )


def match_papers(wanted: Described, candidates: Iterable[Described]) -> Match:
    """The paper among ``candidates`` that an entry stands for, if one does beyond doubt.

    Two papers that fit alike are both offered, none is linked.
    """
    scored = sorted(((*agreement(wanted, each), each.id) for each in candidates), key=lambda s: (-s[0], s[2]))
    fitting = [(score, why, name) for score, why, name in scored if score >= OFFERED]
    offered = tuple(
        OfferedPaper(paper=PaperId(name), confidence=round(score, 3), why=why)
        for score, why, name in fitting[:_MOST_OFFERED]
    )
    if not fitting or fitting[0][0] < LINKED:
        return Match(offered=offered)
    if len(fitting) > 1 and fitting[1][0] >= LINKED and fitting[0][0] - fitting[1][0] < 0.02:
        return Match(offered=offered)
    return Match(paper=PaperId(fitting[0][2]), confidence=round(fitting[0][0], 3))


def match_works(wanted: Described, candidates: Iterable[Described]) -> str:
    """The work among entries of other papers that this one stands for too; ``""`` when none surely does."""
    scored = sorted((-agreement(wanted, each)[0], each.id) for each in candidates)
    return scored[0][1] if scored and -scored[0][0] >= LINKED else ""


def agreement(wanted: Described, known: Described) -> tuple[float, str]:
    """How sure it is that two descriptions mean one work, 0 to 1, and by which trait.

    An identifier counts for all only where the titles do not speak against it: reference lists carry
    foreign and misprinted ones.
    """
    title = _title_agreement(wanted, known)
    for trait in ("doi", "arxiv"):
        mine, other = getattr(wanted, trait), getattr(known, trait)
        if mine and mine == other:
            return (1.0 if title is None or title >= 0.6 else 0.6), trait
    if wanted.doi and known.doi and title is not None:
        title = _between_dois(title, wanted.doi, known.doi)
    if title is None or title < 0.8:
        return 0.0, ""
    return _with_people(title, wanted, known), "title"


def is_deposit(doi: str) -> bool:
    """Whether a DOI is that of a place where programs and data are kept."""
    return doi.startswith(_DEPOSITS)


def _between_dois(title: float, *dois: str) -> float:
    """A title's agreement between two works that have a DOI each."""
    deposits = sum(map(is_deposit, dois))
    if deposits == 1:
        # Programs and data are called like the article that they belong to, by the same people.
        return min(title, _DEPOSITED)
    if deposits or any(doi.startswith(_PREPRINTS) for doi in dois):
        return title
    return title - 0.05  # two printed works with two DOIs are seldom one


def _title_agreement(wanted: Described, known: Described) -> float | None:
    """Agreement of titles, 0 to 1; None where one of them is unknown."""
    theirs = title_key(known.title)
    mine = title_key(wanted.title)
    if not theirs:
        return None
    if not mine or len(mine) < 0.5 * len(theirs):
        return _title_in_text(theirs, wanted.raw)
    score = fuzz.ratio(mine, theirs) / 100
    shorter, longer = sorted((mine, theirs), key=len)
    if longer.startswith(shorter) and _NUMERAL.fullmatch(longer[len(shorter) :]):
        return 0.8  # part II, and the work that it continues
    if len(shorter) >= _SHORT and longer.startswith(shorter):
        # Parsing cut the title short or took too much: the entry itself decides.
        if len(theirs) >= 1.5 * _SHORT and theirs in title_key(wanted.raw):
            return max(score, 0.97)
        # A subtitle that one of them leaves out.
        if len(shorter) >= 2 * _SHORT:
            return max(score, 0.88)
    # Parsing loses a title's first word, or takes in an author's name: those are no other words.
    names = " ".join(known.authors)
    if score < 1 and (
        _another_word(wanted.title, f"{known.title} {names}")
        or _another_word(known.title, wanted.raw or wanted.title)
    ):
        return min(score, 0.82)
    return (
        max(score, 0.95)
        if score > 0.8 and len(theirs) >= 1.5 * _SHORT and theirs in title_key(wanted.raw)
        else score
    )


def _another_word(title: str, other: str) -> bool:
    """Whether a title has a word, or a number, that is no misprint of one in the other: a part II is no part I."""
    there = title_key(other)
    others = re.findall(r"\w+", other.casefold())
    for word in re.findall(r"\w+", title.casefold()):
        if _NUMERAL.fullmatch(word):
            if word not in others:
                return True
        elif len(word) >= 4 and title_key(word) not in there and not _misprinted(word, others):
            return True
    return False


def _misprinted(word: str, others: list[str]) -> bool:
    return any(fuzz.ratio(word, each) >= 70 for each in others)


def _title_in_text(title: str, raw: str) -> float | None:
    """A title that parsing did not find may stand in the entry all the same."""
    if not raw or len(title) < 1.5 * _SHORT:
        return None
    return 0.96 if fuzz.partial_ratio(title, title_key(raw)) >= 96 else None


def _with_people(title: float, wanted: Described, known: Described) -> float:
    """A title's agreement, weighed by first author and year."""
    people = _same_first_author(wanted, known)
    apart = abs(wanted.year - known.year) if wanted.year and known.year else None
    score = title
    if people is False:
        score -= 0.25
    elif people is None:
        score -= 0.04 if len(title_key(known.title)) >= 2 * _SHORT else 0.2
    elif title >= 0.88:
        score += 0.04
    if apart is not None:
        score += 0.02 if apart == 0 else 0.0 if apart == 1 else -0.05 if apart == 2 else -0.15
        if title >= 0.96 and people and len(title_key(known.title)) >= _LONG:
            # No two works share so long a title and an author; years come from files' dates now and then.
            score = max(score, 0.9)
    elif len(title_key(known.title)) < _SHORT:
        score -= 0.1
    return max(0.0, min(0.99, score))


def _same_first_author(wanted: Described, known: Described) -> bool | None:
    mine, theirs = sort_author(wanted.authors), sort_author(known.authors)
    if not theirs or not (mine or wanted.raw):
        return None
    if mine and (mine == theirs or fuzz.ratio(mine, theirs) >= 85):
        return True
    # Given and family names are mixed up easily, and organisations stand first now and then.
    names = {word for name in (*wanted.authors[:1],) for word in re.findall(r"\w{3,}", name.casefold())}
    others = {word for name in known.authors[:1] for word in re.findall(r"\w{3,}", name.casefold())}
    if names & others:
        return True
    shared = {sort_author([name]) for name in wanted.authors} & {
        sort_author([name]) for name in known.authors
    }
    if len(shared) >= 2:
        return True
    if theirs in title_key(wanted.raw[:160]) or theirs.replace(" ", "") in title_key(wanted.raw[:160]):
        return True
    return False if mine else None
