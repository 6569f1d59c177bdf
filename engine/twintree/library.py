"""``Library``: the one object that front ends hold; it puts the layers together and lets nothing of them out.

A library is a folder (DESIGN §3). ``Library.open`` takes the writer's lock, replays what a crash interrupted
between the ledger and its projections, and starts nothing else: models and parsers start when first needed.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import msgspec

from twintree.answering.answer import AnswerSettings
from twintree.answering.modes import AskSettings
from twintree.answering.state.steering import Steering
from twintree.answering.tracing import RunTracer
from twintree.base import process
from twintree.base.answers import Hit, Scope, SearchResult
from twintree.base.errors import StorageProblem, WrongUse
from twintree.base.events import (
    Event,
    EventHub,
    LibraryChanged,
)
from twintree.base.exploring import ExploreSettings
from twintree.base.ids import JobId, PaperId, RunId
from twintree.base.jobs import Job, JobItem, Problem
from twintree.base.records import Change, DuplicatePair, PaperFilter
from twintree.base.searchfields import FieldProblem
from twintree.base.text import typed
from twintree.jobs.asking import QuestionDesk, Sources
from twintree.jobs.background import Background
from twintree.jobs.exploring import submit_exploration
from twintree.jobs.importing import Importer
from twintree.jobs.methoddesk import build_method_desk
from twintree.jobs.modelchoice import in_charge
from twintree.jobs.modelwork import build_model_work
from twintree.jobs.options import ImportOptions
from twintree.jobs.runner import JobHandle, JobRunner
from twintree.jobs.stages import Work, Workshop, write_entries
from twintree.jobs.summaries import ModelWriter, Summaries, Summariser
from twintree.jobs.watching import Watcher, watched_folders
from twintree.knowledge.following import follow_papers
from twintree.models.host import ModelHost
from twintree.retrieval.exploring.desk import build_desks
from twintree.retrieval.hierarchies import Hierarchies
from twintree.retrieval.hints import line_problem
from twintree.retrieval.methodsearch import MethodSearch
from twintree.retrieval.search import Searcher
from twintree.retrieval.vectors import embed_cached
from twintree.sources.duplicates import find_duplicates
from twintree.sources.pagedesk import PageDesk
from twintree.sources.pool import ParserPool
from twintree.sources.render import RenderedPage, RenderHost
from twintree.store import deletion, export
from twintree.store.anchors import AnchorStore
from twintree.store.citations import CitationStore
from twintree.store.durable import save_as
from twintree.store.files import FileStore
from twintree.store.folder import LEDGER, is_library, library_folder, library_name, make_folder
from twintree.store.hierarchies import HierarchyStore
from twintree.store.incoming import IncomingStore
from twintree.store.intake import IntakeStore
from twintree.store.jobs import JobStore
from twintree.store.keeping import BibliographyKeeper
from twintree.store.ledger import Ledger
from twintree.store.lock import WriterLock, holder
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.projections import Projections
from twintree.store.runs import RunStore
from twintree.store.summaries import SummaryStore

__all__ = [
    "ImportOptions",
    "JobHandle",
    "Library",
    "LibrarySettings",
    "RenderedPage",
    "Steering",
    "save_as",
]


class LibrarySettings(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of this machine's use; each is a setting with a range (DESIGN §10)."""

    parsers: int = min(4, process.cores())  #: parser processes, 1..16
    seconds: float = 120.0  #: without a page before a file is given up, 5..3600
    memory: int = 1 << 30  #: bytes a parser may use, 256 MB..16 GB
    answers: AnswerSettings = AnswerSettings()
    asking: AskSettings = AskSettings()


