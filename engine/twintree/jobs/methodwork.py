"""A model's reading of papers for their methods as a job; what it found is shown before it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from twintree.base.ids import PaperId
from twintree.base.jobs import JobItem
from twintree.base.methods import Difference
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.jobs.methoddesk import CHOSEN_TOKENS, MethodDesk
from twintree.jobs.methods import MethodFinder
from twintree.jobs.modelchoice import IN_CHARGE, ModelOptions, WhichModel, Writers
from twintree.jobs.options import Outcome
from twintree.jobs.summaries import ModelWriter
from twintree.knowledge.methods.segments import THRESHOLD
from twintree.knowledge.methods.written import SECONDS, ModelExtractor
from twintree.models.prompts import METHODS_TOKENS
from twintree.store.ledger import now
from twintree.store.papers import PaperStore

if TYPE_CHECKING:
    from twintree.jobs.runner import JobHandle, JobRunner

#: A model's tokens for one of our words and marks; the instructions and worked examples before every segment, which
#: are evaluated once; and what is written of a segment. Used until the model's own readings say better.
_PER_WORD, _OPENING, _WRITTEN = 1.3, 650, 500
#: A segment is given up after so many times what it should take.
_TIMES = 4


class MethodCost(Record, frozen=True, kw_only=True):
    """What a reading would cost; ``seconds`` is None where the model's speed was never measured."""

    model: str
    papers: int
    segments: int
    tokens: int
    seconds: float | None
    kept: int = 0  #: segments that this model has read before


class MethodWork:
    """Readings by a model as a front end asks for them, and the craft of their job.

    Args:
        desk, finder, papers: the library's.
        writers: the models of this machine.
        options: what the job that runs now was asked.
        jobs: the job runner; asked for only when a job is made.
    """

    kind = "methods"

    def __init__(
        self,
        desk: MethodDesk,
        finder: MethodFinder,
        papers: PaperStore,
        writers: Writers,
        options: Callable[[], ModelOptions],
        jobs: Callable[[], JobRunner],
    ) -> None:
        self._desk, self._finder, self._papers = desk, finder, papers
        self._writers, self._options, self._jobs = writers, options, jobs

    def estimate(
        self, chosen: Iterable[PaperId], which: WhichModel = IN_CHARGE, *, whole: bool = False
    ) -> MethodCost:
        """What is to be read, and what it would cost on this machine.

        Raises:
            WrongUse: no model is in charge, or the one that was named is not fit.
        """
        writer = self._writers("extraction", which)
        extractor = _extractor(writer)
        papers = segments = kept = words = 0
        asked = now()
        for paper in chosen:
            self._desk.make_up_for(paper, CancelToken())
            wanted = self._finder.chosen(paper, CHOSEN_TOKENS, whole=whole)
            known = self._finder.known(paper, wanted, extractor, asked)
            todo = [each for each in wanted if each.hash not in known]
            papers += bool(todo)
            segments += len(todo)
            kept += len(wanted) - len(todo)
            words += sum(each.tokens for each in todo)
        tokens = round(words * _PER_WORD) + segments * _WRITTEN + _OPENING * bool(segments)
        return MethodCost(
            model=writer.model,
            papers=papers,
            segments=segments,
            tokens=tokens,
            seconds=self._seconds(writer, words, segments),
            kept=kept,
        )

    def _seconds(self, writer: ModelWriter, words: int, segments: int) -> float | None:
        """By what this model's readings of segments took so far, else by its speeds on the tasks of its check."""
        speed = self._finder.speed(writer.model)
        if speed is not None:
            return words * speed
        if not (writer.reading and writer.writing):
            return None
        read = words * _PER_WORD + _OPENING * bool(segments)
        return read / writer.reading + segments * _WRITTEN / writer.writing

    def submit(
        self,
        chosen: Iterable[PaperId],
        which: WhichModel = IN_CHARGE,
        *,
        minutes: float = 0.0,
        whole: bool = False,
    ) -> JobHandle:
        """Have a model read papers; it pauses when ``minutes`` are over (0: never). Nothing in use is changed.

        Raises:
            WrongUse: no model is in charge, the one that was named is not fit, or no paper was chosen.
        """
        self._writers("extraction", which)
        named = [(self._papers.row(paper).key, paper) for paper in chosen]
        options = ModelOptions(minutes=minutes, which=which, whole=whole, asked=now())
        return self._jobs().submit_model(self.kind, named, options)

    def read(self, item: JobItem, cancel: CancelToken, on_page: Callable[[int, int], None]) -> Outcome:
        """One paper's segments by the model, each kept as soon as it is read; see ``Craft``.

        Raises:
            WrongUse: no fit model is left.
            ModelUnavailable: it cannot be loaded.
            Cancelled: ``cancel`` was set.
        """
        paper, options = PaperId(item.paper or ""), self._options()
        extractor = _extractor(self._writers("extraction", options.which))
        self._desk.make_up_for(paper, cancel)
        segments = self._finder.chosen(paper, CHOSEN_TOKENS, whole=options.whole)
        payloads = self._finder.extract(paper, segments, extractor, cancel, on_page, options.asked)
        return Outcome(state="done", paper=paper, reason=said(self._desk.difference(paper, payloads)))

    def waiting(self, chosen: Iterable[PaperId] | None = None) -> Sequence[Difference]:
        """What models found in these papers (none: all) and nobody has taken over yet, where it would change
        something."""
        read = set(self._finder.read_by_models())
        if not read:
            return []
        papers = self._papers.ids() if chosen is None else chosen
        found = (self._desk.waiting(paper) for paper in papers if paper in read)
        return [each for each in found if each is not None and changes(each)]

    def in_use(self, chosen: Iterable[PaperId]) -> Sequence[PaperId]:
        """Those of these papers whose methods come from what a model read."""
        used = set(self._finder.read_by_models(used=True))
        return [each for each in chosen if each in used]

    def accept(self, chosen: Iterable[PaperId] | None = None) -> Sequence[Difference]:
        """Take over what models found in these papers; returns what changed, nothing where nothing waits."""
        return self._desk.accept(*self.waiting(chosen))


def _extractor(writer: ModelWriter) -> ModelExtractor:
    return ModelExtractor(writer.model, writer.path, writer.write, seconds=_patience(writer))


def _patience(writer: ModelWriter) -> float:
    """Seconds for one segment: several times what the longest one should take, since other work goes first."""
    if not (writer.reading and writer.writing):
        return SECONDS
    longest = (THRESHOLD * _PER_WORD + _OPENING) / writer.reading + METHODS_TOKENS / writer.writing
    return max(SECONDS, _TIMES * longest)


def changes(difference: Difference) -> bool:
    """Whether taking a difference over would change anything that is seen."""
    return bool(
        difference.added
        or difference.removed
        or difference.changed
        or difference.edges_added
        or difference.edges_removed
    )


def said(difference: Difference) -> str:
    """A difference in a sentence, for the report of a job."""
    read = len(difference.payloads)
    parts = [
        f"{read} segments read",
        f"{len(difference.added)} methods and {len(difference.edges_added)} edges would come, "
        f"{len(difference.removed)} and {len(difference.edges_removed)} would go",
    ]
    if difference.rejected:
        parts.append(f"{difference.rejected} items were refused")
    if difference.fell_back:
        parts.append(f"{difference.fell_back} segments were done by rules after all")
    return "; ".join(parts) + "."
