"""An exploration in the background: its plan and cost before the first claim is read, progress, and the result."""

from __future__ import annotations

from twintree.base.answers import Scope
from twintree.base.events import EventHub, ExplorationPlanned, ExplorationReady, JobProgress
from twintree.base.exploring import ExploreSettings
from twintree.base.ids import JobId
from twintree.base.progress import CancelToken, Progress
from twintree.jobs.background import Background
from twintree.jobs.runner import JobHandle
from twintree.retrieval.exploring.desk import ExplorationDesk


def submit_exploration(
    background: Background,
    hub: EventHub,
    desk: ExplorationDesk,
    question: str,
    settings: ExploreSettings | None,
    scope: Scope | None,
) -> JobHandle:
    """Explore in a thread: ``ExplorationPlanned``, progress in calls, ``ExplorationReady``, one closing event."""

    def work(job: JobId, cancel: CancelToken) -> bool:
        found = desk.explore(
            question,
            settings,
            scope,
            progress=Progress(
                lambda done, total, message: hub.emit(JobProgress(job, done, total, "calls", message))
            ),
            cancel=cancel,
            on_planned=lambda plan: hub.emit(ExplorationPlanned(job, plan)),
        )
        hub.emit(ExplorationReady(job, found.run, found))
        return found.status == "cancelled"

    return background.submit("explore", question[:120], work)
