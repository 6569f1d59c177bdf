"""How far a controlled answer may go: cycles, widths, budgets, each with its range (DESIGN §10; StateRAG S.1, S.2)."""

from __future__ import annotations

from twintree.base.errors import TwintreeError
from twintree.base.hierarchy import Kind
from twintree.base.records import Record


class StateSettings(Record, frozen=True, kw_only=True):
    """Limits of one run of the lifecycle."""

    cycles: int = 2  #: T_max, 1..5
    targets: int = 7  #: lifecycles of one question, 1..12
    children: int = 2  #: extensions kept for each trace, 1..8
    beam: int = 4  #: incomplete traces kept, 1..16
    candidates: int = 32  #: extensions scored in a traversal, 4..256
    expansions: int = 3  #: graph expansions, 3..6
    region: Kind = (
        "topic"  #: the node of the path whose Evidence is opened, topic or relation (decision 0009)
    )
    rerank: int = 10  #: Evidence nodes of the retrieval region that are looked at, 1..50
    keep: int = 5  #: regions' worth of evidence of a first cycle, 1..20
    keep_revised: int = 7  #: the same after a revision, 1..20
    paragraphs: int = 3  #: evidence items, which are paragraphs, in a region's worth, 1..6
    near: float = 0.85  #: share of the best region's score from which on another paper is looked at too, 0..1
    bypass: int = 5  #: Evidence leaves up to which no path is needed, 0..50
    evidence_tokens: int = 1500  #: what the reader is given at most of one target, 100..32,000
    evidence_tokens_all: int = 6_000  #: and of all targets together, 100..64,000
    tokens: int = 6_000  #: tokens of all models together, 500..200,000
    calls: int = 24  #: calls of models, 1..500
    papers: int = 8  #: papers under the root, 1..50
    hierarchy: bool = True  #: whether a path is sought; without it every region is one (ablation)
    roles: bool = True  #: whether cycles are run; without them the first evidence is released (ablation)
    memory: bool = True  #: whether the shared memory is read and written (ablation)


class Incomplete(TwintreeError):
    """A run that ends without an answer: a rejected proposal, a spent budget, a model that failed."""

    code = "incomplete"


class Budget:
    """Tokens and calls of one question, by phase; spending more than is there ends the run."""

    def __init__(self, tokens: int, calls: int) -> None:
        self.limit, self.most = tokens, calls
        self.used: dict[str, int] = {"reader": 0, "auxiliary": 0, "index": 0, "cached": 0}
        #: Tokens times the parameters of the model that took them.
        self.weighed = 0.0
        self.calls = 0

    @property
    def spent(self) -> int:
        """Tokens so far, in and out, of every phase."""
        return self.used["reader"] + self.used["auxiliary"] + self.used["index"]

    def admit(self, expected: int) -> None:
        """Let one more call begin.

        Raises:
            Incomplete: it may need more tokens or calls than are left.
        """
        if self.calls >= self.most:
            raise Incomplete(f"The limit of {self.most} model calls for one question is reached.")
        if self.spent + expected > self.limit:
            raise Incomplete(
                f"The limit of {self.limit:,} tokens for one question is reached ({self.spent:,} are used)."
            )
        self.calls += 1

    def charge(self, phase: str, tokens: int, cached: int = 0, parameters: float = 0.0) -> None:
        """Note what a call cost, and how large the model is that made it."""
        self.used[phase] += tokens
        self.used["cached"] += cached
        self.weighed += tokens * parameters

    def told(self) -> str:
        """How much is used of what, for people."""
        return f"{self.spent:,} of {self.limit:,} tokens and {self.calls} of {self.most} model calls used"
