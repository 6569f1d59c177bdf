"""A paper's pages as one running text, with the way back to pages, sentences and sections."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from twintree.base.pages import PageText
from twintree.base.records import Section, SectionTree, Span
from twintree.base.text import sentences


class RunningText:
    """The bodies of all pages, joined by line feeds, so that a sentence may run over a page's end."""

    def __init__(self, pages: Sequence[PageText], tree: SectionTree | None = None) -> None:
        self._numbers = [page.number for page in pages]
        self._starts: list[int] = []
        parts: list[str] = []
        at = 0
        for page in pages:
            self._starts.append(at)
            body = page.text[: page.body_end].rstrip()
            parts.append(body)
            at += len(body) + 1
        self.text = "\n".join(parts)
        self._sections = self._placed(tree)

    def offset(self, page: int, start: int) -> int:
        """Where a page's character stands in the running text; the end of its body at most."""
        i = bisect_right(self._numbers, page) - 1
        if i < 0:
            return 0
        end = self._starts[i + 1] - 1 if i + 1 < len(self._starts) else len(self.text)
        return min(self._starts[i] + start, end)

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        """The pages' characters that a stretch covers, one span a page."""
        found = []
        i = bisect_right(self._starts, start) - 1
        while i < len(self._starts) and self._starts[i] < end:
            begin = self._starts[i]
            stop = self._starts[i + 1] - 1 if i + 1 < len(self._starts) else len(self.text)
            if max(start, begin) < min(end, stop):
                found.append(Span(self._numbers[i], max(start, begin) - begin, min(end, stop) - begin))
            i += 1
        return tuple(found)

    @cached_property
    def _sentences(self) -> list[tuple[int, int]]:
        return sentences(self.text)

    @cached_property
    def _sentence_starts(self) -> list[int]:
        return [start for start, _ in self._sentences]

    def all_sentences(self) -> list[tuple[int, int]]:
        """Every sentence's place."""
        return self._sentences

    def sentence(self, at: int) -> tuple[int, int]:
        """The sentence that holds a place."""
        i = bisect_right(self._sentence_starts, at) - 1
        return self._sentences[i] if i >= 0 else (at, at)

    def section(self, at: int) -> Section | None:
        """The innermost section that holds a place."""
        best = None
        for start, end, section in self._sections:
            if start > at:
                break
            if at < end:
                best = section
        return best

    def _placed(self, tree: SectionTree | None) -> list[tuple[int, int, Section]]:
        nodes = tree.nodes if tree is not None else ()
        placed = [(self.offset(*node.start), self.offset(*node.end), node) for node in nodes]
        return sorted(placed, key=lambda each: (each[0], -each[1]))
