"""Latency and size at 10,000 papers: opening, searching, bytes and vectors a paper."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from twintree.base.records import PaperFilter
from twintree.bench.corpus import library_of, multiply, pdfs
from twintree.bench.found import gold
from twintree.bench.table import BenchTable, Target
from twintree.library import Library


def run(data: Path, quick: bool = False) -> BenchTable:
    """Measure on the real papers and on their texts multiplied to 10,000 (``quick``: 1,000)."""
    size = 1_000 if quick else 10_000
    queries = [q["question"] for q in gold()][:60]
    rows: list[tuple[Any, ...]] = []
    with library_of(pdfs(data / "library"), "papers-113") as library:
        rows.append(_measure(library, queries, 0.0))
        path = library.path
    with tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder:
        large = Path(folder) / "library"
        shutil.copytree(path, large)
        multiply(large, size)
        with Library.open(large) as library:
            library.settle()
        begun = time.perf_counter()
        with Library.open(large) as library:
            library.papers.rows(limit=50)
            opened = time.perf_counter() - begun
            rows.append(_measure(library, queries, opened))
    p95 = float(rows[-1][5])
    return BenchTable(
        name="latency",
        command="twintree bench latency",
        columns=(
            "papers",
            "open s",
            "rows ms p95",
            "first search ms p95",
            "search ms p50",
            "search ms p95",
            "ledger KB a paper",
            "vectors a paper",
            "passages a paper",
        ),
        rows=tuple(rows),
        notes=(
            "search is timed as the window asks: papers, sections, passages and snippets; the boxes of a hit's words "
            "are made when it is opened",
            "search is timed without the query's own embedding: each question was asked once before (first search:"
            " with its embedding, the passages of its words not yet in memory)",
            "passages a paper is what a passage-chunking index would hold as vectors",
        ),
        targets=(
            Target(name=f"seconds to open {size:,} papers", bar=2.0, measured=opened, higher_is_better=False),
            Target(name=f"search p95 ms at {size:,} papers", bar=60.0, measured=p95, higher_is_better=False),
        ),
    )


def _measure(library: Library, queries: Sequence[str], opened: float) -> tuple[Any, ...]:
    total = library.papers.count()
    library.search("warm")
    first = _times(lambda query: library.search(query), queries)
    searched = _times(lambda query: library.search(query), queries)
    listed = _times(
        lambda sort: library.papers.rows(PaperFilter(), sort=sort, offset=max(0, total - 100), limit=50),
        ["title", "author", "year", "venue", "added", "pages", "status"] * 5,
    )
    counts = library.sizes()
    return (
        total,
        round(opened, 2),
        round(float(np.quantile(listed, 0.95)), 1),
        round(float(np.quantile(first, 0.95)), 1),
        round(float(np.quantile(searched, 0.5)), 1),
        round(float(np.quantile(searched, 0.95)), 1),
        round(counts["ledger_bytes"] / max(total, 1) / 1000, 1),
        round(counts["vectors"] / max(total, 1), 2),
        round(counts["passages"] / max(total, 1), 1),
    )


def _times(call: Any, arguments: Sequence[str]) -> list[float]:
    taken = []
    for argument in arguments:
        begun = time.perf_counter()
        call(argument)
        taken.append((time.perf_counter() - begun) * 1000)
    return taken
