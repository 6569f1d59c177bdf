"""Modes against each other on QASPER: evidence at an equal budget, answers, and questions without an answer.

Nothing is tuned here: the Verifier's weights come from ``state_training``, which shares nothing with these papers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from twintree.bench.found import balanced_accuracy
from twintree.bench.qasper import (
    Asked,
    Mode,
    Told,
    answer_f1,
    ask_in,
    at_random,
    evidence_scores,
    read_flat,
    read_questions,
    refuse,
    similarity,
)
from twintree.bench.state_models import with_models
from twintree.bench.table import BenchTable, Cell, Target
from twintree.bench.text_library import TextPaper, flat_papers, full_papers, text_library
from twintree.library import Library
from twintree.metrics.intervals import bootstrap_interval, paired_bootstrap

_SEED = 0


def run(data: Path, quick: bool = False, models: bool = False) -> list[BenchTable]:
    """The modes and their ablations on whole papers, and the modes on questions that may have no answer.

    Args:
        data: the folder that holds ``bench/qasper``.
        quick: leave the ablations and the second table out; with ``models`` four questions, the smallest model.
        models: instead, the modes with each language model of this machine, on twenty of the questions.
    """
    folder = data / "bench" / "qasper"
    whole = full_papers(folder / "full_papers.json")
    asked = list(read_questions(folder / "full_papers.json", whole))
    if models:
        return [with_models(whole, asked, quick=quick)]
    tables = [_modes(whole, asked, quick=quick)]
    if not quick:
        flat = flat_papers(folder / "texts.jsonl")
        tables.append(_answerable(flat, list(read_flat(folder / "text_questions.jsonl"))))
    return tables


MODES: dict[str, Mode] = {
    "random": at_random,
    "always refuse": refuse,
    "bare similarity": similarity,
    "direct": ask_in("direct"),
    "state": ask_in("state"),
    "agent": ask_in("agent"),
}
ABLATIONS: dict[str, Mode] = {
    "state, evidence of the Relation alone": ask_in("state", region="relation"),
    "state, no hierarchy": ask_in("state", hierarchy=False),
    "state, no role cycle": ask_in("state", roles=False),
    "state, no memory": ask_in("state", memory=False),
    "agent, no tree layer": ask_in("agent", tree=False),
    "agent, no vector layer": ask_in("agent", vectors=False),
    "agent, no gates": ask_in("agent", gates=False),
}


def _modes(papers: Sequence[TextPaper], asked: Sequence[Asked], *, quick: bool) -> BenchTable:
    told: dict[str, list[Told]] = {}
    with text_library(papers) as (library, ids):
        for name, mode in (MODES if quick else MODES | ABLATIONS).items():
            told[name] = [mode(library, ids[each.paper], each) for each in asked]
            _forget(library)
    with_evidence = [at for at, each in enumerate(asked) if each.evidence]
    f1 = {
        name: [evidence_scores(made[at].pages, asked[at].evidence)[2] for at in with_evidence]
        for name, made in told.items()
    }
    answers = {
        name: [answer_f1(made.text, each.answers) for made, each in zip(all_made, asked, strict=True)]
        for name, all_made in told.items()
    }
    rows = tuple(_row(name, told[name], asked, with_evidence, f1, answers[name]) for name in told)
    gain = paired_bootstrap(f1["state"], f1["direct"], _SEED)
    answer_gain = paired_bootstrap(answers["state"], answers["direct"], _SEED)
    return BenchTable(
        name="state",
        command="twintree bench state",
        columns=(
            "mode",
            "precision at 3",
            "recall at 3",
            "F1 at 3",
            "F1 over direct",
            "answer F1",
            "incomplete",
            "tokens",
            "CPU s",
        ),
        rows=rows,
        notes=(
            f"{len(asked)} questions, {len(with_evidence)} with evidence in the text, {len(papers)} papers of QASPER; "
            "a page a paragraph; the annotator that agrees best counts; roles without a model",
            "CPU seconds of this process, the model host's apart; a paper's hierarchy falls to its first question; "
            "the memory is empty at the start of each row",
            f"answer F1 of state over direct {answer_gain.value:+.3f} [{answer_gain.low:.3f}, {answer_gain.high:.3f}]; "
            "by the first annotator's kind: " + _by_kind(asked, answers),
        ),
        targets=(
            Target(
                name="evidence F1 of state over direct, lower bound", bar=0.0, measured=gain.low, trivial=0.0
            ),
            Target(name="answer F1 of state over direct", bar=0.0, measured=answer_gain.value, trivial=None),
        ),
    )


def _forget(library: Library) -> None:
    """Delete the runs of a mode, and with them what was remembered: each mode begins with an empty memory."""
    for each in library.runs.list(limit=1_000_000):
        library.runs.delete(each.run)


def _row(
    name: str,
    made: Sequence[Told],
    asked: Sequence[Asked],
    with_evidence: Sequence[int],
    f1: dict[str, list[float]],
    answers: Sequence[float],
) -> tuple[Cell, ...]:
    scores = [evidence_scores(made[at].pages, asked[at].evidence) for at in with_evidence]
    over = None if name == "direct" else paired_bootstrap(f1[name], f1["direct"], _SEED)
    return (
        name,
        *(bootstrap_interval([each[column] for each in scores], _SEED) for column in range(3)),
        over,
        bootstrap_interval(list(answers), _SEED),
        sum(not each.complete for each in made),
        float(np.mean([each.tokens for each in made])),
        float(np.mean([each.seconds for each in made])),
    )


def _by_kind(asked: Sequence[Asked], answers: dict[str, list[float]]) -> str:
    parts = []
    for kind in ("extractive", "abstractive", "yes_no", "unanswerable"):
        rows = [at for at, each in enumerate(asked) if each.kind == kind]
        figures = " / ".join(
            f"{np.mean([answers[name][at] for at in rows]):.2f}" for name in ("direct", "state", "agent")
        )
        parts.append(f"{kind} ({len(rows)}) {figures}")
    return ", ".join(parts) + " (direct / state / agent)"


def _answerable(papers: Sequence[TextPaper], asked: Sequence[Asked]) -> BenchTable:
    rows: list[tuple[Cell, ...]] = []
    targets = []
    with text_library(papers) as (library, ids):
        for name, mode in MODES.items():
            told = [mode(library, ids[each.paper], each) for each in asked]
            _forget(library)
            truth = [not each.unanswerable for each in asked]
            said = [each.found for each in told]
            value = balanced_accuracy(truth, said)
            rows.append((name, value, _share(truth, said, True), _share(truth, said, False)))
            if name == "state":
                targets.append(
                    Target(name="balanced accuracy of state", bar=0.70, measured=value.value, trivial=0.5)
                )
    return BenchTable(
        name="state, questions without an answer",
        command="twintree bench state",
        columns=("mode", "balanced accuracy", "answerable found", "unanswerable refused"),
        rows=tuple(rows),
        notes=(f"{len(asked)} questions about {len(papers)} papers, each asked of its own paper",),
        targets=tuple(targets),
    )


def _share(truth: Sequence[bool], said: Sequence[bool], wanted: bool) -> float:
    chosen = [s == wanted for t, s in zip(truth, said, strict=True) if t is wanted]
    return sum(chosen) / len(chosen) if chosen else 0.0
