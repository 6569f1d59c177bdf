"""How long each way of answering takes: to the first sentence that is shown, and to the end.

Over real papers whose hierarchies are made beforehand, with the roles that need no model; ``models`` adds each
installed language model as the reader. A question that nothing answers shows its verdict, at the end.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from twintree.base.answers import AnswerSentence
from twintree.base.records import Record
from twintree.bench import multi
from twintree.bench.corpus import library_of, pdfs
from twintree.bench.found import gold
from twintree.bench.table import BenchTable, Cell
from twintree.library import Library
from twintree.models.shelf import InstalledModel, ModelShelf

_MODES = ("direct", "state", "agent")
#: Questions about one thing, and about several papers; with models a quarter of them.
_ONE, _SEVERAL = 40, 20
_QUICK = 4
#: In a quick run every so manyth paper.
_EVERY = 6


class Took(Record, frozen=True, kw_only=True):
    """Seconds of the clock from the question to what is shown first, and to the end."""

    first: float
    whole: float


Way = Callable[[Library, str], Took]


def run(data: Path, quick: bool = False, models: bool = False) -> BenchTable:
    """Median and 95th percentile of each mode and kind of question.

    Args:
        data: the folder that holds ``library``.
        quick: a sixth of the papers, four questions of each kind, of the models the smallest.
        models: with each installed language model too.
    """
    paths = pdfs(data / "library")
    asked = questions(_QUICK if quick else None)
    ways: dict[str, tuple[Way, int]] = {"plain search (trivial)": (search, 1)}
    ways |= {mode: (ask_in(mode), 1) for mode in _MODES}
    for model in installed(smallest=quick) if models else ():
        ways |= {f"{mode}, {model.id}": (ask_in(mode, model.id), 1 if quick else 4) for mode in _MODES}
    with (
        library_of(paths[::_EVERY] if quick else paths, "papers-20" if quick else "papers-113") as kept,
        tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder,
    ):
        prepared = prepare(kept)
        # Runs are kept in a copy, so that the library stays as it is for other benchmarks.
        with Library.open(shutil.copytree(kept.path, Path(folder) / "library")) as library:
            papers = library.papers.count()
            rows = [
                row
                for name, (way, share) in ways.items()
                for kind, texts in asked.items()
                if (row := _row(name, kind, timed(library, way, texts[::share])))
            ]
    return BenchTable(
        name="modes",
        command=f"twintree bench modes{' --models' if models else ''}",
        columns=(
            "mode",
            "question",
            "n",
            "first shown s, median",
            "first shown s, p95",
            "end s, median",
            "end s, p95",
        ),
        rows=tuple(rows),
        notes=(
            f"{papers} papers; seconds of the clock, each mode warmed by one question that is not counted",
            "one thing: gold/found.jsonl, a fifth of it without an answer here; several papers: gold/multi; "
            "first shown: the first sentence, or the verdict where there is none",
            f"hierarchies were made beforehand: {prepared[0]} papers in {prepared[1]:.1f} s "
            "(an import does it in the background)",
        ),
    )


def questions(most: int | None = None) -> dict[str, list[str]]:
    """Questions about one thing, a fifth of them without an answer here, and about several papers."""
    one = [each["question"] for each in gold() if each["answerable"]][: _ONE * 4 // 5]
    foreign = [each["question"] for each in gold() if not each["answerable"]][: _ONE // 5]
    mixed = [
        text for at, text in enumerate(one) for text in (text, *foreign[at // 4 : at // 4 + (at % 4 == 3)])
    ]
    several = [each.question for each in multi.questions()][:_SEVERAL]
    return {"one thing": mixed[:most], "several papers": several[:most]}


def installed(*, smallest: bool) -> list[InstalledModel]:
    """The language models of this machine, the smallest first."""
    found = [each for each in ModelShelf().installed() if each.kind == "llm"]
    found.sort(key=lambda each: each.size)
    return found[:1] if smallest else found


def prepare(library: Library) -> tuple[int, float]:
    """Make the hierarchies that are missing; how many, and the seconds it took."""
    begun = time.perf_counter()
    missing = library.hierarchies.missing([row.id for row in library.papers.rows(limit=1_000_000)])
    for paper in missing:
        library.hierarchies.of(paper)
    return len(missing), time.perf_counter() - begun


def search(library: Library, question: str) -> Took:
    """What a person has without any answering: the list of papers."""
    begun = time.perf_counter()
    library.search(question)
    took = time.perf_counter() - begun
    return Took(first=took, whole=took)


def ask_in(mode: str, model: str = "") -> Way:
    """A mode, written by a model where one is named."""

    def way(library: Library, question: str) -> Took:
        shown: list[float] = []

        def on_sentence(_: AnswerSentence) -> None:
            shown.append(time.perf_counter() - begun)

        begun = time.perf_counter()
        library.ask(question, mode=mode, model=model, on_sentence=on_sentence)
        whole = time.perf_counter() - begun
        return Took(first=min([*shown, whole]), whole=whole)

    return way


def timed(library: Library, way: Way, texts: Sequence[str]) -> list[Took]:
    """How long each question took, once the way was gone before."""
    if texts:
        way(library, texts[-1])
    return [way(library, text) for text in texts]


def _row(name: str, kind: str, took: Sequence[Took]) -> tuple[Cell, ...]:
    if not took:
        return ()
    first, whole = [each.first for each in took], [each.whole for each in took]
    figures = [float(np.quantile(each, share)) for each in (first, whole) for share in (0.5, 0.95)]
    return (name, kind, len(took), *(round(each, 3) for each in figures))
