"""Another process pauses, cancels and takes up jobs of the one that writes the library, through the ledger."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from twintree.base.errors import NotFound, WrongUse
from twintree.base.events import JobStarted, PaperReady
from twintree.base.ids import JobId
from twintree.cli.main import run
from twintree.jobs.orders import TOLD, give_order
from twintree.jobs.runner import JobHandle
from twintree.library import ImportOptions, Library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.create(tmp_path / "library") as opened:
        yield opened


@pytest.fixture
def begun(library: Library, make_pdf: Callable[..., Path]) -> JobHandle:
    """An import of eight files of which some are in the library and others are not."""
    paths = [make_pdf(f"{n}.pdf", *[f"Page {n} {m}." for m in range(6)]) for n in range(8)]
    events = library.subscribe()
    handle = library.jobs.submit_import(paths, ImportOptions(until="indexed"))
    while not isinstance(events.get(timeout=60), PaperReady):
        pass
    return handle


def command(library: Library, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert run(["--library", str(library.path), "jobs", *words]) == 0
    return capsys.readouterr().out.replace("\n", " ")


def wait_for(library: Library, job: JobId, state: str) -> None:
    end = time.monotonic() + 60
    while library.jobs.get(job).state != state and time.monotonic() < end:
        time.sleep(0.05)
    assert library.jobs.get(job).state == state


def test_a_job_is_paused_and_taken_up_by_the_order_of_another_process(
    library: Library, begun: JobHandle, capsys: pytest.CaptureFixture[str]
) -> None:
    told = command(library, capsys, "pause")
    assert begun.wait(60)
    job = library.jobs.get(begun.id)
    assert (job.state, job.message) == ("paused", "")
    assert told.startswith(f"Paused: {job.done} of 8 ")
    assert "has put down what it had in hand" in told
    assert {item.state for item in library.jobs.items(begun.id)} <= {"queued", "done"}
    told = command(library, capsys, "resume")
    assert "goes on with it" in told
    wait_for(library, begun.id, "done")
    assert library.papers.count() == 8


def test_a_job_that_was_cancelled_is_taken_up_and_what_is_done_is_not_done_again(
    library: Library, begun: JobHandle, capsys: pytest.CaptureFixture[str]
) -> None:
    told = command(library, capsys, "cancel", str(begun.id))
    assert begun.wait(60)
    done = {item.path: item for item in library.jobs.items(begun.id) if item.state == "done"}
    left = 8 - len(done)
    assert f"{left} will not be done" in told
    assert {item.state for item in library.jobs.items(begun.id)} <= {"cancelled", "done"}
    told = command(library, capsys, "resume", str(begun.id))
    assert f"{left} items that had been cancelled: taken up now" in told
    wait_for(library, begun.id, "done")
    items = library.jobs.items(begun.id)
    assert {item.state for item in items} == {"done"}
    assert all(item == done[item.path] for item in items if item.path in done)


def test_a_job_that_is_worked_on_is_not_taken_up_twice(
    library: Library, begun: JobHandle, capsys: pytest.CaptureFixture[str]
) -> None:
    events = library.subscribe()
    assert "is working on this job" in command(library, capsys, "resume")
    assert begun.wait(60)
    assert not any(isinstance(events.get(), JobStarted) for _ in range(events.qsize()))


def test_a_job_of_nobody_is_stopped_and_said_how_it_stands(
    library: Library, begun: JobHandle, capsys: pytest.CaptureFixture[str]
) -> None:
    library.close()
    assert json.loads(command(library, capsys, "pause", "--json")) == {"job": begun.id, "state": "paused"}
    assert command(library, capsys, "cancel").startswith("Cancelled: ")
    assert "not under way: it is cancelled" not in command(library, capsys, "cancel")
    assert run(["--library", str(library.path), "jobs", "resume"]) == 0
    assert "taken up now" in capsys.readouterr().err
    assert "it is done, 8 of 8 are done" in command(library, capsys, "cancel").replace("  ", " ")


def test_orders_that_make_no_sense_change_nothing(library: Library, begun: JobHandle) -> None:
    with pytest.raises(WrongUse, match="cannot be put into"):
        give_order(library.path, begun.id, "done")
    with pytest.raises(NotFound):
        give_order(library.path, JobId("Jnone"), "paused")
    assert begun.wait(60)
    give_order(library.path, begun.id, "paused")
    job = library.jobs.get(begun.id)
    assert (job.state, job.message == TOLD) == ("done", False)
