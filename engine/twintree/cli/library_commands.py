"""Commands that fill a library and show what it holds: new, import, list, show, tree, open."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import replace

from twintree.base.errors import NotFound, WrongUse
from twintree.base.events import JobCancelled, JobFailed
from twintree.base.ids import JobId, PaperId
from twintree.base.jobs import JobItem
from twintree.base.records import FileRow, PaperFilter, PaperRow, Section
from twintree.base.text import counted
from twintree.cli.common import (
    PATIENCE,
    JsonOption,
    LibraryOption,
    PaperArgument,
    library_path,
    library_type,
    path_given,
    reading,
    terminal,
    writing,
)
from twintree.cli.following import follow
from twintree.cli.job_words import how_it_stands
from twintree.cli.output import DONE, FAILED, PARTLY, emit, heading, muted, say, warn
from twintree.jobs.options import READ, ImportOptions
from twintree.store.jobs import named_path

if TYPE_CHECKING:
    from twintree.library import Library

#: What is said first of a file whose job stopped on its way, once its words are in the library.
_SEARCHABLE = "It can be searched already, but is not read to the end. "
#: Papers that an import names one by one.
_NAMED = 20
_UNTIL = ("searchable", "structured", "indexed", "complete")


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("new")(new)
    app.command("import")(import_)
    app.command("list")(list_)
    app.command("show")(show)
    app.command("tree")(tree)
    app.command("open")(open_)


def new(
    path: Annotated[Path, typer.Argument(help="A new or empty folder.")],
    name: Annotated[str, typer.Option(help="What to call the library.")] = "",
    as_json: JsonOption = False,
) -> int:
    """Make a library in a new or empty folder."""
    with library_type().create(path, name) as library:
        if as_json:
            emit({"library": str(library.path), "name": library.name})
        else:
            say(f"Made the library “{library.name}” in {library.path}.")
    return DONE


def import_(
    named: Annotated[
        list[str] | None,
        # Each file that cannot be read is reported; Typer would refuse all of them for one.
        typer.Argument(
            metavar="path", help="Files and folders; records too: .bib, .ris, CSL-JSON, .enw, .nbib."
        ),
    ] = None,
    zotero: Annotated[
        Path | None, typer.Option(help="Zotero's data folder: bring what is new there; it is only read.")
    ] = None,
    from_library: Annotated[
        Path | None,
        typer.Option(help="Another library's folder: bring its papers with tags, notes and highlights."),
    ] = None,
    base: Annotated[
        Path | None, typer.Option(help="What Zotero's linked files are relative to, if that is not found.")
    ] = None,
    until: Annotated[
        str, typer.Option(help="How far to go: searchable, structured, indexed or complete.")
    ] = "indexed",
    link: Annotated[
        bool, typer.Option("--link", help="Leave the files where they lie instead of copying them.")
    ] = False,
    collection: Annotated[
        str, typer.Option(help="Put the papers into this collection; made if it is not there.")
    ] = "",
    tag: Annotated[
        list[str] | None, typer.Option(help="Put this tag on the papers; may be given again.")
    ] = None,
    into: Annotated[
        str,
        typer.Option(help="Make them further files of this paper: its code, cards of its data, supplements."),
    ] = "",
    password: Annotated[str | None, typer.Option(help="The password of an encrypted file.")] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Import papers; returns when the stages up to --until are done."""
    if until not in _UNTIL:
        raise WrongUse(f"--until cannot be {until!r}.", f"It is one of {', '.join(_UNTIL)}.")
    paths = [path_given(each) for each in named or []]
    if sum((bool(paths), zotero is not None, from_library is not None)) != 1:
        raise WrongUse(
            "Nothing to import was named, or two things.",
            "Give files, or --zotero FOLDER, or --from-library FOLDER.",
        )
    if into and not paths:
        raise WrongUse(
            "Only files can become further files of a paper.", "Name them, and leave --into out else."
        )
    if into and (folders := [path for path in paths if path.is_dir()]):
        raise WrongUse(
            f"{folders[0]} is a folder, and may hold more than belongs to one paper.",
            "Name its files themselves.",
        )
    with writing(library, create=True, patience=PATIENCE) as opened:
        options = ImportOptions(
            until=until,
            link=link,
            collection=opened.person.collection_named(collection) if collection else "",
            tags=tuple(tag or ()),
            base=str(base.expanduser().absolute()) if base else "",
        )
        passwords = {str(path): password for path in paths} if password else {}
        if zotero is not None:
            handle = opened.jobs.submit_zotero(zotero, options)
        elif from_library is not None:
            handle = opened.jobs.submit_library(from_library, options)
        else:
            paper = _taking_files(opened, into) if into else None
            handle = opened.jobs.submit_import(
                paths, options, passwords, default_password=password, into=paper
            )
        ended = follow(opened, handle, "Importing", quiet=as_json)
        if not as_json and terminal():
            ended = _ask_passwords(opened, handle.id) or ended
        items = opened.jobs.items(handle.id)
        if as_json:
            emit(import_result([as_given(item, paths) for item in stopped(items, ended)]))
        elif isinstance(ended, JobCancelled):
            _report(opened, [item for item in items if item.state in ("done", "duplicate", "failed")])
            warn(how_it_stands(opened.jobs.get(handle.id), items))
        else:
            _report(opened, items)
        return import_code(items, ended)


