"""The funnel against flat search as methods grow: recall, counted comparisons, seconds (dual-tree Appendix A)."""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from twintree.base.methods import ClusterId, MethodId
from twintree.base.records import Record
from twintree.bench.table import BenchTable, Cell, Target
from twintree.metrics.intervals import Estimate, bootstrap_interval
from twintree.models.folder import cache_folder
from twintree.models.host import ModelHost
from twintree.models.protocol import Vectors, unit
from twintree.retrieval.funnel import FunnelSettings, ThemeIndex, budget, search
from twintree.retrieval.vectors import embed_cached
from twintree.store.ledger import Ledger
from twintree.trees.abstraction import cluster, level_sizes

_SEED = 0
_TOP = 20
_DIMENSION = 384
#: What a balanced tree's formula may be exceeded by: real clusters are uneven, and large ones are kept more often.
_UNEVEN = 2.0
_SHIPPED = "funnel alone"


class Reply(Record, frozen=True):
    """Rows found for a query, how many cosines were computed for it, and how many of these with themes."""

    rows: Sequence[int]
    compared: int = 0
    themes: int = 0


Find = Callable[[Vectors], Reply]


class World(Record, frozen=True, kw_only=True):
    """Vectors of methods, and of questions that are none of them."""

    name: str
    vectors: Vectors
    queries: Vectors


def run(data: Path, quick: bool = False) -> list[BenchTable]:
    """Measure on made-up vectors up to 10⁵ and on sentences of SciFact up to 10⁴; ``quick`` stops at 10⁴ and 10³."""
    made = [synthetic(size) for size in (100, 1_000, 10_000, *(() if quick else (100_000,)))]
    with ModelHost() as host:
        real = list(sentences(data / "bench" / "scifact", host, (100, 1_000, *(() if quick else (10_000,)))))
    return [_table("funnel: made-up vectors", made), _table("funnel: sentences", real)]


def synthetic(size: int, dimension: int = _DIMENSION, queries: int = 200) -> World:
    """Methods in themes in fields, as deep as the tree: each a unit vector near its theme's, that near its field's."""
    draw = np.random.default_rng(_SEED)
    fields = unit(draw.normal(size=(12, dimension)))
    themes = max(12, round(math.sqrt(size)))
    middles = _near(fields[draw.integers(0, len(fields), themes)], 0.8, draw)
    points = _near(middles[draw.integers(0, themes, size + queries)], 0.8, draw)
    return World(name="made up", vectors=points[:size], queries=points[size:])


def _near(middles: Vectors, spread: float, draw: np.random.Generator) -> Vectors:
    """Unit vectors around unit vectors: ``spread`` is the length of what is added, in any direction."""
    return unit(middles + spread * unit(draw.normal(size=middles.shape)))


def sentences(folder: Path, host: ModelHost, sizes: Sequence[int], queries: int = 200) -> Iterator[World]:
    """Sentences of abstracts as methods, claims as questions; kept between runs."""
    texts = [
        text
        for line in (folder / "corpus.jsonl").read_text("utf-8").splitlines()
        for text in json.loads(line)["abstract"]
        if len(text) > 40
    ]
    texts = random.Random(_SEED).sample(texts, max(sizes))  # noqa: S311 - no secret
    claims = [json.loads(line)["claim"] for line in (folder / "claims.jsonl").read_text("utf-8").splitlines()]
    kept = cache_folder() / "bench" / "funnel.sqlite"
    kept.parent.mkdir(parents=True, exist_ok=True)
    ledger = Ledger(kept)
    try:
        vectors = embed_cached(ledger, host, texts)
        asked = embed_cached(ledger, host, claims[:queries])
    finally:
        ledger.close()
    for size in sizes:
        yield World(name="sentences", vectors=vectors[:size], queries=asked)


def _table(name: str, worlds: Sequence[World]) -> BenchTable:
    measured = [each for world in worlds for each in _measure(world)]
    funnels = [each for each in measured if each.way == _SHIPPED]
    uneven = max(each.compared / each.formulas.added for each in funnels if each.formulas)
    themes = max(each.themes / each.formulas.logarithmic for each in funnels if each.formulas)
    return BenchTable(
        name=name,
        command="twintree bench funnel",
        columns=(
            "method",
            "methods",
            "recall of flat top-20",
            "comparisons a query",
            "Σ k_t × children",
            "Π of k_t instead",
            "of them with themes",
            "Σ k_t log₂ K_t",
            "CPU ms a query",
        ),
        rows=tuple(each.row() for each in measured),
        notes=(
            f"{len(worlds[0].queries)} questions, none of them a method; comparisons are counted, not timed.",
            "Σ k_t × children: K_n on top, then at each step k_t times a balanced tree's children, leaves included.",
            "Π of k_t instead: what it would cost if every kept cluster kept k_t of its own (multiplicative).",
            "The step to the leaves compares whole finest clusters, so it grows with √N₀; the steps over themes "
            "are what Σ k_t log K_t speaks of.",
            "HNSW: USearch, its own count of computed distances, 16 links, 64 candidates.",
        ),
        targets=(
            _at_most("comparisons over Σ k_t × children, worst size", _UNEVEN, uneven),
            _at_most("comparisons with themes over Σ k_t log₂ K_t, worst size", 1.5, themes),
            _at_most(
                "share of the methods compared at the largest size",
                0.10,
                funnels[-1].compared / funnels[-1].size,
                trivial=1.0,
            ),
        ),
    )


