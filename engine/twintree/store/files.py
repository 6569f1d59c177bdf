"""The originals' bytes: kept by SHA-256 under ``files/``, written whole or not at all, never changed."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from twintree.base.crashpoints import crash_point
from twintree.base.errors import StorageProblem, UnreadableFile
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.base.supplements import PLAIN, bare_name
from twintree.store import durable
from twintree.store.jobs import storable
from twintree.store.ledger import storage_problem

_CHUNK = 1 << 20
#: The largest file that is taken in, in bytes. Papers have a few megabytes, scanned books some hundred; a classic
#: PDF's cross-references have ten digits, and a sparse file of a terabyte would be hashed for most of an hour.
LARGEST = 4 << 30
_HASH = re.compile(r"[0-9a-f]{64}")
_SAFE_FORMAT = re.compile(r"[a-z0-9]{1,8}")


class StoredFile(Record, frozen=True):
    """Bytes that are safe: their hash in lower-case hexadecimal, their size, and their format's suffix."""

    sha256: str
    size: int
    format: str = "pdf"


class FileStore:
    """Files of one library, ``root`` being the library's folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "files"
        self._incoming = self.folder / "incoming"

    def add(self, path: Path, link: bool = False, cancel: CancelToken | None = None) -> StoredFile:
        """Take a file in: hash it and, unless ``link``, copy it (temporary file, fsync, rename).

        The file at ``path`` is only read. Bytes that are here already are not copied again.

        Raises:
            UnreadableFile: it is not there, is no file, or may not be read (``vanished``, ``unreadable``,
                ``empty``, ``too_large``).
            StorageProblem: the disk is full or the folder cannot be written; nothing is left behind.
            Cancelled: ``cancel`` was set.
        """
        token = cancel or CancelToken()
        suffix = format_of(path)
        with _opened(path) as source:
            sha256, size = _digest(source, token)
            target = self.path(sha256, suffix)
            if not link and not _holds(target, size):
                source.seek(0)
                try:
                    self._copy(source, target, sha256, token)
                except OSError as error:
                    raise storage_problem(error) from error
        return StoredFile(sha256, size, suffix)

    def path(self, sha256: str, format: str = "pdf") -> Path:
        """Where bytes with this hash lie, or would lie."""
        return self.folder / sha256[:2] / sha256[2:4] / f"{sha256[4:]}.{format}"

    def remove(self, sha256: str) -> None:
        """Delete the bytes with this hash, whatever their format; nothing happens when they are not here."""
        home = self.path(sha256).parent
        try:
            for each in list(home.glob(f"{sha256[4:]}.*")):
                each.unlink()
            for folder in (home, home.parent):
                with contextlib.suppress(OSError):
                    folder.rmdir()  # only when nothing else is in it
        except OSError as error:
            raise storage_problem(error) from error

    def stored(self) -> Iterator[tuple[str, Path]]:
        """Every stored file as (hash by its name, path), in order of the hash."""
        for path in sorted(self.folder.glob("??/??/*")):
            sha256 = path.parent.parent.name + path.parent.name + path.stem
            if _HASH.fullmatch(sha256):
                yield sha256, path

    def intact(self, sha256: str, format: str = "pdf", cancel: CancelToken | None = None) -> bool:
        """Whether the bytes are here and still have their hash."""
        try:
            with self.path(sha256, format).open("rb") as file:
                return _digest(file, cancel or CancelToken())[0] == sha256
        except OSError:
            return False

    def sweep(self) -> None:
        """Remove what an interrupted copy left; only the process that holds the writer's lock may call it."""
        for each in self._incoming.glob("*.part"):
            with contextlib.suppress(OSError):
                each.unlink()

    def _copy(self, source: BinaryIO, target: Path, sha256: str, cancel: CancelToken) -> None:
        self._incoming.mkdir(parents=True, exist_ok=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        part = self._incoming / f"{sha256[:16]}-{secrets.token_hex(4)}.part"
        try:
            with part.open("xb") as out:
                digest = hashlib.sha256()
                for block in _blocks(source, cancel):
                    digest.update(block)
                    out.write(block)
                out.flush()
                os.fsync(out.fileno())
            if digest.hexdigest() != sha256:
                raise UnreadableFile(
                    "The file was changed while it was read.", "Import it again.", code="vanished"
                )
            crash_point("file.copied")
            part.replace(target)
            crash_point("file.renamed")
            durable.sync_folder(target.parent)
        finally:
            part.unlink(missing_ok=True)


def format_of(path: Path) -> str:
    """A file's format by its suffix: ``pdf`` when it has none that could stand in a file name of ours.

    Files without a suffix whose names say that they are plain text (``README``) are that.
    """
    name = Path(bare_name(path.name))
    if not name.suffix and name.name.lower() in PLAIN:
        return "txt"
    suffix = name.suffix.lower().lstrip(".")
    return suffix if _SAFE_FORMAT.fullmatch(suffix) else "pdf"


def linkable(path: Path) -> Path:
    """The path itself, where the ledger can keep it.

    Raises:
        UnreadableFile: it has bytes that are no UTF-8, as names on POSIX systems may.
    """
    if storable(str(path)) != str(path):
        raise UnreadableFile(
            f"“{storable(path.name)}” has a name, or lies in a folder with one, that no link can lead to: "
            "it is no UTF-8.",
            "Import it without --link, or rename it.",
            code="unsupported",
        )
    return path


def sha256_of(path: Path, cancel: CancelToken | None = None) -> tuple[str, int]:
    """Hash and size in bytes of a file.

    Raises:
        UnreadableFile: as for ``FileStore.add``.
    """
    with _opened(path) as file:
        return _digest(file, cancel or CancelToken())


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        _check(path, path.stat())
        file = path.open("rb")
    except ValueError as error:
        raise UnreadableFile(f"{path!r} is no path.", "Check the path.", code="vanished") from error
    except FileNotFoundError as error:
        raise UnreadableFile(f"{path} is not there.", "Check the path.", code="vanished") from error
    except IsADirectoryError as error:
        raise UnreadableFile(f"{path} is a folder.", "Give a file.", code="unreadable") from error
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise UnreadableFile(
                f"{path} is a link that leads in a circle.", "Name the file itself.", code="unreadable"
            ) from error
        raise UnreadableFile(
            f"{path} cannot be read: {error.strerror}.", "Check its permissions.", code="unreadable"
        ) from error
    with file:
        try:
            yield file
        except StorageProblem:
            raise
        except OSError as error:
            raise UnreadableFile(
                f"{path} cannot be read: {error.strerror}.", "Check the drive it lies on.", code="vanished"
            ) from error


def _check(path: Path, status: os.stat_result) -> None:
    """Refuse by its size and kind what could not be read to its end."""
    if stat.S_ISDIR(status.st_mode):
        return  # opening it says so
    if not stat.S_ISREG(status.st_mode):
        # A pipe or a device would keep its reader waiting for ever.
        raise UnreadableFile(f"{path} is no ordinary file.", "Give a file.", code="unreadable")
    if not status.st_size:
        # So are the files of /proc, and reading some of them never ends.
        raise UnreadableFile(f"“{path.name}” is empty.", "Fetch the file again.", code="empty")
    if status.st_size > LARGEST:
        raise UnreadableFile(
            f"“{path.name}” is {status.st_size / (1 << 30):,.0f} GiB large; at most {LARGEST >> 30} GiB are read.",
            "Split it, or import the part of it that is the paper.",
            code="too_large",
        )


def _digest(file: BinaryIO, cancel: CancelToken) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    for block in _blocks(file, cancel):
        digest.update(block)
        size += len(block)
    return digest.hexdigest(), size


def _blocks(file: BinaryIO, cancel: CancelToken) -> Iterator[bytes]:
    while block := file.read(_CHUNK):
        cancel.check()
        yield block


def _holds(target: Path, size: int) -> bool:
    try:
        return target.stat().st_size == size
    except OSError:
        return False
