"""The recorder of writes, and what it says a power cut leaves."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from twintree.bench import powercut

_WRITER = """
import os, sys
root = sys.argv[1]
with open(root + "/synced", "wb") as file:
    file.write(b"old" * 100); file.flush(); os.fsync(file.fileno())
folder = os.open(root, os.O_RDONLY); os.fsync(folder)
with open(root + "/part", "wb") as file:
    file.write(b"new" * 100); file.flush(); os.fsync(file.fileno())
os.replace(root + "/part", root + "/synced")
os.fsync(folder)
with open(root + "/loose", "wb") as file:
    file.write(b"loose" * 100)
with open(root + "/kept", "r+b") as file:
    file.truncate(2)
os.unlink(root + "/gone")
"""


@pytest.fixture
def recorded(tmp_path: Path) -> tuple[Path, Path, list[powercut.Step]]:
    recorder = powercut.build(tmp_path)
    if recorder is None:
        pytest.skip("recording needs Linux and a C compiler (apt-get install gcc)")
    root, start = tmp_path / "root", tmp_path / "start"
    for folder in (root, start):
        folder.mkdir()
        (folder / "kept").write_bytes(b"kept")
        (folder / "gone").write_bytes(b"gone")
    log = tmp_path / "log"
    environment = os.environ | powercut.environment(recorder, root, log)
    subprocess.run([sys.executable, "-c", _WRITER, str(root)], env=environment, check=True)
    return root, start, powercut.read_steps(log)


def after(
    recorded: tuple[Path, Path, list[powercut.Step]], out: Path, steps: int, lost: float
) -> dict[str, bytes]:
    root, start, all_steps = recorded
    disk = powercut.Disk(root, start)
    for step in all_steps[:steps]:
        disk.do(step)
    disk.cut(out, random.Random(3), lost)
    return {path.name: path.read_bytes() for path in out.iterdir()}


def test_all_steps_together_give_what_the_process_left(
    recorded: tuple[Path, Path, list[powercut.Step]], tmp_path: Path
) -> None:
    found = after(recorded, tmp_path / "out", len(recorded[2]), 0)
    assert found == {path.name: path.read_bytes() for path in recorded[0].iterdir()}


def test_what_was_synced_survives_every_cut_and_a_replaced_file_is_old_or_new(
    recorded: tuple[Path, Path, list[powercut.Step]], tmp_path: Path
) -> None:
    synced = next(
        n for n, step in enumerate(recorded[2]) if step.kind == "F" and step.path == str(recorded[0])
    )
    for at in range(synced + 1, len(recorded[2]) + 1):
        found = after(recorded, tmp_path / f"out{at}", at, 1.0)
        assert found["synced"] in (b"old" * 100, b"new" * 100)
    assert found["synced"] == b"new" * 100
    assert found.get("loose", b"") == b""
