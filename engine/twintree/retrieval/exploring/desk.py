"""``ExplorationDesk``: a front end's way to explorations: plan, explore, keep, list, the reading list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twintree.base.answers import Scope
from twintree.base.citations import Reference
from twintree.base.claims import Claim
from twintree.base.errors import ModelUnavailable, WrongUse
from twintree.base.exploring import Exploration, ExplorationRow, ExploredPaper, ExploreSettings
from twintree.base.ids import PaperId
from twintree.base.progress import CancelToken, Progress
from twintree.base.records import Paper, PaperRow
from twintree.base.text import typed
from twintree.knowledge.asrecord import as_record
from twintree.knowledge.claims.desk import ClaimDesk
from twintree.knowledge.claims.written import ModelExtractor
from twintree.knowledge.entailment import Cues, Judge, judge_for, why_unfit
from twintree.knowledge.judging import ModelJudge, fitter
from twintree.models.fitness import chosen_for, stored
from twintree.models.host import ModelHost
from twintree.models.protocol import Vectors
from twintree.models.reader import LocalReader
from twintree.models.shelf import ModelShelf
from twintree.retrieval.exploration import Explorer, OnPlanned
from twintree.retrieval.exploring.plan import keyword_queries, written_plan
from twintree.retrieval.exploring.run import Sources
from twintree.retrieval.exploring.seeds import Ranked
from twintree.retrieval.search import Searcher
from twintree.retrieval.vectors import embed_cached
from twintree.store import citing
from twintree.store.citations import CitationStore
from twintree.store.explorations import ExplorationStore
from twintree.store.ledger import Ledger, now
from twintree.store.papers import PaperStore

#: Cosine from which a paper fits a question strongly by meaning alone (VecTree-RAG §3.4, after fusion).
_STRONG = 0.55
_FORMATS = {"bibtex": citing.bibtex, "ris": citing.ris}

#: Plans queries for a question with a model; None where no model is fit.
Planner = Callable[[str, int, CancelToken], tuple[tuple[str, ...], str] | None]


def build_desks(
    ledger: Ledger,
    papers: PaperStore,
    citations: CitationStore,
    host: ModelHost,
    searcher: Callable[[], Searcher],
) -> tuple[ClaimDesk, ExplorationDesk]:
    """The desks of a library; no process is started before one of them is used."""

    def embed(texts: Sequence[str]) -> Vectors:
        return embed_cached(ledger, host, texts)

    def judge() -> Judge:
        try:
            head = judge_for(embed, host.info().id)
        except ModelUnavailable:
            head = Cues()
        model = chosen_for(ModelShelf(), "entailment")
        scores = stored(ModelShelf(), model.id) if model else None
        right = next((each.right for each in scores.scores if each.task == "entailment"), 0) if scores else 0
        if model and fitter(head, right):
            return ModelJudge(model.id, model.path, LocalReader(host, model).write_quietly)
        return head

    def writer() -> ModelExtractor | None:
        model = chosen_for(ModelShelf(), "extraction")
        return ModelExtractor(model.id, model.path, LocalReader(host, model).write_quietly) if model else None

    def planner(question: str, count: int, cancel: CancelToken) -> tuple[tuple[str, ...], str] | None:
        model = chosen_for(ModelShelf(), "planning")
        return (
            written_plan(model, LocalReader(host, model).write_quietly, question, count, cancel)
            if model
            else None
        )

    claims = ClaimDesk(ledger, papers, citations, judge, embed, writer)
    return claims, ExplorationDesk(ledger, papers, citations, claims, searcher, judge, planner)


class LibraryFinder:
    """Search as exploring needs it."""

    def __init__(self, searcher: Searcher, papers: PaperStore) -> None:
        self._searcher, self._papers = searcher, papers

    def ranked(self, text: str, scope: Scope, limit: int) -> Sequence[Ranked]:
        """Papers for a text, best first; see ``seeds.Finder``.

        Words that no paper has are near to some paper all the same: with none of them, only a strong likeness
        lets a paper pass.
        """
        found = []
        for row, signals in self._searcher.best(text, scope, limit):
            strong = signals.passed and (signals.dense or 0.0) >= _STRONG
            passed = signals.passed and (strong or signals.coverage > 0.0)
            found.append(Ranked(paper=row, score=signals.score, passed=passed, strong=strong))
        return found

    def held(self, scope: Scope) -> set[str]:
        """The ids of a scope's papers."""
        return {str(each) for each in self._papers.ids(scope.as_filter())}


