"""A small ledger of the store's own, and the stores on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from paper_cases import hurry

from twintree.store.files import FileStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """An empty ledger in a library's folder."""
    root = tmp_path / "library"
    root.mkdir()
    opened = Ledger(root / "ledger.sqlite")
    hurry(opened)
    yield opened
    opened.close()


@pytest.fixture
def files(ledger: Ledger) -> FileStore:
    return FileStore(ledger.root)


@pytest.fixture
def papers(ledger: Ledger) -> PaperStore:
    return PaperStore(ledger)


@pytest.fixture
def person(ledger: Ledger) -> PersonStore:
    return PersonStore(ledger)
