"""Every role by a model, behind the same protocols; what it says is a proposal like any other (StateRAG S.4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from twintree.answering.question import Question, read_question
from twintree.answering.state.navigation import objective_of
from twintree.answering.state.roles import Asked
from twintree.answering.state.settings import Incomplete
from twintree.answering.state.writing import ModelVoice
from twintree.base.progress import CancelToken
from twintree.base.state import EvidenceItem, Plan, Target, Verdict
from twintree.models import prompts
from twintree.trees.hierarchy import EvidenceGraph

_TEXT = 500


class ModelPlanner:
    """The model names what must be looked up; after a Fail it is told why."""

    def __init__(self, voice: ModelVoice, most: int) -> None:
        self._voice, self._most = voice, most
        self.made_by = voice.model

    def targets(self, question: Question, cancel: CancelToken) -> Plan:
        """See ``Planner.targets``."""
        said = self._voice.say(prompts.planning_chat(question.text), prompts.PLANNING_SCHEMA, 160, cancel)
        texts = [text for text in _texts(said, "queries") if text][: self._most]
        return Plan(
            objective=question.text,
            kind=question.kind,
            targets=tuple(Target(text=text) for text in texts),
        )

    def plan(self, asked: Asked, cancel: CancelToken) -> Plan:
        """See ``Planner.plan``."""
        kind = read_question(asked.target.text).kind
        verdict = asked.state.verdict
        if verdict.status != "Fail":
            return Plan(objective=asked.target.text, kind=kind, targets=(asked.target,))
        told = f"{asked.question.text}\n\nSought: {asked.target.text}\nThe evidence did not suffice: {verdict.why}"
        said = self._voice.say(prompts.planning_chat(told), prompts.PLANNING_SCHEMA, 160, cancel)
        objective = " ".join([asked.target.text, *_texts(said, "queries")[:1]])
        return Plan(objective=objective, kind=kind, targets=(asked.target,), revision=verdict.why)


class ModelScorer:
    """The model grades the last abstraction of each trace from 0 to 10."""

    def __init__(self, voice: ModelVoice) -> None:
        self._voice = voice
        self.made_by = voice.model

    def score(
        self, asked: Asked, graph: EvidenceGraph, traces: Sequence[tuple[str, ...]], cancel: CancelToken
    ) -> list[float]:
        """See ``TraceScorer.score``."""
        texts = [_cut(graph.text(trace[-1])) for trace in traces]
        chat = prompts.grading_chat(asked.question.text, objective_of(asked), texts)
        said = self._voice.say(chat, prompts.grading_schema(len(traces)), 8 * len(traces) + 20, cancel)
        scores = said["scores"] if isinstance(said["scores"], list) else []
        grades = [float(each) for each in scores if isinstance(each, int | float)]
        if len(grades) != len(traces):
            raise Incomplete(f"The model {self.made_by} graded {len(grades)} of {len(traces)} candidates.")
        return grades


class ModelRetriever:
    """The model names the items that contribute, best first."""

    def __init__(self, voice: ModelVoice, most: int) -> None:
        """``most``: items that are shown to it."""
        self._voice, self._most = voice, most
        self.made_by = voice.model

    def retrieve(
        self, asked: Asked, region: Sequence[EvidenceItem], keep: int, cancel: CancelToken
    ) -> tuple[EvidenceItem, ...]:
        """See ``Retriever.retrieve``; an id that it makes up is kept, for the controller to reject."""
        shown = list(region)[: self._most]
        if not shown:
            return ()
        known = {item.id: item for item in shown}
        keep = min(keep, len(shown))
        items = [(item.id, _cut(item.text)) for item in shown]
        chat = prompts.choosing_chat(asked.question.text, objective_of(asked), items)
        said = self._voice.say(chat, prompts.choosing_schema(list(known), keep), 40 * keep + 20, cancel)
        chosen = list(dict.fromkeys(_texts(said, "evidence")))[:keep]
        count = len(chosen)
        return tuple(
            replace(known.get(each) or _unknown(each, shown[0]), score=1.0 - at / (count + 1))
            for at, each in enumerate(chosen)
        )


class ModelVerifier:
    """The model says whether the evidence suffices, and what is missing."""

    def __init__(self, voice: ModelVoice) -> None:
        self._voice = voice
        self.made_by = voice.model

    def verify(self, asked: Asked, cancel: CancelToken) -> Verdict:
        """See ``Verifier.verify``."""
        chat = prompts.sufficiency_chat(asked.target.text, [item.text for item in asked.state.evidence])
        said = self._voice.say(chat, prompts.SUFFICIENCY_SCHEMA, 90, cancel)
        return Verdict(status=said["verdict"], why=str(said["why"]))


def _texts(said: dict[str, Any], name: str) -> list[str]:
    values = said.get(name)
    return [" ".join(str(each).split()) for each in values] if isinstance(values, list) else []


def _unknown(name: str, like: EvidenceItem) -> EvidenceItem:
    return replace(like, id=name)


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT else text[:_TEXT].rsplit(" ", 1)[0] + " …"
