"""``twintree bench NAME``: run a benchmark and print its table."""

from __future__ import annotations

import importlib
import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from twintree.base.errors import NotFound, WrongUse
from twintree.cli.common import JsonOption
from twintree.cli.output import DONE, emit, muted, say

#: Name -> module with ``run(data: Path) -> BenchTable``, and what it measures.
BENCHMARKS: dict[str, tuple[str, str]] = {
    "speed": ("twintree.bench.speed", "drop to searchable, against a bare PyMuPDF loop"),
    "retrieval": ("twintree.bench.retrieval", "SciFact: nDCG@10 and recall of words, vectors, fusion"),
    "found": ("twintree.bench.found", "does the library answer it or not, at 5, 113 and 10,000 papers"),
    "subjects": (
        "twintree.bench.subjects",
        "is a question refused whose words the library has, but not its subject",
    ),
    "evidence": ("twintree.bench.evidence", "QASPER: the paragraphs of a known paper that answer a question"),
    "answers": ("twintree.bench.answers", "does an answer show the sentence that holds it, of 113 papers"),
    "generated": (
        "twintree.bench.generated",
        "generated against extractive answers, each model that is here",
    ),
    "models": (
        "twintree.bench.models",
        "embeddings and tokens a second, first token, giving way to a question",
    ),
    "host": ("twintree.bench.host", "kills of the models' process during calls: nothing lost, nothing stuck"),
    "citations": (
        "twintree.bench.citations",
        "quotes on their page by a second extractor, rectangles by OCR",
    ),
    "latency": ("twintree.bench.latency", "10,000 papers: opening, search, bytes and vectors a paper"),
    "crash": ("twintree.bench.crash", "kills at every named step and at random ones"),
    "check": ("twintree.bench.check", "100 seeded mutations: named by check, repaired by rebuild"),
    "complete": ("twintree.bench.complete", "reading to the end, against layout model and embedder alone"),
    "structure": ("twintree.bench.structure", "section titles against hidden outlines and JATS"),
    "text": ("twintree.bench.text", "reading order and divided words, against JATS paragraphs"),
    "ocr": ("twintree.bench.ocr", "word accuracy on pages made into pictures"),
    "metadata": ("twintree.bench.metadata", "titles, authors, year, abstract, DOI"),
    "hostile": ("twintree.bench.hostile", "broken and odd files: read, refused, seconds, memory"),
    "references": ("twintree.bench.references", "reference entries, fields and in-text links"),
    "roles": ("twintree.bench.roles", "citation roles on SciCite and ACL-ARC"),
    "entailment": ("twintree.bench.entailment", "SciFact: does a passage support or contradict a claim"),
    "claims": ("twintree.bench.claims", "claims of ten papers against gold by hand; --quick: the open half"),
    "explore": ("twintree.bench.explore", "hidden reference lists asked back through the citation graph"),
    "state": (
        "twintree.bench.state",
        "QASPER: direct, state and agent, their ablations, unanswerable questions",
    ),
    "carrier": ("twintree.bench.carrier", "typed state or free transcript between the same model's roles"),
    "multi": ("twintree.bench.multi", "questions over five or more papers: coverage, pages, order of calls"),
    "modes": (
        "twintree.bench.modes",
        "seconds to the first sentence and to the end, mode by mode; --models: with each model too",
    ),
    "pages": ("twintree.bench.pages", "questions about a known paper: the right page first"),
    "develop": ("twintree.bench.develop", "questions that answering is developed with; nothing to report"),
    "methods": (
        "twintree.bench.methods",
        "methods and relations against gold by hand; --quick: the open half",
    ),
    "method-cost": (
        "twintree.bench.method_cost",
        "a model's reading for methods: tokens, seconds and F1, chosen and all segments",
    ),
    "funnel": (
        "twintree.bench.funnel",
        "10² to 10⁵ methods: the funnel beside flat search, comparisons counted",
    ),
    "many-methods": (
        "twintree.bench.many_methods",
        "50,000 made-up methods: what a person waits for",
    ),
    "trees": ("twintree.bench.trees", "growing the two trees beside building them afresh"),
    "ablations": ("twintree.bench.ablations", "pages behind methods beside those of passages, part by part"),
}
#: Benchmarks of the window run in a process of their own.
_WINDOW = {
    "desktop": ("twintree_desktop.bench", "the window: start, table, filter, page turns"),
    "graphs": ("twintree_desktop.graphs.bench", "the graph canvas: ms a frame at 5,000 nodes and edges"),
}


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("bench")(bench)


def bench(
    name: Annotated[str, typer.Argument(help="Which one; without a name they are listed.")] = "",
    data: Annotated[
        Path,
        typer.Option(
            help="The folder with library/, hostile/ and bench/ (test input).", envvar="TWINTREE_SHARED"
        ),
    ] = Path("../shared"),
    quick: Annotated[
        bool, typer.Option("--quick", help="A smaller run, where the benchmark has one.")
    ] = False,
    models: Annotated[
        bool,
        typer.Option("--models", help="Each language model of this machine too, where the benchmark can."),
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Run a benchmark; each has a trivial row, and an interval where it measures quality."""
    if not name and as_json:
        emit({"benchmarks": {each: what for each, (_, what) in BENCHMARKS.items()}})
        return DONE
    if not name:
        for each, (_, what) in BENCHMARKS.items():
            say(f"{each:<12} {what}")
        for key, (_, about) in _WINDOW.items():
            say(f"{key:<12} {about}")
        return DONE
    if name not in BENCHMARKS and name not in _WINDOW:
        raise WrongUse(f"There is no benchmark {name!r}.", f"There are {', '.join([*BENCHMARKS, *_WINDOW])}.")
    if name in BENCHMARKS and not data.is_dir():
        raise NotFound(f"The test input is not in {data}.", "Name its folder with --data.")
    from twintree.bench.in_charge import in_charge

    with in_charge():
        if name in _WINDOW:
            command = [sys.executable, "-m", _WINDOW[name][0], *(["--json"] if as_json else [])]
            return subprocess.run(
                command, check=False, env={**os.environ, "TWINTREE_SHARED": str(data)}
            ).returncode
        run: Any = importlib.import_module(BENCHMARKS[name][0]).run
        taken = inspect.signature(run).parameters
        extra = {name: value for name, value in (("quick", quick), ("models", models)) if name in taken}
        tables = run(data, **extra)
    tables = list(tables) if isinstance(tables, list | tuple) else [tables]
    if as_json:
        import msgspec

        emit({"tables": [msgspec.json.decode(table.to_json()) for table in tables]})
        return DONE
    for table in tables:
        say(table.to_text())
        muted("")
    return DONE
