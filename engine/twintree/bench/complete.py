"""Speed of reading papers to the end, against the layout model and the embedder alone over the same papers."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from twintree.bench.corpus import import_into, pdfs
from twintree.bench.speed import bare_loop
from twintree.bench.table import BenchTable, Target
from twintree.library import Library
from twintree.models.host import ModelHost
from twintree.sources.layout import read_layout
from twintree.store.hierarchies import HierarchyStore
from twintree.store.ledger import Ledger

#: Papers spread over the folder; a page takes the layout model half a second.
_PAPERS, _QUICK = 24, 4
_SHORTEST, _LONGEST = 4, 40
#: Stages whose work is neither of the two models': rapidocr reads pictures of words.
_RECOGNISING = ("ocr", "pictures")


def run(data: Path, quick: bool = False) -> BenchTable:
    """Import papers up to ``complete``; then run both models alone over their pages and texts."""
    files = _spread(pdfs(data / "library"), _QUICK if quick else _PAPERS)
    pages = sum(count for _, count in files)
    paths = [path for path, _ in files]
    with tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder:
        place = Path(folder) / "library"
        searchable, whole = _import(place, paths)
        texts = _embedded_texts(place)
        stages = _stages(place)
        layout = _timed_layout(files)
        embedding = _timed_embedding(texts)
    bare = bare_loop(paths)
    alone = layout + embedding
    read = whole - sum(stages.get(name, 0.0) for name in _RECOGNISING)
    rows = [
        ("trivial: bare PyMuPDF get_text loop", bare, pages / bare, bare / alone),
        ("layout model alone", layout, pages / layout, layout / alone),
        (f"embedder alone, {len(texts):,} texts", embedding, pages / embedding, embedding / alone),
        ("Twintree, all of them searchable", searchable, pages / searchable, searchable / alone),
        ("Twintree, all of them complete", whole, pages / whole, whole / alone),
        ("  without the words recognised in pictures and scans", read, pages / read, read / alone),
    ]
    return BenchTable(
        name="complete",
        command="twintree bench complete",
        columns=("what", "seconds", "pages a second", "x both models alone"),
        rows=tuple(rows),
        notes=(
            f"{len(files)} papers, {pages} pages; the models alone run one after the other, as they do in an import, "
            "over the same pages and the texts that the import embedded, each once",
            "processes are warm for the models alone and cold for the import",
            "seconds by stage: " + ", ".join(f"{name} {took:.1f}" for name, took in stages.items()),
        ),
        targets=(
            Target(
                name="times layout model plus embedding alone, without recognition",
                bar=1.3,
                measured=read / alone,
                higher_is_better=False,
            ),
        ),
    )


def _spread(paths: Sequence[Path], count: int) -> list[tuple[Path, int]]:
    import pymupdf

    found: list[tuple[Path, int]] = []
    for path in paths[:: max(1, len(paths) // (2 * count))]:
        with pymupdf.open(path) as document:
            if _SHORTEST <= document.page_count <= _LONGEST and len(found) < count:
                found.append((path, document.page_count))
    return found


def _import(place: Path, paths: Sequence[Path]) -> tuple[float, float]:
    """Seconds until all can be searched, and until all are read to the end."""
    begun = time.perf_counter()
    with Library.create(place) as library:
        import_into(library, paths, "searchable")
        searchable = time.perf_counter() - begun
        import_into(library, paths, "complete")
        return searchable, time.perf_counter() - begun


def _embedded_texts(place: Path) -> list[str]:
    """What the import embedded: entries, and the regions of the evidence hierarchies."""
    with contextlib.closing(sqlite3.connect(place / "ledger.sqlite")) as connection:
        texts = [row[0] for row in connection.execute("SELECT text FROM entry")]
        papers = [row[0] for row in connection.execute("SELECT id FROM paper")]
    ledger = Ledger(place / "ledger.sqlite", readonly=True)
    try:
        kept = HierarchyStore(ledger)
        texts += [region.text for paper in papers if (each := kept.get(paper)) for region in each.regions]
    finally:
        ledger.close()
    return list(dict.fromkeys(texts))


def _stages(place: Path) -> dict[str, float]:
    """Seconds that each stage took over all papers, the longest first."""
    with contextlib.closing(sqlite3.connect(place / "ledger.sqlite")) as connection:
        rows = connection.execute(
            "SELECT stage, sum(seconds) AS took FROM stage GROUP BY stage ORDER BY took DESC"
        )
        return dict(rows.fetchall())


def _timed_layout(files: Sequence[tuple[Path, int]]) -> float:
    first, _ = files[0]
    read_layout(first, [1], lambda *_: None)
    begun = time.perf_counter()
    for path, pages in files:
        read_layout(path, range(1, pages + 1), lambda *_: None)
    return time.perf_counter() - begun


def _timed_embedding(texts: Sequence[str]) -> float:
    with ModelHost() as host:
        host.embed(texts[:1])
        begun = time.perf_counter()
        for start in range(0, len(texts), 64):
            host.embed(texts[start : start + 64])
        return time.perf_counter() - begun
