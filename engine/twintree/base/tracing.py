"""How a run went, as a person looks at it: every step with the words on pages that it rests on."""

from __future__ import annotations

from collections.abc import Set
from typing import Generic, TypeVar

from msgspec import field

from twintree.base.answers import Answer, ToolCall
from twintree.base.hierarchy import Kind
from twintree.base.ids import FileId, PaperId, RunId
from twintree.base.records import Citation, Record
from twintree.base.state import EvidenceItem, Plan, Verdict

Thing = TypeVar("Thing")


class PathStep(Record, frozen=True, kw_only=True):
    """One node of a path; ``root`` stands for the paper itself.

    ``at`` are the words on a page that say what the node holds; None where the pages were read anew since.
    """

    kind: Kind
    text: str
    at: Citation | None = None


class SeenEvidence(Record, frozen=True, kw_only=True):
    """An evidence item, and its words as a citation; None when its file is gone."""

    item: EvidenceItem
    at: Citation | None = None


class Rejection(Record, frozen=True, kw_only=True):
    """A proposal that was not committed, whose it was, and why."""

    role: str
    field: str
    why: str


class Cycle(Record, frozen=True, kw_only=True):
    """One pass over one target, as far as it came.

    Attributes:
        target: which one, from 1.
        cycle: which pass over it, from 1.
        remembered: how many artifacts of the shared memory it could use.
        action: release | revise | fallback; "" when it ended before.
        made_by: the model of each role that a model took over.
        seconds: by role.
    """

    target: int
    cycle: int
    plan: Plan | None = None
    remembered: int = 0
    path: tuple[PathStep, ...] = ()
    evidence: tuple[SeenEvidence, ...] = ()
    verdict: Verdict | None = None
    action: str = ""
    rejected: Rejection | None = None
    made_by: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)


class SeenCall(Record, frozen=True, kw_only=True):
    """A call of an agent, the paper that it was about, and the places that it showed."""

    call: ToolCall
    paper: PaperId | None = None
    name: str = ""  #: of that paper, for people: ``Meng 2026``
    pages: tuple[Citation, ...] = ()  #: pages that were read
    found: tuple[tuple[PaperId, str, str], ...] = ()  #: papers that were found: id, name, title


class RunTrace(Record, frozen=True, kw_only=True):
    """A run's steps in order.

    Attributes:
        run: which one.
        kept: evidence that the person had kept in beforehand.
        left_out: evidence that the person had left out; only what was seen before has words.
        plan: of the whole question; None when no plan was needed or made.
        evidence: what was read without a cycle; empty where there were cycles.
        cycles: of every target, in order.
        calls: of an agent.
        rejected: a proposal for the whole question that was not committed.
    """

    run: RunId
    kept: tuple[SeenEvidence, ...] = ()
    left_out: tuple[SeenEvidence, ...] = ()
    plan: Plan | None = None
    evidence: tuple[SeenEvidence, ...] = ()
    cycles: tuple[Cycle, ...] = ()
    calls: tuple[SeenCall, ...] = ()
    rejected: Rejection | None = None


class Shares(Record, Generic[Thing], frozen=True, kw_only=True):
    """What two runs have in common, and what one of them alone has; each in order."""

    both: tuple[Thing, ...] = ()
    first: tuple[Thing, ...] = ()
    second: tuple[Thing, ...] = ()


class Comparison(Record, frozen=True, kw_only=True):
    """Two answers side by side: the sentences of each, and the pages, as ``(file, page)``, that each cites and read."""

    sentences: Shares[str]
    pages: Shares[tuple[FileId, int]]
    read: Shares[tuple[FileId, int]] = Shares()


def compare(first: Answer, second: Answer) -> Comparison:
    """Compare what two answers say, and on which pages it stands."""
    return Comparison(
        sentences=_shares(*({each.text for each in answer.sentences} for answer in (first, second))),
        pages=_shares(
            *(
                {(c.file, c.page) for each in answer.sentences for c in each.citations}
                for answer in (first, second)
            )
        ),
        read=_shares(set(first.read_pages), set(second.read_pages)),
    )


def _shares(first: Set[Thing], second: Set[Thing]) -> Shares[Thing]:
    def ordered(things: Set[Thing]) -> tuple[Thing, ...]:
        return tuple(sorted(things, key=repr))

    return Shares(both=ordered(first & second), first=ordered(first - second), second=ordered(second - first))
