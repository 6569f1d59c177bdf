"""Typed beam search over the evidence graph; a scorer says how good a trace is (StateRAG S.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from twintree.answering.state.likeness import Likeness
from twintree.answering.state.roles import Asked
from twintree.answering.state.settings import StateSettings
from twintree.base.hierarchy import ROOT
from twintree.base.progress import CancelToken
from twintree.base.state import TypedPath
from twintree.base.words import content_stems
from twintree.trees.hierarchy import EvidenceGraph

#: What a group's own abstraction weighs beside the nearest region below it.
_ABSTRACTION = 0.1
#: What a Relation gains that served a question like this one.
_KNOWN = 0.05


class TraceScorer(Protocol):
    """g: how well the last abstraction of each trace serves the objective."""

    @property
    def made_by(self) -> str:
        """The model's id; ``""`` for the deterministic scorer."""
        ...

    def score(
        self, asked: Asked, graph: EvidenceGraph, traces: Sequence[tuple[str, ...]], cancel: CancelToken
    ) -> list[float]:
        """One score a trace, higher is better."""
        ...


def objective_of(asked: Asked) -> str:
    """What this cycle looks for, in words."""
    return asked.state.plan.objective if asked.state.plan is not None else asked.target.text


class NearestScorer:
    """The deterministic scorer: a group is as near as the nearest region below it, and its abstraction a little.

    Groups are extracts of their regions; a mean of many things says less of each than the one it is sought for.
    """

    made_by = ""

    def __init__(self, likeness: Likeness) -> None:
        self._likeness = likeness

    def score(
        self, asked: Asked, graph: EvidenceGraph, traces: Sequence[tuple[str, ...]], cancel: CancelToken
    ) -> list[float]:
        """See ``TraceScorer.score``."""
        cancel.check()
        objective = objective_of(asked)
        near = self._likeness.of_regions(objective, graph)
        stems = set(content_stems(objective)) or {""}
        scores = []
        for trace in traces:
            last = trace[-1]
            best = max((near[leaf] for leaf in graph.leaves(last)), default=0.0)
            shared = len(stems & set(content_stems(graph.text(last)))) / len(stems)
            known = _KNOWN if asked.known and set(asked.known) & {last, *trace} else 0.0
            scores.append(best + _ABSTRACTION * shared + known)
        return scores


class BeamNavigator:
    """Expands traces level by level: types first, then scores; completed traces stand apart from the beam."""

    def __init__(self, scorer: TraceScorer, first: TraceScorer, settings: StateSettings) -> None:
        """``first`` ranks extensions beforehand where there are more than the candidate budget allows."""
        self._scorer, self._first, self._settings = scorer, first, settings

    @property
    def made_by(self) -> str:
        """The scorer's model."""
        return self._scorer.made_by

    def navigate(self, asked: Asked, graph: EvidenceGraph, cancel: CancelToken) -> TypedPath | None:
        """The best completed trace, or None; see ``StateSettings`` for its limits.

        Where every Relation was tried before, they are gone through again: another objective may lead to other
        Evidence, and a paper of a single Relation must not end the run.
        """
        found = self._best_trace(asked, graph, cancel)
        if found is None and asked.tried:
            return self._best_trace(replace(asked, tried=()), graph, cancel)
        return found

    def _best_trace(self, asked: Asked, graph: EvidenceGraph, cancel: CancelToken) -> TypedPath | None:
        beam: list[tuple[str, ...]] = [(ROOT,)]
        done: list[tuple[float, tuple[str, ...]]] = []
        left = self._settings.candidates
        for depth in range(self._settings.expansions):
            cancel.check()
            traces = [(*trace, child) for trace in beam for child in self._children(asked, graph, trace)]
            # Later levels keep their share of the budget, so that a wide root cannot starve them.
            share = max(1, left // max(1, self._settings.expansions - depth))
            traces = self._narrowed(asked, graph, traces, share, cancel)
            if not traces:
                break
            left -= len(traces)
            scores = self._scorer.score(asked, graph, traces, cancel)
            ranked = sorted(zip(scores, traces, strict=True), key=lambda pair: -pair[0])
            kept = self._best_children(ranked)
            done += [(score, trace) for score, trace in kept if graph.kind(trace[-1]) == "evidence"]
            beam = [trace for _, trace in kept if graph.kind(trace[-1]) != "evidence"][: self._settings.beam]
        if not done:
            return None
        score, best = max(done, key=lambda pair: pair[0])
        labels = tuple(" ".join(graph.text(node).split())[:120] for node in best[1:])
        return TypedPath(nodes=best, labels=labels, score=round(float(score), 4))

    def _children(self, asked: Asked, graph: EvidenceGraph, trace: tuple[str, ...]) -> list[str]:
        found = [child for child in graph.children(trace[-1]) if child not in asked.tried]
        if len(trace) == 1 and asked.target.papers:
            wanted = set(asked.target.papers)
            found = [each for each in found if graph.regions[graph.leaves(each)[0]].paper in wanted]
        return found

    def _narrowed(
        self,
        asked: Asked,
        graph: EvidenceGraph,
        traces: list[tuple[str, ...]],
        most: int,
        cancel: CancelToken,
    ) -> list[tuple[str, ...]]:
        if len(traces) <= most:
            return traces
        near = self._first.score(asked, graph, traces, cancel)
        order = sorted(range(len(traces)), key=lambda at: -near[at])[:most]
        return [traces[at] for at in sorted(order)]

    def _best_children(
        self, ranked: Sequence[tuple[float, tuple[str, ...]]]
    ) -> list[tuple[float, tuple[str, ...]]]:
        kept, count = [], dict[tuple[str, ...], int]()
        for score, trace in ranked:
            above = trace[:-1]
            if count.get(above, 0) < self._settings.children:
                count[above] = count.get(above, 0) + 1
                kept.append((score, trace))
        return kept
