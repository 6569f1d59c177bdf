"""Benchmarks of the window: start, a large library, filtering, reading, the thread during an import, memory.

``python -m twintree_desktop.bench [--papers N] [--files N] [--json]``; offscreen unless a platform is set.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import psutil
from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from twintree.base.records import FieldValue
from twintree.library import Library
from twintree_desktop.app import Desktop
from twintree_desktop.bench_reading import measure_reading
from twintree_desktop.log import LogBook
from twintree_desktop.opening import sample_papers
from twintree_desktop.settings import Settings

#: What is to be reached (name -> at most).
TARGETS = {
    "start to painted window, s": 1.5,
    "keystroke to filtered table, ms, median": 100.0,
    "longest block of the window's thread, ms": 50.0,
    "idle memory, MB": 250.0,
    "page turn to the sharp page, ms, p95": 80.0,
}
_TOPICS = ("retrieval", "entropy", "citations", "sections", "queries", "graphs", "claims", "methods")
_START = """
import sys, time
began = float(sys.argv[1])
from PySide6.QtWidgets import QApplication
from twintree_desktop.app import start
app = QApplication([])
desktop = start(app, [])
app.processEvents()
desktop.window.grab()
print(time.time() - began)
desktop.close()
"""


class Heartbeat(QObject):
    """Beats every few milliseconds; remembers the longest pause between two beats, and the most work in one.

    On a busy machine the pause is what other processes took; the work is the window's own.
    """

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self.busiest = 0.0
        self._last = time.perf_counter()
        self._worked = time.thread_time()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(2)

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now
        worked = time.thread_time()
        self.busiest = max(self.busiest, worked - self._worked)
        self._worked = worked


def measure_start(times: int = 5) -> float:
    """Seconds from starting the process to the painted window, the median of several."""
    took = []
    for _ in range(times):
        done = subprocess.run(
            [sys.executable, "-c", _START, str(time.time())], capture_output=True, text=True, check=True
        )
        took.append(float(done.stdout))
    return median(took)


def fill(library: Library, count: int) -> None:
    """Papers without files, in one transaction: the benchmark's own preparation, so it reaches inside."""
    with library._ledger.write():
        for number in range(count):
            values = {
                "title": f"Paper {number:05d} on {_TOPICS[number % len(_TOPICS)]}",
                "authors": [f"Author{number % 997} A"],
                "year": 1980 + number % 45,
            }
            proposals = [
                FieldValue(field=name, value=value, source="bibtex", confidence=1, chosen=True)
                for name, value in values.items()
            ]
            library.papers.create(proposals, status="indexed")


def turn(milliseconds: int) -> None:
    """Let the event loop turn; QTest.qWait would hold Python's lock, and starve the other threads."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait_until(happened: Callable[[], Any], seconds: float = 600) -> float:
    """Turn the event loop until something happened; returns how long it took, in seconds."""
    began = time.perf_counter()
    while not happened():
        turn(1)
        if time.perf_counter() - began > seconds:
            raise TimeoutError
    return time.perf_counter() - began


def measure_large(desktop: Desktop, folder: Path, count: int) -> dict[str, float]:
    """Opening a large library, and typing into its filter."""
    with Library.create(folder) as library:
        fill(library, count)
    desktop.open(folder)
    opened = wait_until(lambda: desktop.workspace and desktop.workspace.library.panel.current())
    assert desktop.workspace is not None  # noqa: S101 - for the type checker
    panel = desktop.workspace.library.panel
    installed: list[int] = []
    panel.model.installed.connect(lambda: installed.append(1))
    took = []
    for word in ("entropy", "author9", "graphs 01", "claims"):
        panel.field.clear()
        wait_until(lambda: panel.model.rowCount() == count)
        turn(300)
        for key in word:
            installed.clear()
            QTest.keyClicks(panel.field, key)
            took.append(1000 * wait_until(lambda: installed))
    panel.field.clear()
    return {
        f"open {count} papers to usable table, s": opened,
        "keystroke to filtered table, ms, median": median(took),
        "keystroke to filtered table, ms, p95": quantiles(took, n=20)[-1],
    }


def make_files(folder: Path, count: int) -> list[Path]:
    """Copies of the sample papers, each with bytes of its own."""
    folder.mkdir()
    samples = [path.read_bytes() for path in sample_papers()]
    made = []
    for number in range(count):
        path = folder / f"paper {number:03d}.pdf"
        path.write_bytes(samples[number % len(samples)] + f"\n% copy {number}\n".encode())
        made.append(path)
    return made


def measure_import(desktop: Desktop, folder: Path, count: int) -> dict[str, float]:
    """The longest pause of the window's thread while files are imported and a question is answered."""
    desktop.open(folder / "import")
    wait_until(lambda: desktop.session is not None and desktop.session.library.path.name == "import")
    closed: list[object] = []
    desktop.bridge.job_closed.connect(closed.append)
    files = make_files(folder / "files", count)
    turn(1000)
    beat = Heartbeat()
    desktop.give(files)
    turn(2000)
    session = desktop.session
    assert session is not None  # noqa: S101
    session.act(lambda library: library.questions.submit("How are section titles verified?"))
    took = wait_until(lambda: len(closed) > 1, 1800)
    return {
        f"import of {count} files, s": took,
        "longest block of the window's thread, ms": 1000 * beat.longest,
        "  of which its own work, ms": 1000 * beat.busiest,
    }


def run(count: int, files: int) -> dict[str, float]:
    """All figures."""
    figures = {"start to painted window, s": measure_start()}
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)  # noqa: S101
    with tempfile.TemporaryDirectory(prefix="twintree-bench-") as name:
        folder = Path(name)
        desktop = Desktop(application, Settings(folder / "desktop.ini"), LogBook())
        desktop.window.show()
        desktop.open(folder / "empty")
        wait_until(lambda: desktop.session is not None)
        turn(3000)
        figures["idle memory, MB"] = psutil.Process().memory_info().rss / 1e6
        figures |= measure_large(desktop, folder / "large", count)
        figures |= measure_reading(desktop, folder)
        figures |= measure_import(desktop, folder, files)
        desktop.close()
    return figures


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures beside their targets."""
    parser = argparse.ArgumentParser(prog="python -m twintree_desktop.bench", description=__doc__)
    parser.add_argument("--papers", type=int, default=20_000)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    figures = run(chosen.papers, chosen.files)
    if chosen.json:
        sys.stdout.write(json.dumps({"bench": "desktop", "figures": figures, "targets": TARGETS}) + "\n")
        return 0
    for name, value in figures.items():
        target = TARGETS.get(name)
        goal = (
            "" if target is None else f"  (at most {target:g}: {'reached' if value <= target else 'missed'})"
        )
        sys.stdout.write(f"{name:<48} {value:>10.2f}{goal}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
