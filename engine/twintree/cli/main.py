"""The command line's entry: assembles the commands, turns errors into sentences and exit codes."""

from __future__ import annotations

import functools
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.main import get_command

from twintree import __version__
from twintree.base.errors import Cancelled, InternalError, TwintreeError, WrongUse
from twintree.base.text import typed
from twintree.cli import (
    arrival_commands,
    ask_commands,
    bench_commands,
    care_commands,
    citation_commands,
    claim_commands,
    figure_commands,
    highlight_commands,
    job_commands,
    library_commands,
    method_commands,
    model_commands,
    person_commands,
    run_commands,
)
from twintree.cli.common import Chosen
from twintree.cli.demo import demo
from twintree.cli.output import FAILED, INTERRUPTED, WRONG_USE, complain, say, take_the_streams
from twintree.store.ledger import storage_problem

log = logging.getLogger(__name__)

#: Typer carries its own copy of click; the base of its complaints about arguments is only found through one.
_UsageError: Any = typer.BadParameter.__mro__[2]

#: Arguments that hold paths and are no ``Path``: what ``import`` names.
_PATHS = frozenset({"named"})

app = typer.Typer(
    name="twintree",
    help="A private library of papers that answers with page-checked citations, offline.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        say(f"twintree {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    library: Annotated[
        Path | None,
        typer.Option(
            "--library", "-l", envvar="TWINTREE_LIBRARY", help="The library's folder.", show_default=False
        ),
    ] = None,
    version: Annotated[  # noqa: ARG001 - its callback prints
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    Chosen.path = library


app.command("demo")(demo)
for module in (
    library_commands,
    arrival_commands,
    job_commands,
    ask_commands,
    run_commands,
    person_commands,
    highlight_commands,
    citation_commands,
    figure_commands,
    claim_commands,
    method_commands,
    care_commands,
    model_commands,
    bench_commands,
):
    module.register(app)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; ends the process with the exit codes of ``output``."""
    take_the_streams()
    given = sys.argv[1:] if arguments is None else arguments
    sys.exit(run(given))


def run(arguments: list[str]) -> int:
    """Run one command; returns 0 done, 1 failed, 2 wrong use, 3 partly done, 4 busy, or 130 stopped by Ctrl+C."""
    as_json = "--json" in arguments
    try:
        result = _commands()(arguments, standalone_mode=False)
    except typer.Exit as leaving:
        return leaving.exit_code
    except _UsageError as error:
        if as_json:
            return complain(WrongUse(error.format_message(), "See --help."), as_json=True)
        error.show()
        return WRONG_USE
    except BrokenPipeError:
        _forget_stdout()
        return FAILED
    except (KeyboardInterrupt, typer.Abort):
        return complain(Cancelled(), as_json=as_json)
    except Exception as error:
        return _complain(_in_our_words(error), as_json=as_json)
    if result == INTERRUPTED:
        return complain(Cancelled(), as_json=as_json)
    return result if isinstance(result, int) else 0


#: What SQLite takes as a number.
_LARGEST = 2**63 - 1


def _commands() -> Any:
    """All commands, to which words come without a terminal's stray bytes; what is a path stays as it is."""
    root: Any = get_command(app)
    left = [root]
    while left:
        command = left.pop()
        left += getattr(command, "commands", {}).values()
        if command.callback is not None:
            command.callback = _with_clean_words(command.callback)
    return root


def _with_clean_words(command: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(command)
    def call(**given: Any) -> Any:
        return command(**{name: each if name in _PATHS else _clean(each) for name, each in given.items()})

    return call


def _clean(given: Any) -> Any:
    if isinstance(given, str):
        return typed(given)
    if isinstance(given, int) and abs(given) > _LARGEST:
        raise WrongUse("A number on the command line is too large.", "Nothing here has so many of anything.")
    return [_clean(each) for each in given] if isinstance(given, list) else given


def _complain(error: TwintreeError, *, as_json: bool) -> int:
    try:
        return complain(error, as_json=as_json)
    except OSError:  # stdout itself is what fails
        return complain(error, as_json=False)


def _in_our_words(error: Exception) -> TwintreeError:
    """Any error as one of ours: whatever happens, a script gets its object and a person a sentence."""
    if isinstance(error, TwintreeError):
        return error
    if isinstance(error, OSError):
        return storage_problem(error)
    log.debug("the command failed", exc_info=error)
    return InternalError(
        f"Twintree failed by a fault of its own ({type(error).__name__}: {error}).",
        "Nothing that was finished is lost; please report what you did.",
    )


def _forget_stdout() -> None:
    """Nobody reads on: what is still to be written goes nowhere, so that ending does not fail once more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


if __name__ == "__main__":
    main()
