"""The window's process stays lean: no model code in it, and Qt's void calls leave references alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QObject

HEAVY = ("torch", "sentence_transformers", "transformers", "llama_cpp", "pymupdf.layout", "onnxruntime")

SCRIPT = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication
from twintree_desktop.app import start
def turn(milliseconds):  # QTest.qWait would hold Python's lock, and starve the other threads
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
app = QApplication([])
desktop = start(app, ["--library", sys.argv[1], sys.argv[2]])
deadline = time.monotonic() + 150
jobs = []
desktop.bridge.job_closed.connect(jobs.append)
while not jobs and time.monotonic() < deadline:
    turn(50)
desktop.workspace.show_place("settings")
desktop.workspace.library._search("citations")
turn(500)
desktop.close()
print(len(jobs), [name for name in %r if name in sys.modules])
"""


def test_no_model_code_is_ever_imported_by_the_windows_process(tmp_path: Path) -> None:
    """At start, while importing, and while searching."""
    from twintree_resources import samples

    paper = next(Path(samples.__file__).parent.glob("*.pdf"))
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT % (HEAVY,), str(tmp_path / "library"), str(paper)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.strip() == "1 []", done.stderr[-2000:]


def test_two_hundred_thousand_void_calls_lose_no_reference() -> None:
    """PySide6 6.12.0 loses a reference to None in every void call on Python 3.11, and aborts."""
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(200_000):
        thing.setObjectName("x")
    assert sys.getrefcount(None) > before - 1_000
