"""The controller: it alone commits, chooses the action from what is committed, and opens the door to the reader.

Bypass, then cycles of Planner, Navigator, Retriever, Verifier for each target, then Release, Revise or Fallback
(StateRAG §3.3, S.2). A rejected proposal ends the run as incomplete; the reader is never called from here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from twintree.answering.question import Question
from twintree.answering.state.memory import MemoryScope, SharedMemory, artifact
from twintree.answering.state.roles import Asked, Roles
from twintree.answering.state.settings import Incomplete, StateSettings
from twintree.answering.state.validation import why_bad_evidence, why_bad_path, why_bad_plan, why_bad_verdict
from twintree.base.answers import StateUpdate
from twintree.base.errors import ModelUnavailable
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.base.state import (
    Action,
    Artifact,
    EvidenceItem,
    Kind,
    QueryState,
    Target,
    TerminalAction,
    Verdict,
)
from twintree.base.words import content_stems
from twintree.trees.hierarchy import EvidenceGraph

Value = TypeVar("Value")
#: Share of terms that two questions have in common before one's path is offered to the other.
_ALIKE = 0.5


class Outcome(Record, frozen=True, kw_only=True):
    """How the lifecycle ended.

    Attributes:
        action: the last one.
        evidence: what is admitted, merged.
        verdicts: the last one of each target.
        cycles: of the target that took most.
        parts: each target with the ids of its own evidence.
    """

    action: TerminalAction
    evidence: tuple[EvidenceItem, ...]
    verdicts: tuple[Verdict, ...] = ()
    cycles: int = 0
    parts: tuple[tuple[Target, frozenset[str]], ...] = ()


#: Splits a retrieval region's Evidence nodes, by id, into items that a Retriever may choose from.
Open = Callable[[Sequence[str], Asked], Sequence[EvidenceItem]]


class Controller:
    """Runs one question.

    Args:
        roles: who proposes.
        graph: what is traversed.
        open_region: gives the items of a retrieval region.
        memory: what may be used again.
        settings: limits.
        on_update: called with every staged update, committed or rejected.
        cancel: stops between updates.
        pinned: evidence that the person wants in, whatever the path.
    """

    def __init__(
        self,
        roles: Roles,
        graph: EvidenceGraph,
        open_region: Open,
        memory: SharedMemory,
        settings: StateSettings,
        *,
        on_update: Callable[[StateUpdate], None] = lambda update: None,
        cancel: CancelToken | None = None,
        pinned: Sequence[EvidenceItem] = (),
    ) -> None:
        self._roles, self._graph, self._open = roles, graph, open_region
        self._memory, self._settings = memory, settings
        self._tell = on_update
        self._cancel = cancel or CancelToken()
        self._pinned = tuple(pinned)
        self.updates: list[StateUpdate] = []
        self.lasting: list[Artifact] = []

    def run(
        self, question: Question, first: Sequence[EvidenceItem] = (), *, compact: bool | None = None
    ) -> Outcome:
        """Take the question through its lifecycle.

        Args:
            question: what is asked.
            first: the initial candidate evidence, best first.
            compact: whether that evidence is small enough to do without a path; by the graph when not given.

        Raises:
            Incomplete: a proposal was rejected, a budget is spent, or a model failed; no reader may follow.
        """
        first = _once([*self._pinned, *first])
        small = len(self._graph.regions) <= self._settings.bypass if compact is None else compact
        if small and first and sum(item.tokens for item in first) <= self._settings.evidence_tokens:
            return self._spared("bypass", first)
        if not self._settings.roles:
            return self._spared("release", first[: self._settings.keep * self._settings.paragraphs])
        plan = self._commit(
            0,
            0,
            "planner",
            "plan",
            self._roles.planner.made_by,
            lambda: self._roles.planner.targets(question, self._cancel),
            lambda made: why_bad_plan(made, self._settings.targets),
        )
        lists: list[list[EvidenceItem]] = []
        verdicts: list[Verdict] = []
        cycles = 0
        for number, target in enumerate(plan.targets, 1):
            found, verdict, used = self._target(number, question, target)
            lists.append([item for each in found for item in each])
            verdicts.append(verdict)
            cycles = max(cycles, used)
        released = all(each.status == "Pass" for each in verdicts)
        budget = min(self._settings.evidence_tokens * len(lists), self._settings.evidence_tokens_all)
        merged = merge(_in_turn(lists), budget)
        ended = self._end("release" if released else "fallback", merged, tuple(verdicts), cycles)
        own = [frozenset(item.id for item in each) for each in lists]
        return replace(ended, parts=tuple(zip(plan.targets, own, strict=True)))

    # ── one target ───────────────────────────────────────────────────────────────────────────────────

    def _target(
        self, number: int, question: Question, target: Target
    ) -> tuple[list[tuple[EvidenceItem, ...]], Verdict, int]:
        """Cycles until Release or Fallback; the evidence of each, the last verdict, and how many there were."""
        known = self._known(question, target)
        state = QueryState(artifacts=tuple(known))
        committed: list[tuple[EvidenceItem, ...]] = []
        for cycle in range(1, self._settings.cycles + 1):
            asked = Asked(
                question=question,
                target=target,
                state=state,
                cycle=cycle,
                tried=self._tried(number),
                known=tuple(known.values()),
            )
            if state.artifacts:
                self._note(number, cycle, "memory", "artifacts", state.artifacts)
            state = self._cycle(number, asked)
            committed.append(state.evidence)
            action = self._action(state, cycle)
            self._note(number, cycle, "controller", "action", action)
            self._persist(number, question, state, action)
            if action == "release":
                return [state.evidence], state.verdict, cycle
            state = replace(state, artifacts=(*known, *self._memory.available()))
        return committed, state.verdict, self._settings.cycles

    def _cycle(self, number: int, asked: Asked) -> QueryState:
        """One pass p → π → E → z over staged states; only a whole one is returned."""
        state = replace(asked.state, verdict=Verdict())
        roles, cancel, cycle = self._roles, self._cancel, asked.cycle

        def at(state: QueryState) -> Asked:
            return replace(asked, state=state)

        # The Planner sees the verdict that it is to answer; the staged state begins as Pending.
        plan = self._commit(
            number,
            cycle,
            "planner",
            "plan",
            roles.planner.made_by,
            lambda: roles.planner.plan(asked, cancel),
            lambda made: why_bad_plan(made, 1),
        )
        state = replace(state, plan=plan)
        if self._settings.hierarchy:
            path = self._commit(
                number,
                cycle,
                "navigator",
                "path",
                roles.navigator.made_by,
                lambda: roles.navigator.navigate(at(state), self._graph, cancel),
                lambda made: why_bad_path(made, self._graph),
            )
            state = replace(state, path=path)
        region = self._region(state, asked.target)
        items = self._open(region, at(state))
        keep = self._settings.keep if cycle == 1 else self._settings.keep_revised
        keep *= self._settings.paragraphs
        evidence = self._commit(
            number,
            cycle,
            "retriever",
            "evidence",
            roles.retriever.made_by,
            lambda: _once([*self._pinned, *roles.retriever.retrieve(at(state), items, keep, cancel)])[
                : keep + len(self._pinned)
            ],
            # A pinned item may end elsewhere than the one that this region begins at the same place.
            lambda made: why_bad_evidence(made, [*items, *self._pinned], region, keep + len(self._pinned)),
        )
        state = replace(state, evidence=evidence)
        verdict = self._commit(
            number,
            cycle,
            "verifier",
            "verdict",
            roles.verifier.made_by,
            lambda: roles.verifier.verify(at(state), cancel),
            why_bad_verdict,
        )
        return replace(state, verdict=verdict)

    def _region(self, state: QueryState, target: Target) -> tuple[str, ...]:
        if state.path is not None:
            return self._graph.region_map(state.path.nodes, self._settings.region)
        return tuple(
            region.id
            for region in self._graph.regions.values()
            if not target.papers or region.paper in target.papers
        )

    def _action(self, state: QueryState, cycle: int) -> Action:
        if state.verdict.status == "Pass":
            return "release"
        return "revise" if cycle < self._settings.cycles else "fallback"

    # ── memory ───────────────────────────────────────────────────────────────────────────────────────

    def _known(self, question: Question, target: Target) -> dict[str, str]:
        """Artifact ids, and the Relations that they name, of questions like this one."""
        terms = set(content_stems(target.text)) or set(question.stems)
        eligible = [
            each
            for each in self._memory.read("navigator", "global", "trail")
            if _alike(terms, set(each.payload.get("terms", ())))
            and self._graph.kind(str(each.payload.get("relation", ""))) == "relation"
        ]
        self._memory.used(eligible)
        return {each.id: str(each.payload["relation"]) for each in eligible}

    def _tried(self, number: int) -> tuple[str, ...]:
        """Relations whose evidence did not suffice for this target; the next path leaves them out."""
        found = self._memory.read("navigator", "query", "tried")
        return tuple(str(each.payload["relation"]) for each in found if each.payload.get("target") == number)

    def _persist(self, number: int, question: Question, state: QueryState, action: Action) -> None:
        if state.path is not None and state.evidence:
            terms = sorted(set(content_stems(state.plan.objective if state.plan else question.text)))
            payload: dict[str, Any] = {"terms": terms, "relation": _relation(state)}
            if action != "release":
                payload["target"] = number
            papers = tuple(dict.fromkeys(item.paper for item in state.evidence))
            scope: MemoryScope = "global" if action == "release" else "query"
            kind: Kind = "trail" if action == "release" else "tried"
            made = artifact(kind, "navigator", payload, papers, self._memory.scope)
            self._memory.propose("navigator", scope, made)
        self.lasting += self._memory.settle()

    # ── committing ───────────────────────────────────────────────────────────────────────────────────

    def _commit(
        self,
        target: int,
        cycle: int,
        role: str,
        field: str,
        made_by: str,
        propose: Callable[[], Value],
        why_bad: Callable[[Value], str],
    ) -> Value:
        """Have a role propose, validate, and note the staged update.

        Raises:
            Incomplete: the proposal was rejected, or could not be made.
        """
        self._cancel.check()
        begun = time.perf_counter()
        try:
            value = propose()
        except (Incomplete, ModelUnavailable) as error:
            self._note(target, cycle, role, field, None, error.message, made_by, begun)
            raise Incomplete(f"The {role} failed: {error.message}", error.way_out) from error
        reason = why_bad(value)
        self._note(target, cycle, role, field, msgspec.to_builtins(value), reason, made_by, begun)
        if reason:
            raise Incomplete(f"What the {role} proposed was rejected: {reason}.")
        return value

    def _note(
        self,
        target: int,
        cycle: int,
        role: str,
        field: str,
        value: Any,
        reason: str = "",
        made_by: str = "",
        begun: float | None = None,
    ) -> None:
        update = StateUpdate(
            position=len(self.updates) + 1,
            target=target,
            cycle=cycle,
            role=role,
            field=field,
            value=value,
            accepted=not reason,
            reason=reason,
            made_by=made_by,
            seconds=round(time.perf_counter() - begun, 4) if begun is not None else 0.0,
        )
        self.updates.append(update)
        self._tell(update)

    def _spared(self, action: TerminalAction, first: Sequence[EvidenceItem]) -> Outcome:
        """The end without a cycle: the initial evidence is committed as it is, and kept like any other."""
        evidence = merge([first], self._settings.evidence_tokens)
        self._note(0, 0, "retriever", "evidence", msgspec.to_builtins(evidence))
        return self._end(action, evidence, (), 0)

    def _end(
        self,
        action: TerminalAction,
        evidence: tuple[EvidenceItem, ...],
        verdicts: tuple[Verdict, ...],
        cycles: int,
    ) -> Outcome:
        self._note(0, cycles, "controller", "action", action)
        return Outcome(action=action, evidence=evidence, verdicts=verdicts, cycles=cycles)


def merge(lists: Iterable[Sequence[EvidenceItem]], budget: int) -> tuple[EvidenceItem, ...]:
    """Evidence in order, each item once, up to ``budget`` tokens; the last one is cut, its provenance kept."""
    merged: list[EvidenceItem] = []
    left = budget
    for item in _once([item for each in lists for item in each]):
        if left <= 0:
            break
        if item.tokens <= left:
            merged.append(item)
        else:
            words = item.text.split()
            share = max(1, len(words) * left // max(1, item.tokens))
            merged.append(replace(item, text=" ".join(words[:share]), tokens=left, truncated=True))
        left -= item.tokens
    return tuple(merged)


def _in_turn(lists: Sequence[Sequence[EvidenceItem]]) -> list[list[EvidenceItem]]:
    """The first of each list, then the second of each: every target keeps its best within the budget."""
    longest = max((len(each) for each in lists), default=0)
    return [[each[at] for each in lists if at < len(each)] for at in range(longest)]


def _once(items: Iterable[EvidenceItem]) -> tuple[EvidenceItem, ...]:
    seen: dict[str, EvidenceItem] = {}
    for item in items:
        seen.setdefault(item.id, item)
    return tuple(seen.values())


def _relation(state: QueryState) -> str:
    return state.path.nodes[-2] if state.path is not None and len(state.path.nodes) > 1 else ""


def _alike(first: set[str], second: set[str]) -> bool:
    return bool(first and second) and len(first & second) >= _ALIKE * len(first | second)
