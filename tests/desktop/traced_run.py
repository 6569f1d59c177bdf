"""Runs with their steps, put together over a sample paper as the engine stores them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from standin_library import SAMPLES, StandInLibrary, supported

from twintree.base.answers import Answer, StateUpdate, ToolCall, TraceStep
from twintree.base.ids import new_run_id
from twintree.base.state import EvidenceItem, Plan, Target, TypedPath, Verdict
from twintree.models.protocol import EmbedderInfo, Vectors, unit
from twintree.store.hierarchies import HierarchyStore
from twintree.trees.hierarchy import build_hierarchy

QUESTION = "How are papers found, and how are they read?"
_INFO = EmbedderInfo(id="fake@1", dimension=8, limit=66)


def _embed(texts: Sequence[str]) -> Vectors:
    rows = np.full((len(texts), 8), 0.01)
    for at, text in enumerate(texts):
        for word in text.casefold().split():
            rows[at, sum(map(ord, word)) % 8] += 1
    return unit(rows)


class TracedPaper:
    """A sample paper with its evidence hierarchy, and the steps that could be taken in it."""

    def __init__(self, shelf: StandInLibrary) -> None:
        self.shelf = shelf
        self.paper = shelf.take(SAMPLES / "meng2026locate.pdf", ["Lena Meng"], 2026, "Locate, then read")
        self.file = shelf.papers.files(self.paper)[0].id
        pages = list(shelf.papers.pages(self.file))
        nodes = shelf.papers.tree(self.paper).nodes
        self.hierarchy = build_hierarchy(self.paper, self.file, pages, nodes, _embed, _INFO)
        HierarchyStore(shelf._ledger).write(self.hierarchy)

    def path(self, topic: int = 0) -> TypedPath:
        """The path over a topic's first members."""
        groups = {each.id: each for each in self.hierarchy.relations}
        regions = {each.id: each for each in self.hierarchy.regions}
        above = self.hierarchy.topics[topic]
        relation = groups[above.members[0]]
        region = regions[relation.members[0]]
        labels = tuple(" ".join(each.text.split())[:120] for each in (above, relation, region))
        return TypedPath(nodes=("root", above.id, relation.id, region.id), labels=labels, score=0.9)

    def items(self, first: int, count: int) -> tuple[EvidenceItem, ...]:
        """Evidence made of the first words of regions."""
        return tuple(
            EvidenceItem(
                id=f"{self.paper}.p{region.spans[0].page}.{region.spans[0].start}",
                region=region.id,
                paper=self.paper,
                file=self.file,
                spans=region.spans[:1],
                text=region.text,
                tokens=region.tokens,
                score=1.0,
            )
            for region in self.hierarchy.regions[first : first + count]
        )

    def states(self) -> tuple[StateUpdate, ...]:
        """Two targets: the first passes at once, the second after a revision."""
        targets = (Target(text="How are papers found"), Target(text="How are they read"))
        steps: list[tuple[int, int, str, str, Any]] = [
            (0, 0, "planner", "plan", Plan(objective=QUESTION, kind="how", targets=targets))
        ]
        passed = Verdict(status="Pass", why="the evidence holds an answer with certainty 0.81")
        failed = Verdict(status="Fail", why="certainty 0.20 that the evidence answers; missing: read")
        for target, cycle, topic, verdict, action in (
            (1, 1, 0, passed, "release"),
            (2, 1, 0, failed, "revise"),
            (2, 2, -1, passed, "release"),
        ):
            own = targets[target - 1]
            why = failed.why if cycle > 1 else ""
            plan = Plan(objective=own.text + " read" * (cycle > 1), kind="how", targets=(own,), revision=why)
            steps += [
                (target, cycle, "planner", "plan", plan),
                (target, cycle, "navigator", "path", self.path(topic)),
                (target, cycle, "retriever", "evidence", self.items(2 * target, 2)),
                (target, cycle, "verifier", "verdict", verdict),
                (target, cycle, "controller", "action", action),
            ]
        steps.append((0, 2, "controller", "action", "release"))
        return tuple(
            StateUpdate(
                position=at,
                target=target,
                cycle=cycle,
                role=role,
                field=field,
                value=msgspec.to_builtins(value),
                seconds=0.25,
            )
            for at, (target, cycle, role, field, value) in enumerate(steps, 1)
        )

    def calls(self) -> tuple[ToolCall, ...]:
        """A search, pages that were read, and a call that was none."""
        found = {"paper": self.paper, "title": "Locate, then read"}
        page = {"paper": self.paper, "file": self.file, "page": 3, "text": "…"}
        return (
            ToolCall(
                tool="search_documents", arguments={"query": QUESTION}, result=[found], result_tokens=50
            ),
            ToolCall(
                tool="get_page_content",
                arguments={"paper": self.paper, "pages": [3]},
                result=[page],
                result_tokens=900,
                seconds=0.02,
            ),
            ToolCall(
                tool="fetch_everything",
                arguments={},
                problem="There is no tool 'fetch_everything'.",
                result_tokens=9,
            ),
        )

    def answer(self, mode: str = "state", question: str = QUESTION, **more: Any) -> Answer:
        """A kept answer in that mode."""
        page = self.shelf.papers.page(self.file, 2).text[500:620]
        steps = (
            TraceStep(step="mode", summary="state: it asks 2 things, and each is sought by itself"),
            TraceStep(
                step="budget",
                summary="40 regions of 1 papers; 0 of 6,000 tokens and 0 of 24 model calls used",
            ),
            TraceStep(step="memory", summary="1 of 4 reads found something (25%)"),
            TraceStep(step="cost", summary="0 of 6,000 tokens and 0 of 24 model calls used"),
        )
        values: dict[str, Any] = {
            "run": new_run_id(),
            "question": question,
            "mode": mode,
            "action": "release" if mode == "state" else None,
            "found": True,
            "sentences": (
                supported(
                    "Papers are found by entries.", self.shelf.cite(self.paper, 2, page, "Meng 2026, p. 2")
                ),
            ),
            "states": self.states() if mode == "state" else (),
            "calls": self.calls() if mode == "agent" else (),
            "trace": steps
            if mode == "state"
            else (TraceStep(step="agent", summary="3 calls, 1 pages read"),),
            "tokens": {"reader": 12, "auxiliary": 30},
            "seconds": 1.5,
            "created": "2026-01-01T10:00:00+00:00",
        }
        return Answer(**(values | more))
