"""Commands for the person's own data: tag, note, collection, edit, mark, undo."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from twintree.base.errors import WrongUse
from twintree.cli.common import JsonOption, LibraryOption, known_colour, reading, writing
from twintree.cli.order import papers_and_name
from twintree.cli.output import DONE, emit, muted, say, told

if TYPE_CHECKING:
    from twintree.library import Library

PapersArgument = Annotated[list[str], typer.Argument(help="Papers: ids, keys, titles or files.")]

PapersAndTag = Annotated[
    list[str],
    typer.Argument(metavar="PAPER... TAG", help="Papers, then the tag. `TAG PAPER...` is understood too."),
]
PapersAndCollection = Annotated[
    list[str],
    typer.Argument(
        metavar="PAPER... COLLECTION",
        help="Papers, then the collection. `COLLECTION PAPER...` is understood too.",
    ),
]

tag_app = typer.Typer(
    help="Tags: add, remove, list, recolour, rename.", no_args_is_help=True, rich_markup_mode=None
)
note_app = typer.Typer(help="Notes: add, edit, delete, list.", no_args_is_help=True, rich_markup_mode=None)
collection_app = typer.Typer(
    help="Collections: new, add, remove, rename, delete, bib, list.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.add_typer(tag_app, name="tag")
    app.add_typer(note_app, name="note")
    app.add_typer(collection_app, name="collection")
    app.command("edit")(edit)
    app.command("mark")(mark)
    app.command("undo")(undo)


def _tagged(opened: Library, given: list[str]) -> tuple[list[str], str]:
    return papers_and_name(opened, given, {tag.name.casefold() for tag in opened.person.tags()}, "tag")


def _collected(opened: Library, given: list[str]) -> tuple[list[str], str]:
    known = {name.casefold() for each in opened.person.collections() for name in (each.name, each.id)}
    return papers_and_name(opened, given, known, "collection")


@tag_app.command("add")
def tag_add(given: PapersAndTag, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Put a tag on papers."""
    with writing(library) as opened:
        papers, tag = _tagged(opened, given)
        return told(opened.person.tag([opened.papers.find(p) for p in papers], tag), as_json=as_json)


