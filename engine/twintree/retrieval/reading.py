"""Which paragraphs of given papers a text is about: words propose, words and meaning rank."""

from __future__ import annotations

import logging
import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from twintree.base.errors import ModelUnavailable
from twintree.base.ids import PaperId
from twintree.models.protocol import Embedder, Vectors
from twintree.retrieval.calibration import PASSAGE_WORDS
from twintree.retrieval.matching import KeyFinder, count_words
from twintree.retrieval.ranking import Term
from twintree.store.papers import hash_of
from twintree.store.passagewords import PassageWords, Place

#: Paragraphs whose meaning is looked at, some 10 ms each when they are new: with more of them no right page
#: ranked higher (decision 0006).
_MEANT = 40
_REMEMBERED = 8192
#: BM25's saturation and length normalisation.
_K1, _B = 1.2, 0.75
#: Shorter paragraphs are headings, running text of figures, crumbs.
_SHORTEST = 30

_log = logging.getLogger(__name__)


class PassageRanker:
    """Ranks paragraphs; vectors of paragraphs are remembered for as long as this object lives."""

    def __init__(self, passages: PassageWords, embedder: Embedder | None) -> None:
        self._passages = passages
        self._embedder = embedder
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = threading.Lock()

    def rank(
        self, text: str, terms: Sequence[Term], papers: Sequence[PaperId], limit: int
    ) -> list[tuple[Place, float]]:
        """The paragraphs of some papers, best first, with scores in about [0, 1].

        The score is a weighted sum of BM25 over the terms' idf mass and of the cosine to the text; only the
        best paragraphs by words are looked at for their meaning.
        """
        places = [p for paper in dict.fromkeys(papers) for p in self._passages.of_paper(paper)]
        places = [place for place in places if len(place.text) >= _SHORTEST]
        if not places:
            return []
        by_words = bm25(terms, [place.text for place in places])
        order = np.argsort(-by_words, kind="stable")[: max(_MEANT, limit)]
        chosen = [places[at] for at in order]
        scores = by_words[order]
        cosines = self._cosines(text, [place.text for place in chosen])
        if cosines is not None:
            scores = fused(scores, cosines)
        best = np.argsort(-scores, kind="stable")[:limit]
        return [(chosen[at], float(scores[at])) for at in best]

    def _cosines(self, text: str, texts: Sequence[str]) -> NDArray[np.float32] | None:
        if self._embedder is None:
            return None
        try:
            cosines: NDArray[np.float32] = self._embed(texts) @ self._embedder.embed([text])[0]
        except ModelUnavailable as error:
            _log.warning("ranking passages by words only: %s", error)
            return None
        return cosines

    def _embed(self, texts: Sequence[str]) -> Vectors:
        assert self._embedder is not None  # noqa: S101 - for the type checker
        hashes = [hash_of(text) for text in texts]
        with self._lock:
            known = {each: self._vectors[each] for each in hashes if each in self._vectors}
        missing = {each: text for each, text in zip(hashes, texts, strict=True) if each not in known}
        if missing:
            made = self._embedder.embed(list(missing.values()))
            known |= dict(zip(missing, made, strict=True))
        self._remember(known)
        return np.stack([known[each] for each in hashes])

    def _remember(self, vectors: Mapping[str, Vectors]) -> None:
        with self._lock:
            for each, vector in vectors.items():
                self._vectors[each] = vector
                self._vectors.move_to_end(each)
            while len(self._vectors) > _REMEMBERED:
                self._vectors.popitem(last=False)


def fused(words: NDArray[np.float64], cosines: NDArray[np.float32]) -> NDArray[np.float64]:
    """What ranks paragraphs: a weighted sum of BM25 over the idf mass and of the cosine to the text."""
    scores: NDArray[np.float64] = PASSAGE_WORDS * words + (1 - PASSAGE_WORDS) * np.maximum(cosines, 0.0)
    return scores


def bm25(terms: Sequence[Term], texts: Sequence[str]) -> NDArray[np.float64]:
    """Lucene-style BM25 of each text over the terms' idf mass; lengths count against these texts' mean."""
    weights = {term.key: term.idf for term in terms if not term.grams}
    pieces = {term.word: term.idf for term in terms if term.grams}
    mass = sum(term.idf for term in terms) or 1.0
    finder = KeyFinder(weights)
    counts = [Counter(found for _, _, found in finder.find(text)) for text in texts]
    lengths = np.array([max(1, count_words(text)) for text in texts], dtype=float)
    norms = _K1 * (1 - _B + _B * lengths / lengths.mean())
    scores = np.zeros(len(texts))
    for at, (count, text) in enumerate(zip(counts, texts, strict=True)):
        for word, frequency in count.items():
            scores[at] += weights[word] * frequency * (_K1 + 1) / (frequency + norms[at])
        scores[at] += sum(idf for piece, idf in pieces.items() if piece in text)
    return scores / mass
