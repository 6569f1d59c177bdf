"""An exploration of the citation graph: what was planned, what it cost, and each paper's and edge's fate."""

from __future__ import annotations

from collections import Counter

import msgspec

from twintree.base.answers import Scope
from twintree.base.citations import CitationMention
from twintree.base.claims import Claim, Verdict
from twintree.base.ids import PaperId, RunId
from twintree.base.records import Record

#: How far from the seeds: their neighbours; with all links among those; the neighbours' neighbours as well.
HOPS = (1.0, 1.5, 2.0)
RANKINGS = ("pagerank", "salsa")
#: What leads to a seed: relevance and recency in turn, or one of them alone.
SEEDING = ("both", "relevance", "recency")


class ExploreSettings(Record, frozen=True, kw_only=True):
    """Parameters of an exploration (DESIGN §10; Crase).

    Attributes:
        queries: L, keyword queries that the question is turned into, 1 to 10.
        seeds: m, seeds for each query, 1 to 50.
        seeding: one of ``SEEDING``.
        hops: one of ``HOPS``.
        cap: links of one seed that are followed, the strongest first, 5 to 1,000.
        prune: whether edges under ``threshold`` are taken out before the ranking; off, since on the calibrating
            questions it did not help. An edge then counts the mean of its affinity and its role's prior.
        threshold: τ, the coverage affinity from which an edge is kept, 0 to 1.
        carried: the chance of support from which a claim counts as carried, 0 to 1; lower than for an answer's
            sentence, since no two papers say quite the same.
        decay: λ, a year; an edge counts exp(−λ · age) of what is cited or citing at its far end.
        restart: α, the chance of going back to the seeds at each step, 0.01 to 0.99.
        ranking: one of ``RANKINGS``.
        year: ages count from it, and later papers are left out; None: this year, and nothing is left out.
    """

    queries: int = 5
    seeds: int = 10
    seeding: str = "both"
    hops: float = 1.5
    cap: int = 60
    prune: bool = False
    threshold: float = 0.25
    carried: float = 0.3
    decay: float = 0.08
    restart: float = 0.15
    ranking: str = "pagerank"
    year: int | None = None


class Calls(Record, frozen=True, kw_only=True):
    """One plan, one call a paper or work, one batched matrix an edge: ``planned`` is the sum of the other three.

    ``cached`` was judged before, ``skipped`` needs no model (see ``why_skipped``), ``made`` was carried out, or,
    before the exploration, has to be. ``bound`` was known before the plan.
    """

    planned: int = 0
    cached: int = 0
    skipped: int = 0
    made: int = 0
    bound: int = 0
    why_skipped: dict[str, int] = msgspec.field(default_factory=dict)
    seconds: float = 0.0  #: that the calls to be made will take, by what such calls took before


class ExploredPaper(Record, frozen=True, kw_only=True):
    """A paper of the library, or a work that it does not hold, and what became of it.

    Attributes:
        paper: its id, where it is held.
        work: its id, where it is not.
        score: of the walk, those of held papers adding up to 1, and so those of works.
        seed: whether the search found it; ``queries`` says for which of the plan's.
        kept: whether the ranking has it.
        why: its fate, in one sentence.
        capped: links that were not followed because it has too many.
    """

    paper: PaperId | None = None
    work: str | None = None
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str = ""
    score: float = 0.0
    held: bool = False
    seed: bool = False
    kept: bool = False
    why: str = ""
    queries: tuple[int, ...] = ()
    claims: int = 0
    capped: int = 0
    letter: str = ""  #: of a paper, see ``PaperRow``

    @property
    def id(self) -> str:
        """The paper's id, or the work's."""
        return self.paper or self.work or ""


class CarriedClaim(Record, frozen=True, kw_only=True):
    """A claim of the citing paper with the claim of the cited one that bears on it most."""

    citing: Claim
    cited: Claim
    verdict: Verdict
    carried: bool


class EdgeEvidence(Record, frozen=True, kw_only=True):
    """Why an edge was kept or pruned: a citing sentence, or two claims; one of both is set."""

    mention: CitationMention | None = None
    claims: CarriedClaim | None = None


class ExploredEdge(Record, frozen=True, kw_only=True):
    """A citation, from the citing ``source`` to the cited ``target``.

    Attributes:
        affinity: Δ, the share of the source's claims that some claim of the target supports; None where it was
            not judged.
        weight: what the walk counts it for.
        checkable: whether both ends have claims.
        why: its fate, in one sentence.
    """

    source: str
    target: str
    affinity: float | None = None
    weight: float = 0.0
    kept: bool = False
    checkable: bool = False
    role: str = "background"
    level: int = 1
    reference: str = ""
    why: str = ""
    evidence: tuple[EdgeEvidence, ...] = ()


class Exploration(Record, frozen=True, kw_only=True):
    """What an exploration found, and how.

    Attributes:
        status: ``complete``, or ``cancelled``: then what was judged is kept, and nothing is ranked.
        found: whether any link that is carried leads from a seed; if not, ``reason`` says so.
        plan: the keyword queries.
        planned_by: ``rules``, or the model's id.
        judge: what judged the edges.
        papers: held ones by score, then works by score (the reading list), then those that were not kept.
        unreached: papers that fit the question well but that no seed leads to, unranked.
        notes: what a reader should know, in whole sentences.
    """

    run: RunId
    question: str
    status: str = "complete"
    reason: str = ""
    found: bool = False
    plan: tuple[str, ...] = ()
    planned_by: str = "rules"
    judge: str = ""
    settings: ExploreSettings = ExploreSettings()
    scope: Scope = Scope()
    year: int = 0
    calls: Calls = Calls()
    papers: tuple[ExploredPaper, ...] = ()
    edges: tuple[ExploredEdge, ...] = ()
    unreached: tuple[ExploredPaper, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    created: str = ""

    @property
    def reading_list(self) -> tuple[ExploredPaper, ...]:
        """Works that the library does not hold, the most central first."""
        return tuple(each for each in self.papers if each.kept and not each.held)

    @property
    def to_get(self) -> tuple[ExploredPaper, ...]:
        """The reading list as it is worth getting: what most papers here cite first, then the more central."""
        counts = self.citing
        return tuple(sorted(self.reading_list, key=lambda each: -counts[each.id]))

    @property
    def citing(self) -> Counter[str]:
        """By id, how many papers of the library that were looked at here cite a paper or work."""
        held = {each.id for each in self.papers if each.held}
        pairs = {(edge.source, edge.target) for edge in self.edges if edge.source in held}
        return Counter(target for _, target in pairs)


class ExplorationRow(Record, frozen=True, kw_only=True):
    """A stored exploration in a list."""

    run: RunId
    question: str
    status: str
    created: str
    found: bool
