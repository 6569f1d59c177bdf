"""Ligatures that a TeX font writes as a control code: ``modi`` 0x1C ``cation`` is ``modification``.

PDFs that pdfTeX or dvips made with the bitmap fonts of the Cork encoding (T1) have no map to Unicode: their letters
are their own codes, but five ligatures lie below the space, where MuPDF ends a word. Only its HTML still has them.
"""

from __future__ import annotations

import html as html_text
import re
from collections.abc import Iterator
from typing import Any

#: Codes of the Cork encoding (TeX's T1), as MuPDF's HTML writes them.
_LETTERS = {"&#x1b;": "ff", "&#x1c;": "fi", "&#x1d;": "fl", "&#x1e;": "ffi", "&#x1f;": "ffl"}
_CODE = re.compile("&#x1[b-f];")
#: Any code below the space: each ends a word of MuPDF's.
_CONTROL = re.compile("&#x1?[0-9a-f];|[\x00-\x1f]")
_SPACE = re.compile("([ \t\n\xa0]+|&#xa0;)")
_TAG = re.compile("<[^>]*>")
#: Other codes in a word say that its font is a selection with codes of its own, as those of formulas are.
_FOREIGN = re.compile("&#x(?:[0-9a-f]|1[0-9a]|fffd);|[\x00-\x1f\ufffd]")


def has_codes(html: str) -> bool:
    """Whether a line's HTML may hold such a ligature."""
    return "&#x1" in html and _CODE.search(html) is not None


def with_letters(html: str) -> str:
    """The HTML with its ligatures as letters, where they stand in words."""
    return "".join(
        part if part.startswith("<") else "".join(_letters(each) for each in _SPACE.split(part))
        for part in re.split("(<[^>]*>)", html)
    )


def rejoined(words: list[Any], html: str) -> list[Any]:
    """A line's words, those made one that only such a ligature parts.

    Args:
        words: as MuPDF gives them: x0, y0, x1, y1 (points), text, and what else there is.
        html: the line.

    Returns:
        As many or fewer words; the same ones where they and the HTML do not agree.
    """
    parted = [(token, _parts(token)) for token in _SPACE.split(_TAG.sub("", html))[::2]]
    if sum(len(parts) for _, parts in parted) != len(words):
        return words
    return list(_joined(words, parted))


def _parts(token: str) -> list[str]:
    return [part for part in _CONTROL.split(token) if part]


def _joined(words: list[Any], parted: list[tuple[str, list[str]]]) -> Iterator[Any]:
    at = 0
    for token, parts in parted:
        mine = words[at : at + len(parts)]
        at += len(parts)
        text = _letters(token)
        if text == token:
            yield from mine
            continue
        (x0, y0, x1, y1), rest = _around(mine), mine[0][5:]
        # A ligature at an end has no word of its own that says how wide it is: about a letter.
        letter = (x1 - x0) / max(1, len(text) - 1)
        if _CODE.match(token):
            x0 -= letter
        if _CODE.fullmatch(token[-6:]):
            x1 += letter
        yield (x0, y0, x1, y1, "".join(_plain(token, mine)), *rest)


def _around(words: list[Any]) -> tuple[float, float, float, float]:
    return (
        min(word[0] for word in words),
        min(word[1] for word in words),
        max(word[2] for word in words),
        max(word[3] for word in words),
    )


def _plain(token: str, words: list[Any]) -> Iterator[str]:
    """The token's text with its parts as MuPDF's words have them, not as HTML writes them."""
    own = iter(words)
    for piece in filter(None, re.split("(&#x1[b-f];)", token)):
        yield _LETTERS.get(piece) or next(own)[4]


def _letters(token: str) -> str:
    """A word of HTML with its ligatures as letters; as it is where a code does not stand beside a letter."""
    if not has_codes(token) or _FOREIGN.search(token):
        return token
    pieces = re.split("(&#x1[b-f];)", token)
    beside = [
        html_text.unescape(before)[-1:] + html_text.unescape(after)[:1]
        for before, after in zip(pieces[::2], pieces[2::2], strict=False)
    ]
    if not all(any(map(str.isalpha, each)) for each in beside):
        return token
    return "".join(_LETTERS.get(piece, piece) for piece in pieces)
