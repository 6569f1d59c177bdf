"""One library of sample papers, built once by the real import, copied for tests that write."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from twintree_resources import samples

if TYPE_CHECKING:
    from twintree.library import Library


@pytest.fixture(scope="session")
def sample_library_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed library that holds the seven sample papers, indexed. Do not write into it."""
    from twintree.library import Library

    path = tmp_path_factory.mktemp("samples") / "library"
    with Library.create(path, "Samples") as library:
        handle = library.jobs.submit_import(samples.paths())
        assert handle.wait(180)
        items = library.jobs.items(handle.id)
        assert [item.state for item in items] == ["done"] * len(samples.paths()), items
    return path


@pytest.fixture(scope="session")
def sample_library(sample_library_path: Path) -> Iterator[Library]:
    """The sample library, open for reading only."""
    from twintree.library import Library

    with Library.open(sample_library_path, readonly=True) as library:
        yield library


@pytest.fixture
def own_library_path(sample_library_path: Path, tmp_path: Path) -> Path:
    """A copy of the sample library that the test may change."""
    return Path(shutil.copytree(sample_library_path, tmp_path / "own"))


@pytest.fixture
def make_pdf(tmp_path: Path) -> Callable[..., Path]:
    """Write a PDF with the given pages of text; returns its path."""
    import pymupdf

    def make(name: str, *pages: str, password: str = "") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        document = pymupdf.open()
        for text in pages or ("One page of text.",):
            page = document.new_page()
            page.insert_textbox(pymupdf.Rect(72, 72, 523, 770), text, fontsize=11)
        options = (
            {"encryption": pymupdf.PDF_ENCRYPT_AES_256, "user_pw": password, "owner_pw": password}
            if password
            else {}
        )
        document.save(path, **options)
        document.close()
        return path

    return make
