"""Evidence inside a known paper: which paragraphs answer a question, on ten QASPER papers that are held out."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from twintree.bench import train_evidence as training
from twintree.bench.evidence_models import with_models
from twintree.bench.paragraphs import Asked, Method, Scored, by_fusion, figures, judge, read_questions, score
from twintree.bench.table import BenchTable, Target
from twintree.metrics.intervals import paired_bootstrap
from twintree.models.host import ModelHost

_SEED = 0
_DRAWS = 20
_TRAINED = "fusion, trained matrix (not shipped)"
#: What the issue asks over fusion, without a language model.
_GAIN = 0.08


def run(data: Path, quick: bool = False, models: bool = False) -> list[BenchTable]:
    """Evidence on the ten papers, and what a trained matrix on the question's vector does on held-out pairs.

    Args:
        data: the folder that holds ``bench/qasper``.
        quick: with ``models``, a few questions and the smallest of them.
        models: instead, what each language model of this machine keeps of the ten best.
    """
    folder = data / "bench" / "qasper"
    with ModelHost() as host:
        asked = read_questions(folder / "full_papers.json", host)
        if models:
            return [with_models(asked, host, quick=quick)]
        pairs = training.read_pairs(folder / "evidence_pairs.jsonl", host)
    training.check_apart(pairs, json.loads((folder / "full_papers.json").read_text("utf-8")))
    matrix = training.fit(pairs, range(len(pairs.pairs)), range(len(pairs.texts)))
    methods: dict[str, Method] = {
        "words (BM25)": lambda each: each.words,
        "vectors": lambda each: (each.vectors @ each.vector).astype(np.float64),
        "fusion": lambda each: by_fusion(each, each.vector),
        _TRAINED: lambda each: by_fusion(each, training.adapted(each.vector[None], matrix)[0]),
    }
    return [_table(asked, methods), _held_out(pairs)]


def _drawn(each: Asked) -> Scored:
    drawn = random.Random(each.question)  # noqa: S311 - a baseline, not a secret
    many = [
        score(drawn.sample(range(len(each.texts)), len(each.texts)), each.evidence) for _ in range(_DRAWS)
    ]
    return Scored(**{name: sum(getattr(s, name) for s in many) / _DRAWS for name in Scored.__struct_fields__})


def _table(asked: Sequence[Asked], methods: dict[str, Method]) -> BenchTable:
    measured = {"random": [_drawn(each) for each in asked]}
    measured |= {name: judge(asked, method) for name, method in methods.items()}
    fusion = [each.f1 for each in measured["fusion"]]
    rows: list[tuple[Any, ...]] = []
    gain = 0.0
    for name, scores in measured.items():
        f1 = [each.f1 for each in scores]
        over = None if name == "fusion" else paired_bootstrap(f1, fusion, _SEED)
        gain = over.value if over is not None and name == _TRAINED else gain
        rows.append(
            (
                name,
                *figures(scores),
                over,
            )
        )
    return BenchTable(
        name="evidence",
        command="twintree bench evidence",
        columns=("method", "precision at 3", "recall at 3", "F1 at 3", "recall at 10", "F1 over fusion"),
        rows=tuple(rows),
        notes=(
            f"{len(asked)} questions with evidence in the text, {len({a.paper for a in asked})} papers of QASPER; "
            "units are paragraphs and the abstract; the annotator that agrees best counts",
            "the matrix is trained on evidence_pairs.jsonl, which shares nothing with these papers (checked)",
        ),
        targets=(
            Target(
                name="F1 at 3 over fusion, without a language model", bar=_GAIN, measured=gain, trivial=0.0
            ),
        ),
    )


def _held_out(pairs: training.Pairs) -> BenchTable:
    told = list(training.held_out(pairs))
    before = [score(ranked, evidence) for ranked, evidence, _ in told]
    after = [score(ranked, evidence) for _, evidence, ranked in told]
    gain = paired_bootstrap([each.f1 for each in after], [each.f1 for each in before], _SEED)
    return BenchTable(
        name="evidence, training pairs",
        command="twintree bench evidence",
        columns=("method", "precision at 3", "recall at 3", "F1 at 3", "recall at 10", "F1 over fusion"),
        rows=(("fusion", *figures(before), None), (_TRAINED, *figures(after), gain)),
        notes=(
            f"{len(told)} questions of evidence_pairs.jsonl by folds over papers; its settings were chosen here; "
            "a proxy: for want of whole papers, ranked over known evidence and the nearest texts of other papers",
        ),
    )
