"""Sentences for a question that compares two things: those that speak of both come before what shows them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from twintree.answering.evidence import Candidate
from twintree.answering.state.planning import sides_of
from twintree.base.words import content_stems

#: What a sentence gains that names both, what one gains that says how they compare, and what one loses that only
#: points at a figure: shares of the best score.
_BOTH, _SAYS, _SHOWS = 0.2, 0.1, 0.2
#: How far behind it stays then.
_BEHIND = 0.99
#: *Figure 2 shows …*, *Table 3: Results of …*, *Visualization Figure 2 shows …*.
_POINTS = re.compile(
    r"^\W*(?:[\w-]+\s+){0,2}?(?:fig(?:ure)?s?|tables?|algorithm|listing)\.?\s*\d+\w*\s*"
    r"(?:[:.—–-]|\(|shows?\b|presents?\b|depicts?\b|gives?\b|lists?\b|plots?\b|illustrates?\b|reports?\b|compares?\b|summari[sz]es\b)",
    re.I,
)
#: Listed, since most words that end so compare nothing: *paper*, *layer*, *transformer*.
_MORE = (
    "(?:better|worse|more|less|fewer|faster|slower|larger|smaller|higher|lower|bigger|greater|longer|shorter|cheaper|"
    "stronger|weaker|deeper|newer|older|younger|easier|simpler|harder|lighter|heavier|richer|poorer|quicker|closer|"
    "wider|narrower|denser|broader|finer|safer|cleaner|cooler|warmer|milder|earlier|later)"
)
_MUCH = r"(?:(?:an?|much|far|really|any|significantly)\s+)*"
_OF = r"(?:\s+[\w-]+){0,3}?"
_SIDE = r"(?P<a>(?:(?:the|an?|our|their|its)\s+)?\S.*?)"
_WHERE = r"(?:\s+(?:on|in|at|for|when|if|with)\s+[^?]+?)?"
#: *Is A better than B on C?*, *Does A need less memory than B?*, *Does A outperform B?*, *Which is faster, A or B?*
_ASKS = tuple(
    re.compile(form, re.I)
    for form in (
        rf"^(?:is|are|was|were)\s+{_SIDE}\s+{_MUCH}{_MORE}{_OF}\s+than\s+(?P<b>\S[^?]*?){_WHERE}\s*[?.!]*$",
        rf"^(?:do|does|did|can|has|have)\s+{_SIDE}\s+(?:[a-z]+\s+){{0,2}}?{_MUCH}{_MORE}{_OF}\s+than\s+"
        rf"(?P<b>\S[^?]*?){_WHERE}\s*[?.!]*$",
        rf"^(?:do|does|did|can)\s+{_SIDE}\s+(?:outperform|beat|exceed|surpass)\s+"
        rf"(?P<b>\S[^?]*?){_WHERE}\s*[?.!]*$",
        rf"\b(?:which|what|who)\b[^?,:]*?\b{_MORE}\b[^?,:]*[,:]\s*(?P<a>\S[^?,]*?)\s+or\s+(?P<b>\S[^?]*?)\s*[?.!]*$",
    )
)
#: What a sentence says that compares.
_COMPARES = re.compile(
    rf"\b(?:{_MORE}|best|worst|highest|lowest|outperform\w*|beats?|exceed\w*|surpass\w*|superior|inferior|improve\w*|"
    r"than|compared|whereas|while)\b",
    re.I,
)


def compared_in(question: str) -> list[str]:
    """The things that a question sets against one another, as it calls them; none where it does not."""
    sides, _ = sides_of(question)
    for form in _ASKS if len(sides) < 2 else ():
        if match := form.search(question.strip()):
            return [match["a"], match["b"]]
    return sides


def comparing_first(question: str, scored: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, best first, weighed again for a question that compares two things; any other leaves them.

    What only points at a figure comes behind a sentence or row that says how the two compare.
    """
    wanted = [set(content_stems(side)) for side in compared_in(question)]
    if len(wanted) < 2 or not all(wanted) or not scored:
        return list(scored)
    best = max(each.score for each in scored)
    weighed = [replace(each, score=each.score + best * _gain(each, wanted)) for each in scored]
    says = max((each.score for each in weighed if _says(each, wanted)), default=None)
    if says is not None:
        weighed = [
            replace(each, score=min(each.score, says * _BEHIND)) if _only_points(each) else each
            for each in weighed
        ]
    return sorted(weighed, key=lambda each: -each.score)


def _gain(each: Candidate, wanted: Sequence[set[str]]) -> float:
    if _only_points(each):
        return -_SHOWS
    both = _BOTH if _names_both(each, wanted) else 0.0
    return both + (_SAYS if both and _COMPARES.search(each.text) else 0.0)


def _says(each: Candidate, wanted: Sequence[set[str]]) -> bool:
    """Whether it says how the two compare; a row has their values."""
    return (
        not _only_points(each)
        and _names_both(each, wanted)
        and (each.kind == "row" or _COMPARES.search(each.text) is not None)
    )


def _names_both(each: Candidate, wanted: Sequence[set[str]]) -> bool:
    stems = set(content_stems(each.text))
    return sum(side <= stems for side in wanted) > 1


def _only_points(each: Candidate) -> bool:
    # A row begins with its table's caption, and has what that announces.
    return each.kind == "caption" or (each.kind == "" and _POINTS.match(each.text) is not None)
