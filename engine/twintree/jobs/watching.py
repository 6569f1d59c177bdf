"""Watched folders: what is new there is imported, when somebody asks for a look; no daemon runs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from twintree.base.errors import NotFound, WrongUse
from twintree.jobs.options import ImportOptions
from twintree.jobs.runner import JobHandle, JobRunner
from twintree.sources.discover import discover
from twintree.store.folder import is_library
from twintree.store.incoming import IncomingStore
from twintree.store.jobs import named_path, storable
from twintree.store.person import PersonStore

_SETTING = "watched_folders"
#: Seconds that a file must have lain still: a copy or a download may be on its way.
_STILL = 2.0


def watched_folders(person: PersonStore) -> list[Path]:
    """The watched folders, in the order in which they were named."""
    return [named_path(each) for each in person.setting(_SETTING, [])]


class Watcher:
    """The folders that a person wants looked after."""

    def __init__(self, person: PersonStore, incoming: IncomingStore, jobs: JobRunner) -> None:
        self._person = person
        self._incoming = incoming
        self._jobs = jobs

    def folders(self) -> list[Path]:
        """The watched folders, in the order in which they were named."""
        return watched_folders(self._person)

    def add(self, folder: Path | str) -> Path:
        """Watch a folder from now on; what lies in it comes with the next ``scan``.

        Raises:
            NotFound: there is no such folder.
            WrongUse: it is watched already, or lies in the library.
        """
        path = Path(folder).expanduser().absolute()
        if not path.is_dir():
            raise NotFound(f"There is no folder {path}.", "Check the path.")
        watched = self.folders()
        if path in watched:
            raise WrongUse(f"{path} is watched already.")
        if is_library(path):
            raise WrongUse(f"{path} is a library.", "Watch the folder that new papers come to.")
        self._person.set_setting(_SETTING, [storable(str(each)) for each in (*watched, path)])
        return path

    def remove(self, folder: Path | str) -> None:
        """Watch a folder no longer; what came from it stays.

        Raises:
            NotFound: it is not watched.
        """
        path = Path(folder).expanduser().absolute()
        watched = self.folders()
        if path not in watched:
            raise NotFound(f"{path} is not watched.", "`twintree watch list` shows what is.")
        left = [storable(str(each)) for each in watched if each != path]
        self._person.set_setting(_SETTING, left or None)

    def scan(self, options: ImportOptions | None = None) -> JobHandle | None:
        """Import what is new or was changed in the watched folders; None when nothing is.

        A folder that is not there now (a volume that is not mounted) is passed over.
        """
        fresh = self._fresh([folder for folder in self.folders() if folder.is_dir()])
        if not fresh:
            return None
        handle = self._jobs.submit_import(list(fresh), options)
        self._incoming.set_watched({storable(str(path)): stamp for path, stamp in fresh.items()})
        return handle

    def _fresh(self, folders: Sequence[Path]) -> dict[Path, str]:
        seen = self._incoming.watched()
        now = time.time()
        fresh = {}
        for path in discover(folders):
            try:
                status = path.stat()
            except OSError:
                continue
            stamp = f"{status.st_size}:{status.st_mtime_ns}"
            if seen.get(storable(str(path))) != stamp and now - status.st_mtime > _STILL:
                fresh[path] = stamp
        return fresh
