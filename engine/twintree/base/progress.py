"""How long work reports on itself and is told to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from twintree.base.errors import Cancelled

Report = Callable[[float, float, str], None]


class CancelToken:
    """A flag that one side sets and the other tests at natural steps."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether the work was asked to stop."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise ``Cancelled`` when the work was asked to stop."""
        if self._event.is_set():
            raise Cancelled

    def wait(self, seconds: float) -> bool:
        """Sleep for up to ``seconds``; return at once, with True, when cancelled."""
        return self._event.wait(seconds)


class Progress:
    """Throttled progress: at most ten reports a second reach the listener, and the last one always does."""

    def __init__(self, listener: Report | None = None, interval: float = 0.1) -> None:
        self._listener = listener
        self._interval = interval
        self._last = 0.0

    def report(self, done: float, total: float, message: str = "") -> None:
        """Say how far the work is, in the caller's own unit."""
        if self._listener is None:
            return
        now = time.monotonic()
        if done >= total or now - self._last >= self._interval:
            self._last = now
            self._listener(done, total, message)
