"""Loads MuPDF without the layout model that its package otherwise brings along."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

#: What PyMuPDF loads wherever it is installed, and does without where it is not.
_COMPANIONS = ("pymupdf.layout", "pymupdf4llm")


def load() -> None:
    """Import ``pymupdf``; for a child process, before anything else there imports it.

    With its companions PyMuPDF brings its layout model and onnxruntime: three quarters of the second that the
    import takes, and memory, in every process that only reads or draws pages.
    """
    with _hidden([name for name in _COMPANIONS if name not in sys.modules]):
        import pymupdf  # noqa: F401


@contextmanager
def _hidden(names: list[str]) -> Iterator[None]:
    # None in place of a module is Python's own way to make its import fail.
    sys.modules.update(dict.fromkeys(names))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in names:
            del sys.modules[name]
