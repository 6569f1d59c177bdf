"""Passages as the person sees them: the page, a snippet, and rectangles of the words that matched."""

from __future__ import annotations

from collections.abc import Sequence

from twintree.base.records import Hit, Line, PageRect, Section, Span, rects_of
from twintree.retrieval.matching import Matcher, snippet_of
from twintree.store.passagewords import Place

#: Words of one passage that are framed; more would be a wall of boxes.
_MOST_RECTS = 40


def hit_of(
    place: Place,
    matcher: Matcher,
    lines: Sequence[Line],
    *,
    sections: Sequence[Section] = (),
    score: float = 0.0,
) -> Hit:
    """A passage as a hit.

    Args:
        place: the passage.
        matcher: finds the query's words in it.
        lines: printed lines of its page, for the rectangles; may be empty.
        sections: the paper's sections, to name the one that it stands in.
        score: to order hits by.
    """
    spans = matcher.spans(place.text)
    rects = [
        PageRect(place.page, rect)
        for start, end in spans[:_MOST_RECTS]
        for rect in rects_of(lines, place.start + start, place.start + end)
    ]
    section = section_at(sections, place.page, place.start)
    return Hit(
        paper=place.paper,
        file=place.file,
        page=place.page,
        spans=(Span(place.page, place.start, place.end),),
        snippet=snippet_of(place.text, spans),
        rects=tuple(rects),
        section=section.id if section else None,
        score=score,
    )


def section_at(sections: Sequence[Section], page: int, start: int) -> Section | None:
    """The innermost section that holds a position of the main file."""
    inside = [each for each in sections if each.start <= (page, start) < each.end]
    return max(inside, key=lambda each: (each.start, each.level), default=None)
