"""A library of papers that came as text: a page a paragraph, as QASPER's evidence is counted (VecTree-RAG §4.1)."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from twintree.base.ids import PaperId, section_id
from twintree.base.pages import FileHead, PageText
from twintree.base.records import FieldValue, Record, Section, SectionTree
from twintree.library import Library
from twintree.retrieval.entries import build_entries
from twintree.sources.passages import passages
from twintree.store.files import FileStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.structure.describing import describe
from twintree.structure.summary import summarise_tree


class TextPaper(Record, frozen=True, kw_only=True):
    """A paper as sections of paragraphs, the abstract first."""

    name: str
    title: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def paragraphs(self) -> list[str]:
        """Its paragraphs in order: the pages of the paper, from 1."""
        return [text for _, texts in self.sections for text in texts]


def full_papers(path: Path) -> list[TextPaper]:
    """QASPER's papers, as in ``full_papers.json``."""
    found = []
    for each in json.loads(path.read_text("utf-8")):
        body = each["full_text"]
        sections = [("Abstract", (each["abstract"],))]
        sections += [
            (name or "Untitled", tuple(text for text in texts if text.strip()))
            for name, texts in zip(body["section_name"], body["paragraphs"], strict=True)
        ]
        kept = tuple((name, texts) for name, texts in sections if texts and any(t.strip() for t in texts))
        found.append(TextPaper(name=each["id"], title=each["title"], sections=kept))
    return found


def flat_papers(path: Path) -> list[TextPaper]:
    """Papers of which only the paragraphs are known, as in ``texts.jsonl``."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        row: dict[str, Any] = json.loads(line)
        texts = tuple(text for text in row["text"].split("\t")[1:] if text.strip())
        found.append(TextPaper(name=row["paper_id"], title=row["title"], sections=(("Text", texts),)))
    return found


@contextlib.contextmanager
def text_library(papers: Sequence[TextPaper]) -> Iterator[tuple[Library, dict[str, PaperId]]]:
    """A temporary library of these papers, open, and their ids by name."""
    with tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder:
        path = Path(folder) / "library"
        Library.create(path).close()
        with contextlib.closing(Ledger(path / "ledger.sqlite")) as ledger:
            store = PaperStore(ledger, FileStore(path))
            ids = {paper.name: _add(store, FileStore(path), Path(folder), paper) for paper in papers}
        with Library.open(path) as library:
            yield library, ids


def _add(store: PaperStore, files: FileStore, folder: Path, paper: TextPaper) -> PaperId:
    title = FieldValue(field="title", value=paper.title, source="bibtex", confidence=1.0, chosen=False)
    own = store.create([title])
    source = folder / "text.pdf"
    source.write_bytes(b"%PDF-1.7\n" + "\f".join(paper.paragraphs).encode())
    file = store.add_file(own, files.add(source), f"{paper.name}.pdf")
    pages = [
        PageText(
            number=number, label=str(number), width=595, height=842, text=text, body_end=len(text), lines=()
        )
        for number, text in enumerate((" ".join(each.split()) for each in paper.paragraphs), 1)
    ]
    store.write_head(file, FileHead(format="pdf", pages=len(pages)))
    store.write_pages(file, pages, [passages(page) or [(0, len(page.text))] for page in pages])
    tree = summarise_tree(SectionTree(paper=own, nodes=tuple(_sections(own, paper))), pages)
    store.write_tree(tree, len(tree.nodes) + 1)
    store.set_description(own, describe(pages, paper.paragraphs[0], paper.title))
    store.write_entries(own, build_entries(store.get(own), tree))
    store.set_status(own, "indexed")
    return own


def _sections(own: PaperId, paper: TextPaper) -> Iterator[Section]:
    page = 1
    for number, (name, texts) in enumerate(paper.sections, 1):
        last = page + len(texts) - 1
        yield Section(
            id=section_id(own, number),
            title=name.split(" ::: ")[-1],
            level=name.count(" ::: ") + 1,
            start_page=page,
            end_page=last,
            role="abstract" if name == "Abstract" else "",
            verified=True,
            source="outline",
            start=(page, 0),
            end=(last + 1, 0),
        )
        page = last + 1
