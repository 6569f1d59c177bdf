"""Watched folders: papers that appear in them are imported by themselves.

Signals:
    WatchedFolders.arrived(list[Path]): new files, complete as far as one can see
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from twintree_desktop.settings import Settings

_SUFFIXES = (".pdf", ".epub")
#: A file that was written to less than this ago may still be on its way.
_SETTLE_MS = 2000


class WatchedFolders(QObject):
    """The folders that the person named; what lay in them before is not touched."""

    arrived = Signal(object)

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._soon)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SETTLE_MS)
        self._timer.timeout.connect(self.look)
        for folder in self.folders:
            self._watcher.addPath(str(folder))

    @property
    def folders(self) -> list[Path]:
        """The folders, in the order in which they were named."""
        return [Path(word) for word in self._settings.words("watch/folders")]

    def add(self, folder: Path) -> None:
        """Watch a folder from now on."""
        if folder not in self.folders:
            self._settings.put("watch/folders", [*map(str, self.folders), str(folder)])
            self._remember(folder, max((_stamp(path) for path in _papers(folder)), default=0.0))
            self._watcher.addPath(str(folder))

    def remove(self, folder: Path) -> None:
        """Watch it no more."""
        self._settings.put("watch/folders", [str(each) for each in self.folders if each != folder])
        self._watcher.removePath(str(folder))

    def look(self) -> None:
        """Look for papers that came since the last look; also at start, for what came while nobody looked."""
        new: list[Path] = []
        for folder in self.folders:
            last = float(self._settings.text(f"watch/last/{_key(folder)}", "0") or 0)
            fresh = [path for path in _papers(folder) if _stamp(path) > last]
            if fresh:
                self._remember(folder, max(map(_stamp, fresh)))
                new += fresh
        if new:
            self.arrived.emit(new)

    def _soon(self) -> None:
        self._timer.start()

    def _remember(self, folder: Path, stamp: float) -> None:
        self._settings.put(f"watch/last/{_key(folder)}", repr(stamp))


def _key(folder: Path) -> str:
    return str(folder).replace("/", "|").replace("\\", "|")


def _papers(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.suffix.lower() in _SUFFIXES and path.is_file()]
    except OSError:
        return []


def _stamp(path: Path) -> float:
    try:
        seen = path.stat()
    except OSError:
        return 0.0
    # A file that is moved in keeps its time of writing; its time of change is new.
    return max(seen.st_mtime, seen.st_ctime)
