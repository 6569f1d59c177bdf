"""The query state and its fields: what is sought, where, what was found, and what it is worth (StateRAG §3.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from twintree.base.answers import StateUpdate
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Record, Span

Role = Literal["planner", "navigator", "retriever", "verifier"]
ROLES: tuple[Role, ...] = ("planner", "navigator", "retriever", "verifier")
Status = Literal["Pending", "Pass", "Fail"]
#: After these the reader is admitted; ``revise`` begins another cycle and is none of them.
TerminalAction = Literal["bypass", "release", "fallback"]
TERMINAL: tuple[TerminalAction, ...] = ("bypass", "release", "fallback")
Action = Literal["bypass", "release", "fallback", "revise"]


class Target(Record, frozen=True, kw_only=True):
    """One thing that must be found; ``papers`` narrows where, empty for all at hand."""

    text: str
    papers: tuple[PaperId, ...] = ()


class Plan(Record, frozen=True, kw_only=True):
    """What is sought: the objective, the targets that it falls into, and why it was revised."""

    objective: str
    kind: str
    targets: tuple[Target, ...]
    revision: str = ""


class TypedPath(Record, frozen=True, kw_only=True):
    """A trace from the root to one Evidence node, with the abstractions along it, for people."""

    nodes: tuple[str, ...]
    labels: tuple[str, ...] = ()
    score: float = 0.0


class EvidenceItem(Record, frozen=True, kw_only=True):
    """Words on pages, and the region of the hierarchy that they come from.

    ``id`` names the item within its paper; ``pinned`` when the person put it there; ``truncated`` when the
    reader's budget cut its text (its provenance is whole).
    """

    id: str
    region: str
    paper: PaperId
    file: FileId
    spans: tuple[Span, ...]
    text: str
    tokens: int
    score: float = 0.0
    pinned: bool = False
    truncated: bool = False


class Steering(Record, frozen=True, kw_only=True):
    """What the person says about the evidence of a question; kept as a step of its run (``STEERED``).

    Attributes:
        pinned: items that stay in, whatever the path.
        dropped: ids of items, or of regions, that stay out.
        left_out: of the dropped items those whose words were seen, so that a person can take them back in.
    """

    pinned: tuple[EvidenceItem, ...] = ()
    dropped: tuple[str, ...] = ()
    left_out: tuple[EvidenceItem, ...] = ()


#: Role and field of the step that keeps a ``Steering``.
STEERED = ("person", "steering")


def steering_of(states: Iterable[StateUpdate]) -> Steering:
    """What the person had said about the evidence of a run; an empty one where nothing was said."""
    kept = next((each for each in states if (each.role, each.field) == STEERED), None)
    return msgspec.convert(kept.value, Steering) if kept is not None else Steering()


class Verdict(Record, frozen=True, kw_only=True):
    """Whether the evidence suffices, and why; a Fail always says why."""

    status: Status = "Pending"
    why: str = ""


class QueryState(Record, frozen=True, kw_only=True):
    """s = (p, π, E, z, U): never changed, only replaced by the controller."""

    plan: Plan | None = None
    path: TypedPath | None = None
    evidence: tuple[EvidenceItem, ...] = ()
    verdict: Verdict = Verdict()
    artifacts: tuple[str, ...] = ()


#: What may be remembered at all: nothing that a reader wrote, no gold answer, no label.
Kind = Literal["trail", "tried"]
KINDS: tuple[Kind, ...] = ("trail", "tried")


class Artifact(Record, frozen=True, kw_only=True):
    """Something worth using again.

    Attributes:
        id: hash of kind and payload, so that one thing is kept once.
        kind: ``trail`` (a path whose evidence passed), ``tried`` (one whose did not).
        producer: the role that made it.
        payload: JSON values; not empty.
        sources: the papers that it rests on; it goes when one of them goes.
    """

    id: str
    kind: Kind
    producer: Role
    payload: dict[str, Any]
    sources: tuple[PaperId, ...]
