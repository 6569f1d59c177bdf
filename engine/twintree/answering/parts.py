"""A question to several papers as a part for each: what it asks of one of them, and the passages that may answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from twintree.answering.question import Question, read_question
from twintree.answering.state.planning import questions_in
from twintree.base.answers import Hit, Scope
from twintree.base.ids import PaperId
from twintree.base.records import Record
from twintree.base.words import content_stems

#: Papers that a question may name and hear each of.
MOST_NAMED = 4
_COMPARES = re.compile(
    r"\b(?:compare[sd]?|comparing|comparison|differ(?:s|ed|ing|ences?|ent(?:ly)?)?|contrast\w*|versus|vs|vergleich\w*|"
    r"unterschied\w*|unterscheide\w*)\b",
    re.I,
)
#: What compares, and what is compared in it, where that says nothing of a subject.
_FRAME = frozenset(
    content_stems(
        "compare compares compared comparing comparison differ differs difference differences different differently "
        "contrast contrasts versus vs approach approaches method methods system systems model models idea ideas work "
        "way use uses used using give gives gave given report reports reported say says said take takes took result "
        "results study studies paper papers vergleich vergleiche unterschied unterschiede unterscheiden ansatz methode"
    )
)


def compares(text: str) -> bool:
    """Whether a question puts things beside one another."""
    return _COMPARES.search(text) is not None


class Part(Record, frozen=True, kw_only=True):
    """A part of a question, as a question of its own, with the passages that were found for it.

    ``judged``: that they answer it was decided before. ``paper``: the one that it is put to, where that was named.
    """

    question: Question
    hits: tuple[Hit, ...]
    judged: bool = False
    paper: PaperId | None = None


def put_to(asked: Question, title: str) -> Question:
    """A question that compares papers, as it is put to one of them; any other one as it is.

    What the others are called says nothing of this one: it is asked for what they are compared in, and, where that is
    not said, for its own subject, as its title names it.

    Args:
        asked: the question, its stems without the names of the papers.
        title: of the paper.
    """
    if not compares(asked.text):
        return asked
    stems = tuple(each for each in asked.stems if each not in _FRAME)
    if stems:
        text = _from_first_to_last(asked.sought, set(stems)) or _from_first_to_last(asked.text, set(stems))
        kind = asked.kind if asked.kind == "number" else "other"
        return replace(asked, text=text, kind=kind, stems=stems, about="")
    if not content_stems(title):
        return asked
    return replace(read_question(title), kind="other")


def _from_first_to_last(text: str, stems: set[str]) -> str:
    """The words of a text from the first to the last of those stems, with what stands between."""
    words = [word for word in re.finditer(r"[\w-]+", text) if stems & set(content_stems(word.group()))]
    return text[words[0].start() : words[-1].end()] if words else ""


def of_amounts(asked: Question, hits: Sequence[Hit]) -> list[Part]:
    """Two amounts that are asked for in one question, each as a question of its own to the same passages.

    Args:
        asked: the question.
        hits: the passages that were found for it.
    """
    questions = [read_question(text) for text in questions_in(asked.sought)]
    if not 1 < len(questions) <= MOST_NAMED or any(each.kind != "number" for each in questions):
        return []
    return [Part(question=each, hits=tuple(hits)) for each in questions]


def of_each(
    asked: Question,
    scope: Scope,
    hits: Sequence[Hit],
    title_of: Callable[[PaperId], str],
    passages: Callable[[str, PaperId], Sequence[Hit]],
) -> list[Part]:
    """The question put to each of the few papers that it names, so that each of them has its say.

    Args:
        asked: the question.
        scope: narrowed to them.
        hits: the passages that were found for it.
        title_of: a paper's title.
        passages: those of one paper for other words.
    """
    named = [paper for paper in scope.papers if any(hit.paper == paper for hit in hits)]
    if not 1 < len(named) <= MOST_NAMED:
        return []
    parts = []
    for paper in named:
        question = put_to(asked, title_of(paper))
        own = [hit for hit in hits if hit.paper == paper]
        found = own if question is asked else passages(question.sought, paper)
        parts.append(Part(question=question, hits=tuple(found or own), paper=paper))
    return parts
