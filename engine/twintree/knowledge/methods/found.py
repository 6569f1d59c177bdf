"""A method of one paper, before it is told segment by segment, and which of them the paper is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from twintree.base.records import Record
from twintree.knowledge.methods.naming import is_coined, key_of, words_of
from twintree.knowledge.methods.reading import Occurrence


class Found(Record, frozen=True, kw_only=True):
    """A method of a paper, before it is told segment by segment."""

    name: str
    aliases: tuple[str, ...]
    kind: str
    role: str
    summary: str
    keywords: tuple[str, ...]
    score: float
    occurrences: tuple[Occurrence, ...]
    proposed: bool = False  #: the paper says in so many words that it made it
    claims: int = 0  #: how often the paper speaks of it as its own

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and its aliases."""
        return (self.name, *self.aliases)

    @property
    def coined(self) -> bool:
        """Whether one of them is written as only a name of its own is."""
        return any(map(is_coined, self.names))


#: What follows in a title is what was used, or what it was made for.
_BY = re.compile(r"\b(?:by|using|with|via|through|based on|for|in|from|to)\b", re.IGNORECASE)


#: Words before the colon of a title that may be a name.
_OPENING = 4
#: Kinds of which a paper says that it used them, hardly ever that they are built of others.
_NO_WORK = frozenset({"metric", "experimental paradigm"})


def in_title(title: str, names: Iterable[str]) -> bool:
    """Whether a title holds one of the names, generic words at their ends and what it says to have used
    aside."""
    told = f" {' '.join(words_of(_BY.split(title)[0]))} "
    return any(f" {key_of(name)} " in told for name in names)


def opens_title(title: str, names: Iterable[str]) -> bool:
    """Whether a title begins with one of the names and a colon: ``SPECTER: Document-level …``."""
    first, mark, _ = title.partition(":")
    told = words_of(first)
    return bool(mark) and 0 < len(told) <= _OPENING and any(_begins(told, key_of(name)) for name in names)


def _begins(told: Sequence[str], key: str) -> bool:
    words = key.split()
    return bool(words) and list(told[: len(words)]) == words


def main_method(found: Sequence[Found], title: str) -> Found | None:
    """What the paper is about: of its own methods the one that opens its title, that its title names, or that it
    speaks of most as its own.

    None where the paper neither proposes nor puts into its title any of them, and never a measure, a task or what
    methods work on: what it owes to others is then left unsaid rather than said of the wrong method.
    """
    opening = [each for each in found if opens_title(title, each.names)]
    own = opening or [each for each in found if _may_be_main(each, title)]

    def weight(each: Found) -> tuple[float, str]:
        value = 12.0 * in_title(title, each.names) + 4 * min(each.claims, 4) + 6 * each.coined
        return value + min(len(each.occurrences), 20) / 2 + 6 * each.score, each.name

    return max(own, key=weight, default=None)


def _may_be_main(each: Found, title: str) -> bool:
    if each.kind in _NO_WORK or each.role != "derived":
        return False
    return each.proposed or (in_title(title, each.names) and each.claims > 0)
