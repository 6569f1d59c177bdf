"""Which language model is in charge while a benchmark runs: none, unless the benchmark puts one there.

What a person has chosen on this machine would otherwise decide what a row measures.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from twintree.models.shelf import VARIABLE, ModelShelf


@contextlib.contextmanager
def in_charge(model: str = "") -> Iterator[None]:
    """Let this model, and no other, do every task that it was found fit for; without a name none does any.

    Args:
        model: the id of an installed model.

    Raises:
        NotFound: it is not on this machine.
    """
    own = ModelShelf().folder
    with tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder:
        # A shelf of records alone: they name their model's file by its whole path.
        for record in own.glob("*/*.json"):
            home = Path(folder) / record.parent.name
            home.mkdir(exist_ok=True)
            shutil.copy(record, home)
        if model:
            ModelShelf(Path(folder)).choose("*", model)
        before = os.environ.get(VARIABLE)
        os.environ[VARIABLE] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ[VARIABLE]
            else:
                os.environ[VARIABLE] = before
