"""Two papers about methods for the window's tests, and an embedder that needs no model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from twintree.base.ids import PaperId
from twintree.base.pages import PageText
from twintree.base.progress import CancelToken
from twintree.jobs.methods import MethodFinder
from twintree.models.protocol import Vectors
from twintree.store.files import StoredFile
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore

PARSER = (
    "We propose LatticeParser, a new model for dependency parsing of noisy text. LatticeParser is based on the "
    "Conditional Random Field (CRF) model and uses the Viterbi algorithm for decoding. LatticeParser outperforms "
    "the Hidden Markov Model (HMM) in all of our experiments on the Penn Treebank corpus."
)
TAGGER = (
    "We introduce SwiftTagger, a fast model for part-of-speech tagging. SwiftTagger extends the Conditional "
    "Random Field (CRF) model with features of the whole document. Unlike the Hidden Markov Model (HMM), the "
    "SwiftTagger model does not need smoothing. We evaluated SwiftTagger on the Penn Treebank corpus."
)


def embed(texts: Sequence[str]) -> Vectors:
    """Texts that share words lie near each other."""
    rows = np.zeros((len(texts), 64), np.float32)
    for i, text in enumerate(texts):
        for word in text.casefold().split():
            rows[i, sum(word.encode()) % 64] += 1
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def add_method_papers(papers: PaperStore, person: PersonStore, finder: MethodFinder) -> list[PaperId]:
    """Put both papers into a library; their methods are sought at once."""
    added = []
    for title, text in (("Parsing lattices", PARSER), ("Tagging swiftly", TAGGER)):
        paper = papers.create()
        digest = title.encode().hex().ljust(64, "0")[:64]
        file = papers.add_file(paper, StoredFile(sha256=digest, size=1), f"{title}.pdf")
        person.set_field(paper, "title", title)
        page = PageText(1, "1", 600, 800, text, len(text), ())
        papers.write_pages(file, [page], [[(0, len(text))]])
        finder.find_for(paper, file, CancelToken())
        added.append(paper)
    return added
