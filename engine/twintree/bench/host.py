"""The model host under fire: its process is killed during calls; every call must end with the right answer."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from twintree.base.errors import TwintreeError
from twintree.base.records import Record
from twintree.bench.table import BenchTable, Target
from twintree.metrics.intervals import bootstrap_interval
from twintree.models.host import ModelHost
from twintree.models.protocol import Vectors

_KILLS, _QUICK = 200, 10
_SEED = 5
#: A call that has not ended by then counts as stuck.
_STUCK_SECONDS = 60.0
_CALLS = 3  # under way at once: two questions and one background call


class Shot(Record, frozen=True, kw_only=True):
    """One kill: calls that were under way when it came, what became of them, and seconds to the next answer."""

    under_way: int
    right: int
    lost: int
    stuck: int
    back: float


def run(data: Path, quick: bool = False) -> BenchTable:
    """Kill the host's process at random moments of calls that embed texts; ``quick``: few times."""
    del data  # texts are made here
    rng = random.Random(_SEED)  # noqa: S311 - not a secret
    texts = [f"Sentence {at} says that sample {at * 7} reached {at}.5 percent." for at in range(120)]
    with ModelHost() as host:
        right = host.embed(texts)
        shots = [
            _shoot(host, texts, right, rng.uniform(0.0, 0.4)) for _ in range(_QUICK if quick else _KILLS)
        ]
    return _table(shots)


class _Caller(threading.Thread):
    """One call, made while its process dies."""

    def __init__(self, host: ModelHost, texts: Sequence[str], urgent: bool) -> None:
        super().__init__(daemon=True)
        self._host, self._texts, self._urgent = host, texts, urgent
        self.vectors: Vectors | None = None

    def run(self) -> None:
        try:
            self.vectors = self._host.embed(self._texts, urgent=self._urgent)
        except TwintreeError:
            self.vectors = None


def _shoot(host: ModelHost, texts: Sequence[str], right: Vectors, delay: float) -> Shot:
    callers = [_Caller(host, texts, urgent=at > 0) for at in range(_CALLS)]
    for caller in callers:
        caller.start()
    time.sleep(delay)
    under_way = sum(caller.is_alive() for caller in callers)
    if pid := host.pid:
        os.kill(pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    begun = time.perf_counter()
    host.embed(texts[:1])
    back = time.perf_counter() - begun
    for caller in callers:
        caller.join(_STUCK_SECONDS)
    return Shot(
        under_way=under_way,
        right=sum(_same(caller.vectors, right) for caller in callers),
        lost=sum(not caller.is_alive() and caller.vectors is None for caller in callers),
        stuck=sum(caller.is_alive() for caller in callers),
        back=back,
    )


def _same(vectors: Vectors | None, right: Vectors) -> bool:
    return (
        vectors is not None and vectors.shape == right.shape and bool(np.allclose(vectors, right, atol=1e-3))
    )


def _table(shots: Sequence[Shot]) -> BenchTable:
    calls = _CALLS * len(shots)
    under_way, right = sum(s.under_way for s in shots), sum(s.right for s in shots)
    lost, stuck = sum(s.lost for s in shots), sum(s.stuck for s in shots)
    back = bootstrap_interval([s.back for s in shots], _SEED)
    return BenchTable(
        name="host",
        command="twintree bench host",
        columns=("host", "kills", "calls", "right", "lost", "stuck", "seconds to the next answer"),
        rows=(
            ("without a second try (trivial)", len(shots), calls, calls - under_way, under_way, 0, None),
            ("Twintree", len(shots), calls, right, lost, stuck, back),
        ),
        notes=(
            "each kill meets two urgent calls and a background one; the trivial row loses what was under way",
            "seconds: from the kill to the answer of a new call, loading the embedder and the calls before it included",
        ),
        targets=(
            Target(name="calls lost", bar=0, measured=lost, trivial=under_way, higher_is_better=False),
            Target(name="calls stuck", bar=0, measured=stuck, higher_is_better=False),
        ),
    )