class ExplorationDesk:
    """Explorations of one library."""

    def __init__(
        self,
        ledger: Ledger,
        papers: PaperStore,
        citations: CitationStore,
        claims: ClaimDesk,
        searcher: Callable[[], Searcher],
        judge: Callable[[], Judge],
        planner: Planner,
    ) -> None:
        self._ledger, self._papers, self._citations = ledger, papers, citations
        self._claims, self.searcher, self._judge, self._planner = claims, searcher, judge, planner
        self._store = ExplorationStore(ledger)

    def plan(
        self, question: str, settings: ExploreSettings | None = None, scope: Scope | None = None
    ) -> Exploration:
        """What an exploration would do and cost, nothing judged; see ``Explorer.plan``."""
        return self.explorer().plan(typed(question), settings, scope)

    def explore(
        self,
        question: str,
        settings: ExploreSettings | None = None,
        scope: Scope | None = None,
        *,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
        on_planned: OnPlanned | None = None,
    ) -> Exploration:
        """Explore and keep the result, where the library is writable; see ``Explorer.explore``."""
        found = self.explorer().explore(
            typed(question),
            settings,
            scope,
            created=now(),
            progress=progress,
            cancel=cancel,
            on_planned=on_planned,
        )
        if not self._ledger.readonly:
            self._store.save(found)
        return found

    def explorer(self) -> Explorer:
        """The explorer of this library as it is now."""
        searcher, judge = self.searcher(), self._judge()
        try:
            unfit = why_unfit(judge)
        except ModelUnavailable:
            unfit = f"{judge.id} cannot be asked"
        notes = (f"The rules judge the citations, since {unfit}.",) if unfit else ()

        def queries(question: str, count: int, cancel: CancelToken) -> tuple[tuple[str, ...], str]:
            planned = self._planner(question, count, cancel)
            return planned or (keyword_queries(question, count, searcher.idf), "rules")

        return Explorer(
            Sources(
                finder=LibraryFinder(searcher, self._papers),
                graph=self._citations.graph,
                references=self._citations.entries,
                store=self._claims.store,
                claims_of=self._claims_of,
                missing=self._claims.missing,
                judge=Cues() if unfit else judge,
                queries=queries,
                notes=notes,
            )
        )

    def _claims_of(self, paper: PaperId, cancel: CancelToken) -> Sequence[Claim]:
        return self._claims.of(paper, cancel=cancel)

    # ── what was kept ────────────────────────────────────────────────────────────────────────────────

    def list(self, limit: int = 100) -> Sequence[ExplorationRow]:
        """The latest explorations, the newest first."""
        return self._store.list(limit)

    def get(self, run: str) -> Exploration:
        """An exploration as it was made.

        Raises:
            NotFound: none has this id.
        """
        return self._store.get(run)

    def delete(self, run: str) -> None:
        """Delete an exploration for good.

        Raises:
            NotFound: none has this id.
        """
        self._store.delete(run)

    def reading_list(self, exploration: Exploration, kind: str = "bibtex", limit: int = 50) -> str:
        """The works to get; see ``reading_list``."""
        return reading_list(exploration, kind, limit, self._citations.entries_for)


def reading_list(
    exploration: Exploration,
    kind: str = "bibtex",
    limit: int = 50,
    entries_for: Callable[[str], Sequence[Reference]] = lambda work: (),
) -> str:
    """The works to get, what most papers here cite first, as ``bibtex`` or ``ris``.

    Args:
        exploration: what was found.
        kind: the format.
        limit: works at most.
        entries_for: the entries of reference lists that stand for a work: they say where it appeared.

    Raises:
        WrongUse: there is no such format.
    """
    if kind not in _FORMATS:
        raise WrongUse(f"A reading list cannot be taken out as {kind!r}.", "Choose bibtex or ris.")
    return _FORMATS[kind]([_as_paper(each, entries_for(each.id)) for each in exploration.to_get[:limit]])


def _as_paper(work: ExploredPaper, entries: Sequence[Reference]) -> Paper:
    row = PaperRow(id=PaperId(work.id), key=work.id, title=work.title, authors=work.authors, year=work.year)
    return as_record(row, entries, work.doi)
