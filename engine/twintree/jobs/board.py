"""Counts the pages and items of a running job and tells the hub, in words for whoever waits."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from pathlib import Path

from twintree.base.events import EventHub, JobProgress
from twintree.base.ids import JobId
from twintree.jobs.options import FINISHING

#: Seconds between two progress events of one job.
_INTERVAL = 0.1
#: What the items of a job are, and what their parts are, by its kind; others read files' pages.
_WORDS = {
    FINISHING: ("papers", "pages"),
    "summaries": ("papers", "sections"),
    "methods": ("papers", "parts"),
    "themes": ("themes", ""),
}


@dataclass(slots=True)
class _Hand:
    """What is done to one item: the stage, how many of its stages are behind it, and the pages of this one."""

    stage: str = ""
    before: int = 0
    stages: int = 1
    done: int = 0
    total: int = 0

    @property
    def share(self) -> float:
        return (self.before + (self.done / self.total if self.total else 0.0)) / max(1, self.stages)


class Board:
    """Counts pages and files of a running job and tells the hub, at most ten times a second."""

    def __init__(self, hub: EventHub, job: JobId, kind: str = "import") -> None:
        self._hub = hub
        self._job = job
        self._items, self._parts = _WORDS.get(kind, ("files", "pages"))
        # Of files that were read long before, nothing is new in being searchable.
        self._fresh = kind != FINISHING
        self._files = 0
        self._read = 0
        self._done = 0
        self._behind = False  # whether files that are searchable are read further now
        self._pages: dict[str, tuple[int, int]] = {}
        self._hands: dict[str, _Hand] = {}
        self._latest = ""
        self._begun = time.monotonic()
        self._last = 0.0
        self._lock = threading.Lock()

    def expect(self, fresh: int, read: int = 0) -> None:
        """So many files are to come, beside those that are through; ``read`` of them are searchable already."""
        with self._lock:
            self._files, self._read = self._done + fresh + read, read
            self._behind = not fresh

    def stage(self, path: str, words: str = "", before: int = 0, stages: int = 1) -> None:
        """A stage of an item begins: what it is called, and how many of its stages are behind it; told at once."""
        with self._lock:
            self._hands[path] = _Hand(words, before, stages)
            self._latest = path
        self._tell(force=True)

    def page(self, path: str, done: int, total: int) -> None:
        """A file has ``done`` of ``total`` pages."""
        with self._lock:
            self._pages[path] = (done, total)
            if (hand := self._hands.get(path)) is not None:
                hand.done, hand.total = done, total
                self._latest = path
        self._tell()

    def item_done(self, path: str, *, final: bool = True) -> None:
        """A file is through, well or not; or searchable for now (``final`` False)."""
        with self._lock:
            self._hands.pop(path, None)
            if final:
                self._done += 1
                self._read -= self._behind
            else:
                self._read += 1
        self._tell(force=self._done + self._read == self._files)

    def settling(self) -> None:
        """Only the projections are left."""
        self._hub.emit(
            JobProgress(
                self._job, self._files, self._files, self._items, "bringing the index up to date", None
            )
        )

    def _tell(self, *, force: bool = False) -> None:
        moment = time.monotonic()
        with self._lock:
            if not force and moment - self._last < _INTERVAL:
                return
            self._last = moment
            done, read, files = self._done, self._read, self._files
            pages = sum(each[0] for each in self._pages.values())
            total = sum(each[1] for each in self._pages.values())
            in_hand = sum(hand.share for hand in self._hands.values())
            now, part = self._now()
        # What is behind being searchable is half of a file's way; a file that was that before begins there.
        rest = 0.5 if read else 1.0
        share = min(1.0, (done + read / 2 + rest * in_hand) / files) if files else 1.0
        left = (moment - self._begun) * (1 - share) / share if share > 0.02 else None
        message = f"{done} of {files} {self._items} done"
        if read and self._fresh:
            message = f"{done + read} of {files} {self._items} can be searched, {done} are done"
        if total and self._parts:
            message += f" · {pages} of {total} {self._parts} read"
        counted = share * files if self._parts == "pages" else int(share * files)
        self._hub.emit(JobProgress(self._job, counted, files, self._items, message, left, now, part))

    def _now(self) -> tuple[str, str]:
        """What the item that moved last is at, and how far that is."""
        path = self._latest if self._latest in self._hands else next(iter(self._hands), "")
        hand = self._hands.get(path)
        if hand is None:
            return "", ""
        name = Path(path).name
        part = f"{hand.done} of {hand.total} {self._parts}" if hand.total and self._parts else ""
        return (f"{hand.stage} of {name}" if hand.stage else name), part
