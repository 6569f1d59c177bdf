"""What the command line says while a job goes on, where no bar can be drawn."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from twintree.base.events import EventHub, JobFinished, JobProgress
from twintree.base.ids import JobId
from twintree.cli import following
from twintree.cli.following import follow, title_of
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
    monkeypatch.setattr(following, "_BETWEEN", 1.0)

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


def test_where_no_bar_is_drawn_a_step_that_lasts_is_told_and_later_ones_only_now_and_then(lines: Any) -> None:
    first, second = progress("layout of a.pdf"), progress("layout of b.pdf", message="1 of 2 files done")
    third = progress("layout of c.pdf", message="2 of 3 files done")
    assert lines(progress("claims of a.pdf"), first, 0.4, second, 0.4, third, 0.9) == [
        "Reading pages: layout of a.pdf · 0 of 2 files done",
        "Reading pages: layout of c.pdf · 2 of 3 files done",
    ]


def test_a_line_says_how_long_the_rest_will_take(lines: Any) -> None:
    event = JobProgress(JOB, 1, 9, "files", "1 of 9 files done", 1800.0, "layout of a.pdf", "3 of 12 pages")
    assert lines(event, 0.4) == [
        "Reading pages: layout of a.pdf, 3 of 12 pages · 1 of 9 files done · about 30 min left"
    ]


def test_a_script_hears_nothing_of_a_jobs_steps(lines: Any) -> None:
    assert lines(progress("layout of a.pdf"), 0.4, quiet=True) == []


def test_a_bar_says_the_step_its_file_and_pages_and_how_many_files_are_through() -> None:
    assert (
        following.how_far(progress("layout of a.pdf", "3 of 12 pages"))
        == "layout of a.pdf, 3 of 12 pages · 0 of 2 files done"
    )
    assert following.how_far(progress("")) == "0 of 2 files done · 4 of 17 pages read"


def test_a_job_that_goes_on_is_called_what_it_is() -> None:
    assert [title_of(kind) for kind in ("import", "finish", "summaries")] == [
        "Importing",
        "Reading pages",
        "Summarising",
    ]
