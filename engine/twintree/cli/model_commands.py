"""Commands about models: list, fetch, add, check, use, run, remove."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from twintree.base.errors import WrongUse
from twintree.base.ids import PaperId
from twintree.base.progress import Progress
from twintree.base.records import PaperFilter
from twintree.cli.common import JsonOption, LibraryOption, reading, writing
from twintree.cli.following import follow
from twintree.cli.output import DONE, bar, emit, muted, say
from twintree.cli.work_commands import Asked, duration, report, run_methods, run_themes

if TYPE_CHECKING:
    from twintree.jobs.summaries import Estimate
    from twintree.library import Library
    from twintree.models.shelf import ModelShelf

app = typer.Typer(
    help="Models on this machine: list, fetch, add, check, use, run, remove.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def register(parent: typer.Typer) -> None:
    """Add the commands to the application."""
    parent.add_typer(app, name="models")


@app.command("list")
def list_(as_json: JsonOption = False) -> int:
    """List the models of the catalogue and those on this machine."""
    from twintree.models.catalogue import catalogue
    from twintree.models.shelf import ModelShelf

    shelf = ModelShelf()
    here = {model.id: model for model in shelf.installed()}
    known = catalogue()
    if as_json:
        emit(
            {
                "installed": list(here.values()),
                "catalogue": known,
                "chosen": shelf.chosen(),
                "checked": {id_: _checked(shelf, id_) for id_ in here},
            }
        )
        return DONE
    ways = {
        "bundled": "comes with the installation",
        "wheel": "fetch",
        "https": "fetch",
        "own": "a file you have",
    }
    for model in known:
        state = "here" if model.id in here or model.source.kind == "bundled" else ways[model.source.kind]
        say(f"{model.id:<28} {model.kind:<9} {model.parameters / 1e9:>5.2f} B  {state:<16} {model.licence}")
    for model_id, own in here.items():
        if all(model.id != model_id for model in known):
            say(f"{model_id:<28} {own.kind:<9} {own.size / 1e9:>5.2f} GB here             {own.licence}")
    for model_id, own in here.items():
        if own.kind == "llm":
            muted(f"{model_id}: {_told(_checked(shelf, model_id), model_id)}")
    return DONE


def _checked(shelf: ModelShelf, model: str) -> dict[str, Any]:
    """What is known of a model's fitness; ``current``: with the present cases."""
    from twintree.models import fitness

    present, before = fitness.stored(shelf, model), fitness.outdated(shelf, model)
    known = present or before
    fit = [score.task for score in present.scores if score.fit] if present else []
    return {"at": known.at if known else None, "current": present is not None, "fit": fit}


def _told(checked: dict[str, Any], model: str) -> str:
    if checked["at"] is None:
        return f"not checked yet: twintree models check {model}"
    day = checked["at"][:10]
    if not checked["current"]:
        return f"checked with older cases on {day}: check again (twintree models check {model})"
    fit = ", ".join(checked["fit"]) or "nothing"
    return f"checked on {day}, fit for {fit}"


@app.command("fetch")
def fetch(
    model: Annotated[str, typer.Argument(help="A model of the catalogue that can be fetched.")],
    as_json: JsonOption = False,
) -> int:
    """Fetch a model: the only command that uses the network; goes on where an earlier try stopped."""
    from twintree.models.catalogue import known_model
    from twintree.models.fetching import fetch as fetch_model
    from twintree.models.shelf import ModelShelf

    with bar(f"Fetching {model}", quiet=as_json) as update:
        got = fetch_model(known_model(model), ModelShelf(), progress=Progress(update))
    if as_json:
        emit({"model": got})
    else:
        say(f"{got.name} is here, and its hash is right: {got.path}")
    return DONE


