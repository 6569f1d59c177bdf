"""A library for tests of the reader and of Ask: real stores and renderer, no model host, no jobs."""

from __future__ import annotations

import contextlib
import functools
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from twintree.answering.tracing import RunTracer
from twintree.base.answers import Answer, AnswerSentence, Scope, SearchResult
from twintree.base.events import (
    AnswerChunk,
    AnswerReady,
    Event,
    EventHub,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobStarted,
    LibraryChanged,
)
from twintree.base.ids import PaperId, RunId, new_job_id
from twintree.base.pages import FileHead, PageText
from twintree.base.records import Citation, DuplicatePair, FieldValue, Span
from twintree.base.searchfields import FieldProblem
from twintree.base.text import find_quote
from twintree.library import LibrarySettings, Steering
from twintree.retrieval.hierarchies import Hierarchies
from twintree.retrieval.hints import line_problem
from twintree.sources.duplicates import find_duplicates
from twintree.sources.pagedesk import PageDesk
from twintree.sources.parser import read_head, read_pages
from twintree.sources.passages import passages
from twintree.sources.render import RenderHost
from twintree.store import export
from twintree.store.anchors import AnchorStore
from twintree.store.citations import CitationStore
from twintree.store.files import FileStore
from twintree.store.hierarchies import HierarchyStore
from twintree.store.incoming import IncomingStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.runs import RunStore
from twintree.structure.tree import build_section_tree
from twintree_desktop.bridge import Bridge
from twintree_desktop.icons import Icons
from twintree_desktop.messages import Messages
from twintree_desktop.navigation import Navigation
from twintree_desktop.session import Session
from twintree_desktop.settings import Settings
from twintree_desktop.theme import Appearance

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "twintree_resources" / "samples"


class Handle:
    """A question that is being answered."""

    def __init__(self, cancel: Callable[[], None]) -> None:
        self.id = new_job_id()
        self.cancel = cancel


