"""Commands about models: list, fetch, add, use, remove."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twintree.base.progress import Progress
from twintree.cli.common import JsonOption
from twintree.cli.output import DONE, bar, emit, muted, say
from twintree.models import fitness
from twintree.models.catalogue import catalogue, known_model
from twintree.models.fetching import fetch as fetch_model
from twintree.models.host import ModelHost
from twintree.models.reader import LocalReader
from twintree.models.shelf import ModelShelf
from twintree.store.ledger import now

app = typer.Typer(
    help="Models on this machine: list, fetch, add, use, remove.", no_args_is_help=True, rich_markup_mode=None
)


def register(parent: typer.Typer) -> None:
    """Add the commands to the application."""
    parent.add_typer(app, name="models")


@app.command("list")
def list_(as_json: JsonOption = False) -> int:
    """List the models of the catalogue and those on this machine."""
    shelf = ModelShelf()
    here = {model.id: model for model in shelf.installed()}
    known = catalogue()
    if as_json:
        emit({"installed": list(here.values()), "catalogue": known, "chosen": shelf.chosen()})
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
    return DONE


@app.command("fetch")
def fetch(
    model: Annotated[str, typer.Argument(help="A model of the catalogue that can be fetched.")],
    as_json: JsonOption = False,
) -> int:
    """Fetch a model: the only command that uses the network; goes on where an earlier try stopped."""
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
    as_json: JsonOption = False,
) -> int:
    """Make a model file that you have known to Twintree."""
    with bar("Checking the hash", quiet=as_json) as update:
        got = ModelShelf().add(file, id_, licence=licence, progress=Progress(update))
    if as_json:
        emit({"model": got})
    else:
        say(f"{got.id} is known now. SHA-256 {got.sha256}")
    return DONE


@app.command("use")
def use(
    model: Annotated[str, typer.Argument(help="A model's id; an empty word takes the choice back.")],
    task: Annotated[str, typer.Option(help="For this task only; * is every one it is fit for.")] = "*",
    as_json: JsonOption = False,
) -> int:
    """Choose which model does which task."""
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
    shelf = ModelShelf()
    installed = shelf.get(model)
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


@app.command("remove")
def remove(model: Annotated[str, typer.Argument(help="A model's id.")], as_json: JsonOption = False) -> int:
    """Remove a model from this machine; a file of yours stays where it lies."""
    ModelShelf().remove(model)
    if as_json:
        emit({"removed": model})
    else:
        say(f"{model} is removed.")
    return DONE
