"""Growing the two trees paper by paper against building them afresh: the same trees, and the cost of each."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, pairwise
from pathlib import Path
from typing import TypeVar

import numpy as np

from twintree.base.methods import Cluster, ClusterId, MethodEdge, MethodId
from twintree.base.records import Record
from twintree.bench.funnel import synthetic
from twintree.bench.table import BenchTable, Cell, Target
from twintree.metrics.intervals import Estimate, bootstrap_interval
from twintree.trees.abstraction import ThemeSettings, cluster, insert
from twintree.trees.identity import carry_over
from twintree.trees.provenance import Pair, ProvenanceTree, build, update

_SEED = 0
#: A paper's own methods.
_OWN = 4
#: How many of the last papers are compared with a full rebuild each.
_CHECKED = 40
_RATIO = 0.10
_AT_ONCE = 20

_Made = TypeVar("_Made")


class PaperEdges(Record, frozen=True, kw_only=True):
    """What one import brings: for each method that it says something of, all that comes into it from then on."""

    incoming: dict[MethodId, list[MethodEdge]]


def run(data: Path, quick: bool = False) -> list[BenchTable]:  # noqa: ARG001 - every benchmark is given it
    """Measure on made-up libraries of 100 to 10,000 papers (``quick``: to 1,000)."""
    sizes = (100, 1_000) if quick else (100, 1_000, 10_000)
    return [provenance(sizes), abstraction((1_000,) if quick else (1_000, 10_000))]


def papers(number: int) -> tuple[list[PaperEdges], dict[MethodId, int | None]]:
    """Imports that build on few well-known methods and many others, and years of the methods.

    Two papers in five also say something new of an older method, now and then that it comes from a newer one: so
    there are edges that change, and circles.
    """
    draw = np.random.default_rng(_SEED)
    into: dict[MethodId, dict[MethodId, MethodEdge]] = defaultdict(dict)
    found: list[PaperEdges] = []
    years: dict[MethodId, int | None] = {}
    for at in range(number):
        first = at * _OWN
        targets = list(range(first, first + _OWN))
        years |= {_name(target): 1990 + 30 * at // number for target in targets}
        if first and draw.random() < 0.4:
            targets.append(int(draw.integers(0, first)))
        for target in targets:
            for source in ((first + _OWN) * draw.random(int(draw.integers(1, 5))) ** 2).astype(int).tolist():
                if source != target:
                    edge = MethodEdge(
                        source=_name(source), target=_name(target), rating=int(draw.integers(1, 6))
                    )
                    into[edge.target][edge.source] = edge
        found.append(
            PaperEdges(incoming={_name(target): list(into[_name(target)].values()) for target in targets})
        )
    return found, years


def _name(number: int) -> MethodId:
    return MethodId(f"M{number:06d}")


def provenance(sizes: Sequence[int]) -> BenchTable:
    """The provenance tree: an update for each of the last papers beside a full rebuild."""
    rows: list[tuple[Cell, ...]] = []
    same, ratios, naive = [], [], []
    for size in sizes:
        grown = list(_grown(size))
        agree = [float(each.update.edges == each.full.edges) for each in grown]
        blind = [float(each.blind == each.full.parent) for each in grown]
        ratio = bootstrap_interval([each.seconds / each.full_seconds for each in grown], _SEED)
        edges = len(grown[-1].full.edges)
        rows += [
            _row("update", size, edges, agree, [each.seconds for each in grown], ratio),
            _row(
                "full rebuild", size, edges, [1.0] * len(grown), [each.full_seconds for each in grown], None
            ),
            _row("heaviest edge alone (trivial)", size, edges, blind, None, None),
        ]
        same.append(min(agree))
        naive.append(min(blind))
        ratios.append(ratio.value)
    return BenchTable(
        name="trees: provenance",
        command="twintree bench trees",
        columns=("method", "papers", "edges", "same tree", "CPU ms an import", "of a full rebuild"),
        rows=tuple(rows),
        notes=(
            f"The last {_CHECKED} papers of each library, one after the other, each compared edge by edge.",
            "Heaviest edge alone: what changed takes its heaviest edge, circles or not.",
        ),
        targets=(
            Target(name="imports after which the tree is the rebuilt one", bar=1.0, measured=min(same),
                   trivial=min(naive)),
            Target(name="cost of an import over a rebuild, largest library", bar=_RATIO, measured=ratios[-1],
                   higher_is_better=False),
        ),
    )  # fmt: skip


def _row(
    name: str,
    size: int,
    edges: int,
    same: Sequence[float],
    seconds: Sequence[float] | None,
    ratio: Estimate | None,
) -> tuple[Cell, ...]:
    cost = float(np.mean(seconds)) * 1000 if seconds else None
    return (name, size, edges, bootstrap_interval(same, _SEED), cost, ratio)


class _Grown(Record, frozen=True, kw_only=True):
    update: ProvenanceTree
    full: ProvenanceTree
    blind: Mapping[MethodId, MethodId]  # parents as the trivial way has them
    seconds: float
    full_seconds: float


def _grown(size: int) -> Iterator[_Grown]:
    imports, years = papers(size)
    edges: dict[Pair, MethodEdge] = {}
    for paper in imports[:-_CHECKED]:
        _take(edges, paper)
    tree = build(edges.values(), years)
    blind = dict(tree.parent)
    for paper in imports[-_CHECKED:]:
        _take(edges, paper)
        done, seconds = _timed(lambda: update(tree, paper.incoming, years))  # noqa: B023 - called at once
        full, full_seconds = _timed(lambda: build(edges.values(), years))
        tree = done.tree
        blind |= {
            target: max(into, key=lambda edge: edge.rating).source
            for target, into in paper.incoming.items()
            if into
        }
        yield _Grown(update=tree, full=full, blind=dict(blind), seconds=seconds, full_seconds=full_seconds)


def _take(edges: dict[Pair, MethodEdge], paper: PaperEdges) -> None:
    for into in paper.incoming.values():
        edges |= {(edge.source, edge.target): edge for edge in into}


def _timed(make: Callable[[], _Made]) -> tuple[_Made, float]:
    begun = time.process_time()
    made = make()
    return made, time.process_time() - begun


def abstraction(sizes: Sequence[int]) -> BenchTable:
    """The abstraction tree: insertion until a fifth is new, beside clustering afresh."""
    rows: list[tuple[Cell, ...]] = []
    agreements, trivial, kept = [], [], []
    for size in sizes:
        grown = _inserted(size)
        rows += [
            ("inserted, just before clustering anew", size, grown.agreement, None, grown.insert_ms),
            ("clustered anew", size, 1.0, grown.kept, grown.cluster_ms),
            (
                "clustered anew with another seed",
                size,
                grown.other_seed,
                grown.kept_by_seed,
                grown.cluster_ms,
            ),
            ("drawn (trivial)", size, grown.drawn, None, None),
        ]
        agreements.append(grown.agreement / grown.other_seed)
        trivial.append(grown.drawn / grown.other_seed)
        kept.append(grown.kept)
    return BenchTable(
        name="trees: themes",
        command="twintree bench trees",
        columns=("method", "methods", "agreement (ARI)", "themes that keep their id", "CPU ms"),
        rows=tuple(rows),
        notes=(
            "Adjusted Rand index of the finest themes with those of clustering all methods at once.",
            "Another seed shows how far two clusterings of the same methods agree at all.",
        ),
        targets=(
            Target(name="agreement of insertion over that of another seed, worst size", bar=0.9,
                   measured=min(agreements), trivial=max(trivial)),
            Target(name="themes that keep their id when clustered anew, worst size", bar=0.5,
                   measured=min(kept), trivial=0.0),
        ),
    )  # fmt: skip


class _Inserted(Record, frozen=True, kw_only=True):
    agreement: float
    other_seed: float
    drawn: float
    kept: float
    kept_by_seed: float
    insert_ms: float
    cluster_ms: float


def _inserted(size: int) -> _Inserted:
    from sklearn.metrics import adjusted_rand_score

    vectors = synthetic(size).vectors
    ids = [_name(at) for at in range(size)]
    numbers = count()

    def mint() -> ClusterId:
        return ClusterId(f"C{next(numbers):06d}")

    begun = round(size / 1.25) + 1
    grown = before = cluster(ids[:begun], vectors[:begun], mint=mint)
    steps = []
    for first, last in pairwise([*range(begun, size, _AT_ONCE), size]):
        grown, seconds = _timed(lambda: insert(grown, ids[:last], vectors[:last], ids[first:last]))  # noqa: B023
        steps.append(seconds)
    full, cost = _timed(lambda: cluster(ids, vectors, mint=mint))
    other = cluster(ids, vectors, ThemeSettings(seed=1), mint)
    labels = [_labels(each, ids) for each in (grown, full, other)]
    drawn = np.random.default_rng(_SEED).permutation(labels[1])
    return _Inserted(
        agreement=adjusted_rand_score(labels[1], labels[0]),
        other_seed=adjusted_rand_score(labels[1], labels[2]),
        drawn=adjusted_rand_score(labels[1], drawn),
        kept=_kept(before, carry_over(grown, full)),
        kept_by_seed=_kept(full, carry_over(full, other)),
        insert_ms=float(np.mean(steps)) * 1000,
        cluster_ms=cost * 1000,
    )


def _labels(clusters: Sequence[Cluster], ids: Sequence[MethodId]) -> list[int]:
    home = {method: at for at, each in enumerate(clusters) for method in each.methods}
    return [home[method] for method in ids]


def _kept(before: Sequence[Cluster], after: Sequence[Cluster]) -> float:
    return len({each.id for each in before} & {each.id for each in after}) / len(before)
