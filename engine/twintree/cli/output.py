"""How the command line speaks: one JSON object or plain text on stdout, progress and complaints on stderr."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from twintree.base.errors import (
    InputError,
    LibraryBusy,
    ModelUnavailable,
    NotFound,
    TwintreeError,
    WrongUse,
)

DONE, FAILED, WRONG_USE, PARTLY, BUSY = 0, 1, 2, 3, 4

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def say(text: str = "") -> None:
    """A line of plain text on stdout; brackets are not markup."""
    out.print(text, markup=False)


def heading(text: str) -> None:
    """A line that stands out."""
    out.print(text, style="bold", markup=False)


def muted(text: str) -> None:
    """A line that recedes."""
    out.print(text, style="dim", markup=False)


def warn(text: str) -> None:
    """A line on stderr."""
    err.print(text, style="yellow", markup=False)


def emit(value: Any) -> None:
    """One JSON object on stdout, in UTF-8 whatever the terminal's encoding."""
    data = msgspec.json.encode(value) + b"\n"
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def exit_code(error: TwintreeError) -> int:
    """The exit code that belongs to an error."""
    if isinstance(error, LibraryBusy):
        return BUSY
    if isinstance(error, WrongUse):
        return WRONG_USE
    if isinstance(error, NotFound | InputError | ModelUnavailable):
        return FAILED
    return FAILED


def complain(error: TwintreeError, *, as_json: bool) -> int:
    """Say what is wrong and what to do; returns the exit code."""
    if as_json:
        emit({"error": {"code": error.code, "message": error.message, "way_out": error.way_out}})
    else:
        err.print(error.message, style="red", markup=False)
        if error.way_out:
            err.print(error.way_out, markup=False)
    return exit_code(error)


@contextlib.contextmanager
def bar(title: str, *, quiet: bool) -> Iterator[Any]:
    """A progress bar on stderr; yields ``update(done, total, message)``; silent when quiet or not a terminal."""
    if quiet:
        yield lambda done, total, message: None
        return
    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=28),
        TextColumn("{task.fields[message]}"),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not (err.is_terminal or os.environ.get("FORCE_COLOR")),
    )
    with shown:
        task = shown.add_task(title, total=None, message="")
        yield lambda done, total, message: shown.update(
            task, completed=done, total=total or None, message=message
        )
