"""Speed of importing: from drop to searchable, against a bare PyMuPDF loop over the same files in the same run."""

from __future__ import annotations

import queue
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from twintree.base.events import JobFinished, PaperReady
from twintree.bench.corpus import import_into, pdfs
from twintree.bench.measuring import watching_children
from twintree.bench.table import BenchTable, Target
from twintree.library import ImportOptions, Library

_MANY = 1_000


def run(data: Path, quick: bool = False) -> BenchTable:
    """Cold single paper, a warm pool over 100 PDFs, and 1,000 PDFs in one go (``quick``: 200)."""
    files = [path for path in pdfs(data / "library") if path.parent.name != "long"]
    fifteen = min(files, key=lambda path: abs(_pages(path) - 15))
    rows: list[tuple[Any, ...]] = []
    cold = _cold(fifteen)
    rows.append(("one paper to searchable, cold", 1, _pages(fifteen), round(cold, 2), "", ""))
    hundred = files[:100]
    pages = sum(_pages(path) for path in hundred)
    bare = bare_loop(hundred)
    warm, _, memory = _import(hundred, "searchable")
    bare = min(bare, bare_loop(hundred))
    rows.append(("bare PyMuPDF get_text loop", len(hundred), pages, round(bare, 2), 1.0, ""))
    rows.append(
        ("Twintree to searchable", len(hundred), pages, round(warm, 2), round(warm / bare, 2), _gb(memory))
    )
    _, full, memory = _import(hundred, "indexed")
    rows.append(
        ("Twintree to indexed", len(hundred), pages, round(full, 2), round(full / bare, 2), _gb(memory))
    )
    many = 200 if quick else _MANY
    with tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder:
        copies = _distinct(files, many, Path(folder))
        seconds, _, peak = _import(copies, "searchable")
    rows.append((f"{many:,} files in one go, to searchable", many, "", round(seconds, 1), "", _gb(peak)))
    peak = max(peak, memory)
    return BenchTable(
        name="speed",
        command="twintree bench speed",
        columns=("what", "files", "pages", "seconds", "x bare loop", "peak memory"),
        rows=tuple(rows),
        notes=(
            "the pool is warm but for the first row; the bare loop, the better of one before and one after, runs in "
            "one process, the pool in as many as it has",
            "to searchable: until the last of the files can be found and read; to indexed: until all is done",
            "peak memory is the sum of resident sets of the process and all its children",
        ),
        targets=(
            Target(
                name="seconds from drop to searchable, cold, about 15 pages",
                bar=1.0,
                measured=cold,
                higher_is_better=False,
            ),
            Target(name="times a bare loop, 100 PDFs", bar=2.5, measured=warm / bare, higher_is_better=False),
            Target(name="peak GB at 1,000 files", bar=2.5, measured=peak / 1e9, higher_is_better=False),
        ),
    )


def _gb(size: float) -> str:
    return f"{size / 1e9:.2f} GB"


def _pages(path: Path) -> int:
    import pymupdf

    with pymupdf.open(path) as document:
        return int(document.page_count)


def bare_loop(paths: Sequence[Path]) -> float:
    """Seconds that a plain loop over all pages takes in this process."""
    import pymupdf

    begun = time.perf_counter()
    for path in paths:
        with pymupdf.open(path) as document:
            for page in document:
                page.get_text()
    return time.perf_counter() - begun


def _cold(path: Path) -> float:
    with (
        tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder,
        Library.create(Path(folder) / "l") as library,
    ):
        events = library.subscribe()
        begun = time.perf_counter()
        handle = library.jobs.submit_import([path], ImportOptions(until="searchable"))
        while True:
            event = events.get(timeout=120)
            if isinstance(event, PaperReady) and event.status == "searchable":
                taken = time.perf_counter() - begun
                handle.wait()
                return taken
            if isinstance(event, JobFinished):
                return time.perf_counter() - begun


def _import(paths: Sequence[Path], until: str) -> tuple[float, float, float]:
    """Seconds until the last file was searchable, until all was done, and bytes at the peak: a new library."""
    with (
        tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder,
        Library.create(Path(folder) / "l") as library,
    ):
        library.warm(models=until == "indexed")
        import_into(library, _little_files(Path(folder)), "searchable")  # now every reader has started
        with watching_children(total=True) as peak, _noting_searchable(library) as moments:
            begun = time.perf_counter()
            import_into(library, paths, until)
            taken = time.perf_counter() - begun
        return max(moments) - begun, taken, peak[0]


@contextmanager
def _noting_searchable(library: Library) -> Iterator[list[float]]:
    """The moments at which papers became searchable."""
    moments: list[float] = []
    events, over = library.subscribe(), threading.Event()

    def note() -> None:
        while not over.is_set():
            with suppress(queue.Empty):
                event = events.get(timeout=0.2)
                if isinstance(event, PaperReady) and event.status == "searchable":
                    moments.append(time.perf_counter())

    thread = threading.Thread(target=note, daemon=True)
    thread.start()
    try:
        yield moments
    finally:
        over.set()
        thread.join()


def _little_files(folder: Path) -> list[Path]:
    import pymupdf

    made = []
    for number in range(8):
        with pymupdf.open() as document:
            document.new_page().insert_text((72, 72), f"Little file {number}")
            document.save(folder / f"little {number}.pdf")
        made.append(folder / f"little {number}.pdf")
    return made


def _distinct(paths: Sequence[Path], count: int, folder: Path) -> list[Path]:
    """``count`` files with different bytes and the same pages: a comment after the end of each."""
    made = []
    for number in range(count):
        source = paths[number % len(paths)]
        target = folder / f"{number:05d} {source.name}"
        target.write_bytes(source.read_bytes() + f"\n% copy {number}\n".encode())
        made.append(target)
    return made
