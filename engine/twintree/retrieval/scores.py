"""The scores of a query's candidates, gathered per paper from what is known of their entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from twintree.base.records import Record
from twintree.store.postings import EntryMap

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]

_UNKNOWN = -2.0  # below every cosine


class Signals(Record, frozen=True, kw_only=True):
    """What speaks for one paper, before and after fusion (for the trace).

    Attributes:
        number: the paper's, as in ``paper.num``.
        dense: best cosine of its entries; None when nothing of it is embedded.
        dense_section: best cosine of its sections' entries; None when none is embedded.
        sparse: BM25 over the query's idf mass, about 0 to 2; a term counts in the entry that holds it best.
        coverage: share of the query's idf mass that its entries together, or its best passage, match.
        passage: that share for its best passage, where passages proposed it.
        score: after fusion; comparable within one query only.
        passed: whether the gates let it through.
    """

    number: int
    dense: float | None = None
    dense_section: float | None = None
    sparse: float = 0.0
    coverage: float = 0.0
    passage: float = 0.0
    score: float = 0.0
    passed: bool = True

    @property
    def how(self) -> str:
        """Which retrievers found the paper: ``both``, ``dense`` or ``words``."""
        if self.dense is not None and self.coverage > 0:
            return "both"
        return "dense" if self.dense is not None else "words"


class ScoreTable:
    """Scores by entry and by paper's number, filled by the two retrievers."""

    def __init__(self, places: EntryMap, papers: int) -> None:
        self.places = places
        self._size = papers
        self._words = np.zeros(len(places.papers), np.float32)
        self._cosines = np.full(len(places.papers), _UNKNOWN, np.float32)
        self._sparse = np.zeros(papers, np.float32)
        self._coverage = np.zeros(papers, np.float32)

    def add_words(self, entries: Numbers, weights: Floats, share: float) -> None:
        """Add one term: BM25 to the entries that hold it, the best of them and its share to their papers."""
        inside = entries < len(self._words)
        entries, weights = entries[inside], weights[inside]
        self._words[entries] += weights
        best = np.zeros(self._size, np.float32)
        np.maximum.at(best, self.places.papers[entries], weights)
        self._sparse += best
        self._coverage[best > 0] += share

    def add_cosines(self, found: Iterable[tuple[int, float]]) -> None:
        """Take up cosines of entries."""
        for entry, cosine in found:
            if entry < len(self._cosines):
                self._cosines[entry] = cosine

    def best_papers(self, visible: NDArray[np.bool_], count: int) -> Numbers:
        """The best papers of each retriever, ``count`` of each."""
        dense = _leading(self._by_paper(self._cosines, _UNKNOWN), visible, count, _UNKNOWN)
        words = _leading(self._sparse, visible, count, 0.0)
        return np.union1d(dense, words)

    def without_cosine(self, pool: Numbers) -> Numbers:
        """The pool's own entries, and those that words favour, of which no cosine is known yet."""
        wanted = np.zeros(self._size, bool)
        wanted[pool] = True
        entries = np.flatnonzero(wanted[self.places.papers] & (self._cosines == _UNKNOWN))
        best = self._by_paper(self._words, 0.0)[self.places.papers[entries]]
        favoured = (self._words[entries] >= best) & (best > 0)
        chosen: Numbers = entries[self.places.own[entries] | favoured]
        return chosen

    def signals(self, pool: Numbers, passages: Mapping[int, float]) -> list[Signals]:
        """The pool's signals, unfused, in the pool's order."""
        dense = self._by_paper(self._cosines, _UNKNOWN)
        section = self._by_paper(np.where(self.places.own, np.float32(_UNKNOWN), self._cosines), _UNKNOWN)
        return [
            Signals(
                number=int(number),
                dense=_known(dense[number]),
                dense_section=_known(section[number]),
                sparse=float(self._sparse[number]),
                coverage=min(1.0, max(float(self._coverage[number]), passages.get(int(number), 0.0))),
                passage=passages.get(int(number), 0.0),
            )
            for number in pool
        ]

    def best_entries(self, number: int, count: int) -> list[int]:
        """A paper's entries of sections, those first that meaning and words favour together."""
        entries = self.places.of_paper(number)
        entries = entries[~self.places.own[entries]]
        score = np.maximum(self._cosines[entries], -0.5) + 0.5 * self._words[entries]
        matched = (self._cosines[entries] > _UNKNOWN) | (self._words[entries] > 0)
        order = np.argsort(-score, kind="stable")
        return [int(entries[at]) for at in order if matched[at]][:count]

    def _by_paper(self, values: Floats, nothing: float) -> Floats:
        best = np.full(self._size, nothing, np.float32)
        known = np.flatnonzero(values > nothing)
        np.maximum.at(best, self.places.papers[known], values[known])
        return best


def _known(cosine: float) -> float | None:
    return None if cosine <= _UNKNOWN else float(cosine)


def _leading(values: Floats, visible: NDArray[np.bool_], count: int, nothing: float) -> Numbers:
    candidates = np.flatnonzero((values > nothing) & visible)
    if len(candidates) > count:
        candidates = candidates[np.argpartition(-values[candidates], count - 1)[:count]]
    return candidates.astype(np.int64)
