"""The vector projection against a real ledger and real USearch."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from projection_cases import (
    DIMENSION,
    MODEL,
    add_entry,
    add_paper,
    delete_paper,
    embed,
    text_hash,
    touch,
    vector_for,
)

from twintree.base.errors import Cancelled, WrongUse
from twintree.base.progress import CancelToken
from twintree.store import vectorfile
from twintree.store.ledger import Ledger
from twintree.store.vectors import VectorProjection, active_model


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    ledger = Ledger(tmp_path / "ledger.sqlite")
    yield ledger
    ledger.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vectors" / "entries.usearch"


def opened(path: Path, **options: int) -> VectorProjection:
    return VectorProjection(path, MODEL, DIMENSION, **options)


def texts_found(projection: VectorProjection, ledger: Ledger, text: str, k: int = 1) -> list[str]:
    found = projection.search(vector_for(text), k)
    rows = [
        ledger.read().execute("SELECT text FROM entry WHERE id = ?", (key,)).fetchone() for key, _ in found
    ]
    return [row["text"] for row in rows]


def projected(ledger: Ledger) -> set[str]:
    rows = ledger.read().execute("SELECT paper FROM projected WHERE name = 'vectors'")
    return {row[0] for row in rows}


@pytest.mark.parametrize("exact_below", [100_000, 5])
def test_finds_an_entry_by_its_own_vector_after_sync_and_after_reopening(
    ledger: Ledger, path: Path, exact_below: int
) -> None:
    for n in range(4):
        add_paper(ledger, f"P{n}")
    first = opened(path, exact_below=exact_below)
    assert first.sync(ledger) == 4
    again = opened(path, exact_below=exact_below)
    for projection in (first, again):
        (_, cosine), *_ = projection.search(vector_for("On P2: part 1"), 3)
        assert cosine == pytest.approx(1.0, abs=1e-5)
        assert texts_found(projection, ledger, "On P2: part 1") == ["On P2: part 1"]
    assert again.problems(ledger) == []
    assert not again.replay(ledger)
    assert vectorfile.describe(path)[0].layout == ("exact" if exact_below > 12 else "hnsw")


@pytest.mark.parametrize("exact_below", [100_000, 5])
def test_searches_only_among_the_allowed_entries(ledger: Ledger, path: Path, exact_below: int) -> None:
    for n in range(6):
        add_paper(ledger, f"P{n}")
    projection = opened(path, exact_below=exact_below)
    projection.sync(ledger, flush=True)
    keys = {row[0] for row in ledger.read().execute("SELECT id FROM entry WHERE paper IN ('P1', 'P4')")}
    found = projection.search(vector_for("On P2: part 1"), 100, keys)
    assert {key for key, _ in found} == keys
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)
    assert projection.search(vector_for("On P2: part 1"), 5, set()) == []


def test_the_hnsw_layout_answers_like_the_exact_one(ledger: Ledger, path: Path, tmp_path: Path) -> None:
    for n in range(40):
        add_paper(ledger, f"P{n}", sections=9)
    exact, near = opened(path), opened(tmp_path / "near.usearch", exact_below=1)
    exact.sync(ledger, flush=True)
    near.sync(ledger, flush=True)
    same = 0
    for n in range(20):
        query = vector_for(f"question {n}")
        same += len({k for k, _ in exact.search(query, 10)} & {k for k, _ in near.search(query, 10)})
    assert same >= 190


def test_a_query_of_another_length_is_refused(ledger: Ledger, path: Path) -> None:
    with pytest.raises(WrongUse, match="3 numbers"):
        opened(path).search(np.ones(3, np.float32), 1)


def test_an_entry_without_embedding_waits_and_its_paper_is_not_marked(ledger: Ledger, path: Path) -> None:
    add_paper(ledger, "P1", texts=("known",))
    add_entry(ledger, "P1", "unknown yet", model=None)
    projection = opened(path)
    assert projection.sync(ledger) == 0
    assert projection.count == 1
    assert projected(ledger) == set()
    assert projection.problems(ledger) == []
    embed(ledger, "unknown yet")
    assert projection.sync(ledger) == 1
    assert projected(ledger) == {"P1"}
    assert texts_found(projection, ledger, "unknown yet") == ["unknown yet"]


def test_a_changed_entry_replaces_its_vector(ledger: Ledger, path: Path) -> None:
    add_paper(ledger, "P1", texts=("old words",))
    projection = opened(path)
    projection.sync(ledger)
    with ledger.write() as c:
        c.execute("UPDATE entry SET text = 'new words', hash = ?", (text_hash("new words"),))
    embed(ledger, "new words")
    touch(ledger, "P1")
    projection.sync(ledger)
    assert projection.count == 1
    assert projection.search(vector_for("new words"), 1)[0][1] == pytest.approx(1, abs=1e-5)
    assert opened(path).problems(ledger) == []


def test_a_deleted_paper_leaves_no_vector_even_when_its_row_numbers_are_used_again(
    ledger: Ledger, path: Path
) -> None:
    """PAINS 23: deleted documents stayed in the index."""
    add_paper(ledger, "P1", texts=("gone",))
    projection = opened(path)
    projection.sync(ledger)
    delete_paper(ledger, "P1")
    add_paper(ledger, "P2", texts=("came later",))
    with ledger.write() as c:  # the ledger itself never gives a number twice; an older one might have
        c.execute("UPDATE entry SET id = 1")
    projection.sync(ledger)
    assert projection.count == 1
    assert projection.search(vector_for("came later"), 1) == [(1, pytest.approx(1, abs=1e-5))]
    assert projected(ledger) == {"P2"}
    assert opened(path).problems(ledger) == []


def damage_missing(path: Path) -> None:
    path.unlink()


def damage_truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def damage_altered(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def damage_empty(path: Path) -> None:
    path.write_bytes(b"")


def damage_no_sidecar(path: Path) -> None:
    vectorfile.sidecar_path(path).unlink()


def damage_sidecar(path: Path) -> None:
    vectorfile.sidecar_path(path).write_text('{"versions": [{"generation": "x"}]}')


@pytest.mark.parametrize("exact_below", [100_000, 5])
@pytest.mark.parametrize(
    "damage",
    [damage_missing, damage_truncated, damage_altered, damage_empty, damage_no_sidecar, damage_sidecar],
)
def test_damage_is_reported_by_check_and_repaired_at_the_next_opening(
    ledger: Ledger, path: Path, damage: object, exact_below: int
) -> None:
    """PAINS 31: a store killed mid-index could not be opened again; all was lost."""
    for n in range(4):
        add_paper(ledger, f"P{n}")
    opened(path, exact_below=exact_below).sync(ledger)
    damage(path)  # type: ignore[operator]
    broken = opened(path, exact_below=exact_below)
    assert [problem.where for problem in broken.problems(ledger)] == ["vectors"]
    assert broken.replay(ledger)
    assert broken.problems(ledger) == []
    assert texts_found(broken, ledger, "On P3: part 2") == ["On P3: part 2"]


def test_a_file_of_an_older_generation_is_brought_up_row_by_row(
    ledger: Ledger, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    add_paper(ledger, "P1")
    opened(path).sync(ledger)
    old = {each: each.read_bytes() for each in path.parent.iterdir()}
    add_paper(ledger, "P2")
    opened(path).sync(ledger)
    for each, content in old.items():  # a restored backup of this folder alone
        each.write_bytes(content)
    stale = opened(path)
    assert {problem.subject.split(",")[0] for problem in stale.problems(ledger)} == {"entries.usearch", "P2"}
    with caplog.at_level(logging.WARNING):
        assert stale.replay(ledger)
    assert "generation" in caplog.text
    assert stale.problems(ledger) == []
    assert stale.count == 6


def rewrite(path: Path, rows: vectorfile.Rows) -> None:
    """Save rows as a faultless file of the same generation: damage that no hash can show."""
    found = vectorfile.describe(path)[0]
    vectorfile.save(path, rows, found.generation, MODEL, old=None)


def test_problems_name_the_entry_and_paper_of_each_wrong_row(ledger: Ledger, path: Path) -> None:
    """PAINS 24: stale and orphaned rows."""
    for n in range(1, 5):
        add_paper(ledger, f"P{n}", texts=(f"only {n}",))
    projection = opened(path)
    projection.sync(ledger)
    rows, _ = vectorfile.load(path, MODEL, DIMENSION)
    held = rows.columns()
    vectors = rows.vectors(held.keys).copy()
    vectors[0] += 0.1
    tags = held.tags.copy()
    tags[1] += 1
    keys = held.keys.copy()
    keys[3] = 99  # entry 4 is lost, and a row stands for no entry
    doubled = vectorfile.ExactRows(
        DIMENSION,
        vectorfile.Columns(*(np.append(c, c[2]) for c in (keys, tags, held.owners))),
        np.vstack([vectors, vectors[2:3]]),
    )
    rewrite(path, doubled)
    found = {problem.subject: problem.what for problem in opened(path).problems(ledger)}
    assert found["P1, entry 1"] == "A vector differs from the ledger's embedding."
    assert found["P2, entry 2"] == "A vector belongs to another text or paper."
    assert found["P3, entry 3"] == "An entry's vector is there more than once."
    assert found["P4, entry 4"] == "An entry's vector is missing."
    assert found["entry 99"] == "A vector stands for no entry."
    again = opened(path)
    again.rebuild(ledger)
    assert again.problems(ledger) == []


def test_a_large_library_is_not_written_for_every_paper_but_a_flush_writes_all(
    ledger: Ledger, path: Path
) -> None:
    add_paper(ledger, "P0", sections=60)
    projection = opened(path)
    projection.sync(ledger)
    generation = projection.stamp.generation
    add_paper(ledger, "P1", texts=("one more",))
    assert projection.sync(ledger) == 1
    assert projection.sync(ledger) == 0
    assert projection.stamp.generation == generation
    assert texts_found(projection, ledger, "one more") == ["one more"]
    assert projected(ledger) == {"P0"}
    assert opened(path).problems(ledger) == []
    projection.flush(ledger)
    assert projected(ledger) == {"P0", "P1"}
    assert opened(path).problems(ledger) == []


def test_hnsw_rows_are_made_afresh_once_too_many_were_removed(ledger: Ledger, path: Path) -> None:
    for n in range(10):
        add_paper(ledger, f"P{n}", texts=(f"words {n}",))
    projection = opened(path, exact_below=2)
    projection.sync(ledger, flush=True)
    for n in range(2):
        delete_paper(ledger, f"P{n}")
    projection.sync(ledger, flush=True)
    assert vectorfile.describe(path)[0].removed == 2
    for n in range(2, 6):
        delete_paper(ledger, f"P{n}")
    projection.sync(ledger, flush=True)
    assert vectorfile.describe(path)[0].removed == 0
    assert projection.count == 4
    assert opened(path, exact_below=2).problems(ledger) == []


def test_a_cancelled_sync_goes_on_where_it_stopped(ledger: Ledger, path: Path) -> None:
    add_paper(ledger, "P1")
    projection, token = opened(path), CancelToken()
    projection.sync(ledger)
    add_paper(ledger, "P2")
    token.cancel()
    with pytest.raises(Cancelled):
        projection.sync(ledger, cancel=token)
    assert projection.sync(ledger, flush=True) == 1
    assert projection.problems(ledger) == []


def test_a_reading_process_searches_and_writes_nothing(ledger: Ledger, path: Path) -> None:
    add_paper(ledger, "P1")
    opened(path).sync(ledger)
    add_paper(ledger, "P2")
    before = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    beside = Ledger(ledger.path, readonly=True)
    projection = opened(path)
    projection.replay(beside)
    assert texts_found(projection, beside, "On P2: part 0") == ["On P2: part 0"]
    assert {each.name: each.read_bytes() for each in path.parent.iterdir()} == before
    assert projected(ledger) == {"P1"}
    beside.close()


def test_searching_goes_on_while_papers_come_and_go(ledger: Ledger, path: Path) -> None:
    add_paper(ledger, "P0", texts=("always there",))
    projection = opened(path)
    projection.sync(ledger)
    faults: list[object] = []
    stop = threading.Event()

    def ask() -> None:
        while not stop.is_set():
            found = projection.search(vector_for("always there"), 1)
            if not found or found[0][0] != 1:
                faults.append(found)

    askers = [threading.Thread(target=ask) for _ in range(2)]
    for each in askers:
        each.start()
    for n in range(1, 15):
        add_paper(ledger, f"P{n}")
        projection.sync(ledger)
        if n % 3 == 0:
            delete_paper(ledger, f"P{n - 1}")
    projection.rebuild(ledger)
    stop.set()
    for each in askers:
        each.join()
    assert faults == []


def fake_embed(texts: list[str]) -> np.ndarray:
    return np.stack([vector_for(text, 4) for text in texts])


def test_a_new_model_takes_over_only_when_every_text_has_its_vector(ledger: Ledger, path: Path) -> None:
    """PAINS 25: a new embedding model emptied the index."""
    for n in range(3):
        add_paper(ledger, f"P{n}")
    projection = opened(path)
    projection.sync(ledger)
    assert not projection.switch_model(ledger, "other", 4)
    assert projection.model == MODEL
    assert texts_found(projection, ledger, "On P1: part 0") == ["On P1: part 0"]

    token = CancelToken()

    def interrupted(texts: list[str]) -> np.ndarray:
        token.cancel()
        return fake_embed(texts[:])

    for n in range(3, 60):  # more texts than one batch holds
        add_paper(ledger, f"P{n}", sections=0)
    with pytest.raises(Cancelled):
        projection.switch_model(ledger, "other", 4, interrupted, cancel=token)
    assert projection.model == MODEL
    asked: list[str] = []

    def counted(texts: list[str]) -> np.ndarray:
        asked.extend(texts)
        return fake_embed(texts)

    assert projection.switch_model(ledger, "other", 4, counted)
    assert len(asked) == 66 - 64  # what the interrupted run computed is not computed again
    assert active_model(path) == ("other", 4)
    assert projection.search(vector_for("On P1: part 0", 4), 1)[0][1] == pytest.approx(1, abs=1e-5)
    again = VectorProjection(path, "other", 4)
    assert again.problems(ledger) == []
    assert not again.replay(ledger)
    assert [each.name for each in sorted(path.parent.iterdir())] == ["entries.json", "entries.usearch"]


def test_a_file_of_another_model_is_never_searched(ledger: Ledger, path: Path) -> None:
    add_paper(ledger, "P1")
    opened(path).sync(ledger)
    other = VectorProjection(path, "other", DIMENSION)
    assert "fake-8" in other.damage
    assert other.search(vector_for("On P1: part 0"), 1) == []


_KILLED = """
import sys
from pathlib import Path
from twintree.store.ledger import Ledger
from twintree.store.vectors import VectorProjection
ledger = Ledger(Path(sys.argv[1]))
VectorProjection(Path(sys.argv[2]), "fake-8", 8).sync(ledger, flush=True)
"""


@pytest.mark.parametrize(
    "point",
    [
        "projection.before_write",
        "projection.written",
        "projection.announced",
        "projection.renamed",
        "projection.before_mark",
        "projection.marked",
    ],
)
def test_a_kill_at_any_step_of_writing_is_repaired_without_starting_over(
    ledger: Ledger, path: Path, point: str, caplog: pytest.LogCaptureFixture
) -> None:
    add_paper(ledger, "P1")
    opened(path).sync(ledger)
    add_paper(ledger, "P2")
    run = subprocess.run(
        [sys.executable, "-c", _KILLED, str(ledger.path), str(path)],
        env=os.environ | {"TWINTREE_CRASH_AT": point, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert run.returncode == 137
    survivor = opened(path)
    assert survivor.damage == ""  # whatever stands there is whole: the old or the new
    survivor.replay(ledger)
    assert survivor.problems(ledger) == []
    assert survivor.count == 6
    assert [each.name for each in sorted(path.parent.iterdir())] == ["entries.json", "entries.usearch"]


_STEPS = st.lists(
    st.tuples(st.sampled_from(["add", "delete", "entry", "sync", "flush", "reopen"]), st.integers(0, 4)),
    max_size=12,
)


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=_STEPS, exact_below=st.sampled_from([1000, 3]))
def test_after_any_history_the_projection_equals_the_ledger(
    steps: list[tuple[str, int]], exact_below: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(Path(folder) / "ledger.sqlite")
        path = Path(folder) / "entries.usearch"
        projection, held = opened(path, exact_below=exact_below), set[int]()
        for step, n in steps:
            if step == "add" and n not in held:
                add_paper(ledger, f"P{n}", sections=n)
                held.add(n)
            elif step == "delete" and n in held:
                delete_paper(ledger, f"P{n}")
                held.discard(n)
            elif step == "entry" and n in held:
                add_entry(ledger, f"P{n}", f"more {n}")
            elif step in ("sync", "flush"):
                projection.sync(ledger, flush=step == "flush")
            elif step == "reopen":
                projection = opened(path, exact_below=exact_below)
        projection.sync(ledger, flush=True)
        keys = {row[0] for row in ledger.read().execute("SELECT id FROM entry")}
        assert {key for key, _ in projection.search(vector_for("x"), 1000)} == keys
        assert opened(path, exact_below=exact_below).problems(ledger) == []
        ledger.close()
