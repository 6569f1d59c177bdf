"""How the command line speaks: one JSON object or plain text on stdout, progress and complaints on stderr."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from twintree.base.errors import (
    Cancelled,
    LibraryBusy,
    TwintreeError,
    WrongUse,
)
from twintree.base.records import Change
from twintree.store.durable import save_as

DONE, FAILED, WRONG_USE, PARTLY, BUSY = 0, 1, 2, 3, 4
#: As shells tell a program that Ctrl+C ended, and as Typer does.
INTERRUPTED = 130

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


#: A title or a file's name may hold what steers a terminal; it is shown, never obeyed.
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def say(text: str = "") -> None:
    """A line of plain text on stdout; brackets are not markup."""
    out.print(_harmless(text), markup=False)


def heading(text: str) -> None:
    """A line that stands out."""
    out.print(_harmless(text), style="bold", markup=False)


def muted(text: str) -> None:
    """A line that recedes."""
    out.print(_harmless(text), style="dim", markup=False)


def warn(text: str) -> None:
    """A line on stderr."""
    err.print(_harmless(text), style="yellow", markup=False)


def _harmless(text: str) -> str:
    return _STEERING.sub("\N{REPLACEMENT CHARACTER}", text)


def take_the_streams() -> None:
    """Make the three streams usable however the process was started.

    A closed one would give its number to the next file that is opened (the ledger, say), and what is printed
    would go there; a terminal's encoding that lacks a character must not end the command.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115 - lives as long as we do
        stream = getattr(sys, name)
        if number and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def emit(value: Any) -> None:
    """One JSON object on stdout, in UTF-8 whatever the terminal's encoding."""
    try:
        data = msgspec.json.encode(value)
    except UnicodeEncodeError:  # a path with bytes that are no UTF-8: escaped, so that it reads back the same
        data = json.dumps(msgspec.to_builtins(value)).encode()
    _write(data + b"\n")


def _write(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def exit_code(error: TwintreeError) -> int:
    """The exit code that belongs to an error."""
    if isinstance(error, Cancelled):
        return INTERRUPTED
    if isinstance(error, LibraryBusy):
        return BUSY
    if isinstance(error, WrongUse):
        return WRONG_USE
    return FAILED


def complain(error: TwintreeError, *, as_json: bool) -> int:
    """Say what is wrong and what to do; returns the exit code."""
    if as_json:
        emit({"error": {"code": error.code, "message": error.message, "way_out": error.way_out}})
    else:
        err.print(_harmless(error.message), style="red", markup=False)
        if error.way_out:
            err.print(_harmless(error.way_out), markup=False)
    return exit_code(error)


def told(change: Change, *, as_json: bool, before: str = "") -> int:
    """Say what a person's own write has changed."""
    if as_json:
        emit(
            {"change": change.id, "action": change.action, "summary": change.summary, "papers": change.papers}
        )
    else:
        say(before + change.summary)
    return DONE


def hand_over(text: str, kind: str, output: Path | None, *, as_json: bool, what: str = "the export") -> int:
    """Write an export to a file, and say so, or to stdout as it is; with JSON, as text or path in one object.

    Args:
        text: the export.
        kind: its format.
        output: the file; None for stdout.
        as_json: whether a script listens.
        what: what it holds, for the line that is said: ``113 papers``.

    Raises:
        StorageProblem: the file cannot be written.
    """
    if output is not None:
        save(text.encode(), kind, output, what, quiet=as_json)
    if as_json:
        where = {"text": text} if output is None else {"output": str(output.absolute())}
        emit({"format": kind} | where)
    elif output is None:
        _write((text.rstrip("\n") + "\n").encode())  # what a reference manager reads must be whole
    return DONE


def save(data: bytes, kind: str, output: Path, what: str, *, quiet: bool) -> None:
    """Write an export to a file, whole or not at all, and, unless quiet, say so.

    Raises:
        StorageProblem: the file cannot be written.
    """
    save_as(output, data)
    if not quiet:
        say(f"Wrote {what} as {kind} to {output}.")


def bars_are_seen() -> bool:
    """Whether progress bars are drawn: on a terminal, or where colour is forced."""
    return bool(err.is_terminal or os.environ.get("FORCE_COLOR"))


class Bar:
    """A progress bar that is drawn, or none."""

    def __init__(self, shown: Progress | None = None, title: str = "") -> None:
        self._shown = shown
        self._task = shown.add_task(title, total=None, message="") if shown is not None else None

    def __call__(self, done: float, total: float, message: str) -> None:
        """Say how far it is."""
        if self._shown is not None and self._task is not None:
            self._shown.update(self._task, completed=done, total=total or None, message=message)

    def end(self) -> None:
        """Take it off the screen before something is printed in its place; it does not come back."""
        if self._shown is not None:
            self._shown.stop()


@contextlib.contextmanager
def bar(title: str, *, quiet: bool) -> Iterator[Bar]:
    """A progress bar on stderr; yields ``update(done, total, message)``; silent when quiet or not a terminal."""
    if quiet:
        yield Bar()
        return
    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=28),
        TextColumn("{task.fields[message]}"),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not bars_are_seen(),
    )
    with shown:
        yield Bar(shown, title)
