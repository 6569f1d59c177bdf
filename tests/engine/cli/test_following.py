"""What the command line says while a job goes on, where no bar can be drawn."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from twintree.base.events import EventHub, JobFinished, JobProgress
from twintree.base.ids import JobId
from twintree.cli import following
from twintree.cli.following import follow
from twintree.jobs.runner import JobHandle

JOB = JobId("J1")


class Told:
    """A library of which only the events are asked."""

    def __init__(self) -> None:
        hub = EventHub()
        self.emit, self.subscribe, self.unsubscribe = hub.emit, hub.subscribe, hub.unsubscribe


def progress(
    now: str, part: str = "", message: str = "0 of 2 files done · 4 of 17 pages read"
) -> JobProgress:
    return JobProgress(JOB, 0, 2, "files", message, None, now, part)


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.setattr(following, "_LASTING", 0.2)

    def said(*steps: JobProgress | float, quiet: bool = False) -> list[str]:
        library, done = Told(), threading.Event()

        def work() -> None:
            time.sleep(0.1)
            for step in steps:
                time.sleep(step) if isinstance(step, float) else library.emit(step)
            library.emit(JobFinished(JOB))
            done.set()

        thread = threading.Thread(target=work)
        thread.start()
        ended = follow(library, JobHandle(JOB, done.set, done), "Reading pages", quiet=quiet)  # type: ignore[arg-type]
        thread.join()
        assert ended == JobFinished(JOB)
        return capfd.readouterr().err.splitlines()

    return said


def test_each_step_that_lasts_has_one_line_where_no_bar_is_drawn(lines: Any) -> None:
    first, second = progress("layout of a.pdf"), progress("layout of b.pdf", message="1 of 2 files done")
    moved = progress("layout of a.pdf", "3 of 12 pages")
    assert lines(progress("claims of a.pdf"), first, 0.4, moved, 0.4, second, 0.4, first, 0.4) == [
        "Reading pages: 0 of 2 files done · layout of a.pdf",
        "Reading pages: 1 of 2 files done · layout of b.pdf",
    ]


def test_a_script_hears_nothing_of_a_jobs_steps(lines: Any) -> None:
    assert lines(progress("layout of a.pdf"), 0.4, quiet=True) == []


def test_a_bar_has_the_step_and_its_pages_in_place_of_those_of_all_files() -> None:
    assert (
        following._how_far(progress("layout of a.pdf", "3 of 12 pages"))
        == "0 of 2 files done · layout of a.pdf, 3 of 12 pages"
    )
    assert following._how_far(progress("")) == "0 of 2 files done · 4 of 17 pages read"