def _taking_files(library: Library, name: str) -> PaperId:
    """The paper that is to get further files; one in the bin would hide them."""
    paper = library.papers.find(name)
    if library.person.is_binned(paper):
        raise WrongUse(
            "This paper lies in the bin.", "`twintree undo` takes it out again; then import its files."
        )
    return paper


def stopped(items: Sequence[JobItem], ended: object) -> Sequence[JobItem]:
    """The items, those that are left given the reason for which the whole job stopped."""
    if not isinstance(ended, JobFailed):
        return items
    why = {"way_out": ended.way_out, "code": ended.code}
    return [
        replace(item, reason=_SEARCHABLE * _can_be_searched(item) + ended.message, **why)
        if item.state in ("queued", "running")
        else item
        for item in items
    ]


def _can_be_searched(item: JobItem) -> bool:
    """Whether an item that waits has its paper in the library already, and only what is behind that is missing."""
    return item.state in ("queued", "running") and item.status in READ


def as_given(item: JobItem, paths: Sequence[Path]) -> JobItem:
    """An item named as its file or folder was on the line; jobs know absolute paths only."""
    path = named_path(item.path)
    for given in paths:
        whole = given.absolute()
        if path == whole:
            return replace(item, path=str(given))
        if whole in path.parents:
            return replace(item, path=str(given / path.relative_to(whole)))
    return replace(item, path=str(path))


def import_result(items: Any) -> dict[str, Any]:
    """The object that ``import --json`` prints."""
    return {
        "imported": [
            {
                "file": i.path,
                "paper": i.paper,
                "papers": max(1, i.papers),
                "status": i.status,
                "pages": i.pages,
                "seconds": i.seconds,
                "reason": i.reason,
            }
            for i in items
            if i.state == "done"
        ],
        "failed": [
            {
                "file": i.path,
                "reason": " ".join(filter(None, (i.reason, i.way_out))),
                "code": i.code,
                "paper": i.paper,
            }
            for i in items
            if i.state in ("failed", "cancelled", "queued", "running")
        ],
        "duplicates": [
            {"file": i.path, "paper": i.paper, "reason": i.reason} for i in items if i.state == "duplicate"
        ],
    }


def import_code(items: Any, ended: object) -> int:
    """0 all in, 3 some of them, 1 none."""
    good = sum(1 for item in items if item.state in ("done", "duplicate"))
    bad = len(items) - good
    if isinstance(ended, JobFailed):
        return PARTLY if good else FAILED
    if not bad:
        return DONE
    return PARTLY if good else FAILED


def _ask_passwords(library: Library, job: JobId) -> object:
    locked = [item for item in library.jobs.items(job) if item.code in ("encrypted", "wrong_password")]
    passwords: dict[str, str] = {}
    for item in locked:
        given = typer.prompt(
            f"Password of {Path(item.path).name} (Enter skips it)", default="", hide_input=True, err=True
        )
        if given:
            passwords[item.path] = given
    if not passwords:
        return None
    return follow(library, library.jobs.retry(job, passwords, only=list(passwords)), "Importing", quiet=False)


