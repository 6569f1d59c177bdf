"""A PDF as extractors read it, without a library: for training and for benchmarks."""

from __future__ import annotations

from pathlib import Path

from twintree.base.ids import FileId, PaperId
from twintree.knowledge import linking
from twintree.knowledge.methods.reading import PaperReading
from twintree.knowledge.methods.segments import cut_segments
from twintree.sources.metadata import propose
from twintree.sources.parser import read_head, read_pages
from twintree.structure.tree import build_section_tree


def read_paper(path: Path) -> PaperReading:
    """A PDF's title, sections, references and segments; the layout model is not asked.

    Raises:
        UnreadableFile: it is no PDF, or encrypted.
    """
    paper, file = PaperId("P000000000000"), FileId("F000000000000")
    head = read_head(path)
    pages = list(read_pages(path, 1, head.pages))
    tree, _ = build_section_tree(paper, head, pages, 1)
    values = [each for each in propose(head, pages[:3], path.name) if each.field == "title"]
    title = str(max(values, key=lambda each: each.confidence).value) if values else ""
    references = linking.read_references(file, pages, tree, title)
    return PaperReading(title, cut_segments(paper, file, pages, tree), tree, references)