def _at_most(name: str, bar: float, measured: float, trivial: float | None = None) -> Target:
    return Target(name=name, bar=bar, measured=measured, trivial=trivial, higher_is_better=False)


class _Formulas(Record, frozen=True):
    added: float
    multiplied: float
    logarithmic: float


class _Measured(Record, frozen=True, kw_only=True):
    """One way of finding methods, at one size."""

    way: str
    size: int
    recall: Estimate
    compared: float
    themes: float
    cost: float
    formulas: _Formulas | None

    def row(self) -> tuple[Cell, ...]:
        f = self.formulas
        expected = (f.added, f.multiplied, self.themes, f.logarithmic) if f else (None,) * 4
        return (self.way, self.size, self.recall, self.compared, *expected, self.cost)


def _measure(world: World) -> Iterator[_Measured]:
    size = len(world.vectors)
    ids = [MethodId(f"M{at:06d}") for at in range(size)]
    names = (ClusterId(f"C{at:05d}") for at in range(size + 1))
    index = ThemeIndex(cluster(ids, world.vectors, mint=lambda: next(names)), ids, world.vectors)
    wide = FunnelSettings(top=12, decay=0.8)
    ways: dict[str, tuple[Find, FunnelSettings | None]] = {
        "random": (_drawn(size), None),
        "flat exact": (_flat(world.vectors), None),
        "flat HNSW": (_hnsw(world.vectors), None),
        _SHIPPED: (_down(index, FunnelSettings()), FunnelSettings()),
        "funnel alone, k₁ 12, η 0.8": (_down(index, wide), wide),
    }
    exact = [set(_flat(world.vectors)(query).rows) for query in world.queries]
    for way, (find, settings) in ways.items():
        begun = time.process_time()
        replies = [find(query) for query in world.queries]
        cost = (time.process_time() - begun) / len(world.queries) * 1000
        recalls = [
            len(want & set(reply.rows)) / len(want) for reply, want in zip(replies, exact, strict=True)
        ]
        yield _Measured(
            way=way,
            size=size,
            recall=bootstrap_interval(recalls, _SEED),
            compared=float(np.mean([reply.compared for reply in replies])),
            themes=float(np.mean([reply.themes for reply in replies])),
            cost=cost,
            formulas=formulas(size, settings) if settings else None,
        )


def formulas(size: int, settings: FunnelSettings) -> _Formulas:
    """Comparisons to expect of a tree with equally large clusters: added, multiplied, and the paper's O(·)."""
    levels = [*reversed(level_sizes(size)), size]  # from the top down, the methods last
    children = [below / above for above, below in pairwise(levels)]
    kept = [min(budget(t, settings), k) for t, k in enumerate(levels[:-1], start=1)]
    open_ = [min(math.prod(kept[: at + 1]), levels[at]) for at in range(len(kept))]
    return _Formulas(
        added=levels[0] + sum(k * each for k, each in zip(kept, children, strict=True)),
        multiplied=levels[0] + sum(k * each for k, each in zip(open_, children, strict=True)),
        logarithmic=sum(k * math.log2(max(2, each)) for k, each in zip(kept, levels[:-1], strict=True)),
    )


def _drawn(size: int) -> Find:
    draw = np.random.default_rng(_SEED)
    return lambda _query: Reply(draw.integers(0, size, _TOP).tolist())


def _flat(vectors: Vectors) -> Find:
    def find(query: Vectors) -> Reply:
        cosines = vectors @ query
        best = np.argpartition(-cosines, min(_TOP, len(cosines) - 1))[:_TOP]
        return Reply(best.tolist(), len(vectors))

    return find


def _hnsw(vectors: Vectors) -> Find:
    from usearch.index import Index

    index = Index(ndim=vectors.shape[1], metric="ip", connectivity=16, expansion_search=64)
    index.add(np.arange(len(vectors)), vectors)

    def find(query: Vectors) -> Reply:
        matches = index.search(query, _TOP)
        return Reply([int(key) for key in matches.keys], int(matches.computed_distances))

    return find


def _down(index: ThemeIndex, settings: FunnelSettings) -> Find:
    def find(query: Vectors) -> Reply:
        found = search(index, query, settings)
        rows = [int(each.method[1:]) for each in found.methods]
        return Reply(rows, found.compared, sum(step.compared for step in found.steps))

    return find
