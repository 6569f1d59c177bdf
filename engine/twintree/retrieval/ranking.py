"""How papers are found for a query: by meaning, by words in entries, and by words on pages."""

from __future__ import annotations

import logging
import math
from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from twintree.base.errors import ModelUnavailable
from twintree.base.records import Record
from twintree.models.protocol import Embedder, Vectors
from twintree.retrieval.calibration import Calibration, calibration_for
from twintree.retrieval.forms import WordForms
from twintree.retrieval.fusion import fuse
from twintree.retrieval.matching import gram_pieces, key
from twintree.retrieval.query import quoted, ranked_words
from twintree.retrieval.scores import Numbers, ScoreTable, Signals
from twintree.store.ledger import Ledger
from twintree.store.passagewords import PassageWords
from twintree.store.postings import EntryPostings

#: Papers from each retriever; fusion looks no deeper.
_POOL = 200
#: Entries asked of the vectors: several belong to one paper.
_NEAREST = 1000
#: With fewer papers in scope the vectors are asked about these only.
_FEW_PAPERS = 2000
#: A term in more passages than this proposes no papers by itself.
_RARE = 3000
#: In up to so many, its passages are read once rather than asked for paper by paper.
_FREQUENT = 50_000
#: Passages that propose papers.
_PROPOSING = 100
#: Vectors of queries that are kept.
_RECENT = 128
#: Words of a query that count; more are a text, not a query, and the rarest say what it is about.
_MAX_TERMS = 32
#: In a large library, a term in more than this share of the entries is left out while others remain.
_FREQUENT_SHARE, _LARGE = 0.1, 20_000

_log = logging.getLogger(__name__)


class VectorIndex(Protocol):
    """What ranking needs of the vector projection."""

    def search(self, query: Vectors, k: int, allowed: Iterable[int] | None = None) -> list[tuple[int, float]]:
        """The nearest entries as (entry id, cosine), best first."""
        ...


class Term(Record, frozen=True, kw_only=True):
    """A word of a query.

    Attributes:
        word: as typed.
        key: what its other forms share.
        match: how the entries' index is asked for it.
        idf: its weight, Lucene's, over the entries.
        grams: whether the trigram table is asked instead (scripts without spaces, symbols).
    """

    word: str
    key: str
    match: str
    idf: float
    grams: bool = False


class Ranking(Record, frozen=True, kw_only=True):
    """Papers for a query, best first, with the terms and constants that they were scored by."""

    terms: tuple[Term, ...]
    papers: tuple[Signals, ...]
    calibration: Calibration
    without_meaning: str = ""  #: why only words were searched


def lucene_idf(total: int, holding: int) -> float:
    """ln(1 + (N − n + 0.5)/(n + 0.5)): above 0 in a library of one paper as of a million (DESIGN §7)."""
    return math.log(1 + (max(total, holding) - holding + 0.5) / (holding + 0.5))


