"""Moving a library to another folder: at once on one disk, by a whole copy onto another."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

from twintree.base.errors import StorageProblem, WrongUse
from twintree_desktop.words import tr


def move_library(library: Path, folder: Path) -> Path:
    """Move a closed library into ``folder``, under its own name; returns where it lies then.

    Raises:
        WrongUse: something of that name is there already, or the folder lies within the library.
        StorageProblem: it cannot be moved; it is whole where it was.
    """
    target = folder / library.name
    if target.exists():
        raise WrongUse(
            tr("{0} is there already.").format(target), tr("Choose another folder, or rename that one.")
        )
    if folder.resolve().is_relative_to(library.resolve()):
        raise WrongUse(tr("A library cannot be moved into itself."), tr("Choose a folder outside of it."))
    try:
        library.rename(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise _problem(error) from error
        _move_by_copy(library, target)
    return target


def _move_by_copy(library: Path, target: Path) -> None:
    """Onto another disk: the old one goes only once the new one is whole."""
    part = target.with_name(target.name + ".part")
    try:
        shutil.rmtree(part, ignore_errors=True)
        shutil.copytree(library, part, copy_function=_copy_onto_disk)
        part.rename(target)
    except (OSError, shutil.Error) as error:
        shutil.rmtree(part, ignore_errors=True)
        raise _problem(error) from error
    shutil.rmtree(library, ignore_errors=True)


def _copy_onto_disk(source: str, target: str) -> None:
    # Not only into the system's memory: the original is deleted behind it.
    shutil.copyfile(source, target)
    with Path(target).open("rb+") as copy:
        os.fsync(copy.fileno())
    shutil.copystat(source, target)


def _problem(error: OSError) -> StorageProblem:
    said = error.strerror or str(error)
    return StorageProblem(
        tr("The library could not be moved: {0}.").format(said),
        tr("It is whole where it was; choose another folder."),
    )
