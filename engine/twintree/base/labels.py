"""How papers are called in citations: the first author's family name and the year, told apart by letters."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from twintree.base.names import family_name
from twintree.base.records import PaperRow

#: A letter where ``label_words`` puts it.
_LETTER = re.compile(r"(?:(?<=\d)[a-z]{1,2}| \([a-z]{1,2}\))(?=, p\. \d+$)")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def label_words(authors: Sequence[str], year: int | None, letter: str = "") -> str:
    """``Meng 2026`` or ``Meng 2026b``; without a year ``Meng``, or ``Meng (b)``; "" when neither is known."""
    name = family_name(authors[0]) if authors else ""
    if year is None:
        return f"{name} ({letter})" if name and letter else name
    return f"{name} {year}{letter}".strip()


def short_label(paper: PaperRow) -> str:
    """``Meng 2026``; without authors the title's first words stand for them."""
    if paper.authors:
        return label_words(paper.authors, paper.year, paper.letter)
    name = " ".join(paper.title.split()[:3]) or paper.key
    return f"{name} {paper.year}" if paper.year else name


def citation_label(paper: PaperRow, page: int) -> str:
    """``Meng 2026, p. 5``; page from 1."""
    return f"{short_label(paper)}, p. {page}"


def lettered_anew(label: str, paper: PaperRow, page: int) -> str:
    """A citation's label with the letter that its paper has now; one that says something else stays as it is."""
    bare = msgspec.structs.replace(paper, letter="")
    same = _LETTER.sub("", label) == citation_label(bare, page)
    return citation_label(paper, page) if same else label


def letter(place: int) -> str:
    """The letter of the paper at a place, from 0, among those that would be called alike: a … z, aa, ab …"""
    whole, rest = divmod(place, len(_LETTERS))
    return (letter(whole - 1) if whole else "") + _LETTERS[rest]
