"""Which sentences of a cited paper a citing sentence refers to: similarity, with a liking for summaries."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from twintree.base.pages import PageText
from twintree.base.records import Record, SectionTree, Span
from twintree.base.words import content_stems
from twintree.knowledge.running import RunningText

#: How much a sentence gains where papers say what they did.
_PLACES = {"abstract": 0.35, "introduction": 0.15, "conclusion": 0.2}
#: Sentences shorter or longer than this many stems are headings, or were not cut.
_SHORTEST, _LONGEST = 4, 80


class CitedSentence(Record, frozen=True, kw_only=True):
    """A sentence of the cited paper, and how well it fits, 0 to about 1."""

    text: str
    spans: tuple[Span, ...]
    score: float


def cited_sentences(
    citance: str, pages: Sequence[PageText], tree: SectionTree | None = None, limit: int = 3
) -> list[CitedSentence]:
    """The sentences that a citation most probably means, best first.

    Args:
        citance: the citing sentence.
        pages: of the cited paper.
        tree: its sections; abstract, introduction and conclusion are preferred.
        limit: how many.
    """
    text = RunningText(pages, tree)
    found = [(a, b, content_stems(text.text[a:b])) for a, b in text.all_sentences()]
    found = [each for each in found if _SHORTEST <= len(each[2]) <= _LONGEST]
    frequency = Counter(stem for _, _, stems in found for stem in set(stems))
    idf = {stem: math.log(1 + len(found) / count) for stem, count in frequency.items()}
    wanted = _vector(content_stems(citance), idf)
    scored = []
    for a, b, stems in found:
        score = _cosine(wanted, _vector(stems, idf))
        section = text.section(a)
        role = section.role if section else ""
        if role in ("references", "acknowledgements") or score == 0:
            continue
        scored.append((score * (1 + _PLACES.get(role, 0.0)), a, b))
    scored.sort(key=lambda each: (-each[0], each[1]))
    return [
        CitedSentence(text=" ".join(text.text[a:b].split()), spans=text.spans(a, b), score=round(score, 4))
        for score, a, b in scored[:limit]
    ]


def _vector(stems: Sequence[str], idf: dict[str, float]) -> dict[str, float]:
    counts = Counter(stem for stem in stems if stem in idf)
    return {stem: (1 + math.log(count)) * idf[stem] for stem, count in counts.items()}


def _cosine(first: dict[str, float], second: dict[str, float]) -> float:
    shared = sum(weight * second.get(stem, 0.0) for stem, weight in first.items())
    lengths = math.sqrt(sum(w * w for w in first.values()) * sum(w * w for w in second.values()))
    return shared / lengths if lengths else 0.0
