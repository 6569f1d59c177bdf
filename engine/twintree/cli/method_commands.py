"""Commands for methods (list, show, lineage, themes, merge, split, rate, …) and trees (rebuild, export)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from twintree.base.errors import WrongUse
from twintree.base.methods import Cluster, Method, MethodEdge
from twintree.base.progress import Progress
from twintree.base.text import counted
from twintree.cli.common import JsonOption, LibraryOption, reading, writing
from twintree.cli.method_printing import print_lineage, print_method, print_methods
from twintree.cli.output import DONE, bar, emit, hand_over, muted, save, say, told
from twintree.cli.work_commands import show_differences

if TYPE_CHECKING:
    from twintree.library import Library

methods_app = typer.Typer(
    help="Methods of the library: list, show, lineage, themes, merge, split, rate, edit, delete, extract, review.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
trees_app = typer.Typer(
    help="The provenance tree and the themes: rebuild, export.", no_args_is_help=True, rich_markup_mode=None
)

MethodArgument = Annotated[str, typer.Argument(help="A method: its id, its name, or one of its aliases.")]


def register(parent: typer.Typer) -> None:
    """Add the commands to the application."""
    parent.add_typer(methods_app, name="methods")
    parent.add_typer(trees_app, name="trees")


@contextlib.contextmanager
def _ready(library: Path | None, *, quiet: bool) -> Iterator[Library]:
    """The library, its methods sought where they were not yet, and the trees up to date."""
    with reading(library) as opened:
        if not opened.readonly:
            with bar("Finding methods", quiet=quiet) as update:
                opened.methods.make_up(Progress(update))
        yield opened


# ── looking ──────────────────────────────────────────────────────────────────────────────────────────


@methods_app.command("list")
def list_(
    text: Annotated[str, typer.Argument(help="Words of a name or an alias.")] = "",
    limit: Annotated[int, typer.Option(help="How many at most; 0 for all.", min=0)] = 0,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """List methods, those of most papers first."""
    with _ready(library, quiet=as_json) as opened:
        found = opened.methods.list(text, limit=limit or -1, mentions=as_json)
        if as_json:
            emit({"methods": found})
            return DONE
        if found:
            print_methods(found, len(found) if text else opened.methods.store.count())
            return DONE
        muted(f"No method is called like “{text}”." if text else _none_yet(opened))
    return DONE


def _none_yet(library: Library) -> str:
    """Why there are no methods, and what brings some."""
    if not library.papers.count():
        return "There are no papers yet, and so no methods: `twintree import FILES` brings some."
    waiting = len(library.methods.missing())
    if library.readonly and waiting:
        return (
            f"The methods of {counted(waiting, 'paper')} were not sought yet. They are once this command can "
            "write the library: another program does now."
        )
    return "No method was found in these papers."


@methods_app.command("show")
def show(method: MethodArgument, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Show one method: what it is, where it is named, what it comes from, what builds on it, its history."""
    with _ready(library, quiet=as_json) as opened:
        found = opened.methods.get(method)
        edges = opened.methods.store.edges_of(found.id)
        history = opened.methods.history(found.id)
        if as_json:
            emit({"method": found, "edges": [_edge(each) for each in edges], "history": history})
            return DONE
        ordered = sorted(edges, key=lambda edge: (not edge.primary, -edge.rating))
        print_method(opened, found, ordered, history)
    return DONE


