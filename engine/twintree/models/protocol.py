"""What the layers above may expect of an embedder, whichever process or test double stands behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from twintree.base.records import Record

#: Unit vectors, one a row: float32, shape (n, dimension).
Vectors = NDArray[np.float32]


class EmbedderInfo(Record, frozen=True, kw_only=True):
    """What an embedder is.

    Attributes:
        id: name and the first digits of the weights' hash; vectors of different ids are never compared.
        dimension: length of a vector.
        limit: word pieces that one window holds, markers included; longer texts are averaged, not cut.
        languages: ISO 639-1 codes of the languages it was trained on; empty when not known.
        backend: ``onnx`` or ``torch``.
        reason: why the slower back end is used, or ``""``.
    """

    id: str
    dimension: int
    limit: int
    languages: tuple[str, ...] = ()
    backend: str = ""
    reason: str = ""


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts in the order given: float32, shape (n, dimension), unit length."""
        ...

    def info(self) -> EmbedderInfo:
        """What this embedder is."""
        ...


def no_vectors(dimension: int) -> Vectors:
    """The embedding of no texts."""
    return np.zeros((0, dimension), dtype=np.float32)


def unit(vectors: NDArray[Any]) -> Vectors:
    """Scale rows to unit length; rows of zeros stay zeros."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), dtype=np.float32)
