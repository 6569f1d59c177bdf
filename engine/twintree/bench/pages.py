"""Questions about a known paper (gold/pages.jsonl): is the right page cited first, and is it read at all."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from twintree.base.answers import Scope
from twintree.base.ids import PaperId
from twintree.bench.corpus import library_of, names_of, pdfs
from twintree.bench.table import BenchTable
from twintree.library import Library
from twintree.metrics.intervals import bootstrap_interval

Pages = Callable[[Library, PaperId, str], Sequence[int]]


def gold() -> list[dict[str, Any]]:
    """The questions, as they were committed."""
    text = (resources.files("twintree.bench") / "gold" / "pages.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line]


def run(data: Path) -> BenchTable:
    """Page at rank one, and among those cited or read, on the report half; by kind of question."""
    root = data / "library"
    rows: list[tuple[Any, ...]] = []
    with library_of(pdfs(root), "papers-113") as library:
        papers = names_of(library, root)
        for name, ranked in (("random page", _random), ("best passage", _passages), ("ask", _ask)):
            for kind in ("place", "content"):
                asked = [
                    q for q in gold() if q["split"] == "report" and q["kind"] == kind and q["file"] in papers
                ]
                rows.append(_row(name, kind, library, papers, asked, ranked))
    return BenchTable(
        name="pages",
        command="twintree bench pages",
        columns=("method", "questions", "n", "right page first", "right page among five"),
        rows=tuple(rows),
        notes=(
            "report half of gold/pages.jsonl; place questions name a figure, table, section, page or part",
        ),
    )


def _row(
    name: str,
    kind: str,
    library: Library,
    papers: dict[str, str],
    asked: Sequence[dict[str, Any]],
    ranked: Pages,
) -> tuple[Any, ...]:
    first, among = [], []
    for question in asked:
        pages = ranked(library, PaperId(papers[question["file"]]), question["question"])
        right = {each["page"] for each in question["evidence"] if each["file"] == question["file"]}
        first.append(float(bool(pages) and pages[0] in right))
        among.append(float(any(page in right for page in pages[:5])))
    return (name, kind, len(asked), bootstrap_interval(first), bootstrap_interval(among))


def _random(library: Library, paper: PaperId, question: str) -> list[int]:
    pages = list(range(1, library.papers.get(paper).row.pages + 1))
    random.Random(question).shuffle(pages)  # noqa: S311 - a baseline, not a secret
    return pages


def _passages(library: Library, paper: PaperId, question: str) -> list[int]:
    hits = library.passages(question, [paper])
    return list(dict.fromkeys(hit.page for hit in hits))


def _ask(library: Library, paper: PaperId, question: str) -> list[int]:
    answer = library.ask(question, Scope(papers=(paper,)))
    return list(dict.fromkeys(c.page for sentence in answer.sentences for c in sentence.citations))
