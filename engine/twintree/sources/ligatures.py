"""Mends the text of fonts whose ligature ``Th`` arrives as ``T``: ``Te first study`` is ``The first study``.

Some publishers' fonts say of that one glyph that it is a T. Whether a file has such a font shows in its words: no
``The`` and no ``This`` anywhere, but ``Te`` and ``Tis``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from twintree.sources.pieces import Piece, RawPage

_BROKEN = re.compile(r"\b(?:Te|Tis|Tese|Tere|Teir|Tus|Terefore)\b")
_WHOLE = re.compile(r"\b(?:The|This|These|There|Their|Thus|That|Therefore)\b")
#: Different words that must be broken: one alone may be a word of another language.
_ENOUGH = 3
_T_WORD = re.compile(r"\bT[a-z]+")
#: Words that begin with the ligature and, without their h, are no words of their own.
_WORDS = frozenset(
    """the this these there their they thus that than through throughout therefore thereby thereafter though those
    therapy therapies therapeutic third thirty theory theories theoretical thermal thermo thought thousand thousands
    thyroid thymus thyme thread threshold thrombosis thrombin thailand thorough thoroughly thorax theme themes
    themselves thesis theorem thickness thymol thiobarbituric thiol threonine throat""".split()
)


class LigatureMender:
    """Knows after a few pages of a file whether its font loses the h."""

    def __init__(self) -> None:
        self._broken: set[str] = set()
        self._whole = False

    def mend(self, pages: Iterable[RawPage]) -> None:
        """Give the words of these pages their letter back, where the file lacks it."""
        every = [piece for page in pages for piece in page.pieces]
        for piece in every:
            self._broken.update(_BROKEN.findall(piece.text))
            self._whole = self._whole or _WHOLE.search(piece.text) is not None
        if len(self._broken) >= _ENOUGH and not self._whole:
            for piece in every:
                _mend(piece)


def _mend(piece: Piece) -> None:
    """Put an h behind each such T; the glyph's box is shared between the two."""
    for match in reversed(list(_T_WORD.finditer(piece.text))):
        if f"th{match.group()[1:]}" not in _WORDS:
            continue
        at = match.start() + 1
        piece.text = f"{piece.text[:at]}h{piece.text[at:]}"
        piece.edges.insert(at, (piece.edges[at - 1] + piece.edges[at]) / 2)
        if piece.lead is not None and piece.lead.length >= at:
            piece.lead = replace(piece.lead, length=piece.lead.length + 1)
