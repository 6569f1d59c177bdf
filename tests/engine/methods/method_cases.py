"""Papers about methods, made of plain pages, and a ledger that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from twintree.base.ids import PaperId
from twintree.base.pages import PageText
from twintree.base.progress import CancelToken
from twintree.base.records import Section, SectionTree
from twintree.jobs.methods import MethodFinder
from twintree.models.protocol import Vectors
from twintree.store.anchors import AnchorStore
from twintree.store.citations import CitationStore
from twintree.store.files import StoredFile
from twintree.store.ledger import Ledger
from twintree.store.methodintake import MethodIntake
from twintree.store.methods import MethodStore
from twintree.store.papers import PaperStore

PARSER = (
    "We propose LatticeParser, a new model for dependency parsing of noisy text. LatticeParser is based on the "
    "Conditional Random Field (CRF) model and uses the Viterbi algorithm for decoding. We train LatticeParser with "
    "the Adam optimizer on the Penn Treebank corpus. LatticeParser outperforms the Hidden Markov Model (HMM) in all "
    "of our experiments, and we report the F-score of every model on the Penn Treebank corpus."
)
TAGGER = (
    "We introduce SwiftTagger, a fast model for part-of-speech tagging in many languages. SwiftTagger extends the "
    "Conditional Random Field (CRF) model with features of the whole document. Unlike the Hidden Markov Model "
    "(HMM), the SwiftTagger model does not need smoothing. We evaluated SwiftTagger on the Penn Treebank corpus and "
    "used the Viterbi algorithm for decoding, and we report the F-score of each model."
)


def pages_of(*texts: str) -> list[PageText]:
    """Pages without geometry."""
    return [
        PageText(number=i, label="", width=600, height=800, text=text, body_end=len(text), lines=())
        for i, text in enumerate(texts, start=1)
    ]


def tree_of(paper: PaperId, *sections: tuple[str, str, tuple[int, int], tuple[int, int]]) -> SectionTree:
    """A flat section tree: (title, role, start, end) for each."""
    nodes = tuple(
        Section(
            id=f"{paper}.s{i:04d}",  # type: ignore[arg-type]
            title=title,
            level=1,
            role=role,
            start_page=start[0],
            end_page=end[0],
            start=start,
            end=end,
        )
        for i, (title, role, start, end) in enumerate(sections, start=1)
    )
    return SectionTree(paper=paper, nodes=nodes)


def embed(texts: Sequence[str]) -> Vectors:
    """Texts that share words lie near each other: counts of hashed words, unit length."""
    rows = np.zeros((len(texts), 64), np.float32)
    for i, text in enumerate(texts):
        for word in text.casefold().split():
            rows[i, sum(word.encode()) % 64] += 1
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


class Shelf:
    """A ledger with papers, and what finds methods in them."""

    def __init__(self, root: Path) -> None:
        self.ledger = Ledger(root / "ledger.sqlite")
        self.papers = PaperStore(self.ledger)
        self.store = MethodStore(self.ledger)
        self.intake = MethodIntake(self.ledger)
        self.anchors = AnchorStore(self.ledger)
        self.finder = MethodFinder(
            self.papers, CitationStore(self.ledger), self.intake, self.embed, self.anchors
        )

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See ``embed``."""
        return embed(texts)

    def add(self, title: str, *texts: str, find: bool = True) -> PaperId:
        """A paper of these pages; its methods are sought at once."""
        paper = self.papers.create()
        file = self.papers.add_file(
            paper, StoredFile(sha256=title.encode().hex().ljust(64, "0")[:64], size=1), f"{title}.pdf"
        )
        with self.ledger.write() as connection:
            connection.execute("UPDATE paper SET title = ? WHERE id = ?", (title, paper))
        self.papers.write_pages(file, pages_of(*texts), [[(0, len(text))] for text in texts])
        if find:
            self.finder.find(paper, file, CancelToken())
        return paper
