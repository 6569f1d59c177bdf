"""What all models of a run cost in tokens of the reader: each one's tokens weighed by its size (StateRAG §4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from twintree.answering.generated import Reader
from twintree.models.catalogue import catalogue

#: Bits a parameter takes in a file whose model the catalogue does not know: those of the usual quantisation.
_BITS = 4.8


@cache
def parameters_of(model: str, path: str) -> float:
    """How many parameters a model has: as the catalogue says, else estimated from its file; 0 when there is none."""
    known = next((each.parameters for each in catalogue() if each.id == model), 0)
    if known:
        return float(known)
    file = Path(path)
    return file.stat().st_size * 8 / _BITS if file.is_file() else 0.0


def reader_equivalent(tokens: Mapping[str, int], weighed: float, reader: Reader | None) -> int:
    """Tokens of the reader, and those of the other models weighed by their size over its size.

    Args:
        tokens: by phase.
        weighed: tokens of the other models, each times the parameters of its model.
        reader: the model that writes answers; without one, or without its size, the others count as they are.
    """
    others = tokens.get("auxiliary", 0) + tokens.get("index", 0)
    own = parameters_of(reader.model, reader.path) if reader is not None else 0.0
    return tokens.get("reader", 0) + round(weighed / own if own and weighed else others)
