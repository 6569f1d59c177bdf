"""A small library made in memory's speed: real stores, a deterministic embedder that knows a few synonyms."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from twintree.base.errors import ModelUnavailable
from twintree.base.ids import FileId, PaperId, section_id
from twintree.base.pages import Line, PageText
from twintree.base.records import FieldValue, Rect, Section, SectionTree
from twintree.base.words import content_stems
from twintree.models.protocol import EmbedderInfo, Vectors, unit
from twintree.retrieval.entries import build_entries
from twintree.retrieval.search import Searcher
from twintree.retrieval.vectors import embed_cached
from twintree.store.files import StoredFile
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.vectors import VectorProjection

DIMENSION = 64
SYNONYMS = {"car": "automobil", "vehicl": "automobil", "doctor": "physician"}


class WordEmbedder:
    """Each stem has its own direction; synonyms share theirs; counts what it embeds."""

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self.broken = False

    def info(self) -> EmbedderInfo:
        return EmbedderInfo(id="all-MiniLM-L6-v2@fake", dimension=DIMENSION, limit=256, languages=("en",))

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.broken:
            raise ModelUnavailable("The model is not there.")
        self.embedded += texts
        rows = [
            sum((direction(SYNONYMS.get(s, s)) for s in content_stems(t)), np.zeros(DIMENSION)) for t in texts
        ]
        return unit(np.array(rows).reshape(len(texts), DIMENSION))


def direction(stem: str) -> np.ndarray:
    seed = int.from_bytes(hashlib.sha256(stem.encode()).digest()[:4], "big")
    return np.random.default_rng(seed).normal(size=DIMENSION)


class Shelf:
    """A library's stores, and one call to put a paper in."""

    def __init__(self, root: Path) -> None:
        self.ledger = Ledger(root / "ledger.sqlite")
        self.papers = PaperStore(self.ledger)
        self.person = PersonStore(self.ledger)
        self.embedder = WordEmbedder()
        self.vectors = VectorProjection(root / "entries.usearch", "all-MiniLM-L6-v2@fake", DIMENSION)
        self.searcher = Searcher(self.ledger, self.papers, self.vectors, self.embedder)

    def add(
        self,
        title: str,
        pages: Sequence[str] = (),
        *,
        sections: Sequence[tuple[str, str, int]] = (),
        indexed: bool = True,
        **fields: object,
    ) -> PaperId:
        """Put a paper in.

        Args:
            title: its title.
            pages: text of each page; paragraphs are divided by blank lines.
            sections: (title, summary, page it starts on).
            indexed: whether it has entries, or page text only.
            **fields: further metadata.
        """
        values = {"title": title, **fields}
        paper = self.papers.create(
            [
                FieldValue(field=k, value=v, source="person", confidence=1.0, chosen=True)
                for k, v in values.items()
            ]
        )
        if pages:
            file = self.papers.add_file(
                paper, StoredFile(sha256=hashlib.sha256(title.encode()).hexdigest(), size=1), "a.pdf"
            )
            self._write(file, pages)
        if sections:
            self.papers.write_tree(tree_of(paper, sections, len(pages)), 99)
        if indexed:
            self.index(paper)
        return paper

    def index(self, paper: PaperId) -> None:
        entries = build_entries(self.papers.get(paper), self.papers.tree(paper))
        self.papers.write_entries(paper, entries)
        embed_cached(self.ledger, self.embedder, [entry.text for entry in entries])
        self.vectors.sync(self.ledger)

    def _write(self, file: FileId, pages: Sequence[str]) -> None:
        made = [page_of(number, text) for number, text in enumerate(pages, 1)]
        self.papers.write_pages(file, made, [paragraphs(page.text) for page in made])

    def close(self) -> None:
        self.vectors.close()
        self.ledger.close()


def page_of(number: int, text: str) -> PageText:
    """One line a paragraph, every character 5 points wide."""
    lines = [
        Line(
            start=start,
            end=end,
            box=Rect(50, 50 + 20 * row, 50 + 5 * (end - start), 62 + 20 * row),
            edges=tuple(50.0 + 5 * at for at in range(end - start + 1)),
            size=10,
        )
        for row, (start, end) in enumerate(paragraphs(text))
    ]
    return PageText(
        number=number,
        label=str(number),
        width=600,
        height=800,
        text=text,
        body_end=len(text),
        lines=tuple(lines),
    )


def paragraphs(text: str) -> list[tuple[int, int]]:
    spans, at = [], 0
    for part in text.split("\n\n"):
        spans.append((at, at + len(part)))
        at += len(part) + 2
    return spans


def tree_of(paper: PaperId, sections: Sequence[tuple[str, str, int]], pages: int) -> SectionTree:
    starts = [(page, 0) for _, _, page in sections]
    ends = [*starts[1:], (max(pages, 1) + 1, 0)]
    nodes = tuple(
        Section(
            id=section_id(paper, number),
            title=title,
            level=1,
            summary=summary,
            start_page=page,
            end_page=page,
            role=title.lower(),
            start=start,
            end=end,
        )
        for number, ((title, summary, page), start, end) in enumerate(
            zip(sections, starts, ends, strict=True), 1
        )
    )
    return SectionTree(paper=paper, nodes=nodes)


@pytest.fixture(scope="session")
def new_shelf() -> type[Shelf]:
    """How a module makes a library of its own."""
    return Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path)
    yield made
    made.close()
