"""Questions over several papers (gold/multi): coverage of the reference, pages of evidence, order of the calls."""

from __future__ import annotations

import csv
import io
import json
import time
import zlib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from twintree.base.answers import Answer
from twintree.base.records import Record
from twintree.base.text import folded
from twintree.bench.corpus import kept_path, library_of, names_of, pdfs
from twintree.bench.table import BenchTable, Cell
from twintree.knowledge.entailment import Judge, judge_for
from twintree.library import Library
from twintree.metrics.intervals import bootstrap_interval, paired_bootstrap
from twintree.models.host import ModelHost

_GOLD = resources.files("twintree.bench") / "gold" / "multi" / "questions.jsonl"
_SEED = 0
_MODES = ("direct", "state", "agent")
#: Pages drawn for the trivial row.
_DRAWN = 10
#: Probabilities of support between which a person decides, on the sheet.
_DISPUTED = (0.35, 0.65)
_QUICK = 6


class Question(Record, frozen=True, kw_only=True):
    """A question with its reference: statements, and for evidence (file, page, key)."""

    id: str
    kind: str
    question: str
    statements: tuple[tuple[str, bool], ...]  #: text, and whether no single paper says it
    evidence: tuple[tuple[str, int, str], ...]


class Scored(Record, frozen=True, kw_only=True):
    """One answer's figures, each in [0, 1]; ``inferred`` is None where the question infers nothing."""

    coverage: float
    inferred: float | None
    precision: float
    recall: float
    cited_precision: float
    read: int = 0  #: pages
    papers: int = 0  #: papers that the answer cites
    ordered: bool | None = None


def questions() -> list[Question]:
    """The thirty questions, as they were committed."""
    rows = [json.loads(line) for line in _GOLD.read_text("utf-8").splitlines() if line]
    return [
        Question(
            id=row["id"],
            kind=row["kind"],
            question=row["question"],
            statements=tuple((each["text"], bool(each["inferred"])) for each in row["reference"]),
            evidence=tuple((each["file"], int(each["page"]), each["key"]) for each in row["evidence"]),
        )
        for row in rows
    ]


def run(data: Path, quick: bool = False) -> BenchTable:
    """The modes over the shared library; ``quick`` asks the first six questions.

    Args:
        data: the folder that holds ``library``.
        quick: whether to ask fewer.
    """
    root = data / "library"
    asked = questions()[: _QUICK if quick else None]
    sheet: list[tuple[str, ...]] = []
    scores: dict[str, list[Scored]] = {}
    seconds: dict[str, float] = {}
    with library_of(pdfs(root), "papers-113") as library, ModelHost() as host:
        judge = judge_for(host.embed, host.info().id)
        names = {paper: name for name, paper in names_of(library, root).items()}
        for mode in _MODES:
            begun = time.process_time()
            scores[mode] = []
            for each in asked:
                answer = library.ask(each.question, mode=mode)
                scores[mode].append(_score(library, each, answer, names, judge, sheet, mode))
            seconds[mode] = (time.process_time() - begun) / len(asked)
        scores["random pages"] = [_drawn(library, each, names) for each in asked]
    path = kept_path("multi-sheet.csv")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_csv(sheet), "utf-8")
    return BenchTable(
        name="multi",
        command="twintree bench multi",
        columns=(
            "mode",
            "coverage",
            "of inferred",
            "evidence precision",
            "evidence recall",
            "pages read",
            "precision of pages cited",
            "papers cited",
            "recall over direct",
            "CPU s",
        ),
        rows=tuple(
            _row(name, each, scores["direct"], seconds.get(name, 0.0)) for name, each in scores.items()
        ),
        notes=(
            f"{len(asked)} questions of gold/multi, five to nine papers each; roles and policy without a model",
            "coverage: reference statements that a sentence of the answer supports, by the entailment head; "
            f"{len(sheet)} disputed ones for a person in {path.name} beside the benchmark's libraries",
            "evidence: pages read; a page counts when it is in the gold or holds the key of an item of its file",
            _order_note(scores["agent"]),
        ),
    )


