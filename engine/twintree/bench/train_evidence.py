"""Trains a matrix on the question's vector towards paragraphs that answer, and measures whether it helps.

It does not: the weights are not shipped (decision 0006), this script stays so that the claim can be checked.
Seconds on one core, fixed order, nothing random but the folds.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twintree.base.errors import InternalError
from twintree.base.records import Record
from twintree.base.text import folded
from twintree.bench.paragraphs import Frequencies
from twintree.models.protocol import Embedder, Vectors, unit
from twintree.retrieval.calibration import PASSAGE_WORDS
from twintree.retrieval.reading import bm25

_TEMPERATURE = 0.05
#: Chosen among eleven settings by cross-validation on the training pairs.
_PENALTY, _RATE, _STEPS = 0.3, 1e-3, 60
#: Paragraphs that a held-out question is ranked over: its paper's, filled up with the nearest of others.
_POOL = 100
_FOLDS = 5
_FLOAT = "FLOAT SELECTED"

Matrix = NDArray[np.float32]


class Pair(Record, frozen=True, kw_only=True):
    """A question with its annotators' evidence, as numbers of texts."""

    paper: str
    question: str
    evidence: tuple[frozenset[int], ...]


class Pairs(Record, frozen=True, kw_only=True):
    """Training questions with every text that is evidence for one of them.

    Attributes:
        pairs: the questions.
        texts: every evidence text, captions included.
        papers: for each text the papers that it stands in.
        words: BM25 of each text for each question, shape (questions, texts).
        asked: the questions' vectors, shape (questions, d).
        vectors: the texts', shape (texts, d).
    """

    pairs: tuple[Pair, ...]
    texts: tuple[str, ...]
    papers: tuple[frozenset[str], ...]
    words: NDArray[np.float64]
    asked: Vectors
    vectors: Vectors


def read_pairs(path: Path, embedder: Embedder) -> Pairs:
    """Read ``evidence_pairs.jsonl`` and embed it."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]
    numbers: dict[str, int] = {}
    papers: dict[str, set[str]] = {}
    pairs = []
    for row in rows:
        sets = [[text for text in each["raw_evidence"] if text.strip()] for each in row["evidence"]]
        for text in (text for each in sets for text in each):
            numbers.setdefault(text, len(numbers))
            papers.setdefault(text, set()).add(row["paper_id"])
        evidence = tuple(frozenset(numbers[text] for text in each) for each in sets if each)
        if evidence:
            pairs.append(Pair(paper=row["paper_id"], question=row["question"], evidence=evidence))
    texts = list(numbers)
    frequencies = Frequencies(texts)
    return Pairs(
        pairs=tuple(pairs),
        texts=tuple(texts),
        papers=tuple(frozenset(papers[text]) for text in texts),
        words=np.stack([bm25(frequencies.terms(each.question), texts) for each in pairs]),
        asked=embedder.embed([each.question for each in pairs]),
        vectors=embedder.embed(texts),
    )


def check_apart(pairs: Pairs, papers: Iterable[dict[str, Any]]) -> None:
    """Fail if a paper, a question or a text of the test papers is among the training pairs.

    Args:
        pairs: what is trained on.
        papers: the test papers, as in ``full_papers.json``.
    """
    ids = {each.paper for each in pairs.pairs}
    questions = {folded(each.question) for each in pairs.pairs}
    texts = {folded(text) for text in pairs.texts}
    for paper in papers:
        body = [text for section in paper["full_text"]["paragraphs"] for text in section]
        held = [paper["abstract"], *body]
        shared = texts.intersection(folded(text) for text in held if text.strip())
        asked = questions.intersection(folded(question) for question in paper["qas"]["question"])
        if paper["id"] in ids or asked or shared:
            raise InternalError(f"The test paper {paper['id']} is in the training pairs.")


def fit(pairs: Pairs, rows: Sequence[int], texts: Sequence[int]) -> Matrix:
    """A matrix A, shape (d, d), such that unit(q + qA) is near what answers q.

    Contrastive: the softmax over all ``texts`` of half the cosine and half of BM25, so that only what words do
    not know already is learnt; the other texts, the question's own paper's among them, are the negatives.
    """
    position = {text: at for at, text in enumerate(texts)}
    target = np.zeros((len(rows), len(texts)))
    for at, row in enumerate(rows):
        for text in frozenset().union(*pairs.pairs[row].evidence):
            if text in position:
                target[at, position[text]] = 1.0
    target /= np.maximum(target.sum(1, keepdims=True), 1.0)
    asked, candidates = pairs.asked[list(rows)], pairs.vectors[list(texts)]
    words = pairs.words[np.ix_(list(rows), list(texts))]
    matrix = np.zeros((asked.shape[1], asked.shape[1]))
    first, second = np.zeros_like(matrix), np.zeros_like(matrix)
    for step in range(1, _STEPS + 1):
        gradient = _gradient(matrix, asked, candidates, words, target)
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        matrix -= _RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return matrix.astype(np.float32)


def _gradient(
    matrix: NDArray[np.float64],
    asked: Vectors,
    candidates: Vectors,
    words: NDArray[np.float64],
    target: NDArray[np.float64],
) -> NDArray[np.float64]:
    moved = asked + asked @ matrix
    lengths = np.linalg.norm(moved, axis=1, keepdims=True)
    query = moved / lengths
    logits = 0.5 * (query @ candidates.T + words) / _TEMPERATURE
    chances = np.exp(logits - logits.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    pull = 0.5 / _TEMPERATURE * ((chances - target) @ candidates) / len(asked)
    pull = (pull - (pull * query).sum(1, keepdims=True) * query) / lengths
    gradient: NDArray[np.float64] = asked.T @ pull + 0.2 * _PENALTY * matrix
    return gradient


def adapted(vectors: Vectors, matrix: Matrix) -> Vectors:
    """Questions' vectors after the matrix, shape (n, d), unit length."""
    return unit(vectors + vectors @ matrix)


