"""Modes against each other on QASPER: evidence at an equal budget, answers, and questions without an answer.

Nothing is tuned here: the Verifier's weights come from ``state_training``, which shares nothing with these papers.
"""

from __future__ import annotations

import json
import random
import re
import string
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from twintree.answering.modes import AskSettings
from twintree.base.ids import PaperId
from twintree.base.records import Answer, Record, Scope
from twintree.bench.found import balanced_accuracy
from twintree.bench.table import BenchTable, Cell, Target
from twintree.bench.text_library import TextPaper, flat_papers, full_papers, text_library
from twintree.library import Library
from twintree.metrics.intervals import bootstrap_interval, paired_bootstrap

#: Paragraphs of evidence that each mode is judged by.
_BUDGET = 3
_SEED = 0
_FLOAT = "FLOAT SELECTED"
_UNANSWERABLE = "Unanswerable"


class Asked(Record, frozen=True, kw_only=True):
    """A question about one paper, with what annotators said.

    Attributes:
        paper: the paper's name.
        question: the words.
        evidence: for each annotator with evidence in the text, its pages.
        answers: reference answers; none where only answerability is known.
        kind: extractive | abstractive | yes_no | unanswerable, by the first annotator.
        unanswerable: whether every annotator found no answer.
    """

    paper: str
    question: str
    evidence: tuple[frozenset[int], ...] = ()
    answers: tuple[str, ...] = ()
    kind: str = ""
    unanswerable: bool = False


class Told(Record, frozen=True, kw_only=True):
    """What a mode made of a question: pages of its evidence in order, its words, and what it cost."""

    pages: tuple[int, ...]
    text: str
    found: bool
    complete: bool
    tokens: int
    seconds: float


Mode = Callable[[Library, PaperId, Asked], Told]


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
        from twintree.bench.state_models import with_models

        return [with_models(whole, asked, quick=quick)]
    tables = [_modes(whole, asked, quick=quick)]
    if not quick:
        flat = flat_papers(folder / "texts.jsonl")
        tables.append(_answerable(flat, list(read_flat(folder / "text_questions.jsonl"))))
    return tables


# ── questions ────────────────────────────────────────────────────────────────────────────────────────────


def read_questions(path: Path, papers: Sequence[TextPaper]) -> Iterator[Asked]:
    """The questions of whole papers; evidence as page numbers of ``text_library``."""
    texts = {paper.name: paper.paragraphs for paper in papers}
    for paper in json.loads(path.read_text("utf-8")):
        number = {text: at for at, text in enumerate(texts[paper["id"]], 1)}
        for question, given in zip(paper["qas"]["question"], paper["qas"]["answers"], strict=True):
            answers = given["answer"]
            sets = [frozenset(number[e] for e in a["evidence"] if e in number) for a in answers]
            yield Asked(
                paper=paper["id"],
                question=question,
                evidence=tuple(each for each in sets if each),
                answers=tuple(_reference(answer) for answer in answers),
                kind=_kind(answers[0]),
                unanswerable=all(answer["unanswerable"] for answer in answers),
            )


def read_flat(path: Path) -> Iterator[Asked]:
    """The questions of papers of which only the text is known."""
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        yield Asked(paper=row["paper_id"], question=row["question"], unanswerable=row["unanswerable"])


def _reference(answer: dict[str, Any]) -> str:
    if answer["unanswerable"]:
        return _UNANSWERABLE
    if answer["yes_no"] is not None:
        return "Yes" if answer["yes_no"] else "No"
    return ", ".join(answer["extractive_spans"]) or str(answer["free_form_answer"])


def _kind(answer: dict[str, Any]) -> str:
    if answer["unanswerable"]:
        return "unanswerable"
    if answer["yes_no"] is not None:
        return "yes_no"
    return "extractive" if answer["extractive_spans"] else "abstractive"


