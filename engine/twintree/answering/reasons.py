"""Why a thing was made: what a paper says that it is for, mostly where it begins and without the words that ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from twintree.base.answers import Hit
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import FileRow, SectionTree, Span
from twintree.sources.passages import passages

_DONE = (
    r"(?:built|created|introduced|designed|developed|proposed|presented|studied|investigated|examined|carried\s+out|started|"
    r"founded|undertaken|written|conducted|needed|important|worth\w*)"
)
_DO = (
    r"(?:build|make|create|introduce|design|develop|propose|present|study|investigate|examine|carry\s+out|start|found|undertake|"
    r"write|conduct|built|made|created|introduced|designed|developed|proposed|presented|studied|investigated|examined)"
)
#: Who makes things: authors, by name or not. What a model *makes* are errors.
_WHO = (
    r"(?:they|we|he|she|the\s+(?:\w+\s+)?(?:authors?|researchers?|developers?|writers?|team)|"
    r"(?-i:[A-Z])[\w.'’-]*(?:(?:\s+(?:and|&)\s+|,\s+)(?-i:[A-Z])[\w.'’-]*|\s+et\s+al\.?)*)"
)
_ASKS = re.compile(
    # why was X built; nothing but where, when or by whom may stand behind it
    rf"^\s*why\s+(?:was|were|is|are)\s+(?:(?!(?:than|when|if|that|which|who)\b)[\w'’.()-]+\s+){{1,10}}?(?:{_DONE}|made)"
    r"(?:\s*\?|\s*$|\s+(?:in|by|for|at|first|here|again|originally)\b)|"
    rf"^\s*why\s+(?:did|do|does|have|has)\s+{_WHO}\s+(?:first\s+)?{_DO}\b|"
    rf"^\s*what\s+(?:was|were|is|are|did|do|does)\s+[^?]{{1,80}}?\b(?:{_DONE}|made|{_DO})\s+(?:[^?]{{1,60}}\s)?for\s*\??\s*$|"
    r"\bwhat\s+(?:is|was|are|were)\s+the\s+(?:\w+\s+)?(?:purpose|aim|goal|motivation)s?(?:\s+(?:of|behind|for)\b|\s*\?|\s*$)",
    re.I,
)
#: What is *made* without being built.
_NO_THING = re.compile(
    r"\b(?:errors?|mistakes?|assumptions?|changes?|progress|choices?|decisions?|use)\b.*\bmade\b", re.I
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
    return _ASKS.search(question) is not None and not _NO_THING.search(question)


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
