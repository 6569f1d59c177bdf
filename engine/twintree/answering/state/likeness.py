"""How near regions and passages are to what is sought: words and meaning, weighed as retrieval weighs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from twintree.base.errors import ModelUnavailable
from twintree.models.protocol import Vectors
from twintree.retrieval.ranking import Term
from twintree.retrieval.reading import bm25, fused
from twintree.trees.hierarchy import EvidenceGraph

_REMEMBERED = 4096

Embed = Callable[[list[str]], Vectors]
Terms = Callable[[str], Sequence[Term]]


class Likeness:
    """Scores in about [0, 1]; vectors are remembered for as long as one question takes."""

    def __init__(self, embed: Embed, terms: Terms) -> None:
        self._embed, self._terms = embed, terms
        self._vectors: dict[str, Vectors] = {}
        self._regions: dict[str, dict[str, float]] = {}

    def know(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Take over vectors that are there already, a row a text."""
        self._vectors |= dict(zip(texts, vectors, strict=True))

    def of_regions(self, text: str, graph: EvidenceGraph) -> dict[str, float]:
        """Each region's score for a text."""
        if text not in self._regions:
            ids = list(graph.regions)
            words = (
                bm25(self._terms(text), [graph.regions[each].text for each in ids]) if ids else np.zeros(0)
            )
            if graph.vectors and (asked := self._vector(text)) is not None:
                words = fused(words, np.stack([graph.vectors[each] for each in ids]) @ asked)
            self._regions[text] = dict(zip(ids, words.tolist(), strict=True))
        return self._regions[text]

    def of_texts(self, text: str, texts: Sequence[str]) -> NDArray[np.float64]:
        """The scores of some texts, shape (n,)."""
        if not texts:
            return np.zeros(0)
        words = bm25(self._terms(text), texts)
        try:
            vectors = self._all([text, *texts])
        except ModelUnavailable:
            return words
        return fused(words, vectors[1:] @ vectors[0])

    def _vector(self, text: str) -> Vectors | None:
        try:
            vector: Vectors = self._all([text])[0]
        except ModelUnavailable:
            return None
        return vector

    def _all(self, texts: Sequence[str]) -> Vectors:
        missing = list(dict.fromkeys(each for each in texts if each not in self._vectors))
        if missing:
            if len(self._vectors) > _REMEMBERED:
                self._vectors.clear()
                missing = list(dict.fromkeys(texts))
            self._vectors |= dict(zip(missing, self._embed(missing), strict=True))
        return np.stack([self._vectors[each] for each in texts])
