"""``ModelDesk``: the models of this machine as a front end shows them, and what a person can do with them."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import psutil

from twintree.base.errors import WrongUse
from twintree.base.progress import CancelToken, Progress
from twintree.base.records import Record
from twintree.models import fitness
from twintree.models.catalogue import CatalogueModel, catalogue, known_model
from twintree.models.fetching import fetch
from twintree.models.fitness import TASKS, Fitness, TaskScore, chosen_for
from twintree.models.host import ModelHost
from twintree.models.llm import Generated, Generation
from twintree.models.protocol import EmbedderInfo
from twintree.models.reader import LocalReader
from twintree.models.shelf import NOBODY, InstalledModel, ModelShelf
from twintree.sources.recogniser import MODEL_VARIABLE
from twintree.store.ledger import now

__all__ = [
    "NOBODY",
    "TASKS",
    "EmbedderInfo",
    "Fitness",
    "ModelCard",
    "ModelDesk",
    "ModelMeasures",
    "Recogniser",
    "TaskChoice",
    "TaskScore",
    "known_cards",
    "recogniser",
]

#: Between two tries to reach a server; the window waits no longer for a download to stop.
_STALL_SECONDS = 10.0
_IDLE_SECONDS = 60.0
_EVERY = "*"
#: Tasks that a model does by itself after an import where that is allowed; the others only when somebody asks.
_IN_BACKGROUND = frozenset({"summary"})


class ModelCard(Record, frozen=True, kw_only=True):
    """A model as it is shown; ``size`` in bytes, ``context`` in tokens; 0 and ``""`` mean not known.

    Attributes:
        id: its name everywhere.
        kind: ``embedder`` | ``llm``.
        state: ``bundled`` | ``here`` | ``fetch`` (can be fetched) | ``own`` (a file that a person must have).
        linked: its file is the person's own, and stays when the model is removed.
        fitness: what it was found fit for on this machine; None: not checked yet, or with older cases.
        checked_before: when it was checked with cases that are no longer those (ISO 8601); "" where it was not.
        chosen: the person wants it for every task that it is fit for.
    """

    id: str
    kind: str
    name: str
    state: str
    licence: str = ""
    parameters: int = 0
    size: int = 0
    context: int = 0
    languages: tuple[str, ...] = ()
    quantisation: str = ""
    path: str = ""
    linked: bool = False
    fitness: Fitness | None = None
    checked_before: str = ""
    chosen: bool = False


class ModelMeasures(Record, frozen=True, kw_only=True):
    """What only the models' own process knows: the embedder, and bytes of memory that each model takes.

    ``free`` is how many bytes of memory this machine has to give at present.
    """

    embedder: EmbedderInfo
    memory: dict[str, int]
    free: int = 0


class TaskChoice(Record, frozen=True, kw_only=True):
    """Which model does one task.

    Attributes:
        task: one of ``TASKS``.
        chosen: the person's word for this task alone: a model's id, ``NOBODY``, or "" (as for every task).
        model: the id of the model that does it now; "" when it is done without one.
        fit: the ids of the models here that were found fit for it.
        background: whether it is done without being asked for, once that is allowed.
        unasked: whether the person allows that.
    """

    task: str
    chosen: str = ""
    model: str = ""
    fit: tuple[str, ...] = ()
    background: bool = False
    unasked: bool = False


class Recogniser(Record, frozen=True, kw_only=True):
    """What reads pages that are pictures: the built-in model, or a file that the person named.

    ``scripts`` are ISO 15924 codes; none are known of a model that the person named.
    """

    path: str = ""
    scripts: tuple[str, ...] = ()


def recogniser() -> Recogniser:
    """The recogniser in use; starts no process."""
    named = os.environ.get(MODEL_VARIABLE, "")
    return Recogniser(path=named) if named else Recogniser(scripts=("Latn", "Hans", "Jpan"))


class ModelDesk:
    """A person's models, shared by all libraries; ``close`` it when the front end ends."""

    def __init__(self, folder: Path | None = None) -> None:
        self._shelf = ModelShelf(folder)
        self._host = ModelHost(idle_seconds=_IDLE_SECONDS)
        self.connected = False  #: whether a connection was opened since the start, to fetch a model

    def cards(self) -> list[ModelCard]:
        """Every model that is known or here, the catalogue's first; starts no process."""
        return known_cards(self._shelf)

    def measures(self) -> ModelMeasures:
        """What the models' process says: the embedder's back end and limits, and memory needed; starts it.

        Raises:
            ModelUnavailable: the embedder is missing or damaged.
        """
        memory = {
            model.id: int(self._host.call("memory", model.path))
            for model in self._shelf.installed()
            if model.kind == "llm"
        }
        free = int(psutil.virtual_memory().available)
        return ModelMeasures(embedder=self._host.info(), memory=memory, free=free)

    def tasks(self) -> list[TaskChoice]:
        """Which model does what, a row a task; starts no process."""
        shelf, chosen, unasked = self._shelf, self._shelf.chosen(), self._shelf.unasked()
        found = {model.id: fitness.stored(shelf, model.id) for model in shelf.installed()}
        rows = []
        for task in TASKS:
            now_does = chosen_for(shelf, task)
            rows.append(
                TaskChoice(
                    task=task,
                    chosen=chosen.get(task, ""),
                    model=now_does.id if now_does else "",
                    fit=tuple(id_ for id_, known in found.items() if known and known.fit_for(task)),
                    background=task in _IN_BACKGROUND,
                    unasked=task in unasked,
                )
            )
        return rows

    def assign(self, task: str, id_: str) -> None:
        """Let a model do one task, or ``NOBODY``; "" leaves it to the model that does every task.

        Raises:
            WrongUse: there is no such task.
            NotFound: the model is not on this machine.
        """
        self._shelf.choose(_known_task(task), id_)

    def let_unasked(self, task: str, allowed: bool) -> None:
        """Allow a task to be done in the background, or forbid it.

        Raises:
            WrongUse: there is no such task, or nothing does it unasked.
        """
        if _known_task(task) not in _IN_BACKGROUND:
            raise WrongUse(f"The task {task!r} is only done when somebody asks.")
        self._shelf.let_unasked(task, allowed)

    def fetch(self, id_: str, progress: Progress | None = None, cancel: CancelToken | None = None) -> None:
        """Fetch a model of the catalogue; the only thing that opens a connection. Goes on where it stopped.

        Raises:
            ModelUnavailable: the index does not have it, the server gave up, or the hash is wrong.
            StorageProblem: the disk is full.
        """
        self.connected = True
        fetch(known_model(id_), self._shelf, progress=progress, cancel=cancel, stall=_STALL_SECONDS)

    def add(self, path: Path, progress: Progress | None = None, cancel: CancelToken | None = None) -> str:
        """Take in a GGUF file; it stays where it lies. Returns its id.

        Raises:
            InputError: it is no GGUF file.
        """
        return self._shelf.add(path, progress=progress, cancel=cancel).id

    def check(self, id_: str, progress: Progress | None = None, cancel: CancelToken | None = None) -> Fitness:
        """Measure what a model is fit for, with small tasks of known answers, and keep it; takes minutes.

        Raises:
            ModelUnavailable: it cannot be loaded, or does not fit in memory.
        """
        model, token = self._shelf.get(id_), cancel or CancelToken()
        reader = LocalReader(self._host, model)

        def write(request: Generation) -> Generated:
            return reader.write(request, lambda _: None, token)

        found = fitness.check(model, write, at=now(), progress=progress, cancel=token)
        fitness.keep(self._shelf, found)
        self._host.call("unload", None)
        return found

    def use(self, id_: str) -> None:
        """Let a model do every task that it was found fit for; ``""``: none does any."""
        self._shelf.choose(_EVERY, id_)

    def remove(self, id_: str) -> None:
        """Forget a model, and delete its bytes when they are ours."""
        self._shelf.remove(id_)
        for task, chosen in self._shelf.chosen().items():
            if chosen == id_:
                self._shelf.choose(task, "")

    def close(self) -> None:
        """End the models' process; safe to call twice."""
        self._host.close()


