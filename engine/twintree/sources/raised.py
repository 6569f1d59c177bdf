"""Raised numbers behind a word (footnote marks, citations): words of their own, so that the word can be found."""

from __future__ import annotations

import html as html_text
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

#: What stands between a word and the raised number that was printed right behind it: white space like any other to
#: search and quotes, and to whoever looks for raised numbers a sign that this is one.
HAIR = "\u200a"
#: The number of a word in its line that says that it was printed right behind the word before it.
BEHIND = -1

#: A number, or several, behind three letters at least: no power of a unit (m2, cm3), no charge (Ca2+, Fe3+).
_MARKED = re.compile(r"(?P<word>.*[^\W\d_]{3})(?P<mark>\d{1,3}(?:[,–-]\d{1,3}){0,5}),?[.,;:)\]”’\"']*")
#: Words that are raised to a power.
_POWERS = frozenset(
    "sin cos tan sinh cosh tanh log exp min max det rank inch feet foot yard mile miles acre meter metre meters metres "
    "kilometer kilometre kilometers kilometres centimeter centimetre pixel pixels".split()
)
_RUN = re.compile(r"((?:<(?:b|i|tt|sup)>)*)<span [^>]*>([^<]*)")
_LETTERS = re.compile(r"[^\W\d_]+$")
#: A raised number is smaller than its word.
_SMALLER = 0.7


def parted(
    words: Sequence[Any], html_of: Mapping[tuple[int, int], str], width_of: Callable[[str], int]
) -> list[Any]:
    """The words of a page with raised numbers taken off the words that they stand behind.

    Args:
        words: MuPDF's: left, top, right, bottom, text, block, line, number; line by line.
        html_of: each line's HTML, by block and line.
        width_of: the usual width of a character.
    """
    if not any("<sup>" in html for html in html_of.values()):
        return list(words)
    found: list[Any] = []
    for place, group in groupby(words, key=lambda word: (word[5], word[6])):
        line, html = list(group), html_of.get(place, "")
        found += _parted(line, html, width_of) if "<sup>" in html else line
    return found


def joined(texts: Sequence[str], numbers: Sequence[int]) -> str:
    """The words of a line with white space between them, a sign before those that were printed right behind one.

    Args:
        texts: the words.
        numbers: in their line, ``BEHIND`` for raised ones.
    """
    if BEHIND not in numbers:
        return " ".join(texts)
    parts = [(HAIR if number == BEHIND else " ") + text for text, number in zip(texts, numbers, strict=True)]
    return "".join(parts)[1:]


def _parted(words: Sequence[Any], html: str, width_of: Callable[[str], int]) -> Iterator[Any]:
    raised = _raised(html)
    whole = len(raised) == sum(len("".join(word[4].split())) for word in words)
    at = 0
    for word in words:
        text = word[4]
        mark = _MARKED.fullmatch(text) if whole and any(map(str.isdigit, text)) else None
        if mark and _stands_up(raised[at : at + len(text)], mark) and not _is_power(mark):
            cut = mark.start("mark")
            x = _edge(word, cut, mark.end("mark"), width_of)
            yield (word[0], word[1], x, word[3], text[:cut], *word[5:])
            yield (x, word[1], word[2], word[3], text[cut:], word[5], word[6], BEHIND)
        else:
            yield word
        at += len(text)


def _raised(html: str) -> list[bool]:
    """For each character of a line that is no space, whether it is raised."""
    found: list[bool] = []
    for tags, words in _RUN.findall(html):
        found += ["<sup>" in tags] * len("".join(html_text.unescape(words).split()))
    return found


def _stands_up(raised: Sequence[bool], mark: re.Match[str]) -> bool:
    return all(raised[slice(*mark.span("mark"))]) and not any(raised[slice(*mark.span("word"))])


def _is_power(mark: re.Match[str]) -> bool:
    letters = _LETTERS.search(mark["word"])
    return mark["mark"] in ("2", "3") and letters is not None and letters[0].lower() in _POWERS


def _edge(word: Sequence[Any], cut: int, end: int, width_of: Callable[[str], int]) -> float:
    """Where a raised number begins, by the usual widths of its word's characters."""
    widths = [width_of(char) for char in word[4]]
    before, small, rest = sum(widths[:cut]), _SMALLER * sum(widths[cut:end]), sum(widths[end:])
    return float(word[0] + (word[2] - word[0]) * before / (before + small + rest))
