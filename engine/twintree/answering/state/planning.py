"""What a question falls into, read off its words: two questions in one, things compared, papers gone through."""

from __future__ import annotations

import re
from collections.abc import Mapping

from twintree.answering.following import rewrite_follow_up
from twintree.answering.question import Question
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
_KIND_WORD = r"(?!(?:when|while|for|of|in|on|by|to|that|which|their|its|with|from|and)\b)\S+"
_BOTH = re.compile(
    rf"\bthe\s+(?P<a>{_KIND_WORD}(?:\s+{_KIND_WORD}){{0,3}}?)\s+and\s+(?:the\s+)?"
    rf"(?P<b>{_KIND_WORD}(?:\s+{_KIND_WORD}){{0,3}}?)(?=\s+(?:approach|method|model|"
    r"system|algorithm|technique|tagger|parser|kernel|classifier|paper|studie|framework|architecture)e?s\b)",
    re.I,
)
#: ``How does one compare to another in speed``.
_COMPARES = re.compile(
    r"\bhow\s+(?:do|does|did)\s+(?P<a>[^?;,]{2,120}?)\s+(?:compare\s+(?:to|with|against)|differ\s+from)\s+"
    r"(?P<b>[^?;,]{2,120}?)"
    r"(?P<about>\s+(?:in terms of|with respect to|regarding|in|on|for)\s+[^?;]+)?(?=[?.;,]|$)",
    re.I,
)
#: Three or more: ``Compare ants, bees and wasps``.
_LISTED = re.compile(
    r"\b(?:compare|differences? between|differ between|contrast)\s+"
    r"(?P<sides>[^:?;.,]{2,60}(?:,\s*(?!and\b)[^:?;.,]{2,60})+,?\s+and\s+[^:?;.,]{2,80})(?=[?.;,]|$)",
    re.I,
)
_WORKS = r"(?:papers|studies|articles|publications|authors)"
_WHOSE = r"(?:the|my|this|our|these|those|all|several|various|different|most|many|other)"
#: How a question says that it is put to several papers, the longest first.
_FRAMES = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\bwhat\s+do(?:es)?\s+(?:{_WHOSE}\s+)?(?:library['’]s\s+)?(?:{_WORKS}|library)\s+(?:say|report|tell|state)\b"
        r"(?:\s+(?:about|on|of)\b)?",
        r"[,.;]?\s*\b(?:judging|judge|weighing|going|seen)\s+(?:from|by)\s+(?:the|my|this|our)\s+library\b(?!['’]s)",
        rf"\b(?:(?:in|of|from|across|among|within|throughout|to)\s+)?{_WHOSE}\s+library(?:['’]s)?(?:\s+{_WORKS}\b)?",
        rf"\b(?:(?:in|of|from|across|among|between|throughout)\s+)?{_WHOSE}\s+{_WORKS}\b",
        rf"(?<=\bwhich)\s+{_WORKS}\b",
    )
)
_ITEMS = re.compile(r",\s*(?:and\s+)?|\s+and\s+", re.I)
#: A side that points at something instead of naming it cannot be sought by itself.
_POINTS = re.compile(
    r"(?:the\s+)?(?:this|these|those|their|its|our|his|her|others?|proposed|existing|previous|"
    r"state[- ]of[- ]the[- ]arts?)\b",
    re.I,
)
#: Works that a single paper speaks of: its own studies, and those of others that it compares itself with.
_NOT_OURS = (
    r"(?<!previous )(?<!prior )(?<!existing )(?<!earlier )(?<!related )(?<!other )(?<!past )(?<!user )(?<!case )"
    r"(?<!ablation )(?<!pilot )(?<!baseline )(?<!how many )(?<!proposed )"
)
_SAY = (
    r"(?:report|say|find|propose|use|agree|disagree|describe|recommend|state|measure|claim|compare|give|show|handle|"
    r"differ)"
)
_ACROSS = re.compile(
    r"\b(?:the|my|this|our)\s+library\b|"
    rf"\b{_NOT_OURS}(?:papers|studies|articles|publications)\b|"
    rf"\b{_NOT_OURS}(?:systems|approaches)\b.*\b{_SAY}|"
    rf"\b(?:which|several|various|different|most|many|all)\s+authors\b.*\b{_SAY}",
    re.I,
)


