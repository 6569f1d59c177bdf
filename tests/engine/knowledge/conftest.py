"""A ledger for citations, without waiting for the disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from twintree.store.citations import CitationStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    root = tmp_path / "library"
    root.mkdir()
    opened = Ledger(root / "ledger.sqlite")
    with opened.write() as connection:
        pass
    opened._writing().execute("PRAGMA synchronous = OFF")
    del connection
    yield opened
    opened.close()


@pytest.fixture
def papers(ledger: Ledger) -> PaperStore:
    return PaperStore(ledger)


@pytest.fixture
def citations(ledger: Ledger) -> CitationStore:
    return CitationStore(ledger)
