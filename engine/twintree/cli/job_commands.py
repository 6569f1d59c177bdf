"""Commands about long work: what ran, what failed, pause, resume, cancel, retry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from twintree.base.errors import WrongUse
from twintree.base.ids import JobId
from twintree.cli.common import PATIENCE, JsonOption, LibraryOption, group_options, reading, writing
from twintree.cli.following import follow, title_of
from twintree.cli.library_commands import import_code, import_result, stopped
from twintree.cli.output import DONE, emit, muted, say

if TYPE_CHECKING:
    from twintree.library import Library

JobArgument = Annotated[str, typer.Argument(help="A job's id, or nothing for the newest.")]

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
def pause(job: JobArgument = "", library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Keep a job from going on until it is resumed."""
    with writing(library) as opened:
        id_ = _job(opened, job)
        opened.jobs.pause(id_)
        return _state(opened, id_, as_json=as_json)


@app.command("cancel")
def cancel(job: JobArgument = "", library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Stop a job for good; what is done stays."""
    with writing(library) as opened:
        id_ = _job(opened, job)
        opened.jobs.cancel(id_)
        return _state(opened, id_, as_json=as_json)


def _state(opened: Library, job: JobId, *, as_json: bool) -> int:
    if as_json:
        emit({"job": job, "state": opened.jobs.get(job).state})
    return DONE


@app.command("resume")
def resume(job: JobArgument = "", library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Go on with a job that was paused or interrupted."""
    with writing(library, patience=PATIENCE) as opened:
        id_ = _job(opened, job)
        title = title_of(opened.jobs.get(id_).kind)
        ended = follow(opened, opened.jobs.resume(id_), title, quiet=as_json)
        return _close(opened, id_, ended, as_json=as_json)


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


def _job(opened: Library, given: str) -> JobId:
    jobs = opened.job_list()
    if not jobs:
        raise WrongUse("This library has no jobs.")
    if not given:
        return jobs[0].id
    fitting = [job.id for job in jobs if job.id.startswith(given)]
    if len(fitting) != 1:
        raise WrongUse(f"{given!r} names {len(fitting)} jobs.", "`twintree jobs list` shows them.")
    return fitting[0]
