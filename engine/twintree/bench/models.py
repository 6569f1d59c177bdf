"""Speed of the models on this machine: embeddings, first token, tokens alone and beside an import, giving way."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from twintree.bench.corpus import library_of, pdfs
from twintree.bench.table import BenchTable, Target
from twintree.library import ImportOptions, Library
from twintree.models.embedder import WindowEmbedder
from twintree.models.folder import open_folder
from twintree.models.host import ModelHost
from twintree.models.llm import Generated, Generation
from twintree.models.prompts import answer_chat
from twintree.models.reader import LocalReader
from twintree.models.shelf import InstalledModel, ModelShelf

_TEXTS, _QUICK_TEXTS = 400, 100
_INTERRUPTIONS, _QUICK_INTERRUPTIONS = 20, 5
_GIVE_WAY = 0.3  # seconds that a question may wait for a background call to make room
_EVIDENCE = tuple(
    f"In trial {at}, the group with {at * 3} members reached {at}.4 points after {at + 2} weeks."
    for at in range(1, 9)
)


def run(data: Path, quick: bool = False) -> list[BenchTable]:
    """Embedding and writing speed, and how soon a question gets the model.

    Args:
        data: the folder that holds ``library``.
        quick: fewer texts and interruptions.
    """
    texts = _texts(_QUICK_TEXTS if quick else _TEXTS)
    tables = [_embedding(texts)]
    models = [model for model in ModelShelf().installed() if model.kind == "llm"]
    if models:
        tables.append(_writing(models, pdfs(data / "library")[:60]))
        tables.append(_giving_way(models, _QUICK_INTERRUPTIONS if quick else _INTERRUPTIONS))
    return tables


def _texts(count: int) -> list[str]:
    return [
        f"Sample {at} was heated to {300 + at} degrees and cooled for {at % 17} hours; its surface was then measured "
        f"at {at % 9 + 2} points with a probe, and the mean of all of them was taken as the height of step {at}."
        for at in range(count)
    ]


def _embedding(texts: Sequence[str]) -> BenchTable:
    import sentence_transformers

    bare = sentence_transformers.SentenceTransformer(str(open_folder().path), device="cpu")
    own = WindowEmbedder()
    with ModelHost() as host:
        host.embed(texts[:1])
        ways: list[tuple[str, Callable[[], object]]] = [
            (
                "sentence-transformers, torch (bare)",
                lambda: bare.encode(list(texts), show_progress_bar=False),
            ),
            (f"Twintree's embedder, {own.info().backend}, in this process", lambda: own.embed(texts)),
            ("Twintree's model host, a question's lane", lambda: host.embed(texts)),
            ("Twintree's model host, background lane", lambda: host.embed(texts, urgent=False)),
        ]
        speeds = [(name, len(texts) / _seconds(way)) for name, way in ways]
    first = speeds[0][1]
    return BenchTable(
        name="models, embedding",
        command="twintree bench models",
        columns=("way", "texts a second", "x bare"),
        rows=tuple((name, round(speed, 1), round(speed / first, 2)) for name, speed in speeds),
        notes=(f"{len(texts)} texts of about 50 word pieces; the background lane has one thread",),
    )


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _request(model: InstalledModel, question: str, tokens: int = 64) -> Generation:
    return Generation(model=model.path, messages=answer_chat(question, _EVIDENCE), max_tokens=tokens)


def _writing(models: Sequence[InstalledModel], files: Sequence[Path]) -> BenchTable:
    rows = []
    with library_of([]) as library:
        for model in models:
            with ModelHost() as host:
                reader = LocalReader(host, model)
                loading = _seconds(lambda r=reader, m=model: r.write_quietly(_request(m, "Load.", 1)))  # type: ignore[misc]
                alone = reader.write_quietly(_request(model, "Which group reached the most points?"))
                again = reader.write_quietly(_request(model, "How many weeks did the third trial take?"))
                busy = _beside_import(library, files, reader, model)
            rows.append(
                (
                    model.id,
                    round(loading, 1),
                    alone.first_token,
                    again.first_token,
                    again.cached,
                    round(_rate(alone), 1),
                    round(_rate(busy), 1),
                )
            )
    return BenchTable(
        name="models, writing",
        command="twintree bench models",
        columns=(
            "model",
            "loading, s",
            "first token, s",
            "the same with a kept prefix, s",
            "prefix tokens kept",
            "tokens a second, alone",
            "beside an import",
        ),
        rows=tuple(rows),
    )


def _rate(got: Generated) -> float:
    return got.written / max(got.seconds - got.first_token, 1e-9)


def _beside_import(
    library: Library, files: Sequence[Path], reader: LocalReader, model: InstalledModel
) -> Generated:
    job = library.jobs.submit_import(list(files), ImportOptions(until="searchable"))
    try:
        return reader.write_quietly(_request(model, "What was measured in the last trial?"))
    finally:
        job.cancel()
        job.wait()


def _giving_way(models: Sequence[InstalledModel], times: int) -> BenchTable:
    rows, worst = [], 0.0
    for model in models:
        waits = _interrupted(model, times)
        p95 = statistics.quantiles(waits, n=20)[-1] if len(waits) > 1 else waits[0]
        worst = max(worst, p95)
        rows.append(
            (model.id, times, round(statistics.median(waits), 3), round(p95, 3), round(max(waits), 3))
        )
    return BenchTable(
        name="models, giving way",
        command="twintree bench models",
        columns=("model", "interruptions", "median, s", "p95, s", "longest, s"),
        rows=tuple(rows),
        notes=(
            "from a question's call until the background call has left the model; it begins again afterwards",
        ),
        targets=(
            Target(name="seconds to give way, p95", bar=_GIVE_WAY, measured=worst, higher_is_better=False),
        ),
    )


def _interrupted(model: InstalledModel, times: int) -> list[float]:
    """Seconds that a one-token question takes when it breaks into a background call, less those behind a finished one.

    Behind either it has its own words to read: those are not part of giving way.
    """
    waits = []
    with ModelHost() as host:
        urgent, quiet = LocalReader(host, model), LocalReader(host, model, urgent=False)
        short = Generation(model=model.path, messages=answer_chat("Yes?", ()), max_tokens=1)
        urgent.write_quietly(short)
        requests = [
            _request(model, f"Describe trial {at % 8 + 1} and the one after it.", 32) for at in range(times)
        ]
        alone = min(_behind(quiet, each, urgent, short) for each in requests[:3])
        for at, request in enumerate(requests):
            background = threading.Thread(target=quiet.write_quietly, args=(request,), daemon=True)
            background.start()
            time.sleep(0.4 + 0.05 * (at % 7))
            waits.append(max(0.0, _seconds(lambda: urgent.write_quietly(short)) - alone))
            background.join()
    return waits


def _behind(quiet: LocalReader, request: Generation, urgent: LocalReader, short: Generation) -> float:
    """Seconds of a question once a background call has ended by itself."""
    quiet.write_quietly(request)
    return _seconds(lambda: urgent.write_quietly(short))
