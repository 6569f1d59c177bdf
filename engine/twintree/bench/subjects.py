"""Subjects: is a question refused whose words the library has, though not its subject (gold/subjects.jsonl)?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from twintree.bench.corpus import library_of, pdfs
from twintree.bench.found import balanced_accuracy
from twintree.bench.table import BenchTable, Target
from twintree.library import Library

_GOLD = resources.files("twintree.bench") / "gold"
_BAR = 0.85


def gold() -> list[dict[str, Any]]:
    """The questions, as they were committed."""
    return [json.loads(line) for line in (_GOLD / "subjects.jsonl").read_text("utf-8").splitlines() if line]


def small() -> list[str]:
    """The twelve papers that the answerable questions are about, as paths within the sample library."""
    return list(json.loads((_GOLD / "subjects_small.json").read_text("utf-8"))["papers"])


def run(data: Path, quick: bool = False) -> BenchTable:
    """Balanced accuracy on both halves, over twelve papers and over 113; ``quick`` leaves out the 113."""
    root = data / "library"
    rows: list[tuple[Any, ...]] = []
    targets: list[Target] = []
    with library_of([root / name for name in small()], "subjects-12") as library:
        measure(rows, targets, "12", library)
    if not quick:
        with library_of(pdfs(root), "papers-113") as library:
            measure(rows, targets, "113", library)
    rows.append(("always found", "any", "report", 0.5, 1.0, 0.0, 0.0))
    return BenchTable(
        name="subjects",
        command="twintree bench subjects",
        columns=(
            "method",
            "papers",
            "half",
            "balanced accuracy",
            "answerable found",
            "near foreign refused",
            "far foreign refused",
        ),
        rows=tuple(rows),
        notes=(
            "gold/subjects.jsonl: 43 questions that twelve papers answer in other words, 50 that share common words "
            "with the library and no subject; the open half is there to develop with, the report half is the figure",
        ),
        targets=tuple(targets),
    )


def measure(rows: list[tuple[Any, ...]], targets: list[Target], size: str, library: Library) -> None:
    """Add the rows of one library, one a half, and the target of the reported one."""
    for half in ("open", "report"):
        told = [(q, library.ask(q["question"]).found) for q in gold() if q["split"] == half]
        value = balanced_accuracy([bool(q["answerable"]) for q, _ in told], [found for _, found in told])
        rows.append(
            (
                "Twintree",
                size,
                half,
                value,
                _share(found for q, found in told if q["answerable"]),
                _share(not found for q, found in told if q.get("kind") == "near"),
                _share(not found for q, found in told if q.get("kind") == "far"),
            )
        )
        if half == "report":
            targets.append(
                Target(
                    name=f"balanced accuracy at {size} papers", bar=_BAR, measured=value.value, trivial=0.5
                )
            )


def _share(values: Iterable[bool]) -> float:
    counted: Sequence[bool] = list(values)
    return sum(counted) / len(counted) if counted else 0.0
