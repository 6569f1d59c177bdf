"""One exploration under way: claims, judgements, pruning, ranking, and the account of what it cost."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from twintree.base.answers import Scope
from twintree.base.citations import Reference
from twintree.base.claims import Claim
from twintree.base.exploring import (
    Calls,
    EdgeEvidence,
    Exploration,
    ExploredEdge,
    ExploredPaper,
    ExploreSettings,
)
from twintree.base.ids import PaperId, new_run_id
from twintree.base.progress import CancelToken, Progress
from twintree.base.records import Record
from twintree.knowledge.entailment import Judge
from twintree.retrieval.exploring.coverage import (
    PRIOR,
    Pair,
    affinity,
    carried,
    judge_coverage,
    known_coverage,
)
from twintree.retrieval.exploring.neighbourhood import Neighbourhood
from twintree.retrieval.exploring.seeds import Finder, Ranked, Seed
from twintree.retrieval.exploring.walk import Scores, walk
from twintree.store.citationgraph import CitationEdge, CitationGraph, CitationNode
from twintree.store.claims import ClaimStore, Matrix

#: Seconds of a call, as measured on two cores with nothing else to do.
_SECONDS_A_PAPER, _SECONDS_AN_EDGE = 0.15, 0.03
#: From this share of the held papers on, seeds are hardly told from what they lead to.
_MOSTLY = 0.75
#: The walk goes back to seeds by their score for the whole question, to this power: what only one of the plan's
#: queries found weighs little. Power, τ and the chance from which a claim is carried were chosen on ``calibrate``.
_SHARPNESS, _LEAST = 4, 1e-3
#: Scores under it show as 0.000: the walk hardly came by.
_NOTHING = 0.0005
#: Citing sentences shown for an edge.
_SENTENCES = 2
_CITERS = "Citers are those in this library; who else cites a paper is not known here."


class Sources(Record, frozen=True, kw_only=True):
    """What an exploration reads.

    Attributes:
        finder: search.
        graph: the citation graph.
        references: entries by id, for the sentences that cite.
        store: claims and judgements.
        claims_of: a paper's claims, extracted now where they are missing.
        missing: which of these papers' claims have yet to be extracted.
        judge: of claims.
        queries: the queries for a question, and who made them: ``rules``, or a model's id.
        notes: what is to be said beforehand, in whole sentences.
    """

    finder: Finder
    graph: Callable[[], CitationGraph]
    references: Callable[[Sequence[str]], Mapping[str, Reference]]
    store: ClaimStore
    claims_of: Callable[[PaperId, CancelToken], Sequence[Claim]]
    missing: Callable[[Sequence[str]], set[str]]
    judge: Judge
    queries: Callable[[str, int, CancelToken], tuple[tuple[str, ...], str]]
    notes: tuple[str, ...] = ()


class Start(Record, frozen=True, kw_only=True):
    """Everything that is settled before the first claim is read."""

    question: str
    settings: ExploreSettings
    scope: Scope
    year: int
    plan: tuple[str, ...]
    planned_by: str
    seeds: tuple[Seed, ...]
    hits: tuple[Ranked, ...]
    around: Neighbourhood
    bound: int


class Run:
    """From the neighbourhood to the ranking."""

    def __init__(self, sources: Sources, start: Start) -> None:
        self._sources, self._start = sources, start
        self._nodes = {node.id: node for node in start.around.nodes}
        self._seeds = {str(seed.paper.id): seed for seed in start.seeds}
        self._citing: dict[str, list[CitationEdge]] = defaultdict(list)
        for edge in start.around.edges:
            self._citing[edge.cited].append(edge)
        held = [node.id for node in start.around.nodes if node.held]
        self._missing = sources.missing(held)
        self._unread = set(self._missing)
        self._claims: dict[str, Sequence[Claim]] = {**sources.store.of_papers(held)}
        self._known = known_coverage(sources.store, sources.judge.id, self._checkable(), self._claims)
        self._matrices: dict[Pair, Matrix] = dict(self._known)
        self._entries: Mapping[str, Reference] = {}
        years = sorted(node.year for node in start.around.nodes if node.year is not None)
        self._usual_year = years[len(years) // 2] if years else start.year

    # ── the account ──────────────────────────────────────────────────────────────────────────────────

    def as_planned(self) -> Exploration:
        """The plan with its cost and its warnings, nothing judged yet."""
        return self._account(status="planned", reason=self._why_empty(()), edges=(), papers=())

    def _calls(self, status: str) -> Calls:
        """Every call of 1 + |V| + |E| is cached, skipped with a reason, or (to be) made by a model."""
        stopped = status == "cancelled"
        skipped: Counter[str] = Counter()
        cached = made = 0
        if self._start.planned_by == "rules":
            skipped["by rules"] += 1
        else:
            made += 1
        for node in self._start.around.nodes:
            if not node.held:
                skipped["not held"] += 1
            elif node.id in self._missing:
                skipped["stopped" if stopped and node.id in self._unread else "by rules"] += 1
            else:
                cached += 1
        for edge in self._start.around.edges:
            why = self._why_unchecked(edge)
            if why:
                skipped[why] += 1
            elif (edge.citing, edge.cited) in self._known:
                cached += 1
            elif stopped and (edge.citing, edge.cited) not in self._matrices:
                skipped["stopped"] += 1
            elif self._sources.judge.id.startswith("cues"):
                skipped["by rules"] += 1
            else:
                made += 1
        return Calls(
            planned=cached + made + skipped.total(),
            cached=cached,
            skipped=skipped.total(),
            made=made,
            bound=self._start.bound,
            why_skipped=dict(skipped),
            seconds=round(_SECONDS_A_PAPER * len(self._unread) + _SECONDS_AN_EDGE * made, 1),
        )

    def _why_unchecked(self, edge: CitationEdge) -> str:
        ends = (edge.citing, edge.cited)
        if not all(self._nodes[end].held for end in ends):
            return "an end is not held"
        if not all(self._claims.get(end) or end in self._unread for end in ends):
            return "an end has no claims"
        return ""

    def _checkable(self) -> list[Pair]:
        return [
            (edge.citing, edge.cited)
            for edge in self._start.around.edges
            if self._claims.get(edge.citing) and self._claims.get(edge.cited)
        ]

    # ── the work ─────────────────────────────────────────────────────────────────────────────────────

    def judge(self, progress: Progress, cancel: CancelToken) -> None:
        """Read the claims that are missing and judge the edges that were not judged before.

        Raises:
            Cancelled: what was judged is kept.
        """
        for number, paper in enumerate(sorted(self._missing)):
            cancel.check()
            self._claims[paper] = self._sources.claims_of(PaperId(paper), cancel)
            self._unread.discard(paper)
            progress.report(number + 1, len(self._missing), "reading claims")
        pairs = self._checkable()
        if self._missing:
            self._known = known_coverage(self._sources.store, self._sources.judge.id, pairs, self._claims)
            self._matrices = dict(self._known)
        rest = [pair for pair in pairs if pair not in self._known]
        for pair, matrix in judge_coverage(
            self._sources.store, self._sources.judge, rest, self._claims, progress, cancel
        ):
            self._matrices[pair] = matrix

    def stopped(self) -> Exploration:
        """What was judged before it was stopped; nothing is ranked."""
        # What was judged last was kept, though the batch it belongs to was not finished.
        judge, pairs = self._sources.judge.id, self._checkable()
        self._matrices |= known_coverage(self._sources.store, judge, pairs, self._claims)
        edges = tuple(self._edge(edge, stopped=True) for edge in self._start.around.edges)
        done = len(self._matrices)
        return self._account(
            status="cancelled",
            reason=f"Stopped: {done} of {len(pairs)} citations were judged, and are kept.",
            edges=edges,
            papers=tuple(self._paper(node, 0.0, 0, ranked=False) for node in self._start.around.nodes),
        )

    def ranked(self) -> Exploration:
        """Prune, walk, and tell each paper's and each edge's fate."""
        kept_ids = [edge.reference for edge in self._start.around.edges]
        self._entries = self._sources.references(kept_ids)
        edges = tuple(self._edge(edge) for edge in self._start.around.edges)
        degree: Counter[str] = Counter()
        for edge in edges:
            if edge.kept:
                degree.update((edge.source, edge.target))
        held = self._scores([n for n in self._start.around.nodes if n.held], edges)
        everything = self._scores(list(self._start.around.nodes), edges)
        works = {name: score for name, score in everything.items() if not self._nodes[name].held}
        total = sum(works.values()) or 1.0
        papers = [
            self._paper(
                node, held.get(node.id, works.get(node.id, 0.0) / total), degree[node.id], ranked=True
            )
            for node in self._start.around.nodes
        ]
        papers.sort(key=lambda paper: (not paper.kept, not paper.held, -paper.score, paper.id))
        reason = self._why_empty(edges)
        return self._account(status="complete", reason=reason, edges=edges, papers=tuple(papers))

    def _scores(self, nodes: Sequence[CitationNode], edges: Sequence[ExploredEdge]) -> dict[str, float]:
        place = {node.id: number for number, node in enumerate(nodes)}
        links = [
            (place[edge.source], place[edge.target], *self._both_ways(edge))
            for edge in edges
            if edge.kept and edge.source in place and edge.target in place
        ]
        restart: Scores = np.zeros(len(nodes))
        scored = {hit.paper.id: hit.score for hit in self._start.hits}
        for name, seed in self._seeds.items():
            restart[place[name]] = max(scored.get(seed.paper.id, 0.0), _LEAST) ** _SHARPNESS
        settings = self._start.settings
        scores = walk(settings.ranking, len(nodes), links, restart, settings.restart)
        return {node.id: float(score) for node, score in zip(nodes, scores, strict=True)}

    def _both_ways(self, edge: ExploredEdge) -> tuple[float, float]:
        """The edge's weight towards the cited and towards the citing, each by the age of where it leads."""
        return edge.weight * self._fresh(edge.target), edge.weight * self._fresh(edge.source)

    def _fresh(self, name: str) -> float:
        """exp(−λ · age); a paper without a year is as old as the middle one of those around it."""
        year = self._nodes[name].year or self._usual_year
        return math.exp(-self._start.settings.decay * max(0, self._start.year - year))

    # ── fates ────────────────────────────────────────────────────────────────────────────────────────

    def _edge(self, edge: CitationEdge, *, stopped: bool = False) -> ExploredEdge:
        settings, pair = self._start.settings, (edge.citing, edge.cited)
        matrix = self._matrices.get(pair)
        unchecked = self._why_unchecked(edge)
        if matrix is not None:
            delta = affinity(matrix, settings.carried)
            kept = delta >= settings.threshold or not settings.prune
            weight = delta if settings.prune else (delta + PRIOR.get(edge.role, 0.3)) / 2
            why = _fate(delta, settings, kept=kept)
        else:
            delta, kept, weight = None, not stopped or bool(unchecked), PRIOR.get(edge.role, 0.3)
            why = (
                f"Not checkable: {unchecked}; weighed by its role ({edge.role})."
                if unchecked
                else "Not judged yet."
            )
        return ExploredEdge(
            source=edge.citing,
            target=edge.cited,
            affinity=None if delta is None else round(delta, 4),
            weight=round(weight, 4) if kept else 0.0,
            kept=kept,
            checkable=not unchecked,
            role=edge.role,
            level=edge.level,
            reference=edge.reference,
            why=why,
            evidence=self._evidence(edge, matrix),
        )

    def _evidence(self, edge: CitationEdge, matrix: Matrix | None) -> tuple[EdgeEvidence, ...]:
        entry = self._entries.get(edge.reference)
        mentions = sorted(entry.mentions, key=lambda m: -m.level)[:_SENTENCES] if entry else []
        found = [EdgeEvidence(mention=mention) for mention in mentions]
        if matrix is not None:
            sides = self._claims[edge.citing], self._claims[edge.cited]
            claims = carried(matrix, *sides, self._start.settings.carried, self._sources.judge.contradicts_at)
            found += [EdgeEvidence(claims=each) for each in claims]
        return tuple(found)

    def _paper(self, node: CitationNode, score: float, links: int, *, ranked: bool) -> ExploredPaper:
        seed = self._seeds.get(node.id)
        kept = ranked and (links > 0 or seed is not None) and score >= _NOTHING
        return ExploredPaper(
            paper=PaperId(node.id) if node.held else None,
            work=None if node.held else node.id,
            title=node.title,
            authors=node.authors,
            year=node.year,
            doi=node.doi,
            score=round(score, 6) if kept else 0.0,
            held=node.held,
            seed=seed is not None,
            kept=kept,
            why=_paper_fate(seed, links, kept=kept, ranked=ranked) + self._citers(node),
            queries=seed.queries if seed else (),
            claims=len(self._claims.get(node.id, ())),
            capped=self._start.around.capped.get(node.id, 0),
            letter=node.letter,
        )

    def _citers(self, node: CitationNode) -> str:
        """Why a work should be got: who here cites it, and what for, the strongest first."""
        if node.held:
            return ""
        citing = sorted(self._citing[node.id], key=lambda e: (-e.level, -e.strength, e.citing))
        named = (f"“{self._nodes[edge.citing].title}” ({edge.role})" for edge in citing[:2])
        more = f" and {len(citing) - 2} more" if len(citing) > 2 else ""
        return f" Cited by {', '.join(named)}{more}."

    def _why_empty(self, edges: Sequence[ExploredEdge]) -> str:
        """Why nothing relevant is around the seeds, or ``""``; said before anything is ranked."""
        seeds, around = len(self._seeds), self._start.around
        if not seeds:
            return "No paper of this library is near enough to the question to start from."
        if not around.edges:
            return f"None of the {seeds} papers that the question finds cites, or is cited by, anything known here."
        if edges and not any(edge.kept for edge in edges):
            return (
                f"None of the {len(edges)} citations around the {seeds} seeds is carried by claims: "
                "the neighbourhood is empty of what the question asks."
            )
        return ""

    def _unreached(self) -> tuple[ExploredPaper, ...]:
        return tuple(
            ExploredPaper(
                paper=hit.paper.id,
                title=hit.paper.title or hit.paper.key,
                authors=hit.paper.authors,
                year=hit.paper.year,
                letter=hit.paper.letter,
                held=True,
                why="It fits the question, but no seed leads to it.",
            )
            for hit in self._start.hits
            if hit.strong and hit.paper.id not in self._nodes
        )

    def _notes(self, edges: Sequence[ExploredEdge]) -> tuple[str, ...]:
        capped = self._start.around.capped
        notes = [*self._sources.notes, _CITERS]
        held = [node.id for node in self._start.around.nodes if node.held]
        seeds = sum(each in self._seeds for each in held)
        if len(held) > 1 and seeds >= _MOSTLY * len(held):
            # Behind what the judge and the sources say: that is about every result, this about how many there are.
            notes.insert(
                len(self._sources.notes),
                f"{seeds} of the {len(held)} papers here are seeds, since the library is small: with fewer seeds a "
                "query the citations between papers tell more.",
            )
        judged = [edge.affinity for edge in edges if edge.affinity is not None]
        if judged and not self._start.settings.prune and max(judged) < self._start.settings.threshold:
            notes.insert(
                0,
                f"By their claims none of the {len(judged)} citations judged is carried: links alone rank here.",
            )
        for name, left_out in sorted(capped.items()):
            rest = "the weakest was" if left_out == 1 else f"the {left_out} weakest were"
            notes.append(
                f"“{self._nodes[name].title}” has more than {self._start.settings.cap} links; {rest} not followed."
            )
        return tuple(notes)

    def _account(
        self,
        *,
        status: str,
        reason: str,
        edges: tuple[ExploredEdge, ...],
        papers: tuple[ExploredPaper, ...],
    ) -> Exploration:
        start = self._start
        return Exploration(
            run=new_run_id(),
            question=start.question,
            status=status,
            reason=reason,
            found=status == "complete" and not reason,
            plan=start.plan,
            planned_by=start.planned_by,
            judge=self._sources.judge.id,
            settings=start.settings,
            scope=start.scope,
            year=start.year,
            calls=self._calls(status),
            papers=papers,
            edges=edges,
            unreached=self._unreached(),
            notes=self._notes(edges),
        )


def _fate(delta: float, settings: ExploreSettings, *, kept: bool) -> str:
    share = f"{delta:.0%} of its claims are carried by the cited paper's"
    if not settings.prune:
        return f"Kept, as nothing is pruned: {share}."
    sign = "at least" if kept else "less than"
    return f"{'Kept' if kept else 'Pruned'}: {share}, {sign} {settings.threshold:.0%}."


def _paper_fate(seed: Seed | None, links: int, *, kept: bool, ranked: bool) -> str:
    if not ranked:
        return "Not ranked: the exploration was stopped."
    linked = f"{links} kept citation{'s' if links != 1 else ''}"
    if seed is not None:
        found = f"found by {len(seed.queries)} of the plan's queries"
        said = f"A seed, {found}, with {linked}." if links else f"A seed, {found}; no citation of it is kept."
        return said if kept else f"{said} Dropped: next to nothing leads here."
    if kept:
        return f"Reached through {linked}."
    return (
        "Dropped: all citations that lead to it were pruned."
        if not links
        else "Dropped: the walk hardly ever comes here."
    )
