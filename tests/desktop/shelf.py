"""Libraries for the window's tests: real ones, filled without reading files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pymupdf

from twintree.base.ids import PaperId, new_paper_id, section_id
from twintree.base.records import FieldValue, Section, SectionTree
from twintree.library import Library

WORDS = ("retrieval", "trees", "entropy", "citations", "sections", "queries", "graphs", "claims")


def add_paper(
    library: Library,
    title: str,
    authors: Sequence[str] = (),
    year: int | None = None,
    status: str = "indexed",
    **more: Any,
) -> PaperId:
    """A paper without a file."""
    values = {"title": title, "authors": list(authors), "year": year, **more}
    proposals = [
        FieldValue(field=name, value=value, source="xmp", confidence=0.9, chosen=True)
        for name, value in values.items()
        if value
    ]
    paper = library.papers.create(proposals, status=status)
    library.papers.set_status(paper, status)
    return paper


def add_tree(library: Library, paper: PaperId) -> None:
    """Three sections, the last one's title not found on its page."""
    rows = [("Introduction", 1, True), ("Method", 2, True), ("Results", 4, False)]
    nodes = tuple(
        Section(
            id=section_id(paper, number), title=title, level=1, start_page=page, end_page=page, verified=found
        )
        for number, (title, page, found) in enumerate(rows, 1)
    )
    library.papers.write_tree(SectionTree(paper=paper, nodes=nodes, rates={"outline": (2, 3)}), 4)


def fill(library: Library, count: int) -> None:
    """Many papers at once, past the library's face: only the table's columns matter here."""
    rows = [_row(number) for number in range(count)]
    with library._ledger.write() as connection:
        connection.executemany(
            "INSERT INTO paper (id, key, title, sort_title, authors, first_author, year, added, modified, "
            "status) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'indexed')",
            rows,
        )


def _row(number: int) -> tuple[object, ...]:
    title = f"Paper {number:05d} on {WORDS[number % len(WORDS)]}"
    author = f"Author{number % 97} A"
    stamp = f"2026-01-01T00:{number // 60 % 60:02d}:{number % 60:02d}.{number % 1000:03d}Z"
    names = json.dumps([author])
    year = 1980 + number % 45
    return new_paper_id(), f"key{number}", title, title.lower(), names, author.lower(), year, stamp, stamp


def write_pdf(path: Path, pages: Sequence[str]) -> Path:
    """A PDF with these texts, one a page."""
    document = pymupdf.open()
    for text in pages:
        page = document.new_page()
        if text:
            page.insert_textbox((72, 72, 520, 760), text, fontsize=11)
    document.save(path)
    document.close()
    return path
