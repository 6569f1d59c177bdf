"""What each role is asked and may say: every role proposes its own field, and nothing else, by type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from twintree.answering.question import Question
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.base.state import EvidenceItem, Plan, QueryState, Target, TypedPath, Verdict
from twintree.trees.hierarchy import EvidenceGraph


class Asked(Record, frozen=True, kw_only=True):
    """What every role may see: the question, the target at hand, the state as committed, and earlier paths.

    ``tried`` are last Relations of paths whose evidence did not suffice, ``known`` Relations that served
    questions like this one before.
    """

    question: Question
    target: Target
    state: QueryState
    cycle: int
    tried: tuple[str, ...] = ()
    known: tuple[str, ...] = ()


class Planner(Protocol):
    """Proposes p."""

    @property
    def made_by(self) -> str:
        """The model's id; ``""`` for the deterministic role. The same for every role."""
        ...

    def targets(self, question: Question, cancel: CancelToken) -> Plan:
        """The whole question as things to be found."""
        ...

    def plan(self, asked: Asked, cancel: CancelToken) -> Plan:
        """What this cycle looks for; after a Fail, ``asked.state.verdict.why`` says what was missing."""
        ...


class Navigator(Protocol):
    """Proposes π."""

    @property
    def made_by(self) -> str:
        """See ``Planner.made_by``."""
        ...

    def navigate(self, asked: Asked, graph: EvidenceGraph, cancel: CancelToken) -> TypedPath | None:
        """A completed path; None when no trace was completed."""
        ...


class Retriever(Protocol):
    """Proposes E, from the retrieval region alone."""

    @property
    def made_by(self) -> str:
        """See ``Planner.made_by``."""
        ...

    def retrieve(
        self, asked: Asked, region: Sequence[EvidenceItem], keep: int, cancel: CancelToken
    ) -> tuple[EvidenceItem, ...]:
        """At most ``keep`` items of the region, best first."""
        ...


class Verifier(Protocol):
    """Proposes z, from the committed evidence alone."""

    @property
    def made_by(self) -> str:
        """See ``Planner.made_by``."""
        ...

    def verify(self, asked: Asked, cancel: CancelToken) -> Verdict:
        """Pass or Fail, a Fail with what is missing."""
        ...


class Roles(Record, frozen=True, kw_only=True):
    """One implementation of each role."""

    planner: Planner
    navigator: Navigator
    retriever: Retriever
    verifier: Verifier
