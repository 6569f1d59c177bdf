"""How the command line follows a job: a bar on a terminal, else a line for each step that lasts."""

from __future__ import annotations

import time

from twintree.base.events import JobCancelled, JobFailed, JobFinished, JobProgress
from twintree.cli.output import bar, bars_are_seen, warn
from twintree.library import JobHandle, Library

#: Seconds that a step lasts before it has a line of its own where no bar is drawn.
_LASTING = 1.0


class _Lines:
    """A job's progress where no bar is drawn: one line for each step that lasts."""

    def __init__(self, title: str, *, quiet: bool) -> None:
        self._title, self._quiet = title, quiet
        self._now = self._line = ""
        self._since = 0.0
        self._told: set[str] = set()

    def note(self, event: JobProgress) -> None:
        """Hear how far the job is."""
        if event.now != self._now:
            self._now, self._since = event.now, time.monotonic()
            # Several files may be in hand at once, and are heard of in turn.
            known = not event.now or event.now in self._told
            self._line = "" if known else f"{_counts(event)} · {event.now}"

    def pass_time(self) -> None:
        """Print the step in hand once it has lasted."""
        if self._line and not self._quiet and time.monotonic() - self._since >= _LASTING:
            warn(f"{self._title}: {self._line}")
            self._told.add(self._now)
            self._line = ""


def _counts(event: JobProgress) -> str:
    """The items of a job, without their pages: those of the item in hand say more."""
    return event.message.partition(" · ")[0]


def _how_far(event: JobProgress) -> str:
    if not event.now:
        return event.message
    return f"{_counts(event)} · {event.now}" + (f", {event.part}" if event.part else "")


def follow(library: Library, handle: JobHandle, title: str, *, quiet: bool) -> object:
    """Show a job's progress until its closing event, which is returned; Ctrl+C cancels it.

    A bar on a terminal, else a line for each step that lasts; nothing when ``quiet``.
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
                        update(event.done, event.total, _how_far(event))
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
