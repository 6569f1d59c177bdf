"""Captions that only say what is shown: they have a question's words, and no answer; sentences go before them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from twintree.answering.evidence import Candidate
from twintree.base.anchors import Anchor
from twintree.base.ids import PaperId

#: What a bare caption's score is worth beside a sentence's: one that repeats the question's words is easily half as
#: good again as the sentence that answers.
_WORTH = 0.65
#: Characters up to which what stands before a caption's words is its label.
_LABEL = 16
_LABELLED = re.compile(r"^\W*(?:fig(?:ure|\.)?|table|tab\.|algorithm|listing)\s*[\dIVX]+\w*\s*[:.|—–-]", re.I)
_VALUE = re.compile(r"(?<![\w.])[-+±−]?\d[\d.,]*(?:%|(?![\w-]))")


def bare_captions_behind(
    scored: Sequence[Candidate], anchors: Callable[[PaperId], Sequence[Anchor]]
) -> list[Candidate]:
    """The candidates, best first, with captions that hold no value behind sentences that are about as good.

    Of such captions the best one of each part is left. Rows and cells of tables stay as they are.

    Args:
        scored: the candidates, best first.
        anchors: a paper's figures and tables, whose captions are known.
    """
    bare = [each for each in scored if is_bare_caption(each, anchors(each.paper))]
    first = {each.part: each for each in reversed(bare)}
    kept = [
        replace(each, score=each.score * _WORTH) if each in bare else each
        for each in scored
        if each not in bare or first[each.part] is each
    ]
    return sorted(kept, key=lambda each: -each.score)


def is_bare_caption(each: Candidate, anchors: Sequence[Anchor]) -> bool:
    """Whether it is what a caption begins with, and holds no value beside its number."""
    if each.kind not in ("", "caption"):
        return False
    labelled = _LABELLED.match(each.text)
    if _VALUE.search(each.text[labelled.end() :] if labelled else each.text):
        return False
    return each.kind == "caption" or labelled is not None or any(_begins(each, one) for one in anchors)


def _begins(each: Candidate, anchor: Anchor) -> bool:
    """Whether a sentence is the first of a caption; the ones behind it may say what was found."""
    if anchor.kind not in ("figure", "table", "algorithm") or anchor.file != each.file or not anchor.spans:
        return False
    own, first = anchor.spans[0], each.spans[0]
    return own.page == first.page and own.start <= first.start <= min(own.start + _LABEL, own.end)
