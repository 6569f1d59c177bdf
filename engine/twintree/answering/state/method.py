"""Mode ``state``: papers, one graph over them, the lifecycle, and one reading of the evidence that it admits."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from twintree.answering.answer import NO_PAPER, Answerer
from twintree.answering.parts import Part, put_to
from twintree.answering.question import Question, read_question
from twintree.answering.run import Run, closed
from twintree.answering.state.deterministic import RankingRetriever, SupportVerifier, WordPlanner
from twintree.answering.state.door import ReaderDoor
from twintree.answering.state.lifecycle import Controller, Outcome
from twintree.answering.state.likeness import Embed, Likeness, Terms
from twintree.answering.state.memory import ArtifactStore, SharedMemory
from twintree.answering.state.modelled import ModelPlanner, ModelRetriever, ModelScorer, ModelVerifier
from twintree.answering.state.navigation import BeamNavigator, NearestScorer
from twintree.answering.state.opening import RegionOpener
from twintree.answering.state.planning import near_papers, spans_papers
from twintree.answering.state.roles import Roles
from twintree.answering.state.settings import Budget, Incomplete, StateSettings
from twintree.answering.state.steering import Steering, steering_step
from twintree.answering.state.writing import Voices, silent
from twintree.base.answers import Answer, Hit, Scope, StateUpdate
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.progress import CancelToken, Progress
from twintree.base.records import Record
from twintree.base.state import EvidenceItem
from twintree.base.text import counted
from twintree.trees.hierarchy import EvidenceGraph, count_tokens

#: What the score of an item's region weighs beside its own: chosen on 16 calibrate questions of gold/pages.jsonl and
#: gold/found.jsonl (decision 0009).
OF_REGION = 1.0


class Graphs(Protocol):
    """What the lifecycle needs of the evidence hierarchies."""

    def graph(
        self, papers: Sequence[PaperId], progress: Progress | None = ..., cancel: CancelToken | None = ...
    ) -> EvidenceGraph:
        """The hierarchies of these papers under one root; made where they are missing."""
        ...


class Kit(Record, frozen=True, kw_only=True):
    """What roles are made from, for one question."""

    papers: tuple[PaperId, ...]
    graph: EvidenceGraph
    likeness: Likeness
    budget: Budget
    idf: Callable[[Sequence[str]], Mapping[str, float]]
    each: bool = False  #: these papers were chosen or named, and each is to be looked at
    put: Mapping[PaperId, str] = {}  #: what each paper that the question names is asked
    near: tuple[PaperId, ...] = ()  #: the papers that may hold the answer to a question of one thing


def roles_by(voice: Voices, kit: Kit, settings: StateSettings) -> Roles:
    """Each role by the model that was found fit for it, else without one."""
    planning, navigation, retrieval, verification = (
        voice(task, kit.budget) for task in ("planning", "navigation", "retrieval", "verification")
    )
    near = NearestScorer(kit.likeness)
    scorer = ModelScorer(navigation) if navigation else near
    return Roles(
        planner=ModelPlanner(planning, settings.targets)
        if planning
        else WordPlanner(kit.papers, kit.graph, settings.targets, each=kit.each, put=kit.put, near=kit.near),
        navigator=BeamNavigator(scorer, near, settings),
        retriever=ModelRetriever(retrieval, settings.rerank)
        if retrieval
        else RankingRetriever(kit.likeness, kit.graph, OF_REGION),
        verifier=ModelVerifier(verification) if verification else SupportVerifier(kit.likeness, kit.idf),
    )


class StateMethod:
    """Answers under control; see ``Controller`` for the lifecycle.

    Args:
        graphs: evidence hierarchies.
        embed: gives unit vectors.
        terms: the weighed words of a text.
        idf: idf of stems.
        settings: limits.
        voices: the models that take roles over; none when not given.
        artifacts: the global memory, None where nothing outlives a question.
        steering: what the person keeps in and out.
    """

    def __init__(
        self,
        graphs: Graphs,
        embed: Embed,
        terms: Terms,
        idf: Callable[[Sequence[str]], Mapping[str, float]],
        settings: StateSettings | None = None,
        *,
        voices: Voices = silent,
        artifacts: ArtifactStore | None = None,
        steering: Steering | None = None,
    ) -> None:
        self._graphs, self._embed, self._terms, self._idf = graphs, embed, terms, idf
        self._settings = settings or StateSettings()
        self._voices, self._artifacts = voices, artifacts
        self._steering = steering or Steering()

    def __call__(
        self, answerer: Answerer, run: Run, asked: Question, scope: Scope, report: Progress
    ) -> Answer:
        """Answer in mode ``state``."""
        self._told_by_hand(run)
        report.report(0.1, 1, "looking for papers")
        shortlist = answerer.shortlist(run, asked, scope)[: self._settings.papers]
        if not shortlist:
            return answerer.not_found(run, asked, scope, NO_PAPER)
        placed = answerer.place_hits(answerer.places(run, asked, shortlist, scope))
        named = [item for hit in placed if (item := _item_of(hit, run.peek)).id not in self._steering.dropped]
        report.report(0.2, 1, "ordering the evidence")
        papers = tuple(result.paper.id for result in shortlist)
        graph = self._graphs.graph(papers, report, run.cancel)
        if not graph.regions:
            return answerer.not_found(run, asked, scope, "the papers that were found hold no text")
        budget = run.budget = Budget(self._settings.tokens, self._settings.calls)
        held = f"{counted(len(graph.regions), 'region')} of {counted(len(papers), 'paper')}"
        run.note("budget", f"{held}; {budget.told()}")
        memory = SharedMemory(self._artifacts, scope_key(scope), enabled=self._settings.memory)
        likeness = Likeness(self._embed, self._terms)
        kit = Kit(
            papers=papers,
            graph=graph,
            likeness=likeness,
            budget=budget,
            idf=self._idf,
            each=set(papers) == set(scope.papers),
            put={paper: put_to(asked, run.row(paper).title).text for paper in papers}
            if scope.papers != run.scope.papers and set(papers) == set(scope.papers)
            else {},
            near=near_papers(
                likeness.of_regions(asked.text, graph),
                {each.id: each.paper for each in graph.regions.values()},
                self._settings.near,
                self._settings.targets,
            ),
        )
        opener = RegionOpener(graph, run.peek, likeness, self._settings.rerank, self._steering.dropped)

        def on_update(update: StateUpdate) -> None:
            _keep(run, update)
            if budget.calls:
                report.report(0.4, 1, f"seeking evidence: {budget.told()}")

        controller = Controller(
            roles_by(self._voices, kit, self._settings),
            graph,
            opener,
            memory,
            self._settings,
            on_update=on_update,
            cancel=run.cancel,
            pinned=self._steering.pinned,
        )
        report.report(0.4, 1, "seeking evidence")
        try:
            first = named or self._first(asked, kit, opener)
            outcome = controller.run(asked, first, compact=True if named else None)
        except Incomplete as error:
            return closed(run, status="incomplete", reason=str(error), answering="none")
        finally:
            memory.clear()
        self._told(run, outcome, memory, budget)
        if self._artifacts is not None and controller.lasting:
            self._artifacts.remember(scope_key(scope), run.id, controller.lasting)
        apart = kit.each or spans_papers(asked.text)
        return self._read(answerer, run, asked, scope, report, outcome, named=bool(named), apart=apart)

    def _told_by_hand(self, run: Run) -> None:
        """Note what the person said of the evidence before anything is sought, so that the run keeps it whole."""
        kept, out = len(self._steering.pinned), len(self._steering.dropped)
        if kept or out:
            _keep(run, steering_step(self._steering))
            run.note("steering", f"{kept} kept in and {out} left out by you", {"kept": kept, "left_out": out})

    def _first(self, asked: Question, kit: Kit, opener: RegionOpener) -> list[EvidenceItem]:
        """The initial evidence; only sought where a cycle may be spared."""
        if self._settings.roles and len(kit.graph.regions) > self._settings.bypass:
            return []
        near = kit.likeness.of_regions(asked.text, kit.graph)
        best = sorted(near, key=lambda each: -near[each])[: self._settings.rerank]
        items = opener.items([kit.graph.regions[each] for each in sorted(best)])
        scored = RankingRetriever(kit.likeness, kit.graph, OF_REGION).scored(asked.text, items)
        return sorted(scored, key=lambda item: -item.score)

    def _told(self, run: Run, outcome: Outcome, memory: SharedMemory, budget: Budget) -> None:
        run.action = outcome.action
        passed = sum(each.status == "Pass" for each in outcome.verdicts)
        run.note(
            "lifecycle",
            f"{outcome.action} after {counted(outcome.cycles, 'cycle')}"
            + (f"; {passed} of {len(outcome.verdicts)} targets passed" if outcome.verdicts else ""),
            [each.why for each in outcome.verdicts],
        )
        share = memory.hits / memory.accesses if memory.accesses else 0.0
        run.note("memory", f"{memory.hits} of {memory.accesses} reads found something ({share:.0%})")
        run.note("cost", budget.told(), dict(budget.used))

    def _read(
        self,
        answerer: Answerer,
        run: Run,
        asked: Question,
        scope: Scope,
        report: Progress,
        outcome: Outcome,
        *,
        named: bool,
        apart: bool,
    ) -> Answer:
        for item in outcome.evidence:
            for span in item.spans:
                run.page(item.file, span.page)
        failed = [each.why for each in outcome.verdicts if each.status == "Fail"]
        if outcome.verdicts and len(failed) == len(outcome.verdicts):
            return answerer.not_found(run, asked, scope, failed[-1])
        door = ReaderDoor()

        def read(evidence: tuple[EvidenceItem, ...]) -> Answer:
            parts = parts_of(asked, outcome, apart=apart)
            hits = [hit for part in parts for hit in part.hits]
            return answerer.answer_from(
                run,
                asked,
                scope,
                hits or [hit for item in evidence for hit in _hits_of(item)],
                report,
                named=named,
                judged=named or bool(outcome.verdicts),
                parts=parts,
            )

        return door.read(door.admit(outcome.action, outcome.evidence), read)


def _keep(run: Run, update: StateUpdate) -> None:
    run.states.append(replace(update, position=len(run.states) + 1))


def scope_key(scope: Scope) -> str:
    """The key of a library scope: what was found in it serves later questions of the same scope only."""
    return hashlib.sha256(msgspec.json.encode(scope)).hexdigest()[:16]


def parts_of(asked: Question, outcome: Outcome, *, apart: bool) -> list[Part]:
    """The targets, each with its own evidence; one that did not pass must show on reading that it holds an answer.

    Several papers that were looked at for the same thing (not ``apart``) are read as one: any may hold it.
    """
    told = list(zip(outcome.parts, outcome.verdicts, strict=True))
    if not apart and len(told) > 1 and all(target.papers for (target, _), _ in told):
        texts: dict[str, frozenset[str]] = {}
        for (target, own), _ in told:
            texts[target.text] = texts.get(target.text, frozenset()) | own
        return [_part(asked, text, own, outcome) for text, own in texts.items()]
    return [
        _part(asked, target.text, own, outcome, judged=verdict.status == "Pass")
        for (target, own), verdict in told
    ]


def _part(asked: Question, text: str, own: frozenset[str], outcome: Outcome, *, judged: bool = False) -> Part:
    return Part(
        question=asked if text == asked.text else read_question(text),
        hits=tuple(hit for item in outcome.evidence if item.id in own for hit in _hits_of(item)),
        judged=judged,
    )


def _hits_of(item: EvidenceItem) -> list[Hit]:
    return [
        Hit(
            paper=item.paper,
            file=item.file,
            page=span.page,
            spans=(span,),
            snippet=item.text[:160],
            score=max(item.score, 0.0),
        )
        for span in item.spans
    ]


def _item_of(hit: Hit, page_of: Callable[[FileId, int], PageText]) -> EvidenceItem:
    text = " ".join(" ".join(page_of(hit.file, s.page).text[s.start : s.end] for s in hit.spans).split())
    own = f"{hit.paper}.p{hit.page}.{hit.spans[0].start}"
    return EvidenceItem(
        id=own,
        region=own,
        paper=hit.paper,
        file=hit.file,
        spans=hit.spans,
        text=text,
        tokens=count_tokens(text),
        score=hit.score,
    )
