"""Files that a person names for outputs: whole or not at all, and never in place of what a library keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from twintree.base.errors import WrongUse
from twintree.library import Library
from twintree.store.durable import save_as


@pytest.mark.parametrize("name", ["ledger.sqlite", "new.bib", "files/ab/copy.pdf"])
def test_nothing_is_written_into_a_library(tmp_path: Path, name: str) -> None:
    home = tmp_path / "library"
    Library.create(home).close()
    before = sorted(home.rglob("*"))
    ledger = (home / "ledger.sqlite").read_bytes()
    with pytest.raises(WrongUse, match="lies in the library"):
        save_as(home / name, b"@article{}")
    link = tmp_path / "link.bib"
    link.symlink_to(home / "ledger.sqlite")
    with pytest.raises(WrongUse, match="lies in the library"):
        save_as(link, b"@article{}")
    assert sorted(home.rglob("*")) == before
    assert (home / "ledger.sqlite").read_bytes() == ledger


def test_a_file_beside_a_library_is_written(tmp_path: Path) -> None:
    Library.create(tmp_path / "library").close()
    save_as(tmp_path / "all.bib", b"@article{}")
    assert (tmp_path / "all.bib").read_bytes() == b"@article{}"
