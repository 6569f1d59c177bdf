"""What the window remembers between starts, by name and type, in the person's configuration folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import platformdirs
from PySide6.QtCore import QByteArray, QSettings

from twintree_desktop.theme import Mode
from twintree_desktop.tokens import DEFAULT_FONT

_RECENT = 8


def settings_file() -> Path:
    """Where settings lie; ``TWINTREE_CONFIG`` names another folder (tests, portable installations)."""
    folder = os.environ.get("TWINTREE_CONFIG") or platformdirs.user_config_dir("twintree", appauthor=False)
    return Path(folder) / "desktop.ini"


class Settings:
    """Typed values over one ``QSettings`` file."""

    def __init__(self, path: Path | None = None) -> None:
        self._store = QSettings(str(path or settings_file()), QSettings.Format.IniFormat)

    # ── any value ────────────────────────────────────────────────────────────────────────────────────

    def text(self, name: str, default: str = "") -> str:
        """A string."""
        return str(self._store.value(name, default))

    def number(self, name: str, default: int = 0) -> int:
        """A whole number; a damaged entry counts as absent."""
        try:
            return int(self.text(name, str(default)))
        except ValueError:
            return default

    def flag(self, name: str, default: bool = False) -> bool:
        """A yes or no."""
        return self.text(name, str(default)).lower() in ("true", "1", "yes")

    def words(self, name: str) -> list[str]:
        """A list of strings."""
        return [word for word in self.text(name).split("\n") if word]

    def put(self, name: str, value: str | bool | float | Sequence[str]) -> None:
        """Remember a value."""
        if not isinstance(value, str | bool | int | float):
            value = "\n".join(value)
        self._store.setValue(name, str(value))

    def state(self, name: str) -> QByteArray:
        """A widget's saved state (geometry, splitter, header); empty when there is none."""
        return QByteArray.fromBase64(QByteArray(self.text(f"state/{name}").encode()))

    def put_state(self, name: str, state: QByteArray) -> None:
        """Remember a widget's state."""
        self.put(f"state/{name}", bytes(state.toBase64().data()).decode())

    def save(self) -> None:
        """Write to disk now."""
        self._store.sync()

    # ── values with a meaning ────────────────────────────────────────────────────────────────────────

    @property
    def mode(self) -> Mode:
        """System, light or dark."""
        value = self.text("appearance/mode", Mode.SYSTEM)
        return Mode(value) if value in list(Mode) else Mode.SYSTEM

    @property
    def font_size(self) -> int:
        """The body size in pixels."""
        return self.number("appearance/size", DEFAULT_FONT)

    @property
    def language(self) -> str:
        """``en``, ``de``, or ``""`` for the system's."""
        return self.text("appearance/language")

    @property
    def recent(self) -> list[Path]:
        """Libraries opened lately, the last one first."""
        return [Path(word) for word in self.words("library/recent")]

    def remember_library(self, path: Path) -> None:
        """Put a library first among the recent ones."""
        others = [str(each) for each in self.recent if each != path]
        self.put("library/recent", [str(path), *others][:_RECENT])
