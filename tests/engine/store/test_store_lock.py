"""One writer: the lock names its holder and dies with it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from twintree.base.errors import LibraryBusy, StorageProblem
from twintree.store.lock import WriterLock, holder, program_name

_HOLDER = """
    import sys
    from pathlib import Path
    from twintree.store.lock import WriterLock
    lock = WriterLock(Path(sys.argv[1]))
    sys.stdout.write("held\\n")
    sys.stdout.flush()
    sys.stdin.read()
"""


def test_a_second_writer_is_told_who_holds_the_library(tmp_path: Path) -> None:
    with WriterLock(tmp_path):
        with pytest.raises(LibraryBusy, match=rf"process {os.getpid()} on ") as caught:
            WriterLock(tmp_path)
        assert caught.value.way_out
        who = holder(tmp_path)
        assert who is not None
        assert who.pid == os.getpid()
    assert holder(tmp_path) is None


def test_a_released_lock_can_be_taken_again(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path)
    lock.release()
    lock.release()
    WriterLock(tmp_path).release()


def test_a_full_disk_does_not_keep_a_library_shut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        lock = WriterLock(tmp_path)
    with pytest.raises(LibraryBusy, match="written by another process"):
        WriterLock(tmp_path)
    lock.release()


def test_the_death_of_its_holder_frees_the_lock(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(_HOLDER), str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    with pytest.raises(LibraryBusy, match=f"process {child.pid}"):
        WriterLock(tmp_path)
    child.kill()
    child.wait()
    child.stdin.close()
    child.stdout.close()
    WriterLock(tmp_path).release()


def test_a_damaged_lock_file_still_locks(tmp_path: Path) -> None:
    (tmp_path / "lock").write_bytes(b"\xff\xfe nonsense that is longer than what a holder writes" * 20)
    with WriterLock(tmp_path):
        who = holder(tmp_path)
        assert who is not None
        assert who.pid == os.getpid()


def test_a_vanished_folder_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(StorageProblem):
        WriterLock(tmp_path / "gone")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/usr/bin/twintree", "twintree"),
        ("/opt/lib/python/twintree/__main__.py", "twintree"),
        ("/opt/lib/python/twintree_desktop/__main__.py", "Twintree's window"),
        ("/usr/bin/twintree-desktop", "Twintree's window"),
        ("", "twintree"),
    ],
)
def test_whoever_writes_is_called_what_a_person_knows_it_by(path: str, name: str) -> None:
    assert program_name(path) == name
