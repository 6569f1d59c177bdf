"""50,000 methods: how long a person waits for what they do with them; the library is made up, nothing is imported."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from twintree.base.ids import new_file_id, new_id, new_paper_id
from twintree.base.methods import MethodId, method_text
from twintree.bench.funnel import synthetic
from twintree.bench.table import BenchTable, Target
from twintree.jobs.methods import STAGE, VERSION
from twintree.library import Library
from twintree.models.protocol import Vectors
from twintree.store.ledger import Ledger, now
from twintree.store.methods import MethodStore
from twintree.store.papers import hash_of
from twintree.trees.upkeep import rebuild_provenance, refresh_themes

_SEED = 0
_TIMES = 5
#: What a person may be kept waiting for, in milliseconds.
_MOST = 1000.0
_METHODS, _QUICK = 50_000, 5_000
#: Of how many methods there is one paper; how many papers name a method, on average.
_OF_A_PAPER, _NAMED_BY = 20, 1.2
_FIRST = (
    "Adaptive Bayesian Causal Deep Dense Fast Gated Graph Hidden Latent Linear Neural Robust Sparse".split()
)
_SECOND = (
    "attention boosting clustering decoding embedding filtering hashing inference matching parsing".split()
)
_LAST = "algorithm classifier decoder encoder estimator learner model network sampler tagger".split()


def run(data: Path, quick: bool = False) -> BenchTable:  # noqa: ARG001 - every benchmark is given it
    """Measure on a made-up library of 50,000 methods (``quick``: 5,000)."""
    count = _QUICK if quick else _METHODS
    with tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder:
        path = Path(folder) / "library"
        build(path, count)
        with Library.open(path) as library:
            measured = list(_measured(library))
    slowest, wait, _ = max(measured, key=lambda each: each[1])
    return BenchTable(
        name="many-methods",
        command="twintree bench many-methods",
        columns=("what a person does", "CPU ms, first", "CPU ms, median"),
        rows=tuple(measured),
        notes=(
            f"{count:,} methods of {count // _OF_A_PAPER:,} papers, {_TIMES} times each; no model writes or reads.",
        ),
        targets=(
            Target(
                name=f"slowest first time, CPU ms ({slowest})",
                bar=_MOST,
                measured=wait,
                higher_is_better=False,
            ),
        ),
    )


# ── the library ──────────────────────────────────────────────────────────────────────────────────────


def build(path: Path, methods: int) -> None:
    """Make a library of so many methods: papers that name and make them, derivations, themes."""
    with Library.create(path) as library:
        embedder = library._host.info()
        ledger = library._ledger
        _fill(ledger, methods)
        rebuild_provenance(ledger)
        vectors = synthetic(methods, embedder.dimension, queries=0).vectors
        known = _keep_vectors(ledger, embedder.id, vectors)

        def embed(texts: Sequence[str]) -> Vectors:
            if all(text in known for text in texts):
                return np.stack([known[text] for text in texts])
            return library.methods._embed(texts)

        refresh_themes(ledger, embed, afresh=True)


def name_of(number: int) -> str:
    """A name of several words; no two methods have one."""
    words = []
    rest = number
    for among in (_FIRST, _SECOND, _LAST):
        rest, at = divmod(rest, len(among))
        words.append(among[at])
    return f"{' '.join(words)} {number}"


def _fill(ledger: Ledger, methods: int) -> None:
    draw = np.random.default_rng(_SEED)
    papers = [(new_paper_id(), new_file_id()) for _ in range(max(2, methods // _OF_A_PAPER))]
    ids = [MethodId(new_id("M")) for _ in range(methods)]
    stamp = now()
    with ledger.write() as connection:
        connection.executemany(
            "INSERT INTO paper (id, key, title, sort_title, year, pages, added, modified, status) "
            "VALUES (?, ?, ?, ?, ?, 1, ?, ?, 'complete')",
            [
                (
                    paper,
                    f"made{at}",
                    f"Paper {at}",
                    f"paper {at}",
                    1980 + 45 * at // len(papers),
                    stamp,
                    stamp,
                )
                for at, (paper, _) in enumerate(papers)
            ],
        )
        connection.executemany(
            "INSERT INTO file (id, paper, name, sha256, size, pages, added) VALUES (?, ?, ?, ?, 1, 1, ?)",
            [(file, paper, f"{paper}.pdf", hash_of(file), stamp) for paper, file in papers],
        )
        connection.executemany(
            "INSERT INTO page (file, number, width, height, text, body_end, lines, how) "
            "VALUES (?, 1, 600, 800, 'Made up.', 8, x'', 'text')",
            [(file,) for _, file in papers],
        )
        connection.executemany(
            "INSERT INTO stage (file, stage, version, at) VALUES (?, ?, ?, ?)",
            [(file, STAGE, VERSION, stamp) for _, file in papers],
        )
        connection.executemany("INSERT INTO method (id) VALUES (?)", [(each,) for each in ids])
        _fill_sources(connection, draw, papers, ids)


def _fill_sources(
    connection: Any, draw: np.random.Generator, papers: Sequence[tuple[str, str]], ids: Sequence[MethodId]
) -> None:
    """Each method is made by one paper and named by others; a made one derives from one to three older ones."""
    numbers = dict.fromkeys((paper for paper, _ in papers), 0)
    made: list[str] = []
    sources: list[tuple[object, ...]] = []
    mentions: list[tuple[object, ...]] = []
    relations: list[tuple[object, ...]] = []

    def add(at: int, paper: int, role: str) -> str:
        owner, file = papers[paper]
        numbers[owner] += 1
        source = f"{owner}.m{numbers[owner]:03d}"
        name = name_of(at)
        summary = f"{name} is a made-up method for the task {at % 97}."
        sources.append(
            (
                source,
                owner,
                ids[at],
                name,
                "model",
                role,
                json.dumps([f"MM{at}"]),
                summary,
                json.dumps(["made"]),
            )
        )
        spans = json.dumps([{"page": 1, "start": 0, "end": 8}])
        mentions.extend(
            (source, file, 1, 0, 4, spans, "Made up.") for _ in range(1 + int(draw.integers(0, 3)))
        )
        return source

    for at in range(len(ids)):
        home = min(len(papers) - 1, at // _OF_A_PAPER)
        made.append(add(at, home, "derived"))
        for _ in range(int(draw.poisson(_NAMED_BY - 1))):
            add(at, int(draw.integers(0, len(papers))), "prior")
        for older in {int(at * draw.random() ** 2) for _ in range(int(draw.integers(0, 4)))} - {at}:
            evidence = [{"paper": papers[home][0], "file": papers[home][1], "page": 1, "quote": "Made up.",
                         "spans": [{"page": 1, "start": 0, "end": 8}]}]  # fmt: skip
            relations.append(
                (made[older], made[at], int(draw.integers(1, 6)), "It says so.", json.dumps(evidence))
            )
    connection.executemany(
        "INSERT INTO method_source (id, paper, method, name, kind, role, aliases, summary, keywords) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        sources,
    )
    connection.executemany(
        "INSERT INTO method_name VALUES (?, ?)", [(each[0], str(each[3]).casefold()) for each in sources]
    )
    connection.executemany(
        "INSERT INTO method_mention (source, file, page, start, end, spans, quote) VALUES (?, ?, ?, ?, ?, ?, ?)",
        mentions,
    )
    connection.executemany(
        "INSERT OR IGNORE INTO method_relation (source, target, rating, explanation, evidence) "
        "VALUES (?, ?, ?, ?, ?)",
        relations,
    )


def _keep_vectors(ledger: Ledger, model: str, vectors: Vectors) -> dict[str, Vectors]:
    """Put made-up vectors of all methods where their embeddings are kept."""
    texts = [method_text(each.name, each.summary, each.keywords) for each in MethodStore(ledger).methods()]
    with ledger.write() as connection:
        connection.executemany(
            "INSERT OR REPLACE INTO embedding (hash, model, vector) VALUES (?, ?, ?)",
            [
                (hash_of(text), model, np.ascontiguousarray(vector).tobytes())
                for text, vector in zip(texts, vectors, strict=True)
            ],
        )
    return dict(zip(texts, vectors, strict=True))


# ── what a person does ───────────────────────────────────────────────────────────────────────────────


def _measured(library: Library) -> Iterator[tuple[str, float, float]]:
    desk, store = library.methods, library.methods.store
    first = store.methods(limit=1)[0]
    ways: dict[str, Callable[[], object]] = {
        "list, first 50": lambda: desk.list(limit=50),
        "list, all": desk.list,
        "find by a word": lambda: desk.list("sampler 4711"),
        "show one": lambda: (desk.get(first.name), store.edges_of(first.id), desk.history(first.id)),
        "lineage of one, six steps": lambda: desk.lineage(first.id),
        "themes, with the names in them": desk.nested_themes,
        "look whether anything is to be done": desk.refresh,
        "papers whose methods are to be sought": desk.missing,
        "find by meaning": lambda: library.method_search.find("a made-up method for the task 12"),
        "find by meaning, after one was changed": lambda: (
            desk.edit(first.id, summary=new_id("B")),
            library.method_search.find("a made-up method for the task 12"),
        ),
        "place the provenance tree": desk.placed,
        "place the themes": lambda: desk.placed(themes=True),
        "rename one, and undo": lambda: (desk.edit(first.id, summary=new_id("B")), desk.undo()),
        "rate an edge, and undo": lambda: (desk.rate(*_pair(library), 3), desk.undo()),
        "merge two, and undo": lambda: (desk.merge(*_pair(library)), desk.undo()),
    }
    for name, way in ways.items():
        taken = [_seconds(way) * 1000 for _ in range(_TIMES)]
        yield name, taken[0], median(taken)


def _pair(library: Library) -> tuple[str, str]:
    one, other = library.methods.store.methods(limit=2)
    return one.id, other.id


def _seconds(way: Callable[[], object]) -> float:
    begun = time.process_time()
    way()
    return time.process_time() - begun
