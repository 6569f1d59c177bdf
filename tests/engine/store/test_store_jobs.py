"""Jobs: persisted, settled once, resumed after a crash; files that kill workers are counted."""

from __future__ import annotations

import pytest

from twintree.base.errors import NotFound
from twintree.base.ids import PaperId
from twintree.store.jobs import CRASH_LIMIT, JobStore
from twintree.store.ledger import Ledger


@pytest.fixture
def jobs(ledger: Ledger) -> JobStore:
    return JobStore(ledger)


def test_a_job_counts_its_items(jobs: JobStore) -> None:
    job = jobs.create("import", "Three files", ["a.pdf", "b.pdf", "c.pdf"], {"link": True})
    assert (job.state, job.total, job.done, job.failed) == ("queued", 3, 0, 0)
    assert jobs.options(job.id) == {"link": True}
    jobs.update_item(
        job.id, 0, state="done", pages_done=3, pages=3, seconds=0.5, paper="P1", file="F1", sha256="ab"
    )
    jobs.update_item(
        job.id, 1, state="failed", reason="broken", way_out="mend it", code="truncated", attempts=1
    )
    jobs.add_items(job.id, ["d.pdf"])
    job = jobs.get(job.id)
    assert (job.total, job.done, job.failed) == (4, 2, 1)
    first, second, third, fourth = jobs.items(job.id)
    assert (first.pages_done, first.paper, first.sha256, first.position) == (3, "P1", "ab", 0)
    assert (second.reason, second.way_out, second.code, second.attempts) == (
        "broken",
        "mend it",
        "truncated",
        1,
    )
    assert (third.state, fourth.path, fourth.position) == ("queued", "d.pdf", 3)
    assert [item.path for item in jobs.items(job.id, ["queued"])] == ["c.pdf", "d.pdf"]
    with pytest.raises(TypeError, match="no colour"):
        jobs.update_item(job.id, 0, colour="red")
    with pytest.raises(NotFound):
        jobs.get("J000000000000")


def test_a_cancelled_job_does_not_come_back(jobs: JobStore) -> None:
    """PAINS 7."""
    job = jobs.create("import", "t", ["a", "b", "c"])
    jobs.set_state(job.id, "running")
    jobs.update_item(job.id, 0, state="done")
    jobs.update_item(job.id, 1, state="running")
    jobs.set_state(job.id, "cancelled")
    assert [item.state for item in jobs.items(job.id)] == ["done", "cancelled", "cancelled"]
    assert (jobs.get(job.id).done, jobs.get(job.id).total) == (1, 3)  # what was stopped was not done
    assert jobs.interrupted() == []
    assert jobs.requeue(job.id) == 0
    for late in ("running", "done", "paused"):
        jobs.set_state(job.id, late)
        assert jobs.get(job.id).state == "cancelled"
    assert not jobs.begin(job.id)
    jobs.set_state(job.id, "queued")
    assert jobs.begin(job.id)
    assert jobs.get(job.id).state == "running"
    jobs.set_state(job.id, "paused")
    assert not jobs.begin(job.id)


@pytest.mark.parametrize("late", ["paused", "cancelled"])
def test_a_job_that_is_done_is_neither_paused_nor_cancelled(jobs: JobStore, late: str) -> None:
    job = jobs.create("import", "One file", ["a.pdf"])
    jobs.update_item(job.id, 0, state="done")
    jobs.set_state(job.id, "done", "1 file")
    jobs.set_state(job.id, late)
    assert (jobs.get(job.id).state, jobs.get(job.id).message) == ("done", "1 file")


def test_what_a_crash_interrupted_is_queued_again(jobs: JobStore) -> None:
    """PAINS 6, 8."""
    job = jobs.create("import", "t", ["a", "b", "c"])
    jobs.set_state(job.id, "running")
    jobs.update_item(job.id, 0, state="done")
    jobs.update_item(job.id, 1, state="running")
    assert [each.id for each in jobs.interrupted()] == [job.id]
    assert jobs.requeue(job.id) == 1
    assert [item.state for item in jobs.items(job.id)] == ["done", "queued", "queued"]


