"""What every command shares: which library, JSON or text, and opening it the right way."""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import platformdirs
import typer

from twintree.base.answers import Scope
from twintree.base.errors import LibraryBusy, NotFound, StorageProblem, WrongUse
from twintree.cli.output import warn
from twintree.store.lock import holder

if TYPE_CHECKING:
    from twintree.library import Library

LibraryOption = Annotated[
    Path | None,
    # TWINTREE_LIBRARY belongs to the option before the command's name: here it would overrule that one.
    typer.Option(
        "--library", "-l", help="The library's folder; else TWINTREE_LIBRARY's.", show_default=False
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
PaperArgument = Annotated[str, typer.Argument(help="A paper: its id, its key, its title, or its file.")]


#: Seconds that work which takes long waits for another writer, and how often it looks.
PATIENCE, _EVERY = 30.0, 0.25


class Chosen:
    """The ``--library`` that was given before the command's name, kept for the commands."""

    path: Path | None = None


def path_given(text: str) -> Path:
    """A path as it was typed; an empty one would be taken for the folder at hand (an unset variable of a script)."""
    if not text.strip():
        raise WrongUse(
            "An empty name was given where a file or folder should stand.",
            "Name it; a dot is the folder at hand.",
        )
    return Path(text)


def library_path(given: Path | None) -> Path:
    """The library meant: the option of the command, the one before it, or the default place."""
    chosen = given or Chosen.path
    if chosen is not None:
        return Path(chosen).expanduser()
    return Path(platformdirs.user_documents_dir()) / "Twintree"


def library_type() -> type[Library]:
    """``Library``, with all of the engine behind it: loaded once a command opens one, so that help need not wait."""
    from twintree.library import Library

    return Library


@contextlib.contextmanager
def reading(given: Path | None) -> Iterator[Library]:
    """The library, for looking only: works beside a window that writes it."""
    path, kind = _existing(given), library_type()
    try:
        library = kind.open(path)
    except LibraryBusy:
        library = kind.open(path, readonly=True)
    except StorageProblem as error:  # a folder that cannot be written, or a full disk, can still be read
        if error.code not in ("read_only", "disk_full"):
            raise
        library = kind.open(path, readonly=True)
    with library:
        yield library


@contextlib.contextmanager
def writing(given: Path | None, *, create: bool = False, patience: float = 0.0) -> Iterator[Library]:
    """The library, for writing; made when ``create`` and nothing is there.

    Args:
        given: its folder, if it was named.
        create: make it.
        patience: seconds to wait for another process that writes it: a question that is kept takes some, and work
            of hours must not be lost for that.
    """
    path, kind = library_path(given), library_type()
    if create and not kind.is_library(path):
        with kind.create(path) as library:
            warn(f"Made a new library in {path}.")
            yield library
        return
    with _opened(_existing(given), patience) as library:
        yield library


def _opened(path: Path, patience: float) -> Library:
    end = time.monotonic() + patience
    said = False
    while True:
        try:
            return library_type().open(path)
        except LibraryBusy as error:
            if time.monotonic() >= end:
                raise
            if not said:
                warn(f"{error.message} Waiting up to {patience:.0f} seconds for it.")
                said = True
            time.sleep(_EVERY)


def _existing(given: Path | None) -> Path:
    path = library_path(given)
    if not library_type().is_library(path) and not path.is_dir():
        raise NotFound(
            f"There is no library in {path}.",
            f'Make one with `twintree new "{path}"`, or name another with --library or TWINTREE_LIBRARY.',
        )
    return path


def why_not_kept(library: Library, what: str) -> str:
    """Why something that was made over this library is not kept in it; empty where it is.

    Args:
        library: the library it was made over.
        what: what was made: ``answer``, ``exploration``.
    """
    if not library.readonly:
        return ""
    writer = holder(library.path)
    if writer is None:
        return f"This library is open for reading only: the {what} was not kept."
    return (
        f"This library is being written by {writer}, and only one program can: the {what} was not kept. "
        "Ask again when that is done, and it will be."
    )


def known_colour(colour: str) -> str:
    """A colour as typed.

    Raises:
        WrongUse: it is none.
    """
    if not re.fullmatch("#[0-9A-Fa-f]{6}", colour):
        raise WrongUse(f"{colour!r} is no colour.", "Give it as #RRGGBB, for example #FFE98A.")
    return colour


def group_options(context: typer.Context, library: Path | None, *, as_json: bool) -> None:
    """Hand what was given between a group's name and its command's on to the command."""
    if library is not None:
        Chosen.path = library
    if as_json and context.invoked_subcommand is not None:
        context.default_map = {context.invoked_subcommand: {"as_json": True}}


#: Years have four digits.
_LAST_YEAR = 9999


def scope_of(
    library: Library,
    papers: list[str] | None = None,
    collection: str = "",
    tag: str = "",
    author: str = "",
    journal: str = "",
    years: tuple[int | None, int | None] = (None, None),
) -> Scope:
    """A scope from what was typed; papers, collections and tags that name nothing are refused."""
    for year in years:
        if year is not None and not 0 <= year <= _LAST_YEAR:
            raise WrongUse(f"{year} is no year.", f"Years go from 0 to {_LAST_YEAR}.")
    if years[0] is not None and years[1] is not None and years[0] > years[1]:
        raise WrongUse(
            f"No year lies from {years[0]} on and up to {years[1]}.",
            f"Do you mean --year-min {years[1]} --year-max {years[0]}?",
        )
    return Scope(
        papers=tuple(library.papers.find(each) for each in papers or ()),
        collection=library.person.find_collection(collection) if collection else "",
        tag=library.person.find_tag(tag) if tag else "",
        author=author,
        journal=journal,
        year_min=years[0],
        year_max=years[1],
    )


def terminal() -> bool:
    """Whether a person sits at the other end."""
    return os.isatty(0) and os.isatty(2)
