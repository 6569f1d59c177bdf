"""Promise 1: nothing leaves the machine, whatever a dependency would like (PAINS 27, 28)."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
_NETWORKED = {
    "socket",
    "ssl",
    "urllib",
    "http",
    "requests",
    "httpx",
    "aiohttp",
    "ftplib",
    "smtplib",
    "telnetlib",
    "xmlrpc",
}
#: Takes addresses apart; opens nothing.
_HARMLESS = {"urllib.parse"}
#: Each with the reason why it may.
_ALLOWED = {
    "engine/twintree/models/fetching.py",  # the one networked module
    "engine/twintree/store/lock.py",  # names this host in the lock; opens nothing
}
_BACK_ENDS = (
    "onnxruntime kuzu usearch.index pyarrow pymupdf pymupdf.layout sentence_transformers llama_cpp rapidocr igraph"
).split()


def test_only_the_fetching_module_can_open_a_connection() -> None:
    """PAINS 28: all networked code is one module, which can be removed."""
    found = set()
    for source in ("engine", "desktop", "resources"):
        for path in (ROOT / source).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and node.module:
                    names = [node.module]
                if any(name.split(".")[0] in _NETWORKED and name not in _HARMLESS for name in names):
                    found.add(path.relative_to(ROOT).as_posix())
    assert found <= _ALLOWED, found - _ALLOWED


@pytest.mark.parametrize("module", _BACK_ENDS)
def test_importing_a_back_end_leaves_no_telemetry_behind(module: str, tmp_path: Path) -> None:
    """Some wheels carry telemetry clients that start at import; they leave a queue in the home folder."""
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path / ".cache"),
        "HF_HUB_OFFLINE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", f"import {module}"],
        env=environment,
        capture_output=True,
        check=False,
        timeout=120,
    )
    if b"ModuleNotFoundError" in done.stderr:
        pytest.skip(f"{module} is not installed here")
    left = [
        path
        for path in tmp_path.rglob("*")
        if (path.is_file() and "telemetry" in str(path).lower())
        or path.name in ("deviceid", "onnxruntime.db")
    ]
    assert left == []


def test_onnxruntime_has_no_telemetry_client() -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    version = tuple(int(part) for part in onnxruntime.__version__.split(".")[:2])
    assert version < (1, 29)


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed here")
def test_importing_the_back_ends_connects_to_nothing(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    code = "import " + ", ".join(_BACK_ENDS) + ", time; time.sleep(1)"
    done = subprocess.run(
        ["strace", "-f", "-e", "trace=connect,sendto", "-o", str(trace), sys.executable, "-c", code],
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        check=False,
        timeout=300,
    )
    if not trace.exists() or b"ptrace" in done.stderr:
        pytest.skip("this kernel does not allow tracing")
    assert "AF_INET" not in trace.read_text("utf-8", "replace")