def drawn(asked: Sequence[Asked], most: int) -> list[Asked]:
    """So many questions with evidence in the text, the same ones each time: a language model takes its time."""
    found = [each for each in asked if each.evidence]
    random.Random(_SEED).shuffle(found)  # noqa: S311 - a draw, not a secret
    return found[:most]


# ── modes ────────────────────────────────────────────────────────────────────────────────────────────────


def ask_in(mode: str, **changes: Any) -> Mode:
    """A mode of the library, with settings of ``state`` or ``agent`` changed."""

    def told(library: Library, paper: PaperId, asked: Asked) -> Told:
        from msgspec.structs import replace

        desk = library.questions
        before = desk.modes
        part = "agent" if mode == "agent" else "state"
        desk.modes = replace(AskSettings(), **{part: replace(getattr(before, part), **changes)})
        begun = time.process_time()
        try:
            answer = library.ask(asked.question, Scope(papers=(paper,)), mode=mode)
        finally:
            desk.modes = before
        return _told(answer, time.process_time() - begun)

    return told


def similarity(library: Library, paper: PaperId, asked: Asked) -> Told:
    """Bare similarity: the nearest paragraphs, always said to answer."""
    hits = library.passages(asked.question, [paper], limit=_BUDGET)
    return Told(
        pages=tuple(dict.fromkeys(hit.page for hit in hits)),
        text=" ".join(hit.snippet for hit in hits[:1]),
        found=True,
        complete=True,
        tokens=0,
        seconds=0.0,
    )


def at_random(library: Library, paper: PaperId, asked: Asked) -> Told:
    """Paragraphs drawn at random, and a coin for whether there is an answer."""
    drawn = random.Random(asked.question)  # noqa: S311 - a baseline, not a secret
    pages = library.papers.row(paper).pages
    return Told(
        pages=tuple(drawn.sample(range(1, pages + 1), min(_BUDGET, pages))),
        text="",
        found=drawn.random() < 0.5,
        complete=True,
        tokens=0,
        seconds=0.0,
    )


def refuse(_library: Library, _paper: PaperId, _asked: Asked) -> Told:
    """Says that nothing can be answered."""
    return Told(pages=(), text=_UNANSWERABLE, found=False, complete=True, tokens=0, seconds=0.0)


def _told(answer: Answer, seconds: float) -> Told:
    text = " ".join(each.text for each in answer.sentences) if answer.found else _UNANSWERABLE
    return Told(
        pages=tuple(dict.fromkeys(page for _, page in answer.read_pages)),
        text=text if answer.status == "complete" else "",
        found=answer.found,
        complete=answer.status == "complete",
        tokens=answer.tokens.get("reader", 0) + answer.tokens.get("auxiliary", 0),
        seconds=seconds,
    )


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


# ── figures ──────────────────────────────────────────────────────────────────────────────────────────────


def evidence_scores(pages: Sequence[int], evidence: Sequence[frozenset[int]]) -> tuple[float, float, float]:
    """Precision, recall and F1 of the first paragraphs against the annotator that agrees best."""
    shown = set(pages[:_BUDGET])
    best = max(evidence, key=lambda right: (len(shown & right) / (len(shown) + len(right)), sorted(right)))
    hits = len(shown & best)
    f1 = 2 * hits / (len(shown) + len(best))
    return (hits / len(shown) if shown else 0.0, hits / len(best), f1)


def answer_f1(text: str, references: Sequence[str]) -> float:
    """QASPER's token F1 against the reference that agrees best; articles and punctuation do not count."""
    return max((_token_f1(_norm(text), _norm(each)) for each in references), default=0.0)


def _norm(text: str) -> list[str]:
    plain = "".join(" " if char in string.punctuation else char for char in text.lower())
    return re.sub(r"\b(a|an|the)\b", " ", plain).split()


def _token_f1(said: Sequence[str], right: Sequence[str]) -> float:
    same = sum((Counter(said) & Counter(right)).values())
    return 2 * same / (len(said) + len(right)) if same else 0.0


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
