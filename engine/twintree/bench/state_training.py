"""Fits the deterministic Verifier's weights on QASPER's training pairs: with and without the evidence at hand.

Each question is asked three times: over its paper's evidence among similar texts of others, over the same with its
own evidence taken out, and over texts of other papers drawn at random. It shares no paper, question or text with the
test parts (``train_evidence.check_apart``).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from twintree.answering.question import read_question
from twintree.answering.state.likeness import Likeness
from twintree.answering.state.support import WEIGHTS, Support, read_support, support
from twintree.base.ids import FileId, PaperId
from twintree.base.state import EvidenceItem
from twintree.base.words import content_stems
from twintree.bench import train_evidence as training
from twintree.bench.found import balanced_accuracy
from twintree.bench.paragraphs import Frequencies
from twintree.metrics.intervals import Estimate
from twintree.models.host import ModelHost
from twintree.retrieval.ranking import lucene_idf

#: Texts of a pool, and those that the Verifier sees of it.
_POOL, _SEEN = 60, 5
_FOLDS = 5


def calibrate(data: Path) -> tuple[dict[str, float], Estimate]:
    """The weights over all pairs, and the balanced accuracy by folds over papers.

    Logistic regression, L2, both classes weighted alike, fixed seed.
    """
    with ModelHost() as host:
        pairs = training.read_pairs(data / "bench" / "qasper" / "evidence_pairs.jsonl", host)
        papers, samples = _samples(pairs, host)
    told: list[tuple[bool, bool]] = []
    names = sorted(set(papers))
    for fold in range(_FOLDS):
        out = set(names[fold::_FOLDS])
        weights = _fit([s for s, paper in zip(samples, papers, strict=True) if paper not in out])
        told += [
            (truth, support(read, weights) >= 0.5)
            for (read, truth), paper in zip(samples, papers, strict=True)
            if paper in out
        ]
    return _fit(samples), balanced_accuracy([t for t, _ in told], [s for _, s in told])


def _samples(pairs: training.Pairs, host: ModelHost) -> tuple[list[str], list[tuple[Support, bool]]]:
    frequencies = Frequencies(pairs.texts)
    likeness = Likeness(host.embed, frequencies.terms)
    likeness.know(pairs.texts, pairs.vectors)
    likeness.know([read_question(pair.question).text for pair in pairs.pairs], pairs.asked)
    holding = Counter(stem for text in pairs.texts for stem in set(content_stems(text)))

    def idf(stems: Sequence[str]) -> Mapping[str, float]:
        return {stem: lucene_idf(len(pairs.texts), holding.get(stem, 0)) for stem in stems}

    prose = [at for at, text in enumerate(pairs.texts) if not text.startswith("FLOAT SELECTED")]
    papers, samples = [], []
    for row, pair in enumerate(pairs.pairs):
        own = frozenset().union(*pair.evidence)
        if not own.intersection(prose):
            continue
        pool = [at for at in prose if pair.paper in pairs.papers[at]]
        near = (pairs.vectors @ pairs.vectors[sorted(own)].T).max(1)
        others = sorted((at for at in prose if pair.paper not in pairs.papers[at]), key=lambda at: -near[at])
        everything = [*pool, *others][:_POOL]
        drawn = random.Random(pair.question).sample(others, _POOL)  # noqa: S311 - a sample, not a secret
        without = [at for at in everything if at not in own]
        for chosen, truth in ((everything, True), (without, False), (drawn, False)):
            scores = 0.4 * pairs.words[row, chosen] + 0.6 * np.maximum(
                pairs.vectors[chosen] @ pairs.asked[row], 0.0
            )
            best = [chosen[at] for at in np.argsort(-scores, kind="stable")[:_SEEN]]
            items = [_item(at, pairs.texts[at]) for at in best]
            question = read_question(pair.question)
            samples.append((read_support(question, items, idf(question.stems), likeness), truth))
            papers.append(pair.paper)
    return papers, samples


def _item(number: int, text: str) -> EvidenceItem:
    own = f"x{number}"
    return EvidenceItem(
        id=own, region=own, paper=PaperId(own), file=FileId(own), spans=(), text=text, tokens=0
    )


def _fit(samples: Sequence[tuple[Support, bool]]) -> dict[str, float]:
    from sklearn.linear_model import LogisticRegression

    names = [name for name in WEIGHTS if name != "bias"]
    model = LogisticRegression(class_weight="balanced", C=1.0, random_state=0, max_iter=1000)
    model.fit(
        [[getattr(read, name) for name in names] for read, _ in samples], [truth for _, truth in samples]
    )
    return {"bias": round(float(model.intercept_[0]), 3)} | {
        name: round(float(weight), 3) for name, weight in zip(names, model.coef_[0], strict=True)
    }
