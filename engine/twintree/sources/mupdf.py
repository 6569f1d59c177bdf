"""Loads MuPDF without the layout model that its package otherwise brings along."""

from __future__ import annotations

import sys

_LAYOUT = "pymupdf.layout"


def load() -> None:
    """Import ``pymupdf``; for a child process, before anything else there imports it.

    PyMuPDF loads its layout model wherever that is installed, and onnxruntime with it: 0.7 of the 1.1 seconds
    that the import takes, and memory, in every process that only reads or draws pages.
    """
    if _LAYOUT in sys.modules:
        return
    sys.modules[_LAYOUT] = None  # type: ignore[assignment] # Python's own way to make an import fail
    try:
        import pymupdf  # noqa: F401
    finally:
        del sys.modules[_LAYOUT]