def held_out(pairs: Pairs) -> Iterator[tuple[list[int], list[frozenset[int]], list[int]]]:
    """For each question, by folds over papers: the ranking before, its evidence in the text, the one after.

    A proxy: no whole papers are there to train on, so that a question is ranked over its paper's evidence and
    the nearest texts of other papers.
    """
    names = sorted({pair.paper for pair in pairs.pairs})
    random.Random(0).shuffle(names)  # noqa: S311 - folds, not a secret
    prose = [at for at, text in enumerate(pairs.texts) if not text.startswith(_FLOAT)]
    for fold in range(_FOLDS):
        out = set(names[fold::_FOLDS])
        rows = [at for at, pair in enumerate(pairs.pairs) if pair.paper not in out]
        matrix = fit(pairs, rows, [at for at, where in enumerate(pairs.papers) if not where & out])
        for row, pair in enumerate(pairs.pairs):
            evidence = [frozenset(each.intersection(prose)) for each in pair.evidence]
            if pair.paper in out and any(evidence):
                pool = _pool(pairs, pair.paper, prose)
                before = _ranked(pairs, row, pool, pairs.asked[row])
                after = _ranked(pairs, row, pool, adapted(pairs.asked[[row]], matrix)[0])
                yield before, [each for each in evidence if each], after


def _pool(pairs: Pairs, paper: str, prose: Sequence[int]) -> list[int]:
    own = [at for at in prose if paper in pairs.papers[at]]
    nearness = (pairs.vectors @ pairs.vectors[own].T).max(1)
    others = sorted((at for at in prose if paper not in pairs.papers[at]), key=lambda at: -nearness[at])
    return [*own, *others][:_POOL]


def _ranked(pairs: Pairs, row: int, pool: Sequence[int], query: Vectors) -> list[int]:
    chosen = list(pool)
    scores = PASSAGE_WORDS * pairs.words[row, chosen]
    scores = scores + (1 - PASSAGE_WORDS) * np.maximum(pairs.vectors[chosen] @ query, 0.0)
    return [chosen[at] for at in np.argsort(-scores, kind="stable")]
