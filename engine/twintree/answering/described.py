"""Works called by who wrote them and by words of their titles: *the literature graph paper by Ammar*."""

from __future__ import annotations

import re

from twintree.answering.authors import CAPITAL, NAMES
from twintree.base.records import Record
from twintree.base.words import content_stems

_PAPER = r"(?:papers?|articles?|works?|stud(?:y|ies)|thesis|preprint)"
#: One author, perhaps with given names, or several families.
_WHO = rf"(?:(?:{CAPITAL}[\w.]*\s+){{1,3}})?(?P<names>{NAMES})"
_FORMS = tuple(
    re.compile(form)
    for form in (
        # the literature graph paper by Ammar
        rf"^(?P<about>.+?)(?:\s+{_PAPER})?,?\s+(?:by|from|von)\s+{_WHO}$",
        # Ammar's paper on the literature graph; (the paper by) Ammar et al. about literature graphs
        rf"^(?:{_PAPER}\s+(?:by|from)\s+)?{_WHO}(?:['’]s?)?(?:\s+{_PAPER})?\s+(?:on|about|über)\s+(?P<about>.+)$",
        # Ammar's literature graph paper
        rf"^{_WHO}['’]s?\s+(?P<about>.+?)(?:\s+{_PAPER})?$",
    )
)


class Described(Record, frozen=True, kw_only=True):
    """``names`` are families, as a text has them; ``about`` are words of the title, or what the work is called."""

    names: str
    about: str

    @property
    def words(self) -> frozenset[str]:
        """The stems by which the title is known."""
        return frozenset(content_stems(self.about))


def described(name: str) -> Described | None:
    """Read a description; None where it names no author, or nothing of the title."""
    for form in _FORMS:
        if (match := form.match(name)) and content_stems(match["about"]):
            return Described(names=match["names"], about=match["about"])
    return None
