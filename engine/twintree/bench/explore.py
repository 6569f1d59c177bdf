"""Held-out related work: a paper's reference list is hidden, its problem asked, and its references sought."""

from __future__ import annotations

import csv
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import igraph
import msgspec
import numpy as np

from twintree.base.answers import Scope
from twintree.base.citations import Reference
from twintree.base.claims import Verdict
from twintree.base.exploring import Exploration, ExploreSettings
from twintree.base.records import PaperFilter, PaperRow, Record
from twintree.bench.corpus import library_of, pdfs
from twintree.bench.table import BenchTable, Cell
from twintree.knowledge.entailment import Chances, Judge
from twintree.library import Library
from twintree.metrics.classification import cohen_kappa
from twintree.metrics.intervals import bootstrap_interval, paired_bootstrap
from twintree.retrieval.exploration import Explorer, OnPlanned
from twintree.retrieval.exploring.coverage import affinity
from twintree.retrieval.exploring.desk import LibraryFinder
from twintree.retrieval.exploring.seeds import Ranked
from twintree.retrieval.exploring.walk import pagerank
from twintree.store.citationgraph import CitationGraph

_CUTS = (5, 10, 20)
_MAP = 20
_NODES, _EDGES = 100_000, 500_000
_QUICK = 8
_SEED = 9


class Question(Record, frozen=True, kw_only=True):
    """A question made from a paper's problem."""

    id: str
    file: str
    question: str
    split: str


class Case(Record, frozen=True, kw_only=True):
    """A question in its library: what may be found, and what ought to be.

    Attributes:
        question: as asked.
        year: of the hidden paper: later ones are left out.
        scope: every other paper up to that year.
        held: its references that are held.
        linked: those of them that cite, or are cited by, another held paper, so that a walk can come there.
        works: its references that are not held, and that another paper within reach cites.
        graph: without the hidden paper.
    """

    question: str
    year: int
    scope: Scope
    held: frozenset[str]
    linked: frozenset[str]
    works: frozenset[str]
    graph: CitationGraph


class _Yes:
    """Judges that everything supports everything: what is left is the bare graph."""

    id, supports_at, contradicts_at = "flat", 0.5, 2.0

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        return [Verdict(1.0, 0.0, 0.0)] * len(pairs)

    def matrix(self, claims: Sequence[str], passages: Sequence[str]) -> Chances:
        return np.full((len(claims), len(passages), 3), (1.0, 0.0, 0.0), np.float32)


class _Remembering:
    """Search whose answers are kept: every row of the table asks the same."""

    def __init__(self, finder: LibraryFinder) -> None:
        self._finder = finder
        self._known: dict[tuple[str, bytes, int], Sequence[Ranked]] = {}

    def ranked(self, text: str, scope: Scope, limit: int) -> Sequence[Ranked]:
        key = (text, msgspec.json.encode(scope), limit)
        if key not in self._known:
            self._known[key] = self._finder.ranked(text, scope, limit)
        return self._known[key]

    def held(self, scope: Scope) -> set[str]:
        return self._finder.held(scope)


class _Corrupted(_Remembering):
    """Search that gives other papers instead of those it finds: their look-alikes, or strangers."""

    def __init__(self, finder: LibraryFinder, instead: Callable[[PaperRow, Scope], PaperRow | None]) -> None:
        super().__init__(finder)
        self._instead = instead

    def ranked(self, text: str, scope: Scope, limit: int) -> Sequence[Ranked]:
        found = [(each, self._instead(each.paper, scope)) for each in super().ranked(text, scope, limit)]
        return [msgspec.structs.replace(each, paper=row) for each, row in found if row is not None]


def questions() -> list[Question]:
    """The questions that were written before the code they test."""
    text = (files("twintree.bench.gold") / "explore" / "questions.jsonl").read_text("utf-8")
    return [msgspec.json.decode(line, type=Question) for line in text.splitlines()]


