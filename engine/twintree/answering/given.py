"""What of the weighed sentences a model is given: few, the best of them with the sentences beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from twintree.answering.division import Layouts, pieces
from twintree.answering.evidence import Candidate, choose
from twintree.base.ids import FileId
from twintree.base.pages import PageText
from twintree.base.records import Span

#: Characters that a sentence may have with those beside it.
_LONGEST = 1_200


def given(
    scored: Sequence[Candidate],
    most: int,
    bar: float,
    context: int,
    page_of: Callable[[FileId, int], PageText],
    layout: Layouts,
) -> list[Candidate]:
    """The evidence for a model, best first.

    An answer often stands beside the sentence that has the question's words, so the best ones bring what stands
    before and behind them in their paragraph; for that there are fewer.

    Args:
        scored: weighed sentences, best first.
        most: of them at most.
        bar: share of the best one's score that another must reach, 0..1.
        context: how many of the best bring their neighbours.
        page_of: gives a page.
        layout: what is known of pages.
    """
    chosen = choose(scored, most, bar)
    whole = [
        _with_neighbours(each, page_of, layout) if at < context else each for at, each in enumerate(chosen)
    ]
    return [each for at, each in enumerate(whole) if not any(_holds(other, each) for other in whole[:at])]


def _with_neighbours(
    each: Candidate, page_of: Callable[[FileId, int], PageText], layout: Layouts
) -> Candidate:
    if each.kind or len(each.spans) != 1:
        return each
    span = each.spans[0]
    page = page_of(each.file, span.page)
    first, last = page.text.rfind("\n\n", 0, span.start), page.text.find("\n\n", span.end)
    around = list(
        pieces(
            page.text,
            0 if first < 0 else first + 2,
            len(page.text) if last < 0 else last,
            layout(each.paper, each.file, page),
        )
    )
    at = next((at for at, (start, end) in enumerate(around) if start <= span.start < end), None)
    if at is None:
        return each
    start, end = around[max(0, at - 1)][0], around[min(len(around) - 1, at + 1)][1]
    if "\n" in page.text[start:end] or end - start > _LONGEST:
        return each
    return replace(each, spans=(Span(span.page, start, end),), text=" ".join(page.text[start:end].split()))


def _holds(other: Candidate, each: Candidate) -> bool:
    return other.file == each.file and all(
        any(own.page == span.page and own.start <= span.start and span.end <= own.end for own in other.spans)
        for span in each.spans
    )
