"""Every role without a model: read off words and vectors, the same on every run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from twintree.answering.question import Question, read_question
from twintree.answering.state.likeness import Likeness
from twintree.answering.state.navigation import objective_of
from twintree.answering.state.planning import targets_of
from twintree.answering.state.roles import Asked
from twintree.answering.state.support import BAR, read_support, support
from twintree.base.ids import PaperId
from twintree.base.progress import CancelToken
from twintree.base.state import EvidenceItem, Plan, Target, Verdict
from twintree.base.words import content_stems, stem, tokens
from twintree.trees.hierarchy import EvidenceGraph

#: Missing words that a Fail names, and that the next plan asks for again.
_NAMED = 4


class WordPlanner:
    """Targets by the question's form; after a Fail the missing words are asked for again."""

    made_by = ""

    def __init__(
        self,
        papers: Sequence[PaperId],
        graph: EvidenceGraph,
        most: int,
        *,
        each: bool = False,
        put: Mapping[PaperId, str] | None = None,
        near: Sequence[PaperId] = (),
    ) -> None:
        """See ``Kit`` for ``each``, ``put`` and ``near``."""
        there = {region.paper for region in graph.regions.values()}
        self._papers = tuple(paper for paper in papers if paper in there)
        self._most, self._each, self._put, self._near = most, each, put or {}, tuple(near)

    def targets(self, question: Question, cancel: CancelToken) -> Plan:
        """See ``Planner.targets``."""
        cancel.check()
        put = {paper: text for paper, text in self._put.items() if text != question.text}
        if len(self._papers) > 1 and put:
            targets = tuple(Target(text=put[paper], papers=(paper,)) for paper in self._papers[: self._most])
        else:
            targets = targets_of(question, self._papers, self._most, each=self._each)
        if len(self._near) > 1 and not any(target.papers for target in targets):
            # One path opens one paper, and which of several near ones answers is only seen on reading.
            targets = targets_of(question, self._near, self._most, each=True)
        return Plan(objective=question.text, kind=question.kind, targets=targets)

    def plan(self, asked: Asked, cancel: CancelToken) -> Plan:
        """See ``Planner.plan``."""
        cancel.check()
        why = asked.state.verdict.why if asked.state.verdict.status == "Fail" else ""
        wanted = [word for word in tokens(asked.target.text) if stem(word) in set(content_stems(why))]
        objective = " ".join([asked.target.text, *dict.fromkeys(wanted)])
        return Plan(
            objective=objective,
            kind=read_question(asked.target.text).kind,
            targets=(asked.target,),
            revision=why,
        )


class RankingRetriever:
    """The best items by words and meaning."""

    made_by = ""

    def __init__(self, likeness: Likeness, graph: EvidenceGraph, of_region: float) -> None:
        """``of_region``: what the score of an item's region weighs beside its own."""
        self._likeness, self._graph, self._of_region = likeness, graph, of_region

    def retrieve(
        self, asked: Asked, region: Sequence[EvidenceItem], keep: int, cancel: CancelToken
    ) -> tuple[EvidenceItem, ...]:
        """See ``Retriever.retrieve``."""
        cancel.check()
        scored = self.scored(objective_of(asked), region)
        return tuple(sorted(scored, key=lambda item: (-item.score, item.file, item.spans[0].page, item.id)))[
            :keep
        ]

    def scored(self, text: str, items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
        """The items with their scores for a text, in the order given."""
        own = self._likeness.of_texts(text, [item.text for item in items])
        near = self._likeness.of_regions(text, self._graph)
        return [
            replace(item, score=round(float(score) + self._of_region * near.get(item.region, 0.0), 6))
            for item, score in zip(items, own, strict=True)
        ]


class SupportVerifier:
    """Passes what a logistic model finds probable to hold the answer; names the words that are missing."""

    made_by = ""

    def __init__(
        self, likeness: Likeness, idf: Callable[[Sequence[str]], Mapping[str, float]], bar: float = BAR
    ) -> None:
        self._likeness, self._idf, self._bar = likeness, idf, bar

    def verify(self, asked: Asked, cancel: CancelToken) -> Verdict:
        """See ``Verifier.verify``."""
        cancel.check()
        evidence = asked.state.evidence
        if not evidence:
            return Verdict(status="Fail", why=f"nothing was found for: {asked.target.text}")
        target: Target = asked.target
        question = read_question(target.text)
        read = read_support(question, evidence, self._idf(question.stems), self._likeness)
        certainty = support(read)
        if certainty >= self._bar or any(item.pinned for item in evidence):
            return Verdict(status="Pass", why=f"the evidence holds an answer with certainty {certainty:.2f}")
        there = {each for item in evidence for each in content_stems(item.text)}
        missing = [
            word for word in dict.fromkeys(tokens(target.text)) if stem(word) in set(question.stems) - there
        ]
        named = (
            f"missing: {', '.join(missing[:_NAMED])}"
            if missing
            else "its words stand there, its answer does not"
        )
        return Verdict(status="Fail", why=f"certainty {certainty:.2f} that the evidence answers; {named}")
