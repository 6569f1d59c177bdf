"""Calibrates when methods of two papers are one: ``python -m twintree.knowledge.train.method_merging LIBRARY``.

``LIBRARY`` is a library of the shared papers in which methods were found. Pairs and labels are ours
(``bench/gold/method_pairs``); bounds are chosen on one half of the pairs and scored on the other.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections import defaultdict
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np

from twintree.base.records import Record
from twintree.knowledge.methods.canonical import MergeBounds, bounds_for, needed_cosine, told_apart
from twintree.store import methodrows
from twintree.store.ledger import Ledger

_PAIRS = files("twintree.bench") / "gold" / "method_pairs" / "pairs.tsv"
#: A wrong merge costs more than a missed one: it is harder to see.
_BETA = 0.5


class Pair(Record, frozen=True, kw_only=True):
    """Two methods with a name in common: their cosine, what they share, and whether they are one."""

    cosine: float
    shared: frozenset[str]
    both_derived: bool
    one: bool
    apart: bool = False  #: their names alone set them apart


def pairs_of(library: Path, model: str) -> list[Pair]:
    """The labelled pairs that this library holds, with the vectors of one embedder."""
    ledger = Ledger(library / "ledger.sqlite", readonly=True)
    connection = ledger.read()
    stems = {
        row["paper"]: Path(row["name"]).stem for row in connection.execute("SELECT paper, name FROM file")
    }
    keys: dict[str, set[str]] = defaultdict(set)
    for row in connection.execute("SELECT source, key FROM method_name"):
        keys[row["source"]].add(row["key"])
    vectors = {
        row["id"]: np.frombuffer(row["vector"], np.float32)
        for row in connection.execute(
            "SELECT method_source.id, embedding.vector FROM method_source JOIN embedding "
            "ON embedding.hash = method_source.hash AND embedding.model LIKE ? || '%'",
            (model,),
        )
    }
    sources = {(stems[each.paper], each.name): each for each in methodrows.read_sources(connection, "1")}
    found = []
    for line in _PAIRS.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        first, second = sources.get(tuple(line.split("\t")[:2])), sources.get(tuple(line.split("\t")[2:4]))  # type: ignore[arg-type]
        if first and second and first.id in vectors and second.id in vectors:
            found.append(
                Pair(
                    cosine=float(vectors[first.id] @ vectors[second.id]),
                    shared=frozenset(keys[first.id] & keys[second.id]),
                    both_derived=first.role == second.role == "derived",
                    one=line.split("\t")[4] == "1",
                    apart=told_apart(first.name, second.name),
                )
            )
    ledger.close()
    return found


def score(pairs: Sequence[Pair], bounds: MergeBounds) -> tuple[float, float]:
    """Precision and recall of merging."""
    said = [
        not each.apart and each.cosine >= needed_cosine(each.shared, each.both_derived, bounds)
        for each in pairs
    ]
    right = sum(merged and each.one for merged, each in zip(said, pairs, strict=True))
    return right / max(1, sum(said)), right / max(1, sum(each.one for each in pairs))


def fit(pairs: Sequence[Pair]) -> MergeBounds:
    """The bounds that do best, precision weighing double."""

    def worth(bounds: MergeBounds) -> float:
        precision, recall = score(pairs, bounds)
        square = _BETA**2
        return (1 + square) * precision * recall / max(1e-9, square * precision + recall)

    grid = itertools.product(np.arange(0.05, 0.5, 0.05), np.arange(0.2, 0.8, 0.05), np.arange(0.4, 1.0, 0.1))
    return max(
        (MergeBounds(telling=float(a), short=float(b), common=float(c)) for a, b, c in grid), key=worth
    )


def main() -> None:
    """Score what ships, and bounds fitted on one half on the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--model", default="all-MiniLM-L6-v2")
    given = parser.parse_args()
    pairs = pairs_of(given.library, given.model)
    report: dict[str, object] = {"pairs": len(pairs), "one": sum(each.one for each in pairs)}
    report["as shipped"] = score(pairs, bounds_for(given.model))
    for half in (0, 1):
        bounds = fit(pairs[half::2])
        report[f"half {half}"] = {"bounds": bounds, "on the other half": score(pairs[1 - half :: 2], bounds)}
    print(json.dumps(report, default=str, indent=1))  # noqa: T201 - a script for the command line


if __name__ == "__main__":
    main()
