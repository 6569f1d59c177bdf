"""Hostile files: each read or refused with a reason, in bounded time and memory, the application alive."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from twintree.base.errors import UnreadableFile
from twintree.base.records import PageText
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
