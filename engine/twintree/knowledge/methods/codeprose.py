"""Where a program's files speak: their comments and documentation strings, as places on their pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from twintree.base.pages import PageText

_DOCUMENTED = re.compile(
    r'"""(?P<double>.*?)"""|\'\'\'(?P<single>.*?)\'\'\'|/\*+(?P<block>.*?)\*/', re.DOTALL
)
_COMMENT = re.compile(r"\s*(?:#+'?|//+|--|%+|!+|;+)\s+(?=\S)")
#: Fewer letters are a mark between lines, or a name.
_LEAST = 12


def spoken(page: PageText) -> Iterator[tuple[int, int]]:
    """Places (start, end) of a page's text that hold what its authors say, in order; lines of comments that follow
    each other are one."""
    told = sorted((*_strings(page.text[: page.body_end]), *_comments(page)))
    end = -1
    for first, last in told:
        if first >= end and sum(c.isalpha() for c in page.text[first:last]) >= _LEAST:
            yield first, last
            end = last


def _strings(text: str) -> Iterator[tuple[int, int]]:
    for match in _DOCUMENTED.finditer(text):
        yield match.span(match.lastgroup or 0)


def _comments(page: PageText) -> Iterator[tuple[int, int]]:
    begun: tuple[int, int] | None = None
    for line in page.lines:
        if line.furniture:
            continue
        mark = _COMMENT.match(page.text, line.start, line.end)
        if mark is None:
            if begun is not None:
                yield begun
            begun = None
        elif begun is None:
            begun = (mark.end(), line.end)
        else:
            begun = (begun[0], line.end)
    if begun is not None:
        yield begun
