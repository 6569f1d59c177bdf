"""Benchmarks of the reader: turning and zooming pages full of figures, and memory after a book of 1,500 pages."""

from __future__ import annotations

import math
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles

import psutil
from PySide6.QtCore import QEventLoop, QLineF, QPointF, QTimer
from PySide6.QtGui import QColor, QPageSize, QPainter, QPdfWriter

from twintree.base.records import PaperFilter
from twintree_desktop.app import Desktop
from twintree_desktop.reader.panel import ReaderPanel
from twintree_desktop.reader.tab import PaperTab

_PAGES = 24
_CURVES = 120
#: How long a page is looked at before it is turned: shorter than anyone reads.
_LOOK_MS = 400
_BOOK = 1500
_WORDS = "Each page of this book says that it is a page, and nothing more than that can be said of it. " * 12
_IMPORT = """
import sys
from twintree.library import ImportOptions, Library
with Library.create(sys.argv[1]) as library:
    library.jobs.submit_import(sys.argv[2:], ImportOptions(until="searchable")).wait()
"""


def draw_figures(path: Path, pages: int = _PAGES) -> Path:
    """A PDF whose pages carry plots of some thousand strokes each, as figure-heavy papers do."""
    numbers = random.Random(1)  # noqa: S311 - the same curves each time

    def page(painter: QPainter, number: int) -> None:
        painter.drawText(QPointF(500, 500), f"Figure {number}: some curves")
        for curve in range(_CURVES):
            painter.setPen(QColor.fromHsv(curve * 7 % 360, 200, 160))
            height = 1200 + curve * 60
            points = [
                QPointF(500 + 160 * x, height + 300 * math.sin(x / 5 + numbers.random())) for x in range(50)
            ]
            painter.drawPolyline(points)
        painter.drawLine(QLineF(500, 9000, 8500, 9000))

    return _write(path, pages, page)


def write_book(path: Path, pages: int = _BOOK) -> Path:
    """A long PDF of plain text."""

    def page(painter: QPainter, number: int) -> None:
        painter.drawText(500, 700, 8000, 9000, 0x1000, f"Page {number}. {_WORDS}")

    return _write(path, pages, page)


def _write(path: Path, pages: int, draw: Callable[[QPainter, int], None]) -> Path:
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    painter = QPainter(writer)
    for number in range(1, pages + 1):
        if number > 1:
            writer.newPage()
        draw(painter, number)
    painter.end()
    return path


def measure_reading(desktop: Desktop, folder: Path) -> dict[str, float]:
    """Latencies of turning, jumping and zooming in milliseconds, and memory after the book in MB."""
    files = [draw_figures(folder / "figures.pdf"), write_book(folder / "book.pdf")]
    library = folder / "reading"
    # In a process of its own: what importing leaves in memory is another figure.
    names = [str(path) for path in (library, *files)]
    subprocess.run([sys.executable, "-c", _IMPORT, *names], check=True, capture_output=True)
    desktop.open(library)
    _until(lambda: desktop.session is not None and desktop.session.library.path == library)
    session = desktop.session
    assert session is not None  # noqa: S101 - for the type checker
    rows = sorted(session.library.papers.rows(PaperFilter()), key=lambda row: row.pages)
    assert desktop.workspace is not None  # noqa: S101
    reader = next(place.widget for place in desktop.workspace.places if place.key == "reader")
    assert isinstance(reader, ReaderPanel)  # noqa: S101
    session.navigation.paper_wanted.emit(rows[0].id, 1)
    _until(lambda: reader.current is not None and reader.current.isVisible())
    assert reader.current is not None  # noqa: S101
    figures = _turning(reader.current)
    began = time.perf_counter()
    session.navigation.paper_wanted.emit(rows[1].id, 1)
    _until(lambda: reader.current is not None and len(reader.current.document.sheets) == _BOOK)
    _until(lambda: _sharp(reader.current))
    figures["open a book of 1,500 pages, ms"] = 1000 * (time.perf_counter() - began)
    figures["memory after scrolling 1,500 pages, MB"] = _scroll(reader.current)
    return figures


def _turning(tab: PaperTab) -> dict[str, float]:
    _until(lambda: _sharp(tab))
    turns = []
    for page in range(2, _PAGES // 2 + 2):
        _turn(_LOOK_MS)
        turns.append(_timed(tab, lambda page=page: tab.view.go_to(page)))  # type: ignore[misc]
    jumps = [
        _timed(tab, lambda page=page: tab.view.go_to(page))  # type: ignore[misc]
        for page in range(_PAGES, _PAGES // 2 + 4, -2)
    ]
    zooms = []
    for steps in (1, 1, 1, -1, -1, -1):
        _turn(_LOOK_MS)
        zooms.append(_timed(tab, lambda steps=steps: tab.view.zoom.by(steps)))  # type: ignore[misc]
    return {
        "page turn to the sharp page, ms, p95": _p95(turns),
        "page turn to the sharp page, ms, median": median(turns),
        "jump to a page never drawn, ms, median": median(jumps),
        "zoom to the sharp page, ms, p95": _p95(zooms),
    }


def _timed(tab: PaperTab, do: Callable[[], None]) -> float:
    began = time.perf_counter()
    do()
    _until(lambda: _sharp(tab))
    return 1000 * (time.perf_counter() - began)


def _sharp(tab: PaperTab | None) -> bool:
    """Whether the page being read is drawn at the scale at which it shows."""
    if tab is None:
        return False
    view = tab.view
    key, scale = view.demand.key(view.page), view.demand.scale(view.page)
    return tab.renderer.cache.exact(key, scale) is not None


def _scroll(tab: PaperTab | None) -> float:
    assert tab is not None  # noqa: S101
    for page in range(1, _BOOK + 1, 3):
        tab.view.go_to(page)
        _turn(2)
    _until(lambda: _sharp(tab))
    return float(psutil.Process().memory_info().rss / 1e6)


def _p95(values: Sequence[float]) -> float:
    return quantiles(values, n=20)[-1]


def _turn(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _until(happened: Callable[[], object], seconds: float = 120) -> None:
    until = time.perf_counter() + seconds
    while not happened():
        _turn(1)
        if time.perf_counter() > until:
            raise TimeoutError
