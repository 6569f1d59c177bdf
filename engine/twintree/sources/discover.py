"""Finds the files to import among files, folders and lists, without systems' leftovers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from twintree.base.supplements import bare_name

#: Endings of files that are taken from folders; a file that is named itself is always taken.
ENDINGS = frozenset((".pdf", ".epub", ".xps", ".oxps", ".html", ".htm", ".xhtml", ".txt", ".md", ".markdown"))
_LEFT_BEHIND = frozenset((".ds_store", "thumbs.db", "desktop.ini", "icon\r"))
_PARTIAL = (".part", ".crdownload", ".download", ".partial", ".tmp", ".temp", ".opdownload", ".aria2", ".!ut")
#: Folders that hold no papers.
_SKIPPED_FOLDERS = frozenset(("__macosx", "$recycle.bin", "system volume information", "node_modules"))


def discover(paths: Iterable[Path | str]) -> list[Path]:
    """Expand what was dropped or named into files, in order, each once.

    Args:
        paths: files and folders; folders are searched through, in the order of their names. A file that is
            named itself is kept whatever it is (so that the person hears why it cannot be read), unless it
            is a system's leftover (``._x``, ``x:Zone.Identifier``).

    Returns:
        Paths as given or below the given folders; what does not exist is kept too, and folders that may not
        be read, to be reported.
    """
    found: dict[Path, None] = {}
    for each in paths:
        path = Path(each)
        if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises where a name is too long
            for file in _walk(path):
                found.setdefault(file)
        elif not is_leftover(path.name):
            found.setdefault(path)
    return list(found)


def is_leftover(name: str) -> bool:
    """Whether a name is one that systems leave beside files: resource forks, marks of origin, thumbnails."""
    low = name.casefold()
    return (
        low.startswith("._") or low.endswith((":zone.identifier", ".zone.identifier")) or low in _LEFT_BEHIND
    )


def is_unfinished(name: str) -> bool:
    """Whether a name is that of a download or a document that is still being written."""
    low = name.casefold()
    return low.endswith(_PARTIAL) or low.startswith(("~$", ".~lock", ".com.google.chrome", "unconfirmed "))


def _walk(folder: Path) -> Iterator[Path]:
    seen: set[tuple[int, int]] = set()
    closed: list[Path] = []

    def keep(error: OSError) -> None:
        closed.append(Path(error.filename))

    for root, folders, files in os.walk(folder, followlinks=True, onerror=keep):
        if not _first_visit(root, seen):
            folders.clear()
            continue
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name.casefold() not in _SKIPPED_FOLDERS
        )
        for name in sorted(files):
            if _is_wanted(name):
                yield Path(root) / name
    yield from closed


def _first_visit(folder: str, seen: set[tuple[int, int]]) -> bool:
    """Whether a folder is new: links may lead in circles."""
    try:
        status = Path(folder).stat()
    except OSError:
        return False
    key = (status.st_dev, status.st_ino)
    if key in seen and key != (0, 0):
        return False
    seen.add(key)
    return True


def _is_wanted(name: str) -> bool:
    if is_leftover(name) or is_unfinished(name) or name.startswith("."):
        return False
    return Path(bare_name(name)).suffix.casefold() in ENDINGS
