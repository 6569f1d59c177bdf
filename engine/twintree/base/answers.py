"""Records of asking: what is searched, what is found, what is answered and how it came about."""

from __future__ import annotations

from typing import Any

import msgspec

from twintree.base.ids import FileId, PaperId, RunId, SectionId
from twintree.base.records import Citation, PageRect, PaperFilter, PaperRow, Record, Section, Span


class Scope(Record, frozen=True, kw_only=True):
    """Which papers a search or a question is about; empty fields do not restrict."""

    papers: tuple[PaperId, ...] = ()
    collection: str = ""
    tag: str = ""
    author: str = ""
    journal: str = ""
    year_min: int | None = None
    year_max: int | None = None
    within: str = ""  #: ``highlights``: only words that were marked, here or in another program

    def as_filter(self) -> PaperFilter:
        """The papers of the scope as the library's table would be filtered to them."""
        return PaperFilter(
            ids=self.papers or None,
            collection=self.collection,
            tag=self.tag,
            author=self.author,
            journal=self.journal,
            year_min=self.year_min,
            year_max=self.year_max,
        )


class Hit(Record, frozen=True, kw_only=True):
    """A passage that matches: where it stands, a snippet, and, where asked for, the matched words' boxes."""

    paper: PaperId
    file: FileId
    page: int
    spans: tuple[Span, ...]
    snippet: str
    rects: tuple[PageRect, ...] = ()
    section: SectionId | None = None
    score: float = 0.0
    recognised: bool = False  #: read by text recognition: on a scan, or inside a picture


class SearchResult(Record, frozen=True, kw_only=True):
    """A paper that answers a query, with the sections and passages that made it so."""

    paper: PaperRow
    score: float
    sections: tuple[Section, ...] = ()
    hits: tuple[Hit, ...] = ()
    dense: float | None = None
    sparse: float | None = None
    how: str = ""  #: dense | words | both | phrase | listed


class AnswerSentence(Record, frozen=True, kw_only=True):
    """One sentence of an answer, and the words on pages that carry it."""

    text: str
    supported: bool
    citations: tuple[Citation, ...] = ()
    reason: str = ""  #: why it is unsupported
    against: tuple[Citation, ...] = ()  #: words read on the way that contradict it


class TraceStep(Record, frozen=True, kw_only=True):
    """One line of *How this was found*."""

    step: str
    summary: str
    data: Any = None
    seconds: float = 0.0


class StateUpdate(Record, frozen=True, kw_only=True):
    """One staged update of the query state: which role proposed what for its field, and whether it was committed.

    ``value`` is the field as JSON has it; ``target`` and ``cycle`` count from 1, target 0 is the whole question.
    """

    position: int
    target: int
    cycle: int
    role: str  #: planner | navigator | retriever | verifier | controller | memory | person
    field: str  #: plan | path | evidence | verdict | action | artifacts | steering
    value: Any
    accepted: bool = True
    reason: str = ""  #: why it was rejected
    made_by: str = ""  #: the model's id; "" for the deterministic role
    seconds: float = 0.0


class ToolCall(Record, frozen=True, kw_only=True):
    """One call of an agent, in order, with the result as the agent saw it; tokens are estimates."""

    tool: str
    arguments: dict[str, Any]
    result: Any = None
    result_tokens: int = 0
    seconds: float = 0.0
    problem: str = ""  #: what was wrong with the call


class Answer(Record, frozen=True, kw_only=True):
    """What a question got, and how (DESIGN §7, what a run says of itself)."""

    run: RunId
    question: str
    mode: str = "direct"
    answering: str = "extractive"  #: generated | extractive | none
    action: str | None = None
    status: str = "complete"  #: complete | incomplete | cancelled
    reason: str = ""
    found: bool = False
    sentences: tuple[AnswerSentence, ...] = ()
    read_pages: tuple[tuple[FileId, int], ...] = ()
    nearest: tuple[PaperRow, ...] = ()
    rewritten: str = ""
    trace: tuple[TraceStep, ...] = ()
    tokens: dict[str, int] = msgspec.field(default_factory=dict)
    seconds: float = 0.0
    created: str = ""
    scope: Scope = Scope()
    parent: RunId | None = None
    states: tuple[StateUpdate, ...] = ()
    calls: tuple[ToolCall, ...] = ()


class RunRow(Record, frozen=True, kw_only=True):
    """A stored run in a list; ``get`` has the whole answer."""

    run: RunId
    kind: str
    question: str
    status: str
    created: str
    found: bool = False
    conversation: str = ""
    parent: RunId | None = None
    mode: str = "direct"


class Conversation(Record, frozen=True, kw_only=True):
    """A named series of runs."""

    id: str
    name: str
    created: str
    runs: int = 0