@app.command("add")
def add(
    file: Annotated[Path, typer.Argument(help="A GGUF file; it stays where it is.")],
    id_: Annotated[str, typer.Option("--id", help="What to call it.")] = "",
    licence: Annotated[str, typer.Option(help="Its licence, for the list.")] = "",
    projector: Annotated[
        Path | None,
        typer.Option(help="The mmproj GGUF that lets it see; else the one that lies beside it, if any."),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Make a model file that you have known to Twintree."""
    from twintree.models.shelf import ModelShelf

    with bar("Checking the hash", quiet=as_json) as update:
        got = ModelShelf().add(file, id_, licence=licence, projector=projector, progress=Progress(update))
    if as_json:
        emit({"model": got})
    else:
        say(f"{got.id} is known now. SHA-256 {got.sha256}")
        if got.projector:
            say(f"It sees pictures through {Path(got.projector).name}.")
    return DONE


@app.command("use")
def use(
    model: Annotated[str, typer.Argument(help="A model's id; an empty word takes the choice back.")],
    task: Annotated[str, typer.Option(help="For this task only; * is every one it is fit for.")] = "*",
    as_json: JsonOption = False,
) -> int:
    """Choose which model does which task."""
    from twintree.models.shelf import ModelShelf

    shelf = ModelShelf()
    shelf.choose(task, model)
    if as_json:
        emit({"chosen": shelf.chosen()})
    else:
        muted("\n".join(f"{key}: {value}" for key, value in shelf.chosen().items()) or "no model is chosen")
    return DONE


@app.command("check")
def check(
    model: Annotated[str, typer.Argument(help="A model on this machine.")],
    task: Annotated[list[str] | None, typer.Option(help="Only this task; may be given again.")] = None,
    as_json: JsonOption = False,
) -> int:
    """Measure what a model is fit for, with small tasks of known answers; takes some minutes."""
    from twintree.models import fitness
    from twintree.models.host import ModelHost
    from twintree.models.reader import LocalReader
    from twintree.models.shelf import ModelShelf
    from twintree.store.ledger import now

    shelf = ModelShelf()
    installed = shelf.get(model)
    before = fitness.outdated(shelf, model)
    if before is not None and not as_json:
        muted(f"It was checked with older cases on {before.at[:10]}; those scores count no longer.")
    with ModelHost() as host, bar(f"Checking {model}", quiet=as_json) as update:
        write = LocalReader(host, installed).write_quietly
        scores = fitness.check(
            installed, write, at=now(), tasks=task or fitness.TASKS, progress=Progress(update)
        )
    if not task:
        fitness.keep(shelf, scores)
    if as_json:
        emit({"fitness": scores})
        return DONE
    for each in scores.scores:
        verdict = "fit" if each.fit else "not fit: the deterministic way stays in charge"
        say(f"{each.task:<11} {each.right:>2} of {each.cases:<2} (bar {each.bar:.0%})  {verdict}")
    muted(
        f"reads {scores.reading:.0f}, writes {scores.writing:.0f} tokens a second on {scores.backend}. {scores.reason}"
    )
    return DONE


@app.command("run")
def run(
    task: Annotated[str, typer.Argument(help="What the model does: summaries, methods or themes.")],
    papers: Annotated[list[str] | None, typer.Argument(help="Papers: id, key, title or file.")] = None,
    collection: Annotated[str, typer.Option(help="All papers of a collection.")] = "",
    everything: Annotated[bool, typer.Option("--all", help="The whole library.")] = False,
    minutes: Annotated[float, typer.Option(help="Pause after so many minutes; 0 for no limit.", min=0)] = 0.0,
    estimate: Annotated[bool, typer.Option("--estimate", help="Only say what it would cost.")] = False,
    model: Annotated[str, typer.Option(help="This model, not the one in charge (methods, themes).")] = "",
    unfit: Annotated[
        bool, typer.Option("--unfit", help="Also a model that was not found fit (methods, themes).")
    ] = False,
    whole: Annotated[
        bool, typer.Option("--whole", help="Read every segment, not only the telling ones (methods).")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Let the model in charge of a task do it for chosen papers, or for the themes; says first what that will cost."""
    from twintree.jobs import summaries
    from twintree.jobs.methodwork import MethodWork
    from twintree.jobs.modelchoice import WhichModel
    from twintree.jobs.themework import ThemeWork

    asked = Asked(minutes=minutes, estimate=estimate, which=WhichModel(model=model, unfit=unfit), whole=whole)
    # Saying what it would cost needs no lock: a window may have the library open.
    opening = reading if estimate else writing
    if task == MethodWork.kind:
        with opening(library) as opened:
            chosen = _chosen(opened, papers or [], collection, everything=everything)
            return run_methods(opened, chosen, asked, as_json=as_json)
    if task == ThemeWork.kind:
        if papers or collection:
            raise WrongUse("Themes are of the whole library.", "Leave papers and --collection out.")
        with opening(library) as opened:
            return run_themes(opened, asked, as_json=as_json)
    if task != summaries.KIND:
        raise WrongUse(f"No model does {task!r} over papers.", "There is summaries, methods and themes.")
    if model or unfit or whole:
        raise WrongUse("--model, --unfit and --whole are not for summaries.", "Leave them out.")
    with opening(library) as opened:
        chosen = _chosen(opened, papers or [], collection, everything=everything)
        cost = opened.summaries.estimate(chosen)
        if estimate or not cost.sections:
            emit({"estimate": cost}) if as_json else say(_cost(cost))
            return DONE
        if not as_json:
            muted(_cost(cost))
        handle = opened.summaries.submit(chosen, minutes)
        ended = follow(opened, handle, "Summarising", quiet=as_json)
        return report(opened, handle, {"estimate": cost}, ended, as_json=as_json)


def _chosen(library: Library, papers: list[str], collection: str, *, everything: bool) -> list[PaperId]:
    if bool(papers) + bool(collection) + everything != 1:
        raise WrongUse("It is not clear for which papers.", "Name papers, or --collection NAME, or --all.")
    if papers:
        return [library.papers.find(each) for each in papers]
    within = PaperFilter(collection=library.person.find_collection(collection) if collection else "")
    return [row.id for row in library.papers.rows(within, limit=library.papers.count(within))]


def _cost(cost: Estimate) -> str:
    long = f"; {cost.too_long} sections are too long for it" if cost.too_long else ""
    if not cost.sections:
        return f"Nothing is left to summarise{long}."
    return f"{cost.sections} sections of {cost.papers} papers, {cost.tokens:,} tokens, {duration(cost.seconds)}{long}."


@app.command("remove")
def remove(model: Annotated[str, typer.Argument(help="A model's id.")], as_json: JsonOption = False) -> int:
    """Remove a model from this machine; a file of yours stays where it lies."""
    from twintree.models.shelf import ModelShelf

    ModelShelf().remove(model)
    if as_json:
        emit({"removed": model})
    else:
        say(f"{model} is removed.")
    return DONE