def run(data: Path, quick: bool = False) -> list[BenchTable]:
    """Score the report half; with ``quick`` eight questions of the calibrating half, and fewer rows."""
    asked = [q for q in questions() if q.split == ("calibrate" if quick else "report")][
        : _QUICK if quick else None
    ]
    with library_of(pdfs(data / "library"), "sample") as library:
        return tables(library, asked, quick=quick)


def tables(library: Library, asked: Sequence[Question], *, quick: bool = False) -> list[BenchTable]:
    """The tables over a library that is open."""
    bench = _Bench(library)
    cases = [case for question in asked if (case := bench.case(question)) is not None]
    rows = bench.rows(cases, quick=quick)
    return [
        _recall_table(cases, rows),
        _linked_table(cases, rows),
        _works_table(cases, bench),
        bench.cost(cases),
        edges_table(library),
        _walk_table(),
    ]


class _Bench:
    """One library, with what every row shares: answers of search, judgements in its ledger."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._sources = library.explorations.explorer().sources
        self._graph = library.citations.graph()
        self._all = {row.id: row for row in library.papers.rows(PaperFilter(), limit=1_000_000)}
        self._search = LibraryFinder(library.explorations.searcher(), library.papers)
        self._finder = _Remembering(self._search)

    def case(self, question: Question) -> Case | None:
        """The question with its hidden references; None when the library holds none of them."""
        paper = self._library.papers.find(Path(question.file).name)
        year = self._all[paper].year or 9999
        others = tuple(
            sorted(row.id for row in self._all.values() if row.id != paper and (row.year or 0) <= year)
        )
        hidden = {edge.cited for edge in self._graph.edges if edge.citing == paper}
        nodes = tuple(node for node in self._graph.nodes if node.id != paper)
        edges = tuple(e for e in self._graph.edges if paper not in (e.citing, e.cited) and e.citing in others)
        reachable = {edge.cited for edge in edges}
        among = [edge for edge in edges if edge.cited in others]
        touched = {end for edge in among for end in (edge.citing, edge.cited)}
        held = frozenset(hidden & set(others))
        if not held:
            return None
        return Case(
            question=question.question,
            year=year,
            scope=Scope(papers=others),
            held=held,
            linked=held & touched,
            works=frozenset(each for each in hidden & reachable if each.startswith("W")),
            graph=CitationGraph(nodes=nodes, edges=edges),
        )

    def explore(
        self,
        case: Case,
        settings: ExploreSettings,
        judge: Judge | None = None,
        finder: _Remembering | None = None,
        on_planned: OnPlanned | None = None,
    ) -> Exploration:
        """One exploration over what the case leaves; citing sentences are not read, since nothing shows them."""
        sources = msgspec.structs.replace(
            self._sources,
            finder=finder or self._finder,
            graph=lambda: case.graph,
            references=_no_references,
            judge=judge or self._sources.judge,
        )
        settings = msgspec.structs.replace(settings, year=case.year if case.year < 9999 else None)
        return Explorer(sources).explore(case.question, settings, case.scope, on_planned=on_planned)

    def rows(self, cases: Sequence[Case], *, quick: bool) -> dict[str, list[list[str]]]:
        """For each row of the table the papers that it finds for each case, best first."""
        found: dict[str, list[list[str]]] = {}
        chance = random.Random(_SEED)  # noqa: S311 - a fixed draw
        found["random (trivial)"] = [
            chance.sample(list(case.scope.papers), len(case.scope.papers)) for case in cases
        ]
        for name, key in (("dense retrieval", "dense"), ("BM25", "sparse"), ("search, fused", "score")):
            found[name] = [self._searched(case, key) for case in cases]
        for name, settings in _SETTINGS.items():
            if not quick or name in _QUICK_ROWS:
                found[name] = [_held(self.explore(case, settings)) for case in cases]
        plain = ExploreSettings(threshold=0.0, decay=0.0)
        found["plain PageRank, bare graph"] = [_held(self.explore(case, plain, _Yes())) for case in cases]
        for name, instead in (("seeds: look-alikes", self._look_alike), ("seeds: strangers", self._stranger)):
            if not quick:
                corrupted = _Corrupted(self._search, instead)
                found[name] = [_held(self.explore(case, _DEFAULT, finder=corrupted)) for case in cases]
        return found

    def _searched(self, case: Case, key: str) -> list[str]:
        found = self._library.explorations.searcher().best(case.question, case.scope, len(case.scope.papers))
        return [row.id for row, signals in sorted(found, key=lambda each: -(getattr(each[1], key) or 0.0))]

    def _look_alike(self, row: PaperRow, scope: Scope) -> PaperRow | None:
        """The paper nearest to a seed by its title, another one than itself."""
        near = self._finder.ranked(row.title, scope, 4)
        return next((each.paper for each in near if each.paper.id != row.id), None)

    def _stranger(self, row: PaperRow, scope: Scope) -> PaperRow | None:
        """One of the papers furthest from a seed, the same one every time."""
        near = {each.paper.id for each in self._finder.ranked(row.title, scope, len(scope.papers) // 2)}
        far = sorted(set(scope.papers) - near)
        return self._all[far[sum(map(ord, row.id)) % len(far)]] if far else None

    def cost(self, cases: Sequence[Case]) -> BenchTable:
        """Calls told before against calls told after, and what an exploration costs when all is judged."""
        exact = nodes = 0
        counts: Counter[str] = Counter()
        begun = time.process_time()
        for case in cases:
            told: list[Exploration] = []
            found = self.explore(case, _DEFAULT, on_planned=told.append)
            calls = msgspec.to_builtins(found.calls)
            parts = {kind: calls[kind] for kind in ("planned", "cached", "skipped", "made")}
            size = 1 + len(found.papers) + len(found.edges)
            exact += (
                told[0].calls.planned == size == parts["planned"] == sum(parts.values()) - parts["planned"]
            )
            counts.update(parts)
            nodes += len(found.papers)
        spent = 100 * (time.process_time() - begun) / max(1, nodes)
        return BenchTable(
            name="explore: cost",
            command="twintree bench explore",
            columns=(
                "explorations",
                "told = 1 + |V| + |E| = spent",
                "planned",
                "cached",
                "skipped",
                "made",
                "CPU s a 100 nodes",
            ),
            rows=((str(len(cases)), f"{exact} of {len(cases)}", *counts.values(), round(spent, 4)),),
            notes=("Judgements are kept, so that the rows of the first table share them.",),
        )


_DEFAULT = ExploreSettings()
_SETTINGS = {
    "explored (default)": _DEFAULT,
    "pruned": ExploreSettings(prune=True),
    "not pruned": ExploreSettings(prune=False),
    "SALSA, pruned": ExploreSettings(prune=True, ranking="salsa"),
    "SALSA, not pruned": ExploreSettings(prune=False, ranking="salsa"),
    "without ageing": ExploreSettings(decay=0.0),
    "1 hop": ExploreSettings(hops=1.0),
    "2 hops": ExploreSettings(hops=2.0),
    "m = 3": ExploreSettings(seeds=3),
    "m = 5": ExploreSettings(seeds=5),
    "m = 20": ExploreSettings(seeds=20),
}
_COMPARED = (
    ("explored (default)", "search, fused"),
    ("explored (default)", "dense retrieval"),
    ("pruned", "not pruned"),
    ("not pruned", "plain PageRank, bare graph"),
)
_QUICK_ROWS = ("explored (default)", "pruned", "not pruned")


def _no_references(ids: Sequence[str]) -> Mapping[str, Reference]:  # noqa: ARG001 - nothing shows them
    return {}


def _held(found: Exploration) -> list[str]:
    return [paper.id for paper in found.papers if paper.held and paper.kept]


def _recalls(found: Sequence[str], wanted: frozenset[str]) -> list[float]:
    return [len(wanted & set(found[:cut])) / len(wanted) for cut in _CUTS]


def average_precision(found: Sequence[str], wanted: frozenset[str], cut: int) -> float:
    """Precision at each wanted place of the first ``cut``, over as many as could be there."""
    hits, total = 0, 0.0
    for place, each in enumerate(found[:cut], 1):
        if each in wanted:
            hits += 1
            total += hits / place
    return total / max(1, min(len(wanted), cut))


def _recall_at_10(found: Sequence[str], wanted: frozenset[str]) -> float:
    return _recalls(found, wanted)[1]


def _average(found: Sequence[str], wanted: frozenset[str]) -> float:
    return average_precision(found, wanted, _MAP)


def _each(
    measure: Callable[[Sequence[str], frozenset[str]], float],
    found: Sequence[Sequence[str]],
    wanted: Sequence[frozenset[str]],
) -> list[float]:
    return [measure(one, gold) for one, gold in zip(found, wanted, strict=True)]


def _scored(found: Sequence[Sequence[str]], wanted: Sequence[frozenset[str]]) -> tuple[Cell, ...]:
    """Recall at each cut and mean average precision, with intervals over questions."""
    recalls = np.array([_recalls(each, gold) for each, gold in zip(found, wanted, strict=True)])
    precisions = [average_precision(each, gold, _MAP) for each, gold in zip(found, wanted, strict=True)]
    return *(bootstrap_interval(recalls[:, at].tolist()) for at in range(len(_CUTS))), bootstrap_interval(
        precisions
    )


def _compared(
    rows: Mapping[str, Sequence[Sequence[str]]], wanted: Sequence[frozenset[str]]
) -> list[tuple[Cell, ...]]:
    """Paired differences of recall at ten and mean average precision, over questions."""
    shown: list[tuple[Cell, ...]] = []
    for one, other in _COMPARED:
        recall, precision = (
            paired_bootstrap(_each(measure, rows[one], wanted), _each(measure, rows[other], wanted))
            for measure in (_recall_at_10, _average)
        )
        shown.append((f"{one} − {other}", None, recall, None, precision))
    return shown


def _recall_table(cases: Sequence[Case], rows: Mapping[str, Sequence[Sequence[str]]]) -> BenchTable:
    wanted = [case.held for case in cases]
    shown: list[tuple[Cell, ...]] = [(name, *_scored(found, wanted)) for name, found in rows.items()]
    shown += _compared(rows, wanted)
    references = sum(len(gold) for gold in wanted)
    return BenchTable(
        name="explore: hidden references that are held",
        command="twintree bench explore",
        columns=("method", *(f"recall@{cut}" for cut in _CUTS), f"MAP@{_MAP}"),
        rows=tuple(shown),
        notes=(
            f"{len(cases)} questions, {references} held references, {len(frozenset().union(*wanted))} of them "
            "different; intervals over questions. Later papers are left out, ages count from the paper's own year.",
        ),
    )


def _linked_table(cases: Sequence[Case], rows: Mapping[str, Sequence[Sequence[str]]]) -> BenchTable:
    """The same over those references that something else in the library is linked to."""
    chosen = [at for at, case in enumerate(cases) if case.linked]
    wanted = [cases[at].linked for at in chosen]
    some = {name: [found[at] for at in chosen] for name, found in rows.items()}
    return BenchTable(
        name="explore: hidden references with another link in the library",
        command="twintree bench explore",
        columns=("method", *(f"recall@{cut}" for cut in _CUTS), f"MAP@{_MAP}"),
        rows=(*((name, *_scored(found, wanted)) for name, found in some.items()), *_compared(some, wanted)),
        notes=(
            f"{len(chosen)} questions, {sum(len(gold) for gold in wanted)} references: the others are cited by the "
            "hidden paper alone, so that no walk can come there.",
        ),
    )


def _works_table(cases: Sequence[Case], bench: _Bench) -> BenchTable:
    with_works = [case for case in cases if case.works]
    rows: dict[str, list[list[str]]] = {
        "random (trivial)": [],
        "most cited in the library": [],
        "reading list": [],
    }
    chance = random.Random(_SEED)  # noqa: S311 - a fixed draw
    for case in with_works:
        cited = Counter(edge.cited for edge in case.graph.edges if edge.cited.startswith("W"))
        works = sorted(cited)
        rows["random (trivial)"].append(chance.sample(works, len(works)))
        rows["most cited in the library"].append(
            [name for name, _ in sorted(cited.items(), key=lambda c: (-c[1], c[0]))]
        )
        rows["reading list"].append([each.id for each in bench.explore(case, _DEFAULT).reading_list])
    wanted = [case.works for case in with_works]
    shown = tuple((name, *_scored(found, wanted)) for name, found in rows.items())
    return BenchTable(
        name="explore: hidden references that are not held (the reading list)",
        command="twintree bench explore",
        columns=("method", *(f"recall@{cut}" for cut in _CUTS), f"MAP@{_MAP}"),
        rows=shown,
        notes=(
            f"{len(with_works)} questions with a hidden reference that another paper of the library cites.",
        ),
    )


def edges_table(library: Library) -> BenchTable:
    """What pruning says of fifty citations, against readers who did not know: see ``gold/explore/README.md``."""
    text = (files("twintree.bench.gold") / "explore" / "edges.tsv").read_text("utf-8")
    sheet = list(csv.DictReader(text.splitlines(), delimiter="\t"))
    said = [_decision(library, row["citing"], row["cited"]) for row in sheet]
    shown: list[tuple[Cell, ...]] = []
    for reader in ("reader_1", "reader_2"):
        pairs = [(row[reader], mine) for row, mine in zip(sheet, said, strict=True) if row[reader] and mine]
        if pairs:
            shown += [
                _agreement(f"always keep (trivial), {reader}", [(theirs, "keep") for theirs, _ in pairs]),
                _agreement(f"pruning, {reader}", pairs),
            ]
    both = [(row["reader_1"], row["reader_2"]) for row in sheet if row["reader_1"] and row["reader_2"]]
    if both:
        shown.append(_agreement("the two readers", both))
    return BenchTable(
        name="explore: fifty citations, kept or pruned, against readers",
        command="twintree bench explore",
        columns=("judges", "agree", "kappa", "of kept, right", "of pruned, right"),
        rows=tuple(shown),
        notes=(f"Second reading {'done' if both else 'open'}. Crase: 84 % agree, kappa 0.71.",),
    )


def _decision(library: Library, citing: str, cited: str) -> str:
    papers = [library.papers.find(f"{name}.pdf") for name in (citing, cited)]
    claims = [library.claims.of(paper) for paper in papers]
    if not all(claims):
        return ""
    texts = ([claim.bare for claim in side] for side in claims)
    delta = affinity(library.claims.judge().matrix(*texts)[:, :, :2], _DEFAULT.carried)
    return "keep" if delta >= _DEFAULT.threshold else "prune"


def _agreement(name: str, pairs: Sequence[tuple[str, str]]) -> tuple[Cell, ...]:
    agreed = [float(theirs == mine) for theirs, mine in pairs]

    def right(decision: str) -> float | None:
        these = [theirs == mine for theirs, mine in pairs if mine == decision]
        return sum(these) / len(these) if these else None

    kappa = cohen_kappa([theirs for theirs, _ in pairs], [mine for _, mine in pairs])
    return name, bootstrap_interval(agreed), kappa, right("keep"), right("prune")


def _walk_table() -> BenchTable:
    """Personalised PageRank on a graph of 10⁵ nodes, grown by preference for what is cited."""
    net = igraph.Graph.Barabasi(n=_NODES, m=_EDGES // _NODES, directed=True)
    edges = [(u, v, 0.5, 0.5) for u, v in net.get_edgelist()]
    restart = np.zeros(_NODES)
    restart[:50] = 1.0
    begun = time.process_time()
    pagerank(_NODES, edges, restart, 0.15)
    return BenchTable(
        name="explore: personalised PageRank",
        command="twintree bench explore",
        columns=("nodes", "edges", "CPU seconds"),
        rows=((f"{_NODES:,}", f"{len(edges):,}", round(time.process_time() - begun, 3)),),
    )
