"""Do pages behind methods add to the pages that passages bring, and what each part of the way there is worth.

The paper's ablations (no backtracking, fixed depth, no funnel) over the answerable questions of gold/found.jsonl:
which of their evidence pages are among the first ten pages that each way brings. The calibrate half decides
whether ``ask`` takes such pages; the report half is what is reported.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from twintree.base.ids import FileId
from twintree.base.methods import MethodId, cluster_text, method_text
from twintree.base.records import Record
from twintree.bench.corpus import library_of, pdfs
from twintree.bench.found import gold
from twintree.bench.table import BenchTable, Cell, Target
from twintree.library import Library
from twintree.metrics.intervals import bootstrap_interval, paired_bootstrap
from twintree.models.host import ModelHost
from twintree.models.protocol import unit
from twintree.retrieval.funnel import FunnelResult, FunnelSettings, ThemeIndex, backtrack, search
from twintree.retrieval.methodsearch import MethodSearch
from twintree.trees.abstraction import centroids

_SEED = 0
_PAGES = 10
#: Pages taken of one method, so that one that is named everywhere does not fill the list.
_OF_ONE = 2
_RANKS = 60
_OF_FLAT = FunnelSettings().methods

Page = tuple[FileId, int]
Way = Callable[[str], list[Page]]


class Asked(Record, frozen=True, kw_only=True):
    """A question and the pages that answer it."""

    text: str
    pages: frozenset[Page]
    calibrate: bool


def run(data: Path) -> list[BenchTable]:
    """Measure over all papers of ``library/``."""
    root = data / "library"
    with library_of(pdfs(root), "papers-113") as library:
        library.methods.make_up()
        asked = questions(library)
        return [measure(library, asked), compared(library, [each.text for each in asked])]


def questions(library: Library) -> list[Asked]:
    """The answerable questions whose papers the library holds."""
    files = {
        file.name: file.id
        for row in library.papers.rows(limit=1_000_000)
        for file in library.papers.files(row.id)
    }
    found = []
    for each in gold():
        pages = frozenset(
            (files[name], int(evidence["page"]))
            for evidence in each.get("evidence", ())
            if (name := Path(evidence["file"]).name) in files
        )
        if each["answerable"] and pages:
            found.append(Asked(text=each["question"], pages=pages, calibrate=each["split"] == "calibrate"))
    return found


def ways(library: Library, methods: MethodSearch) -> dict[str, Way]:
    """Each way from a question to pages, best first; the trivial one first."""
    every = [
        (file.id, number)
        for row in library.papers.rows(limit=1_000_000)
        for file in library.papers.files(row.id)[:1]
        for number in range(1, file.pages + 1)
    ]

    @cache
    def passages(question: str) -> list[Page]:
        papers = [result.paper.id for result in library.search(question, limit=8)]
        return list(dict.fromkeys((hit.file, hit.page) for hit in library.passages(question, papers)))

    def by(**settings: Any) -> Way:
        return lambda question: method_pages(methods, question, FunnelSettings(**settings))

    full = by(search="joined")
    return {
        "random pages (trivial)": lambda question: random.Random(question).sample(every, _PAGES),  # noqa: S311
        "passages, as ask reads them": passages,
        "methods: funnel and flat joined, adaptive": full,
        "methods: funnel alone, adaptive": by(),
        "methods: funnel alone, no backtracking": by(backtracking="none"),
        "methods: funnel alone, fixed depth 3": by(backtracking="fixed", steps=3),
        "methods: no funnel (flat), adaptive": by(search="flat"),
        _BOTH: lambda question: merged(passages(question), full(question)),
    }


_BOTH = "passages and methods, merged by rank"
_PASSAGES = "passages, as ask reads them"


def method_pages(methods: MethodSearch, question: str, settings: FunnelSettings) -> list[Page]:
    """The pages behind the methods of a question and their ancestors: each method's best two, strongest first."""
    found = methods.find(question, settings)
    strength: dict[MethodId, float] = {each.method: each.cosine for each in found.methods}
    for ancestor in backtrack(methods.tree(), list(strength), settings):
        strength[ancestor.method] = ancestor.influence * strength[ancestor.of]
    pages: dict[Page, None] = {}
    for method in sorted(strength, key=lambda each: (-strength[each], each)):
        mentions = methods.get(method).mentions
        often = Counter((mention.file, mention.page) for mention in mentions)
        made = {(mention.file, mention.page) for mention in mentions if mention.role == "derived"}
        best = sorted(often, key=lambda page: (page not in made, -often[page], page))
        pages |= dict.fromkeys(best[:_OF_ONE])
    return list(pages)