def targets_of(
    question: Question, papers: tuple[PaperId, ...], most: int, *, each: bool = False
) -> tuple[Target, ...]:
    """The things that must be found, at least one.

    A question about what several papers say is put to each of them, since what one says stands in for no other;
    where it asks several things these are put to each paper by themselves as long as there are few enough.

    Args:
        question: what is asked.
        papers: the papers at hand, best first.
        most: targets at most.
        each: these papers were chosen or named, and each is to be looked at.
    """
    asked = questions_in(question.text)
    across = len(papers) > 1 and spans_papers(question.text)
    sides = () if across else _compared(question.text)[:most]
    if sides and len(asked) == 1:
        return tuple(Target(text=side) for side in sides)
    if across or (each and 1 < len(papers) <= most):
        texts = asked if len(asked) * len(papers) <= most else [question.text]
        texts = [_of_one_paper(text) for text in texts]
        return tuple(Target(text=text, papers=(paper,)) for paper in papers[:most] for text in texts)
    return tuple(Target(text=text) for text in asked[:most])


def near_papers(
    scores: Mapping[str, float], paper_of: Mapping[str, PaperId], share: float, most: int
) -> tuple[PaperId, ...]:
    """The papers that hold a region nearly as near as the nearest one, that one's paper first.

    Args:
        scores: of regions, for the question.
        paper_of: the paper of each of them.
        share: of the best score that another paper's best region must reach.
        most: papers at most.
    """
    best: dict[PaperId, float] = {}
    for region, score in scores.items():
        best[paper_of[region]] = max(score, best.get(paper_of[region], 0.0))
    ranked = sorted(best, key=lambda paper: -best[paper])
    return tuple(paper for paper in ranked[:most] if best[paper] >= share * best[ranked[0]])


def spans_papers(question: str) -> bool:
    """Whether a question asks what several papers say, rather than something that one may answer."""
    return bool(_ACROSS.search(question))


def _of_one_paper(text: str) -> str:
    """What of a question to several papers one of them can speak of: not of the others, nor of the library."""
    kept = text
    for frame in _FRAMES:
        kept = frame.sub(" ", kept)
    kept = re.sub(r"\s+([?.,;:])", r"\1", " ".join(kept.split())).strip(" ,;:")
    return kept if content_stems(kept) else text


def _compared(text: str) -> tuple[str, ...]:
    """The things that a question compares, each with what else the question says; empty where it compares none."""
    sides, about = sides_of(text)
    if not all(content_stems(side) for side in sides) or any(_POINTS.match(side) for side in sides):
        return ()
    return tuple(" ".join(f"{side} {about}".split()) for side in sides) or _two_of_a_kind(text)


def sides_of(text: str) -> tuple[list[str], str]:
    """The things that a question names for comparison, and what else it says of them."""
    if listed := _LISTED.search(text):
        return [each.strip() for each in _ITEMS.split(listed.group("sides")) if each.strip()], _beside(
            text, listed
        )
    if compared := _COMPARES.search(text):
        return [compared.group("a"), compared.group("b")], compared.group("about") or ""
    if found := _VERSUS.search(text):
        for between in _BETWEEN:
            parts = between.split(found.group("sides"), maxsplit=1)
            if len(parts) == 2 and all(content_stems(side) for side in parts):
                return parts, _beside(text, found)
    return [], ""


def _beside(text: str, found: re.Match[str]) -> str:
    """What a question says beside what it compares; empty where that is no topic."""
    rest = _FRAME.sub("", text.replace(found.group(), " ").strip(" ?.,;:"))
    return rest if content_stems(rest) else ""


def _two_of_a_kind(text: str) -> tuple[str, ...]:
    """The question asked of each of two things that share a noun; empty where there are none."""
    found = _BOTH.search(text)
    if found is None or not all(content_stems(found.group(side)) for side in "ab"):
        return ()
    return tuple(f"{text[: found.start()]}the {found.group(side)}{text[found.end() :]}" for side in "ab")


def questions_in(text: str) -> list[str]:
    """The questions that a text asks, each so that it stands alone."""
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
