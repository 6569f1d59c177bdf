"""A model on this machine, reached through the host: what answering and fitness checks write with."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from twintree.base.progress import CancelToken
from twintree.models.host import ModelHost
from twintree.models.llm import Generated, Generation
from twintree.models.shelf import InstalledModel


class LocalReader:
    """One installed language model."""

    def __init__(self, host: ModelHost, model: InstalledModel, *, urgent: bool = True) -> None:
        self._host = host
        self._model = model
        self._urgent = urgent

    @property
    def model(self) -> str:
        """The model's id."""
        return self._model.id

    @property
    def path(self) -> str:
        """The model's file."""
        return self._model.path

    @property
    def sees(self) -> bool:
        """Whether the model can be shown pictures."""
        return bool(self._model.projector)

    def write(
        self, request: Generation, on_part: Callable[[str], None] | None, cancel: CancelToken
    ) -> Generated:
        """Write, streaming; background calls give way to urgent ones and begin again.

        Raises:
            ModelUnavailable: it cannot be loaded, or its process died twice.
            Cancelled: ``cancel`` was set.
        """
        if any(each.images for each in request.messages):
            request = msgspec.structs.replace(request, projector=self._model.projector)
        got: Generated = self._host.call(
            "generate", request, urgent=self._urgent, cancel=cancel, on_part=on_part
        )
        return got

    def write_quietly(self, request: Generation, cancel: CancelToken | None = None) -> Generated:
        """Write without streaming; see ``write``."""
        return self.write(request, lambda piece: None, cancel or CancelToken())
