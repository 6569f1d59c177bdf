"""Exploring outward from a question through the citation graph: bounded, explained, and over where it said (Crase).

One plan, one search for seeds, one expansion; then claims, one judgement an edge, pruning, one ranking. The end is
known before the first claim is read: 1 + |V| + |E| calls, of which those cached or not needed are told beforehand.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable

import msgspec

from twintree.base.answers import Scope
from twintree.base.errors import Cancelled, WrongUse
from twintree.base.exploring import HOPS, RANKINGS, SEEDING, Exploration, ExploreSettings
from twintree.base.progress import CancelToken, Progress
from twintree.retrieval.exploring.neighbourhood import allowed_part, bound_of, neighbourhood
from twintree.retrieval.exploring.run import Run, Sources, Start
from twintree.retrieval.exploring.seeds import Seed, UpTo, find_seeds
from twintree.store.citationgraph import CitationNode

_LONGEST_QUESTION = 2000
#: Hits of the question itself: they weigh the seeds, and show what no seed leads to.
_LOOKED_AT = 100

OnPlanned = Callable[[Exploration], None]


class Explorer:
    """Explores one library; each call is one exploration."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources

    def plan(
        self,
        question: str,
        settings: ExploreSettings | None = None,
        scope: Scope | None = None,
        *,
        cancel: CancelToken | None = None,
    ) -> Exploration:
        """What an exploration would do, and what it would cost, without doing it.

        Raises:
            WrongUse: the question is empty or too long, or a setting is out of its range.
        """
        return self._begin(question, settings, scope, cancel or CancelToken()).as_planned()

    def explore(
        self,
        question: str,
        settings: ExploreSettings | None = None,
        scope: Scope | None = None,
        *,
        created: str = "",
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
        on_planned: OnPlanned | None = None,
    ) -> Exploration:
        """Explore; stopped midway, the result is ``cancelled`` and what was judged is kept.

        Args:
            question: in a person's words.
            settings: parameters; None for the defaults.
            scope: which held papers take part.
            created: when, for the record.
            progress: in calls.
            cancel: tested at every paper and edge.
            on_planned: receives the plan, its cost and its warnings before the first claim is read.

        Raises:
            WrongUse: the question is empty or too long, or a setting is out of its range.
        """
        token, begun = cancel or CancelToken(), time.monotonic()
        running = self._begin(question, settings, scope, token)
        if on_planned is not None:
            on_planned(running.as_planned())
        try:
            running.judge(progress or Progress(), token)
            found = running.ranked()
        except Cancelled:
            found = running.stopped()
        return msgspec.structs.replace(found, seconds=round(time.monotonic() - begun, 3), created=created)

    def _begin(
        self, question: str, settings: ExploreSettings | None, scope: Scope | None, cancel: CancelToken
    ) -> Run:
        asked = " ".join(question.split())
        chosen, where = settings or ExploreSettings(), scope or Scope()
        _check(asked, chosen)
        sources = self.sources
        finder = UpTo(sources.finder, chosen.year)
        plan, planned_by = sources.queries(asked, chosen.queries, cancel)
        cancel.check()
        seeds = find_seeds(finder, plan, chosen.seeds, where, chosen.seeding)
        held = None if where == Scope() else finder.held(where)
        graph = allowed_part(sources.graph(), held, chosen.year)
        bound = bound_of(graph, chosen.queries, chosen.seeds, chosen.cap)
        around = neighbourhood(graph, [_node(seed) for seed in seeds], chosen.hops, chosen.cap)
        start = Start(
            question=asked,
            settings=chosen,
            scope=where,
            year=chosen.year or datetime.datetime.now(datetime.UTC).year,
            plan=plan,
            planned_by=planned_by,
            seeds=tuple(seeds),
            hits=tuple(finder.ranked(asked, where, _LOOKED_AT)),
            around=around,
            bound=bound,
        )
        return Run(sources, start)


def _check(question: str, settings: ExploreSettings) -> None:
    if not question:
        raise WrongUse("The question is empty.", "Ask what the papers should be about.")
    if len(question) > _LONGEST_QUESTION:
        raise WrongUse(
            f"The question has {len(question)} characters.", f"Ask in at most {_LONGEST_QUESTION:,}."
        )
    for name, value, low, high in (
        ("queries", settings.queries, 1, 10),
        ("seeds", settings.seeds, 1, 50),
        ("cap", settings.cap, 5, 1000),
        ("threshold", settings.threshold, 0.0, 1.0),
        ("carried", settings.carried, 0.0, 1.0),
        ("decay", settings.decay, 0.0, 10.0),
        ("restart", settings.restart, 0.01, 0.99),
    ):
        if not low <= value <= high:
            raise WrongUse(f"{name} = {value} is out of range.", f"Choose {low} to {high}.")
    for name, chosen, known in (
        ("hops", settings.hops, HOPS),
        ("ranking", settings.ranking, RANKINGS),
        ("seeding", settings.seeding, SEEDING),
    ):
        if chosen not in known:
            raise WrongUse(f"There is no {name} {chosen}.", f"Choose one of {', '.join(map(str, known))}.")


def _node(seed: Seed) -> CitationNode:
    row = seed.paper
    return CitationNode(id=row.id, title=row.title or row.key, authors=row.authors, year=row.year, held=True)