@tag_app.command("remove")
def tag_remove(given: PapersAndTag, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Take a tag off papers."""
    with writing(library) as opened:
        papers, tag = _tagged(opened, given)
        return told(opened.person.untag([opened.papers.find(p) for p in papers], tag), as_json=as_json)


@tag_app.command("recolour")
def tag_recolour(tag: str, colour: str, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Give a tag a colour, as #RRGGBB."""
    with writing(library) as opened:
        return told(opened.person.recolour_tag(tag, known_colour(colour)), as_json=as_json)


@tag_app.command("rename")
def tag_rename(tag: str, name: str, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Rename a tag."""
    with writing(library) as opened:
        return told(opened.person.rename_tag(tag, name), as_json=as_json)


@tag_app.command("list")
def tag_list(library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """List tags with how many papers have them."""
    with reading(library) as opened:
        tags = opened.person.tags()
        if as_json:
            emit({"tags": tags})
            return DONE
        for tag in tags:
            say(f"{tag.papers:>6}  {tag.name}  {tag.colour}")
    return DONE


@note_app.command("add")
def note_add(paper: str, text: str, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Write a note on a paper, in Markdown."""
    with writing(library) as opened:
        return told(opened.person.add_note(opened.papers.find(paper), text), as_json=as_json)


@note_app.command("edit")
def note_edit(note: str, text: str, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Change a note's text."""
    with writing(library) as opened:
        return told(opened.person.edit_note(note, text), as_json=as_json)


@note_app.command("delete")
def note_delete(note: str, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Delete a note."""
    with writing(library) as opened:
        return told(opened.person.delete_note(note), as_json=as_json)


@note_app.command("list")
def note_list(paper: str, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """List a paper's notes."""
    with reading(library) as opened:
        notes = opened.papers.notes(opened.papers.find(paper))
        if as_json:
            emit({"notes": notes})
            return DONE
        for note in notes:
            muted(f"{note.id} · {note.modified[:16].replace('T', ' ')}")
            say(note.text)
    return DONE


@collection_app.command("new")
def collection_new(
    name: str,
    parent: Annotated[str, typer.Option(help="Inside this collection.")] = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Make a collection."""
    with writing(library) as opened:
        inside = opened.person.find_collection(parent) if parent else None
        return told(opened.person.create_collection(name, inside), as_json=as_json)


@collection_app.command("add")
def collection_add(
    given: PapersAndCollection, library: LibraryOption = None, as_json: JsonOption = False
) -> int:
    """Put papers into a collection."""
    with writing(library) as opened:
        papers, collection = _collected(opened, given)
        id_ = opened.person.find_collection(collection)
        return told(
            opened.person.add_to_collection(id_, [opened.papers.find(p) for p in papers]), as_json=as_json
        )


@collection_app.command("remove")
def collection_remove(
    given: PapersAndCollection, library: LibraryOption = None, as_json: JsonOption = False
) -> int:
    """Take papers out of a collection; they stay in the library."""
    with writing(library) as opened:
        papers, collection = _collected(opened, given)
        id_ = opened.person.find_collection(collection)
        return told(
            opened.person.remove_from_collection(id_, [opened.papers.find(p) for p in papers]),
            as_json=as_json,
        )


@collection_app.command("rename")
def collection_rename(
    collection: str, name: str, library: LibraryOption = None, as_json: JsonOption = False
) -> int:
    """Rename a collection."""
    with writing(library) as opened:
        return told(
            opened.person.rename_collection(opened.person.find_collection(collection), name), as_json=as_json
        )


@collection_app.command("delete")
def collection_delete(collection: str, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Delete a collection; its papers stay in the library."""
    with writing(library) as opened:
        return told(
            opened.person.delete_collection(opened.person.find_collection(collection)), as_json=as_json
        )


@collection_app.command("bib")
def collection_bib(
    collection: Annotated[str, typer.Argument(help="Its name; without it, list what is kept.")] = "",
    path: Annotated[Path | None, typer.Argument(help="The .bib file to keep up to date.")] = None,
    stop: Annotated[bool, typer.Option("--stop", help="Keep its file no longer; the file stays.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Keep a .bib file of a collection up to date, whatever changes in it."""
    if not collection or (path is None and not stop):
        return _kept_bibliographies(library, as_json=as_json)
    with writing(library) as opened:
        known = opened.person.find_collection(collection)
        keeper = opened.bibliographies
        return told(keeper.stop(known) if stop or path is None else keeper.keep(known, path), as_json=as_json)


def _kept_bibliographies(library: Path | None, *, as_json: bool) -> int:
    with reading(library) as opened:
        kept = opened.bibliographies.kept()
        names = {each.id: each.name for each in opened.person.collections()}
        if as_json:
            emit({"bibliographies": kept})
            return DONE
        for each in kept:
            say(f"{names.get(each.collection, each.collection)}  {each.path}")
            if each.problem:
                muted(f"    {each.problem}")
        if not kept:
            muted("No .bib file is kept. `twintree collection bib NAME FILE.bib` begins.")
    return DONE


@collection_app.command("list")
def collection_list(library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """List collections with how many papers they hold."""
    with reading(library) as opened:
        collections = opened.person.collections()
        if as_json:
            emit({"collections": collections})
            return DONE
        names = {each.id: each.name for each in collections}
        often = Counter(names.values())
        for each in collections:
            inside = f"{names.get(each.parent, '')} / " if each.parent else ""
            # Where a name does not tell which is meant, the commands want the id.
            which = f"  ({each.id})" if often[each.name] > 1 else ""
            say(f"{each.papers:>6}  {inside}{each.name}{which}")
    return DONE


def edit(
    paper: str,
    fields: Annotated[
        list[str],
        typer.Argument(help="field=value: title, authors (A; B), year, venue, abstract, doi, arxiv, key."),
    ],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Correct a paper's metadata; no later run overwrites what you wrote."""
    values: dict[str, str] = {}
    for each in fields:
        name, separator, value = each.partition("=")
        if not separator:
            raise WrongUse(
                f"{each!r} is not of the form field=value.", 'For example: year=2024, or title="A title".'
            )
        values[name.strip().lower()] = value.strip()
    with writing(library) as opened:
        return told(opened.person.set_fields(opened.papers.find(paper), values), as_json=as_json)


def mark(
    papers: PapersArgument,
    read: Annotated[str, typer.Option(help="unread, to_read, reading or read.")] = "",
    star: Annotated[
        bool | None, typer.Option("--star/--no-star", help="Star them, or take the star off.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Mark papers as read, to read, or starred."""
    if not read and star is None:
        raise WrongUse("Nothing to mark.", "Give --read STATE or --star.")
    with writing(library) as opened:
        ids = [opened.papers.find(p) for p in papers]
        changes = [opened.person.set_read_state(ids, read)] if read else []
        if star is not None:
            changes.append(opened.person.set_starred(ids, star))
        return told(changes[-1], as_json=as_json)


def undo(
    change: Annotated[
        int | None,
        typer.Argument(help="A change's number; the latest when none is given.", show_default=False),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List what can be undone.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Undo the latest change of yours, or one by its number."""
    if listed:
        with reading(library) as opened:
            changes = opened.person.changes()
            if as_json:
                emit({"changes": changes})
            else:
                for each in changes:
                    which = "Undone: " * (each.action == "undo") + each.summary + " (undone)" * each.undone
                    say(f"{each.id:>6}  {each.at[:16].replace('T', ' ')}  {which}")
        return DONE
    with writing(library) as opened:
        undone = opened.person.undo(change)
        return told(undone, as_json=as_json, before="Undone: ")
