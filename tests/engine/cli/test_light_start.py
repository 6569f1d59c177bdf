"""Help and the version come at once: nothing heavy is loaded before a command needs it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

#: What reading, searching and answering need, and no help does.
HEAVY = (
    "torch",
    "transformers",
    "sentence_transformers",
    "onnxruntime",
    "llama_cpp",
    "pymupdf",
    "kuzu",
    "usearch",
    "pyarrow",
    "numpy",
    "scipy",
    "sklearn",
    "rapidfuzz",
    "twintree.library",
)
SCRIPT = """
import json, sys
from twintree.cli.main import run
code = run(sys.argv[1:])
print("\\n" + json.dumps([code, [name for name in %r if name in sys.modules]]))
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["ask", "--help"],
        ["methods", "--help"],
        ["models", "run", "--help"],
        ["bench"],
    ],
    ids=" ".join,
)
def test_help_loads_nothing_of_the_engine(arguments: list[str]) -> None:
    command = [sys.executable, "-c", SCRIPT % (HEAVY,), *arguments]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert json.loads(said.splitlines()[-1]) == [0, []]
