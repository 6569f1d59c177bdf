"""The command line's entry: assembles the commands, turns errors into sentences and exit codes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from twintree import __version__
from twintree.base.errors import Cancelled, TwintreeError
from twintree.cli import (
    ask_commands,
    bench_commands,
    care_commands,
    citation_commands,
    job_commands,
    library_commands,
    model_commands,
    person_commands,
)
from twintree.cli.common import Chosen
from twintree.cli.demo import demo
from twintree.cli.output import FAILED, WRONG_USE, complain, emit, say

#: Typer carries its own copy of click; the base of its complaints about arguments is only found through one.
_UsageError: Any = typer.BadParameter.__mro__[2]

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
    job_commands,
    ask_commands,
    person_commands,
    citation_commands,
    care_commands,
    model_commands,
    bench_commands,
):
    module.register(app)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; ends the process with the exit codes of ``output``."""
    given = sys.argv[1:] if arguments is None else arguments
    sys.exit(run(given))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code: 0 done, 1 failed, 2 wrong use, 3 partly done, 4 busy."""
    as_json = "--json" in arguments
    try:
        result = app(arguments, standalone_mode=False)
    except typer.Exit as leaving:
        return leaving.exit_code
    except typer.Abort:
        return FAILED
    except _UsageError as error:
        if as_json:
            emit(
                {"error": {"code": "wrong_use", "message": error.format_message(), "way_out": "See --help."}}
            )
        else:
            error.show()
        return WRONG_USE
    except (KeyboardInterrupt, Cancelled):
        return FAILED
    except TwintreeError as error:
        return complain(error, as_json=as_json)
    except BrokenPipeError:
        return FAILED
    return result if isinstance(result, int) else 0


if __name__ == "__main__":
    main()
