"""Kills at every named step and at random ones, and power cuts: is all sound, and nothing done twice?"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import twintree_resources
from twintree.base.crashpoints import POINTS, VARIABLE
from twintree.base.errors import InternalError
from twintree.base.records import Record
from twintree.bench import powercut
from twintree.bench.check import check_folder
from twintree.bench.corpus import library_of, pdfs
from twintree.bench.table import BenchTable, Target

_KILLED = (137, -9)
_BEFORE = 2  # papers that are in before the crash
_RANDOM, _CUTS = 200, 40
_LIMIT = 600.0
_SEED = 11
#: Steps that only a rebuild takes.
_REBUILDING = ("graph.rebuilt_beside", "graph.old_removed")


class Outcome(Record, frozen=True):
    """What became of one crash."""

    reached: bool
    clean: bool = True
    finished: bool = True
    redone: int = 0
    words: str = ""

    @property
    def good(self) -> bool:
        """Clean after opening, finished after going on, and nothing done twice."""
        return self.clean and self.finished and not self.redone


def run(data: Path, quick: bool = False) -> BenchTable:
    """Import sample papers into a library that has two, and crash it; ``quick``: few random crashes."""
    del data  # the papers are our own
    random_kills, cuts = (_RANDOM // 10, _CUTS // 10) if quick else (_RANDOM, _CUTS)
    with tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder:
        scene = _Scene(Path(folder))
        named = [(point, scene.kill_at(point)) for point in POINTS]
        seconds = scene.seconds()
        rng = random.Random(_SEED)  # noqa: S311 - not a secret
        at_random = [
            (f"after {moment:.2f} s", scene.kill_after(moment))
            for moment in (rng.uniform(0.3, seconds) for _ in range(random_kills))
        ]
        power = scene.power_cuts(cuts, rng)
    return _table(named, at_random, power)


class _Scene:
    """A library with two papers, the files that are to come, and ways to crash their import."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        samples = pdfs(Path(twintree_resources.__file__).parent / "samples")
        self.incoming = samples[_BEFORE : _BEFORE + 3]
        self.all = samples[: _BEFORE + 3]
        self.base = folder / "base"
        self.library = folder / "library"
        with library_of(samples[:_BEFORE]) as library:
            library.settle()
            path = library.path
            library.close()
            shutil.copytree(path, self.base)

    def kill_at(self, point: str) -> Outcome:
        """Die at a named step."""
        action = ["rebuild"] if point in _REBUILDING else None
        return self._crash(lambda: self._run(action, {VARIABLE: point}))

    def kill_after(self, seconds: float) -> Outcome:
        """Die so many seconds after the start."""
        return self._crash(lambda: self._run(None, {}, kill_after=seconds))

    def seconds(self) -> float:
        """How long an undisturbed import takes."""
        self._restore(self.base)
        begun = time.monotonic()
        self._import_undisturbed({})
        return time.monotonic() - begun

    def _import_undisturbed(self, extra: Mapping[str, str]) -> None:
        code = self._run(None, extra)
        if code:
            raise InternalError(
                f"An import that nothing disturbed ended with code {code}: {self._last_words()}"
            )

    def _last_words(self) -> str:
        return (self.folder / "stderr").read_text("utf-8", "replace")[-400:].strip()

    def power_cuts(self, count: int, rng: random.Random) -> list[tuple[str, Outcome]]:
        """Record one import, and cut the power at random steps of it; empty where that cannot be recorded."""
        recorder = powercut.build(self.folder)
        if recorder is None:
            return []
        self._restore(self.base)
        log = self.folder / "steps.log"
        self._import_undisturbed(powercut.environment(recorder, self.library, log))
        steps = powercut.read_steps(log)
        if not self._is_complete(steps):
            return []
        return [(f"at step {at}", self._cut(steps[:at], rng)) for at in _places(len(steps), count, rng)]

    def _is_complete(self, steps: Sequence[powercut.Step]) -> bool:
        """Whether all steps together give what the process left: else something escaped the recorder."""
        disk, out = self._disk(steps), self.folder / "replayed"
        disk.cut(out, random.Random(0), lost=0)  # noqa: S311
        same = all(
            (out / path.relative_to(self.library)).is_file()
            and (out / path.relative_to(self.library)).read_bytes() == path.read_bytes()
            for path in self.library.rglob("*")
            if path.is_file() and path.name != "lock" and not path.name.endswith("-shm")
        )
        shutil.rmtree(out, ignore_errors=True)
        return same

    def _disk(self, steps: Sequence[powercut.Step]) -> powercut.Disk:
        disk = powercut.Disk(self.library, self.base)
        for step in steps:
            disk.do(step)
        return disk

    def _cut(self, steps: Sequence[powercut.Step], rng: random.Random) -> Outcome:
        def cut() -> int:
            shutil.rmtree(self.library)
            self._disk(steps).cut(self.library, rng, lost=rng.choice([1.0, 0.5]))
            return _KILLED[0]

        return self._crash(cut)

    def _crash(self, crash: Callable[[], int]) -> Outcome:
        self._restore(self.base)
        if crash() not in _KILLED:
            return Outcome(reached=False)
        before = _finished_stages(self.library)
        found = check_folder(self.library)
        code = self._run(None, {})
        left = check_folder(self.library)
        after = _finished_stages(self.library)
        words = "; ".join(f"{each.what} {each.subject}" for each in [*found, *left])
        if code:
            words += f" The import that went on ended with code {code}: {self._last_words()}"
        return Outcome(
            reached=True,
            clean=not found and not left,
            finished=_is_finished(self.library, len(self.all)),
            redone=sum(after.get(key) != at for key, at in before.items()),
            words=words,
        )

    def _restore(self, source: Path) -> None:
        shutil.rmtree(self.library, ignore_errors=True)
        shutil.copytree(source, self.library)

    def _run(
        self, action: Sequence[str] | None, extra: Mapping[str, str], kill_after: float | None = None
    ) -> int:
        command = [
            sys.executable,
            "-m",
            "twintree.cli.main",
            *(action or ["import", *map(str, self.incoming)]),
        ]
        with (self.folder / "stderr").open("wb") as errors:
            process = subprocess.Popen(
                [*command, "--library", str(self.library), "--json"],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **extra},
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
        try:
            return process.wait(kill_after or _LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return _KILLED[0] if kill_after else 1
        finally:
            if os.name == "posix":  # what the dead process had started
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)