def _known_task(task: str) -> str:
    if task not in TASKS:
        raise WrongUse(f"There is no task {task!r}.", f"The tasks are {', '.join(TASKS)}.")
    return task


def known_cards(shelf: ModelShelf | None = None) -> list[ModelCard]:
    """Every model that is known or here, the catalogue's first; opens no process and no desk."""
    shelf = shelf or ModelShelf()
    here = {model.id: model for model in shelf.installed()}
    cards = [_card(shelf, model, here.pop(model.id, None)) for model in catalogue()]
    return cards + [_card(shelf, None, model) for model in here.values()]


def _card(shelf: ModelShelf, known: CatalogueModel | None, here: InstalledModel | None) -> ModelCard:
    card = _known(known) if known else ModelCard(id="", kind="llm", name="", state="own")
    if here is None:
        return card
    before = fitness.outdated(shelf, here.id)
    return msgspec.structs.replace(
        card,
        id=here.id,
        kind=here.kind,
        name=known.name if known else here.name,
        state="here",
        licence=here.licence or card.licence,
        size=here.size,
        path=here.path,
        linked=here.linked,
        fitness=fitness.stored(shelf, here.id),
        checked_before=before.at if before else "",
        chosen=shelf.chosen().get(_EVERY) == here.id,
    )


def _known(model: CatalogueModel) -> ModelCard:
    ways = {"bundled": "bundled", "wheel": "fetch", "https": "fetch"}
    return ModelCard(
        id=model.id,
        kind=model.kind,
        name=model.name,
        state=ways.get(model.source.kind, "own"),
        licence=model.licence,
        parameters=model.parameters,
        size=model.size,
        context=model.context,
        languages=model.languages,
        quantisation=model.quantisation,
    )