@pytest.mark.parametrize(
    ("title", "paths", "options", "state"),
    [
        ("2 files", ["a.pdf", "b.pdf"], {}, "cancelled"),
        ("1 file", ["b.pdf"], {}, "cancelled"),
        ("1 file", ["a.pdf"], {}, "queued"),
        ("2 files", ["a.pdf", "b.pdf"], {"link": True}, "queued"),
    ],
)
def test_a_job_takes_over_what_a_killed_one_left_when_it_does_all_of_it(
    jobs: JobStore, title: str, paths: list[str], options: dict[str, bool], state: str
) -> None:
    left = jobs.create("import", "2 files", ["a.pdf", "b.pdf"], {})
    jobs.update_item(left.id, 0, state="done", paper="P1")
    jobs.update_item(left.id, 1, paper="P2")
    again = jobs.create("import", title, paths, options)
    jobs.take_over(again.id, ())
    assert jobs.get(left.id).state == "queued"
    jobs.take_over(again.id, {left.id})
    assert jobs.get(left.id).state == state
    assert jobs.get(again.id).state == "queued"


def test_a_job_that_was_killed_at_its_very_end_is_not_taken_over_by_one_about_other_files(
    jobs: JobStore,
) -> None:
    left = jobs.create("import", "1 file", ["a.pdf"], {})
    jobs.update_item(left.id, 0, state="done", paper="P1")
    jobs.take_over(jobs.create("import", "1 file", ["b.pdf"], {}).id, {left.id})
    assert jobs.get(left.id).state == "queued"
    jobs.take_over(jobs.create("import", "1 file", ["a.pdf"], {}).id, {left.id})
    assert jobs.get(left.id).state == "cancelled"


def test_a_folder_that_is_brought_again_takes_over_what_it_had_brought(jobs: JobStore) -> None:
    left = jobs.create("import", "Library: /x", ["/x"], {})
    jobs.settle_item(left.id, 0, [("/x/a.pdf", PaperId("P1"))], state="done")
    jobs.take_over(jobs.create("import", "Library: /x", ["/x"], {}).id, {left.id})
    assert jobs.get(left.id).state == "cancelled"
    assert "later job" in jobs.get(left.id).message


def test_failed_items_are_retried_on_request(jobs: JobStore) -> None:
    """PAINS 3."""
    job = jobs.create("import", "t", ["a"])
    jobs.update_item(job.id, 0, state="failed", reason="broken", code="truncated")
    assert jobs.requeue(job.id, ("failed",)) == 1
    (item,) = jobs.items(job.id)
    assert (item.state, item.reason, item.code) == ("queued", "", "")


def test_bytes_that_kill_workers_are_counted_and_can_be_forgiven(jobs: JobStore) -> None:
    """PAINS 4."""
    assert jobs.crashes("ab") == 0
    assert jobs.record_crash("ab", "crashed") == 1
    assert jobs.record_crash("ab", "crashed") == CRASH_LIMIT
    assert jobs.crashes("ab") == CRASH_LIMIT
    jobs.forgive("ab")
    assert jobs.crashes("ab") == 0


def test_jobs_are_listed_newest_first_and_forgotten_with_their_items(jobs: JobStore) -> None:
    first = jobs.create("import", "first", ["a"])
    second = jobs.create("import", "second")
    jobs.set_state(second.id, "done", "all well")
    assert {job.id for job in jobs.list()} == {first.id, second.id}
    assert [job.message for job in jobs.list(["done"])] == ["all well"]
    jobs.delete(first.id)
    assert [job.id for job in jobs.list()] == [second.id]
    assert jobs.items(first.id) == []


def test_paths_that_are_no_unicode_are_kept_readable(jobs: JobStore) -> None:
    job = jobs.create("import", "t", [b"caf\xe9.pdf".decode("utf-8", "surrogateescape")])
    assert jobs.items(job.id)[0].path == "caf\\xe9.pdf"
