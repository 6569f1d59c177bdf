"""The models that are on this machine: each in a folder of its own, visible only once its hash was checked."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from pathlib import Path

import msgspec
import platformdirs

from twintree.base.errors import NotFound, WrongUse
from twintree.base.progress import CancelToken, Progress
from twintree.base.records import Record
from twintree.models.extents import must_be_whole
from twintree.models.sight import projector_beside
from twintree.store.durable import write_file
from twintree.store.ledger import storage_problem

VARIABLE = "TWINTREE_MODELS"
_RECORD = "model.json"
#: In place of a model's name: no model does this task, whichever does the others.
NOBODY = "-"
_BLOCK = 1 << 20


class InstalledModel(Record, frozen=True, kw_only=True):
    """A model on this machine; ``path`` is absolute, ``size`` in bytes, ``linked`` when it lies elsewhere.

    ``projector`` is the file that lets it see pictures, "" where it has none.
    """

    id: str
    kind: str
    name: str
    path: str
    sha256: str
    size: int
    licence: str = ""
    linked: bool = False
    projector: str = ""


class ModelShelf:
    """A folder of models, shared by all libraries of a person."""

    def __init__(self, folder: Path | None = None) -> None:
        chosen = folder or os.environ.get(VARIABLE) or Path(platformdirs.user_data_dir("twintree")) / "models"
        self.folder = Path(chosen)

    def installed(self) -> tuple[InstalledModel, ...]:
        """What is there, by id; folders without a record are unfinished and not shown."""
        found = []
        for record in sorted(self.folder.glob(f"*/{_RECORD}")):
            with contextlib.suppress(OSError, msgspec.MsgspecError):
                model = msgspec.json.decode(record.read_bytes(), type=InstalledModel)
                if Path(model.path).is_file():
                    found.append(model)
        return tuple(found)

    def get(self, id_: str) -> InstalledModel:
        """One model.

        Raises:
            NotFound: it is not on this machine.
        """
        for each in self.installed():
            if each.id == id_:
                return each
        raise NotFound(
            f"The model {id_!r} is not on this machine.", f"Fetch it with `twintree models fetch {id_}`."
        )

    def home(self, id_: str) -> Path:
        """The folder of a model, made when it is not there.

        Raises:
            WrongUse: a folder cannot be called so.
            StorageProblem: it cannot be made.
        """
        if not id_.strip() or id_.startswith(".") or any(c in "/\\:" or not c.isprintable() for c in id_):
            raise WrongUse(
                f"A model cannot be called {id_!r}.", "Give it an --id of letters, digits, dots and dashes."
            )
        folder = self.folder / id_
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise storage_problem(error) from error
        return folder

    def announce(self, model: InstalledModel) -> None:
        """Make a model visible: its record is written last, and atomically.

        Raises:
            StorageProblem: the disk is full, or the folder cannot be written.
        """
        write_file(self.home(model.id) / _RECORD, msgspec.json.encode(model))

    def add(
        self,
        path: Path,
        id_: str = "",
        *,
        name: str = "",
        licence: str = "",
        projector: Path | None = None,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> InstalledModel:
        """Take in a GGUF file that the person has; it stays where it lies.

        Args:
            path: the file.
            id_: what it is to be called; by its file's name when not given.
            name: for people.
            licence: of the model.
            projector: lets it see pictures; when not given, the one that lies beside it, if it is clear which.
            progress: told of the hashing.
            cancel: stops it.

        Raises:
            InputError: it or its projector is no GGUF file, or is cut off.
        """
        must_be_whole(path)
        seeing = projector or projector_beside(path)
        if seeing:
            must_be_whole(seeing, projector=True)
        model = InstalledModel(
            id=id_ or path.stem.lower(),
            kind="llm",
            name=name or path.stem,
            path=str(path.resolve()),
            sha256=sha256_of(path, progress, cancel),
            size=path.stat().st_size,
            licence=licence,
            linked=True,
            projector=str(seeing.resolve()) if seeing else "",
        )
        self.announce(model)
        return model

    def remove(self, id_: str) -> None:
        """Forget a model, and delete its bytes when they are ours."""
        self.get(id_)
        shutil.rmtree(self.folder / id_, ignore_errors=True)

    def chosen(self) -> dict[str, str]:
        """Which model does which task: task -> model id, as the person chose."""
        with contextlib.suppress(OSError, ValueError):
            return dict(json.loads((self.folder / "chosen.json").read_text("utf-8")))
        return {}

    def choose(self, task: str, id_: str) -> None:
        """Let a model do a task (``*``: every one that it is fit for), or ``NOBODY``; "" takes the word back."""
        if id_ not in ("", NOBODY):
            self.get(id_)
        chosen = self.chosen()
        chosen.pop(task, None)
        if id_:
            chosen[task] = id_
        self._write("chosen", chosen)

    def unasked(self) -> frozenset[str]:
        """The tasks that a model may do by itself, in the background, as the person allowed; none at first."""
        with contextlib.suppress(OSError, ValueError):
            return frozenset(json.loads((self.folder / "unasked.json").read_text("utf-8")))
        return frozenset()

    def let_unasked(self, task: str, allowed: bool) -> None:
        """Allow a task to be done without being asked for, or forbid it."""
        tasks = self.unasked() | {task} if allowed else self.unasked() - {task}
        self._write("unasked", sorted(tasks))

    def _write(self, name: str, value: object) -> None:
        write_file(self.folder / f"{name}.json", json.dumps(value, indent=1).encode())


def sha256_of(path: Path, progress: Progress | None = None, cancel: CancelToken | None = None) -> str:
    """The SHA-256 of a file in lower-case hexadecimal."""
    digest, done, total = hashlib.sha256(), 0, path.stat().st_size
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            if cancel is not None:
                cancel.check()
            digest.update(block)
            done += len(block)
            if progress is not None:
                progress.report(done, total, "checking the hash")
    return digest.hexdigest()
