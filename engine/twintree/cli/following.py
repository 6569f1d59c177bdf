"""How the command line follows a job: one line of progress on a terminal, else a line now and then."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from twintree.base.events import JobCancelled, JobFailed, JobFinished, JobProgress
from twintree.cli.output import bar, bars_are_seen, warn
from twintree.jobs.options import FINISHING

if TYPE_CHECKING:
    from twintree.library import JobHandle, Library

#: Seconds that a step lasts before it is told where no bar is drawn, and seconds between two such lines.
_LASTING, _BETWEEN = 1.0, 60.0
#: What goes on, by the kind of the job; others import.
_TITLES = {
    FINISHING: "Reading pages",
    "summaries": "Summarising",
    "methods": "Reading for methods",
    "themes": "Describing themes",
}


def title_of(kind: str) -> str:
    """What is said to go on while a job of this kind does."""
    return _TITLES.get(kind, "Importing")


class _Lines:
    """A job's progress where no bar is drawn: a line for a step that lasts, and then at most one a minute."""

    def __init__(self, title: str, *, quiet: bool) -> None:
        self._title, self._quiet = title, quiet
        self._latest: JobProgress | None = None
        self._since = 0.0
        self._told = float("-inf")

    def note(self, event: JobProgress) -> None:
        """Hear how far the job is."""
        if event.now and (self._latest is None or event.now != self._latest.now):
            self._since = time.monotonic()
        self._latest = event if event.now else None

    def pass_time(self) -> None:
        """Print the step in hand once it has lasted, unless a line was printed lately."""
        moment = time.monotonic()
        due = moment - self._since >= _LASTING and moment - self._told >= _BETWEEN
        if self._latest is not None and due and not self._quiet:
            warn(f"{self._title}: {how_far(self._latest)}{_left(self._latest)}")
            self._told = moment


def how_far(event: JobProgress) -> str:
    """What is done at the moment, to which file, and how many are through: ``layout of a.pdf, 3 of 12 pages …``."""
    # The pages of all files say less than those of the file in hand.
    counts = event.message.partition(" · ")[0] if event.now else event.message
    return " · ".join(part for part in (", ".join(filter(None, (event.now, event.part))), counts) if part)


def _left(event: JobProgress) -> str:
    """How long the rest will take, roughly; a bar has its own clock."""
    seconds = event.seconds_left
    if seconds is None or seconds < 60:
        return ""
    minutes = round(seconds / 60)
    return f" · about {minutes} min left" if minutes < 90 else f" · about {round(minutes / 60)} h left"


def follow(library: Library, handle: JobHandle, title: str, *, quiet: bool) -> object:
    """Show a job's progress until its closing event, which is returned; Ctrl+C cancels it.

    A bar on a terminal, else a line now and then; nothing when ``quiet``.
    """
    events = library.subscribe()
    closing: object = None
    lines = _Lines(title, quiet=quiet or bars_are_seen())
    try:
        with bar(title, quiet=quiet) as update:
            while closing is None:
                if handle.wait(0.05) and events.empty():
                    break
                lines.pass_time()
                while not events.empty():
                    event = events.get()
                    if isinstance(event, JobProgress) and event.job == handle.id:
                        update(event.done, event.total, how_far(event))
                        lines.note(event)
                    elif isinstance(event, JobFinished | JobFailed | JobCancelled) and event.job == handle.id:
                        closing = event
    except KeyboardInterrupt:
        handle.cancel()
        handle.wait(5)
        raise
    finally:
        library.unsubscribe(events)
    if isinstance(closing, JobFailed) and not quiet:
        warn(f"{closing.message} {closing.way_out}")
    return closing
