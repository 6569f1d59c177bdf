"""Which characters of a text a query's words match: stems for words, verbatim after folding for phrases."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from twintree.base.text import find_typed_quote
from twintree.base.words import STOPWORDS, stem
from twintree.retrieval.query import Query
from twintree.store.words import has_unspaced

#: As in ``base.words``, but over text as it stands, so that positions hold.
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_FOREIGN_LETTER = re.compile(r"[^\x00-\x7f\W_]")
_UNSPACED_RUN = re.compile(r"[^\W\d_]{2,}")
#: Endings by which a word's other forms are looked up where the index does not stem.
_ENDINGS = (
    "", "s", "es", "e", "ed", "d", "ing", "y", "ies", "ied", "ying", "ly", "er", "ers", "ion", "ions",
    "ation", "ations", "ate", "ates", "ated", "ating", "al", "ally", "ive", "ment", "ments", "ity", "ities",
    "ical", "ic", "ize", "ized", "izes", "izing",
)  # fmt: skip
_SYMBOLS = re.compile(r"[^\w\s'’./-]")
_EDGES = "\"'()[]{}<>,;:!?.…*"
_WHOLE_RUN = 4
_DOUBLING = re.compile(r"[bdfglmnprt]$")


@lru_cache(maxsize=65536)
def key(word: str) -> str:
    """What makes two words the same: case, diacritics and endings do not count."""
    plain = unicodedata.normalize("NFKD", word.casefold().replace("’", "'"))
    return stem("".join(each for each in plain if not unicodedata.combining(each)))


class KeyFinder:
    """Finds words of some keys in texts; looks only at what begins like one of them, since stemming is slow."""

    def __init__(self, wanted: Iterable[str]) -> None:
        self._wanted = frozenset(wanted)
        # A stem's last letter may be none of the word's: studi, study.
        self._starts = tuple(sorted(each[: max(2, len(each) - 1)] for each in self._wanted))
        begins = "|".join(map(re.escape, self._starts))
        self._likely = re.compile(rf"(?<![^\W_])(?:{begins})[^\W_]*(?:['’][^\W_]+)?")

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Each such word: where it begins, where it ends, and its key."""
        if not self._wanted:
            return
        for begin, end in self._candidates(text):
            if (found := key(text[begin:end])) in self._wanted:
                yield begin, end, found

    def _candidates(self, text: str) -> Iterator[tuple[int, int]]:
        if _FOREIGN_LETTER.search(text):
            for match in _WORD.finditer(text):
                word = match.group()
                if not word.isascii() or word.lower().startswith(self._starts):
                    yield match.span()
            return
        for match in self._likely.finditer(text.lower()):
            begin = match.start()
            if begin < 2 or text[begin - 1] not in "'’" or not text[begin - 2].isalnum():  # isn't
                yield match.span()


def count_words(text: str) -> int:
    """How many words a text has."""
    return sum(1 for _ in _WORD.finditer(text))


def keys(text: str) -> list[str]:
    """Keys of the words that carry a text's topic, each once; of all its words when none does."""
    every = [match.group() for match in _WORD.finditer(text)]
    topical = [word for word in every if word.casefold().replace("’", "'").partition("'")[0] not in STOPWORDS]
    return list(dict.fromkeys(map(key, topical or every)))


def forms(word: str, known: Callable[[list[str]], list[str]]) -> list[str]:
    """Words of the same key that an index knows: one that does not stem is asked for any of them.

    Args:
        word: one form.
        known: which of some words the index holds; asked first, since stemming is the slower check.
    """
    wanted = key(word)
    base = wanted[:-1] if wanted.endswith("i") else wanted
    bases = [wanted, base, *([wanted + wanted[-1]] if _DOUBLING.search(wanted) else [])]
    made = [word.casefold(), *(stemmed + ending for stemmed in bases for ending in _ENDINGS)]
    return [each for each in known(list(dict.fromkeys(made))) if key(each) == wanted]


def gram_pieces(text: str) -> list[str]:
    """What of a query the trigram table is asked for: runs of unspaced scripts, and words with symbols.

    A long run is taken apart into overlapping threes, since nobody's question stands verbatim on a page.
    """
    found: list[str] = []
    for run in _UNSPACED_RUN.findall(text):
        if has_unspaced(run):
            found += [run] if len(run) <= _WHOLE_RUN else [run[at : at + 3] for at in range(len(run) - 2)]
    found += [word.strip(_EDGES) for word in text.split() if is_symbolic(word) and not has_unspaced(word)]
    return list(dict.fromkeys(found))


def is_symbolic(text: str) -> bool:
    """Whether a word's symbols matter, as in ``C++``: the word index would find every ``C``."""
    bare = text.strip(_EDGES)
    return bool(_SYMBOLS.search(bare)) and any(map(str.isalnum, bare))


class Matcher:
    """Finds a query's words and phrases in texts."""

    def __init__(self, query: Query) -> None:
        self._words = KeyFinder(keys(query.words) if query.words else ())
        self._phrases = query.phrases
        runs = _UNSPACED_RUN.findall(query.words) if has_unspaced(query.words) else []
        self._runs = tuple(run for run in runs if has_unspaced(run))

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Offsets of what matches, in order, without overlaps; phrases take precedence over words."""
        found = [span for phrase in (*self._phrases, *self._runs) for span in _every(text, phrase)]
        found += [(start, end) for start, end, _ in self._words.find(text)]
        return _merged(found)


def _every(text: str, phrase: str) -> Iterator[tuple[int, int]]:
    at = 0
    while (span := find_typed_quote(text, phrase, at)) is not None:
        yield span
        at = span[1]


def _merged(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def snippet_of(text: str, spans: Sequence[tuple[int, int]], length: int = 240) -> str:
    """The part of a passage where most of it matches, on one line, cut at words, with dots where cut."""
    if len(text) <= length:
        return " ".join(text.split())
    start = _densest(spans, length)
    start = max(0, min(start - length // 6, len(text) - length))
    end = start + length
    start = _boundary(text, start) if start else 0
    cut = text.rfind(" ", start + length // 2, end) if end < len(text) else -1
    end = cut if cut > 0 else min(end, len(text))
    shown = " ".join(text[start:end].split())
    return f"{'… ' if start else ''}{shown}{' …' if end < len(text) else ''}"


def _densest(spans: Sequence[tuple[int, int]], length: int) -> int:
    """Where a window of ``length`` begins that holds most of the spans, which are in order."""
    ends = [end for _, end in spans]
    held = [bisect_right(ends, start + length) - index for index, (start, _) in enumerate(spans)]
    return spans[held.index(max(held))][0] if held else 0


def _boundary(text: str, at: int) -> int:
    following = text.find(" ", at, at + 40)
    return following + 1 if following >= 0 else at
