"""Opening libraries: the only place that imports the engine's stores, off the window's thread."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from twintree_desktop.settings import Settings

if TYPE_CHECKING:
    from twintree.library import Library


@dataclass(frozen=True)
class Limits:
    """What importing may use of this machine."""

    parsers: int
    seconds: float
    memory: int  #: bytes

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """As the person set them."""
        return cls(
            settings.number("limits/parsers", 2),
            settings.number("limits/seconds", 120),
            settings.number("limits/memory", 1024) << 20,
        )


def default_library() -> Path:
    """Where the first library is made when nobody says otherwise."""
    return Path(platformdirs.user_documents_dir()) / "Twintree Library"


def sample_library_path() -> Path:
    """Where the sample library is made."""
    return Path(platformdirs.user_data_dir("twintree", appauthor=False)) / "Sample Library"


def sample_papers() -> list[Path]:
    """The papers that come with the application."""
    from twintree_resources import samples

    return sorted(Path(samples.__file__).parent.glob("*.pdf"))


def open_library(path: Path, limits: Limits, *, readonly: bool = False) -> Library:
    """Open a library, or make one where there is none and the folder is new or empty.

    Args:
        path: its folder.
        limits: what importing may use.
        readonly: open it beside the process that writes it; to be written, should that be gone by now.
    """
    from twintree.library import Library, LibrarySettings

    settings = LibrarySettings(parsers=limits.parsers, seconds=limits.seconds, memory=limits.memory)
    if Library.is_library(path) or readonly:
        return Library.open(path, readonly=readonly and Library.is_written(path), settings=settings)
    return Library.create(path, settings=settings)
