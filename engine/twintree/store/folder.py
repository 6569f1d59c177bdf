"""The folder of a library (DESIGN §3): its marker file, its making, and why one cannot be opened."""

from __future__ import annotations

import contextlib
import tomllib
from pathlib import Path

from twintree.base.errors import LibraryDamaged, LibraryTooNew, NotFound, TwintreeError, WrongUse
from twintree.store.ledger import Ledger, now, storage_problem

#: The format that this Twintree writes.
FORMAT = 1
MARKER = "library.toml"
LEDGER = "ledger.sqlite"


def is_library(folder: Path) -> bool:
    """Whether a folder is a library."""
    return (folder / MARKER).is_file()


def make_folder(path: Path | str, name: str = "") -> Path:
    """Make a library without papers in a new or empty folder; returns where it is.

    Raises:
        WrongUse: the folder holds something already.
        LibraryDamaged: it holds a ledger whose marker was lost.
        StorageProblem: it cannot be made.
    """
    folder = Path(path).expanduser().absolute()
    if is_library(folder):
        raise WrongUse(f"{folder} is a library already.", "Open it, or choose another folder.")
    if (folder / LEDGER).is_file():
        raise _no_library(folder)
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise WrongUse(f"{folder} is not empty.", "Choose a new or empty folder.")
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(Ledger(folder / LEDGER)):
            pass
        _write_marker(folder / MARKER, name or folder.name)
    except OSError as error:
        raise storage_problem(error) from error
    return folder


def library_folder(path: Path | str) -> Path:
    """The folder of a library that this Twintree can open.

    Raises:
        NotFound: there is no library.
        LibraryTooNew: a newer Twintree wrote it.
        LibraryDamaged: its marker or its ledger is missing.
        StorageProblem: it cannot be read.
    """
    folder = Path(path).expanduser().absolute()
    if not is_library(folder):
        raise _no_library(folder)
    _refuse_newer(folder / MARKER)
    _refuse_without_ledger(folder)
    return folder


def library_name(folder: Path) -> str:
    """The name that a library was given; its folder's where the marker gives none or cannot be read."""
    try:
        return str(tomllib.loads((folder / MARKER).read_text("utf-8")).get("name", folder.name))
    except (OSError, tomllib.TOMLDecodeError):
        return folder.name


def _no_library(folder: Path) -> TwintreeError:
    """Why a folder cannot be opened: nothing is there, or only its marker was lost."""
    if (folder / LEDGER).is_file():
        return LibraryDamaged(
            f"The file {MARKER} is missing in {folder}; the ledger is there.",
            f"Restore it from a backup, or write a file {MARKER} with this line: format = {FORMAT}",
        )
    return NotFound(
        f"There is no library in {folder}.",
        f'Make one with `twintree new "{folder}"`, or check the path.',
    )


def _write_marker(path: Path, name: str) -> None:
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    part = path.with_suffix(".part")
    part.write_text(f'format = {FORMAT}\ncreated = "{now()}"\nname = "{quoted}"\n', "utf-8")
    part.replace(path)


def _refuse_without_ledger(folder: Path) -> None:
    # A new ledger in its place would hold no paper, and the files would count as nobody's.
    ledger = folder / LEDGER
    try:
        there = ledger.stat().st_size > 0
    except FileNotFoundError:
        there = False
    except OSError as error:
        raise storage_problem(error) from error
    if not there:
        raise LibraryDamaged(
            f"The ledger of this library, {ledger}, is missing or empty.",
            "Restore it from a backup; the papers under files/ are whole, and can be imported into a new library.",
        )


def _refuse_newer(marker: Path) -> None:
    try:
        written = int(tomllib.loads(marker.read_text("utf-8")).get("format", FORMAT))
    except (OSError, ValueError, tomllib.TOMLDecodeError):
        return
    if written > FORMAT:
        raise LibraryTooNew(
            f"This library has format {written}; this Twintree knows formats up to {FORMAT}.",
            "Open it with the newer Twintree that wrote it.",
        )
