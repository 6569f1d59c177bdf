"""Sentences for a question that compares two things: those that speak of both come before what shows them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from twintree.answering.evidence import Candidate
from twintree.answering.state.planning import sides_of
from twintree.base.words import content_stems

#: What a sentence gains that names both, and what one loses that only points at a figure: shares of the best score.
_BOTH, _SHOWS = 0.2, 0.2
#: *Figure 2 shows …*, *Table 3: Results of …*, *Visualization Figure 2 shows …*.
_POINTS = re.compile(
    r"^\W*(?:[\w-]+\s+){0,2}?(?:fig(?:ure)?s?|tables?|algorithm|listing)\.?\s*\d+\w*\s*"
    r"(?:[:.—–-]|\(|shows?\b|presents?\b|depicts?\b|gives?\b|lists?\b|plots?\b|illustrates?\b|reports?\b|compares?\b|summari[sz]es\b)",
    re.I,
)


def comparing_first(question: str, scored: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, best first, weighed again for a question that compares two things; any other leaves them."""
    sides, _ = sides_of(question)
    wanted = [set(content_stems(side)) for side in sides]
    if len(wanted) < 2 or not all(wanted) or not scored:
        return list(scored)
    best = max(each.score for each in scored)
    weighed = [replace(each, score=each.score + best * _gain(each, wanted)) for each in scored]
    return sorted(weighed, key=lambda each: -each.score)


def _gain(each: Candidate, wanted: Sequence[set[str]]) -> float:
    stems = set(content_stems(each.text))
    both = _BOTH if sum(side <= stems for side in wanted) > 1 else 0.0
    return both - (_SHOWS if each.kind == "caption" or _POINTS.match(each.text) else 0.0)
