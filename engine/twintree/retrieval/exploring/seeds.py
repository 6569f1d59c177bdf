"""Where an exploration starts: for each query the papers that lead by relevance, by recency, or by both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from twintree.base.answers import Scope
from twintree.base.records import PaperRow, Record

#: Papers that may be seeds, for each seed wanted.
POOL = 3


class Ranked(Record, frozen=True, kw_only=True):
    """A paper that a query found: its score, whether it passes the gates, and whether it fits strongly."""

    paper: PaperRow
    score: float
    passed: bool
    strong: bool = False


class Finder(Protocol):
    """What exploring needs of search."""

    def ranked(self, text: str, scope: Scope, limit: int) -> Sequence[Ranked]:
        """Papers for a text without syntax, best first, gates told and not applied."""
        ...

    def held(self, scope: Scope) -> set[str]:
        """The ids of a scope's papers."""
        ...


class UpTo:
    """A finder without what is later than a year; a paper whose year is not known may be of any."""

    def __init__(self, finder: Finder, latest: int | None) -> None:
        self._finder, self._latest = finder, latest

    def ranked(self, text: str, scope: Scope, limit: int) -> Sequence[Ranked]:
        """See ``Finder``."""
        found = self._finder.ranked(text, scope, limit)
        if self._latest is None:
            return found
        return [each for each in found if each.paper.year is None or each.paper.year <= self._latest]

    def held(self, scope: Scope) -> set[str]:
        """See ``Finder``."""
        return self._finder.held(scope)


class Seed(Record, frozen=True, kw_only=True):
    """A seed: the best score that a query gave it, and which queries found it."""

    paper: PaperRow
    score: float
    queries: tuple[int, ...]


def find_seeds(
    finder: Finder, plan: Sequence[str], count: int, scope: Scope, seeding: str = "both"
) -> list[Seed]:
    """The seeds of all queries, each paper once, best first; none when no query finds a paper that passes the gates.

    Where one does, the gates bar nobody: seeds are taken in permissively, and weighed later (Crase, Stage 1).

    Args:
        finder: of this library.
        plan: the queries.
        count: m, for each query.
        scope: which papers may be seeds.
        seeding: what leads to a seed, one of ``SEEDING``.
    """
    found: dict[str, Seed] = {}
    pools = [finder.ranked(query, scope, POOL * count) for query in plan]
    if not any(each.passed for pool in pools for each in pool):
        return []
    for number, pool in enumerate(pools):
        for each in _of_query(pool, count, seeding):
            known = found.get(each.paper.id)
            queries = (*known.queries, number) if known else (number,)
            score = max(each.score, known.score if known else 0.0)
            found[each.paper.id] = Seed(paper=each.paper, score=score, queries=queries)
    return sorted(found.values(), key=lambda seed: (-seed.score, seed.paper.id))


def _of_query(pool: Sequence[Ranked], count: int, seeding: str) -> list[Ranked]:
    """From the heads of three rankings in turn, so that none of them crowds the others out; or of one alone."""
    if seeding == "relevance":
        return list(pool[:count])
    recent = sorted(pool, key=lambda each: -(each.paper.year or 0))
    if seeding == "recency":
        return recent[:count]
    place = {each.paper.id: rank for rank, each in enumerate(recent)}
    both = sorted(range(len(pool)), key=lambda rank: (rank + place[pool[rank].paper.id], rank))
    chosen: dict[str, Ranked] = {}
    for ranks in zip(pool, recent, [pool[rank] for rank in both], strict=True):
        for each in ranks:
            if len(chosen) < count:
                chosen.setdefault(each.paper.id, each)
    return list(chosen.values())
