"""Words of a question that a hyphen joins: *co-citation* is neither *co-view* nor any *citation*."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from twintree.base.records import Record
from twintree.base.words import STOPWORDS, content_stems, stem, tokens

_HYPHENS = "-‐‑–"
_JOINED = re.compile(rf"[^\W_]+(?:[{_HYPHENS}][^\W_]+)+")


class Whole(Record, frozen=True, kw_only=True):
    """Stems that belong together in this order; ``own`` are those that the question has nowhere else.

    ``joined`` is the stem of the word without its hyphens.
    """

    parts: tuple[str, ...]
    joined: str
    own: frozenset[str]


def wholes_of(text: str) -> tuple[Whole, ...]:
    """The joined words of a question."""
    joined = [match.group() for match in _JOINED.finditer(text)]
    alone = set(content_stems(_JOINED.sub(" ", text)))
    found: dict[tuple[str, ...], Whole] = {}
    for word in joined:
        parts = tuple(map(stem, tokens(word)))
        own = frozenset(part for part in parts if part not in alone and part not in STOPWORDS)
        found.setdefault(parts, Whole(parts=parts, joined=stem("".join(tokens(word))), own=own))
    return tuple(found.values())


def known(wholes: Sequence[Whole], texts: Iterable[str]) -> tuple[Whole, ...]:
    """Those that stand in any of the texts: where none has one, its words count by themselves."""
    left = list(wholes)
    for text in texts if wholes else ():
        left = [each for each in left if not _stands(each, text)]
    return tuple(each for each in wholes if each not in left)


def stems_in(text: str, wholes: Collection[Whole] = ()) -> set[str]:
    """The stems of a text; of joined words that it does not have as a whole none that they alone ask for."""
    there = set(content_stems(text))
    for each in wholes:
        if _stands(each, text):
            there |= each.own
        else:
            there -= each.own
    return there


def _stands(whole: Whole, text: str) -> bool:
    """Whether its words stand in a row: joined, apart, or written as one."""
    words = [stem(word) for word in tokens(text)]
    size = len(whole.parts)
    if any(tuple(words[at : at + size]) == whole.parts for at in range(len(words) - size + 1)):
        return True
    return whole.joined in words
