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
    r"\b(?:compare|differences? between|differ between|contrast)\s+(?P<sides>[^:?;]{7,240}?)(?=[?.,;]|$)",
    re.I,
)
#: How a question leads up to what it compares.
_FRAME = re.compile(
    r"(?:^|[\s,]+)(?:(?:what|which|how|is|are|was|were|do|does|the|a|an|please|explain|tell)\s*)+$", re.I
)
#: What stands between the two sides, the surest first: ``Chieu and Ng`` is one side.
_BETWEEN = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"\s+(?:with|versus|vs\.?)\s+",
        r"\s+and\s+(?=(?:the|an?|that|those|its|their)\b)",
        r"\s+(?:and|to|from)\s+",
    )
)
#: Two of a kind under one noun: ``the maximum entropy and Gibbs sampling approaches``.
_BOTH = re.compile(
    r"\bthe\s+(?P<a>\S+(?:\s+\S+){0,3}?)\s+and\s+(?:the\s+)?(?P<b>\S+(?:\s+\S+){0,3}?)(?=\s+(?:approach|method|model|"
    r"system|algorithm|technique|tagger|parser|kernel|classifier|paper|studie|framework|architecture)e?s\b)",
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
    sides = _compared(question.text)
    if sides:
        return tuple(Target(text=side) for side in sides)
    if len(papers) > 1 and spans_papers(question.text):
        return tuple(Target(text=question.text, papers=(paper,)) for paper in papers[:most])
    return (Target(text=question.text),)


def spans_papers(question: str) -> bool:
    """Whether a question asks what several papers say, rather than something that one may answer."""
    return bool(_ACROSS.search(question))


def _compared(text: str) -> tuple[str, ...]:
    """The two things that a question compares, each with what else the question says; empty where it compares none."""
    found = _VERSUS.search(text)
    if found is None:
        return _two_of_a_kind(text)
    rest = _FRAME.sub("", text.replace(found.group(), " ").strip(" ?.,;:"))
    about = rest if content_stems(rest) else ""
    for between in _BETWEEN:
        sides = between.split(found.group("sides"), maxsplit=1)
        if len(sides) == 2 and all(content_stems(side) for side in sides):
            return tuple(" ".join(f"{side} {about}".split()) for side in sides)
    return ()


def _two_of_a_kind(text: str) -> tuple[str, ...]:
    """The question asked of each of two things that share a noun; empty where there are none."""
    found = _BOTH.search(text)
    if found is None or not all(content_stems(found.group(side)) for side in "ab"):
        return ()
    return tuple(f"{text[: found.start()]}the {found.group(side)}{text[found.end() :]}" for side in "ab")


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
