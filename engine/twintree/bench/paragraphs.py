"""A question over the paragraphs of one QASPER paper: how they rank, and how a ranking is scored."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twintree.base.records import Record
from twintree.metrics.intervals import Estimate, bootstrap_interval
from twintree.metrics.ranking import recall_at_k
from twintree.models.protocol import Embedder, Vectors
from twintree.retrieval.matching import keys
from twintree.retrieval.ranking import Term, lucene_idf
from twintree.retrieval.reading import bm25, fused

#: Paragraphs that are shown for an answer, and those that are read.
SHOWN, READ = 3, 10
_SEED = 0
#: Figures, tables: their evidence is a caption here, whose content the text lacks.
_FLOAT = "FLOAT SELECTED"

Scores = NDArray[np.float64]
Method = Callable[["Asked"], Scores]


class Asked(Record, frozen=True, kw_only=True):
    """A question about one paper.

    Attributes:
        question: the words.
        paper: the paper's id.
        texts: its paragraphs, each a page of its own, the abstract first.
        evidence: for each annotator the paragraphs, by number, that hold the answer; at least one each.
        words: BM25 of each paragraph over the question's idf mass.
        vector: the question's, shape (d,).
        vectors: the paragraphs', shape (n, d).
    """

    question: str
    paper: str
    texts: tuple[str, ...]
    evidence: tuple[frozenset[int], ...]
    words: Scores
    vector: Vectors
    vectors: Vectors


def by_fusion(each: Asked, vector: Vectors) -> Scores:
    """Scores as ``retrieval.reading`` gives them, for a vector of the question."""
    return fused(each.words, each.vectors @ vector)


def read_questions(path: Path, embedder: Embedder) -> list[Asked]:
    """The questions that have evidence in the text, with what ranking them needs, each text embedded once."""
    papers = [(each["id"], units(each), each["qas"]) for each in json.loads(path.read_text("utf-8"))]
    idf = Frequencies([text for _, texts, _ in papers for text in texts])
    found = []
    for paper, texts, qas in papers:
        judged = [(q, _evidence(a, texts)) for q, a in zip(qas["question"], qas["answers"], strict=True)]
        judged = [(question, sets) for question, sets in judged if sets]
        vectors = embedder.embed(texts)
        asked = embedder.embed([question for question, _ in judged])
        for (question, sets), vector in zip(judged, asked, strict=True):
            words = bm25(idf.terms(question), texts)
            found.append(
                Asked(
                    question=question,
                    paper=paper,
                    texts=tuple(texts),
                    evidence=tuple(sets),
                    words=words,
                    vector=vector,
                    vectors=vectors,
                )
            )
    return found


def units(paper: dict[str, Any]) -> list[str]:
    """A paper's paragraphs, the abstract first."""
    body = [text for section in paper["full_text"]["paragraphs"] for text in section]
    return [text for text in (paper["abstract"], *body) if text.strip()]


class Frequencies:
    """How many of some texts hold a word, so that rare ones count more."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._total = len(texts)
        self._holding: dict[str, int] = {}
        for text in texts:
            for key in keys(text):
                self._holding[key] = self._holding.get(key, 0) + 1

    def terms(self, question: str) -> list[Term]:
        """The words of a question, weighted by their rarity."""
        return [
            Term(word=key, key=key, match=key, idf=lucene_idf(self._total, self._holding.get(key, 0)))
            for key in keys(question)
        ]


def _evidence(answers: dict[str, Any], texts: Sequence[str]) -> list[frozenset[int]]:
    sets = []
    for answer in answers["answer"]:
        wanted = {each for each in answer["evidence"] if not each.startswith(_FLOAT)}
        sets.append(frozenset(at for at, text in enumerate(texts) if text in wanted))
    return [each for each in sets if each]


# ── figures ──────────────────────────────────────────────────────────────────────────────────────────────


class Scored(Record, frozen=True, kw_only=True):
    """Figures of one ranking against the annotator that agrees with it best."""

    precision: float
    recall: float
    f1: float
    recall_read: float


def score(ranked: Sequence[int], evidence: Sequence[frozenset[int]]) -> Scored:
    """Compare the paragraphs shown (three) and read (ten) with each annotator's; the best F1 counts."""
    shown = set(ranked[:SHOWN])
    best = max(evidence, key=lambda right: (_f1(shown, right), -len(right), sorted(right)))
    hits = len(shown & best)
    return Scored(
        precision=hits / len(shown) if shown else 0.0,
        recall=hits / len(best),
        f1=_f1(shown, best),
        recall_read=max(recall_at_k(ranked, right, READ) for right in evidence),
    )


def _f1(shown: set[int], right: frozenset[int]) -> float:
    return 2 * len(shown & right) / (len(shown) + len(right))


def judge(asked: Sequence[Asked], method: Method) -> list[Scored]:
    """Figures of a method, a question each."""
    return [score(np.argsort(-method(each), kind="stable").tolist(), each.evidence) for each in asked]


def figures(scores: Sequence[Scored]) -> list[Estimate]:
    """Precision, recall and F1 of what is shown, and recall of what is read, each with its interval."""
    return [
        bootstrap_interval([getattr(each, field) for each in scores], _SEED)
        for field in Scored.__struct_fields__
    ]
