"""What the window's tests share: Qt itself, its warnings as failures, no leaked threads, a look."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

PACKAGES = "apt-get install libegl1 libgl1 libxkbcommon0 libfontconfig1 libdbus-1-3"

try:
    from PySide6.QtWidgets import QApplication
except ImportError as problem:
    _MISSING = f"Qt cannot start here ({problem}); to run the window's tests: {PACKAGES}"
else:
    _MISSING = ""
    from twintree_desktop.theme import Appearance, Mode


class _SkippedModule(pytest.Module):
    """A test file that cannot even be imported without Qt's system libraries."""

    def collect(self) -> NoReturn:
        pytest.skip(_MISSING, allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    return _SkippedModule.from_parent(parent, path=module_path) if _MISSING else None


@pytest.fixture
def appearance(qapp: QApplication) -> Iterator[Appearance]:
    look = Appearance(qapp, Mode.LIGHT)
    yield look
    qapp.styleHints().colorSchemeChanged.disconnect(look._system_changed)
    look.deleteLater()


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """PAINS 34: no thread outlives the window that started it."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
    left = [thread.name for thread in set(threading.enumerate()) - before if thread.is_alive()]
    assert not left, f"threads outlived their window: {left}"
