"""Why a thing was made: what a paper says that it is for, mostly where it begins and without the words that ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from twintree.base.answers import Hit
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import FileRow, SectionTree, Span
from twintree.sources.passages import passages

_ASKS = re.compile(
    r"^\s*(?:why|what\s+for)\b.*\b(?:built|build|made|created?|introduced?|designed?|developed?|proposed?|presented?|"
    r"studied|study|investigated?|examined?|carried\s+out|started|founded|undertaken|written|needed|important|worth\w*|"
    r"interested)\b|\bwhat\s+(?:is|was|are|were)\s+the\s+(?:purpose|aim|goal|motivation|point|idea)s?\b",
    re.I,
)
_SAYS = re.compile(
    r"\b(?:goals?|aims?|aimed|purpose|objectives?|motivat\w+|in\s+order\s+to|intended\s+to|so\s+that|"
    r"to\s+(?:address|overcome|facilitate|enable|fill|close|tackle|alleviate|clarify)|we\s+(?:hope|seek|wish)|"
    r"the\s+need\s+(?:for|to)|(?:lack|absence)\s+of|remains?\s+(?:un\w+|largely|an?\s+open)|"
    r"(?:no|few|little)\s+(?:\w+\s+){0,2}?(?:stud(?:y|ies)|evidence|research|work|data|attention)|"
    r"ha(?:s|ve)\s+(?:not|never)\s+(?:yet\s+)?been|unable\s+to)\b",
    re.I,
)
_OPENING = frozenset({"abstract", "introduction"})
#: Passages of a paper's beginning that are read, and their score as a share of the best passage's.
_MOST, _SHARE = 24, 0.75


def asks_purpose(question: str) -> bool:
    """Whether a question asks what a thing was made or looked into for."""
    return _ASKS.search(question) is not None


def says_purpose(text: str) -> bool:
    """Whether a sentence says what something is for, or what was missing before it."""
    return _SAYS.search(text) is not None


def openings(
    hits: Sequence[Hit],
    papers: Sequence[PaperId],
    tree_of: Callable[[PaperId], SectionTree],
    files_of: Callable[[PaperId], Sequence[FileRow]],
    page_of: Callable[[FileId, int], PageText],
) -> list[Hit]:
    """The passages with which papers begin, abstract and introduction, that are not among those found.

    Args:
        hits: the passages that were found, best first.
        papers: whose beginnings are meant.
        tree_of: a paper's sections.
        files_of: its files, the main one first.
        page_of: gives a page.
    """
    known = {(hit.file, hit.page, span.start) for hit in hits for span in hit.spans}
    score = _SHARE * max((hit.score for hit in hits), default=1.0)
    found: list[Hit] = []
    for paper in dict.fromkeys(papers):
        file = next(iter(files_of(paper)), None)
        if file is None:
            continue
        spans = [
            span
            for span in _opening_spans(tree_of(paper), file.id, page_of)
            if (file.id, span.page, span.start) not in known
        ]
        found += [
            Hit(paper=paper, file=file.id, page=span.page, spans=(span,), snippet="", score=score)
            for span in spans[:_MOST]
        ]
    return found


def _opening_spans(
    tree: SectionTree, file: FileId, page_of: Callable[[FileId, int], PageText]
) -> Iterator[Span]:
    for node in tree.nodes:
        if node.role not in _OPENING:
            continue
        for number in range(node.start[0], node.end[0] + 1):
            page = page_of(file, number)
            for start, end in passages(page):
                if node.start <= (number, start) < node.end:
                    yield Span(number, start, end)
