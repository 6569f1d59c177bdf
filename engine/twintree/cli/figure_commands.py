"""Commands for what a paper shows: figures (tables and equations too), and finish, which reads pages further."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from twintree.base.anchors import CODES, Anchor
from twintree.base.errors import WrongUse
from twintree.base.ids import PaperId
from twintree.base.text import counted
from twintree.cli.common import PATIENCE, JsonOption, LibraryOption, PaperArgument, reading, writing
from twintree.cli.following import follow, title_of
from twintree.cli.output import DONE, PARTLY, emit, heading, muted, say, warn
from twintree.jobs.options import FINISHING

if TYPE_CHECKING:
    from twintree.library import Library

_SHOWN = 100
#: Footnotes, bare addresses for the most part, stand among what a paper shows only when they are asked for.
_UNASKED = tuple(kind for kind in CODES if kind != "footnote")


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("figures")(figures)
    app.command("finish")(finish)


def figures(
    paper: PaperArgument,
    kind: Annotated[
        list[str] | None, typer.Option(help=f"Only these: {', '.join(CODES)}; may be given again.")
    ] = None,
    cells: Annotated[bool, typer.Option("--cells", help="Show the cells of tables.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """The figures, tables and equations of a paper: captions, pages, pictures, cells, LaTeX."""
    unknown = set(kind or ()) - CODES.keys()
    if unknown:
        raise WrongUse(f"There is no kind {', '.join(sorted(unknown))}.", f"There are {', '.join(CODES)}.")
    with reading(library) as opened:
        found = opened.papers.find(paper)
        _read_first(opened, found, quiet=as_json)
        listed = opened.anchors.of(found, tuple(kind or _UNASKED))
        if as_json:
            emit({"paper": found, "anchors": [_row(opened, each) for each in listed]})
            return DONE
        if not listed:
            muted("No figure, table or equation was found in this paper.")
        for each in listed:
            _show(each, _words_inside(opened, each), cells=cells)
        if listed and not any(each.image for each in listed):
            muted("Their pictures come with the layout: `twintree finish` reads it.")
    return DONE


def _read_first(library: Library, paper: PaperId, *, quiet: bool) -> None:
    """Run the stages up to ``indexed`` where they are missing: captions are told with them."""
    if library.readonly or library.anchors.of(paper):
        return
    handle = library.jobs.submit_finishing([paper], until="indexed")
    if handle is not None:
        follow(library, handle, "Reading", quiet=quiet)


def _row(library: Library, each: Anchor) -> dict[str, Any]:
    box = each.box
    return {
        "id": each.id,
        "kind": each.kind,
        "label": each.label,
        "page": each.page,
        "file": library.papers.file(each.file).path,
        "caption": each.caption,
        "spans": each.spans,
        "box": {"x0": box.x0, "y0": box.y0, "x1": box.x1, "y1": box.y1},
        "section": each.section,
        "image": each.image or None,
        "cells": each.cells,
        "header": each.header,
        "latex": each.latex,
        "inside": each.inside,
        "recognised": each.recognised,
        "source": each.source,
    }


def _words_inside(library: Library, each: Anchor) -> str:
    """What was recognised in a figure that is a picture."""
    if not each.recognised:
        return ""
    page = library.papers.page(each.file, each.page)
    return " ".join(
        " ".join(page.text[s.start : s.end] for s in each.inside if page.is_recognised(s)).split()
    )


def _show(each: Anchor, words: str, *, cells: bool) -> None:
    name = each.label or f"{each.kind.capitalize()} without a number"
    heading(f"{name}, p. {each.page}")
    text = " ".join(each.caption.split())
    if each.kind != "equation" and text:
        say(f"  {_short(text)}")
    if each.kind == "equation":
        say(f"  {each.latex or text}")
    for row in each.cells if cells else ():
        say("  " + " | ".join(row))
    if words:
        muted(f"  read by text recognition: {_short(words)}")
    muted(f"  {each.id}{'  ' + each.image if each.image else ''}")


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def finish(
    papers: Annotated[
        list[str] | None, typer.Argument(help="Which papers; without any, all of them.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Read what an import leaves for later: layout, pictures of figures and tables, text of scanned pages."""
    with writing(library, patience=PATIENCE) as opened:
        chosen = [opened.papers.find(each) for each in papers] if papers else list(opened.papers.ids())
        handle = opened.jobs.submit_finishing(chosen)
        items = []
        if handle is not None:
            if not as_json:
                waiting = len(opened.jobs.items(handle.id))
                warn(
                    f"{counted(waiting, 'paper')} to read further. Ctrl+C stops; what is done stays, "
                    "and `twintree finish` goes on with the rest."
                )
            follow(opened, handle, title_of(FINISHING), quiet=as_json)
            items = list(opened.jobs.items(handle.id))
        failed = [item for item in items if item.state != "done"]
        if as_json:
            emit(
                {
                    "finished": [
                        {"paper": i.paper, "pages": i.pages, "status": i.status}
                        for i in items
                        if i.state == "done"
                    ],
                    "failed": [{"paper": i.paper, "reason": i.reason, "code": i.code} for i in failed],
                }
            )
            return PARTLY if failed else DONE
        say(
            f"{len(items) - len(failed)} papers read to the end."
            if items
            else "Everything is read to the end."
        )
        for item in failed:
            say(f"  {item.path}: {item.reason or 'not done'} {item.way_out}".rstrip())
    return PARTLY if failed else DONE
