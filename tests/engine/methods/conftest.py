"""A shelf of papers about methods."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from method_cases import Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """An empty shelf."""
    made = Shelf(tmp_path)
    yield made
    made.ledger.close()
