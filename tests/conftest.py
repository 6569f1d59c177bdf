"""What every test shares: no network, and where the shared test input lies."""

from __future__ import annotations

import importlib
import importlib.util
import os
import socket
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(os.environ.get("TWINTREE_SHARED", Path(__file__).resolve().parents[2] / "shared"))


def pytest_plugin_registered(plugin: object, plugin_name: str, manager: pytest.PytestPluginManager) -> None:
    """Without Qt's system libraries pytest-qt would end the whole run; tests/desktop says what to install."""
    if plugin_name == "pytest-qt":
        try:
            importlib.import_module("PySide6.QtWidgets")
        except ImportError:
            manager.unregister(plugin)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Know the option of pytest-qt also where neither it nor Qt is installed, as the engine needs neither."""
    if importlib.util.find_spec("pytestqt") is None:
        parser.addini("qt_default_raising", "unused without pytest-qt", default="")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Whole folders are spread over the cores, at about 1 GB each; tests that are named run right here."""
    named = any(Path(each.partition("::")[0]).is_file() for each in config.args)
    return 0 if named else min(os.cpu_count() or 1, 4)


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TRANSFORMERS_OFFLINE", "1")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """PAINS 27: any internet socket or name lookup fails the test that opened it."""
    real = socket.socket

    class Refusing(real):  # type: ignore[misc, valid-type]
        def __init__(self, family: int = -1, *args: Any, **kwargs: Any) -> None:
            if family in (socket.AF_INET, socket.AF_INET6, -1):
                raise AssertionError("a test opened an internet socket")
            super().__init__(family, *args, **kwargs)

    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise AssertionError("a test looked up a host name")

    monkeypatch.setattr(socket, "socket", Refusing)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def _shared(part: str) -> Path:
    folder = SHARED / part
    if not folder.is_dir():
        pytest.skip(f"the test input folder shared/{part} is not beside this checkout")
    return folder


@pytest.fixture(scope="session")
def shared_library() -> Path:
    """The folder of real papers."""
    return _shared("library")


@pytest.fixture(scope="session")
def shared_hostile() -> Path:
    """The folder of broken and odd files."""
    return _shared("hostile")


@pytest.fixture(scope="session")
def shared_bench() -> Path:
    """The folder of benchmark data."""
    return _shared("bench")
