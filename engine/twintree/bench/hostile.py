"""Hostile files: each read or refused with a reason, in bounded time and memory, the application alive."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from twintree.base.errors import UnreadableFile
from twintree.base.pages import PageText
from twintree.bench.measuring import watching_children
from twintree.bench.table import BenchTable, Cell, Target
from twintree.sources.pool import ParserPool


class HostileRow(msgspec.Struct, frozen=True):
    """What became of one file: ``outcome`` is ``read`` or a code, ``pages`` counts those read by how."""

    name: str
    outcome: str
    seconds: float
    pages: dict[str, int]
    reason: str = ""


def hostile_table(folder: Path, seconds: float = 120.0, limit: int | None = None) -> list[HostileRow]:
    """Read every file of a folder through a parser pool.

    Args:
        folder: the files; those named ``*.csv`` describe the others.
        seconds: the pool's time limit per file.
        limit: only so many files, spread over the folder.
    """
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.suffix != ".csv")
    if limit is not None:
        files = files[:: max(1, len(files) // limit)]
    with ParserPool(2, seconds=seconds) as pool:
        return [_read(pool, path) for path in files]


def _read(pool: ParserPool, path: Path) -> HostileRow:
    counts: Counter[str] = Counter()

    def on_pages(pages: Sequence[PageText]) -> None:
        counts.update(page.how for page in pages)

    begun = time.monotonic()
    try:
        pool.parse(path, on_pages=on_pages)
        outcome, reason = "read", ""
    except UnreadableFile as error:
        outcome, reason = error.code, error.message
    return HostileRow(path.name, outcome, round(time.monotonic() - begun, 2), dict(counts), reason)


def run(data: Path, quick: bool = False) -> BenchTable:
    """The table over every hostile file (``quick``: sixty of them), with seconds and the largest child's memory."""
    with watching_children() as peak:
        rows = hostile_table(data / "hostile", limit=60 if quick else None)
    outcomes = Counter(row.outcome for row in rows)
    slowest = max(rows, key=lambda row: row.seconds)
    killed = sum(outcomes[code] for code in ("crashed", "timeout", "memory"))
    told = sum(bool(row.reason) for row in rows if row.outcome != "read")
    table: list[tuple[Cell, ...]] = [(outcome, count) for outcome, count in outcomes.most_common()]
    table += [
        ("refused with a reason", told),
        ("trivial: refuse everything", 0),
        ("slowest, seconds", slowest.seconds),
        ("largest reader, MB", round(peak[0] / 1e6)),
    ]
    return BenchTable(
        name="hostile",
        command="twintree bench hostile",
        columns=("outcome", "files"),
        rows=tuple(table),
        notes=(
            f"{len(rows)} files of public test suites; slowest: {slowest.name}",
            "the application lives through all of them",
        ),
        targets=(
            Target(
                name="files that ended or outlasted their reader",
                bar=0,
                measured=killed,
                higher_is_better=False,
            ),
            Target(name="files read", bar=0.85, measured=outcomes["read"] / len(rows), trivial=0.0),
        ),
    )