class StandInLibrary:
    """Has the parts of ``Library`` that reading and asking use."""

    readonly = False

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self._ledger = Ledger(folder / "ledger.sqlite")
        self._files = FileStore(folder)
        self.papers = PaperStore(self._ledger, self._files)
        self.citations = CitationStore(self._ledger)
        self.person = PersonStore(self._ledger)
        self.runs = RunStore(self._ledger)
        self.anchors = AnchorStore(self._ledger)
        self._renderer = RenderHost()
        self.pages = PageDesk(self.papers, self.person, IncomingStore(self._ledger), self._renderer)
        self.questions = self
        self.hub = EventHub()
        self.person.on_change = lambda change: self.hub.emit(LibraryChanged(change.action, change.papers))
        self.results: list[SearchResult] = []
        self.asked: list[tuple[str, Scope | None, RunId | None]] = []
        self.modes: list[str] = []
        self.steered: list[Steering | None] = []
        self.settings = LibrarySettings()
        #: As a library does that another process writes: its answers are told, and kept nowhere.
        self.keeps = True
        self.hierarchies = Hierarchies(self._ledger, self.papers, None)  # type: ignore[arg-type]
        self.traces = RunTracer(self.papers, HierarchyStore(self._ledger))
        self.answering: Callable[[str], Answer] | None = None
        self.hold = threading.Event()
        self.hold.set()
        self._threads: list[threading.Thread] = []

    def take(
        self, path: Path, authors: Sequence[str] = (), year: int | None = None, title: str = ""
    ) -> PaperId:
        """Import a file, up to its section tree."""
        return take_into(self.papers, self._files, path, authors, year, title)

    def duplicates(self) -> list[DuplicatePair]:
        """Papers that look like one."""
        return self.person.not_distinct(find_duplicates(self.papers.rows(), self.papers.identifiers()))

    def cite(self, paper: PaperId, page: int, quote: str, label: str = "") -> Citation:
        """A citation of words on a page."""
        file = self.papers.files(paper)[0].id
        at = find_quote(self.papers.page(file, page).text, quote)
        spans = (Span(page, *at),) if at else ()
        return Citation(paper=paper, file=file, page=page, spans=spans, quote=quote, label=label)

    def search(
        self, text: str, scope: Scope | None = None, limit: int = 20, offset: int = 0
    ) -> list[SearchResult]:
        return self.results

    def search_problem(self, text: str) -> FieldProblem | None:
        return line_problem(self._ledger, text)

    def submit(
        self,
        question: str,
        scope: Scope | None = None,
        *,
        follow: RunId | None = None,
        mode: str = "direct",
        model: str = "",
        steering: Steering | None = None,
    ) -> Handle:
        """Answer on a thread, sentence by sentence; waits at ``hold`` before each."""
        self.asked.append((question, scope, follow))
        self.modes.append(mode)
        self.steered.append(steering)
        stop = threading.Event()
        handle = Handle(stop.set)
        thread = threading.Thread(target=self._answer, args=(handle, question, stop), name="ask")
        self._threads.append(thread)
        thread.start()
        return handle

    def _answer(self, handle: Handle, question: str, stop: threading.Event) -> None:
        self.hub.emit(JobStarted(handle.id, "ask", question))
        assert self.answering is not None
        closing: Event = JobFinished(handle.id)
        try:
            answer = self.answering(question)
            for sentence in answer.sentences:
                while not self.hold.wait(0.01):
                    if stop.is_set():
                        break
                if stop.is_set():
                    closing = JobCancelled(handle.id)
                    return
                self.hub.emit(AnswerChunk(handle.id, RunId(""), sentence))
            if self.keeps:
                self.runs.save(answer)
            self.hub.emit(AnswerReady(handle.id, answer.run, None if self.keeps else answer))
        except Exception as error:
            closing = JobFailed(handle.id, str(error), "Ask again.", "internal")
        finally:
            self.hub.emit(closing)

    def export_run(self, run: str, kind: str = "markdown") -> str:
        return export.export_run(self._ledger, self.runs.get(run), kind)

    def subscribe(self) -> queue.SimpleQueue[Event]:
        return self.hub.subscribe()

    def close(self) -> None:
        self.hold.set()
        for thread in self._threads:
            thread.join()
        self._renderer.close()
        self._ledger.close()


def take_into(
    papers: PaperStore,
    files: FileStore,
    path: Path,
    authors: Sequence[str] = (),
    year: int | None = None,
    title: str = "",
) -> PaperId:
    """Import a file without jobs and processes: its pages, its fields as given, its section tree."""
    head, pages = _read(path)
    known = {"title": title or path.stem, "authors": list(authors), "year": year}
    fields = [
        FieldValue(field=name, value=value, source="person", confidence=1.0, chosen=True)
        for name, value in known.items()
        if value
    ]
    paper = papers.create(fields, status="indexed")
    file = papers.add_file(paper, files.add(path), path.name)
    papers.write_head(file, head)
    papers.write_pages(file, pages, [passages(page) for page in pages])
    tree, following = build_section_tree(paper, head, pages, papers.next_section(paper))
    papers.write_tree(tree, following)
    return paper


@functools.cache
def _read(path: Path) -> tuple[FileHead, tuple[PageText, ...]]:
    head = read_head(path)
    return head, tuple(read_pages(path, 1, head.pages))


@contextlib.contextmanager
def open_session(library: StandInLibrary, appearance: Appearance, folder: Path) -> Iterator[Session]:
    """A session as the window would make it."""
    bridge = Bridge()
    session = Session(
        library=library,  # type: ignore[arg-type]
        bridge=bridge,
        messages=Messages(),
        navigation=Navigation(),
        appearance=appearance,
        icons=Icons(appearance),
        settings=Settings(folder / "desktop.ini"),
    )
    bridge.listen(library.subscribe())
    yield session
    bridge.close()


def supported(text: str, *citations: Citation) -> AnswerSentence:
    return AnswerSentence(text=text, supported=True, citations=citations)
