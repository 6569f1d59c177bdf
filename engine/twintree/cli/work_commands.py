"""What a model does over papers and themes, as the command line says it: the cost first, the job, and what it found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from twintree.base.events import JobFinished
from twintree.base.ids import PaperId
from twintree.base.methods import Difference
from twintree.base.progress import Progress
from twintree.base.records import Record
from twintree.cli.following import follow
from twintree.cli.output import DONE, PARTLY, bar, emit, heading, muted, say

if TYPE_CHECKING:
    from twintree.jobs.methodwork import MethodCost
    from twintree.jobs.modelchoice import WhichModel
    from twintree.jobs.runner import JobHandle
    from twintree.jobs.themework import ThemeCost
    from twintree.library import Library


class Asked(Record, frozen=True, kw_only=True):
    """What ``models run`` was asked, apart from the papers."""

    minutes: float = 0.0
    estimate: bool = False
    which: WhichModel
    whole: bool = False


def duration(seconds: float | None) -> str:
    """An estimated time in words."""
    if seconds is None:
        return "for a time that was never measured (`twintree models check` does)"
    return f"about {seconds / 60:.0f} minutes" if seconds >= 90 else f"about {seconds:.0f} seconds"


def report(
    library: Library,
    handle: JobHandle,
    said: dict[str, Any],
    ended: object,
    *,
    as_json: bool,
) -> int:
    """What became of each item of a job; ``ended`` is its closing event."""
    job, items = library.jobs.get(handle.id), library.jobs.items(handle.id)
    if as_json:
        emit({**said, "job": job, "items": items})
    else:
        for item in items:
            say(f"{item.path:<28} {item.reason or item.state}")
        if job.message:
            say(job.message)
    return DONE if isinstance(ended, JobFinished) else PARTLY


# ── methods ──────────────────────────────────────────────────────────────────────────────────────────


def run_methods(library: Library, chosen: Sequence[PaperId], asked: Asked, *, as_json: bool) -> int:
    """Have a model read papers for their methods; shows what would change, and changes nothing."""
    work = library.model_work.methods
    cost = work.estimate(chosen, asked.which, whole=asked.whole)
    if asked.estimate or not cost.segments:
        emit({"estimate": cost}) if as_json else say(_method_cost(cost))
        return DONE
    if not as_json:
        muted(_method_cost(cost))
    handle = work.submit(chosen, asked.which, minutes=asked.minutes, whole=asked.whole)
    ended = follow(library, handle, "Reading", quiet=as_json)
    waiting = work.waiting(chosen)
    code = report(library, handle, {"estimate": cost, "differences": waiting}, ended, as_json=as_json)
    if not as_json:
        show_differences(library, waiting, accepted=False)
    return code


def _method_cost(cost: MethodCost) -> str:
    before = f"; {cost.kept} segments were read before" if cost.kept else ""
    if not cost.segments:
        return f"Nothing is left to read{before}."
    return (
        f"{cost.segments} segments of {cost.papers} papers, {cost.tokens:,} tokens, "
        f"{duration(cost.seconds)} by {cost.model}{before}."
    )


def show_differences(library: Library, found: Sequence[Difference], *, accepted: bool) -> None:
    """What papers' methods gain and lose."""
    for each in found:
        heading(library.papers.row(each.paper).key)
        for name in each.added:
            say(f"  + {name}")
        for name in each.removed:
            say(f"  - {name}")
        for mark, edges in (("+", each.edges_added), ("-", each.edges_removed)):
            for source, target, rating in edges:
                say(f"  {mark} {source} → {target} ({rating})")
        told = f", {len(each.changed)} of them told otherwise" if each.changed else ""
        say(f"  {len(each.kept)} methods stay{told}.")
        if each.rejected or each.fell_back:
            muted(
                f"  {each.rejected} items were refused; {each.fell_back} segments were done by rules after all."
            )
    if not found:
        muted("Nothing of what models found would change anything.")
    elif accepted:
        muted("Accepted; `twintree methods extract --rules` goes back to what the rules found.")
    else:
        muted("Nothing was changed; `twintree methods review --accept` takes it over.")


# ── themes ───────────────────────────────────────────────────────────────────────────────────────────


def run_themes(library: Library, asked: Asked, *, as_json: bool) -> int:
    """Have a model describe the themes; what a person wrote stays."""
    work = library.model_work.themes
    with bar("Finding methods", quiet=as_json) as update:
        library.methods.make_up(Progress(update))
    cost = work.estimate(asked.which)
    if asked.estimate or not cost.themes:
        emit({"estimate": cost}) if as_json else say(_theme_cost(cost))
        return DONE
    if not as_json:
        muted(_theme_cost(cost))
    handle = work.submit(asked.which, minutes=asked.minutes)
    ended = follow(library, handle, "Describing", quiet=as_json)
    return report(library, handle, {"estimate": cost}, ended, as_json=as_json)


def _theme_cost(cost: ThemeCost) -> str:
    if not cost.themes:
        return "No theme is left to describe."
    return f"{cost.themes} themes, {cost.tokens:,} tokens, {duration(cost.seconds)} by {cost.model}."