class Ranker:
    """Ranks the papers of one library."""

    def __init__(
        self,
        ledger: Ledger,
        passages: PassageWords,
        forms: WordForms,
        vectors: VectorIndex | None,
        embedder: Embedder | None,
    ) -> None:
        self._postings = EntryPostings(ledger)
        self._passages = passages
        self._forms = forms
        self._vectors = vectors
        self._embedder = embedder
        self._recent: dict[str, Vectors] = {}

    def terms(self, text: str) -> tuple[Term, ...]:
        """The words that papers are ranked by, rarest first."""
        self._passages.refresh()
        total = self._postings.refresh()
        found: dict[str, Term] = {}
        for word in ranked_words(text):
            if (same := key(word)) not in found and (match := quoted(word)):
                idf = lucene_idf(total, self._postings.count(match))
                found[same] = Term(word=word, key=same, match=match, idf=idf)
        for piece in gram_pieces(text):
            holding = len(self._passages.containing(piece, _RARE))
            idf = lucene_idf(self._passages.total(), holding)
            found[piece] = Term(word=piece, key=piece, match="", idf=idf, grams=True)
        return tuple(sorted(self._telling(found.values(), total), key=lambda term: -term.idf)[:_MAX_TERMS])

    def _telling(self, terms: Collection[Term], total: int) -> list[Term]:
        """All but the most frequent ones of a large library: their postings are long and say little."""
        if total < _LARGE:
            return list(terms)
        kept = [t for t in terms if t.grams or self._postings.count(t.match) <= _FREQUENT_SHARE * total]
        return kept or sorted(terms, key=lambda term: -term.idf)[:3]

    def rank(self, text: str, allowed: Numbers) -> Ranking:
        """Score the papers of ``allowed`` (their numbers) for a query's words."""
        return self.rank_with_table(text, allowed)[0]

    def rank_with_table(self, text: str, allowed: Numbers) -> tuple[Ranking, ScoreTable]:
        """As ``rank``, with the entries' scores."""
        terms = self.terms(text)
        places = self._postings.map
        size = int(max(places.papers.max(initial=0), allowed.max(initial=0))) + 1
        visible = np.zeros(size, bool)
        visible[allowed] = True
        table = ScoreTable(places, size)
        self._by_words(terms, table)
        on_pages = self._by_passages(terms, visible)
        vector, missing = self._by_meaning(text, table, visible)
        pool = np.union1d(table.best_papers(visible, _POOL), np.fromiter(on_pages, np.int64))
        if vector is not None and self._vectors is not None:
            entries = table.without_cosine(pool).tolist()
            table.add_cosines(self._vectors.search(vector, len(entries), entries))
        calibration = calibration_for(self._embedder.info().id if self._embedder and not missing else "")
        papers = fuse(table.signals(pool, on_pages), calibration, total=len(allowed))
        ranking = Ranking(terms=terms, papers=tuple(papers), calibration=calibration, without_meaning=missing)
        return ranking, table

    # ── words ────────────────────────────────────────────────────────────────────────────────────────

    def _by_words(self, terms: Sequence[Term], table: ScoreTable) -> None:
        mass = sum(term.idf for term in terms) or 1.0
        for term in terms:
            if term.grams:
                continue
            posting = self._postings.posting(term.match)
            table.add_words(posting.entries, posting.weights * np.float32(term.idf / mass), term.idf / mass)

    def _by_passages(self, terms: Sequence[Term], visible: NDArray[np.bool_]) -> dict[int, float]:
        """Papers by their best passage: what stands on a page only, or in a paper without entries yet."""
        mass = sum(term.idf for term in terms) or 1.0
        shares = _leading([(self._proposed(term), term.idf / mass) for term in terms], _PROPOSING)
        words = [self.passage_match(term) for term in terms if not term.grams]
        if len(words) > 1 and all(words):
            together = " AND ".join(f"({match})" for match in words)
            shares |= dict.fromkeys(self._passages.matching(together, _PROPOSING), 1.0)
        best = sorted(shares, key=lambda passage: (-shares[passage], passage))[:_PROPOSING]
        found: dict[int, float] = {}
        for passage, number in self._passages.papers_of(best).items():
            if number < len(visible) and visible[number]:
                found[number] = max(found.get(number, 0.0), shares[passage])
        return found

    def _proposed(self, term: Term) -> Numbers:
        if term.grams:
            return np.array(self._passages.containing(term.word, _RARE), np.int64)
        match = self.passage_match(term)
        found = self._passages.ids(match, _RARE) if match else None
        return found if found is not None else np.zeros(0, np.int64)

    def within(self, term: Term, ids: tuple[int, int]) -> list[int]:
        """The passages in an interval of ids that hold a term."""
        if term.grams:
            return self._passages.containing(term.word, _RARE, ids)
        match = self.passage_match(term)
        if not match:
            return []
        known = self._passages.ids(match, _RARE)
        if known is None:
            known = self._passages.ids(match, _FREQUENT)
        if known is None:
            return self._passages.within(match, ids)
        inside: list[int] = known[known.searchsorted(ids[0]) : known.searchsorted(ids[1], "right")].tolist()
        return inside

    def passage_match(self, term: Term) -> str:
        """How the passages' index is asked for a term; ``""`` when none holds it."""
        return self._forms.match(term.word)

    # ── meaning ──────────────────────────────────────────────────────────────────────────────────────

    def _by_meaning(
        self, text: str, table: ScoreTable, visible: NDArray[np.bool_]
    ) -> tuple[Vectors | None, str]:
        """Take up the nearest entries; the query's vector, or why there is none."""
        if self._vectors is None or self._embedder is None:
            return None, "no embedder"
        try:
            vector = self._query_vector(text)
        except ModelUnavailable as error:
            _log.warning("searching by words only: %s", error)
            return None, error.message
        # Asking about some entries only is worth its price where most of the nearest would be out of scope.
        inside = visible[table.places.papers[1:]]
        few = not inside.all() and int(visible.sum()) < _FEW_PAPERS
        allowed = (np.flatnonzero(inside) + 1).tolist() if few else None
        table.add_cosines(self._vectors.search(vector, _NEAREST, allowed))
        return vector, ""

    def _query_vector(self, text: str) -> Vectors:
        """The text's vector; the last ones are kept, since the next page of results asks again."""
        assert self._embedder is not None  # noqa: S101 - for the type checker
        known = self._recent.get(text)
        if known is None:
            known = self._embedder.embed([text])[0]
            while len(self._recent) >= _RECENT:
                self._recent.pop(next(iter(self._recent)), None)
            self._recent[text] = known
        return known


def _leading(proposals: Sequence[tuple[Numbers, float]], count: int) -> dict[int, float]:
    """Of what several terms propose, each with its share, the ``count`` passages whose shares add up to most."""
    passages = np.concatenate([found for found, _ in proposals]) if proposals else np.zeros(0, np.int64)
    shares = np.repeat([share for _, share in proposals], [len(found) for found, _ in proposals])
    every, places = np.unique(passages, return_inverse=True)
    sums = np.bincount(places, shares, len(every))
    best = np.lexsort((every, -sums))[:count]
    return dict(zip(every[best].tolist(), sums[best].tolist(), strict=True))
