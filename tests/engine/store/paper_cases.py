"""Papers made for the store's tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twintree.base.ids import FileId, PaperId
from twintree.base.pages import FileHead, Line, PageText
from twintree.base.records import FieldValue, Rect
from twintree.store.files import FileStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore


def proposals(source: str = "xmp", confidence: float = 0.9, **values: Any) -> list[FieldValue]:
    return [
        FieldValue(field=name, value=value, source=source, confidence=confidence, chosen=False)
        for name, value in values.items()
    ]


def page(number: int, text: str) -> PageText:
    """A page with one printed line for each line of its text."""
    lines, start = [], 0
    for row, piece in enumerate(text.split("\n")):
        end = start + len(piece)
        edges = tuple(50.0 + 5 * step for step in range(len(piece) + 1))
        lines.append(Line(start, end, Rect(50, 20 * row, edges[-1], 20 * row + 10), edges, 10.0))
        start = end + 1
    return PageText(number, str(number), 595, 842, text, len(text), tuple(lines))


def add_paper(
    store: PaperStore, texts: Sequence[str] = (), *, folder: Path | None = None, name: str = "", **values: Any
) -> tuple[PaperId, FileId | None]:
    """A paper with these fields and, when it has texts, a file with a page for each."""
    paper = store.create(proposals(**values))
    if not texts:
        return paper, None
    return paper, add_file(store, paper, texts, folder=folder, name=name)


def add_file(
    store: PaperStore, paper: PaperId, texts: Sequence[str], *, folder: Path | None = None, name: str = ""
) -> FileId:
    """A file of a paper with a page for each text; its bytes are the texts themselves."""
    folder = folder or store._files.root
    path = folder / (name or f"{paper}.pdf")
    path.write_bytes(b"%PDF-1.7\n" + "\f".join(texts).encode())
    file = store.add_file(paper, FileStore(store._files.root).add(path), path.name)
    path.unlink()
    store.write_head(file, FileHead(format="pdf", pages=len(texts)))
    pages = [page(number, text) for number, text in enumerate(texts, 1)]
    store.write_pages(file, pages, [[(0, len(each.text))] for each in pages])
    return file


def hurry(ledger: Ledger) -> None:
    """Do not wait for the disk: no test here cuts the power."""
    assert ledger._writer is not None
    ledger._writer.execute("PRAGMA synchronous = OFF")
