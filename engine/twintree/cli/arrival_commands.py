"""Commands about the ways of papers in and out: watched folders, copies that carry the highlights."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twintree.cli.common import JsonOption, LibraryOption, PaperArgument, reading, writing
from twintree.cli.following import follow
from twintree.cli.library_commands import import_code, import_result
from twintree.cli.output import DONE, emit, muted, say, warn
from twintree.jobs.options import ImportOptions

FolderArgument = Annotated[Path, typer.Argument(help="A folder that new papers come to.")]

watch = typer.Typer(
    help="Watched folders: add, list, remove, scan.", no_args_is_help=True, rich_markup_mode=None
)


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.add_typer(watch, name="watch")
    app.command("export-annotated")(export_annotated)


@watch.command("add")
def add(folder: FolderArgument, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Watch a folder; `watch scan` imports what is new in it."""
    with writing(library) as opened:
        path = opened.watching.add(folder)
        if as_json:
            emit({"folder": str(path)})
        else:
            say(f"Watching {path}. `twintree watch scan` imports what is new there.")
    return DONE


@watch.command("list")
def list_(library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """List the watched folders."""
    with reading(library) as opened:
        folders = opened.watched_folders()
        if as_json:
            emit({"folders": [{"folder": str(each), "there": each.is_dir()} for each in folders]})
            return DONE
        for each in folders:
            say(f"{each}{'' if each.is_dir() else '  (not there now)'}")
        muted(f"{len(folders)} folders")
    return DONE


@watch.command("remove")
def remove(folder: FolderArgument, library: LibraryOption = None) -> int:
    """Watch a folder no longer; the papers that came from it stay."""
    with writing(library) as opened:
        opened.watching.remove(folder)
    return DONE


@watch.command("scan")
def scan(
    until: Annotated[
        str, typer.Option(help="How far to go: searchable, structured, indexed or complete.")
    ] = "indexed",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Import what is new in the watched folders; returns when it is done."""
    with writing(library) as opened:
        handle = opened.scan_watched(ImportOptions(until=until))
        if handle is None:
            if as_json:
                emit(import_result([]))
            else:
                say("Nothing is new.")
            return DONE
        ended = follow(opened, handle, "Importing", quiet=as_json)
        items = opened.jobs.items(handle.id)
        if as_json:
            emit(import_result(items))
        else:
            say(f"{sum(item.state == 'done' for item in items)} imported.")
            for item in items:
                if item.state == "failed":
                    warn(f"{item.path}: {item.reason} {item.way_out}".rstrip())
        return import_code(items, ended)


def export_annotated(
    paper: PaperArgument,
    output: Annotated[Path, typer.Option("--output", "-o", help="Where the copy goes.")],
    password: Annotated[str | None, typer.Option(help="The password of an encrypted file.")] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Write a copy of a paper's PDF that carries your highlights and their notes."""
    target = output.expanduser().absolute()
    with reading(library) as opened:
        written = opened.pages.export_annotated(opened.papers.find(paper), target, password=password)
    if as_json:
        emit({"file": str(target), "highlights": written})
    else:
        say(f"{target}: {written} highlights were added to the copy.")
    return DONE
