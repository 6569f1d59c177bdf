"""Writing a file whole or not at all: temporary file, fsync, rename, fsync of the folder."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from twintree.base.errors import WrongUse
from twintree.store.folder import is_library
from twintree.store.ledger import storage_problem

#: Where what lies where it does not belong is moved to: nothing is ever thrown away.
LOST = "lost"
#: The longest name that common file systems take, in bytes.
_LONGEST = 255


def write_beside(path: Path, write: Callable[[BinaryIO], None]) -> Path:
    """Write a temporary file beside ``path``, safe on disk, for a later ``replace``; return where it lies.

    Raises:
        StorageProblem: the disk is full or the folder cannot be written; nothing is left behind.
    """
    part = path.with_name(f"{_shortened(path.name)}.{secrets.token_hex(4)}.part")
    try:
        # Not the folders above it: on a drive that is gone a false library would come to stand in its place.
        path.parent.mkdir(exist_ok=True)
        with part.open("xb") as out:
            write(out)
            out.flush()
            os.fsync(out.fileno())
    except BaseException as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # the file that was meant: nobody knows of the one beside it
            raise storage_problem(error) from error
        raise
    return part


def _shortened(name: str) -> str:
    """A name, or its beginning, to which the ending of a temporary file still can be put."""
    kept = os.fsencode(name)[: _LONGEST - len(".12345678.part")]
    # Not os.fsdecode: a letter that was cut in two is no name on every system.
    return name if os.fsencode(name) == kept else kept.decode(errors="ignore")


def replace(part: Path, path: Path) -> None:
    """Put a finished temporary file in its place, so that the renaming itself is on disk.

    Raises:
        StorageProblem: the folder cannot be written; ``path`` is as it was.
    """
    try:
        part.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        part.unlink(missing_ok=True)
        error.filename = str(path)
        raise storage_problem(error) from error


def write_file(path: Path, content: bytes) -> None:
    """Replace ``path`` by ``content`` at once."""

    def fill(out: BinaryIO) -> None:
        out.write(content)

    replace(write_beside(path, fill), path)


def outside_libraries(path: Path) -> Path:
    """Where a path that a person named for an output leads, links followed.

    Raises:
        WrongUse: it lies in a library: what is written there would stand in place of what the library keeps.
        StorageProblem: it cannot be looked at.
    """
    try:
        target = path.resolve()
        home = next((each for each in target.parents if is_library(each)), None)
    except (OSError, RuntimeError) as error:
        raise storage_problem(error if isinstance(error, OSError) else OSError(str(error))) from error
    if home is not None:
        raise WrongUse(f"“{path}” lies in the library {home}.", "Name a file outside of it.")
    return target


def save_as(path: Path, content: bytes) -> None:
    """Write a file that a person named: whole, or what was there stays.

    Its folder must be there, and in no library. A link goes on leading to its file, a file that was there keeps its
    permissions, and what is no file (a pipe, ``/dev/stdout``) is written into as it stands.

    Raises:
        WrongUse: it lies in a library.
        StorageProblem: it cannot be written.
    """

    def fill(out: BinaryIO) -> None:
        out.write(content)

    target = outside_libraries(path)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        target.parent.stat()
    except OSError as error:
        raise storage_problem(error) from error
    part = write_beside(target, fill)
    if target.exists():
        with contextlib.suppress(OSError):
            shutil.copymode(target, part)
    replace(part, target)


def sweep(path: Path) -> None:
    """Remove the temporary files that a killed process left for ``path``; only its one writer may call it."""
    for part in path.parent.glob(f"{path.name}.*.part"):
        part.unlink(missing_ok=True)


def move_folder_aside(path: Path) -> None:
    """Make way for a file of ours where a folder stands: that goes, with what it holds, to ``lost/`` beside it."""
    if not path.is_dir() or path.is_symlink():
        return
    home = path.parent / LOST
    home.mkdir(exist_ok=True)
    path.rename(home / f"{path.name}-{secrets.token_hex(4)}")


def sync_folder(folder: Path) -> None:
    """Make renames and deletions in a folder safe; Windows has no handle on folders and needs none."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