def _places(steps: int, count: int, rng: random.Random) -> list[int]:
    return sorted(rng.sample(range(1, steps), min(count, steps - 1)))


def _finished_stages(library: Path) -> dict[tuple[str, str], str]:
    """When each stage of each file was finished, as the crashed library knows it."""
    with contextlib.closing(sqlite3.connect(library / "ledger.sqlite")) as connection:
        return {(row[0], row[1]): row[2] for row in connection.execute("SELECT file, stage, at FROM stage")}


def _is_finished(library: Path, papers: int) -> bool:
    """Whether every paper is there once, indexed."""
    with contextlib.closing(sqlite3.connect(library / "ledger.sqlite")) as connection:
        sql = (
            "SELECT count(*), count(DISTINCT sha256) FROM file JOIN paper ON paper.id = file.paper "
            "WHERE paper.status = 'indexed'"
        )
        return tuple(connection.execute(sql).fetchone()) == (papers, papers)


def _table(
    named: Sequence[tuple[str, Outcome]],
    at_random: Sequence[tuple[str, Outcome]],
    power: Sequence[tuple[str, Outcome]],
) -> BenchTable:
    groups = {"kill at a named step": named, "kill at a random moment": at_random, "power cut": power}
    rows = []
    for name, outcomes in groups.items():
        tally = Counter[str]()
        for _, each in outcomes:
            tally.update(
                reached=each.reached,
                clean=each.reached and each.clean,
                finished=each.reached and each.finished,
                redone=each.redone,
            )
        rows.append(
            (name, len(outcomes), tally["reached"], tally["clean"], tally["finished"], tally["redone"])
        )
    happened = [each for outcomes in groups.values() for _, each in outcomes if each.reached]
    rows.append(("never killed (trivial)", len(happened), 0, 0, 0, 0))
    return BenchTable(
        name="crash",
        command="twintree bench crash",
        columns=("crash", "tried", "happened", "clean", "finished after going on", "stages done twice"),
        rows=tuple(rows),
        notes=tuple(_notes(groups)),
        targets=(
            Target(
                name="share of crashes after which all is sound and nothing is done twice",
                bar=1.0,
                measured=sum(each.good for each in happened) / max(1, len(happened)),
                trivial=0.0,
            ),
        ),
    )


def _notes(groups: Mapping[str, Sequence[tuple[str, Outcome]]]) -> list[str]:
    notes = []
    for name, outcomes in groups.items():
        unreached = [where for where, each in outcomes if not each.reached]
        if unreached:
            notes.append(f"{name}, over before: {', '.join(unreached)}")
        notes += [
            f"{name}, {where}: clean {each.clean}, finished {each.finished}, redone {each.redone}; "
            f"{each.words}"
            for where, each in outcomes
            if each.reached and not each.good
        ]
    if not groups["power cut"]:
        notes.append("power cuts need Linux and a C compiler, and a recording that nothing escaped")
    return notes
