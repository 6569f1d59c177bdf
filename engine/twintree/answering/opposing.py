"""What was read on the way and contradicts an answer: shown beside it, never hidden."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from twintree.answering.evidence import Candidate
from twintree.base.ids import PaperId
from twintree.knowledge.entailment import Judge

#: Sentences that each sentence of an answer is held against, the best ones.
_HELD_AGAINST = 12
#: Cosine to the question under which a sentence speaks of something else, and contradicts nothing.
_ON_TOPIC = 0.45
#: Probability of contradiction from which it is shown, a choice of ours. At the judge's own threshold 31 of 172
#: sentences about single QASPER papers had an "opposing" one of the same paper (at this one 2); six of the 31 were
#: read, all wrong. How often what another paper is said to contradict is right was not measured.
_SURE = 0.75


def opposing(
    judge: Judge, said: str, papers: Collection[PaperId], read: Sequence[Candidate]
) -> Candidate | None:
    """The sentence of another paper that contradicts ``said`` most, if the judge is sure of any.

    Args:
        judge: says whether a passage supports a claim, contradicts it, or neither.
        said: a sentence of an answer.
        papers: the papers that it cites; what one paper says twice in other words is no contradiction.
        read: sentences of pages, best first.
    """
    others = [
        each for each in read[:_HELD_AGAINST] if each.similarity >= _ON_TOPIC and each.paper not in papers
    ]
    if not others:
        return None
    verdicts = judge.judge([(said, each.text) for each in others])
    best, verdict = max(zip(others, verdicts, strict=True), key=lambda pair: pair[1].contradicts)
    return best if verdict.contradicts >= _SURE else None


def contradicted(judge: Judge, said: str, evidence: Sequence[str]) -> bool:
    """Whether the judge is sure that the evidence a sentence names says the opposite of it."""
    if not evidence:
        return False
    return all(verdict.contradicts >= _SURE for verdict in judge.judge([(said, text) for text in evidence]))
