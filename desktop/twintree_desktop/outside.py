"""Files as other programs show them: in the system's viewer at a page, or in its file manager."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices

#: How viewers are told a page: a piece of the name of their desktop entry -> their arguments.
_VIEWERS: dict[str, tuple[str, ...]] = {
    "evince": ("evince", "-i", "{page}", "{path}"),
    "papers": ("papers", "-i", "{page}", "{path}"),
    "okular": ("okular", "-p", "{page}", "{path}"),
    "atril": ("atril", "-i", "{page}", "{path}"),
    "xreader": ("xreader", "-i", "{page}", "{path}"),
    "zathura": ("zathura", "-P", "{page}", "{path}"),
    "qpdfview": ("qpdfview", "--unique", "{path}#{page}"),
    "mupdf": ("mupdf", "{path}", "{page}"),
}
_QUERY_MS = 1500


def viewer_command(entry: str, path: Path, page: int) -> list[str]:
    """How the viewer of a desktop entry opens a file at a page; empty when it cannot be told one."""
    for name, words in _VIEWERS.items():
        if name in entry.casefold():
            return [word.format(path=path, page=page) for word in words]
    return []


def view(path: Path, page: int = 1) -> bool:
    """Open a file in the system's viewer, at a page where that viewer can be told one; False: there is none."""
    command = viewer_command(_default_viewer(), path, page) if page > 1 else []
    if command and shutil.which(command[0]) and QProcess.startDetached(command[0], command[1:]):
        return True
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def reveal_command(path: Path, platform: str) -> list[str]:
    """How a system's file manager is asked to show a file, marked, in its folder."""
    if platform == "darwin":
        return ["open", "-R", str(path)]
    if platform == "win32":
        return ["explorer", f"/select,{path}"]
    uri = QUrl.fromLocalFile(str(path)).toString(QUrl.ComponentFormattingOption.FullyEncoded)
    target = ("--dest=org.freedesktop.FileManager1", "/org/freedesktop/FileManager1")
    call = ("org.freedesktop.FileManager1.ShowItems", f"array:string:{uri}", "string:")
    return ["dbus-send", "--session", "--print-reply", *target, *call]


def reveal(path: Path) -> bool:
    """Show a file in the system's file manager; its folder alone where no file can be marked."""
    command = reveal_command(path, sys.platform)
    if shutil.which(command[0]):
        process = QProcess()
        process.start(command[0], command[1:])
        # Windows' explorer reports failure even when it shows the file.
        if process.waitForFinished(_QUERY_MS) and (process.exitCode() == 0 or sys.platform == "win32"):
            return True
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))


def _default_viewer() -> str:
    if not sys.platform.startswith("linux") or not shutil.which("xdg-mime"):
        return ""
    process = QProcess()
    process.start("xdg-mime", ["query", "default", "application/pdf"])
    if not process.waitForFinished(_QUERY_MS):
        return ""
    return process.readAllStandardOutput().toStdString().strip()
