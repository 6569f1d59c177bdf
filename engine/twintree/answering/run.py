"""One question under way: what was read, the trace so far, and what answering needs of store and retrieval."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from twintree.answering.division import Layouts, no_layout
from twintree.answering.state.settings import Budget
from twintree.base.anchors import Anchor
from twintree.base.answers import (
    Answer,
    AnswerSentence,
    Hit,
    Scope,
    SearchResult,
    StateUpdate,
    ToolCall,
    TraceStep,
)
from twintree.base.ids import FileId, PaperId, RunId, new_run_id
from twintree.base.pages import PageText
from twintree.base.progress import CancelToken
from twintree.base.records import FileRow, Paper, PaperFilter, PaperRow, SectionTree
from twintree.store.mentioned import Mention

OnSentence = Callable[[AnswerSentence], None]


class Finder(Protocol):
    """What answering needs of retrieval."""

    def search(self, text: str, scope: Scope = ..., limit: int = ...) -> list[SearchResult]:
        """Papers for a query, gated."""
        ...

    def matching(self, text: str, scope: Scope = ...) -> int:
        """How many papers a search finds."""
        ...

    def nearest(self, text: str, scope: Scope = ..., limit: int = ...) -> list[SearchResult]:
        """Papers for a query, without gates."""
        ...

    def passages(self, text: str, papers: Sequence[PaperId], limit: int = ...) -> list[Hit]:
        """Paragraphs of these papers, best first."""
        ...

    def idf(self, stems: Sequence[str]) -> Mapping[str, float]:
        """Lucene's idf of stems over the library's passages."""
        ...


class Shelf(Protocol):
    """What answering needs of the store."""

    def rows(
        self,
        filter: PaperFilter = ...,
        *,
        sort: str = ...,
        descending: bool = ...,
        offset: int = ...,
        limit: int = ...,
    ) -> list[PaperRow]:
        """Papers of a filter."""
        ...

    def count(self, filter: PaperFilter = ...) -> int:
        """How many there are."""
        ...

    def get(self, paper: PaperId) -> Paper:
        """One paper."""
        ...

    def mentioned(self, text: str) -> list[Mention]:
        """The papers that a text calls by key, id or whole title."""
        ...

    def files(self, paper: PaperId) -> Sequence[FileRow]:
        """Its files, the main one first."""
        ...

    def page(self, file: FileId, number: int) -> PageText:
        """One page."""
        ...

    def tree(self, paper: PaperId) -> SectionTree:
        """Its section tree."""
        ...


class Run:
    """The working state of one question: what was read, and the trace so far."""

    def __init__(
        self,
        shelf: Shelf,
        question: str,
        scope: Scope,
        parent: Answer | None,
        cancel: CancelToken,
        on_sentence: OnSentence | None = None,
    ) -> None:
        self._on_sentence = on_sentence
        self.layout: Layouts = no_layout
        self.anchors: Callable[[PaperId], Sequence[Anchor]] = lambda paper: ()
        self._told: set[str] = set()
        self.remarks: tuple[str, ...] = ()
        self.budget = Budget(0, 0)
        self.mode = "direct"
        self.action: str | None = None
        self.states: list[StateUpdate] = []
        self.calls: list[ToolCall] = []
        self.id: RunId = new_run_id()
        self.asked = question
        self.scope = scope
        self.parent = parent
        self.cancel = cancel
        self.trace: list[TraceStep] = []
        self.read: dict[tuple[FileId, int], None] = {}
        self.begun = time.perf_counter()
        self._clock = self.begun
        self._shelf = shelf
        self.row = lru_cache(maxsize=256)(lambda paper: shelf.get(paper).row)
        self._page = lru_cache(maxsize=512)(shelf.page)

    @property
    def tokens(self) -> dict[str, int]:
        """Tokens of models so far, by phase."""
        return self.budget.used

    def tell(self, sentence: AnswerSentence) -> None:
        """Hand a sentence on as soon as it stands; each once."""
        if self._on_sentence is not None and sentence.text not in self._told:
            self._told.add(sentence.text)
            self._on_sentence(sentence)

    def page(self, file: FileId, number: int) -> PageText:
        """A page, noted as read."""
        page = self._page(file, number)
        self.read[(file, number)] = None
        return page

    def peek(self, file: FileId, number: int) -> PageText:
        """A page that is only checked against, not read for an answer."""
        return self._page(file, number)

    def note(self, step: str, summary: str, data: Any = None) -> None:
        """Add one line to *How this was found*; its seconds are those since the last line."""
        now = time.perf_counter()
        self.trace.append(
            TraceStep(step=step, summary=summary, data=data, seconds=round(now - self._clock, 4))
        )
        self._clock = now
        self.cancel.check()


def texts_of(run: Run, hits: Sequence[Hit]) -> dict[str, str]:
    """What was read of each paper."""
    texts: dict[str, str] = {}
    for hit in hits:
        page = run.peek(hit.file, hit.page)
        said = " ".join(page.text[span.start : span.end] for span in hit.spans)
        texts[hit.paper] = f"{texts.get(hit.paper, '')} {said}"
    return texts


def closed(run: Run, **fields: Any) -> Answer:
    """The answer of a run as it stands, with these fields set."""
    return Answer(
        run=run.id,
        question=run.asked,
        read_pages=tuple(run.read),
        trace=tuple(run.trace),
        tokens=dict(run.tokens),
        seconds=round(time.perf_counter() - run.begun, 3),
        scope=run.scope,
        parent=run.parent.run if run.parent else None,
        mode=run.mode,
        action=run.action,
        states=tuple(run.states),
        calls=tuple(run.calls),
        **fields,
    )
