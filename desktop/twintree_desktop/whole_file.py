"""Writes a file that a person chose a place for: whole, or not at all."""

from __future__ import annotations

from pathlib import Path

from twintree.base.errors import StorageProblem


def write_whole(path: Path, data: bytes) -> Path:
    """Write beside the file and put it in its place.

    Raises:
        StorageProblem: it cannot be written; what was there stays.
    """
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StorageProblem(
            f"“{path.name}” could not be written: {error.strerror}.", "Choose another place."
        ) from error
    return path
