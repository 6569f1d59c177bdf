"""Rules about text that reading, quoting and searching must share: folding, finding a quote, sentences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import chain, pairwise, repeat

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
_QUOTES = {ord(c): "'" for c in "‘’‚‛′`´"} | {ord(c): '"' for c in "“”„‟″«»"}
_DROPPED = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"), "")
_FOLD = _DASHES | _QUOTES | _DROPPED


class _Folded(dict[str, str]):
    """What each character is folded to; white space to one space."""

    def __missing__(self, char: str) -> str:
        made = " " if char.isspace() else unicodedata.normalize("NFKC", char.translate(_FOLD)).casefold()
        self[char] = made
        return made


_FOLDED = _Folded()


def counted(number: int, noun: str) -> str:
    """``1 paper``, ``2 papers``: a number with its noun, for nouns that take an s."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


_WORD = re.compile("[^ ]+")


def typed(text: str) -> str:
    """What was typed without the lone surrogates that a terminal's stray bytes become; NUL ends C strings."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A span without the white space at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def fold(text: str) -> tuple[str, list[int]]:
    """Fold case, ligatures, dashes, quotes and white space; map each folded character to its origin.

    Returns:
        The folded text, and for each of its characters the index in ``text`` that it came from.
    """
    pieces = [_FOLDED[char] for char in text]
    flat = "".join(pieces)
    indices: Sequence[int] = range(len(text))
    if len(flat) != len(text) or "" in pieces:
        indices = list(chain.from_iterable(map(repeat, indices, map(len, pieces))))
    words: list[str] = []
    origin: list[int] = []
    gap = 0
    for word in _WORD.finditer(flat):
        if words:
            origin.append(indices[gap])
        begin, gap = word.span()
        words.append(word[0])
        origin += indices[begin:gap]
    return " ".join(words), origin


def folded(text: str) -> str:
    """``fold`` without the map."""
    return " ".join("".join([_FOLDED[char] for char in text]).split())


def find_quote(text: str, quote: str, start: int = 0) -> tuple[int, int] | None:
    """Where ``quote`` stands in ``text``, verbatim after folding; None when it does not.

    Args:
        text: a page's normalised text.
        quote: the words to find.
        start: where to begin, as an offset into ``text``.

    Returns:
        Offsets ``[start, end)`` into ``text``.
    """
    wanted = folded(quote)
    if not wanted:
        return None
    haystack, origin = fold(text)
    at = 0
    while True:
        at = haystack.find(wanted, at)
        if at < 0:
            return None
        if origin[at] >= start:
            return origin[at], origin[at + len(wanted) - 1] + 1
        at += 1


#: A hyphen between letters, as it stands inside a compound or at a line's end.
_HYPHEN = re.compile(r"(?<=[^\W\d_])- ?(?=[^\W\d_])")


def find_typed_quote(text: str, quote: str, start: int = 0) -> tuple[int, int] | None:
    """``find_quote`` for words that a person typed or copied: a word may be divided by a hyphen in one of the two.

    A page's words are joined over the ends of its lines; what is copied from a page is not.
    """
    found = find_quote(text, quote, start)
    wanted = _HYPHEN.sub("", folded(quote))
    if found is not None or not wanted:
        return found
    haystack, origin = fold(text)
    kept: list[int] = []
    at = 0
    for hyphen in _HYPHEN.finditer(haystack):
        kept += range(at, hyphen.start())
        at = hyphen.end()
    kept += range(at, len(haystack))
    joined = "".join(haystack[each] for each in kept)
    at = joined.find(wanted)
    while at >= 0 and origin[kept[at]] < start:
        at = joined.find(wanted, at + 1)
    return (origin[kept[at]], origin[kept[at + len(wanted) - 1]] + 1) if at >= 0 else None


_ABBREVIATIONS = frozenset(
    "al etc e.g i.e cf vs fig figs eq eqs sec secs ref refs tab no nos vol pp dr prof mr mrs ms st approx "
    "resp ca ed eds dept univ inc ltd co jr sr ph.d m.sc b.sc u.s u.k abs ch app viz ibid op cit ff dec jan feb "
    "mar apr jun jul aug sep sept oct nov bzw z.b d.h usw vgl abb".split()
)


def sentences(
    text: str, start: int = 0, end: int | None = None, borders: Sequence[int] = ()
) -> list[tuple[int, int]]:
    """Offsets of the sentences of ``text[start:end]``, without surrounding white space.

    A full stop ends a sentence when white space and something other than a lower-case letter follow, and
    what precedes is neither an initial nor a known abbreviation. CJK stops end one at once. A blank line
    (two line feeds) always ends one.

    Args:
        text: a page's normalised text, or any other.
        start: where to begin.
        end: where to stop; the text's end when not given.
        borders: offsets over which no sentence runs, where what stands before and behind is told apart by other
            means than words (the end of a caption, of a heading).
    """
    stop = len(text) if end is None else end
    inner = sorted(at for at in set(borders) if start < at < stop)
    return [
        piece for first, last in pairwise([start, *inner, stop]) for piece in _sentences(text, first, last)
    ]


def _sentences(text: str, start: int, stop: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    begin = start
    for match in re.finditer(r"[.!?…。！？]+[\"'”’»)\]]*|\n{2,}", text[start:stop]):
        a, b = start + match.start(), start + match.end()
        if match.group()[0] != "\n" and not _ends_sentence(text, a, b, stop, begin):
            continue
        _add(text, begin, b, found)
        begin = b
    _add(text, begin, stop, found)
    return found


def _add(text: str, begin: int, end: int, found: list[tuple[int, int]]) -> None:
    while begin < end and text[begin].isspace():
        begin += 1
    while end > begin and text[end - 1].isspace():
        end -= 1
    if begin < end:
        found.append((begin, end))


def _ends_sentence(text: str, at: int, after: int, stop: int, begin: int) -> bool:
    if text[at] in "。！？":
        return True
    if after < stop and not text[after].isspace():
        return False
    following = text[after : min(stop, after + 8)].lstrip()
    if following and following[0].islower():
        return False
    if text[at] != ".":
        return True
    word = re.search(r"[^\s(\[]*$", text[max(begin, at - 24) : at])
    before = word.group().lower() if word else ""
    if before.rstrip(".") in _ABBREVIATIONS:
        return not following
    # A single letter is an initial ("J. Smith"), unless nothing follows.
    return not (len(before) == 1 and before.isalpha()) or not following
