"""Commands about long work: what ran, what failed, pause, resume, cancel, retry."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from twintree.base.errors import LibraryBusy, WrongUse
from twintree.base.ids import JobId
from twintree.base.jobs import Job
from twintree.cli.common import (
    PATIENCE,
    JsonOption,
    LibraryOption,
    group_options,
    library_path,
    reading,
    writing,
)
from twintree.cli.following import follow, title_of
from twintree.cli.job_words import how_it_stands, what_is_taken_up
from twintree.cli.library_commands import import_code, import_result, stopped
from twintree.cli.output import DONE, emit, muted, say, warn
from twintree.jobs.orders import TOLD, give_order
from twintree.store.lock import holder

if TYPE_CHECKING:
    from twintree.library import Library

JobArgument = Annotated[str, typer.Argument(help="A job's id, or nothing for the newest.")]
OpenJobArgument = Annotated[
    str, typer.Argument(help="A job's id, or nothing for the newest that is not at its end.")
]

#: Seconds that a process which works on a job is given to put down what it has in hand, and to take one up.
_PUT_DOWN, _TAKEN_UP, _EVERY = 20.0, 4.0, 0.1

app = typer.Typer(
    help="Long work: list, show, pause, resume, cancel, retry.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


def register(parent: typer.Typer) -> None:
    """Add the commands to the application."""
    parent.add_typer(app, name="jobs")


@app.callback()
def _default(context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    group_options(context, library, as_json=as_json)
    return list_(as_json=as_json) if context.invoked_subcommand is None else DONE


@app.command("list")
def list_(library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """List jobs, the newest first."""
    with reading(library) as opened:
        jobs = opened.job_list()
        if as_json:
            emit({"jobs": jobs})
            return DONE
        for job in jobs:
            say(
                f"{job.id}  {job.state:<9}  {job.done:>5} of {job.total:<5} {job.failed:>4} failed  "
                f"{job.title}  {job.message}".rstrip()
            )
        muted(f"{len(jobs)} jobs")
    return DONE


@app.command("show")
def show(job: JobArgument = "", library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Show a job's files, each with its state and reason."""
    with reading(library) as opened:
        id_ = _job(opened, job)
        items = opened.job_items(id_)
        if as_json:
            emit({"job": id_, "items": items})
            return DONE
        for item in items:
            say(f"{item.state:<10} {item.status:<11} {item.path}  {item.reason} {item.way_out}".rstrip())
    return DONE


@app.command("pause")
def pause(job: OpenJobArgument = "", library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Keep a job from going on until it is resumed; also one that another process works on."""
    return _stop(job, library, "paused", as_json=as_json)


@app.command("cancel")
def cancel(job: OpenJobArgument = "", library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Stop a job, also one that another process works on; what is done stays."""
    return _stop(job, library, "cancelled", as_json=as_json)


def _stop(job: str, given: Path | None, state: str, *, as_json: bool) -> int:
    writer = ""
    try:
        with writing(given) as opened:
            id_ = _job(opened, job, under_way=True)
            (opened.jobs.pause if state == "paused" else opened.jobs.cancel)(id_)
    except LibraryBusy:
        with reading(given) as opened:
            id_ = _job(opened, job, under_way=True)
            writer = _order(opened, id_, state)
    with reading(given) as opened:
        now = _known(opened, id_)
        if as_json:
            emit({"job": id_, "state": now.state})
        else:
            say(how_it_stands(now, opened.job_items(id_)))
            if writer and now.state == state:
                say(writer)
    return DONE


def _order(opened: Library, job: JobId, state: str) -> str:
    """Order the process that writes the library to stop a job; says whether it has, as far as was waited for."""
    name = holder(opened.path) or "The process that works on it"
    give_order(opened.path, job, state)
    end = time.monotonic() + _PUT_DOWN
    while time.monotonic() < end:
        if _known(opened, job).message != TOLD:
            return f"{name} has put down what it had in hand."
        time.sleep(_EVERY)
    return f"{name} was told, and has not put down what it has in hand yet."


@app.command("resume")
def resume(job: JobArgument = "", library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Go on with a job that was paused, interrupted or cancelled; what is done is not done again."""
    if (taken := _taken_elsewhere(job, library)) is not None:
        id_, words = taken
        if as_json:
            emit({"job": id_, "state": "running", "elsewhere": True})
        else:
            say(words)
        return DONE
    with writing(library, patience=PATIENCE) as opened:
        id_ = _job(opened, job)
        title = title_of(opened.jobs.get(id_).kind)
        if not as_json:
            warn(what_is_taken_up(opened.jobs.get(id_), opened.jobs.items(id_)))
        ended = follow(opened, opened.jobs.resume(id_), title, quiet=as_json)
        return _close(opened, id_, ended, as_json=as_json)


def _taken_elsewhere(given: str, library: Path | None) -> tuple[JobId, str] | None:
    """The job and what to say where the process that writes the library works on it, or takes it up when told.

    None where nobody writes, or the writer does not take it up (a question that is kept, say): whoever asked
    works on it then.
    """
    path = library_path(library)
    if (writer := holder(path)) is None:
        return None
    with reading(library) as opened:
        job = _known(opened, _job(opened, given))
        if job.state == "running":
            return job.id, f"{writer} is working on this job."
        if job.state in ("paused", "cancelled", "failed") and opened.readonly:
            told = what_is_taken_up(job, opened.job_items(job.id))
            give_order(path, job.id, "queued")
            end = time.monotonic() + _TAKEN_UP
            while time.monotonic() < end:
                if _known(opened, job.id).state in ("running", "done"):
                    return job.id, f"{told} {writer} goes on with it."
                time.sleep(_EVERY)
    return None


@app.command("retry")
def retry(
    job: JobArgument = "",
    password: Annotated[str | None, typer.Option(help="The password of the encrypted files.")] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Try the files of a job that failed once more."""
    with writing(library, patience=PATIENCE) as opened:
        id_ = _job(opened, job)
        failed = [item.path for item in opened.jobs.items(id_) if item.state == "failed"]
        passwords = dict.fromkeys(failed, password) if password else {}
        title = title_of(opened.jobs.get(id_).kind)
        ended = follow(opened, opened.jobs.retry(id_, passwords), title, quiet=as_json)
        return _close(opened, id_, ended, as_json=as_json)


def _close(opened: Library, job: JobId, ended: object, *, as_json: bool) -> int:
    items = opened.jobs.items(job)
    if as_json:
        emit(import_result(stopped(items, ended)))
    else:
        good = sum(item.state in ("done", "duplicate") for item in items)
        imported = opened.jobs.get(job).kind == "import"
        say(f"{good} of {len(items)} " + ("files are in the library." if imported else "are done."))
    return import_code(items, ended)


def _job(opened: Library, given: str, *, under_way: bool = False) -> JobId:
    """The job of this id or of its beginning; else the newest, ``under_way`` the newest that is not at its end."""
    jobs = opened.job_list()
    if not jobs:
        raise WrongUse("This library has no jobs.")
    if not given:
        waiting = [job.id for job in jobs if job.state in ("queued", "running", "paused")]
        return (waiting if under_way and waiting else [job.id for job in jobs])[0]
    fitting = [job.id for job in jobs if job.id.startswith(given)]
    if len(fitting) != 1:
        raise WrongUse(f"{given!r} names {len(fitting)} jobs.", "`twintree jobs list` shows them.")
    return fitting[0]


def _known(opened: Library, job: JobId) -> Job:
    return next(each for each in opened.job_list() if each.id == job)
