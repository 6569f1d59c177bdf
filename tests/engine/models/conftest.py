"""One export of the model for the whole session, and one host for the tests that do not kill it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from twintree.models.embedder import WindowEmbedder
from twintree.models.host import ModelHost


@pytest.fixture(scope="session")
def embedder() -> WindowEmbedder:
    return WindowEmbedder()


@pytest.fixture(scope="session")
def host(embedder: WindowEmbedder) -> Iterator[ModelHost]:
    with ModelHost() as started:
        yield started


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TWINTREE_CACHE", str(tmp_path / "cache"))
    assert os.environ["TWINTREE_CACHE"]
    return tmp_path / "cache"