def _report(library: Library, items: Any) -> None:
    done = [item for item in items if item.state == "done"]
    say(f"{sum(max(1, i.papers) for i in done)} imported, {sum(i.pages for i in done)} pages.")
    known = [item for item in items if item.state == "duplicate"]
    if known:
        muted(f"In the library already: {sum(max(1, i.papers) for i in known)}.")
    for item in done[:_NAMED]:
        row = library.papers.get(item.paper).row if item.paper else None
        if row is not None:
            say(f"  {row.key:<28} {row.title}")
    if len(done) > _NAMED:
        muted(f"  and {len(done) - _NAMED} more; `twintree list` shows them all.")
    for item in done:
        if item.reason:
            (say if item.papers else warn)(f"{Path(item.path).name}: {item.reason}")
    _report_failures([item for item in items if item.state not in ("done", "duplicate")])


def _report_failures(left: list[JobItem]) -> None:
    waiting = [item for item in left if _can_be_searched(item)]
    if waiting:
        warn(
            f"{counted(len(waiting), 'file')} can be searched already, but not read to the end; "
            "`twintree jobs resume` goes on."
        )
    failed = [item for item in left if item not in waiting]
    if failed:
        warn(f"{len(failed)} could not be imported:")
    for item in failed:
        warn(f"  {item.path}: {item.reason or 'not done'} {item.way_out}".rstrip())


def paper_row(library: Library, row: PaperRow) -> dict[str, Any]:
    """A paper as scripts see it."""
    return {
        "paper": row.id,
        "key": row.key,
        "title": row.title,
        "authors": row.authors,
        "year": row.year,
        "venue": row.venue,
        "pages": row.pages,
        "status": row.status,
        "reason": row.reason,
        "tags": row.tags,
        "files": [file.path for file in library.papers.files(row.id)],
    }