@methods_app.command("lineage")
def lineage(
    method: MethodArgument,
    depth: Annotated[int, typer.Option(help="Steps to go in either direction.", min=1, max=50)] = 6,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """What a method comes from and what builds on it, with the page behind every edge."""
    with _ready(library, quiet=as_json) as opened:
        found = opened.methods.lineage(method, depth)
        if as_json:
            emit(
                {
                    "method": found.method,
                    "nodes": [{**_node(each), "distance": found.distance[each.id]} for each in found.nodes],
                    "edges": [_edge(each) for each in found.edges],
                }
            )
            return DONE
        print_lineage(opened, found)
    return DONE


def _edge(edge: MethodEdge) -> dict[str, Any]:
    """An edge as scripts read it, with its weight."""
    return {**msgspec.to_builtins(edge), "weight": edge.weight}


def _node(each: Method) -> dict[str, Any]:
    return {
        "id": each.id,
        "name": each.name,
        "aliases": each.aliases,
        "kind": each.kind,
        "summary": each.summary,
        "status": each.status,
        "year": each.year,
        "papers": each.papers,
    }


@methods_app.command("themes")
def themes(
    theme: Annotated[str, typer.Argument(help="A theme to title or note on; none: list all.")] = "",
    title: Annotated[str | None, typer.Option(help="Give it a title of your own.")] = None,
    note: Annotated[str | None, typer.Option(help="Write a note on it; empty takes it away.")] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """The themes that methods fall under, from the widest to the finest; or say what one is called."""
    if theme:
        with writing(library) as opened:
            if title is None and note is None:
                raise WrongUse("Nothing was said of this theme.", "Give --title or --note.")
            return told(opened.methods.store.describe_theme(theme, title=title, note=note), as_json=as_json)
    with _ready(library, quiet=as_json) as opened:
        if as_json:
            emit({"clusters": opened.methods.nested_themes()})
            return DONE
        clusters = {each.id: each for each in opened.methods.themes()}
        names = opened.methods.store.names()
        if not clusters:
            muted("There are no methods yet, so there are no themes.")
        for each in clusters.values():
            if each.parent is None:
                _show_theme(each, clusters, names, 0)
    return DONE


def _show_theme(each: Cluster, clusters: dict[Any, Cluster], names: dict[Any, str], depth: int) -> None:
    say(f"{'  ' * depth}{each.id}  {each.title}")
    if each.note:
        muted(f"{'  ' * depth}  note: {each.note}")
    if each.methods:
        muted(f"{'  ' * depth}  " + ", ".join(names[m] for m in each.methods if m in names))
    for child in each.children:
        _show_theme(clusters[child], clusters, names, depth + 1)


# ── the person's word ────────────────────────────────────────────────────────────────────────────────


@methods_app.command("merge")
def merge(
    kept: MethodArgument,
    other: Annotated[str, typer.Argument(help="The method that becomes part of it; its id then redirects.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Make two methods one; every mention, source and edge is kept. `twintree undo` takes it back."""
    with writing(library) as opened:
        return told(opened.methods.merge(kept, other), as_json=as_json)


@methods_app.command("split")
def split(
    method: MethodArgument,
    papers: Annotated[list[str], typer.Argument(help="Papers whose part becomes a method of its own.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Take what some papers say out of a method; the two are never merged again by themselves."""
    with writing(library) as opened:
        chosen = [opened.papers.find(each) for each in papers]
        change = opened.methods.split(method, chosen)
        if as_json:
            emit({"change": change.id, "summary": change.summary, "method": change.subject})
            return DONE
        say(f"{change.summary}: {change.subject}")
    return DONE


@methods_app.command("rate")
def rate(
    source: Annotated[str, typer.Argument(help="The method that contributes.")],
    target: Annotated[str, typer.Argument(help="The method that it contributes to.")],
    rating: Annotated[
        int, typer.Argument(help="1 (compared only) to 5 (defined by it); 0: there is no edge.")
    ],
    why: Annotated[str, typer.Option(help="A sentence that says why.")] = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Say how strongly one method contributes to another; your rating stands above every paper's."""
    with writing(library) as opened:
        return told(opened.methods.rate(source, target, rating, why), as_json=as_json)


@methods_app.command("edit")
def edit(
    method: MethodArgument,
    name: Annotated[str | None, typer.Option(help="What it is called.")] = None,
    kind: Annotated[str | None, typer.Option(help="What kind of method it is.")] = None,
    summary: Annotated[str | None, typer.Option(help="What it is, in your words.")] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Say a method's name, kind or summary; no later run changes it."""
    given = {"name": name, "kind": kind, "summary": summary}
    said = {field: value for field, value in given.items() if value is not None}
    with writing(library) as opened:
        return told(opened.methods.edit(method, **said), as_json=as_json)


@methods_app.command("delete")
def delete(method: MethodArgument, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Hide a method with its edges; a later extraction does not bring it back, `twintree undo` does."""
    with writing(library) as opened:
        return told(opened.methods.delete(method), as_json=as_json)


# ── a model's reading ────────────────────────────────────────────────────────────────────────────────


@methods_app.command("extract")
def extract(
    papers: Annotated[list[str], typer.Argument(help="Papers for the model to read.")],
    whole: Annotated[
        bool, typer.Option("--whole", help="Read every segment, not only the telling ones.")
    ] = False,
    estimate: Annotated[bool, typer.Option("--estimate", help="Only say how much would be read.")] = False,
    accept: Annotated[
        bool, typer.Option("--accept", help="Use what the model found, without asking.")
    ] = False,
    rules: Annotated[
        bool, typer.Option("--rules", help="Go back to what the rules found; the model's reading is kept.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Let the model that was found fit read papers; shows what would change, and changes it with --accept."""
    # Saying how much would be read needs no lock: a window may have the library open.
    with (reading if estimate and not rules else writing)(library) as opened:
        chosen = [opened.papers.find(each) for each in papers]
        if rules:
            for paper in chosen:
                opened.methods.back_to_rules(paper)
            if as_json:
                emit({"papers": chosen})
            else:
                say(f"The methods of {len(chosen)} papers come from the rules again.")
            return DONE
        if estimate:
            cost = opened.methods.estimate(chosen, whole=whole)
            if as_json:
                emit(cost)
            else:
                say(f"{cost['segments']} segments, {cost['tokens']} tokens to read.")
            return DONE
        found = []
        for paper in chosen:
            with bar("Reading", quiet=as_json) as update:
                found.append(opened.methods.extract(paper, whole=whole, progress=Progress(update)))
            if accept:
                opened.methods.accept(found[-1])
        if as_json:
            emit({"accepted": accept, "differences": found})
        else:
            show_differences(opened, found, accepted=accept)
    return DONE


@methods_app.command("review")
def review(
    papers: Annotated[list[str] | None, typer.Argument(help="Papers; none: the whole library.")] = None,
    accept: Annotated[bool, typer.Option("--accept", help="Take over what is shown.")] = False,
    leave: Annotated[
        bool, typer.Option("--leave", help="Leave what is shown: it is not shown again.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Show what models found in papers and nobody took over yet; takes it over with --accept, or leaves it."""
    if accept and leave:
        raise WrongUse("It cannot be taken over and left.", "Give --accept or --leave.")
    with (writing if accept or leave else reading)(library) as opened:
        chosen = [opened.papers.find(each) for each in papers] if papers else None
        work = opened.model_work.methods
        found = work.accept(chosen) if accept else work.waiting(chosen)
        if leave:
            opened.methods.leave(*found)
        if as_json:
            emit({"accepted": accept, "left": leave, "differences": found})
        elif leave:
            say(f"What a model found in {len(found)} papers is left.")
        else:
            show_differences(opened, found, accepted=accept)
    return DONE


# ── trees ────────────────────────────────────────────────────────────────────────────────────────────


@trees_app.command("rebuild")
def rebuild(library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Make both trees afresh; what you said of methods, edges and themes stays."""
    with writing(library) as opened:
        with bar("Finding methods", quiet=as_json) as update:
            opened.methods.make_up(Progress(update))
        done = opened.methods.rebuild()
        if as_json:
            emit(done)
        else:
            count = len(opened.methods.themes())
            say(f"{done.methods} methods, {done.edges} edges, {count} themes.")
    return DONE


@trees_app.command("export")
def export(
    kind: Annotated[str, typer.Argument(help="graphml, json, svg or png.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where to write it; else to standard output.")
    ] = None,
    method: Annotated[str, typer.Option(help="Only the lineage of this method.")] = "",
    themes: Annotated[
        bool, typer.Option("--themes", help="The themes instead of the provenance tree.")
    ] = False,
    timeline: Annotated[bool, typer.Option("--timeline", help="Place methods by year.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Export a tree for graph programs (graphml, json) or as a drawing (svg, png)."""
    if kind == "png" and output is None:
        raise WrongUse("A PNG cannot be printed.", "Give --output FILE.png.")
    with _ready(library, quiet=as_json) as opened:
        data = opened.methods.export(kind, themes=themes, method=method, timeline=timeline)
    if kind != "png":
        return hand_over(data.decode(), kind, output, as_json=as_json)
    if output is not None:
        save(data, kind, output, "the tree", quiet=as_json)
        if as_json:
            emit({"format": kind, "output": str(output.absolute())})
    return DONE
