"""Watched folders: each file comes once, a changed one again, and one that is still being written waits."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from twintree.base.errors import NotFound, WrongUse
from twintree.library import ImportOptions, Library

QUICK = ImportOptions(until="searchable")


def rest(path: Path, seconds: float = 60.0) -> None:
    """Make a file look as if it had lain still."""
    stamp = time.time() - seconds
    os.utime(path, (stamp, stamp))


def test_what_is_new_in_a_watched_folder_comes_once(tmp_path: Path, make_pdf: Callable[..., Path]) -> None:
    first = make_pdf("inbox/first.pdf", "Bees dance.")
    (first.parent / "notes.bib").write_text("@misc{x, title={not taken from folders}}", "utf-8")
    rest(first)
    with Library.create(tmp_path / "library") as library:
        library.watching.add(first.parent)
        handle = library.scan_watched(QUICK)
        assert handle
        assert handle.wait(120)
        assert [Path(item.path).name for item in library.jobs.items(handle.id)] == ["first.pdf"]
        assert library.scan_watched(QUICK) is None
        make_pdf("inbox/arriving.pdf", "Ants leave trails.")
        assert library.scan_watched(QUICK) is None
        rest(first.parent / "arriving.pdf")
        handle = library.scan_watched(QUICK)
        assert handle
        assert handle.wait(120)
        assert library.papers.count() == 2
        with pytest.raises(WrongUse):
            library.watching.add(first.parent)
        library.watching.remove(first.parent)
        assert library.watched_folders() == []
        with pytest.raises(NotFound):
            library.watching.add(tmp_path / "nowhere")
