"""Cuts a page's body into passages, the unit of full-text search: paragraphs, as offsets."""

from __future__ import annotations

import re

from twintree.base.pages import PageText
from twintree.base.text import sentences, trimmed

#: Characters: shorter paragraphs (headings, labels) join the next one, longer ones are cut at sentences.
SHORTEST, LONGEST = 50, 1500
_BREAK = re.compile(r"\n{2,}")


def passages(page: PageText) -> list[tuple[int, int]]:
    """The passages of a page's body and of its pictures, in order, without gaps in either but for white space.

    Args:
        page: a page as read; its running heads, page numbers and margin lines are left out.

    Returns:
        Offsets ``[start, end)`` into the page's text, each 50 to 1,500 characters where the text allows it.
    """
    return _passages(page, 0, page.body_end) + _passages(page, page.pictures_from(), len(page.text))


def _passages(page: PageText, first: int, last: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    held: int | None = None
    for start, end in _paragraphs(page.text, first, last):
        begin = start if held is None else held
        if end - start < SHORTEST and end - begin < LONGEST // 2:
            held = begin
            continue
        if held is not None and end - begin > LONGEST:
            found.append(trimmed(page.text, begin, start))
            begin = start
        held = None
        found += _cut(page.text, begin, end)
    if held is not None:
        _add_rest(page.text, held, last, found)
    return found


def _paragraphs(text: str, begin: int, stop: int) -> list[tuple[int, int]]:
    found = []
    for match in _BREAK.finditer(text, begin, stop):
        found.append((begin, match.start()))
        begin = match.end()
    found.append((begin, stop))
    return [span for span in (trimmed(text, *pair) for pair in found) if span[0] < span[1]]


def _cut(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A paragraph as it is, or cut at the ends of sentences when it is too long."""
    if end - start <= LONGEST:
        return [(start, end)]
    found: list[tuple[int, int]] = []
    begin, last = start, start
    for a, b in _small_sentences(text, start, end):
        if b - begin > LONGEST and last > begin:
            found.append((begin, last))
            begin = a
        last = b
    if end - begin < SHORTEST and found:
        found[-1] = (found[-1][0], end)
    else:
        found.append((begin, end))
    return found


def _small_sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Sentences, and those that are too long themselves (tables) cut at lines or words."""
    pieces: list[tuple[int, int]] = []
    for a, b in sentences(text, start, end):
        first = a
        while b - first > LONGEST:
            at = _place_to_cut(text, first)
            pieces.append((first, at))
            first = trimmed(text, at, b)[0]
        pieces.append((first, b))
    return pieces


def _place_to_cut(text: str, start: int) -> int:
    limit = start + LONGEST
    for mark in ("\n", "; ", ", ", " "):
        at = text.rfind(mark, start + LONGEST // 2, limit)
        if at > 0:
            return at
    return limit


def _add_rest(text: str, begin: int, end: int, found: list[tuple[int, int]]) -> None:
    """Words that are left at the end of a page: with the passage before when that has room."""
    begin, end = trimmed(text, begin, end)
    if begin >= end:
        return
    if end - begin < SHORTEST and found and end - found[-1][0] <= LONGEST:
        found[-1] = (found[-1][0], end)
    else:
        found.append((begin, end))
