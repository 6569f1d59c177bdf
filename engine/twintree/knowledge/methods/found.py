"""A method of one paper, before it is told segment by segment, and which of them the paper is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from twintree.base.records import Record
from twintree.knowledge.methods.naming import key_of, words_of
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

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and its aliases."""
        return (self.name, *self.aliases)


#: What follows in a title is what was used, or what it was made for.
_BY = re.compile(r"\b(?:by|using|with|via|through|based on|for|in|from|to)\b", re.IGNORECASE)


#: Kinds of which a paper says that it used them, hardly ever that they are built of others.
_NO_WORK = frozenset({"metric", "experimental paradigm"})


def in_title(title: str, names: Iterable[str]) -> bool:
    """Whether a title holds one of the names, generic words at their ends and what it says to have used
    aside."""
    told = f" {' '.join(words_of(_BY.split(title)[0]))} "
    return any(f" {key_of(name)} " in told for name in names)


def main_method(found: Sequence[Found], title: str) -> Found | None:
    """What the paper is about: of its own methods the one that its title names, else the one named most.

    None where the paper neither proposes nor puts into its title any of them, and never a measure or a task:
    what it owes to others is then left unsaid rather than said of the wrong method.
    """
    own = [
        each
        for each in found
        if each.role == "derived"
        and each.kind not in _NO_WORK
        and (each.proposed or in_title(title, each.names))
    ]

    def weight(each: Found) -> tuple[float, str]:
        return 12.0 * in_title(title, each.names) + len(each.occurrences) + 10 * each.score, each.name

    return max(own, key=weight, default=None)
