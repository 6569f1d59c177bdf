"""Questions to develop answering with (gold/develop.jsonl): what is shown, and what of the evidence is read at all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from twintree.base.answers import Answer
from twintree.base.text import folded
from twintree.bench.corpus import library_of, names_of, pdfs
from twintree.bench.table import BenchTable, Cell
from twintree.library import Library

_KINDS = ("named", "content", "number", "cell", "compare", "refused", "beside", "foreign", "several")


def gold() -> list[dict[str, Any]]:
    """The questions, as they were committed."""
    text = (resources.files("twintree.bench") / "gold" / "develop.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line]


def run(data: Path) -> BenchTable:
    """What the modes show and read, by kind of question; nothing here is to be reported.

    Args:
        data: the folder that holds ``library``.
    """
    root = data / "library"
    rows: list[tuple[Cell, ...]] = []
    with library_of(pdfs(root), "papers-113") as library:
        names = {paper: name for name, paper in names_of(library, root).items()}
        for mode in ("direct", "state", "agent"):
            told = [(each, library.ask(each["question"], mode=mode)) for each in gold()]
            for kind in _KINDS:
                judged = [
                    judge(library, names, each, answer) for each, answer in told if each["kind"] == kind
                ]
                rows.append((mode, kind, len(judged), *_means(judged)))
    return BenchTable(
        name="develop",
        command="twintree bench develop",
        columns=("mode", "kind", "questions", "shown first", "shown", "of the evidence read", "pages read"),
        rows=tuple(rows),
        notes=(
            "questions that rules were made from: their figures say whether a change did what it was made for, no more",
            "compare: every paper cited and no sentence of thanks or grants; several: evidence is read",
            "refused: shown first when there is no answer and the paper is among the nearest, shown when told why",
        ),
    )


def _means(judged: Sequence[tuple[float, float, float, int]]) -> tuple[float, ...]:
    return tuple(sum(each[at] for each in judged) / len(judged) for at in range(4))


def judge(
    library: Library, names: dict[str, str], asked: dict[str, Any], answer: Answer
) -> tuple[float, float, float, int]:
    """Whether the first sentence, and whether any, shows what is expected; the share of evidence read; pages read.

    Args:
        library: that was asked.
        names: files by paper, as in the gold.
        asked: a question.
        answer: to it.
    """
    shown = [_shown(names, asked, sentence.citations, sentence.text) for sentence in answer.sentences]
    if asked["kind"] == "compare":
        cited = {names.get(str(c.paper), "") for sentence in answer.sentences for c in sentence.citations}
        never = any(key in sentence.text for key in asked["never"] for sentence in answer.sentences)
        whole = float({each["file"] for each in asked["evidence"]} <= cited and not never)
        first = any_ = whole
    elif asked["kind"] == "refused":
        near = {names.get(str(row.id), "") for row in answer.nearest}
        first = float(not answer.found and all(each["file"] in near for each in asked["evidence"]))
        any_ = first * float(all(each["key"] in answer.reason for each in asked["evidence"]))
    else:
        first, any_ = float(bool(shown) and shown[0]), float(any(shown))
    read = [
        (
            names.get(str(library.papers.file(file).paper), ""),
            page,
            _letters(library.papers.page(file, page).text),
        )
        for file, page in answer.read_pages
    ]
    there = [
        any(
            file == each["file"] and (page == each["page"] or _letters(each["key"]) in text)
            for file, page, text in read
        )
        for each in asked["evidence"]
    ]
    return first, any_, sum(there) / len(there), len(read)


def _shown(names: dict[str, str], asked: dict[str, Any], cited: Sequence[Any], text: str) -> bool:
    places = {(names.get(str(c.paper), ""), span.page) for c in cited for span in c.spans}
    files = {file for file, _ in places}
    return any(
        (each["file"] in files if not each["page"] else (each["file"], each["page"]) in places)
        and _letters(each["key"]) in _letters(text)
        for each in asked["evidence"]
    )


def _letters(text: str) -> str:
    return "".join(char for char in folded(text) if char.isalnum())
