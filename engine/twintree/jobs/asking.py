"""``QuestionDesk``: a front end's way to answers: asked and waited for, or in the background with its events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from twintree.answering.agent.treesearch import TreeSearch, proposed_by, search_tree
from twintree.answering.answer import Answerer, AnswerSettings
from twintree.answering.citing import CitationAnswers
from twintree.answering.generated import Reader
from twintree.answering.highlighted import highlights_in
from twintree.answering.lineage import MethodAnswers
from twintree.answering.modes import AskSettings, build_methods, choose_mode
from twintree.answering.run import OnSentence
from twintree.answering.state.settings import Budget
from twintree.answering.state.steering import Steering
from twintree.answering.state.writing import ModelVoice, Voices
from twintree.base.answers import Answer, Scope
from twintree.base.events import AnswerChunk, AnswerReady, EventHub, JobProgress
from twintree.base.ids import JobId, PaperId, RunId
from twintree.base.progress import CancelToken, Progress
from twintree.base.text import typed
from twintree.jobs.background import Background
from twintree.jobs.runner import JobHandle
from twintree.knowledge.entailment import Head, Judge, judge_for
from twintree.models.fitness import chosen_for
from twintree.models.host import ModelHost
from twintree.models.reader import LocalReader
from twintree.models.shelf import ModelShelf
from twintree.retrieval.hierarchies import Hierarchies
from twintree.retrieval.methodsearch import MethodSearch
from twintree.retrieval.search import Searcher
from twintree.store.anchors import AnchorStore
from twintree.store.citations import CitationStore
from twintree.store.ledger import Ledger, now
from twintree.store.memories import MemoryStore
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.runs import RunStore


@dataclass(frozen=True, slots=True)
class Sources:
    """What questions are answered from, and where their answers are kept."""

    ledger: Ledger
    papers: PaperStore
    person: PersonStore
    anchors: AnchorStore
    citations: CitationStore
    runs: RunStore
    hierarchies: Hierarchies
    methods: MethodSearch
    host: ModelHost
    finder: Callable[[], Searcher]


class QuestionDesk:
    """Questions to one library.

    Attributes:
        answers: how much is read and shown.
        modes: limits of the modes beside ``direct``.
        voices: gives the model that speaks for a role, within a budget, or None where rules do.
        reader: gives the model of that id, or the one in charge, that writes answers; None where they are extracted.
    """

    def __init__(
        self,
        sources: Sources,
        answers: AnswerSettings,
        modes: AskSettings,
        background: Background,
        hub: EventHub,
    ) -> None:
        self._sources = sources
        self.answers = answers
        self.modes = modes
        self.voices: Voices = self._voice
        self.reader: Callable[[str], Reader | None] = self._reader
        self._background = background
        self._hub = hub

    def ask(
        self,
        question: str,
        scope: Scope | None = None,
        *,
        follow: RunId | str | None = None,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
        on_sentence: OnSentence | None = None,
        mode: str = "direct",
        model: str = "",
        steering: Steering | None = None,
    ) -> Answer:
        """Answer a question from the library, quote-checked; the run is kept when the library is writable.

        Args:
            question: the person's words.
            scope: which papers may be used.
            follow: the run that this one follows up.
            progress: told of each step.
            cancel: stops the run.
            on_sentence: called with each sentence as it is ready.
            mode: ``direct``, ``state``, ``agent``, or ``auto``, which chooses and says why.
            model: a model of this machine to write with, instead of the chosen one.
            steering: evidence that the person keeps in or out (mode ``state``).

        Raises:
            WrongUse: the question is empty or too long, or there is no such mode.
            NotFound: ``follow`` names no run, or ``model`` no model of this machine.
        """
        question, runs = typed(question), self._sources.runs
        parent = runs.get(RunId(follow)) if follow else None
        chosen = choose_mode(question) if mode == "auto" else None
        answer = self._answerer(model, steering).ask(
            question,
            scope,
            parent=parent,
            progress=progress,
            cancel=cancel,
            on_sentence=on_sentence,
            created=now(),
            mode=chosen.mode if chosen else mode,
            why=chosen.why if chosen else "",
        )
        if not self._sources.ledger.readonly:
            runs.save(answer)
        return answer

    def submit(
        self,
        question: str,
        scope: Scope | None = None,
        *,
        follow: RunId | None = None,
        mode: str = "direct",
        model: str = "",
        steering: Steering | None = None,
    ) -> JobHandle:
        """Ask in a thread, as ``ask`` does: what is being done (``JobProgress``, in papers while these are prepared),
        each sentence as it stands (``AnswerChunk``), ``AnswerReady``, one closing event.
        """

        def work(job: JobId, cancel: CancelToken) -> bool:
            def report(done: float, total: float, message: str) -> None:
                self._hub.emit(JobProgress(job, done, total, "papers" if total > 1 else "", message))

            def on_sentence(sentence: object) -> None:
                self._hub.emit(AnswerChunk(job, RunId(""), sentence))

            answer = self.ask(
                question,
                scope,
                follow=follow,
                progress=Progress(report),
                cancel=cancel,
                on_sentence=on_sentence,
                mode=mode,
                model=model,
                steering=steering,
            )
            kept = not self._sources.ledger.readonly
            self._hub.emit(AnswerReady(job, answer.run, None if kept else answer))
            return answer.status == "cancelled"

        return self._background.submit("ask", question[:120], work)

    def locate(self, paper: PaperId | str, question: str, cancel: CancelToken | None = None) -> TreeSearch:
        """The sections of one paper that a question is about, proposed, checked, or found by words.

        Raises:
            NotFound: there is no such paper.
        """
        papers, limits = self._sources.papers, self.modes.agent
        own = papers.resolve(paper)
        voice = self.voices("acting", Budget(limits.tokens, limits.rounds))
        propose = proposed_by(voice, cancel or CancelToken()) if voice else None
        return search_tree(typed(question), papers.tree(own), papers.row(own).pages, propose)

    def _answerer(self, model: str, steering: Steering | None) -> Answerer:
        own = self._sources
        finder = own.finder()
        modes = build_methods(
            own.papers,
            finder,
            own.hierarchies,
            own.host,
            self.modes,
            artifacts=MemoryStore(own.ledger),
            steering=steering,
            voices=self.voices,
            anchors=own.anchors.of,
        )
        return Answerer(
            own.papers,
            finder,
            own.host.embed,
            self.answers,
            self.reader(model),
            modes,
            judge=self._judge,
            anchors=own.anchors.of,
            highlights=lambda scope: highlights_in(own.papers, own.person, scope),
            lineage=MethodAnswers(own.methods, own.methods.find),
            citations=CitationAnswers(own.citations, own.papers, finder.nearest),
        )

    def _judge(self) -> Judge | None:
        """The trained judge; None with another embedder than its own: how sure it must be holds for no other judge."""
        host = self._sources.host
        judge = judge_for(host.embed, host.info().id)
        return judge if isinstance(judge, Head) else None

    def _voice(self, task: str, budget: Budget) -> ModelVoice | None:
        model = chosen_for(ModelShelf(), task)
        return ModelVoice(LocalReader(self._sources.host, model), budget) if model is not None else None

    def _reader(self, model: str) -> LocalReader | None:
        shelf = ModelShelf()
        found = shelf.get(model) if model else chosen_for(shelf, "answer")
        return LocalReader(self._sources.host, found) if found is not None else None
