"""Traces of kept runs for people: every node, evidence item and page read as a citation that leads to its page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from twintree.answering.quotes import cite
from twintree.answering.state.steering import Steering, steered
from twintree.base.answers import Answer, StateUpdate, ToolCall
from twintree.base.errors import NotFound, TwintreeError
from twintree.base.hierarchy import Abstraction, Kind, PaperHierarchy, Region
from twintree.base.ids import FileId, PaperId
from twintree.base.labels import citation_label, label_words
from twintree.base.pages import PageText
from twintree.base.records import Citation, FileRow, PaperRow, Span
from twintree.base.state import EvidenceItem, Plan, TypedPath, Verdict, steering_of
from twintree.base.text import find_quote
from twintree.base.tracing import Cycle, PathStep, Rejection, RunTrace, SeenCall, SeenEvidence

_BELOW_ROOT: tuple[Kind, ...] = ("topic", "relation", "evidence")


class Shelf(Protocol):
    """What a trace needs of the store."""

    def find(self, reference: str) -> PaperId: ...  # noqa: D102
    def row(self, paper: str) -> PaperRow: ...  # noqa: D102
    def files(self, paper: str) -> Sequence[FileRow]: ...  # noqa: D102
    def page(self, file: str, number: int) -> PageText: ...  # noqa: D102


class Kept(Protocol):
    """What a trace needs of the evidence hierarchies: a kept one, never made for its sake."""

    def get(self, paper: str) -> PaperHierarchy | None: ...  # noqa: D102


class RunTracer:
    """Reads the steps of runs; from any thread."""

    def __init__(self, shelf: Shelf, kept: Kept) -> None:
        self._shelf, self._kept = shelf, kept

    def of(self, answer: Answer) -> RunTrace:
        """The steps of a run as they were stored, each with its place where that is still there."""
        places = _Places(self._shelf, self._kept)
        whole = [each for each in answer.states if each.target == 0]
        plan = next((_read(each, Plan) for each in whole if each.field == "plan" and each.accepted), None)
        by_hand = steering_of(answer.states)
        spared = [item for each in whole if each.field == "evidence" for item in _items(each)]
        return RunTrace(
            run=answer.run,
            kept=tuple(map(places.evidence, by_hand.pinned)),
            left_out=tuple(map(places.evidence, by_hand.left_out)),
            plan=plan,
            evidence=tuple(map(places.evidence, spared)),
            cycles=tuple(_cycles(answer.states, places)),
            calls=tuple(places.call(each) for each in answer.calls),
            rejected=next((_rejection(each) for each in whole if not each.accepted), None),
        )

    def steering(
        self, answer: Answer, dropped: Sequence[str], pinned: Sequence[str], freed: Sequence[str] = ()
    ) -> Steering | None:
        """What a person wants of the evidence of a run; see ``steered``."""
        return steered(answer, dropped, pinned, freed)


def _cycles(states: Iterable[StateUpdate], places: _Places) -> list[Cycle]:
    found: dict[tuple[int, int], Cycle] = {}
    for each in states:
        if each.target:
            key = (each.target, each.cycle)
            found[key] = _with(found.get(key, Cycle(target=key[0], cycle=key[1])), each, places)
    return list(found.values())


def _with(cycle: Cycle, update: StateUpdate, places: _Places) -> Cycle:
    """A pass with one more of its updates."""
    if update.role in ("planner", "navigator", "retriever", "verifier"):
        cycle = replace(cycle, seconds=cycle.seconds | {update.role: update.seconds})
    if update.made_by:
        cycle = replace(cycle, made_by=cycle.made_by | {update.role: update.made_by})
    if not update.accepted:
        return replace(cycle, rejected=_rejection(update))
    match update.field:
        case "plan":
            return replace(cycle, plan=_read(update, Plan))
        case "path":
            return replace(cycle, path=places.path(_read(update, TypedPath)))
        case "evidence":
            return replace(cycle, evidence=tuple(map(places.evidence, _items(update))))
        case "verdict":
            return replace(cycle, verdict=_read(update, Verdict))
        case "action":
            return replace(cycle, action=str(update.value))
        case "artifacts":
            return replace(cycle, remembered=len(update.value))
    return cycle


def _rejection(update: StateUpdate) -> Rejection:
    return Rejection(role=update.role, field=update.field, why=update.reason)


def _items(update: StateUpdate) -> tuple[EvidenceItem, ...]:
    return msgspec.convert(update.value, tuple[EvidenceItem, ...])


def _read(update: StateUpdate, kind: Any) -> Any:
    return msgspec.convert(update.value, kind)


class _Places:
    """Finds the words on pages that a step rests on; what is gone has none."""

    def __init__(self, shelf: Shelf, kept: Kept) -> None:
        self._shelf = shelf
        self._row = lru_cache(maxsize=64)(shelf.row)
        self._page = lru_cache(maxsize=128)(shelf.page)
        self._hierarchy = lru_cache(maxsize=64)(kept.get)

    def evidence(self, item: EvidenceItem) -> SeenEvidence:
        """An item with its words."""
        return SeenEvidence(item=item, at=self._cited(item.paper, item.file, item.spans))

    def path(self, path: TypedPath) -> tuple[PathStep, ...]:
        """The paper, then every node below it."""
        if len(path.nodes) < 2:
            return ()
        paper = PaperId(path.nodes[1].split(".", maxsplit=1)[0])
        hierarchy = self._hierarchy(paper)
        groups, regions = _nodes(hierarchy)
        steps = [PathStep(kind="root", text=self._name(paper), at=self._first(paper, 1))]
        for kind, node, label in zip(_BELOW_ROOT, path.nodes[1:], path.labels, strict=False):
            steps.append(self._step(kind, groups.get(node) or regions.get(node), label, groups, regions))
        return tuple(steps)

    def _step(
        self,
        kind: Kind,
        node: Abstraction | Region | None,
        label: str,
        groups: Mapping[str, Abstraction],
        regions: Mapping[str, Region],
    ) -> PathStep:
        # The same id may name another node by now; its words tell.
        if node is None or not " ".join(node.text.split()).startswith(label):
            return PathStep(kind=kind, text=label)
        if isinstance(node, Region):
            return PathStep(kind=kind, text=node.text, at=self._cited(node.paper, node.file, node.spans))
        return PathStep(kind=kind, text=node.text, at=self._said(node, groups, regions))

    def _said(
        self, group: Abstraction, groups: Mapping[str, Abstraction], regions: Mapping[str, Region]
    ) -> Citation | None:
        """Where a group's words stand; where its first region does when they are a model's."""
        below = [regions[each] for each in _leaves(group, groups) if each in regions]
        sentence = group.text.split(": ", maxsplit=1)[-1] if group.kind == "topic" else group.text
        wanted = sentence.removesuffix(" …")
        for region in below:
            for span in region.spans:
                at = find_quote(self._text(region.file, span.page)[: span.end], wanted, span.start)
                if at is not None:
                    return self._cited(region.paper, region.file, (Span(span.page, *at),))
        return self._cited(below[0].paper, below[0].file, below[0].spans) if below else None

    def call(self, call: ToolCall) -> SeenCall:
        """A call of an agent with the pages that it read, or the papers that it found."""
        result = call.result
        if call.tool == "search_documents":
            found = [(PaperId(each["paper"]), each["title"]) for each in result or ()]
            return SeenCall(
                call=call, found=tuple((paper, self._name(paper), title) for paper, title in found)
            )
        paper = self._meant(str(call.arguments.get("paper", "")))
        pages: list[Citation | None] = []
        if call.tool == "get_page_content":
            pages = [self._whole(each["paper"], each["file"], each["page"]) for each in result or ()]
        elif call.tool == "search_within_paper" and result and paper:
            pages = [self._first(paper, number) for number in result["pages"]]
        elif call.tool == "get_page_image" and result and paper:
            pages = [self._first(paper, result["page"])]
        return SeenCall(
            call=call,
            paper=paper,
            name=self._name(paper) if paper else str(call.arguments.get("paper", "")),
            pages=tuple(each for each in pages if each is not None),
        )

    # ── places ───────────────────────────────────────────────────────────────────────────────────────

    def _text(self, file: str, number: int) -> str:
        try:
            return self._page(file, number).text
        except NotFound:
            return ""

    def _cited(self, paper: str, file: str, spans: Sequence[Span]) -> Citation | None:
        """The first of some spans as a citation; None where its page is gone or shorter than it was."""
        if not spans:
            return None
        try:
            page = self._page(file, spans[0].page)
            row = self._row(paper)
        except NotFound:
            return None
        made = cite(row, FileId(file), spans[0], page)
        return made if made.quote else None

    def _first(self, paper: str, number: int) -> Citation | None:
        """A page of a paper's main file, wherever a merge has put it."""
        try:
            files = self._shelf.files(self._row(paper).id)
        except NotFound:
            return None
        return self._whole(paper, files[0].id, number) if files else None

    def _whole(self, paper: str, file: str, number: int) -> Citation | None:
        """A page as it stands, no words of it cited."""
        try:
            row = self._row(paper)
            self._page(file, number)
        except NotFound:
            return None
        label = citation_label(row, number)
        return Citation(paper=row.id, file=FileId(file), page=number, spans=(), quote="", label=label)

    def _name(self, paper: str) -> str:
        """``Meng 2026``; empty when it is gone."""
        try:
            row = self._row(paper)
        except NotFound:
            return ""
        return label_words(row.authors, row.year, row.letter) or row.title or row.key

    def _meant(self, reference: str) -> PaperId | None:
        try:
            return self._shelf.find(reference) if reference else None
        except TwintreeError:
            return None


def _nodes(hierarchy: PaperHierarchy | None) -> tuple[dict[str, Abstraction], dict[str, Region]]:
    if hierarchy is None:
        return {}, {}
    groups = {each.id: each for each in (*hierarchy.relations, *hierarchy.topics)}
    return groups, {each.id: each for each in hierarchy.regions}


def _leaves(group: Abstraction, groups: Mapping[str, Abstraction]) -> list[str]:
    found: list[str] = []
    for member in group.members:
        found += _leaves(groups[member], groups) if member in groups else [member]
    return found