def _score(
    library: Library,
    asked: Question,
    answer: Answer,
    names: dict[str, str],
    judge: Judge,
    sheet: list[tuple[str, ...]],
    mode: str,
) -> Scored:
    said = [each.text for each in answer.sentences if each.supported]
    covered = []
    chances = judge.matrix([text for text, _ in asked.statements], said)[:, :, 0] if said else None
    for at, (text, _) in enumerate(asked.statements):
        best = float(chances[at].max()) if chances is not None else 0.0
        covered.append(best >= judge.supports_at)
        if chances is not None and _DISPUTED[0] <= best <= _DISPUTED[1]:
            sheet.append((asked.id, mode, text, said[int(chances[at].argmax())], f"{best:.2f}", ""))
    inferred = [c for c, (_, own) in zip(covered, asked.statements, strict=True) if own]
    precision, recall = _pages(library, asked, answer.read_pages, names)
    cited = tuple(dict.fromkeys((c.file, c.page) for each in answer.sentences for c in each.citations))
    return Scored(
        coverage=float(np.mean(covered)),
        inferred=float(np.mean(inferred)) if inferred else None,
        precision=precision,
        recall=recall,
        cited_precision=_pages(library, asked, cited, names)[0],
        read=len(answer.read_pages),
        papers=len({c.paper for each in answer.sentences for c in each.citations}),
        ordered=_ordered(answer) if answer.calls else None,
    )


def _pages(
    library: Library, asked: Question, pages: Sequence[tuple[Any, int]], names: dict[str, str]
) -> tuple[float, float]:
    """Precision and recall of pages: in the gold, or holding the key of an item of the same file."""
    wanted = {(file, page): key for file, page, key in asked.evidence}
    hit, right = set[int](), 0
    for file, number in pages:
        name = names.get(str(library.papers.file(file).paper), "")
        text = _letters(library.papers.page(file, number).text)
        found = {
            at
            for at, (own, page, key) in enumerate(asked.evidence)
            if own == name and (page == number or _letters(key) in text)
        }
        hit |= found
        right += bool(found)
    precision = right / len(pages) if pages else 0.0
    return precision, len(hit) / len(wanted) if wanted else 0.0


def _letters(text: str) -> str:
    return "".join(char for char in folded(text) if char.isalnum())


def _ordered(answer: Answer) -> bool:
    """Whether the first search comes before the first look at structure, and that before the first page."""
    order = [call.tool for call in answer.calls if not call.problem]
    first = {
        layer: next((at for at, tool in enumerate(order) if tool in tools), None)
        for layer, tools in (
            ("search", ("search_documents",)),
            ("structure", ("get_document_tree", "search_within_paper")),
            ("pages", ("get_page_content",)),
        )
    }
    places = [at for at in first.values() if at is not None]
    return len(places) == len(first) and places == sorted(places)


def _drawn(library: Library, asked: Question, names: dict[str, str]) -> Scored:
    """Pages drawn at random from the whole library."""
    rng = np.random.default_rng(zlib.crc32(asked.id.encode()))
    rows = [row for row in library.papers.rows(limit=1_000) if row.pages]
    pages = []
    for at in rng.integers(0, len(rows), _DRAWN):
        file = library.papers.files(rows[at].id)[0]
        pages.append((file.id, int(rng.integers(1, file.pages + 1))))
    precision, recall = _pages(library, asked, pages, names)
    return Scored(
        coverage=0.0,
        inferred=0.0,
        precision=precision,
        recall=recall,
        cited_precision=precision,
        read=len(pages),
    )


def _row(name: str, made: Sequence[Scored], direct: Sequence[Scored], seconds: float) -> tuple[Cell, ...]:
    inferred = [each.inferred for each in made if each.inferred is not None]
    over = None
    if name != "direct":
        over = paired_bootstrap([each.recall for each in made], [each.recall for each in direct], _SEED)
    return (
        name,
        bootstrap_interval([each.coverage for each in made], _SEED),
        bootstrap_interval(inferred, _SEED) if inferred else None,
        bootstrap_interval([each.precision for each in made], _SEED),
        bootstrap_interval([each.recall for each in made], _SEED),
        float(np.mean([each.read for each in made])),
        bootstrap_interval([each.cited_precision for each in made], _SEED),
        float(np.mean([each.papers for each in made])),
        over,
        seconds,
    )


def _order_note(made: Sequence[Scored]) -> str:
    told = [each.ordered for each in made if each.ordered is not None]
    return f"{sum(told)} of {len(told)} recorded trajectories keep the order search, structure, pages"


def _csv(rows: Sequence[tuple[str, ...]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("question", "mode", "reference statement", "nearest sentence", "support", "verdict"))
    writer.writerows(rows)
    return out.getvalue()
