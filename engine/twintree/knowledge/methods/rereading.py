"""Finds the other places of names that were found: where a sentence gave no sign that they are names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from twintree.base.text import folded
from twintree.knowledge.methods.found import Found
from twintree.knowledge.methods.naming import is_coined, is_common, words_of
from twintree.knowledge.methods.reading import Occurrence, PaperReading

#: Letters of a name that may be sought as such.
_LEAST = 3
_MARKS = re.compile(r"[-\s]+")


def with_all_places(paper: PaperReading, found: Sequence[Found]) -> list[Found]:
    """The methods of a paper with every place of prose that names them, the longest of names that overlap."""
    homes = {
        _folded(name): i
        for i, each in reversed([*enumerate(found)])
        for name in each.names
        if _is_sought(name)
    }
    if not homes:
        return list(found)
    pattern = _pattern(homes)
    taken: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for each in found:
        for place in each.occurrences:
            taken[place.segment].append((place.start, place.end))
    more: dict[int, list[Occurrence]] = defaultdict(list)
    for number, sentence, start, end, key in _matches(paper, pattern):
        at = homes.get(key, homes.get(key.removesuffix("s")))
        if at is not None and not any(a < end and start < b for a, b in taken[number]):
            more[at].append(_place(paper, number, sentence, start, end))
    return [
        msgspec.structs.replace(each, occurrences=_sorted(each.occurrences, more[i])) if i in more else each
        for i, each in enumerate(found)
    ]


def _is_sought(name: str) -> bool:
    words = words_of(name)
    if sum(c.isalpha() for c in name) < _LEAST or not words:
        return False
    return is_coined(name) or (len(words) > 1 and not all(map(is_common, words)))


def _folded(name: str) -> str:
    """One word as it stands, several without case and hyphens."""
    return name if is_coined(name) else _MARKS.sub(" ", folded(name)).strip()


def _pattern(homes: dict[str, int]) -> re.Pattern[str]:
    names = sorted(homes, key=lambda each: (-len(each), each))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(_spelled, names))})s?(?![\w-])")


def _spelled(name: str) -> str:
    """A coined word as it is written, several words in any case: ``MAP`` is no map."""
    words = "[-\\s]+".join(map(re.escape, name.split(" ")))
    return f"(?i:{words})" if " " in name else words


def _matches(
    paper: PaperReading, pattern: re.Pattern[str]
) -> Iterator[tuple[int, tuple[int, int], int, int, str]]:
    for number, segment in enumerate(paper.segments):
        for sentence in paper.sentences[number]:
            for match in pattern.finditer(segment.text, *sentence):
                yield number, sentence, match.start(), match.end(), _folded(match.group())


def _place(paper: PaperReading, segment: int, sentence: tuple[int, int], start: int, end: int) -> Occurrence:
    role, heading = paper.section_at(segment, start)
    return Occurrence(
        segment=segment,
        start=start,
        end=end,
        sentence=sentence,
        how="again",
        role=role,
        heading=heading,
        cited=paper.cited_after(segment, end),
    )


def _sorted(first: Sequence[Occurrence], more: Sequence[Occurrence]) -> tuple[Occurrence, ...]:
    return tuple(sorted((*first, *more), key=lambda each: (each.segment, each.start)))
