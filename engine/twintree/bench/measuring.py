"""Watching what a measurement costs: the memory of this process's children, sampled ten times a second."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

_INTERVAL = 0.1


@contextmanager
def watching_children(*, total: bool = False) -> Iterator[list[float]]:
    """The peak, in bytes, in a list of one: of the largest child, or (``total``) of this process and all of them."""
    peak = [0.0]
    over = threading.Event()

    def watch() -> None:
        me = psutil.Process(os.getpid())
        while not over.wait(_INTERVAL):
            children = [_resident(each) for each in me.children(recursive=True)]
            now = sum(children) + _resident(me) if total else max(children, default=0.0)
            peak[0] = max(peak[0], now)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield peak
    finally:
        over.set()
        thread.join()


def _resident(process: psutil.Process) -> float:
    try:
        return float(process.memory_info().rss)
    except psutil.Error:
        return 0.0
