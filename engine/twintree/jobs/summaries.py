"""A model's summaries over papers: what they would cost, and the writing of them, section by section."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from twintree.base.errors import WrongUse
from twintree.base.ids import JobId, PaperId
from twintree.base.jobs import JobItem
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.jobs.options import FINISHING, Outcome
from twintree.jobs.summarysections import Todo, sections_to_do
from twintree.models.llm import Generated, Generation
from twintree.models.prompts import prompt
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.summaries import KeptSummary, SummaryStore
from twintree.structure.tree import tokens_in
from twintree.structure.written import VERSION, write_summary

if TYPE_CHECKING:
    from twintree.jobs.runner import JobHandle, JobRunner

#: The kind of the job.
KIND = "summaries"
#: Tokens beside a section's own: the prompt, and what is written.
_PROMPT, _WRITTEN = 60, 90


class Estimate(Record, frozen=True, kw_only=True):
    """What summaries would cost; ``seconds`` is None where the model's speed was never measured."""

    papers: int
    sections: int
    tokens: int
    seconds: float | None
    too_long: int = 0  #: sections that exceed what a model is given, and keep the paper's words


class ModelWriter(Record, frozen=True, kw_only=True):
    """A model that was chosen for a task and found fit, with its measured speeds in tokens a second."""

    model: str
    path: str
    write: Callable[[Generation, CancelToken], Generated]
    reading: float = 0.0
    writing: float = 0.0


class WorkOptions(Record, frozen=True, kw_only=True):
    """Limits of model work over papers; kept with the job."""

    minutes: float = 0.0  #: it pauses when they are over; 0: no limit


def estimate(
    papers: PaperStore,
    person: PersonStore,
    kept: SummaryStore,
    chosen: Iterable[PaperId],
    writer: ModelWriter,
) -> Estimate:
    """What summaries of these papers would cost, by the model's measured speeds."""
    count = sections = tokens = too_long = 0
    for paper in chosen:
        todo, long = sections_to_do(papers, person, kept, paper, writer.model)
        count += bool(todo)
        sections += len(todo)
        tokens += sum(tokens_in(each.text) + _PROMPT for each in todo)
        too_long += long
    measured = bool(writer.reading and writer.writing)
    seconds = tokens / writer.reading + sections * _WRITTEN / writer.writing if measured else None
    return Estimate(
        papers=count,
        sections=sections,
        tokens=tokens + sections * _WRITTEN,
        seconds=seconds,
        too_long=too_long,
    )


class Summariser:
    """The craft of the job ``summaries``.

    Args:
        papers, person, kept: the library's.
        writer: the model in charge now; None when none was chosen and found fit.
        refresh: called for a paper whose summaries changed: its entries are made and embedded again.
    """

    def __init__(
        self,
        papers: PaperStore,
        person: PersonStore,
        kept: SummaryStore,
        writer: Callable[[], ModelWriter | None],
        refresh: Callable[[PaperId], None],
    ) -> None:
        self._papers = papers
        self._person = person
        self._kept = kept
        self._writer = writer
        self._refresh = refresh

    def __call__(self, item: JobItem, cancel: CancelToken, on_page: Callable[[int, int], None]) -> Outcome:
        """Summarise a paper's sections; what is done stays when it is stopped.

        Raises:
            WrongUse: no model is in charge of summaries.
            ModelUnavailable: it cannot be loaded.
            Cancelled: ``cancel`` was set.
        """
        writer = _in_charge(self._writer())
        paper = PaperId(item.paper or "")
        todo, too_long = sections_to_do(self._papers, self._person, self._kept, paper, writer.model)
        replaced = written = 0
        for at, each in enumerate(todo):
            cancel.check()
            on_page(at, len(todo))
            made = write_summary(
                lambda request: writer.write(request, cancel), writer.path, each.text, each.own
            )
            replaced, written = replaced + len(made.replaced), written + made.written
            self._keep(paper, each, made.text, made.replaced, writer.model, made.tokens, made.seconds)
        on_page(len(todo), len(todo))
        if todo:
            self._refresh(paper)
        return Outcome(state="done", paper=paper, reason=_said(len(todo), written, replaced, too_long))

    def _keep(
        self,
        paper: PaperId,
        todo: Todo,
        text: str,
        replaced: tuple[tuple[str, str], ...],
        model: str,
        tokens: int,
        seconds: float,
    ) -> None:
        summary = KeptSummary(
            section=todo.section,
            text=text,
            model=model,
            version=VERSION,
            hash=todo.hash,
            replaced=replaced,
            tokens=tokens,
            seconds=seconds,
        )
        self._kept.keep(paper, summary, hashlib.sha256(prompt("summary").encode()).hexdigest()[:16])


class Summaries:
    """Summaries by a model as a front end asks for them: first what they would cost, then the job.

    Args:
        papers, person, kept: the library's.
        writer: the model in charge of summaries; None when none was chosen and found fit.
        unasked: the same, None also where the person does not let it write unasked.
        jobs: the job runner; asked for only when a job is made.
    """

    def __init__(
        self,
        papers: PaperStore,
        person: PersonStore,
        kept: SummaryStore,
        writer: Callable[[], ModelWriter | None],
        unasked: Callable[[], ModelWriter | None],
        jobs: Callable[[], JobRunner],
    ) -> None:
        self._papers = papers
        self._person = person
        self._kept = kept
        self._writer = writer
        self._unasked = unasked
        self._jobs = jobs

    def estimate(self, chosen: Iterable[PaperId]) -> Estimate:
        """What is to be done, and what it would cost on this machine.

        Raises:
            WrongUse: no model is in charge of summaries.
        """
        return estimate(self._papers, self._person, self._kept, chosen, _in_charge(self._writer()))

    def submit(self, chosen: Iterable[PaperId], minutes: float = 0.0) -> JobHandle:
        """Have a model summarise the sections of papers; it pauses when ``minutes`` are over (0: never).

        Raises:
            WrongUse: no model is in charge of summaries, or no paper was chosen.
        """
        _in_charge(self._writer())
        named = [(self._papers.row(paper).key, paper) for paper in chosen]
        return self._jobs().submit_model(KIND, named, WorkOptions(minutes=minutes))

    def submit_unasked(self, job: JobId) -> JobHandle | None:
        """Have a model summarise what an import, or the reading behind it, has done, where the person allows that.

        None where nobody allowed it, nothing was read, or pages are still being read further: sections may change
        until then, and the end of that job asks again.
        """
        jobs = self._jobs()
        reading = any(each.kind == FINISHING and each.state in ("queued", "running") for each in jobs.list())
        if reading or jobs.get(job).kind not in ("import", FINISHING) or self._unasked() is None:
            return None
        papers = dict.fromkeys(item.paper for item in jobs.items(job) if item.paper and item.state == "done")
        return self.submit(papers) if papers else None


def _in_charge(writer: ModelWriter | None) -> ModelWriter:
    if writer is None:
        raise WrongUse(
            "No model is in charge of summaries.",
            "Choose one that was found fit: `twintree models check MODEL`, then `twintree models use MODEL`.",
        )
    return writer


def _said(sections: int, written: int, replaced: int, too_long: int) -> str:
    parts = [f"{sections} sections summarised, {written} sentences by the model"]
    if replaced:
        parts.append(f"{replaced} failed their check and gave way to the paper's own")
    if too_long:
        parts.append(f"{too_long} sections are too long for the model")
    return "; ".join(parts) + "."
