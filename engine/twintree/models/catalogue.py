"""The models that Twintree knows by name (``models.toml``), and where each can be had."""

from __future__ import annotations

import tomllib
from importlib import resources

import msgspec

from twintree.base.errors import NotFound
from twintree.base.records import Record


class ModelSource(Record, frozen=True, kw_only=True):
    """Where a model comes from; see the head of ``models.toml`` for the kinds."""

    kind: str
    package: str = ""
    packages: tuple[str, ...] = ()
    member: str = ""
    url: str = ""


class CatalogueModel(Record, frozen=True, kw_only=True):
    """A model of the catalogue. ``size`` is in bytes and ``context`` in tokens; 0 and ``""`` mean not known."""

    id: str
    kind: str  #: embedder | llm
    name: str
    licence: str
    source: ModelSource
    parameters: int = 0
    context: int = 0
    languages: tuple[str, ...] = ()
    quantisation: str = ""
    size: int = 0
    sha256: str = ""
    file: str = ""


def catalogue() -> tuple[CatalogueModel, ...]:
    """Every model that is known, in the order of the file."""
    text = (resources.files("twintree_resources") / "models.toml").read_text("utf-8")
    return tuple(msgspec.convert(each, CatalogueModel) for each in tomllib.loads(text)["model"])


def known_model(id_: str) -> CatalogueModel:
    """One model.

    Raises:
        NotFound: the catalogue has no such id; the known ones are named.
    """
    models = catalogue()
    for each in models:
        if each.id == id_:
            return each
    names = ", ".join(each.id for each in models)
    raise NotFound(
        f"The catalogue has no model {id_!r}.", f"It has {names}; `twintree models add FILE` takes any GGUF."
    )
