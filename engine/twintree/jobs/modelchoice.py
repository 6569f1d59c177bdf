"""Which model does a job: the one in charge of the task, or the one that was named; unfit only where that was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

from twintree.base.errors import WrongUse
from twintree.base.records import Record
from twintree.jobs.summaries import ModelWriter, WorkOptions
from twintree.models.fitness import Fitness, chosen_for, outdated, stored
from twintree.models.host import ModelHost
from twintree.models.reader import LocalReader
from twintree.models.shelf import InstalledModel, ModelShelf
from twintree.store.jobs import JobStore


class WhichModel(Record, frozen=True, kw_only=True):
    """Which model is to do a task; without a name the one that is in charge of it."""

    model: str = ""
    unfit: bool = False  #: also one that was not found fit: what it does is then to be looked at closely


#: The model that the person put in charge.
IN_CHARGE = WhichModel()


class ModelOptions(WorkOptions, frozen=True, kw_only=True):
    """Limits of a job, and who does it; kept with the job."""

    which: WhichModel = IN_CHARGE
    whole: bool = False  #: read every segment, not only the telling ones
    asked: str = ""  #: when: what rules did before, for want of time, is tried again


#: Finds the model for a task and what was asked, or says in a sentence why there is none.
Writers = Callable[[str, WhichModel], ModelWriter]
_DOES = {"extraction": "extract methods", "summary": "describe themes"}
OptionsT = TypeVar("OptionsT", bound=Record)


def writers_of(host: ModelHost, shelf: ModelShelf | None = None) -> Writers:
    """The models of this machine."""
    models = shelf or ModelShelf()

    def find(task: str, which: WhichModel) -> ModelWriter:
        chosen = models.get(which.model) if which.model else chosen_for(models, task)
        if not which.unfit:
            _refuse_outdated(models, [chosen] if chosen else models.installed())
        if chosen is None:
            raise WrongUse(
                f"No model is in charge to {_DOES[task]}.",
                "Choose one that was found fit: `twintree models check MODEL`, then `twintree models use MODEL`; "
                "or name one with --model.",
            )
        measured = stored(models, chosen.id)
        if not which.unfit and not (measured and measured.fit_for(task)):
            raise WrongUse(
                f"{chosen.id} was not found fit to {_DOES[task]}.",
                "`twintree models check` measures it; with --unfit it is tried all the same, and what it finds "
                "is marked with its name.",
            )
        return _writer(host, chosen, measured)

    return find


def _refuse_outdated(shelf: ModelShelf, models: Iterable[InstalledModel]) -> None:
    """Say of a model whose scores count no longer that it has to be checked again, rather than that it is unfit."""
    for model in models:
        before = outdated(shelf, model.id)
        if before is not None:
            raise WrongUse(
                f"{model.id} was checked with older cases on {before.at[:10]}.",
                f"Check it again: `twintree models check {model.id}`.",
            )


def in_charge(host: ModelHost, task: str, *, asked: bool = True) -> ModelWriter | None:
    """The model in charge of a task; None where none was found fit, or none may do it without being ``asked``."""
    shelf = ModelShelf()
    model = chosen_for(shelf, task, asked=asked)
    return _writer(host, model, stored(shelf, model.id)) if model is not None else None


def _writer(host: ModelHost, model: InstalledModel, measured: Fitness | None) -> ModelWriter:
    return ModelWriter(
        model=model.id,
        path=model.path,
        write=LocalReader(host, model, urgent=False).write_quietly,
        reading=measured.reading if measured else 0.0,
        writing=measured.writing if measured else 0.0,
    )


def running_options(jobs: JobStore, kind: str, form: type[OptionsT]) -> OptionsT:
    """What the job of a kind that runs now was asked; models work on one job at a time."""
    running = next((each for each in jobs.list() if each.kind == kind and each.state == "running"), None)
    return msgspec.convert(jobs.options(running.id) if running else {}, form)