def merged(first: Sequence[Page], second: Sequence[Page]) -> list[Page]:
    """Two rankings as one, by the sum of reciprocal ranks."""
    score: Counter[Page] = Counter()
    for ranking in (first, second):
        for rank, page in enumerate(ranking):
            score[page] += 1 / (_RANKS + rank)  # type: ignore[assignment]
    return [page for page, _ in score.most_common()]


def measure(library: Library, asked: Sequence[Asked]) -> BenchTable:
    """The table: recall of evidence pages among the first ten, on both halves."""
    found: dict[str, tuple[list[float], list[float]]] = {}
    for name, way in ways(library, library.method_search).items():
        recalls = [(each.calibrate, _recall(way(each.text), each)) for each in asked]
        found[name] = ([r for half, r in recalls if half], [r for half, r in recalls if not half])
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            bootstrap_interval(calibrate, _SEED),
            bootstrap_interval(report, _SEED),
            None if name == _PASSAGES else paired_bootstrap(report, found[_PASSAGES][1], _SEED),
        )
        for name, (calibrate, report) in found.items()
    ]
    gain = paired_bootstrap(found[_BOTH][0], found[_PASSAGES][0], _SEED)
    return BenchTable(
        name="ablations",
        command="twintree bench ablations",
        columns=("pages brought by", "calibrate half", "report half", "over passages"),
        rows=tuple(rows),
        notes=(
            f"share of a question's evidence pages among the first {_PAGES} pages; {len(asked)} answerable questions",
            "methods bring pages to ask only where the gain on the calibrate half is surely above 0",
        ),
        targets=(Target(name="lower bound of what methods add, calibrate half", bar=0.0, measured=gain.low),),
    )


def _recall(pages: Sequence[Page], asked: Asked) -> float:
    return len(asked.pages & set(pages[:_PAGES])) / len(asked.pages)


def compared(library: Library, asked: Sequence[str]) -> BenchTable:
    """What a question is compared with on the way down: the themes' centroids, their summaries, or both."""
    methods, clusters = library.methods.list(), list(library.methods.themes())
    with ModelHost() as host:
        vectors = host.embed([method_text(each.name, each.summary, each.keywords) for each in methods])
        said = host.embed([cluster_text(each) for each in clusters])
        queries = host.embed(list(asked))
    ids = [each.id for each in methods]
    middles = centroids(clusters, ids, vectors)
    summaries = {each.id: row for each, row in zip(clusters, said, strict=True)}
    both = {name: unit((row + middles[name])[None])[0] for name, row in summaries.items()}
    flat = ThemeIndex(clusters, ids, vectors)
    wanted = [_names(search(flat, query, FunnelSettings(search="flat"))) for query in queries]
    rows: list[tuple[Cell, ...]] = [("drawn (trivial)", _OF_FLAT / max(_OF_FLAT, len(ids)), None)]
    for name, by in (("centroids", {}), ("summaries (equation 6)", summaries), ("mean of both", both)):
        index = ThemeIndex(clusters, ids, vectors, by)
        found = [search(index, query) for query in queries]
        recalls = [len(_names(each) & want) / len(want) for each, want in zip(found, wanted, strict=True)]
        counted = sum(each.compared for each in found) / len(found)
        rows.append((name, bootstrap_interval(recalls, _SEED), counted))
    return BenchTable(
        name="ablations: themes",
        command="twintree bench ablations",
        columns=("themes compared by", "recall of flat top-20, funnel alone", "comparisons a question"),
        rows=tuple(rows),
        notes=(f"{len(methods)} methods of the library, {len(queries)} questions",),
    )


def _names(found: FunnelResult) -> set[MethodId]:
    return {each.method for each in found.methods}
