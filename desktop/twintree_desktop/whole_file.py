"""Writes a file that a person chose a place for: whole, or not at all."""

from __future__ import annotations

from pathlib import Path


def write_whole(path: Path, data: bytes) -> Path:
    """Write a file as the command line's exports are written; returns where it lies.

    Raises:
        WrongUse: the place lies in a library.
        StorageProblem: it cannot be written; what was there stays.
    """
    from twintree.library import save_as  # the engine's store is not loaded for the window to open

    save_as(path, data)
    return path
