"""Passages as the person sees them: the page, a snippet, and rectangles of the words that matched."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from twintree.base.answers import Hit
from twintree.base.pages import Line, rects_of
from twintree.base.records import PageRect, Rect, Section, Span
from twintree.retrieval.matching import Matcher, snippet_of
from twintree.store.passagewords import Place

#: Words of one passage that are framed; more would be a wall of boxes.
_MOST_RECTS = 40


def hit_of(
    place: Place,
    matcher: Matcher,
    lines: Sequence[Line] = (),
    *,
    sections: Sequence[Section] = (),
    score: float = 0.0,
) -> Hit:
    """A passage as a hit.

    Args:
        place: the passage.
        matcher: finds the query's words in it.
        lines: printed lines of its page, for the rectangles; without them there are none.
        sections: the paper's sections, to name the one that it stands in.
        score: to order hits by.
    """
    spans = matcher.spans(place.text)
    framed = [(place.start + start, place.start + end) for start, end in spans[:_MOST_RECTS]]
    section = section_at(sections, place.page, place.start)
    return Hit(
        paper=place.paper,
        file=place.file,
        page=place.page,
        spans=(Span(place.page, place.start, place.end),),
        snippet=snippet_of(place.text, spans),
        rects=tuple(PageRect(place.page, rect) for rect in _rects(lines, framed)) if lines else (),
        section=section.id if section else None,
        score=score,
        recognised=place.recognised,
    )


def _rects(lines: Sequence[Line], spans: Sequence[tuple[int, int]]) -> Iterator[Rect]:
    """The boxes of spans; lines follow one another as their text does."""
    starts, ends = [line.start for line in lines], [line.end for line in lines]
    for start, end in spans:
        yield from rects_of(lines[bisect_right(ends, start) : bisect_left(starts, end)], start, end)


def section_at(sections: Sequence[Section], page: int, start: int) -> Section | None:
    """The innermost section that holds a position of the main file."""
    inside = [each for each in sections if each.start <= (page, start) < each.end]
    return max(inside, key=lambda each: (each.start, each.level), default=None)