class Library:
    """A library that is open.

    Attributes:
        path: its folder.
        readonly: whether another process may be writing it.
        papers: reading papers, files, pages and trees.
        person: the person's own data; every write can be undone.
        pages: pages as pixels, the boxes of words on them, copies of files.
        anchors: figures, tables, equations and footnotes.
        citations: reference lists, who cites whom, and the works that are cited.
        claims: what papers claim, and who supports or contradicts it.
        methods: methods and the two trees over them.
        method_search: methods by name and by meaning, through the themes.
        model_work: jobs of a model over papers and themes: readings for methods, descriptions of themes.
        questions: answers from the papers, waited for or in the background.
        explorations: bounded walks through the citation graph, planned, made, kept.
        runs: answers that were kept.
        traces: how they were found, step by step, with the words on pages behind every step.
        hierarchies: the evidence hierarchies of papers; made when a question needs them.
        jobs: long work (``None`` when open for reading only).
        bibliographies: BibTeX files that follow collections.
    """

    def __init__(self, path: Path, *, readonly: bool, settings: LibrarySettings) -> None:
        self.path = path
        self.readonly = readonly
        self.settings = settings
        self._closers = contextlib.ExitStack()
        self._hub = EventHub()
        try:
            self._assemble()
        except BaseException:
            self._closers.close()
            raise

    def _assemble(self) -> None:
        if not self.readonly:
            self._closers.callback(WriterLock(self.path).release)
        self._ledger = Ledger(self.path / LEDGER, readonly=self.readonly)
        self._closers.callback(self._ledger.close)
        self._files = FileStore(self.path)
        self.papers = PaperStore(self._ledger, self._files)
        self.person = PersonStore(self._ledger)
        self.anchors = AnchorStore(self._ledger)
        self.citations = CitationStore(self._ledger)
        self.bibliographies = BibliographyKeeper(self._ledger, self.person)
        self.runs = RunStore(self._ledger)
        self._summaries = SummaryStore(self._ledger)
        for each in (self.person, self.citations, self.runs):
            each.on_change = self._tell_change
        self._searcher_lock = threading.Lock()
        self._searcher: Searcher | None = None
        self._host = ModelHost()
        self._closers.callback(self._host.close)
        self._projections = Projections(self._ledger, self._embedder)
        self._closers.callback(self._projections.close)
        self._pool = ParserPool(self.settings.parsers, self.settings.seconds, self.settings.memory)
        self._closers.callback(self._pool.close)
        self._renderer = RenderHost()
        self._closers.callback(self._renderer.close)
        self.pages = PageDesk(self.papers, self.person, IncomingStore(self._ledger), self._renderer)
        self.claims, self.explorations = build_desks(
            self._ledger, self.papers, self.citations, self._host, self._finder
        )
        self.claims.store.on_change = self._tell_change
        self.methods, self._method_finder = build_method_desk(
            self._ledger, self.papers, self.citations, self._host, self._renderer
        )
        self.methods.store.on_change = self._tell_change
        self.method_search = MethodSearch(self._ledger, self.methods.store, self._host)
        self.model_work = build_model_work(
            self._ledger, self.papers, self.methods, self._method_finder, self._host, lambda: self.jobs
        )
        self._background = Background(self._hub)
        self._closers.callback(self._background.close)
        self.hierarchies = Hierarchies(self._ledger, self.papers, self._host)
        self.traces = RunTracer(self.papers, HierarchyStore(self._ledger))
        self.questions = self._build_questions()
        #: ``questions.ask``, which is what a library is for.
        self.ask = self.questions.ask
        self._runner: JobRunner | None = None
        if not self.readonly:
            follow_papers(self._ledger, self.citations)
            self._files.sweep()
            self.bibliographies.start()
            self._closers.callback(self.bibliographies.close)
            with contextlib.suppress(StorageProblem):  # a full disk can still be read
                JobStore(self._ledger).stop_interrupted()
            with contextlib.suppress(
                StorageProblem
            ):  # what is still in the way is tried again on the next opening
                deletion.finish_deletions(self._ledger, self._files, self._projections.make_graph)
            self._runner = self._build_runner()
            self._closers.callback(self._runner.close)

    def _build_questions(self) -> QuestionDesk:
        sources = Sources(
            ledger=self._ledger,
            papers=self.papers,
            person=self.person,
            anchors=self.anchors,
            citations=self.citations,
            runs=self.runs,
            hierarchies=self.hierarchies,
            methods=self.method_search,
            host=self._host,
            finder=self._finder,
        )
        return QuestionDesk(sources, self.settings.answers, self.settings.asking, self._background, self._hub)

    def _build_runner(self) -> JobRunner:
        jobs = JobStore(self._ledger)
        shop = Workshop(
            papers=self.papers,
            anchors=self.anchors,
            citations=self.citations,
            claims=self.claims.store,
            hierarchies=Hierarchies(self._ledger, self.papers, self._host.background),
            intake=IntakeStore(self._ledger),
            incoming=IncomingStore(self._ledger),
            methods=self._method_finder,
            person=self.person,
            files=self._files,
            summaries=self._summaries,
            pool=self._pool,
            embed=lambda texts: embed_cached(self._ledger, self._host.background, texts),
        )
        summariser = Summariser(
            self.papers,
            self.person,
            self._summaries,
            lambda: self._model_for("summary"),
            lambda paper: self._index_again(shop, paper),
        )
        return JobRunner(
            jobs,
            Importer(shop, jobs),
            self._hub,
            self.settle,
            workers=self.settings.parsers,
            crafts={"summaries": summariser, **self.model_work.crafts()},
        )

    def _index_again(self, shop: Workshop, paper: PaperId) -> None:
        for file in self.papers.files(paper)[:1]:
            write_entries(shop, Work(paper, file.id, file.name))

    def _model_for(self, task: str, *, asked: bool = True) -> ModelWriter | None:
        return in_charge(self._host, task, asked=asked)

    @property
    def summaries(self) -> Summaries:
        """Summaries by a model: what they would cost, and the job that writes them."""
        return Summaries(
            self.papers,
            self.person,
            self._summaries,
            lambda: self._model_for("summary"),
            lambda: self._model_for("summary", asked=False),
            lambda: self.jobs,
        )

    # ── opening and closing ──────────────────────────────────────────────────────────────────────────

    @staticmethod
    def is_library(path: Path) -> bool:
        """Whether this folder is a library."""
        return is_library(path)

    @staticmethod
    def is_written(path: Path) -> bool:
        """Whether a process writes this library now."""
        return holder(path) is not None

    @classmethod
    def create(cls, path: Path | str, name: str = "", *, settings: LibrarySettings | None = None) -> Library:
        """Make a library in a new or empty folder, and open it.

        Raises:
            WrongUse: the folder holds something already.
            StorageProblem: it cannot be made.
        """
        return cls.open(make_folder(path, name), settings=settings)

    @classmethod
    def open(
        cls, path: Path | str, *, readonly: bool = False, settings: LibrarySettings | None = None
    ) -> Library:
        """Open a library; replays what a crash interrupted.

        Raises:
            NotFound: there is no library.
            LibraryBusy: another process writes it (open it ``readonly``).
            LibraryTooNew: a newer Twintree wrote it.
            LibraryDamaged: its ledger does not hold together.
        """
        return cls(library_folder(path), readonly=readonly, settings=settings or LibrarySettings())

    @property
    def name(self) -> str:
        """The library's name."""
        return library_name(self.path)

    def close(self) -> None:
        """Stop everything and let go of the lock; safe to call twice."""
        self._closers.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ── events ───────────────────────────────────────────────────────────────────────────────────────

    def subscribe(self) -> queue.SimpleQueue[Event]:
        """A queue that receives every event from now on."""
        return self._hub.subscribe()

    def unsubscribe(self, mine: queue.SimpleQueue[Event]) -> None:
        """Stop delivering to that queue."""
        self._hub.unsubscribe(mine)

    @property
    def jobs(self) -> JobRunner:
        """Long work.

        Raises:
            LibraryBusy: the library is open for reading only.
        """
        if self._runner is None:
            with self._ledger.write():
                pass
            raise WrongUse("This library is open for reading only.")
        return self._runner

    @property
    def watching(self) -> Watcher:
        """The watched folders.

        Raises:
            LibraryBusy: the library is open for reading only.
        """
        return Watcher(self.person, IncomingStore(self._ledger), self.jobs)

    def watched_folders(self) -> list[Path]:
        """The watched folders; also when the library is open for reading only."""
        return watched_folders(self.person)

    def scan_watched(self, options: ImportOptions | None = None) -> JobHandle | None:
        """Import what is new in the watched folders; None when nothing is."""
        return self.watching.scan(options)

    def job_list(self) -> Sequence[Job]:
        """All jobs, the newest first; also when the library is open for reading only."""
        return JobStore(self._ledger).list()

    def job_items(self, job: JobId) -> Sequence[JobItem]:
        """The files of a job, in the order given."""
        return JobStore(self._ledger).items(job)

    # ── search and answers ───────────────────────────────────────────────────────────────────────────

    def search(
        self,
        text: str,
        scope: Scope | None = None,
        limit: int = 20,
        offset: int = 0,
        *,
        rects: bool = False,
    ) -> list[SearchResult]:
        """Papers for a query in the syntax of ``retrieval.query``; ``*`` lists; ``rects`` frames the hits."""
        return self._finder().search(typed(text), scope or Scope(), limit, offset, rects=rects)

    def search_problem(self, text: str) -> FieldProblem | None:
        """What keeps a search line from finding what was meant: a field, section or tag that there is not."""
        return line_problem(self._ledger, typed(text))

    def passages(self, text: str, papers: Sequence[PaperId], limit: int = 40) -> list[Hit]:
        """Paragraphs of these papers that fit the text, best first."""
        return self._finder().passages(text, papers, limit)

    def submit_explore(
        self, question: str, settings: ExploreSettings | None = None, scope: Scope | None = None
    ) -> JobHandle:
        """Explore in the background: ``ExplorationPlanned``, ``ExplorationReady``, and one closing event."""
        return submit_exploration(self._background, self._hub, self.explorations, question, settings, scope)

    def _finder(self) -> Searcher:
        with self._searcher_lock:
            if self._searcher is None:
                vectors = self._projections.vectors()
                self._searcher = Searcher(self._ledger, self.papers, vectors, self._host)
        self._projections.follow()
        return self._searcher

    def export_run(self, run: RunId | str, kind: str = "markdown") -> str:
        """An answer with its bibliography, as ``markdown``, ``bibtex`` or ``json``."""
        return export.export_run(self._ledger, self.runs.get(RunId(run)), kind)

    # ── care ─────────────────────────────────────────────────────────────────────────────────────────

    def settle(self) -> None:
        """Bring trees and projections up to the ledger; cheap when nothing is missing."""
        self.methods.refresh()
        self._projections.settle()
        self._hub.emit(LibraryChanged("projections"))

    def duplicates(self) -> list[DuplicatePair]:
        """Papers that look like one; offered, never merged silently."""
        rows = self.papers.rows(PaperFilter(), limit=1_000_000)
        return self.person.not_distinct(find_duplicates(rows, self.papers.identifiers()))

    def delete(self, papers: Sequence[PaperId]) -> None:
        """Delete papers for good, with everything that came from them."""
        deletion.delete_papers(self._ledger, self._files, papers, self._projections.make_graph)
        self.settle()
        self._hub.emit(LibraryChanged("deleted", tuple(papers)))

    def check(self) -> list[Problem]:
        """Compare every projection with the ledger and every file with its hash."""
        return self._projections.check(self._files)

    def rebuild(self) -> list[Problem]:
        """Make every projection afresh; returns what ``check`` still finds."""
        self._projections.rebuild(self._files, self._host.background.embed)
        return self.check()

    def export(self, kind: str, papers: Sequence[PaperId] | None = None) -> str:
        """The library, or some papers, as ``bibtex``, ``ris``, ``csl``, ``markdown`` or ``json``."""
        return export.export(self._ledger, kind, papers)

    def warm(self, *, parsers: bool = True, pages: bool = False, models: bool = False) -> None:
        """Start processes before they are needed: parsers, and if asked the renderer and the model host."""
        if parsers:
            self._pool.warm()
        if pages:
            self._renderer.warm()
        if models:
            self._host.embed(["warm"])

    def sizes(self) -> dict[str, int]:
        """How much the library holds: bytes of the ledger, vectors, passages, pages, papers."""
        connection = self._ledger.read()
        counts = {
            name: int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
            for name, table in (
                ("papers", "paper"),
                ("pages", "page"),
                ("passages", "passage"),
                ("vectors", "entry"),
            )
        }
        return counts | {"ledger_bytes": (self.path / LEDGER).stat().st_size}

    # ── inside ───────────────────────────────────────────────────────────────────────────────────────

    def _tell_change(self, change: Change) -> None:
        self._hub.emit(LibraryChanged(change.action, change.papers))

    def _embedder(self) -> tuple[str, int]:
        info = self._host.info()
        return info.id, info.dimension
