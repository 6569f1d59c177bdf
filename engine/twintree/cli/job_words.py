"""What is said of a job that was stopped or is taken up: what is done and stays, what is left, and how to go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twintree.base.jobs import Job, JobItem
from twintree.base.text import counted


@dataclass(frozen=True, slots=True)
class _Counts:
    done: int
    failed: int
    left: int

    @classmethod
    def of(cls, items: Sequence[JobItem]) -> _Counts:
        done = sum(item.state in ("done", "duplicate", "ignored") for item in items)
        failed = sum(item.state == "failed" for item in items)
        return cls(done, failed, len(items) - done - failed)


def how_it_stands(job: Job, items: Sequence[JobItem]) -> str:
    """What a pause or a cancel of a job comes to, in whole sentences."""
    counts = _Counts.of(items)
    again = f"`twintree jobs resume {job.id}`"
    done = f"{counts.done} of {len(items)} {'is' if counts.done == 1 else 'are'} done"
    if job.state == "paused":
        return f"Paused: {done}; {again} goes on with the other {counts.left}."
    if job.state == "cancelled":
        return f"Cancelled: {done}, which stays so; {counts.left} will not be done. {again} takes them up after all."
    return f"This job is not under way: it is {job.state}, {done}."


def what_is_taken_up(job: Job, items: Sequence[JobItem]) -> str:
    """What going on with a job does, and what it does not do again, in whole sentences."""
    counts = _Counts.of(items)
    told = [f"{counted(counts.done, 'item')} done before: not done again."] if counts.done else []
    if counts.left:
        cancelled = " that had been cancelled" if job.state == "cancelled" else " left"
        told.append(
            f"{counted(counts.left, 'item')}{cancelled}: taken up now; what was begun goes on where it was."
        )
    else:
        told.append("Nothing is left of this job.")
    if counts.failed:
        told.append(f"{counts.failed} failed: tried again by `twintree jobs retry {job.id}` only.")
    return " ".join(told)
