"""What a question falls into, read off its words: two questions in one, things compared, papers gone through."""

from __future__ import annotations

import re

from twintree.answering.question import Question, rewrite_follow_up
from twintree.base.ids import PaperId
from twintree.base.state import Target
from twintree.base.words import content_stems

_AND_ASKS = re.compile(
    r",?\s+(?:and|und|et)\s+(?=(?:what|which|who|whom|when|where|why|how|does|do|did|is|are|was|were|can)\b)",
    re.I,
)
_VERSUS = re.compile(
    r"\b(?:compare|difference between|differ between|contrast)\s+(?P<a>.{3,80}?)\s+(?:and|with|to|from|versus|vs\.?)\s+"
    r"(?P<b>.{3,80}?)(?=[?.,;]|$)",
    re.I,
)
_ACROSS = re.compile(
    r"\b(papers|studies|articles|publications|systems|approaches|authors)\b.*\b(report|say|find|propose|use|agree|"
    r"disagree|describe|recommend|state|measure|claim|compare|give|show)|"
    r"\b(across|among|between|throughout|in) (the |these |those |my |all )?(library|papers|studies|articles)\b|"
    r"\b(library's|libraries') papers\b",
    re.I,
)


def targets_of(question: Question, papers: tuple[PaperId, ...], most: int) -> tuple[Target, ...]:
    """The things that must be found, at least one.

    Args:
        question: what is asked.
        papers: the papers at hand, best first.
        most: targets at most.
    """
    asked = _questions_in(question.text)
    if len(asked) > 1:
        return tuple(Target(text=text) for text in asked[:most])
    compared = _VERSUS.search(question.text)
    if compared is not None:
        rest = question.text.replace(compared.group(), " ").strip(" ?.,;:")
        sides = (compared.group("a"), compared.group("b"))
        return tuple(Target(text=" ".join(f"{side} {rest}".split())) for side in sides)
    if len(papers) > 1 and spans_papers(question.text):
        return tuple(Target(text=question.text, papers=(paper,)) for paper in papers[:most])
    return (Target(text=question.text),)


def spans_papers(question: str) -> bool:
    """Whether a question asks what several papers say, rather than something that one may answer."""
    return bool(_ACROSS.search(question))


def _questions_in(text: str) -> list[str]:
    parts: list[str] = []
    for sentence in re.split(r"(?<=\?)\s+", text):
        parts += [part for part in _AND_ASKS.split(sentence) if part.strip()]
    asked: list[str] = []
    for part in parts:
        if not content_stems(part) and asked:
            asked[-1] = f"{asked[-1]} {part}"
            continue
        asked.append(rewrite_follow_up(part.strip(), asked[-1]) if asked else part.strip())
    return asked if len(asked) > 1 and all(_stands(part) for part in asked) else [text]


def _stands(part: str) -> bool:
    return bool(content_stems(part))
