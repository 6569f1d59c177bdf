"""What the model host and its owner say to each other over the pipe."""

from __future__ import annotations

from typing import Any

from twintree.base.records import Record


class HostSettings(Record, frozen=True, kw_only=True):
    """What the host process needs when it starts; ``embedder`` is a folder, or ``""`` for the default."""

    embedder: str = ""


class Call(Record, frozen=True):
    """Owner to host: do this; ``urgent`` calls go before background ones."""

    id: int
    method: str
    argument: Any
    urgent: bool


class Abort(Record, frozen=True):
    """Owner to host: forget that call."""

    id: int


class Shutdown(Record, frozen=True):
    """Owner to host: end."""


class Part(Record, frozen=True):
    """Host to owner: a piece of a text that is still being written; ``at`` characters of it come before."""

    id: int
    value: str
    at: int


class Done(Record, frozen=True):
    """Host to owner: the result."""

    id: int
    value: Any


class Failed(Record, frozen=True):
    """Host to owner: the error, as one of ours."""

    id: int
    error: Exception
