"""Words that were marked: highlights list, search, add, edit, delete, and export into a copy of the PDF."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from twintree.base.errors import WrongUse
from twintree.base.records import FileRow, Highlight, Span
from twintree.base.text import counted, find_typed_quote, folded
from twintree.cli.arrival_commands import export_annotated
from twintree.cli.common import JsonOption, LibraryOption, PaperArgument, known_colour, reading, writing
from twintree.cli.output import DONE, emit, heading, muted, say, told

if TYPE_CHECKING:
    from twintree.library import Library

app = typer.Typer(
    help="Words that you marked: list, search, add, edit, delete, export.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
PapersArgument = Annotated[
    list[str] | None, typer.Argument(help="Papers: ids, keys, titles or files; none: the whole library.")
]
HighlightArgument = Annotated[
    str, typer.Argument(help="A highlight's id (H…), as `highlights list` names it.")
]
ColourOption = Annotated[str | None, typer.Option(help="Its colour, as #RRGGBB.")]
NoteOption = Annotated[str | None, typer.Option(help="What you say to it; empty takes it away.")]


def register(parent: typer.Typer) -> None:
    """Add the commands to the application."""
    parent.add_typer(app, name="highlights")
    app.command("export")(export_annotated)


@app.command("list")
def list_(papers: PapersArgument = None, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """List highlights, paper by paper, in the order of their pages; those made in other programs too."""
    with reading(library) as opened:
        return _tell(opened, _highlights(opened, papers), as_json=as_json)


@app.command("search")
def search(
    words: Annotated[str, typer.Argument(help="Words that a highlight or its note holds, all of them.")],
    paper: Annotated[list[str] | None, typer.Option(help="Only of this paper; may be given again.")] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Find highlights by words that were marked, or that you wrote to them."""
    wanted = folded(words).split()
    if not wanted:
        raise WrongUse("No word to look for was given.", "`twintree highlights list` shows all of them.")
    with reading(library) as opened:
        found = [
            each
            for each in _highlights(opened, paper)
            if all(word in folded(f"{each.quote} {each.note}") for word in wanted)
        ]
        return _tell(opened, found, as_json=as_json)


def _highlights(library: Library, papers: Sequence[str] | None) -> list[Highlight]:
    chosen = [library.papers.find(each) for each in papers] if papers else library.papers.ids()
    return [
        each
        for paper in dict.fromkeys(chosen)
        for each in sorted(library.person.highlights(paper), key=lambda one: (one.file, _place(one)))
    ]


def _place(each: Highlight) -> tuple[int, int]:
    return (each.spans[0].page, each.spans[0].start) if each.spans else (0, 0)


def _tell(library: Library, found: Sequence[Highlight], *, as_json: bool) -> int:
    if as_json:
        emit({"highlights": [_row(library, each) for each in found]})
        return DONE
    paper = None
    for each in found:
        if each.paper != paper:
            paper = each.paper
            row = library.papers.row(paper)
            heading(f"{row.key}  {row.title}")
        _show(each)
    if not found:
        muted("Nothing is highlighted there.")
        return DONE
    key = library.papers.row(found[0].paper).key
    muted(
        f"{counted(len(found), 'highlight')}. `twintree open {key} --page N` opens a page of it; "
        f"`twintree highlights export {key} -o FILE.pdf` writes its highlights into a copy."
    )
    return DONE


def _show(each: Highlight) -> None:
    where = f"p. {each.spans[0].page}" if each.spans else "p. ?"
    say(f"  {where}  “{each.quote}”" if each.quote else f"  {where}  (an area without text)")
    if each.note:
        say(f"      note: {each.note}")
    lost = " · its words are no longer on the page" if each.orphaned else ""
    muted(f"      {each.id} · {each.created[:10]}{lost}")


def _row(library: Library, each: Highlight) -> dict[str, Any]:
    return {
        "id": each.id,
        "paper": each.paper,
        "key": library.papers.row(each.paper).key,
        "file": library.papers.file(each.file).path,
        "page": each.spans[0].page if each.spans else None,
        "spans": each.spans,
        "quote": each.quote,
        "colour": each.colour,
        "note": each.note,
        "created": each.created,
        "orphaned": each.orphaned,
    }


@app.command("add")
def add(
    paper: PaperArgument,
    quote: Annotated[str, typer.Argument(help="The words to mark, as the page has them.")],
    page: Annotated[
        int | None,
        typer.Option(help="Only on this page, counted from 1; else the first that has them.", min=1),
    ] = None,
    colour: ColourOption = None,
    note: Annotated[str, typer.Option(help="What you say to it.")] = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Mark words of a paper where they stand on a page."""
    chosen = {"colour": known_colour(colour)} if colour is not None else {}
    with writing(library) as opened:
        file, span = _find(opened, paper, quote, page)
        change = opened.person.add_highlight(file.id, [span], note=note, **chosen)
        return told(change, as_json=as_json)


def _find(library: Library, paper: str, quote: str, page: int | None) -> tuple[FileRow, Span]:
    """The first place of these words in the files of a paper.

    Raises:
        WrongUse: they stand on no page, or on none that was named.
    """
    for file in library.papers.files(library.papers.find(paper)):
        for number in [page] if page else range(1, file.pages + 1):
            if number > file.pages:
                continue
            found = find_typed_quote(library.papers.page(file.id, number).text, quote)
            if found is not None:
                return file, Span(number, *found)
    where = f"on page {page}" if page else "in this paper"
    raise WrongUse(f"These words do not stand {where}.", "Copy them from the page as it shows them.")


@app.command("edit")
def edit(
    highlight: HighlightArgument,
    colour: ColourOption = None,
    note: NoteOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Change the colour of a highlight, or what you say to it."""
    if colour is None and note is None:
        raise WrongUse("Nothing was said of this highlight.", "Give --colour or --note.")
    chosen = None if colour is None else known_colour(colour)
    with writing(library) as opened:
        return told(opened.person.edit_highlight(highlight, colour=chosen, note=note), as_json=as_json)


@app.command("delete")
def delete(highlight: HighlightArgument, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Delete a highlight; the words stay, and `twintree undo` brings it back."""
    with writing(library) as opened:
        return told(opened.person.delete_highlight(highlight), as_json=as_json)
