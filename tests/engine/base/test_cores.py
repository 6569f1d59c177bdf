"""How many cores are ours to use."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from twintree.base import process

_ONE = """
import os
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from twintree.base import process
print(process.cores())
"""


def test_a_process_knows_how_many_cores_there_are() -> None:
    assert 1 <= process.cores() <= (os.cpu_count() or 1)


@pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="this system does not say which cores are granted"
)
def test_cores_that_were_not_granted_are_not_counted() -> None:
    told = subprocess.run(
        [sys.executable, "-c", _ONE],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert told.stdout.strip() == "1"