def list_(
    text: Annotated[str, typer.Argument(help="Words to filter by.")] = "",
    sort: Annotated[
        str, typer.Option(help="title, author, year, venue, added, pages, status or read.")
    ] = "added",
    collection: Annotated[str, typer.Option(help="Only this collection.")] = "",
    tag: Annotated[str, typer.Option(help="Only papers with this tag.")] = "",
    limit: Annotated[int, typer.Option(help="At most so many.", min=1)] = 100_000,
    bin_: Annotated[bool, typer.Option("--bin", help="What lies in the bin instead.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """List the papers of the library."""
    with reading(library) as opened:
        inside = opened.person.find_collection(collection) if collection else ""
        tagged = opened.person.find_tag(tag) if tag else ""
        filter_ = PaperFilter(text=text, collection=inside, tag=tagged, binned=bin_)
        rows = opened.papers.rows(filter_, sort=sort, descending=sort == "added", limit=limit)
        if as_json:
            emit({"papers": [paper_row(opened, row) for row in rows]})
            return DONE
        for row in rows:
            year = row.year or "    "
            say(f"{row.key:<28} {year}  {row.pages:>4} p.  {row.status:<11} {row.title}")
        muted("1 paper" if len(rows) == 1 else f"{len(rows)} papers")
    return DONE


def show(paper: PaperArgument, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Show all that is known of one paper."""
    with reading(library) as opened:
        found = opened.papers.get(opened.papers.find(paper))
        if as_json:
            fields = [
                {
                    "field": f.field,
                    "value": f.value,
                    "source": f.source,
                    "confidence": f.confidence,
                    "chosen": f.chosen,
                }
                for f in found.fields
            ]
            emit(
                {
                    **paper_row(opened, found.row),
                    "abstract": found.abstract,
                    "doi": found.doi,
                    "arxiv": found.arxiv,
                    "description": found.row.description,
                    "language": found.language,
                    "read_state": found.row.read_state,
                    "starred": found.row.starred,
                    "fields": fields,
                    "notes": found.notes,
                    "collections": found.collections,
                }
            )
            return DONE
        row = found.row
        heading(row.title)
        say(", ".join(row.authors) or "(no authors found)")
        say(
            " · ".join(
                str(part)
                for part in (row.year, row.venue, f"{row.pages} pages", row.status, found.doi, found.arxiv)
                if part
            )
        )
        for label, text in (
            ("", row.description),
            ("", row.reason),
            ("Tags: ", ", ".join(row.tags)),
            ("Abstract: ", found.abstract),
        ):
            if text:
                say(f"\n{label}{text}")
        for note in found.notes:
            say(f"\nNote {note.id}: {note.text}")
        muted(f"\n{row.id} · {row.key} · {', '.join(file.path for file in found.files) or 'no file'}")
    return DONE


def tree(paper: PaperArgument, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Show a paper's section tree, with pages and whether each title was found on its page."""
    with reading(library) as opened:
        id_ = opened.papers.find(paper)
        found = opened.papers.tree(id_)
        if as_json:
            emit(
                {
                    "paper": id_,
                    "verification_rate": found.verification_rate,
                    "nodes": [
                        {
                            "id": n.id,
                            "title": n.title,
                            "level": n.level,
                            "start_page": n.start_page,
                            "end_page": n.end_page,
                            "summary": n.summary,
                            "verified": n.verified,
                            "parent": n.parent,
                            "role": n.role,
                            "source": n.source,
                        }
                        for n in found.nodes
                    ],
                }
            )
            return DONE
        print_tree(opened, id_)
    return DONE


def print_tree(library: Library, paper: PaperId) -> None:
    """A section tree as text: indented titles, their pages, ``?`` where a title was not found on its page."""
    found = library.papers.tree(paper)
    heading(library.papers.get(paper).row.title)
    for node in found.nodes:
        pages = (
            f"p. {node.start_page}"
            if node.start_page == node.end_page
            else f"pp. {node.start_page}–{node.end_page}"
        )
        mark = "" if node.verified else "  (?)"
        say(f"{'  ' * (node.level)}{_numbered(node)}  ·  {pages}{mark}")
    verified = sum(node.verified for node in found.nodes)
    muted(f"{verified} of {len(found.nodes)} titles were found on their page")


def _numbered(node: Section) -> str:
    return (
        f"{node.number} {node.title}"
        if node.number and not node.title.startswith(node.number)
        else node.title
    )


def open_(
    paper: PaperArgument,
    page: Annotated[int, typer.Option(help="The page to open, counted from 1.", min=1)] = 1,
    file: Annotated[str, typer.Option(help="Another file of the paper: its name or id.")] = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Open a paper in the system's viewer, at a page where the viewer allows it."""
    with reading(library) as opened:
        id_ = opened.papers.find(paper)
        meant = _file_of(opened.papers.files(id_), file or paper, named=bool(file))
        if page > meant.pages:
            raise WrongUse(f"This file has {meant.pages} pages, not {page}.", "Give a page of it.")
        target = opened.pages.friendly_copy(meant.id, Path(tempfile.mkdtemp(prefix="twintree-")))
    if as_json:
        emit({"paper": id_, "file": str(target), "page": page})
    else:
        say(str(target))
    _launch(target, page)
    return DONE


def _file_of(files: Sequence[FileRow], reference: str, *, named: bool) -> FileRow:
    """The file of a paper that is called so; the main one where the paper was named, not a file."""
    if not files:
        raise WrongUse("This paper has no file.", "It is a record; import its PDF to read it.")
    meant = next((each for each in files if reference in (each.id, each.name)), None)
    if meant is None and named:
        names = ", ".join(each.name for each in files)
        raise NotFound(f"This paper has no file {reference!r}.", f"Its files are {names}.")
    return meant or files[0]


def _launch(path: Path, page: int) -> None:
    viewers: Mapping[str, list[list[str]]] = {
        "darwin": [["open", str(path)]],
        "win32": [["cmd", "/c", "start", "", str(path)]],
    }
    linux = [
        ["evince", f"--page-index={page}", str(path)],
        ["okular", "-p", str(page), str(path)],
        ["xdg-open", str(path)],
    ]
    for command in viewers.get(sys.platform, linux):
        try:
            subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except OSError:
            continue
        return
    warn("No viewer was found; the file named above is a copy that you can open.")


__all__ = ["import_result", "library_path", "paper_row", "print_tree", "register"]
