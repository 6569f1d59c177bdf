"""Starting and ending the child processes that touch documents: lean, low in priority, limited."""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import signal
import sys
import threading
import types
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

_spawning = threading.Lock()
_context = multiprocessing.get_context("spawn")


def cores() -> int:
    """How many processor cores this process may use: fewer than the machine has where it was told so.

    A container or ``taskset`` grants some; threads for the others would only wait for their turn.
    """
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def start(target: Callable[..., None], name: str, *args: Any) -> tuple[BaseProcess, Connection]:
    """Start ``target(connection, *args)`` in a fresh process.

    Args:
        target: a module-level function.
        name: shown in process lists.
        args: further arguments, picklable.

    Returns:
        The process and our end of its pipe.
    """
    ours, theirs = _context.Pipe()
    process = _context.Process(target=target, name=name, args=(theirs, *args), daemon=True)
    with _spawning, _without_main():
        process.start()
    theirs.close()
    return process, ours


@contextlib.contextmanager
def _without_main() -> Iterator[None]:
    # A spawned child first runs the parent's main script again: seconds of imports for nothing.
    main = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def stop(process: BaseProcess, connection: Connection, patience: float = 0.0) -> None:
    """End a child: closing its pipe asks it to; after ``patience`` seconds it is killed."""
    connection.close()
    process.join(patience)
    if process.is_alive():
        process.kill()
    process.join()
    process.close()


def processor_seconds(process: BaseProcess) -> float:
    """Seconds of the processor that a child has had; infinite where it is gone."""
    import psutil

    try:
        times = psutil.Process(process.pid).cpu_times()
    except psutil.Error:
        return math.inf
    return float(times.user + times.system)


def settle(priority: int = 15) -> None:
    """For a child, at its start: deaf to Ctrl-C and modest.

    Args:
        priority: how far it gives way to others, 0 (not) to 19, where the system knows that.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(priority)


def limit_memory(memory: int) -> None:
    """For a child, after its imports: at most ``memory`` further bytes, where the system sees to it."""
    if sys.platform != "linux":
        return
    import resource
    from pathlib import Path

    used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    limit = used + memory
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def die_after(seconds: float) -> None:
    """Have the system end this process after ``seconds`` unless called again; 0 takes it back.

    A worker whose parent was killed would otherwise turn for ever in a hanging page: no signal handler or
    thread of Python's runs while MuPDF works, the system's own default action does.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
