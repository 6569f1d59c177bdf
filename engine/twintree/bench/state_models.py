"""The modes with a language model in charge of what it was found fit for, beside the same questions without one."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import numpy as np

from twintree.base.ids import PaperId
from twintree.bench.in_charge import in_charge
from twintree.bench.modes import installed
from twintree.bench.qasper import (
    Asked,
    Mode,
    Told,
    answer_f1,
    ask_in,
    at_random,
    drawn,
    evidence_scores,
    refuse,
)
from twintree.bench.table import BenchTable, Cell
from twintree.bench.text_library import TextPaper, text_library
from twintree.library import Library
from twintree.metrics.intervals import bootstrap_interval, paired_bootstrap
from twintree.models.fitness import TASKS, stored
from twintree.models.shelf import InstalledModel, ModelShelf

_QUESTIONS, _QUICK = 20, 4
_SEED = 0
_MODES = ("direct", "state", "agent")


class _Row:
    """A mode with or without a model: what it made of each question, and the seconds of the clock."""

    def __init__(
        self, mode: str, model: str, told: Sequence[Told], seconds: Sequence[float], asked: Sequence[Asked]
    ):
        self.mode, self.model, self.told, self.seconds = mode, model, told, seconds
        both = list(zip(told, asked, strict=True))
        # An incomplete run counts zero and stays in the denominator.
        self.evidence = [
            evidence_scores(made.pages if made.complete else (), q.evidence)[2] for made, q in both
        ]
        self.answers = [answer_f1(made.text, q.answers) for made, q in both]


def with_models(papers: Sequence[TextPaper], asked: Sequence[Asked], *, quick: bool = False) -> BenchTable:
    """Each mode with each installed language model, on the same questions, at the same budget of evidence.

    Args:
        papers: whole papers.
        asked: their questions.
        quick: four questions, and of the models the smallest.
    """
    chosen = drawn(asked, _QUICK if quick else _QUESTIONS)
    models = installed(smallest=quick)
    with text_library(papers) as (library, ids):
        rows = [
            _measured("random", "", at_random, library, ids, chosen),
            _measured("always refuse", "", refuse, library, ids, chosen),
        ]
        for model in ("", *(each.id for each in models)):
            with in_charge(model):
                rows += [_measured(mode, model, ask_in(mode), library, ids, chosen) for mode in _MODES]
    return BenchTable(
        name="state, with language models",
        command="twintree bench state --models",
        columns=(
            "mode",
            "model",
            "evidence F1 at 3",
            "over no model",
            "answer F1",
            "over no model",
            "over direct, same model",
            "incomplete",
            "tokens",
            "seconds, median",
        ),
        rows=tuple(_cells(each, rows) for each in rows),
        notes=(
            f"{len(chosen)} questions of QASPER with evidence in the text; an incomplete run counts zero; paired "
            "bootstrap intervals; seconds of the clock, the model's loading included",
            *(f"{each.id} is in charge of: {_fit_for(each)}" for each in models),
        ),
    )


def _measured(
    mode: str, model: str, way: Mode, library: Library, ids: Mapping[str, PaperId], asked: Sequence[Asked]
) -> _Row:
    told, seconds = [], []
    for each in asked:
        begun = time.perf_counter()
        told.append(way(library, ids[each.paper], each))
        seconds.append(time.perf_counter() - begun)
    return _Row(mode, model, told, seconds, asked)


def _cells(row: _Row, rows: Sequence[_Row]) -> tuple[Cell, ...]:
    plain = next((each for each in rows if row.model and (each.mode, each.model) == (row.mode, "")), None)
    direct = next(
        (
            each
            for each in rows
            if row.mode in _MODES[1:] and (each.mode, each.model) == ("direct", row.model)
        ),
        None,
    )
    return (
        row.mode,
        row.model or "none",
        bootstrap_interval(row.evidence, _SEED),
        paired_bootstrap(row.evidence, plain.evidence, _SEED) if plain else None,
        bootstrap_interval(row.answers, _SEED),
        paired_bootstrap(row.answers, plain.answers, _SEED) if plain else None,
        paired_bootstrap(row.answers, direct.answers, _SEED) if direct else None,
        sum(not each.complete for each in row.told),
        float(np.mean([each.tokens for each in row.told])),
        round(float(np.median(row.seconds)), 2),
    )


def _fit_for(model: InstalledModel) -> str:
    fitness = stored(ModelShelf(), model.id)
    fit = [task for task in TASKS if fitness is not None and fitness.fit_for(task)]
    return ", ".join(fit) or "nothing (run `twintree models check`)"
