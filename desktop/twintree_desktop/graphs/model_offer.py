"""What a model would do over methods and themes, and what it found: asked of the engine off the window's thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twintree.base.answers import Scope
from twintree.base.errors import WrongUse
from twintree.base.ids import JobId, PaperId
from twintree.base.jobs import Job
from twintree.base.methods import Difference
from twintree.modeldesk import known_cards
from twintree_desktop.model_words import why_nobody
from twintree_desktop.words import lasting_words, number_words, tr

if TYPE_CHECKING:
    from twintree.library import JobHandle, Library

METHODS, THEMES = "methods", "themes"
#: The task of ``modeldesk.TASKS`` that a model must be fit for.
TASK_OF = {METHODS: "extraction", THEMES: "summary"}
_UNDER_WAY = ("queued", "running", "paused")


@dataclass(frozen=True)
class Offer:
    """What a model would do and cost.

    Attributes:
        sentence: what there is to do, and how long it takes; empty where nobody can do it.
        possible: whether it can be started.
        trouble: why nobody can do it, and what to do.
        job: the one that is under way, or waits to be resumed.
        in_use: the papers whose methods come from what a model read.
    """

    sentence: str
    possible: bool = False
    trouble: str = ""
    job: Job | None = None
    in_use: tuple[PaperId, ...] = ()


@dataclass(frozen=True)
class Review:
    """What a model found in one paper and nobody has taken over yet."""

    difference: Difference
    title: str


def job_under_way(library: Library, kind: str) -> Job | None:
    """The job of a kind that runs, waits or pauses; the newest of several."""
    return next((each for each in library.job_list() if each.kind == kind and each.state in _UNDER_WAY), None)


def offer_methods(library: Library, scope: Scope, whole: bool) -> Offer:
    """What reading these papers for methods would cost; methods of papers that lack them are sought first."""
    work, papers, job = library.model_work.methods, papers_of(library, scope), job_under_way(library, METHODS)
    in_use = tuple(work.in_use(papers))
    try:
        cost = work.estimate(papers, whole=whole)
    except WrongUse:
        return Offer("", trouble=why_nobody(known_cards(), TASK_OF[METHODS]), job=job, in_use=in_use)
    kept = tr("%n segment(s) were read before.", "", cost.kept) if cost.kept else ""
    if not cost.segments:
        nothing = tr("Nothing is left to read.") if cost.kept else tr("There is nothing to read here.")
        return Offer(" ".join(part for part in (nothing, kept) if part), job=job, in_use=in_use)
    what = tr("{0} of {1}, {2} tokens, {3} by {4}.").format(
        tr("%n segment(s)", "", cost.segments),
        tr("%n paper(s)", "", cost.papers),
        number_words(cost.tokens),
        lasting_words(cost.seconds),
        cost.model,
    )
    words = " ".join(part for part in (what, kept) if part)
    return Offer(words, possible=True, job=job, in_use=in_use)


def offer_themes(library: Library) -> Offer:
    """What describing the themes would cost."""
    job = job_under_way(library, THEMES)
    try:
        cost = library.model_work.themes.estimate()
    except WrongUse:
        return Offer("", trouble=why_nobody(known_cards(), TASK_OF[THEMES]), job=job)
    if not cost.themes:
        return Offer(tr("No theme is left to describe."), job=job)
    what = tr("{0}, {1} tokens, {2} by {3}.").format(
        tr("%n theme(s)", "", cost.themes),
        number_words(cost.tokens),
        lasting_words(cost.seconds),
        cost.model,
    )
    return Offer(what, possible=True, job=job)


def papers_of(library: Library, scope: Scope) -> Sequence[PaperId]:
    """The papers that a scope stands for."""
    if scope.papers:
        return list(scope.papers)
    return library.papers.ids(scope.as_filter())


def read_methods(library: Library, scope: Scope, whole: bool, minutes: float) -> JobHandle:
    """Have the model in charge read papers for methods; nothing that is in use changes."""
    return library.model_work.methods.submit(papers_of(library, scope), minutes=minutes, whole=whole)


def describe_themes(library: Library, minutes: float) -> JobHandle:
    """Have the model in charge describe the themes."""
    return library.model_work.themes.submit(minutes=minutes)


def resume(library: Library, job: JobId) -> JobHandle:
    """Go on with a job that paused."""
    return library.jobs.resume(job)


def stop(library: Library, job: JobId) -> None:
    """Stop a job for good; what it read stays."""
    library.jobs.cancel(job)


def reviews(library: Library) -> list[Review]:
    """What models found and nobody has taken over yet, by paper."""
    rows = [(each, library.papers.row(each.paper)) for each in library.model_work.methods.waiting()]
    return [Review(each, row.title or row.key) for each, row in rows]


def take_over(library: Library, differences: Sequence[Difference]) -> int:
    """Let papers' methods come from what a model found; returns how many papers changed."""
    return len(library.methods.accept(*differences))


def leave(library: Library, differences: Sequence[Difference], left: bool) -> None:
    """Note that a person does not want what a model found, or take that back."""
    library.methods.leave(*differences, left=left)


def back_to_rules(library: Library, papers: Sequence[PaperId]) -> None:
    """Let papers' methods come from the rules again; what a model found is kept, and waits again."""
    for paper in papers:
        library.methods.back_to_rules(paper)
