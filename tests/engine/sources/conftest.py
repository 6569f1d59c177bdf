"""PDFs made here, and one warm parser pool for the whole session."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pymupdf
import pytest

from twintree.sources.pool import ParserPool

MakePdf = Callable[..., Path]


@pytest.fixture(scope="session")
def pool() -> Iterator[ParserPool]:
    with ParserPool(2, seconds=20) as made:
        yield made


@pytest.fixture
def make_pdf(tmp_path: Path) -> MakePdf:
    """Write a PDF: per page a list of (x, y, text) or (x, y, text, size) or (…, font)."""

    def make(name: str, pages: Sequence[Sequence[tuple]], **save: object) -> Path:
        document = pymupdf.open()
        for items in pages:
            page = document.new_page(width=595, height=842)
            for x, y, text, *style in items:
                size = style[0] if style else 10
                font = style[1] if len(style) > 1 else "tiro"
                page.insert_text((x, y), text, fontsize=size, fontname=font)
        path = tmp_path / name
        document.save(path, **save)
        document.close()
        return path

    return make
