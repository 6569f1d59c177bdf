"""Work of hours waits a little for a question that is being kept, rather than ending at once."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from twintree.base.errors import LibraryBusy
from twintree.cli.common import writing
from twintree.library import Library
from twintree.store.lock import WriterLock


def test_long_work_waits_for_another_writer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Library.create(tmp_path / "library").close()
    held = WriterLock(tmp_path / "library")
    threading.Timer(0.5, held.release).start()
    with writing(tmp_path / "library", patience=60.0) as library:
        assert library.papers.count() == 0
    assert "Waiting up to 60 seconds" in capsys.readouterr().err


def test_what_is_short_says_at_once_who_writes(tmp_path: Path) -> None:
    Library.create(tmp_path / "library").close()
    with (
        WriterLock(tmp_path / "library"),
        pytest.raises(LibraryBusy, match="being written"),
        writing(tmp_path / "library"),
    ):
        pass
